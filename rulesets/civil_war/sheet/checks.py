"""What must be true of the finished sheet, read from the sheet alone; each check returns its faults as sentences."""

import re
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from itertools import chain, combinations, pairwise

from rulesets.civil_war.sheet.facts import Facts, RiverFact, rows_of
from rulesets.civil_war.sheet.plane import MILES, Line, Point, apart, center, corner_at, cross
from rulesets.core.hexes import Corner, distance, lines_of, side_between
from rulesets.core.sheet import Hex, Place, Sheet, Side

NEIGHBORHOOD, CLOSE, SLANT = 1.7 * MILES, 0.35 * MILES, 0.72
DETOUR = 2  # hexes that the way over a gap may be longer than the straight one
NETS_APART = {  # pairs of the table that no railroad of 1861 joins by any way round
    ("Little Rock", "Memphis"),
    ("Houston", "New Orleans"),
    ("Rolla", "Springfield MO"),
    ("Tallahassee", "Savannah GA"),
}


def at_place(sheet: Sheet, name: str) -> Hex:
    """Return the hex of a place that must be there."""
    found = sheet.hex_of_place(name)
    if found is None:
        raise LookupError(f"{name} is not on the sheet.")
    return found


def steps(sheet: Sheet, one: str, other: str) -> int:
    """Return how many hexes two places are apart."""
    return distance(at_place(sheet, one).at, at_place(sheet, other).at)


# Rivers and their banks.


def courses(sheet: Sheet, river: RiverFact) -> list[list[Corner]]:
    """Return the lines of a river's hexsides, each turned downstream."""
    found = []
    for keys in lines_of(list(_sides_of(sheet, river.name))):
        source, mouth = (river.line.nearest(corner_at(key)).along for key in (keys[0], keys[-1]))
        found.append(keys[::-1] if source > mouth else keys)
    return found


def _sides_of(sheet: Sheet, name: str) -> dict[frozenset[Corner], Side]:
    with_it = (side for side in sheet.sides if any(river.name == name for river in side.rivers))
    return {side_between(sheet.hexes[side.a].at, sheet.hexes[side.b].at): side for side in with_it}


def banks(sheet: Sheet, river: RiverFact) -> Callable[[Hex], str]:
    """Return a function that tells the bank of a hex: L, R, LR in a bend, or "" beyond the ends of the river."""
    sides = _sides_of(sheet, river.name)
    lines = courses(sheet, river)
    touching: dict[str, set[str]] = defaultdict(set)
    for start, end in chain.from_iterable(map(pairwise, lines)):
        side = sides[frozenset((start, end))]
        for hex_id in (side.a, side.b):
            at = center(sheet.hexes[hex_id].at)
            touching[hex_id].add("L" if cross(corner_at(start), corner_at(end), at) > 0 else "R")
    drawn = [Line(map(corner_at, keys)) for keys in lines]

    def bank(row: Hex) -> str:
        if row.id in touching:
            return "".join(sorted(touching[row.id]))
        at = center(row.at)
        side, beyond = min(drawn, key=lambda line: line.nearest(at).square).bank(at)
        return "" if beyond else side

    return bank


def bank_facts(facts: Facts) -> Iterator[tuple[str, RiverFact, str]]:
    """Return town, river, and bank of each row of the table whose town and river are on the sheet."""
    for row in rows_of("river_banks.csv"):
        if row["city"] in facts.towns and row["river"] in facts.rivers:
            yield row["city"], facts.rivers[row["river"]], row["bank"]


def wrong_banks(sheet: Sheet, facts: Facts) -> list[str]:
    """Name each town that is on another bank than the table says."""
    by_river = {name: banks(sheet, river) for name, river in facts.rivers.items()}
    faults = []
    for town, river, bank in bank_facts(facts):
        found = by_river[river.name](at_place(sheet, town))
        if found and bank not in found:
            faults.append(f"{town} is on bank {found} of the {river.name}, not {bank}.")
    return faults


