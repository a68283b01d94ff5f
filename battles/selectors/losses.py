"""A side's casualties so far, from its ticks: stands lost and present, states, and leaders' fates (VG-8A, 9A).

Stands that skedaddled on an earlier day are back, unless their unit was off the table at nightfall: then it is out.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.http import Http404

from battles.conduct.base import EnteredResult, Option, Unit
from battles.conduct.plain import TABLE
from battles.conduct.wear import SomeWear
from battles.models import Battle, ExcessChoice, Plan, SecretResult, SideResult, Tick
from battles.selectors.reads import (
    SIDES,
    as_unit,
    brief_of_battle,
    brought_of,
    cards_book,
    cards_of,
    clock_of,
    conduct,
    excess_choices_of,
    facts_in,
    house_of_battle,
    may_know_plan,
    never_arrived,
    plan_of,
    plans_of,
    secret_results_of,
    units_of,
)
from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.records import dataclass
from rulesets.core.report import CAUSES, NO_LOSS, Fate, LeaderSaid, StandsLost

KILLED, CAPTURED, SKEDADDLED, QUIT, NEVER_ARRIVED = CAUSES
BY_STAND = (KILLED, CAPTURED, SKEDADDLED)
OF_BATTERY = (KILLED, CAPTURED)
OF_UNIT = (QUIT, NEVER_ARRIVED)


class Ticked(NamedTuple):
    """A tick as it was made."""

    n: int
    unit: str
    cause: str
    by: int
    expected: int
    turn: int
    counts: bool


@dataclass(frozen=True)
class Roster:
    """Everything of a side that can be lost: units of stands, batteries, and whoever may fall."""

    units: Mapping[str, Unit]
    batteries: Mapping[str, Unit]
    commanders: Mapping[str, Option]

    def causes_of(self, unit: str) -> tuple[str, ...]:
        """Return what may happen to a unit, a battery, or a commander."""
        if unit in self.units:
            return (*BY_STAND, *OF_UNIT)
        if unit in self.batteries:
            return (*OF_BATTERY, *OF_UNIT)
        return tuple(fate.value for fate in Fate if fate is not Fate.UNHURT) if unit in self.commanders else ()

    def name_of(self, unit: str) -> str:
        if unit in self.commanders:
            return self.commanders[unit].label
        return (self.units.get(unit) or self.batteries[unit]).name

    def size_of(self, unit: str) -> int:
        return self.units[unit].stands if unit in self.units else 1

    @property
    def sizes(self) -> dict[str, int]:
        """Return the stands of each unit, and 1 for each battery."""
        return {at: self.size_of(at) for at in (*self.units, *self.batteries)}

    @property
    def has_marches(self) -> bool:
        """Return whether anything marches around a flank, so that it may not be on the table."""
        return any(each.place != TABLE for each in (*self.units.values(), *self.batteries.values()))


@dataclass(frozen=True)
class UnitState:
    """A unit now: its stands lost and present. `is_out` says that it was off the table at nightfall (VG-8A1)."""

    size: int
    lost: StandsLost
    triple: str = ""
    status: str = ""
    is_out: bool = False

    @property
    def present(self) -> int:
        return self.size - sum(self.lost.by_cause.values())


@dataclass(frozen=True)
class Tally:
    """A side's ticks, added up on one turn."""

    roster: Roster
    ticks: Sequence[Ticked]
    absent: Mapping[str, int]
    day_of: Callable[[int], int]
    turn: int
    triples_of: Callable[[Mapping[str, int]], Mapping[str, str]]
    wear: SomeWear | None

    @cached_property
    def standing(self) -> dict[str, list[Ticked]]:
        """Return each unit's ticks that count and weren't taken back, in their order."""
        found: dict[str, list[Ticked]] = {}
        for tick in self.ticks:
            if not tick.counts:
                continue
            mine = found.setdefault(tick.unit, [])
            if tick.by > 0:
                mine.append(tick)
            elif (last := last_of(mine, tick.cause)) is not None:
                mine.remove(last)
        return found

    @cached_property
    def states(self) -> dict[str, UnitState]:
        """Return every unit and battery as it is now."""
        brought = {at: unit.stands - self.absent.get(at, 0) for at, unit in self.roster.units.items()}
        triples = self.triples_of(brought)
        return {at: self._state(at, triples.get(at, "")) for at in (*self.roster.units, *self.roster.batteries)}

    @property
    def losses(self) -> dict[str, StandsLost]:
        """Return the losses of each unit of stands."""
        return {at: self.states[at].lost for at in self.roster.units}

    @property
    def all_losses(self) -> dict[str, StandsLost]:
        """Return the losses of units and batteries."""
        return {at: state.lost for at, state in self.states.items()}

    @property
    def fates(self) -> dict[str, Fate]:
        """Return the last fate of each commander who has one."""
        return {at: Fate(mine[-1].cause) for at, mine in self.standing.items() if mine and at in self.roster.commanders}

    @property
    def uncounted(self) -> dict[str, int]:
        """Return how many ticks of each unit didn't count."""
        found: dict[str, int] = {}
        for tick in self.ticks:
            if not tick.counts:
                found[tick.unit] = found.get(tick.unit, 0) + 1
        return found

    def present(self, unit: str) -> int:
        """Return the stands that a unit has on the table; 1 for a battery."""
        return self._state(unit).present

    def may_count(self, unit: str, cause: str, by: int) -> bool:
        """Return whether a tick made now would count: there is a stand to lose, or one to take back."""
        if by < 0:
            return last_of(self.standing.get(unit, []), cause) is not None
        if unit in self.roster.commanders:
            return True
        present = self.present(unit)
        if cause == NEVER_ARRIVED:
            return present == self.roster.size_of(unit) - self.absent.get(unit, 0) > 0
        return present > 0

    def _state(self, unit: str, triple: str = "") -> UnitState:
        mine, size = self.standing.get(unit, []), self.roster.size_of(unit)
        brought = size - self.absent.get(unit, 0)
        if any(tick.cause == NEVER_ARRIVED for tick in mine):
            brought = 0
        if not mine or not brought:
            lost = StandsLost(never_arrived=size - brought)
            is_out = not brought and self.day_of(self.turn) > 1
            return UnitState(size, lost, triple, self._status(triple, brought), is_out)
        return self._through_days(mine, size, brought, triple)

    @carries("VG-8A1", "VG-8A2")
    def _through_days(self, ticks: Sequence[Ticked], size: int, brought: int, triple: str) -> UnitState:
        """Add up a unit's ticks day by day: at each nightfall its skedaddlers return, or it is out if it was off the
        table."""
        today, morning, is_out = self.day_of(self.turn), 0, False
        lost = NO_LOSS
        for day in range(1, today + 1):
            lost = _lost_by(ticks, day, brought, self.day_of)
            left = brought - sum(lost.by_cause.values())
            if day == today:
                break
            if not left:
                is_out = True
                break
            morning = self._next_morning(triple, left, lost)
        lost += StandsLost(never_arrived=size - brought)
        left = size - sum(lost.by_cause.values())
        return UnitState(size, lost, triple, self._status(triple, left, morning), is_out)

    def _next_morning(self, triple: str, left: int, lost: StandsLost) -> int:
        if self.wear is None:
            return left + lost.skedaddled
        return self.wear.next_morning(triple, left, lost.skedaddled, lost.for_good)

    def _status(self, triple: str, stands: int, morning: int = 0) -> str:
        return self.wear.status(triple, stands, morning=morning) if self.wear and triple else ""


