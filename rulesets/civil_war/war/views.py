"""What a side may know of a war: its own pieces, and of the enemy what the board or its own sight shows (H-23).

A view is built from what is known. Nothing in it is taken from the enemy's hidden pieces and then left out.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property, lru_cache
from typing import Any

from rulesets.civil_war.rulings import H_25
from rulesets.civil_war.war.ground import Ground, Known, beside_enemy, ground_of, shared
from rulesets.civil_war.war.locks import all_wait, locked_hexes, locked_theaters, without
from rulesets.civil_war.war.muster import Muster
from rulesets.civil_war.war.network import Supplies, supplies_of
from rulesets.civil_war.war.neutrality import for_supply, neutral_ground
from rulesets.civil_war.war.reach import NO_LIMIT
from rulesets.civil_war.war.state import (
    NOTHING,
    Army,
    Belief,
    Board,
    Clock,
    Contact,
    Cut,
    Depot,
    Leader,
    Point,
    Purse,
    Stance,
    State,
    Waiting,
    Work,
    is_shaken,
    revealed,
)
from rulesets.civil_war.war.waters import open_waters
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side, Theater, enemy_of
from rulesets.core.records import dataclass

MOST_KEPT, KEPT = 4096, 8
OF_THE_MAP = ("points_at", "leaders_at", "ground", "known", "halts", "rivers", "supplies")  # worked out in a view
NOBODY: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())


@dataclass(frozen=True)
class Seen:
    """The enemy in a hex, as far as it shows: SP or leaders, a marker, armies, and leaders already revealed."""

    hex: str
    demoralized: bool
    armies: tuple[str, ...]
    leaders: tuple[str, ...]
    names: tuple[str, ...] = ()  # of those leaders, the senior first


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
    cuts: Mapping[str, Cut]
    held: Mapping[str, Side]
    purse: Purse
    entered_at: Mapping[str, int]
    available: int
    enemy: Mapping[str, Seen]
    enemy_paid: int
    enemy_priorities: tuple[str, ...]
    last_seen: Mapping[str, int]
    contact: Contact | None
    waiting: Mapping[str, Waiting]
    stance: Stance

    @cached_property
    def kept(self) -> dict[str, Any]:
        """Return what was worked out from this view and may be asked for again."""
        return {}

    @cached_property
    def points_at(self) -> Mapping[str, tuple[Point, ...]]:
        """Return own strength points on the map by hex."""
        return Muster.of_all(self.points, is_shaken).here[self.side]

    @cached_property
    def leaders_at(self) -> Mapping[str, tuple[Leader, ...]]:
        """Return own leaders on the map by hex."""
        return Muster.of_all(self.leaders, revealed).here[self.side]

    @property
    def is_spending(self) -> bool:
        """Return whether it's this side's half of a pulse, and no battle is to be settled first."""
        is_due = self.clock.phase == "action" and self.clock.spending == self.side and self.contact is None
        return is_due and not all_wait(self.world, self.waiting)

    @cached_property
    def locked(self) -> frozenset[str]:
        """Return the hexes where nothing may be ordered, nor any move or entry end or pass."""
        return locked_hexes(self.world, self.waiting) if self.waiting else frozenset()

    @cached_property
    def _locked_theaters(self) -> frozenset[Theater]:
        return locked_theaters(self.world, self.waiting)

    def waits(self, hex_id: str) -> bool:
        """Return whether what stands or enters in a hex waits for a battle on the table."""
        if not self.waiting:
            return False
        return hex_id in self.locked or self.world.theater_of(hex_id) in self._locked_theaters

    def is_beside_enemy(self, hex_id: str) -> bool:
        """Return whether enemy SP that this side knows of are next to a hex; those in it don't count."""
        return not self.known.enemy_at.isdisjoint(self.world.graph.near(hex_id))

    @cached_property
    def unlocked(self) -> "View":
        """Return this view as it will be when no contact holds up play; postponed ones still lock their hexes."""
        if not any(not each.postponed for each in self.waiting.values()):
            return self
        return self.as_if(waiting={hex_: each for hex_, each in self.waiting.items() if each.postponed})

    def as_if(self, **changes: Any) -> "View":
        """Return this view with another purse, other contacts, or another clock of the same pulse."""
        other = replace(self, **changes)
        other.__dict__.update({name: self.__dict__[name] for name in OF_THE_MAP if name in self.__dict__})
        return other

    @cached_property
    def open_ground(self) -> Ground:
        """Return the ground where moves may go."""
        return without(self.ground, self.locked) if self.locked else self.ground

    @cached_property
    def open_to_leaders(self) -> Ground:
        """Return the ground where a leader alone may go: not into Kentucky while it's neutral (H-7)."""
        closed = neutral_ground(self.world, self.clock)
        return without(self.open_ground, closed) if closed else self.open_ground

    @cached_property
    def halts(self) -> frozenset[str]:
        """Return the hexes that no train passes: the enemy is beside them, and no SP of this side in them (H-25)."""
        return beside_enemy(self.world, self.known).difference(self.points_at)

    @property
    def rail_lift(self) -> int:
        """Return how many SP may still go by rail this turn."""
        return NO_LIMIT if self.world.house.chosen(H_25) != H_25.default else self.purse.rail_lift

    @cached_property
    def open_waters(self) -> Known:
        """Return what decides about moves by river: no boat passes a locked hex."""
        return replace(self.known, enemy_works=self.known.enemy_works | self.locked) if self.locked else self.known

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.world, self.clock.turn)

    @cached_property
    def known(self) -> Known:
        """Return what decides about paths and supply, as far as this side knows."""
        works = _standing(self.works, enemy_of(self.side), self.clock)
        return shared(self.world, Known(self.side, frozenset(self.enemy), works, self.held, frozenset(self.cuts)))

    @cached_property
    def rivers(self) -> Mapping[str, frozenset[int]]:
        """Return the bodies of open river of each hex, as far as this side knows."""
        return open_waters(self.world, self.known, high_water=self.ground.high_water, with_sea=False)

    @cached_property
    def supplies(self) -> Supplies:
        """Return this side's networks as far as it knows."""
        lines = for_supply(self.world, self.clock, self.known)
        return supplies_of(self.world, self.ground, lines, _standing(self.depots, self.side, self.clock))


