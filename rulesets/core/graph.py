"""The graph of a sheet as a frozen value: hexes and the links between neighbors, compiled once for searches.

A graph may be a window of its sheet. What lies outside is as if it were not there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from rulesets.core.hexes import distance
from rulesets.core.records import dataclass
from rulesets.core.sheet import Hex, Place, Rail, Sheet, Side


@dataclass(frozen=True)
class Link:
    """The way from a hex to a neighbor: the hexside between them, and the railroads that join them."""

    to: str
    side: Side
    rails: tuple[Rail, ...] = ()

    def has_rail(self, year: int) -> bool:
        """Return whether a railroad that is open in a year joins the two."""
        return any(rail.opened <= year for rail in self.rails)


@dataclass(frozen=True, eq=False)
class Graph:
    """Hexes, and from each the links to its neighbors. Two graphs are equal only if they are one."""

    sheet_id: str
    sheet_hash: str
    hexes: Mapping[str, Hex]
    links: Mapping[str, tuple[Link, ...]]

    @classmethod
    def of(cls, sheet: Sheet, inside: Iterable[str] | None = None) -> "Graph":
        """Compile a sheet, or only those of its hexes."""
        kept = sheet.hexes.keys() if inside is None else set(inside)
        hexes = {id_: hex_ for id_, hex_ in sheet.hexes.items() if id_ in kept}
        links = {
            id_: tuple(
                Link(near, sheet.side(id_, near), tuple(sheet.rails_between(id_, near)))
                for near in sheet.neighbors(id_)
                if near in kept
            )
            for id_ in hexes
        }
        return cls(sheet.id, sheet.hash, hexes, links)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Return the ids of all hexes."""
        return frozenset(self.hexes)

    def link(self, one: str, other: str) -> Link | None:
        """Return the way from a hex to a neighbor, or None if they aren't neighbors."""
        return self._link_of.get((one, other))

    @cached_property
    def _link_of(self) -> Mapping[tuple[str, str], Link]:
        return {(id_, link.to): link for id_, links in self.links.items() for link in links}

    def near(self, hex_id: str) -> tuple[str, ...]:
        """Return the neighbors of a hex."""
        return self._near[hex_id]

    @cached_property
    def _near(self) -> Mapping[str, tuple[str, ...]]:
        return {id_: tuple(link.to for link in links) for id_, links in self.links.items()}

    @cached_property
    def places(self) -> Mapping[str, tuple[str, Place]]:
        """Return every place by name, with its hex."""
        return {place.name: (id_, place) for id_, hex_ in self.hexes.items() for place in hex_.places}

    def hex_of(self, place: str) -> str:
        """Return the hex of a place."""
        return self.places[place][0]

    def apart(self, one: str, other: str) -> int:
        """Count the steps between two hexes over open ground."""
        return distance(self.hexes[one].at, self.hexes[other].at)

    def within(self, starts: Iterable[str], steps: int) -> frozenset[str]:
        """Return these hexes and all up to so many steps away."""
        return frozenset(id_ for id_, _ in self.spread(starts, steps, lambda _id, _link: True))

    def spread(
        self, starts: Iterable[str], steps: int, may_go: Callable[[str, Link], bool]
    ) -> Iterator[tuple[str, int]]:
        """Yield the hexes up to so many steps away over links that may be used, each with its steps, nearest first."""
        edge = [id_ for id_ in dict.fromkeys(starts) if id_ in self.hexes]
        seen = set(edge)
        yield from ((id_, 0) for id_ in edge)
        for step in range(1, steps + 1):
            fresh: list[str] = []
            for id_ in edge:
                for link in self.links[id_]:
                    if link.to not in seen and may_go(id_, link):
                        seen.add(link.to)
                        fresh.append(link.to)
            yield from ((id_, step) for id_ in fresh)
            edge = fresh
