"""The ground of a table battle: size in inches, named zones, objectives, and the edge that each side holds.

Places count from the northwest corner, inches east and inches south. All of it is public.
"""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import pairwise

from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.core.words import listed

STANDARD_WIDTH, STANDARD_DEPTH = 72, 48
LEAST_INCHES, MOST_INCHES = 24, 240
DEPLOYMENT_DEPTH, ENTRY_DEPTH = 12, 6
MOST_ZONES, MOST_OBJECTIVES = 12, 12
MOST_NAME, MOST_NOTES = 40, 600
MOST_POINTS = 99
SECTORS = ("left", "center", "right")


class TableEdge(StrEnum):
    """The edges, clockwise."""

    NORTH = "north"
    EAST = "east"
    SOUTH = "south"
    WEST = "west"

    @property
    def opposite(self) -> "TableEdge":
        return self._turned(2)

    def flank(self, name: str) -> "TableEdge":
        """Return the edge on the left or right hand of an army that holds this edge."""
        return self._turned({"left": 1, "right": 3}[name])

    def _turned(self, quarters: int) -> "TableEdge":
        edges = list(TableEdge)
        return edges[(edges.index(self) + quarters) % len(edges)]


class ZoneUse(StrEnum):
    DEPLOYMENT = "deployment"
    ENTRY = "entry"
    OTHER = "other"


@dataclass(frozen=True)
class Box:
    """A rectangle of the table."""

    left: int
    top: int
    width: int
    depth: int

    def meets(self, other: "Box") -> bool:
        """Return whether two rectangles share any ground."""
        across = self.left < other.left + other.width and other.left < self.left + self.width
        return across and self.top < other.top + other.depth and other.top < self.top + self.depth


@dataclass(frozen=True)
class Zone:
    """A named rectangle: an army deploys in it, a flank force enters there, or the notes say what it is for.

    A zone to deploy in or to enter by lies at an `edge`; any other has none.
    """

    name: str
    use: ZoneUse
    edge: TableEdge | None
    box: Box

    @property
    def sectors(self) -> tuple[tuple[str, Box], ...]:
        """Return the thirds of a deployment zone, as its own army names them with its back to the edge."""
        if self.use is not ZoneUse.DEPLOYMENT or self.edge is None:
            return ()
        names = SECTORS[::-1] if self.edge in (TableEdge.NORTH, TableEdge.EAST) else SECTORS
        return tuple(zip(names, _thirds(self.box, across=self.edge in NORTH_AND_SOUTH), strict=True))


NORTH_AND_SOUTH = (TableEdge.NORTH, TableEdge.SOUTH)


