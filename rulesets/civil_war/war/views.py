"""What a side may know of a war: its own pieces, and of the enemy what the board or its own sight shows (H-23).

A view is built from what is known. Nothing in it is taken from the enemy's hidden pieces and then left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rulesets.civil_war.war.ground import Ground, Known, ground_of
from rulesets.civil_war.war.network import Supplies, supplies_of
from rulesets.civil_war.war.state import Army, Belief, Clock, Contact, Depot, Leader, Point, Purse, State, Work, on_map
from rulesets.civil_war.war.waters import open_waters
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side, enemy_of


@dataclass(frozen=True)
class Seen:
    """The enemy in a hex, as far as it shows: SP or leaders, a marker, armies, and leaders already revealed."""

    hex: str
    demoralized: bool
    armies: tuple[str, ...]
    leaders: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """A side's knowledge of a war."""

    world: World
    side: Side
    clock: Clock
    points: Mapping[str, Point]
    leaders: Mapping[str, Leader]
    armies: Mapping[str, Army]
    works: Mapping[str, Work]
    depots: Mapping[str, Depot]
    held: Mapping[str, Side]
    purse: Purse
    entered_at: Mapping[str, int]
    available: int
    enemy: Mapping[str, Seen]
    enemy_paid: int
    enemy_priorities: tuple[str, ...]
    last_seen: Mapping[str, int]
    contact: Contact | None

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Return what was worked out from this view and may be asked for again."""
        return {}

    @cached_property
    def points_at(self) -> Mapping[str, tuple[Point, ...]]:
        """Return own strength points on the map by hex."""
        return on_map(self.points, lambda point: point.hex)

    @cached_property
    def leaders_at(self) -> Mapping[str, tuple[Leader, ...]]:
        """Return own leaders on the map by hex."""
        return on_map(self.leaders, lambda leader: leader.hex)

    @property
    def is_spending(self) -> bool:
        """Return whether it's this side's half of a pulse, and no battle is to be settled first."""
        return self.clock.phase == "action" and self.clock.spending == self.side and self.contact is None

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.world, self.clock.turn)

    @cached_property
    def known(self) -> Known:
        """Return what decides about paths and supply, as far as this side knows."""
        works = _standing(self.works, enemy_of(self.side), self.clock)
        return Known(self.side, self.held, frozenset(self.enemy), works)

    @cached_property
    def rivers(self) -> Mapping[str, frozenset[int]]:
        """Return the bodies of open river of each hex, as far as this side knows."""
        return open_waters(self.world, self.known, high_water=self.ground.high_water, with_sea=False)

    @cached_property
    def supplies(self) -> Supplies:
        """Return this side's networks as far as it knows."""
        return supplies_of(self.world, self.ground, self.known, _standing(self.depots, self.side, self.clock))


def _standing(built: Mapping[str, Work] | Mapping[str, Depot], side: Side, clock: Clock) -> frozenset[str]:
    """Return the hexes of a side's works or depots that count already: they do from the next pulse on (L-4)."""
    return frozenset(hex_ for hex_, each in built.items() if each.side == side and each.counts_from <= clock.pulses)


def true_known(state: State, side: Side) -> Known:
    """Return what decides about paths and supply in truth."""
    enemy = enemy_of(side)
    return Known(side, state.held, state.sp_hexes(enemy), _standing(state.works, enemy, state.clock))


def true_supplies(state: State, side: Side) -> Supplies:
    """Return a side's networks in truth."""
    ground = ground_of(state.world, state.clock.turn)
    return supplies_of(state.world, ground, true_known(state, side), _standing(state.depots, side, state.clock))


def in_sight(state: State, side: Side) -> frozenset[str]:
    """Return the hexes that a side sees: all of them on the board, otherwise its own SP's and those next to them."""
    if state.world.sight == "board":
        return state.world.graph.ids
    return state.world.graph.within(sorted(state.sp_hexes(side)), 1)


def view(state: State, side: Side) -> View:
    """Return what a side may know; a state keeps its two views."""
    if side not in state.views:
        state.views[side] = _viewed(state, side)
    found: View = state.views[side]
    return found


