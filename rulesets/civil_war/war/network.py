"""Supply: which rails, depots, sources, and ports are connected, and which hexes they feed (H-17)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, cached_property, lru_cache
from operator import itemgetter
from types import MappingProxyType

from rulesets.civil_war import tables as t
from rulesets.civil_war.entry import Link
from rulesets.civil_war.rulings import H_17
from rulesets.civil_war.supply import Supply, SupplyLine, SupplyResult, longest_line, supply
from rulesets.civil_war.war.ground import PRODUCTION, Ground, Known, own_rail
from rulesets.civil_war.war.waters import open_waters
from rulesets.civil_war.war.world import World
from rulesets.core.records import dataclass
from rulesets.core.sheet import Side
from rulesets.core.weighing import Silent

RAIL, DEPOT, SOURCE, PORT = "rail", "depot", "source", "port"
Node = tuple[str, str]  # kind and hex
MOST_LINES, KEPT, ROADS_KEPT, MOST_KEPT = 30, 8, 32, 4096
NETWORK_TO_RAIL, NETWORK_TO_NODE = "depot to rail", "depot to the next depot"


@dataclass(frozen=True)
class Live:
    """What hangs together: its nodes, the victory points of their places, and its sources."""

    nodes: frozenset[Node]
    points: int
    sources: int


@dataclass(frozen=True)
class Feed:
    """The nearest line of one kind from a hex to a network."""

    kind: str
    at: str
    hexes: int
    network: Live


@dataclass(frozen=True, eq=False)
class Supplies:
    """A side's networks, worked out from what it knows or from the truth."""

    world: World
    ground: Ground
    known: Known
    depots: frozenset[str]

    @cached_property
    def networks(self) -> tuple[Live, ...]:
        """Return all networks, live or not."""
        return self._networks(self.waters)

    def _networks(self, waters: Mapping[str, frozenset[int]]) -> tuple[Live, ...]:
        """Return what hangs together by land and these waters."""
        joins = _Joins(self._by_land.roots)
        self._join_by_water(joins, waters)
        return tuple(self._network(group) for group in joins.groups())

    @cached_property
    def _by_land(self) -> "_Joins":
        joins = _Joins()
        for node in (*self._railroads, *self.stops):
            joins.top(node)
        self._join_by_land(joins)
        return joins

    @cached_property
    def _railroads(self) -> Mapping[Node, frozenset[str]]:
        """Return the hexes of each connected railroad of this side, by its first hex."""
        return _railroads(self.ground, self.rail_hexes)

    @cached_property
    def _railroad_of(self) -> Mapping[str, Node]:
        return {hex_: road for road, hexes in self._railroads.items() for hex_ in hexes}

    def _join_by_land(self, joins: "_Joins") -> None:
        """Join depots, sources, and ports to rail and to one another, over the hexes between them."""
        work = Silent(context=self.world.house)
        to_rail = longest_line(self.known.side, PRODUCTION, work, to_rail=True)
        to_node = longest_line(self.known.side, PRODUCTION, work, to_rail=False)
        stops, mine, road_of = dict[str, list[Node]](), self.rail_hexes, self._railroad_of
        for node in self.stops:
            stops.setdefault(node[1], []).append(node)
        for start, nodes in stops.items():
            near = [other for here in self.around(start, to_node).keys() & stops.keys() for other in stops[here]]
            roads = {road_of[here] for here in mine.intersection(self.around(start, to_rail))}
            for other in (*near, *roads):
                joins.join(nodes[0], other)

    def around(self, start: str, most: int) -> Mapping[str, int]:
        """Return the hexes up to so many steps away that supply may pass to."""
        barred = self.known.enemy_at.intersection(_over_land(self.world, start, most))
        return _over_land(self.world, start, most, barred)

    @cached_property
    def waters(self) -> Mapping[str, frozenset[int]]:
        """Return the bodies of open water of each hex."""
        return open_waters(self.world, self.known, high_water=self.ground.high_water)

    def _join_by_water(self, joins: "_Joins", waters: Mapping[str, frozenset[int]]) -> None:
        first: dict[int, Node] = {}
        for node in self.stops:
            for body in waters.get(node[1], ()):
                joins.join(first.setdefault(body, node), node)

    @cached_property
    def rail_hexes(self) -> frozenset[str]:
        """Return the own-held rail hexes without the enemy."""
        return own_rail(self.ground, self.known)

    @cached_property
    def stops(self) -> tuple[Node, ...]:
        """Return depots, sources, and the Union's sea ports."""
        side = self.known.side
        found = [(DEPOT, id_) for id_ in sorted(self.depots)]
        found += [(SOURCE, id_) for id_ in sorted(self.world.sources[side]) if self.known.held.get(id_) == side]
        if side == "USA":
            found += [(PORT, id_) for id_ in self._ports if self.known.held.get(id_) == side]
        return tuple(node for node in found if node[1] not in self.known.enemy_at)

    @property
    def _ports(self) -> Iterable[str]:
        return self.world.ports

    def spread(self, starts: Iterable[str], most: int) -> dict[str, int]:
        """Return the hexes up to so many steps away: never over a ridge, an estuary, or through the enemy."""
        return _spread(passages(self.world), starts, most, self.known.enemy_at)

    def _network(self, joined: frozenset[Node]) -> Live:
        """Return what these stops and railroads are together."""
        roads = [self._railroads[node] for node in joined if node in self._railroads]
        on_rail = frozenset[str]().union(*roads)
        stops = {hex_ for _, hex_ in joined if self.known.held.get(hex_) == self.known.side} - on_rail
        points = sum(_points_along(self.world, road) for road in roads) + sum(map(self.world.points_of, stops))
        nodes = joined.union(*map(_nodes_along, roads))
        return Live(nodes, points, sum(kind == SOURCE for kind, _ in joined))

    @cached_property
    def live(self) -> tuple[Live, ...]:
        """Return the networks that are worth enough to feed anybody."""
        return self._living(self.networks)

    def _living(self, networks: Iterable[Live]) -> tuple[Live, ...]:
        work = Silent(context=self.world.house)
        wanted = work.read(t.SUPPLY, "points of cities joined")
        each = work.read(t.SUPPLY, "a supply source counts")
        return tuple(net for net in networks if net.points + net.sources * each >= wanted)

    @cached_property
    def joined(self) -> Mapping[str, Live]:
        """Return the hexes that belong to a live network, each with the network."""
        return _by_hex(self.live)

    def joined_by(self, hex_id: str) -> Link:
        """Return what a hex of a live network needs to be joined to one: land alone, a river, or even the sea."""
        if hex_id in self._joined_by_land:
            return "land"
        return "river" if hex_id in self._joined_by_river else "sea"

    @cached_property
    def _joined_by_land(self) -> Mapping[str, Live]:
        return _by_hex(self._living(self._networks({})))

    @cached_property
    def _joined_by_river(self) -> Mapping[str, Live]:
        rivers = open_waters(self.world, self.known, high_water=self.ground.high_water, with_sea=False)
        return _by_hex(self._living(self._networks(rivers)))

    @cached_property
    def fed(self) -> frozenset[str]:
        """Return the hexes where a force is in supply."""
        work, side = Silent(context=self.world.house), self.known.side
        nodes = {node for net in self.live for node in net.nodes}
        feeding = {DEPOT, PORT} | ({SOURCE} if work.chosen(H_17) == H_17.default else set())
        depots = {hex_ for kind, hex_ in nodes if kind in feeding}
        rails = {hex_ for kind, hex_ in nodes if kind == RAIL}
        to_depot, to_rail = (longest_line(side, PRODUCTION, work, to_rail=rail) for rail in (False, True))
        (most, last), (more, first) = sorted(((to_depot, depots), (to_rail, rails)), key=itemgetter(0))
        return frozenset(self.spread(self.spread(first, more - most).keys() | last, most))

    def answer(self, hex_id: str) -> SupplyResult:
        """Return what the rule of supply says of a force in a hex."""
        lines = tuple(_line(feed) for feed in self.feeds(hex_id))[:MOST_LINES]
        return supply(
            Supply(side=self.known.side, lines=lines, production=PRODUCTION), Silent(context=self.world.house)
        )

    def feeds(self, hex_id: str) -> Iterator[Feed]:
        """Yield the nearest line of each kind to each network, those to live networks first."""
        steps = self.spread((hex_id,), t.SUPPLY.at("hexes to a depot"))
        for net in (*self.live, *(net for net in self.networks if net not in self.live)):
            near: dict[str, tuple[int, str]] = {}
            for kind, at in net.nodes:
                if at in steps:
                    near[kind] = min(near.get(kind, (steps[at], at)), (steps[at], at))
            for kind, (hexes, at) in sorted(near.items()):
                yield Feed(kind, at, hexes, net)


