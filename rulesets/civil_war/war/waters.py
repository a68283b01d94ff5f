"""The waters that a side may use: sides of hexes that hang together where they share a corner, and the sea (H-20)."""

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache

from rulesets.civil_war.war.ground import Known
from rulesets.civil_war.war.world import World
from rulesets.core.hexes import Corner, corners, side_between
from rulesets.core.records import dataclass

SEA, RIVER = "sea", "river"
KEPT = 64
RIVERS = frozenset({"navigable", "seasonal", "estuary"})


@dataclass(frozen=True)
class Water:
    """A stretch of water: the sea beside or in a hex, or a side with a river or estuary; and those it touches."""

    kind: str
    hexes: tuple[str, ...]
    touches: tuple[int, ...] = ()


@cache
def stretches(world: World, *, high_water: bool) -> tuple[Water, ...]:
    """Return all stretches of water of a season, each with the numbers of those that share a corner with it."""
    found: list[tuple[str, tuple[str, ...], frozenset[Corner]]] = []
    for hex_ in world.graph.hexes.values():
        if hex_.is_sea:
            found.append((SEA, (hex_.id, *world.graph.near(hex_.id)), frozenset(corners(hex_.at))))
    seen = set[frozenset[str]]()
    for id_, links in world.graph.links.items():
        for link in links:
            pair = frozenset((id_, link.to))
            kinds = {river.kind for river in link.side.rivers} & RIVERS
            if kinds and pair not in seen and (high_water or kinds != {"seasonal"}):
                seen.add(pair)
                ends = side_between(world.graph.hexes[id_].at, world.graph.hexes[link.to].at)
                found.append((RIVER, (id_, link.to), ends))
    return _touching(found)


def _touching(found: Sequence[tuple[str, tuple[str, ...], frozenset[Corner]]]) -> tuple[Water, ...]:
    at: dict[Corner, list[int]] = {}
    for number, (_, _, ends) in enumerate(found):
        for corner in ends:
            at.setdefault(corner, []).append(number)
    return tuple(
        Water(kind, hexes, tuple(sorted({other for corner in ends for other in at[corner]} - {number})))
        for number, (kind, hexes, ends) in enumerate(found)
    )


@dataclass(frozen=True, eq=False)
class Stretches:
    """The numbers of all stretches of a season: of the sea, of rivers, and of those rivers by hex."""

    seas: frozenset[int]
    rivers: frozenset[int]
    by_hex: Mapping[str, frozenset[int]]


@cache
def _stretches_by_hex(world: World, *, high_water: bool) -> Stretches:
    waters = stretches(world, high_water=high_water)
    rivers = frozenset(number for number, water in enumerate(waters) if water.kind == RIVER)
    by_hex: dict[str, set[int]] = {}
    for number in rivers:
        for hex_ in waters[number].hexes:
            by_hex.setdefault(hex_, set()).add(number)
    kept = {hex_: frozenset(numbers) for hex_, numbers in by_hex.items()}
    return Stretches(frozenset(range(len(waters))) - rivers, rivers, kept)


def open_waters(world: World, known: Known, *, high_water: bool, with_sea: bool = True) -> Mapping[str, frozenset[int]]:
    """Return for each hex the bodies of open water that it's on, numbered; two hexes with one in common are joined."""
    key = "waters", high_water, with_sea
    if key not in known.kept:
        usable = _usable(_stretches_by_hex(world, high_water=high_water), known, with_sea=with_sea)
        known.kept[key] = _bodies(world, usable, high_water=high_water)
    found: Mapping[str, frozenset[int]] = known.kept[key]
    return found


def _usable(water: Stretches, known: Known, *, with_sea: bool) -> frozenset[int]:
    """Return the open stretches: no enemy work on a river, the sea for the Union, and own ground for the South."""
    closed = (water.by_hex.get(hex_, frozenset()) for hex_ in known.enemy_works)
    if known.side == "USA":
        return (water.rivers | water.seas if with_sea else water.rivers).difference(*closed)
    held = known.held
    own = [numbers for hex_, numbers in water.by_hex.items() if held.get(hex_) == "CSA"]
    return frozenset[int]().union(*own).difference(*closed)


@lru_cache(maxsize=KEPT)
def _bodies(world: World, usable: frozenset[int], *, high_water: bool) -> Mapping[str, frozenset[int]]:
    """Return the bodies of these stretches of water by hex."""
    waters, left = stretches(world, high_water=high_water), set(usable)
    found: dict[str, set[int]] = {}
    for first in sorted(usable):
        edge = [first] if first in left else []
        left.difference_update(edge)
        for number in edge:
            for id_ in waters[number].hexes:
                found.setdefault(id_, set()).add(first)
            fresh = [other for other in waters[number].touches if other in left]
            left.difference_update(fresh)
            edge += fresh
    return {id_: frozenset(numbers) for id_, numbers in found.items()}


def river_ends(world: World, known: Known, start: str, *, high_water: bool, led: bool) -> tuple[str, ...]:
    """Return where a river move from a hex may end: on the same open water, without the enemy's SP or works.

    It begins in an own-held hex, and goes into enemy-held ground only if led.
    """
    if known.held.get(start) != known.side:
        return ()
    bodies = open_waters(world, known, high_water=high_water, with_sea=False)
    mine = bodies.get(start, frozenset())
    barred = known.enemy_at | known.enemy_works | {start}
    return tuple(
        hex_
        for hex_ in sorted(bodies)
        if not mine.isdisjoint(bodies[hex_])
        and hex_ not in barred
        and world.graph.hexes[hex_].theater
        and (led or known.held.get(hex_) == known.side)
    )
