"""Orders of a side as they are carried out. Each was checked against the side's own view before."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from rulesets.civil_war.aftermath import Rally, rally
from rulesets.civil_war.entry import LeaderDraw, PoolCounter, leader_draw
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.pulses import Spending, spending
from rulesets.civil_war.turns import Activity
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war.armies import form_army, lost_commander, settle_armies
from rulesets.civil_war.war.battles import choose_losses
from rulesets.civil_war.war.builders import answer
from rulesets.civil_war.war.draft import STOPPED, Draft
from rulesets.civil_war.war.entries import leader_hexes, point_hexes, takes_boat
from rulesets.civil_war.war.ground import goes_by_rail, priced
from rulesets.civil_war.war.legal import armies_at
from rulesets.civil_war.war.marching import march
from rulesets.civil_war.war.promoting import promote
from rulesets.civil_war.war.retreats import choose_retreat
from rulesets.civil_war.war.state import Cut, Depot, Leader, Pot, Work
from rulesets.civil_war.war.turning import next_half
from rulesets.civil_war.war.views import View, true_known, view
from rulesets.civil_war.words import Side
from rulesets.core.errors import IllegalOrder

TURNS_IN_THE_BOX = 2


def act(draft: Draft, side: Side, order: o.Order) -> None:
    """Carry out a side's order."""
    ACTIONS[type(order)](draft, side, order)


def _pay(draft: Draft, side: Side, cp: int, pot: Pot, hex_id: str) -> None:
    """Pay from a pot; each point takes one of the difference."""
    purse = draft.state.purses[side]
    name = c.POTS[draft.state.world.theater_of(hex_id)] if pot == "theatre" else pot
    draft.purse(side, **{name: getattr(purse, name) - cp, "paid": purse.paid + cp})
    draft.tick(left=draft.clock.left - cp, spent=draft.clock.spent + cp)


def _leader(draft: Draft, id_: str) -> Leader:
    return draft.state.leaders[id_]


def _price(draft: Draft, side: Side, activity: Activity, hex_id: str, leader: Leader | None = None) -> int:
    world = draft.state.world
    initiative = c.rating(world, leader, "initiative") if leader else 3
    naval = leader is not None and c.is_naval(world, leader)
    return c.price_of(world, side, activity, world.theater_of(hex_id), initiative=initiative, naval=naval).cp


# Moves


def _move(draft: Draft, side: Side, order: o.Move) -> None:
    start = order.path[0]
    leader = _leader(draft, order.leader) if order.leader else None
    activity = c.activity_of(leader, len(order.points))
    mover = _mover(draft, side, leader, order)
    _pay(draft, side, _price(draft, side, activity, start, leader), order.pot, start)
    if order.by_water:
        draft.purse(side, river_lift=draft.state.purses[side].river_lift - len(order.points))
    elif order.points and _takes_train(draft, side, order, mover):
        draft.purse(side, rail_lift=max(0, draft.state.purses[side].rail_lift - len(order.points)))
    march(draft, side, order, mover)


def _takes_train(draft: Draft, side: Side, order: o.Move, mover: Mover) -> bool:
    """Return whether a force goes by rail, as far as its side knows."""
    seen = view(draft.state, side)
    asked = priced(order.path, mover, seen.known, seen.world, seen.ground, halts=seen.halts)
    return asked is not None and goes_by_rail(asked, seen.world.house)


def _mover(draft: Draft, side: Side, leader: Leader | None, order: o.Move) -> Mover:
    if leader is None:
        return "unled SP"
    if not order.points:
        return "leader alone"
    if order.by_water:
        return "led infantry"
    state = draft.state
    seen = view(state, side)
    leaders = state.leaders_at[side, leader.hex]
    army = bool(armies_at(seen, leader.hex))
    return c.mover_of(
        c.command(state.world, side, leaders, len(order.points), army=army, mover=leader.name, takes=len(order.points))
    )


def _stand_fast(draft: Draft, side: Side, order: o.StandFast) -> None:
    state = draft.state
    leader = state.leaders.get(order.piece)
    hex_ = leader.hex if leader else state.points[order.piece].hex
    _pay(draft, side, _price(draft, side, "stand_fast", hex_, leader), order.pot, hex_)
    draft.say("stood fast", side, side, hexes=(hex_,), pieces=(order.piece,))


# Entries


def _enter_point(draft: Draft, side: Side, order: o.EnterPoint) -> None:
    """Enter an SP; where the truth forbids it, the SP waits on, and the entry stays used."""
    point = draft.state.points[order.point]
    _use_entry(draft, "sp")
    if order.hex not in point_hexes(_truth(draft, side), point):
        draft.say("entry blocked", side, side, hexes=(order.hex,), pieces=(point.id,), words=STOPPED)
        return
    if takes_boat(view(draft.state, side), order.hex):
        draft.purse(side, river_lift=draft.state.purses[side].river_lift - 1)
    draft.points(replace(point, standing="map", hex=order.hex))
    before = draft.state.entered_at.get((side, order.hex), 0)
    draft.change(entered_at={(side, order.hex): before + 1})
    draft.say("entered", side, side, hexes=(order.hex,), pieces=(point.id,))


