"""The state in which a scenario opens."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulesets.civil_war import tables as t
from rulesets.civil_war.entry import Arrivals, arrivals
from rulesets.civil_war.war.neutrality import opens_neutral
from rulesets.civil_war.war.scenario import SIDES, Arrival, Counter, SideSetup, Troops
from rulesets.civil_war.war.state import Army, Clock, Depot, Leader, Point, Purse, State, Work
from rulesets.civil_war.war.views import looked_around
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side
from rulesets.core.weighing import Silent


def setup(world: World, *, fan_leaders: bool = False) -> State:
    """Return the state at the opening of a scenario, before its first Reinforcement phase."""
    scenario = world.scenario
    state = State(
        world=world,
        clock=Clock(scenario.turns[0], kentucky_neutral=opens_neutral(world)),
        points={point.id: point for side in SIDES for point in _points(world, side)},
        leaders={leader.id: leader for side in SIDES for leader in _leaders(world, side, fan_leaders=fan_leaders)},
        armies={army.id: army for side in SIDES for army in _armies(side, scenario.sides[side])},
        works={hex_: work for side in SIDES for hex_, work in works_of(world, side).items()},
        depots={hex_: Depot(hex_, side) for side in SIDES for hex_ in depots_of(world, side)},
        held=world.held_at_start,
        purses={side: Purse(priorities=scenario.theaters) for side in SIDES},
    )
    for side in SIDES:
        state = replace(state, beliefs={**state.beliefs, **looked_around(state, side)})
    return state


def _points(world: World, side: Side) -> Iterator[Point]:
    """Yield a side's strength points, those of the set-up first, numbered."""
    rows, number = world.scenario.sides[side], 0
    later = _by_table(world, side, fan_leaders=False) if world.scenario.arrivals_by_table else rows.arrivals
    for turn, troops in [(0, rows.troops), *((each.turn, each.troops) for each in later)]:
        for point in _singles(world, side, troops, turn):
            number += 1
            yield replace(point, id=f"{side} SP {number}")


def _singles(world: World, side: Side, troops: Sequence[Troops], turn: int) -> Iterator[Point]:
    for row in troops:
        fought = int(row.quality != "green")
        here = "" if turn else world.graph.hex_of(row.place)
        at = row.place if turn else ""
        point = Point("", side, "due" if turn else "map", here, row.arm, row.quality, turn, at, battles=fought)
        yield from (point for _ in range(row.sp))


def _leaders(world: World, side: Side, *, fan_leaders: bool) -> Iterator[Leader]:
    """Yield a side's leaders: those on the map or in the pool, and those due later."""
    rows, seen = world.scenario.sides[side], set[str]()
    later = _by_table(world, side, fan_leaders=fan_leaders) if world.scenario.arrivals_by_table else rows.arrivals
    for turn, counters in [(0, rows.leaders), *((each.turn, each.leaders) for each in later)]:
        for counter in counters:
            if counter.name not in seen and (fan_leaders or not counter.fan):
                seen.add(counter.name)
                yield _leader(world, side, counter, turn)


def _by_table(world: World, side: Side, *, fan_leaders: bool) -> tuple[Arrival, ...]:
    """Return what the schedule brings after the first turn (CW-1.6)."""
    first, last = world.scenario.turns
    return tuple(_due(world, side, turn, fan_leaders=fan_leaders) for turn in range(first + 1, last + 1))


def _due(world: World, side: Side, turn: int, *, fan_leaders: bool) -> Arrival:
    asked = Arrivals(side=side, turn=turn, fan_leaders=fan_leaders)
    found = arrivals(asked, Silent(context=world.house))
    counters = (text.rpartition(" ") for text in found.leaders)
    leaders = tuple(Counter(name, len(stars)) for name, _, stars in counters)
    return Arrival(turn, (Troops("", found.strength_points),), leaders)


def _leader(world: World, side: Side, counter: Counter, turn: int) -> Leader:
    key = t.counter_key(side, counter.name, counter.stars)
    if key not in t.LEADERS.rows:
        raise LookupError(f"There is no counter {key!r}.")
    leader = Leader(f"{side} {counter.name}", side, counter.name, counter.stars)
    if turn:
        return replace(leader, standing="due", due_on=turn, enters_at=counter.place)
    if counter.pool:
        return replace(leader, standing="pool", enters_at=counter.place)
    return replace(leader, hex=world.graph.hex_of(counter.place))


def _armies(side: Side, rows: SideSetup) -> Iterator[Army]:
    return (Army(f"{side} {row.name}", side, row.name, f"{side} {row.commander}") for row in rows.armies)


def works_of(world: World, side: Side) -> dict[str, Work]:
    """Return the works that a scenario prints for a side, by hex."""
    return {work.hex: work for work in _works(world, side)}


def depots_of(world: World, side: Side) -> tuple[str, ...]:
    """Return the hexes of the depots with which a side opens."""
    return tuple(map(world.graph.hex_of, world.scenario.sides[side].depots))


def _works(world: World, side: Side) -> Iterator[Work]:
    rows = world.scenario.sides[side]
    for place in rows.forts:
        yield Work(world.graph.hex_of(place), side, "fort", printed=True)
    for place in rows.fortresses:
        yield Work(world.graph.hex_of(place), side, "fortress", printed=True)
