"""The ground in the words of the rules, compiled for searches from the tables that the procedures read."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import pairwise
from typing import Any, cast

from rulesets.civil_war import tables as t
from rulesets.civil_war.movement import MovementCost, Mover, PathHex, movement_cost
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Hexside, Side, Terrain
from rulesets.core.context import Context
from rulesets.core.graph import Graph, Link
from rulesets.core.records import dataclass
from rulesets.core.sheet import SEA
from rulesets.core.sheet_words import crossing
from rulesets.core.weighing import Silent

PRODUCTION = 100  # while the blockade is not in play
CLOSED_SIDES = frozenset({"ridge", "estuary"})
KEPT = 8  # of what was known lately
NOWHERE: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Way:
    """The way into a neighbor: its terrain, the hexside, its rail, and its cost in movement points.

    None costs the whole allowance, as a ferry does. A way that isn't open on foot may still be open by rail.
    """

    to: str
    terrain: Terrain
    hexside: Hexside
    rail: bool
    open: bool
    cost: int | None
    has_gain: bool  # a place or a rail, which cavalry pays to take


@dataclass(frozen=True, eq=False)
class Ground:
    """All ways of a map in one season and year."""

    ways: Mapping[str, Sequence[Way]]
    rails: Mapping[str, Sequence[Way]]
    by_ends: Mapping[tuple[str, str], Way]
    high_water: bool

    @cached_property
    def passable(self) -> Mapping[str, Sequence[Way]]:
        """Return the ways that are open on foot or may be by rail."""
        return {id_: tuple(way for way in ways if way.open or way.rail) for id_, ways in self.ways.items()}

    @cached_property
    def on_foot(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Return the neighbors that one may walk to, each with its cost in movement points; ferries not among them."""
        return {
            id_: tuple((way.to, way.cost) for way in ways if way.open and way.cost is not None)
            for id_, ways in self.ways.items()
        }

    @cached_property
    def ferries(self) -> Mapping[str, Sequence[Way]]:
        """Return the open ways by ferry of the hexes that have one."""
        found = {id_: tuple(way for way in ways if way.open and way.cost is None) for id_, ways in self.ways.items()}
        return {id_: ways for id_, ways in found.items() if ways}

    @cached_property
    def joined_by_rail(self) -> Mapping[str, frozenset[str]]:
        """Return for each hex with rail, in the order of hexes, those that a railroad joins to it."""
        return {id_: frozenset(way.to for way in self.rails[id_]) for id_ in sorted(self.rails)}


def ground_of(world: World, turn: int) -> Ground:
    """Return the ground of a turn."""
    when = world.turn(turn)
    return _compiled(world, when.high_water, max((year for year in _openings(world) if year <= when.year), default=0))


@cache
def _openings(world: World) -> frozenset[int]:
    """Return the years in which railroads opened."""
    return frozenset(rail.opened for links in world.graph.links.values() for link in links for rail in link.rails)


@cache
def _compiled(world: World, high_water: bool, year: int) -> Ground:  # noqa: FBT001
    graph = world.graph
    on_rail = {id_ for id_, links in graph.links.items() if any(link.has_rail(year) for link in links)}
    ways = {
        id_: tuple(_way(graph, link, world.house, on_rail, high_water=high_water, year=year) for link in links)
        for id_, links in graph.links.items()
    }
    rails = {id_: by_rail for id_, found in ways.items() if (by_rail := tuple(way for way in found if way.rail))}
    return Ground(ways, rails, {(id_, way.to): way for id_, found in ways.items() for way in found}, high_water)


def _way(graph: Graph, link: Link, house: Context, on_rail: set[str], *, high_water: bool, year: int) -> Way:
    into = graph.hexes[link.to]
    crossed = crossing(into, link.side, high_water=high_water)
    hexside = cast(Hexside, "ferry" if link.side.ferry else crossed.hexside)
    terrain = cast(Terrain, crossed.terrain)
    rail = link.has_rail(year)
    is_open = terrain != SEA and bool(into.theater) and hexside not in CLOSED_SIDES
    is_open = is_open and (terrain != "mountain" or hexside == "gap_or_road")
    cost = None if hexside == "ferry" else _cost(terrain, hexside, house)
    return Way(link.to, terrain, hexside, rail, is_open, cost, bool(into.places) or link.to in on_rail)


def _cost(terrain: str, hexside: str, house: Context) -> int:
    side = "gap_or_road" if hexside == "ridge" else hexside
    read = (t.TERRAIN_COSTS.at(terrain, context=house), t.HEXSIDE_COSTS.at(side, context=house))
    return sum(cost for cost in read if isinstance(cost, int))