def _truth(draft: Draft, side: Side) -> View:
    """Return a side's view as it would be if it knew where the enemy is."""
    seen = view(draft.state, side)
    known = true_known(draft.state, side)
    if known.enemy_at == seen.known.enemy_at and known.held == seen.held:
        return seen
    return view(replace(draft.state, world=draft.state.world.on_board), side)


def _use_entry(draft: Draft, what: str) -> None:
    if draft.clock.free_entry == "owed":
        draft.tick(free_entry=what)
    else:
        draft.tick(left=draft.clock.left - 1, entered=draft.clock.entered + 1)


def _draw_leader(draft: Draft, side: Side, _order: o.DrawLeader) -> None:
    _use_entry(draft, "leader")
    state = draft.state
    pool = [leader for leader in state.leaders.values() if leader.side == side and leader.standing == "pool"]
    draws = state.purses[side].draws + 1
    counters = tuple(PoolCounter(name=leader.name, stars=leader.stars) for leader in pool)
    found = leader_draw(LeaderDraw(side=side, turn=draft.clock.turn, draw=min(99, draws), pool=counters), draft.work)
    drawn = next(leader for leader in pool if (leader.name, leader.stars) == (found.name, found.stars))
    draft.purse(side, draws=draws)
    draft.leaders(replace(drawn, standing="drawn"))
    draft.say("drew a leader", side, side, pieces=(drawn.id,))


def _place_leader(draft: Draft, side: Side, order: o.PlaceLeader) -> None:
    """Place a leader; where the truth forbids it he's in the pool again, and without a place he waits for a turn."""
    leader = _leader(draft, order.leader)
    if not order.hex:
        draft.leaders(replace(leader, standing="due", due_on=draft.clock.turn + 1))
    elif order.hex not in leader_hexes(_truth(draft, side), leader):
        draft.leaders(replace(leader, standing="pool"))
    if not order.hex or draft.state.leaders[leader.id].standing == "pool":
        draft.say("entry blocked", side, side, pieces=(leader.id,), words=STOPPED)
        return
    draft.leaders(replace(leader, standing="map", hex=order.hex))
    draft.say("placed a leader", side, side, hexes=(order.hex,), pieces=(leader.id,))
    settle_armies(draft, side)


def _take_promotion(draft: Draft, side: Side, _order: o.TakePromotion) -> None:
    _use_entry(draft, "promotion")
    promote(draft, side)


# Buildings and armies


def _build(draft: Draft, side: Side, order: o.BuildHere) -> None:
    """Build what the truth allows; what only hidden facts forbid is paid and not built."""
    state = draft.state
    leader, point = state.leaders.get(order.piece), state.points.get(order.piece)
    hex_ = leader.hex if leader else state.points[order.piece].hex
    found = answer(_truth(draft, side), order.piece, hex_, order.what)
    _pay(draft, side, found.cp, order.pot, hex_)
    if not found.allowed:
        draft.say("stopped", side, side, hexes=(hex_,), words=STOPPED)
        return
    turn, pulses = draft.clock.turn, draft.clock.pulses
    if order.what == "army":
        form_army(draft, side, order.piece, hex_)
    elif order.what == "depot":
        draft.change(depots={hex_: Depot(hex_, side, turn, pulses + 1)})
    elif order.what == "fort":
        draft.change(works={hex_: Work(hex_, side, "fort", turn, pulses + 1)})
    else:
        draft.change(works={hex_: replace(state.works[hex_], kind="fortress", raised=True)})
    if point is not None:
        draft.points(replace(point, moved_in=pulses))
    draft.say("built", "all", side, hexes=(hex_,), words=order.what)


def _dissolve(draft: Draft, side: Side, order: o.Dissolve) -> None:
    army = draft.state.armies[order.army]
    draft.change(armies={army.id: None})
    draft.say("dissolved", "all", side, words=army.name)


def _remove(draft: Draft, side: Side, order: o.Remove) -> None:
    leader = _leader(draft, order.leader)
    _pay(draft, side, _price(draft, side, "remove_army_commander", leader.hex, leader), order.pot, leader.hex)
    draft.purse(side, removed_on=draft.clock.turn)
    draft.leaders(_removed(draft, leader, order))
    lost_commander(draft, leader, leader.hex)
    settle_armies(draft, side)
    draft.say("removed a commander", side, side, hexes=(leader.hex, order.hex), pieces=(leader.id,))


def _removed(draft: Draft, leader: Leader, order: o.Remove) -> Leader:
    """Return the leader elsewhere, with his lower counter, or in the box, from where he may come back (H-22)."""
    if order.demoted:
        return replace(leader, stars=leader.stars - 1, counter_on=0, promotable=False)
    if order.hex:
        return replace(leader, hex=order.hex)
    return replace(leader, standing="removed", hex="", due_on=draft.clock.turn + TURNS_IN_THE_BOX)


