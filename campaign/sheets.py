"""A sheet is the map that never changes: a data file with a hash. A campaign pins the hash of its sheet."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from campaign.errors import Refusal
from rulesets.core.brief import Brief

FOLDER = Path(__file__).resolve().parent / "data" / "sheets"
NEIGHBOURS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))


@dataclass(frozen=True)
class Place:
    """A town, fort or landing; value 1 to 5."""

    name: str
    value: int

    @property
    def label(self) -> str:
        """The name as it is drawn: without the state's letters that keep names apart."""
        head, _, tail = self.name.rpartition(" ")
        return head if head and len(tail) == 2 and tail.isupper() else self.name


@dataclass(frozen=True)
class Hex:
    """One hex, by axial coordinates; r grows southward."""

    id: str
    q: int
    r: int
    terrain: str
    state: str
    places: tuple[Place, ...]

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
class Sheet:
    """One map, as its file gives it."""

    id: str
    title: str
    hash: str
    hexes: Mapping[str, Hex]
    hexsides: tuple[Edge, ...]
    rails: tuple[Edge, ...]

    @cached_property
    def _by_coordinates(self) -> dict[tuple[int, int], str]:
        return {(hex_.q, hex_.r): hex_.id for hex_ in self.hexes.values()}

    def neighbours(self, hex_id: str) -> list[str]:
        """The hexes of this sheet that touch one."""
        here = self.hexes[hex_id]
        around = ((here.q + dq, here.r + dr) for dq, dr in NEIGHBOURS)
        return [self._by_coordinates[at] for at in around if at in self._by_coordinates]

    def in_reach_of_sight(self, hex_ids: set[str]) -> set[str]:
        """Where somebody who stands in these hexes can look: there, and one hex around."""
        known = hex_ids & self.hexes.keys()
        return known.union(*(self.neighbours(hex_id) for hex_id in known))

    def hex_of_place(self, name: str) -> Hex | None:
        return next((h for h in self.hexes.values() if any(p.name == name for p in h.places)), None)

    def name_of(self, hex_id: str) -> str:
        return self.hexes[hex_id].name if hex_id in self.hexes else f"hex {hex_id}"


@lru_cache(maxsize=16)
def load_sheet(sheet_id: str) -> Sheet:
    """The sheet of that id; its hash is that of the file's bytes."""
    path = FOLDER / f"{sheet_id}.json"
    if path.parent != FOLDER or not path.is_file():
        raise LookupError(f"There is no sheet {sheet_id!r}.")
    content = path.read_bytes()
    return _read(json.loads(content), sha256(content).hexdigest())


def place_of(sheet_id: str, brief: Brief) -> Hex:
    """Where on a sheet the armies of a Brief meet, on the ground that the Brief names."""
    found = load_sheet(sheet_id).hex_of_place(brief.place) if sheet_id else None
    if found is None:
        raise Refusal(f"{brief.place} is not on this campaign’s sheet.", field="brief")
    if found.terrain != brief.hex_terrain:
        raise Refusal(f"The sheet has {found.terrain} at {brief.place}, the Brief {brief.hex_terrain}.", field="brief")
    return found


def sheet_choices() -> list[tuple[str, str]]:
    """Every sheet that ships, by id and title; first that of a one-off battle, which needs none."""
    titles = [(path.stem, load_sheet(path.stem).title) for path in sorted(FOLDER.glob("*.json"))]
    return [("", "none: a one-off battle"), *titles]


def _read(data: dict[str, Any], digest: str) -> Sheet:
    hexes = {
        h["id"]: Hex(h["id"], h["q"], h["r"], h["terrain"], h["state"], tuple(Place(**p) for p in h["places"]))
        for h in data["hexes"]
    }
    sides = tuple(Edge(_pair(e), e["name"], e["kind"]) for e in data["hexsides"])
    rails = tuple(Edge(_pair(e), e["name"]) for e in data["rails"])
    return Sheet(data["id"], data["title"], digest, hexes, sides, rails)


def _pair(edge: dict[str, Any]) -> tuple[str, str]:
    first, second = edge["between"]
    return (first, second)