def off_their_river(sheet: Sheet, facts: Facts, miles: float = 3.5) -> list[str]:
    """Name each town within so many miles of a river of the table whose hex the river does not touch."""
    faults = []
    for town, river, _ in bank_facts(facts):
        row = at_place(sheet, town)
        touches = any(
            river.name in {r.name for r in sheet.side(row.id, near).rivers} for near in sheet.neighbors(row.id)
        )
        if not touches and river.line.gap(facts.towns[town].at) < miles:
            faults.append(f"{town} does not touch the {river.name}.")
    return faults


# The table of checks.


def failed_checks(sheet: Sheet, facts: Facts, kind: str) -> list[str]:
    """Name each row of a kind of the table of checks that does not hold."""
    rows = (row for row in checks_on(sheet) if row["check"] == kind)
    return [f"{row['a']}, {row['b']}, {row['what']}" for row in rows if not CHECKS[kind](sheet, facts, row)]


def checks_on(sheet: Sheet) -> list[dict[str, str]]:
    """Return the rows whose places are on the sheet."""
    named = {place.name for place in sheet.places}
    return [row for row in rows_of("map_checks.csv") if {row["a"], row["b"]} <= named]


def _river_between(sheet: Sheet, facts: Facts, row: dict[str, str]) -> bool:
    a, b = at_place(sheet, row["a"]), at_place(sheet, row["b"])
    bank = banks(sheet, facts.rivers[row["what"]])
    one, other = bank(a), bank(b)
    if b.id in sheet.neighbors(a.id) and row["what"] not in {river.name for river in sheet.side(a.id, b.id).rivers}:
        return False
    return one != other or "LR" in (one, other)


def _gap_between(sheet: Sheet, facts: Facts, row: dict[str, str]) -> bool:
    a, b = at_place(sheet, row["a"]), at_place(sheet, row["b"])

    def is_open(here: str, there: str) -> bool:
        side = sheet.side(here, there)
        return not sheet.hexes[there].is_sea and (not side.ridge or bool(side.gap))

    far = _far(sheet, a.id, is_open)
    is_there = any(side.gap == row["what"] for side in sheet.sides)
    return is_there and far.get(b.id, 10**6) <= distance(a.at, b.at) + DETOUR


def _far(sheet: Sheet, start: str, is_open: Callable[[str, str], bool], goal: str = "") -> dict[str, int]:
    """Return how many steps away each hex is over open sides, as far as a goal if there is one."""
    found, queue = {start: 0}, deque([start])
    while queue and goal not in found:
        here = queue.popleft()
        for there in sheet.neighbors(here):
            if there not in found and is_open(here, there):
                found[there] = found[here] + 1
                queue.append(there)
    return found


def net_of(sheet: Sheet, name: str) -> set[str]:
    """Return the hexes that railroads of 1861 join to a place."""
    start = at_place(sheet, name).id
    return set(_far(sheet, start, lambda here, there: is_railed(sheet, here, there)))


def _rail_1861(sheet: Sheet, facts: Facts, row: dict[str, str]) -> bool:
    return at_place(sheet, row["b"]).id in net_of(sheet, row["a"])


def _no_rail_1861(sheet: Sheet, facts: Facts, row: dict[str, str]) -> bool:
    a, b = at_place(sheet, row["a"]).id, at_place(sheet, row["b"]).id
    if (row["a"], row["b"]) in NETS_APART:
        return b not in net_of(sheet, row["a"])
    return not any({rail.a, rail.b} == {a, b} for rail in sheet.rails if rail.opened <= 1861)


CHECKS: dict[str, Callable[[Sheet, Facts, dict[str, str]], bool]] = {
    "river_between": _river_between,
    "gap_between": _gap_between,
    "rail_1861": _rail_1861,
    "no_rail_1861": _no_rail_1861,
}


# Towns: where they lie to each other, and on the water.