def last_of(ticks: Sequence[Ticked], cause: str) -> Ticked | None:
    """Return the last tick of this cause."""
    return next((tick for tick in reversed(ticks) if tick.cause == cause), None)


def _lost_by(ticks: Iterable[Ticked], day: int, brought: int, day_of: Callable[[int], int]) -> StandsLost:
    """Return a unit's stands off the table on a day, never more than it brought; whoever quits takes the rest along."""
    counts = dict.fromkeys(CAUSES, 0)
    for tick in ticks:
        on = day_of(tick.turn)
        if on == day or (on < day and tick.cause != SKEDADDLED):
            counts[tick.cause] += 1
    left, lost = brought, {}
    for cause in BY_STAND:
        lost[cause] = min(counts[cause], left)
        left -= lost[cause]
    return StandsLost(**lost, quit=left if counts[QUIT] else 0)


def with_tick(lost: StandsLost, tick: Ticked, stands: int) -> StandsLost:
    """Return entered losses with one more tick: never below 0, and never more than the unit has stands."""
    counts = dict(lost.by_cause)
    left = stands - sum(counts.values())
    whole = tick.cause in OF_UNIT
    if tick.by > 0:
        counts[tick.cause] += left if whole else min(1, left)
    else:
        counts[tick.cause] -= counts[tick.cause] if whole else min(1, counts[tick.cause])
    return StandsLost(**counts)