@dataclass(frozen=True)
class Known:
    """What decides about a path: who holds each hex, where the enemy has SP and works, and where rails are cut."""

    side: Side
    enemy_at: frozenset[str]
    enemy_works: frozenset[str]
    held: Mapping[str, Side]
    cut: frozenset[str] = NOWHERE

    @cached_property
    def kept(self) -> dict[object, Any]:
        """Return what was worked out from this alone and may be asked for again."""
        return {}


def shared(world: World, known: Known) -> Known:
    """Return an equal one that was made lately, with all that was worked out from it, or this one."""
    lately = _lately(world)
    for other in tuple(lately):  # another thread may add to it
        if other == known:
            return other
    lately.appendleft(known)
    return known


@lru_cache(maxsize=KEPT)
def _lately(_world: World) -> deque[Known]:
    return deque(maxlen=KEPT)


def own_rail(ground: Ground, known: Known) -> frozenset[str]:
    """Return the own-held, uncut rail hexes without the enemy; between two of them a railroad is friendly."""
    key = "rail", ground
    if key not in known.kept:
        held, side = known.held, known.side
        mine = frozenset(hex_ for hex_ in ground.rails if held.get(hex_) == side)
        known.kept[key] = mine - known.enemy_at - known.cut
    found: frozenset[str] = known.kept[key]
    return found


def rides(way: Way, start: str, known: Known) -> bool:
    """Return whether a way is friendly connected rail: both ends held, without the enemy, and uncut (H-25)."""
    is_own = way.rail and known.held.get(start) == known.side == known.held.get(way.to)
    return is_own and _is_open_to_trains(start, known) and _is_open_to_trains(way.to, known)


def _is_open_to_trains(hex_id: str, known: Known) -> bool:
    return hex_id not in known.enemy_at and hex_id not in known.cut


def beside_enemy(world: World, known: Known) -> frozenset[str]:
    """Return the hexes of the enemy's SP, and those next to them."""
    if "beside enemy" not in known.kept:
        known.kept["beside enemy"] = world.graph.within(sorted(known.enemy_at), 1)
    found: frozenset[str] = known.kept["beside enemy"]
    return found


def goes_by_rail(asked: MovementCost, house: Context) -> bool:
    """Return whether a force takes the train: all its way is rail, and it couldn't march it in one move (R-196)."""
    if not all(step.rail for step in asked.path):
        return False
    on_foot = tuple(step.model_copy(update={"rail": False}) for step in asked.path)
    return bool(movement_cost(asked.model_copy(update={"path": on_foot}), Silent(context=house)).broken)


def takes(way: Way, known: Known, world: World) -> str:
    """Return what entering a hex takes control of, by whose it is by right."""
    if not way.has_gain or known.held.get(way.to) == known.side:
        return "nothing"
    right = world.by_right(way.to)
    return "neutral" if right == "neutral" else "own" if right == known.side else "enemy"


def near_enemy_fort(way: Way, start: str, known: Known, world: World) -> bool:
    """Return whether a ferry runs next to an enemy work (H-3)."""
    if way.hexside != "ferry" or not known.enemy_works:
        return False
    return bool(known.enemy_works & world.graph.within((start, way.to), 1))


def priced(
    path: Sequence[str],
    mover: Mover,
    known: Known,
    world: World,
    ground: Ground,
    *,
    demoralized: bool = False,
    ends_with_own: bool = True,
    overruns: Iterable[str] = (),
    halts: frozenset[str] = NOWHERE,
) -> MovementCost | None:
    """Return the question that a path puts to `movement_cost`, or None if its hexes don't touch.

    No train passes a hex of `halts` (H-25).
    """
    beaten = frozenset(overruns)
    steps = []
    for start, to in pairwise(path):
        way = ground.by_ends.get((start, to))
        if way is None:
            return None
        steps.append(
            PathHex.model_construct(
                hex=to,
                terrain="sea" if not world.graph.hexes[to].theater else way.terrain,
                hexside=way.hexside,
                rail=rides(way, start, known) and (start == path[0] or start not in halts),
                takes=takes(way, known, world),
                enemy_sp=to in known.enemy_at,
                overrun=to in beaten,
                enemy_fort_near=near_enemy_fort(way, start, known, world),
            )
        )
    return MovementCost.model_construct(
        side=known.side,
        mover=mover,
        path=tuple(steps),
        high_water=ground.high_water,
        production=PRODUCTION,
        demoralized=demoralized,
        ends_with_own=ends_with_own,
        spent=0,
    )