def shared_hexes(sheet: Sheet) -> list[str]:
    """Name the towns of each hex with more than one."""
    return [
        ", ".join(sorted(place.name for place in row.places)) for row in sheet.hexes.values() if len(row.places) > 1
    ]


def slanted(sheet: Sheet, facts: Facts) -> list[str]:
    """Name each pair of near towns that lie in quite another direction than in truth."""
    drawn = {name: center(at_place(sheet, name).at) for name in facts.towns}
    return [
        f"{other.name} lies in a wrong direction from {one.name}."
        for one, other in combinations(facts.towns.values(), 2)
        if CLOSE < apart(one.at, other.at) <= NEIGHBORHOOD
        and _cosine(one.at, other.at, drawn[one.name], drawn[other.name]) < SLANT
    ]


def _cosine(start: Point, end: Point, drawn_start: Point, drawn_end: Point) -> float:
    """Return how well a drawn direction fits the true one; two towns in one hex fit any."""
    far = apart(start, end) * apart(drawn_start, drawn_end)
    true, drawn = ((b[0] - a[0], b[1] - a[1]) for a, b in ((start, end), (drawn_start, drawn_end)))
    return (true[0] * drawn[0] + true[1] * drawn[1]) / far if far else 1.0


def misplaced(sheet: Sheet, facts: Facts, most: float = 1.4) -> list[str]:
    """Name each pair of towns up to 150 miles apart whose distance in hexes is off by more than so many hexes."""
    faults = []
    for one, other in combinations(facts.towns.values(), 2):
        far = apart(one.at, other.at) / MILES
        if far <= 6:
            hexes = steps(sheet, one.name, other.name)
            if abs(hexes - far) > most:
                faults.append(f"{one.name} and {other.name}: {hexes} hexes, {far:.1f} in truth.")
    return faults


def is_on_water(sheet: Sheet, hex_id: str) -> bool:
    """Return whether a hex touches the sea, an estuary, or a navigable river."""
    return any(
        sheet.hexes[near].is_sea or sheet.side(hex_id, near).river in ("estuary", "navigable")
        for near in sheet.neighbors(hex_id)
    )


def dry_ports(sheet: Sheet) -> list[str]:
    """Name each port away from the water."""
    return [
        f"{place.name} is a port away from the water."
        for row in sheet.hexes.values()
        for place in row.places
        if place.port and not is_on_water(sheet, row.id)
    ]


def dry_river_ports(sheet: Sheet) -> list[str]:
    """Name each river port that no boat reaches, be it at high water."""
    return [
        f"{place.name} is a river port away from any usable river."
        for row in sheet.hexes.values()
        for place in row.places
        if place.river_port and not _has_boats(sheet, row.id)
    ]


def _has_boats(sheet: Sheet, hex_id: str) -> bool:
    seasonal = (sheet.side(hex_id, near).river == "seasonal" for near in sheet.neighbors(hex_id))
    return is_on_water(sheet, hex_id) or any(seasonal)


# Railroads.


def false_stops(sheet: Sheet, facts: Facts) -> list[str]:
    """Name each town that a railroad passes without stopping there."""
    stops = {railroad.line: railroad.stops for railroad in facts.railroads}
    faults = {
        f"{rail.line} passes {place.name}."
        for rail in sheet.rails
        for end in (rail.a, rail.b)
        for place in _strangers(sheet.hexes[end].places, stops[rail.line])
    }
    return sorted(faults)


def _strangers(places: tuple[Place, ...], stops: tuple[str, ...]) -> Iterator[Place]:
    """Return the places of a hex if none of them is a stop."""
    if places and not any(place.name in stops for place in places):
        yield from places