def with_late_ticks(
    entered: EnteredResult, row: SideResult, ticks: Iterable[Ticked], sizes: Mapping[str, int]
) -> EnteredResult:
    """Return an entered result with what was ticked since, until its owner confirms it."""
    if row.confirmed or not (late := ticked_since(row, ticks)):
        return entered
    losses, leaders = dict(entered.losses), dict(entered.leaders)
    for tick in late:
        if tick.unit in leaders:
            leaders[tick.unit] = LeaderSaid(Fate(tick.cause) if tick.by > 0 else Fate.UNHURT)
        elif tick.unit in sizes:
            losses[tick.unit] = with_tick(losses.get(tick.unit, NO_LOSS), tick, sizes[tick.unit])
    return replace(entered, losses=losses, leaders=leaders)


def side_to_tick(viewer: Viewer, battle: Battle, side: str) -> str:
    """Return the side whose losses a seat may tick: its own, or as the umpire either; raise 404 for others.

    Where a battle is fought from unit cards, losses are on the cards.
    """
    if battle.turn and cards_book(battle) is None:
        if viewer.is_umpire and side in SIDES:
            return side
        if viewer.is_commander and side in ("", viewer.side) and may_know_plan(viewer, battle, viewer.side):
            return viewer.side
    raise Http404


# What the database has.


def ticks_of(battle: Battle, side: str) -> list[Ticked]:
    """Return a side's ticks in their order."""
    return ticks_by_side(battle, [side])[side]


def ticks_by_side(battle: Battle, sides: Sequence[str]) -> dict[str, list[Ticked]]:
    """Return the ticks of each of these sides, in one read."""
    found: dict[str, list[Ticked]] = {side: [] for side in sides}
    for side, *tick in _ticks(battle.id, sides):
        found[side].append(Ticked(*tick))
    return found


def ticks_of_unit(battle: Battle, side: str, unit: str) -> list[Ticked]:
    return [Ticked(*row) for row in _ticks_of_unit(battle.id, side, unit)]


def last_number(battle: Battle, side: str) -> int:
    """Return the number of a side's last tick."""
    return next(iter(_last_numbers(battle.id, side)), 0)


def ticked_since(row: SideResult, ticks: Iterable[Ticked]) -> list[Ticked]:
    """Return those ticks that count and came after a result was entered."""
    return [tick for tick in ticks if tick.counts and tick.n > row.body.get("ticked", 0)]


@prepared
def _ticks(battle_id: int, sides: Sequence[str]) -> "QuerySet[Tick, Any]":
    ticks = Tick.objects.filter(battle_id=battle_id, side__in=sides)
    return ticks.order_by("n").values_list("side", *Ticked._fields)


@prepared
def _ticks_of_unit(battle_id: int, side: str, unit: str) -> "QuerySet[Tick, Any]":
    ticks = Tick.objects.filter(battle_id=battle_id, side=side, unit=unit)
    return ticks.order_by("n").values_list(*Ticked._fields)


@prepared
def _last_numbers(battle_id: int, side: str) -> "QuerySet[Tick, int]":
    return Tick.objects.filter(battle_id=battle_id, side=side).order_by("-n").values_list("n", flat=True)[:1]


