"""Rivers along hexsides: parents before tributaries, each past its towns on the right bank."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise

from rulesets.civil_war.sheet.facts import Facts, RiverFact
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.plane import MILES, RADIUS, Line, Point, corner_at, middle, nearest_hex
from rulesets.civil_war.sheet.web import Side, Waypoint, Web, cheapest_way, from_line, off_by, side_of
from rulesets.core.hexes import Axial, Corner
from rulesets.core.records import dataclass

ON_RIVER = 3.5  # miles: a town that the river has to touch
WRONG_BANK, SHARED_SIDE = 40 * RADIUS, 16 * RADIUS
COAST, ESTUARY_COAST = 1.5 * RADIUS, 0.2 * RADIUS
USABLE = ("navigable", "seasonal")
CLASSES = ("estuary", "navigable", "seasonal", "unnavigable")  # the greater first (H-16)


@dataclass
class Rivers:
    """Each river's line of corners, and what runs along each hexside."""

    lines: dict[str, list[Corner]] = field(default_factory=dict)
    along: dict[Side, list[tuple[str, str]]] = field(default_factory=lambda: defaultdict(list))

    def greatest(self, side: Side) -> tuple[str, str] | None:
        """Return name and class of the river that counts on a side."""
        return min(self.along[side], key=lambda each: CLASSES.index(each[1])) if side in self.along else None

    def is_navigable(self, side: Side) -> bool:
        """Return whether boats go along a side all year."""
        found = self.greatest(side)
        return found is not None and found[1] in ("estuary", "navigable")


@dataclass
class Course:
    """What laying one river needs to know of the map so far."""

    river: RiverFact
    facts: Facts
    land: Land
    web: Web
    seats: dict[str, Axial]
    towns_at: dict[Axial, list[str]]
    rivers: Rivers


def lay_rivers(facts: Facts, land: Land, web: Web, seats: dict[str, Axial]) -> Rivers:
    """Lay every river of the facts."""
    rivers = Rivers()
    towns_at: dict[Axial, list[str]] = defaultdict(list)
    for name, at in seats.items():
        towns_at[at].append(name)
    kinds: dict[str, dict[Side, str]] = {}
    for river in _parents_first(facts):
        course = Course(river, facts, land, web, seats, towns_at, rivers)
        line = _lay(course)
        if line and len(line) > 1:
            rivers.lines[river.name] = line
            kinds[river.name] = _classes(course, line)
            _note(rivers, river.name, kinds[river.name], web, land)
    _open_confluences(facts, rivers, kinds)
    rivers.along.clear()
    for name, found in kinds.items():
        _note(rivers, name, found, web, land)
    return rivers


def _note(rivers: Rivers, name: str, kinds: dict[Side, str], web: Web, land: Land) -> None:
    for side, kind in kinds.items():
        if any(at not in land.sea for at in web.hexes_of[side]):
            rivers.along[side].append((name, kind))


def _open_confluences(facts: Facts, rivers: Rivers, kinds: dict[str, dict[Side, str]]) -> None:
    """Let boats of a tributary go on down its parent, where the grid joins the two above the parent's usable reach."""
    for river in reversed(_parents_first(facts)):
        if river.into in kinds and river.name in kinds:
            mouth, kind = rivers.lines[river.name][-1], list(kinds[river.name].values())[-1]
            parent = rivers.lines[river.into]
            if kind in USABLE and mouth in parent[:-1]:
                _open_from(kinds[river.into], parent.index(mouth), kind)


def _open_from(kinds: dict[Side, str], first: int, kind: str) -> None:
    """Raise a river's sides from one on downstream, until a side is as good."""
    for side in list(kinds)[first:]:
        if CLASSES.index(kinds[side]) <= CLASSES.index(kind):
            return
        kinds[side] = kind


def _classes(course: Course, line: list[Corner]) -> dict[Side, str]:
    """Return the class of each side: its nearest reach's, but boats get as far as each river port on a usable reach."""
    kinds = {
        side_of(start, end): _class_at(course.river.reaches, middle(corner_at(start), corner_at(end)))
        for start, end in pairwise(line)
    }
    for name in course.river.banks:
        town = course.facts.towns[name]
        usable = [reach for reach in course.river.reaches if reach[0] in USABLE and reach[1].gap(town.at) < ON_RIVER]
        at_port = [n for n, side in enumerate(kinds) if course.seats[name] in course.web.hexes_of[side]]
        is_dry = not any(list(kinds.values())[n] in USABLE for n in at_port)
        if town.river_port and usable and at_port and is_dry:
            _open_from(kinds, at_port[-1], _class_at(usable, town.at))
    return kinds


def _parents_first(facts: Facts) -> list[RiverFact]:
    ordered: dict[str, RiverFact] = {}
    while len(ordered) < len(facts.rivers):
        for name, river in facts.rivers.items():
            before = {river.into, river.leaves} & facts.rivers.keys()
            if name not in ordered and before <= ordered.keys():
                ordered[name] = river
    return list(ordered.values())