def _by_hex(networks: Iterable[Live]) -> Mapping[str, Live]:
    return {hex_: net for net in networks for _, hex_ in net.nodes}


@cache
def passages(world: World) -> Mapping[str, frozenset[str]]:
    """Return for each hex the neighbors that supply may pass to, where there is no enemy."""
    return {
        here: frozenset(link.to for link in links if world.graph.hexes[link.to].theater and _is_passable(link.side))
        for here, links in world.graph.links.items()
    }


def _is_passable(side: Side) -> bool:
    return not (side.ridge and not (side.gap or side.road)) and side.river != "estuary"


@lru_cache(maxsize=MOST_KEPT)
def _over_land(world: World, start: str, most: int, barred: frozenset[str] = frozenset()) -> Mapping[str, int]:
    """Return the hexes up to so many steps away that supply may pass to, around these."""
    return _spread(passages(world), (start,), most, barred)


@lru_cache(maxsize=KEPT)
def _railroads(ground: Ground, mine: frozenset[str]) -> Mapping[Node, frozenset[str]]:
    """Return the connected railroads of these hexes, each by its first."""
    joined, left = ground.joined_by_rail, set(mine)
    found: dict[Node, frozenset[str]] = {}
    for first in joined:
        if first in left:
            road = edge = {first}
            while edge:
                left -= edge
                edge = set[str]().union(*(joined[here] for here in edge)) & left
                road = road | edge
            found[RAIL, first] = frozenset(road)
    return found


