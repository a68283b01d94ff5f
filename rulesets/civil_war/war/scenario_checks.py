"""What a scenario file puts on the map, checked by the book's own tables and procedures: each fault by its line."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache, cached_property

from rulesets.civil_war import tables as t
from rulesets.civil_war.command import may_command_army
from rulesets.civil_war.war.command_here import room_left
from rulesets.civil_war.war.ground import Ground, Known, ground_of
from rulesets.civil_war.war.scenario import SIDES, Counter, Scenario
from rulesets.civil_war.war.scenario_rows import Rows
from rulesets.civil_war.war.world import World, world_of
from rulesets.civil_war.words import Side, enemy_of, the_side
from rulesets.core.lined_reader import Fault, clean
from rulesets.core.records import dataclass
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import load_sheet
from rulesets.core.table import Table
from rulesets.core.weighing import Silent
from rulesets.core.words import listed, many, quoted

PRINTED_FORTS = frozenset(
    (
        *("New York", "Baltimore", "Washington", "Fort Monroe", "Norfolk", "Yorktown", "Manassas Junction"),
        *("Beaufort NC", "Hatteras Inlet", "Charleston SC", "Fort Pulaski", "Fernandina", "St. Augustine"),
        *("Pensacola", "Fort Pickens", "Key West", "Fort Jefferson", "Fort Morgan", "Fort Jackson", "Ship Island"),
        *("Cairo", "Leavenworth", "Fort Scott", "Fort Smith"),
    )
)  # on the sheet from turn 1, so against no limit (L-4)
PRINTED_FORTRESSES = frozenset({"Fort Monroe", "Washington"})


def map_faults(scenario: Scenario, rows: Rows) -> list[Fault]:
    """Return what can't be put on the map as the file says."""
    checks = _Checks(world_of(scenario), rows)
    if not checks.world.graph.hexes:
        return [(rows.window, "there is no hex of the map in this window.")]
    return [fault for check in CHECKS for fault in check(checks)]


@dataclass(frozen=True)
class _Checks:
    """A map and the rows of a file. Rows whose place is wrong are named once, then left out."""

    world: World
    rows: Rows

    @cached_property
    def sheet(self) -> Sheet:
        return load_sheet(self.world.scenario.sheet, self.world.scenario.sheet_hash)

    @property
    def turn(self) -> int:
        """Return the first turn, whose limits count."""
        return self.world.scenario.turns[0]

    @cached_property
    def ground(self) -> Ground:
        return ground_of(self.world, self.turn)

    def place_fault(self, place: str) -> str:
        """Return why nothing can be at a place, or nothing."""
        hex_ = self.sheet.hex_of_place(place)
        if hex_ is None:
            return f"there is no place {quoted(clean(place))} on this map."
        if hex_.id not in self.world.graph.hexes:
            return f"{place} is outside the window."
        if not hex_.theater:
            return f"{place} isn’t in play."
        theater = self.world.theater_of(hex_.id)
        return "" if theater in self.world.scenario.theaters else f"{place} is in the {theater}, which isn’t in play."

    def hex_of(self, place: str) -> str:
        """Return the hex of a place where something can be, or nothing."""
        return "" if self.place_fault(place) else self.world.graph.hex_of(place)

    @cached_property
    def room(self) -> Callable[[Side, str], int]:
        """Return how many SP of a side a hex holds, found once for each (L-3)."""
        known = {side: Known(side, frozenset(), frozenset(), self.world.held_at_start) for side in SIDES}
        return cache(lambda side, hex_id: room_left(self.world, self.ground, known[side], hex_id, 0))

    def works_limit(self, name: str, side: Side) -> int:
        return t.WORKS.at(name, side, context=self.world.house)

    @cached_property
    def stacks(self) -> dict[tuple[Side, str], int]:
        """Return the SP of each side in each hex at the start."""
        found: dict[tuple[Side, str], int] = defaultdict(int)
        for row in self.rows.troops:
            if not row.turn and (hex_id := self.hex_of(row.is_.place)):
                found[row.side, hex_id] += row.is_.sp
        return found

    @cached_property
    def on_map(self) -> dict[tuple[Side, str], Counter]:
        """Return the leaders on the map at the start, by side and name."""
        started = (row for row in self.rows.leaders if not row.turn and not row.is_.pool)
        return {(row.side, row.is_.name): row.is_ for row in started}