def _viewed(state: State, side: Side) -> View:
    enemy, sight = enemy_of(side), in_sight(state, side)
    works, depots, held = _board(state, side)
    return View(
        world=state.world,
        side=side,
        clock=_clock(state.clock, side),
        points={id_: point for id_, point in state.points.items() if point.side == side},
        leaders={id_: leader for id_, leader in state.leaders.items() if leader.side == side},
        armies={id_: army for id_, army in state.armies.items() if army.side == side},
        works=works,
        depots=depots,
        held=held,
        purse=state.purses[side],
        entered_at={hex_: number for (owner, hex_), number in state.entered_at.items() if owner == side},
        available=state.available.get(side, 0),
        enemy=_enemy(state, enemy, sight),
        enemy_paid=state.purses[enemy].paid,
        enemy_priorities=state.purses[enemy].priorities,
        last_seen={
            hex_: belief.enemy_seen_on
            for (owner, hex_), belief in state.beliefs.items()
            if owner == side and belief.enemy_seen_on and hex_ not in sight
        },
        contact=_contact(state.contact, side, sight),
    )


def _clock(clock: Clock, side: Side) -> Clock:
    """Leave out what is left of the difference in the enemy's half, and how it was used."""
    if clock.spending in (None, side):
        return clock
    return replace(clock, left=0, spent=0, entered=0, free_entry="none")


def _contact(contact: Contact | None, side: Side, sight: frozenset[str]) -> Contact | None:
    """Leave out where an unseen move of the enemy has ended, and the enemy's choices of a retreat."""
    if contact is None or contact.loser == side:
        return contact
    is_known = contact.attacker == side or contact.hex in sight
    return replace(contact, choices=()) if is_known else None


def _enemy(state: State, enemy: Side, sight: frozenset[str]) -> dict[str, Seen]:
    """Return the enemy's forces in sight."""
    armies: dict[str, list[str]] = {}
    for army in state.armies.values():
        if army.side == enemy:
            armies.setdefault(state.leaders[army.commander].hex, []).append(army.name)
    return {
        hex_: Seen(
            hex_,
            any(point.demoralized for point in points),
            tuple(sorted(armies.get(hex_, ()))),
            tuple(sorted(each.id for each in state.leaders_at.get((enemy, hex_), ()) if each.revealed)),
        )
        for hex_ in sorted(state.sp_hexes(enemy) & sight)
        for points in [state.points_at[enemy, hex_]]
    }


def _board(state: State, side: Side) -> tuple[Mapping[str, Work], Mapping[str, Depot], Mapping[str, Side]]:
    """Return works, depots, and control: as they are on the board, otherwise as this side last saw them."""
    if state.world.sight == "board":
        return state.works, state.depots, state.held
    own = {hex_: belief for (owner, hex_), belief in state.beliefs.items() if owner == side}
    return (
        {hex_: belief.work for hex_, belief in own.items() if belief.work},
        {hex_: belief.depot for hex_, belief in own.items() if belief.depot},
        {hex_: belief.held for hex_, belief in own.items() if belief.held},
    )


def looked_around(state: State, side: Side) -> dict[tuple[Side, str], Belief]:
    """Return a side's beliefs that its sight, or the loss of what it held, has changed. On the board there are none."""
    if state.world.sight == "board":
        return {}
    enemy, sight = enemy_of(side), in_sight(state, side)
    at = state.sp_hexes(enemy)
    changed = {}
    for hex_ in state.held:
        old = state.beliefs.get((side, hex_), Belief())
        if hex_ in sight or _is_own_affair(state, side, hex_, old):
            seen_on = state.clock.turn if hex_ in at else 0
            new = Belief(
                state.held[hex_],
                state.works.get(hex_),
                state.depots.get(hex_),
                seen_on if hex_ in sight else old.enemy_seen_on,
            )
            if new != old:
                changed[side, hex_] = new
    return changed


def _is_own_affair(state: State, side: Side, hex_id: str, old: Belief) -> bool:
    """Return whether a side learns at once what happened in a hex: it's its own, or a place of its own was lost."""
    if state.held[hex_id] == side:
        return True
    lost = old.held == side and bool(state.world.graph.hexes[hex_id].places)
    work, depot = old.work, old.depot
    return lost or (work is not None and work.side == side) or (depot is not None and depot.side == side)