def _standing(built: Mapping[str, Work] | Mapping[str, Depot], side: Side, clock: Clock) -> frozenset[str]:
    """Return the hexes of a side's works or depots that count already: they do from the next pulse on (L-4)."""
    return frozenset(hex_ for hex_, each in built.items() if each.side == side and each.counts_from <= clock.pulses)


def true_known(state: State, side: Side) -> Known:
    """Return what decides about paths and supply in truth; a state keeps it for each side."""
    found: Known | None = state.kept.get(("truth", side))
    if found is None:
        enemy = enemy_of(side)
        works = _standing(state.works, enemy, state.clock)
        known = Known(side, state.sp_hexes(enemy), works, state.held, frozenset(state.cuts))
        found = shared(state.world, known)
        state.kept["truth", side] = found
    return found


def true_supplies(state: State, side: Side) -> Supplies:
    """Return a side's networks in truth."""
    ground = ground_of(state.world, state.clock.turn)
    lines = for_supply(state.world, state.clock, true_known(state, side))
    return supplies_of(state.world, ground, lines, _standing(state.depots, side, state.clock))


def in_sight(state: State, side: Side) -> frozenset[str]:
    """Return the hexes that a side sees: all of them on the board, otherwise its own SP's and those next to them."""
    if state.world.sight == "board":
        return state.world.graph.ids
    return state.world.graph.within(sorted(state.sp_hexes(side)), 1)


def view(state: State, side: Side) -> View:
    """Return what a side may know; a state keeps its two views."""
    found: View | None = state.kept.get(("view", side))
    if found is None:
        found = state.kept["view", side] = _viewed(state, side)
    return found


def _viewed(state: State, side: Side) -> View:
    enemy, sight = enemy_of(side), in_sight(state, side)
    board = _board(state, side)
    seen = View(
        world=state.world,
        side=side,
        clock=_clock(state.clock, side),
        points=state.points_filed.of[side],
        leaders=state.leaders_filed.of[side],
        armies={id_: army for id_, army in state.armies.items() if army.side == side},
        works=board.works,
        depots=board.depots,
        cuts=board.cuts,
        held=board.held,
        purse=state.purses[side],
        entered_at={hex_: number for (owner, hex_), number in state.entered_at.items() if owner == side},
        available=state.available.get(side, 0),
        enemy=_enemy(state, enemy, sight),
        enemy_paid=state.purses[enemy].paid,
        enemy_priorities=state.purses[enemy].priorities,
        last_seen=_last_seen(state, side, sight),
        contact=_contact(state.contact, side, sight),
        waiting=state.waiting,
        stance=state.stances.get(side, Stance()),
    )
    own = {"points_at": state.points_filed.here[side], "leaders_at": state.leaders_filed.here[side]}
    seen.__dict__.update(own)  # what the view would file again by itself
    return seen


def _last_seen(state: State, side: Side, sight: frozenset[str]) -> dict[str, int]:
    """Return the turns on which the enemy was last seen in hexes out of sight."""
    return {
        hex_: belief.enemy_seen_on
        for (owner, hex_), belief in state.beliefs.items()
        if owner == side and belief.enemy_seen_on and hex_ not in sight
    }