def junctions(sheet: Sheet, facts: Facts) -> set[tuple[str, str]]:
    """Return the pairs of railroads that meet in a hex and share no stop."""
    stops = {railroad.line: set(railroad.stops) for railroad in facts.railroads}
    lines_at: dict[str, set[str]] = defaultdict(set)
    for rail in sheet.rails:
        lines_at[rail.a].add(rail.line)
        lines_at[rail.b].add(rail.line)
    pairs = chain.from_iterable(combinations(sorted(lines), 2) for lines in lines_at.values())
    return {(one, other) for one, other in pairs if not stops[one] & stops[other]}


# Marching.


def may_march(sheet: Sheet, here: str, there: str) -> bool:
    """Return whether led infantry may ever step from one hex into a neighbor: by road, gap, ferry, or rail."""
    side, into = sheet.side(here, there), sheet.hexes[there]
    if into.is_sea or not into.theater:
        return False
    if is_railed(sheet, here, there) or side.ferry:
        return True
    if (side.ridge and not side.gap) or side.river == "estuary":
        return False
    return into.terrain != "mountain" or bool(side.gap or side.road)


def is_railed(sheet: Sheet, here: str, there: str) -> bool:
    """Return whether a railroad of 1861 joins two neighbors."""
    return any(rail.opened <= 1861 for rail in sheet.rails_between(here, there))


def marches(sheet: Sheet, start: str, goal: str = "") -> dict[str, int]:
    """Return how many steps away each hex is that led infantry can reach from a place."""
    return _far(sheet, at_place(sheet, start).id, lambda here, there: may_march(sheet, here, there), goal)


def never_reached(sheet: Sheet, start: str = "Washington") -> list[str]:
    """Name the places that led infantry can't reach."""
    found = marches(sheet, start)
    return [place.name for row in sheet.hexes.values() if row.id not in found for place in row.places]


def closed_for_good(sheet: Sheet, start: str = "Washington") -> list[str]:
    """Name the land hexes of a theater that led infantry can't reach."""
    found = marches(sheet, start)
    return [row.id for row in sheet.hexes.values() if row.theater and row.id not in found]


def lone_sides(sheet: Sheet) -> list[Side]:
    """Return the sides that don't lie between two neighbors of the sheet."""
    return [side for side in sheet.sides if side.b not in sheet.neighbors(side.a)]


# The rows of the overrides table.


def failed_overrides(sheet: Sheet, facts: Facts) -> list[str]:
    """Name each row whose check does not hold."""
    return [
        f"{row.kind} {'; '.join(row.where)}: {row.check}" for row in facts.overrides if not _holds(sheet, row.check)
    ]


def _holds(sheet: Sheet, check: str) -> bool:
    for words, holds in WORDS.items():
        found = re.fullmatch(words, check)
        if found:
            return holds(sheet, *found.groups())
    return False


def _lies(sheet: Sheet, place: str, direction: str, origin: str) -> bool:
    """Return whether a place is in a direction from another, give or take half of a right angle."""
    (ax, ay), (bx, by) = (center(at_place(sheet, name).at) for name in (origin, place))
    east, north = bx - ax, by - ay
    is_north, is_east = "north" in direction, "east" in direction
    return (north > 0) == is_north and (east > 0) == is_east and 0.4 < abs(north) / max(abs(east), 1e-9) < 2.5


def _passes_no(sheet: Sheet, line: str, place: str) -> bool:
    here = at_place(sheet, place).id
    return not any(rail.line == line and here in (rail.a, rail.b) for rail in sheet.rails)


def _takes(sheet: Sheet, one: str, other: str, far: str) -> bool:
    goal = at_place(sheet, other).id
    return marches(sheet, one, goal).get(goal) == int(far)


WORDS: dict[str, Callable[..., bool]] = {
    r"terrain of (.+) is (\w+)": lambda sheet, place, terrain: at_place(sheet, place).terrain == terrain,
    r"(.+) to (.+) is (\d+)": lambda sheet, one, other, far: steps(sheet, one, other) == int(far),
    r"(.+) lies (\w+) of (.+)": _lies,
    r"(.+) passes no (.+)": _passes_no,
    r"(.+) to (.+) takes (\d+)": _takes,
}