@dataclass(frozen=True)
class _Asked:
    """What a roster is made from; `text` tells two apart."""

    text: str
    side: str
    battle: Battle = field(compare=False)
    plans: Mapping[str, Plan] = field(compare=False)


def roster_of(battle: Battle, side: str, plans: Mapping[str, Plan]) -> Roster:
    """Return a side's units by its sealed plan. It takes long to work out, so the last ones are kept."""
    plan = plans[side].body if side in plans else None
    cards = [as_unit(card) for card in cards_of(battle)] if cards_book(battle) is not None else []
    text = repr((battle.book, house_of_battle(battle), battle.setup.brief, plan, cards))
    return _roster(_Asked(text, side, battle, plans))


@lru_cache(maxsize=32)
def _roster(asked: _Asked) -> Roster:
    battle, side = asked.battle, asked.side
    played, brief = conduct(battle), brief_of_battle(battle)
    plan = plan_of(battle, asked.plans[side]) if side in asked.plans else None
    units, batteries = units_of(battle, side, asked.plans), played.planning.batteries(brief, side, plan)
    if played.wear is not None and plan is not None:
        commanders = played.wear.commanders(brief, side, plan)
    else:
        commanders = played.result.leaders(brief, side)
    return Roster(
        {unit.id: unit for unit in units},
        {battery.id: battery for battery in batteries},
        {each.value: each for each in commanders},
    )


def tally_of(battle: Battle, side: str, plans: Mapping[str, Plan] | None = None) -> Tally:
    """Read a side's ticks and add them up."""
    plans = plans_of(battle) if plans is None else plans
    results, choices = secret_results_of(battle), excess_choices_of(plans)
    return tally(battle, side, plans, ticks_of(battle, side), results, choices)


def recorded_losses(
    battle: Battle, side: str, plans: Mapping[str, Plan]
) -> tuple[dict[str, StandsLost], dict[str, LeaderSaid]]:
    """Return what the site has recorded of a side: its ticked losses and fates, and stands that never came."""
    if cards_book(battle) is not None:
        return {}, {}
    sums = tally_of(battle, side, plans)
    return sums.all_losses, {at: LeaderSaid(fate) for at, fate in sums.fates.items()}


def tally(
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    ticks: Sequence[Ticked],
    results: Sequence[SecretResult],
    choices: Sequence[ExcessChoice],
    *,
    roster: Roster | None = None,
) -> Tally:
    """Add up a side's ticks, with what has come on the table so far."""
    roster = roster or roster_of(battle, side, plans)
    return tally_with(battle, side, plans, ticks, roster, _absent(battle, side, roster, results, choices))


def tally_with(
    battle: Battle,
    side: str,
    plans: Mapping[str, Plan],
    ticks: Sequence[Ticked],
    roster: Roster,
    absent: Mapping[str, int],
) -> Tally:
    """Add up a side's ticks, with the stands of each unit that aren't on the table."""
    brief, wear = brief_of_battle(battle), conduct(battle).wear if side in plans else None

    def triples_of(sizes: Mapping[str, int]) -> Mapping[str, str]:
        return wear.triples(brief, side, plan_of(battle, plans[side]), sizes) if wear is not None else {}

    return Tally(
        roster=roster,
        ticks=ticks,
        absent=absent,
        day_of=lru_cache(maxsize=None)(lambda turn: clock_of(battle, turn).day),
        turn=battle.turn,
        triples_of=triples_of,
        wear=wear,
    )


def _absent(
    battle: Battle, side: str, roster: Roster, results: Sequence[SecretResult], choices: Sequence[ExcessChoice]
) -> dict[str, int]:
    """Return the stands of each unit that aren't on the table so far, and the batteries."""
    if not roster.has_marches:
        return {}
    units, places = list(roster.units.values()), {at: each.place for at, each in roster.batteries.items()}
    away = never_arrived(battle, side, units, results, choices)
    wear = conduct(battle).wear
    if wear is None:
        return away
    brought = {row.edge: chosen for row in choices if row.side == side and (chosen := brought_of(row))}
    missing = wear.absent_batteries(places, facts_in(battle, results), side, battle.turn, brought)
    return away | dict.fromkeys(missing, 1)