def _recall(draft: Draft, side: Side, order: o.Recall) -> None:
    leader = _leader(draft, order.leader)
    cp = c.price_of(draft.state.world, side, "remove_army_commander", draft.state.world.scenario.theaters[0]).cp
    _pay(draft, side, cp, order.pot, "")
    draft.leaders(replace(leader, standing="pool", due_on=0))
    draft.say("recalled", side, side, pieces=(leader.id,))


def _raze(draft: Draft, side: Side, order: o.Raze) -> None:
    razes = [hex_ for hex_ in draft.state.purses[side].razes if hex_ != order.hex]
    draft.purse(side, razes=tuple(sorted(razes if order.spare else [*razes, order.hex])))
    draft.say("to be razed", side, side, hexes=(order.hex,), number=int(not order.spare))


def _rally(draft: Draft, side: Side, order: o.RallyForce) -> None:
    leader = _leader(draft, order.leader)
    here = draft.state.points_at.get((side, leader.hex), ())
    purse, theater = draft.state.purses[side], draft.state.world.theater_of(leader.hex)
    cp = c.in_pot(purse, order.pot, theater)
    initiative = c.rating(draft.state.world, leader, "initiative")
    found = rally(Rally(phase="action", sp=len(here), leader=True, initiative=initiative, cp=cp), draft.work)
    _pay(draft, side, found.cp, order.pot, leader.hex)
    draft.points(*(replace(point, demoralized=False) for point in here if point.demoralized))
    draft.say("rallied", "all", side, hexes=(leader.hex,))


def _burn(draft: Draft, side: Side, order: o.Burn) -> None:
    draft.change(depots={order.hex: None})
    draft.say("burned", "all", side, hexes=(order.hex,))


def _cut_rail(draft: Draft, side: Side, order: o.CutRail) -> None:
    draft.change(cuts={order.hex: Cut(order.hex, side, draft.clock.turn)})
    draft.purse(side, may_cut=tuple(hex_ for hex_ in draft.state.purses[side].may_cut if hex_ != order.hex))
    draft.say("cut", "all", side, hexes=(order.hex,))


def _instruct(draft: Draft, side: Side, order: o.Instruct) -> None:
    draft.leaders(replace(_leader(draft, order.leader), instruction=order.instruction))
    draft.say("instructed", side, side, pieces=(order.leader,), words=order.instruction)


def _prioritize(draft: Draft, side: Side, order: o.Prioritize) -> None:
    draft.purse(side, next_priorities=order.theaters)
    draft.say("prioritized", side, side)


# The end of a half-pulse, and the retreat that a loser chooses


def _end_half(draft: Draft, side: Side, _order: o.EndHalf) -> None:
    """End a half-pulse by the rule of spending; what is offered has nothing left to spend (H-19)."""
    clock = draft.clock
    if clock.difference:
        asked = Spending(
            difference=clock.difference,
            has_initiative=clock.initiative == side,
            free_reinforcement="none" if clock.free_entry == "owed" else clock.free_entry,
            winning_total=clock.winning_total,
            entered=clock.entered if clock.free_entry != "owed" else 0,
            cp_spent=clock.spent,
        )
        found = spending(asked, draft.work)
        if not found.may_end:
            raise IllegalOrder(str(found))
    draft.say("ended the half-pulse", "all", side)
    next_half(draft)


def _retreat(draft: Draft, _side: Side, order: o.Retreat) -> None:
    contact = draft.state.contact
    if contact is not None:
        choose_retreat(draft, contact, order.hex)


def _choose_losses(draft: Draft, side: Side, order: o.ChooseLosses) -> None:
    contact = draft.state.contact
    if contact is not None:
        choose_losses(draft, side, contact, order.points)


def _take_stance(draft: Draft, side: Side, order: o.TakeStance) -> None:
    draft.change(stances={side: order.stance})
    draft.say("took a stance", side, side)


ACTIONS: dict[type, Callable[[Draft, Side, Any], None]] = {
    o.Move: _move,
    o.StandFast: _stand_fast,
    o.EnterPoint: _enter_point,
    o.DrawLeader: _draw_leader,
    o.PlaceLeader: _place_leader,
    o.TakePromotion: _take_promotion,
    o.BuildHere: _build,
    o.Dissolve: _dissolve,
    o.Remove: _remove,
    o.Recall: _recall,
    o.RallyForce: _rally,
    o.Burn: _burn,
    o.CutRail: _cut_rail,
    o.Raze: _raze,
    o.Instruct: _instruct,
    o.Prioritize: _prioritize,
    o.EndHalf: _end_half,
    o.Retreat: _retreat,
    o.ChooseLosses: _choose_losses,
    o.TakeStance: _take_stance,
}
