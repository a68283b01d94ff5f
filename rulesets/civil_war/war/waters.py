"""The waters that a side may use: sides of hexes that hang together where they share a corner, and the sea (H-20)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from rulesets.civil_war.war.ground import Known
from rulesets.civil_war.war.world import World
from rulesets.core.hexes import Corner, corners, side_between

SEA, RIVER = "sea", "river"
RIVERS = frozenset({"navigable", "seasonal", "estuary"})


@dataclass(frozen=True)
class Water:
    """A stretch of water: the sea beside or in a hex, or a side with a river or estuary."""

    kind: str
    hexes: tuple[str, ...]
    corners: frozenset[Corner]


@cache
def stretches(world: World, *, high_water: bool) -> tuple[Water, ...]:
    """Return all stretches of water of a season."""
    found = []
    for hex_ in world.graph.hexes.values():
        if hex_.is_sea:
            found.append(Water(SEA, (hex_.id, *world.graph.near(hex_.id)), frozenset(corners(hex_.at))))
    seen = set[frozenset[str]]()
    for id_, links in world.graph.links.items():
        for link in links:
            pair = frozenset((id_, link.to))
            kinds = {river.kind for river in link.side.rivers} & RIVERS
            if not kinds or pair in seen or (kinds == {"seasonal"} and not high_water):
                continue
            seen.add(pair)
            ends = side_between(world.graph.hexes[id_].at, world.graph.hexes[link.to].at)
            found.append(Water(RIVER, (id_, link.to), ends))
    return tuple(found)


def open_waters(world: World, known: Known, *, high_water: bool) -> Mapping[str, frozenset[int]]:
    """Return for each hex the bodies of open water that it's on, numbered; two hexes with one in common are joined."""
    usable = [water for water in stretches(world, high_water=high_water) if _is_open(water, known)]
    bodies = _bodies(usable)
    found: dict[str, set[int]] = {}
    for water, body in zip(usable, bodies, strict=True):
        for id_ in water.hexes:
            found.setdefault(id_, set()).add(body)
    return {id_: frozenset(numbers) for id_, numbers in found.items()}


def _is_open(water: Water, known: Known) -> bool:
    if water.kind == SEA:
        return known.side == "USA"
    if not known.enemy_works.isdisjoint(water.hexes):
        return False
    return known.side == "USA" or any(known.held.get(id_) == "CSA" for id_ in water.hexes)


def _bodies(waters: Iterable[Water]) -> list[int]:
    """Return for each stretch the number of the body that it hangs together with."""
    root: dict[Corner, Corner] = {}

    def top(corner: Corner) -> Corner:
        while root.setdefault(corner, corner) != corner:
            root[corner] = root[root[corner]]
            corner = root[corner]
        return corner

    found = list(waters)
    for water in found:
        first, *others = map(top, sorted(water.corners))
        for other in others:
            root[top(other)] = top(first)
    numbers: dict[Corner, int] = {}
    return [numbers.setdefault(top(min(water.corners)), len(numbers)) for water in found]