def _clock(clock: Clock, side: Side) -> Clock:
    """Leave out what is left of the difference in the enemy's half, and how it was used."""
    if clock.spending in (None, side):
        return clock
    return replace(clock, left=0, spent=0, entered=0, free_entry="none")


def _contact(contact: Contact | None, side: Side, sight: frozenset[str]) -> Contact | None:
    """Leave out where an unseen move of the enemy has ended and went, and what the enemy chooses or has chosen."""
    if contact is None or (contact.attacker != side and contact.hex not in sight and contact.loser != side):
        return None
    choices = contact.choices if contact.loser == side else ()
    tolls = {owner: toll if owner == side else replace(toll, chosen=None) for owner, toll in contact.tolls.items()}
    passed = contact.passed if contact.attacker == side else ()
    return replace(contact, choices=choices, tolls=tolls, passed=passed)


def _enemy(state: State, enemy: Side, sight: frozenset[str]) -> Mapping[str, Seen]:
    """Return the enemy's forces in sight."""
    armies: dict[str, list[str]] = {}
    for army in state.armies.values():
        if army.side == enemy:
            armies.setdefault(state.leaders[army.commander].hex, []).append(army.name)
    names = frozenset((hex_, tuple(sorted(here))) for hex_, here in armies.items())
    found = _all_seen(enemy, state.points_filed, state.leaders_filed, names)
    return found if state.world.sight == "board" else {hex_: found[hex_] for hex_ in sorted(found.keys() & sight)}


@lru_cache(maxsize=KEPT)
def _all_seen(
    enemy: Side, points: Muster[Point], leaders: Muster[Leader], armies: Iterable[tuple[str, tuple[str, ...]]]
) -> Mapping[str, Seen]:
    """Return the enemy's forces as they look, those of the same pieces once."""
    names, known, shaken = dict(armies), leaders.shows, points.shows
    return {
        hex_: _seen(hex_, names.get(hex_, ()), *known.get((enemy, hex_), NOBODY), demoralized=shaken[enemy, hex_])
        for hex_ in sorted(points.hexes[enemy])
    }


@lru_cache(maxsize=MOST_KEPT)
def _seen(
    hex_id: str, armies: tuple[str, ...], leaders: tuple[str, ...], names: tuple[str, ...], *, demoralized: bool
) -> Seen:
    """Return the same thing seen once."""
    return Seen(hex_id, demoralized, armies, leaders, names)


def _board(state: State, side: Side) -> Board:
    """Return works, depots, cut rails, and control: as they are on the board, otherwise as this side last saw them."""
    if state.world.sight == "board":
        return Board(state.held, state.works, state.depots, state.cuts)
    return state.believed[side]


def looked_around(state: State, side: Side) -> dict[tuple[Side, str], Belief]:
    """Return a side's beliefs that its sight, or the loss of what it held, has changed. On the board there are none."""
    if state.world.sight == "board":
        return {}
    sight = in_sight(state, side)
    changed = {}
    for hex_ in sorted((sight | _news(state, side)) & state.held.keys()):
        old = state.beliefs.get((side, hex_), NOTHING)
        new = _seen_in_full(state, side, hex_) if hex_ in sight else _own_affairs(state, side, hex_, old)
        if new != old:
            changed[side, hex_] = new
    return changed


def _seen_in_full(state: State, side: Side, hex_id: str) -> Belief:
    seen_on = state.clock.turn if hex_id in state.sp_hexes(enemy_of(side)) else 0
    built = state.works.get(hex_id), state.depots.get(hex_id)
    return Belief(state.held.get(hex_id), *built, seen_on, state.cuts.get(hex_id))


def _own_affairs(state: State, side: Side, hex_id: str, old: Belief) -> Belief:
    """Return what a side learns out of sight: all about a hex of its own, otherwise only that what it had is lost."""
    held, work, depot = state.held.get(hex_id), state.works.get(hex_id), state.depots.get(hex_id)
    if held == side:
        return replace(old, held=held, work=work, depot=depot, cut=state.cuts.get(hex_id))
    lost_place = old.held == side and bool(state.world.graph.hexes[hex_id].places)
    return replace(
        old,
        held=held if lost_place else old.held,
        work=work if old.work is not None and old.work.side == side else old.work,
        depot=depot if old.depot is not None and old.depot.side == side else old.depot,
    )


def _news(state: State, side: Side) -> set[str]:
    """Return the hexes of which a side doesn't believe what is true."""
    old = state.believed[side]
    built = ((state.works, old.works), (state.depots, old.depots), (state.cuts, old.cuts))
    pairs: tuple[tuple[Mapping[str, object], Mapping[str, object]], ...] = ((state.held, old.held), *built)
    return {hex_ for true, believed in pairs for hex_, _ in true.items() ^ believed.items()}