def _places(checks: _Checks) -> Iterator[Fault]:
    """Name unknown places, and those outside the window."""
    for line, place in _named_places(checks.rows):
        if fault := checks.place_fault(place):
            yield line, fault
    states = {hex_.state for hex_ in checks.sheet.hexes.values()} - {""}
    for line, state in checks.rows.states:
        if state not in states:
            yield line, f"there is no state {quoted(clean(state))} on this map. Use two letters, such as TN."


def _named_places(rows: Rows) -> Iterator[tuple[int, str]]:
    yield from rows.named
    yield from ((row.line, row.is_) for found in rows.places.values() for row in found)
    yield from ((row.line, row.is_.place) for row in rows.troops if row.is_.place)
    yield from ((row.line, row.is_.place) for row in rows.leaders if row.is_.place)


def _leaders(checks: _Checks) -> Iterator[Fault]:
    """Name unknown counters, those listed twice, and those who are nowhere."""
    seen = set[tuple[Side, str]]()
    for row in checks.rows.leaders:
        leader = row.is_
        if fault := _counter_fault(row.side, leader):
            yield row.line, fault
        elif (row.side, leader.name) in seen:
            yield row.line, f"{leader.name} is listed twice for {the_side(row.side)}."
        elif not (row.turn or leader.pool or leader.place):
            yield row.line, f"say where {leader.name} is: give a place, or put him in the pool."
        seen.add((row.side, leader.name))


def _counter_fault(side: Side, leader: Counter) -> str:
    """Return why there is no such counter, or nothing."""
    if t.counter_key(side, leader.name, leader.stars) in t.LEADERS.rows:
        return ""
    ranks = sorted({int(row["rank_stars"]) for row in t.COUNTERS if (row["side"], row["name"]) == (side, leader.name)})
    if not ranks:
        return f"{the_side(side)} has no leader {quoted(clean(leader.name))}."
    return f"{leader.name} has no counter of {many(leader.stars, 'star')}, only of {listed(map(str, ranks))}."


def _stacking(checks: _Checks) -> Iterator[Fault]:
    """Name rows over the stacking limit, repeated rows, and stacks of both sides in a hex."""
    sums: dict[tuple[Side, str], int] = defaultdict(int)
    seen = set[object]()
    for row in checks.rows.troops:
        what = (row.side, row.turn, row.is_.place, row.is_.arm, row.is_.quality)
        if what in seen:
            yield row.line, "there is a row for the same SP already. Write one row with all of them."
        seen.add(what)
        hex_id = checks.hex_of(row.is_.place)
        if row.turn or not hex_id:
            continue
        sums[row.side, hex_id] += row.is_.sp
        sp, most = sums[row.side, hex_id], checks.room(row.side, hex_id)
        if sp > most:
            yield row.line, f"{row.is_.place}: {sp} SP are in this hex, which holds up to {most} ({t.ROOM.cites})."
        if (enemy_of(row.side), hex_id) in sums:
            yield row.line, f"{row.is_.place}: the other side has SP in this hex."


def _over(side: Side, most: int, what: str, where: str, limits: Table[int]) -> str:
    return f"{the_side(side)} may have up to {most} {what} {where} ({limits.cites})."


def _armies(checks: _Checks) -> Iterator[Fault]:
    """Name armies over the limits, and those whose commander can't command one."""
    house = checks.world.house
    names, commanders = set[tuple[Side, str]](), set[tuple[Side, str]]()
    number: dict[tuple[Side, str], int] = defaultdict(int)
    for row in checks.rows.armies:
        name, commander = (row.side, row.is_.name), (row.side, row.is_.commander)
        if name in names or commander in commanders:
            yield row.line, "an army has one name and one commander, who commands no other."
        names.add(name)
        commanders.add(commander)
        if fault := _commander_fault(checks, row.side, row.is_.commander):
            yield row.line, fault
            continue
        theater = checks.world.theater_of(checks.hex_of(checks.on_map[commander].place))
        limits = {
            f"on turn {checks.turn}": t.ARMIES.at(checks.turn, row.side, context=house),
            f"in the {theater}": t.ARMIES_IN_A_THEATER.at(theater, row.side, context=house),
        }
        for where, most in limits.items():
            number[row.side, where] += 1
            if number[row.side, where] > most:
                yield row.line, _over(row.side, most, "armies", where, t.ARMIES)