def _thirds(box: Box, *, across: bool) -> Iterator[Box]:
    whole = box.width if across else box.depth
    cuts = [whole * n // 3 for n in range(4)]
    for start, end in pairwise(cuts):
        if across:
            yield Box(box.left + start, box.top, end - start, box.depth)
        else:
            yield Box(box.left, box.top + start, box.width, end - start)


@dataclass(frozen=True)
class Objective:
    """A point of the table worth victory points."""

    name: str
    points: int
    left: int
    top: int


@dataclass(frozen=True)
class Ground:
    width: int = STANDARD_WIDTH
    depth: int = STANDARD_DEPTH
    zones: tuple[Zone, ...] = ()
    objectives: tuple[Objective, ...] = ()
    notes: str = ""

    @property
    def sides_to_choose(self) -> tuple[TableEdge, ...]:
        """Return the edges that the defender may choose: he deploys there, and the enemy opposite (VG-3)."""
        return tuple(edge for edge in TableEdge if self.deploys_at(edge) and self.deploys_at(edge.opposite))

    def deploys_at(self, edge: TableEdge) -> bool:
        return self._has(ZoneUse.DEPLOYMENT, edge)

    def may_enter_at(self, edge: TableEdge) -> bool:
        """Return whether a flank force may enter at this edge (R-77)."""
        return self._has(ZoneUse.ENTRY, edge)

    def _has(self, use: ZoneUse, edge: TableEdge) -> bool:
        return any(zone.use is use and zone.edge is edge for zone in self.zones)

    def is_open(self, flank: str, *, defender: TableEdge | None) -> bool:
        """Return whether a force may march around the defender's left or right, whichever edge he may still take."""
        edges = [defender] if defender else self.sides_to_choose
        return all(self.may_enter_at(edge.flank(flank)) for edge in edges)

    def to_json(self) -> Json:
        plain: Json = as_json(self)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "Ground":
        zones = tuple(
            Zone(z["name"], ZoneUse(z["use"]), TableEdge(z["edge"]) if z["edge"] else None, Box(**z["box"]))
            for z in plain["zones"]
        )
        objectives = tuple(Objective(**each) for each in plain["objectives"])
        return cls(plain["width"], plain["depth"], zones, objectives, plain["notes"])


def standard_ground(width: int = STANDARD_WIDTH, depth: int = STANDARD_DEPTH) -> Ground:
    """Return a blank table with the zones of R-76: armies along north and south, flank forces at east and west."""
    between = depth - 2 * DEPLOYMENT_DEPTH
    deploys = (
        ("North", TableEdge.NORTH, Box(0, 0, width, DEPLOYMENT_DEPTH)),
        ("South", TableEdge.SOUTH, Box(0, depth - DEPLOYMENT_DEPTH, width, DEPLOYMENT_DEPTH)),
    )
    enters = (
        ("East entry", TableEdge.EAST, Box(width - ENTRY_DEPTH, DEPLOYMENT_DEPTH, ENTRY_DEPTH, between)),
        ("West entry", TableEdge.WEST, Box(0, DEPLOYMENT_DEPTH, ENTRY_DEPTH, between)),
    )
    zones = [Zone(name, ZoneUse.DEPLOYMENT, edge, box) for name, edge, box in deploys]
    zones += [Zone(name, ZoneUse.ENTRY, edge, box) for name, edge, box in enters if between > 0]
    return Ground(width, depth, tuple(zones))


# What a ground must meet.


@dataclass(frozen=True)
class GroundFault:
    """What is wrong, and where: the size, the notes, or a row of the zones or objectives."""

    sentence: str
    part: str = ""
    row: int = -1


def faults_of(ground: Ground) -> tuple[GroundFault, ...]:
    """Return everything that is wrong with a ground, in the order of its page."""
    return tuple(_faults(ground))


def _faults(ground: Ground) -> Iterator[GroundFault]:
    for name, inches in (("width", ground.width), ("depth", ground.depth)):
        if not LEAST_INCHES <= inches <= MOST_INCHES:
            yield GroundFault(f"Enter a {name} from {LEAST_INCHES} to {MOST_INCHES} inches.", name)
    if len(ground.notes) > MOST_NOTES:
        yield GroundFault(f"Enter at most {MOST_NOTES} characters.", "notes")
    yield from _too_many(ground)
    for row, zone in enumerate(ground.zones):
        yield from (GroundFault(words, "zone", row) for words in _zone_faults(ground, zone))
    for row, objective in enumerate(ground.objectives):
        yield from (GroundFault(words, "objective", row) for words in _objective_faults(ground, objective))
    yield from (GroundFault(words, "zones") for words in _zones_together(ground))


def _too_many(ground: Ground) -> Iterator[GroundFault]:
    if len(ground.zones) > MOST_ZONES:
        yield GroundFault(f"Enter at most {MOST_ZONES} zones.", "zones")
    if len(ground.objectives) > MOST_OBJECTIVES:
        yield GroundFault(f"Enter at most {MOST_OBJECTIVES} objectives.", "objectives")


def _zone_faults(ground: Ground, zone: Zone) -> Iterator[str]:
    if not 1 <= len(zone.name) <= MOST_NAME:
        yield f"Enter a name of 1 to {MOST_NAME} characters."
    box = zone.box
    if box.width < 1 or box.depth < 1:
        yield "A zone is at least 1 inch wide and deep."
    elif box.left < 0 or box.top < 0 or box.left + box.width > ground.width or box.top + box.depth > ground.depth:
        yield f"This zone leaves the table, which is {_size(ground)}."
    elif zone.edge and zone.edge not in edges_of(ground, box):
        yield f"This zone doesn’t reach the {zone.edge} edge."


def _size(ground: Ground) -> str:
    return f"{ground.width} by {ground.depth} inches"


def edges_of(ground: Ground, box: Box) -> tuple[TableEdge, ...]:
    """Return the edges that a rectangle touches."""
    touches = {
        TableEdge.NORTH: box.top == 0,
        TableEdge.EAST: box.left + box.width == ground.width,
        TableEdge.SOUTH: box.top + box.depth == ground.depth,
        TableEdge.WEST: box.left == 0,
    }
    return tuple(edge for edge, is_touched in touches.items() if is_touched)


def _objective_faults(ground: Ground, objective: Objective) -> Iterator[str]:
    if not 1 <= len(objective.name) <= MOST_NAME:
        yield f"Enter a name of 1 to {MOST_NAME} characters."
    if not 0 <= objective.points <= MOST_POINTS:
        yield f"Enter 0 to {MOST_POINTS} points."
    if not (0 <= objective.left <= ground.width and 0 <= objective.top <= ground.depth):
        yield f"This objective is off the table, which is {_size(ground)}."


def _zones_together(ground: Ground) -> Iterator[str]:
    for what, names in (("zones", ground.zones), ("objectives", ground.objectives)):
        times = Counter(each.name.casefold() for each in names)
        twice = sorted({each.name for each in names if times[each.name.casefold()] > 1})
        if twice:
            yield f"Two {what} are called {listed(twice[:1])}."
    if not ground.sides_to_choose:
        yield "Name a deployment zone at two opposite edges, one for each army. (VG-3.)"
    deploys = [zone for zone in ground.zones if zone.use is ZoneUse.DEPLOYMENT]
    for n, one in enumerate(deploys):
        for other in deploys[n + 1 :]:
            if one.edge is not other.edge and one.box.meets(other.box):
                yield f"The deployment zones {one.name} and {other.name} overlap."
