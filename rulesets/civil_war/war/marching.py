"""Moves as they happen: hex by hex, over what is really there, with control, works, depots, and contact."""

from dataclasses import replace
from itertools import pairwise

from rulesets.civil_war.movement import Mover, movement_cost
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.battles import overrun_on_the_way
from rulesets.civil_war.war.cutting import let_cut
from rulesets.civil_war.war.draft import STOPPED, Draft
from rulesets.civil_war.war.ground import beside_enemy, ground_of, priced
from rulesets.civil_war.war.locks import locked
from rulesets.civil_war.war.orders import Move
from rulesets.civil_war.war.state import Contact, Leader, State
from rulesets.civil_war.war.taking import take
from rulesets.civil_war.war.views import true_known, view
from rulesets.civil_war.war.waters import river_ends
from rulesets.civil_war.words import Side, enemy_of


def march(draft: Draft, side: Side, order: Move, mover: Mover) -> None:
    """Carry out a move. What only hidden facts forbid stops it before the obstacle; it stays paid.

    What else the enemy has in the hexes it takes is left to the step after it, so that the order itself, by what it
    writes, tells nothing of that.
    """
    path = _as_far_as_it_goes(draft, side, order, mover)
    draft.say("moved", side, side, hexes=path, pieces=tuple(sorted(order.points | order.along | {order.leader} - {""})))
    if len(path) < len(order.path):
        draft.say("stopped", side, side, hexes=(path[-1],), words=STOPPED)
    contact, passed = Contact(path[-1], side, order.path[0]), list[str]()
    for at, (start, here) in enumerate(pairwise(path), start=1):
        enemy, is_end = draft.state.points_at.get((enemy_of(side), here), ()), at == len(path) - 1
        if enemy or is_end:
            _step(draft, order, here)
        if enemy and (is_end or not overrun_on_the_way(draft, side, here, start)):
            contact = Contact(here, side, start)
            break
        if mover != "leader alone":
            held_before = take(draft, side, here, mover, stays=is_end)
            passed.append(here)
            if is_end:
                let_cut(draft, side, here, held_before)
    _moved(draft, order)
    settle_armies(draft, side)
    draft.contact(replace(contact, passed=tuple(passed)))


def _as_far_as_it_goes(draft: Draft, side: Side, order: Move, mover: Mover) -> tuple[str, ...]:
    """Return the part of the path that the truth allows; nobody runs into an enemy unseen on the way."""
    state, known = draft.state, true_known(draft.state, side)
    ground = ground_of(state.world, state.clock.turn)
    if order.by_water:
        start, end = order.path
        free = replace(known, enemy_works=known.enemy_works | locked(state))
        ends = river_ends(state.world, free, start, high_water=ground.high_water, led=mover != "unled SP")
        return order.path if end in ends and _may_stay(draft, side, order, end) else order.path[:1]
    broken = any(state.points[id_].demoralized for id_ in order.points)
    halts = beside_enemy(state.world, known).difference(hex_ for owner, hex_ in state.points_at if owner == side)
    whole = _before_the_unseen(state, side, order.path)
    for length in range(len(whole), 1, -1):
        path = whole[:length]
        asked = priced(path, mover, known, state.world, ground, demoralized=broken, overruns=path[1:-1], halts=halts)
        found = movement_cost(asked, draft.work) if asked else None
        if found is not None and not found.broken and _may_stay(draft, side, order, path[-1]):
            return path
    return order.path[:1]


def _before_the_unseen(state: State, side: Side, path: tuple[str, ...]) -> tuple[str, ...]:
    """Return a path as far as the first hex on the way where enemy SP stand that this side doesn't see."""
    unseen = state.sp_hexes(enemy_of(side)) - view(state, side).enemy.keys()
    at = next((at for at, hex_ in enumerate(path[:-1]) if at and hex_ in unseen), len(path))
    return path[:at]


def _may_stay(draft: Draft, side: Side, order: Move, hex_id: str) -> bool:
    """Return whether the pieces may end in a hex: with room, or with own SP for a leader alone."""
    state, known = draft.state, true_known(draft.state, side)
    already = len(state.points_at.get((side, hex_id), ()))
    if not order.points:
        depot = state.depots.get(hex_id)
        return bool(already) or (depot is not None and depot.side == side)
    if hex_id in known.enemy_at:
        return True
    ground = ground_of(state.world, state.clock.turn)
    return c.has_room(state.world, ground, known, hex_id, already, len(order.points))


def _step(draft: Draft, order: Move, here: str) -> None:
    draft.points(*(replace(draft.state.points[id_], hex=here) for id_ in sorted(order.points)))
    draft.leaders(*(replace(draft.state.leaders[id_], hex=here) for id_ in _going(order)))


def _moved(draft: Draft, order: Move) -> None:
    """Note that these pieces have moved in this pulse; some may be gone already."""
    pulses = draft.clock.pulses
    points = [draft.state.points[id_] for id_ in sorted(order.points)]
    draft.points(*(replace(point, moved_in=pulses) for point in points))
    alone = not order.points
    draft.leaders(*(_went(draft.state.leaders[id_], pulses, alone=alone) for id_ in _going(order)))


def _going(order: Move) -> list[str]:
    return sorted(order.along | ({order.leader} if order.leader else set()))


def _went(leader: Leader, pulses: int, *, alone: bool) -> Leader:
    return replace(leader, alone_in=pulses) if alone else replace(leader, moved_in=pulses)
