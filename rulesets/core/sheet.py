"""A sheet is the map that never changes: a data file with a hash, read into one frozen graph of hexes.

Who stands in which hex is not its business; what can be seen, reached, or supplied from where is.
"""

import json
from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from rulesets.core.hexes import Axial, Corner, around, end_to_end, side_between

FOLDER = Path(__file__).resolve().parent.parent / "data" / "sheets"


@dataclass(frozen=True)
class Place:
    """A town, fort, or landing; value 1 to 5."""

    name: str
    value: int

    @property
    def label(self) -> str:
        """Return the name as it is drawn: without the state's letters that keep names apart."""
        head, _, tail = self.name.rpartition(" ")
        return head if head and len(tail) == 2 and tail.isupper() else self.name


@dataclass(frozen=True)
class Hex:
    """One hex of a sheet."""

    id: str
    q: int
    r: int
    terrain: str
    state: str
    places: tuple[Place, ...]

    @property
    def at(self) -> Axial:
        return self.q, self.r

    @property
    def name(self) -> str:
        return self.places[0].label if self.places else f"hex {self.id}"


@dataclass(frozen=True)
class Edge:
    """A hexside with a river, or two hexes joined by rail."""

    between: tuple[str, str]
    name: str
    kind: str = ""


@dataclass(frozen=True)
class River:
    """All hexsides of one river, joined into one line of corners."""

    name: str
    kind: str
    line: tuple[Corner, ...]


@dataclass(frozen=True)
class Sheet:
    """One map, as its file gives it."""

    id: str
    title: str
    hash: str
    hexes: Mapping[str, Hex]
    hexsides: tuple[Edge, ...]
    rails: tuple[Edge, ...]

    @cached_property
    def _by_coordinates(self) -> dict[Axial, str]:
        return {hex_.at: hex_.id for hex_ in self.hexes.values()}

    @cached_property
    def _by_place(self) -> dict[str, Hex]:
        return {place.name: hex_ for hex_ in self.hexes.values() for place in hex_.places}

    def neighbors(self, hex_id: str) -> list[str]:
        """Return the hexes of this sheet that touch one."""
        return [self._by_coordinates[at] for at in around(self.hexes[hex_id].at) if at in self._by_coordinates]

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

    def hex_of_place(self, name: str) -> Hex | None:
        return self._by_place.get(name)

    def name_of(self, hex_id: str) -> str:
        return self.hexes[hex_id].name if hex_id in self.hexes else f"hex {hex_id}"

    @cached_property
    def rivers(self) -> tuple[River, ...]:
        sides: dict[tuple[str, str], list[frozenset[Corner]]] = {}
        for edge in self.hexsides:
            one, other = (self.hexes[end].at for end in edge.between)
            sides.setdefault((edge.name, edge.kind), []).append(side_between(one, other))
        return tuple(River(name, kind, tuple(end_to_end(found))) for (name, kind), found in sides.items())


@lru_cache(maxsize=16)
def load_sheet(sheet_id: str) -> Sheet:
    """Return the sheet of that id; its hash is that of the file's bytes."""
    path = FOLDER / f"{sheet_id}.json"
    if path.parent != FOLDER or not path.is_file():
        raise LookupError(f"There is no map {sheet_id!r}.")
    content = path.read_bytes()
    return _read(json.loads(content), sha256(content).hexdigest())


def shipped_sheets() -> list[Sheet]:
    """Return every sheet that ships, by id."""
    return [load_sheet(path.stem) for path in sorted(FOLDER.glob("*.json"))]


def _read(data: Mapping[str, Any], digest: str) -> Sheet:
    hexes = {
        h["id"]: Hex(h["id"], h["q"], h["r"], h["terrain"], h["state"], tuple(Place(**p) for p in h["places"]))
        for h in data["hexes"]
    }
    sides = tuple(Edge(_pair(e), e["name"], e["kind"]) for e in data["hexsides"])
    rails = tuple(Edge(_pair(e), e["name"]) for e in data["rails"])
    return Sheet(data["id"], data["title"], digest, hexes, sides, rails)


def _pair(edge: Mapping[str, Any]) -> tuple[str, str]:
    first, second = edge["between"]
    return (first, second)