def _class_at(reaches: Sequence[tuple[str, Line]], at: Point) -> str:
    return min(reaches, key=lambda reach: reach[1].nearest(at).square)[0]


def _lay(course: Course) -> list[Corner] | None:
    drawn = [point for point in course.river.line.points if nearest_hex(point) in course.land.shares]
    if not drawn:
        return None
    starts, goals = _starts(course, drawn[0]), _goals(course, drawn[-1])
    return cheapest_way(course.web, lambda one, other: _price(course, one, other), starts, goals, _waypoints(course))


def _waypoints(course: Course) -> list[Waypoint]:
    river, found = course.river, []
    for name, bank in river.banks.items():
        near = river.line.nearest(course.facts.towns[name].at)
        if near.square < ON_RIVER * ON_RIVER:
            found.append((near.along, course.seats[name], bank))
    return [(at, bank) for _, at, bank in sorted(found)]


def _price(course: Course, start: Corner, end: Corner) -> float | None:
    sides = course.web.hexes_of[side_of(start, end)]
    seas = sum(at in course.land.sea for at in sides)
    is_estuary = course.river.is_estuary
    if len(sides) < 2 or (seas == 2 and not is_estuary):
        return None
    cost = from_line(course.river.line, start, end)
    if cost is None or seas == 2:
        return cost
    left, right = course.web.banks(start, end)
    touches = _is_own(course, left, "L") or _is_own(course, right, "R")
    cost = cost * (0.5 if touches else 1) + (ESTUARY_COAST if is_estuary else COAST) * seas
    cost += SHARED_SIDE * len(course.rivers.along.get(side_of(start, end), ()))
    return cost + WRONG_BANK * (_strangers(course, left, "R") + _strangers(course, right, "L"))


def _is_own(course: Course, at: Axial | None, bank: str) -> bool:
    """Return whether a town on that bank lies at the water there."""
    names = course.towns_at.get(at, ()) if at else ()
    near = (name for name in names if course.river.banks.get(name) == bank)
    return any(course.river.line.gap(course.facts.towns[name].at) < ON_RIVER for name in near)


def _strangers(course: Course, at: Axial | None, bank: str) -> int:
    """Count the towns of a hex that the table puts on that bank."""
    return sum(course.river.banks.get(name) == bank for name in (course.towns_at.get(at, ()) if at else ()))


def _starts(course: Course, at: Point) -> dict[Corner, float]:
    parent = course.rivers.lines.get(course.river.leaves)
    near = course.web.corners_near(at, 1.5 * MILES if parent else 0.95 * MILES)
    if parent:
        return {key: off_by(far) for key, far in near.items() if key in parent}
    return {key: off_by(far) for key, far in near.items() if not _is_at_sea(course, key)}


def _goals(course: Course, at: Point) -> dict[Corner, float]:
    river, land, web = course.river, course.land, course.web
    if nearest_hex(river.line.points[-1]) not in land.shares and river.into != "sea":
        return {key: off_by(far) for key, far in web.corners_near(at, 0.95 * MILES).items()}
    parent = course.rivers.lines.get(river.into)
    at_sea = {
        key: 0.6 * off_by(far) for key, far in web.corners_near(at, 2.2 * MILES).items() if _touches_sea(course, key)
    }
    if parent is None:
        return at_sea
    goals = {key: off_by(far) for key, far in web.corners_near(at, 1.7 * MILES).items() if key in parent}
    if course.facts.rivers[river.into].is_estuary:
        goals = {key: min(goals.get(key, 1e9), at_sea.get(key, 1e9)) for key in sorted({*goals, *at_sea})}
    return goals


def _is_at_sea(course: Course, key: Corner) -> bool:
    return all(at in course.land.sea for at in course.web.hexes_at[key])


def _touches_sea(course: Course, key: Corner) -> bool:
    hexes = course.web.hexes_at[key]
    return len(hexes) < 3 or any(at in course.land.sea for at in hexes)


def hexes_along(web: Web, line: list[Corner]) -> tuple[set[Axial], set[Axial]]:
    """Return the hexes that touch a river on its left and on its right."""
    pairs = [web.banks(start, end) for start, end in pairwise(line)]
    return {left for left, _ in pairs if left}, {right for _, right in pairs if right}


def bank_of(web: Web, line: list[Corner], at: Axial, point: Point) -> str:
    """Return the bank of a hex: L, R, LR where the river bends around it, or "" beyond an end of the river."""
    left, right = hexes_along(web, line)
    touches = ("L" if at in left else "") + ("R" if at in right else "")
    if touches:
        return touches
    bank, beyond = Line(corner_at(key) for key in line).bank(point)
    return "" if beyond else bank
