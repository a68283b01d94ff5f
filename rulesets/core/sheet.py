"""A sheet is the map that never changes: a data file with a hash, read into one frozen graph of hexes.

Who is in which hex is not its business; what can be seen, reached, or supplied from where is. `sheet_form.py` reads and
writes the file; a campaign names its sheet by id and hash.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from rulesets.core.hexes import Axial, Corner, around, lines_of, side_between
from rulesets.core.records import dataclass

Pair = tuple[str, str]  # of neighbors, in order
SEA = "sea"
TERRAINS = ("clear", "rough", "forest", "swamp", "mountain", SEA)
RIVER_CLASSES = ("estuary", "navigable", "seasonal", "unnavigable")  # of two on a side, the first counts (H-16)


@dataclass(frozen=True)
class Place:
    """A town, fort, or landing; value 1 to 5."""

    name: str
    value: int
    points: int = 0
    port: bool = False
    river_port: bool = False
    fortress: bool = False
    supply_source: bool = False

    @property
    def label(self) -> str:
        """Return the name as it is drawn: without the state's letters that keep names apart."""
        head, _, tail = self.name.rpartition(" ")
        return head if head and len(tail) == 2 and tail.isupper() else self.name


@dataclass(frozen=True)
class Hex:
    """One hex of a sheet. The sea has no state; the sea and land abroad are in no theater."""

    id: str
    q: int
    r: int
    terrain: str
    state: str
    places: tuple[Place, ...]
    theater: str = ""

    @property
    def at(self) -> Axial:
        return self.q, self.r

    @property
    def name(self) -> str:
        return self.places[0].label if self.places else f"hex {self.id}"

    @property
    def is_sea(self) -> bool:
        return self.terrain == SEA


@dataclass(frozen=True)
class SideRiver:
    """A river along a hexside."""

    name: str
    kind: str


@dataclass(frozen=True)
class Side:
    """What two neighbors have between them; of its rivers, the first counts."""

    a: str
    b: str
    rivers: tuple[SideRiver, ...] = ()
    ridge: str = ""
    gap: str = ""
    ferry: str = ""
    road: str = ""
    coast: bool = False

    @property
    def river(self) -> str:
        """Return the class of the river that counts."""
        return self.rivers[0].kind if self.rivers else ""

    @property
    def river_name(self) -> str:
        return self.rivers[0].name if self.rivers else ""


@dataclass(frozen=True)
class Rail:
    """Two neighbors joined by a railroad."""

    a: str
    b: str
    line: str
    opened: int = 0
    gauge: float = 0.0
    owner: str = ""


@dataclass(frozen=True)
class River:
    """Hexsides of one river and class that hang together, joined into one line of corners."""

    name: str
    kind: str
    line: tuple[Corner, ...]


def _pair(one: str, other: str) -> Pair:
    """Return a key for two neighbors, whichever comes first; a third of a frozenset's size."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True)
class Sheet:
    """One map, as its file gives it."""

    id: str
    title: str
    hash: str
    hexes: Mapping[str, Hex]
    sides: tuple[Side, ...]
    rails: tuple[Rail, ...]

    @cached_property
    def _by_coordinates(self) -> dict[Axial, str]:
        return {hex_.at: hex_.id for hex_ in self.hexes.values()}

    @cached_property
    def _by_place(self) -> dict[str, Hex]:
        return {place.name: hex_ for hex_ in self.hexes.values() for place in hex_.places}

    @cached_property
    def _neighbors(self) -> dict[str, tuple[str, ...]]:
        found = self._by_coordinates
        return {hex_.id: tuple(found[at] for at in around(hex_.at) if at in found) for hex_ in self.hexes.values()}

    @cached_property
    def _sides(self) -> dict[Pair, Side]:
        return {_pair(side.a, side.b): side for side in self.sides}

    @cached_property
    def _rails(self) -> dict[Pair, list[Rail]]:
        found: dict[Pair, list[Rail]] = {}
        for rail in self.rails:
            found.setdefault(_pair(rail.a, rail.b), []).append(rail)
        return found

    def neighbors(self, hex_id: str) -> tuple[str, ...]:
        """Return the hexes of this sheet that touch one."""
        return self._neighbors[hex_id]

    def side(self, one: str, other: str) -> Side:
        """Return what two neighbors have between them, which may be nothing."""
        return self._sides.get(_pair(one, other)) or Side(one, other)

    def rails_between(self, one: str, other: str) -> Sequence[Rail]:
        """Return the railroads that join two neighbors, of any year."""
        return self._rails.get(_pair(one, other), ())

    def within(self, hex_ids: Iterable[str], steps: int) -> set[str]:
        """Return these hexes, as far as the sheet has them, and all that lie up to so many steps away."""
        found = reached = set(hex_ids) & self.hexes.keys()
        for _ in range(steps):
            reached = {near for hex_id in reached for near in self.neighbors(hex_id)} - found
            found = found | reached
        return found

    def trace(
        self, start: str, ends: Iterable[str], *, longest: int, may_enter: Callable[[str], bool] = lambda _: True
    ) -> tuple[str, ...] | None:
        """Return a shortest line of hexes from one to any of the ends, such as a line of supply, or None.

        The start needs no permission to be where it is; every other hex of the line does.
        """
        goals, seen = set(ends), {start}
        lines: deque[tuple[str, ...]] = deque([(start,)])
        while lines:
            line = lines.popleft()
            if line[-1] in goals:
                return line
            fresh = [near for near in self.neighbors(line[-1]) if near not in seen and may_enter(near)]
            if len(line) <= longest:
                seen.update(fresh)
                lines += [(*line, near) for near in fresh]
        return None

    @property
    def places(self) -> Iterator[Place]:
        """Return every place."""
        return (place for hex_ in self.hexes.values() for place in hex_.places)

    def hex_of_place(self, name: str) -> Hex | None:
        return self._by_place.get(name)

    def name_of(self, hex_id: str) -> str:
        return self.hexes[hex_id].name if hex_id in self.hexes else f"hex {hex_id}"

    @cached_property
    def rivers(self) -> tuple[River, ...]:
        """Return the rivers as lines; a stretch that two rivers share is drawn as the one that counts."""
        found: dict[tuple[str, str], list[frozenset[Corner]]] = {}
        for side in self.sides:
            if side.rivers:
                one, other = self.hexes[side.a].at, self.hexes[side.b].at
                found.setdefault((side.river_name, side.river), []).append(side_between(one, other))
        return tuple(
            River(name, kind, tuple(line)) for (name, kind), sides in found.items() for line in lines_of(sides)
        )