def _commander_fault(checks: _Checks, side: Side, name: str) -> str:
    """Return why a leader can't command an army of the set-up, or nothing."""
    leader = checks.on_map.get((side, name))
    if leader is None:
        return f"{quoted(clean(name))} isn’t a leader of {the_side(side)} on the map at the start."
    key = t.counter_key(side, name, leader.stars)
    hex_id = checks.hex_of(leader.place)
    if key not in t.LEADERS.rows or not hex_id:
        return f"{name} can’t command an army: see the fault in his own row."
    context = checks.world.house
    if leader.fan:
        return f"{name} may be out of play, so he can’t command an army of the set-up."
    is_naval = t.LEADERS.at(key, "arm", context=context) == "naval"
    if is_naval or not may_command_army(leader.stars, Silent(context=context)):
        return f"{name} can’t command an army: only land leaders of 3 stars or more can ({t.ARMIES.cites})."
    return "" if checks.stacks.get((side, hex_id)) else f"{name} has no SP with him to be an army."


def _depots(checks: _Checks) -> Iterator[Fault]:
    """Name depots over the limit or too close, and those of both sides in a hex."""
    placed: dict[Side, list[str]] = {side: [] for side in SIDES}
    for row in checks.rows.places.get("depots", ()):
        hex_id = checks.hex_of(row.is_)
        if not hex_id:
            continue
        own, enemy = placed[row.side], placed[enemy_of(row.side)]
        most = t.DEPOTS.at(checks.turn, row.side, context=checks.world.house)
        apart = checks.works_limit("hexes between depots", row.side)
        if len(own) >= most:
            yield row.line, _over(row.side, most, "depots", f"on turn {checks.turn}", t.DEPOTS)
            continue
        if any(checks.world.graph.apart(hex_id, there) < apart for there in own):
            yield row.line, f"{row.is_}: depots must be at least {many(apart, 'hex')} apart ({t.DEPOTS.cites})."
        if hex_id in enemy:
            yield row.line, f"{row.is_}: the other side has a depot in this hex."
        own.append(hex_id)


def _works(checks: _Checks) -> Iterator[Fault]:
    """Name works over the limits, and more than one in a hex."""
    taken = set[str]()
    kinds = (
        ("forts", PRINTED_FORTS, "forts built on the map"),
        ("fortresses", PRINTED_FORTRESSES, "fortress upgrades in the game"),
    )
    for what, printed, limit in kinds:
        built: dict[Side, int] = defaultdict(int)
        for row in checks.rows.places.get(what, ()):
            hex_id = checks.hex_of(row.is_)
            if not hex_id:
                continue
            if hex_id in taken:
                yield row.line, f"{row.is_}: a hex has one fort or fortress, and this hex has one already."
            taken.add(hex_id)
            built[row.side] += row.is_ not in printed
            most = checks.works_limit(limit, row.side)
            if row.is_ not in printed and built[row.side] > most:
                yield row.line, _over(row.side, most, what, "besides those printed on the map", t.WORKS)


def _sources(checks: _Checks) -> Iterator[Fault]:
    seen = set[tuple[Side, str]]()
    for row in checks.rows.places.get("sources", ()):
        if (row.side, row.is_) in seen:
            yield row.line, f"{row.is_} is listed twice."
        seen.add((row.side, row.is_))


CHECKS: tuple[Callable[[_Checks], Iterator[Fault]], ...] = (
    _places,
    _leaders,
    _stacking,
    _armies,
    _depots,
    _works,
    _sources,
)