@lru_cache(maxsize=ROADS_KEPT)
def _points_along(world: World, road: frozenset[str]) -> int:
    """Return the victory points of the places along a railroad."""
    return sum(map(world.points_of, road))


@lru_cache(maxsize=ROADS_KEPT)
def _nodes_along(road: frozenset[str]) -> frozenset[Node]:
    return frozenset((RAIL, hex_) for hex_ in road)


def _spread(
    to: Mapping[str, frozenset[str]], starts: Iterable[str], most: int, barred: frozenset[str]
) -> dict[str, int]:
    found = dict.fromkeys(starts, 0)
    edge: Iterable[str] = list(found)
    for steps in range(1, most + 1):
        edge = set[str]().union(*map(to.__getitem__, edge)).difference(found, barred)
        found.update(dict.fromkeys(edge, steps))
    return found


def supplies_of(world: World, ground: Ground, known: Known, depots: frozenset[str]) -> Supplies:
    """Return a side's networks, worked out once for all who know the same."""
    key = "supplies", ground, depots
    if key not in known.kept:
        known.kept[key] = Supplies(world, ground, known, depots)
    found: Supplies = known.kept[key]
    return found


def _line(feed: Feed) -> SupplyLine:
    return SupplyLine.model_validate(
        {
            "to": feed.kind,
            "hexes": feed.hexes,
            "points_joined": feed.network.points,
            "sources_joined": feed.network.sources,
        }
    )


class _Joins:
    """Nodes that hang together."""

    def __init__(self, roots: Mapping[Node, Node] = MappingProxyType({})) -> None:
        self.roots = dict(roots)

    def top(self, node: Node) -> Node:
        """Return the node that stands for all that hang together with one."""
        root = self.roots
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    def join(self, one: Node, other: Node) -> None:
        """Let two nodes hang together."""
        self.roots[self.top(other)] = self.top(one)

    def groups(self) -> list[frozenset[Node]]:
        """Return the nodes that hang together, group by group."""
        found: Mapping[Node, set[Node]] = {}
        groups = dict(found)
        for node in list(self.roots):
            groups.setdefault(self.top(node), set()).add(node)
        return [frozenset(group) for group in groups.values()]
