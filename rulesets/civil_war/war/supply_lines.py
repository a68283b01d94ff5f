"""The line that feeds a hex, from one end to the other: over land to a network, and in it to a source (H-17)."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from heapq import heappop, heappush
from itertools import pairwise
from typing import Literal

from rulesets.civil_war.supply import longest_line
from rulesets.civil_war.war.ground import PRODUCTION
from rulesets.civil_war.war.network import DEPOT, PORT, RAIL, SOURCE, Feed, Live, Node, Supplies, passages
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent

By = Literal["land", "rail", "water"]
COSTS: Mapping[By, int] = {"land": 3, "rail": 2, "water": 2}  # so that a line by rail is shown where both are as long
Step = tuple[By, str]  # how a hex is entered, and which


@dataclass(frozen=True)
class Leg:
    """A part of a line that goes one way: its hexes, the first and last included. By water only these two are named."""

    by: By
    path: tuple[str, ...]


@dataclass(frozen=True)
class Line:
    """What feeds a hex: the legs of the line from there, where it joins the network, and where it ends.

    It ends at a source; in a network without one, where it joins the network, whose places are worth enough.
    """

    joins: Node
    ends: Node
    legs: tuple[Leg, ...]
    points: int
    sources: int


def line_of(supplies: Supplies, hex_id: str) -> Line | None:
    """Return the line that feeds a hex, by the rule that `Supplies.answer` names; None if nothing does."""
    found = supplies.answer(hex_id)
    feed = next((feed for feed in supplies.feeds(hex_id) if _feeds(supplies, feed, found.by)), None)
    if not found.in_supply or feed is None:
        return None
    first = _over_land(supplies, hex_id, feed.at)
    steps, end = _to_source(supplies, feed.network, (feed.kind, feed.at))
    legs = _legs([("land", hex_id), *(("land", here) for here in first[1:]), *steps])
    return Line((feed.kind, feed.at), end, legs, feed.network.points, feed.network.sources)


def cut_by(supplies: Supplies, hex_id: str) -> frozenset[str] | None:
    """Return the hexes with enemy SP or cut rails that cut the line to a hex; None if it has none without them either.

    Cut rails cut only what goes by rail.
    """
    free = replace(supplies, known=replace(supplies.known, enemy_at=frozenset(), cut=frozenset()))
    line = line_of(free, hex_id)
    if line is None:
        return None
    hexes = {here for leg in line.legs for here in leg.path}
    rails = {here for leg in line.legs if leg.by == "rail" for here in leg.path}
    return (supplies.known.enemy_at & hexes) | (supplies.known.cut & rails)


def _feeds(supplies: Supplies, feed: Feed, kind: str) -> bool:
    work = Silent(context=supplies.world.house)
    most = longest_line(supplies.known.side, PRODUCTION, work, to_rail=kind == RAIL)
    return feed.kind == kind and feed.network in supplies.live and feed.hexes <= most


def _over_land(supplies: Supplies, start: str, end: str) -> tuple[str, ...]:
    """Return a shortest way that supply may take over land, around the enemy; the start may be his."""
    to, came = passages(supplies.world), {start: ""}
    edge = [start]
    while end not in came:
        fresh = [
            (near, here) for here in edge for near in sorted(to[here] - supplies.known.enemy_at) if near not in came
        ]
        came |= dict(reversed(fresh))
        edge = list(dict(fresh))
    back = [end]
    while came[back[-1]]:
        back.append(came[back[-1]])
    return tuple(reversed(back))


def _to_source(supplies: Supplies, net: Live, start: Node) -> tuple[list[Step], Node]:
    """Return the shortest way through a network to one of its sources, and which; no way if it has none."""
    if not net.sources:
        return [], start
    ways, done = _Ways(supplies, net), set[str]()
    found: list[tuple[int, str, tuple[Step, ...]]] = [(0, start[1], ())]
    while found:
        length, here, steps = heappop(found)
        if (SOURCE, here) in net.nodes:
            return list(steps), (SOURCE, here)
        if here not in done:
            done.add(here)
            for more in ways.beyond(here):
                heappush(found, (length + sum(COSTS[by] for by, _ in more), more[-1][1], (*steps, *more)))
    return [], start


class _Ways:
    """How the hexes of a network hang together, looked up as they are asked for."""

    def __init__(self, supplies: Supplies, net: Live) -> None:
        work, side = Silent(context=supplies.world.house), supplies.known.side
        self._supplies = supplies
        self._rails = frozenset(hex_ for kind, hex_ in net.nodes if kind == RAIL)
        self._stops = frozenset(hex_ for kind, hex_ in net.nodes if kind in (DEPOT, SOURCE, PORT))
        self._to_rail = longest_line(side, PRODUCTION, work, to_rail=True)
        self._to_stop = longest_line(side, PRODUCTION, work, to_rail=False)

    def beyond(self, here: str) -> Iterator[tuple[Step, ...]]:
        """Yield the ways on from a hex to the next ones of the network."""
        for near in sorted(self._supplies.ground.joined_by_rail.get(here, frozenset()) & self._rails):
            if here in self._rails:
                yield (("rail", near),)
        for far in self._by_land(here):
            yield tuple(("land", hex_) for hex_ in _over_land(self._supplies, here, far)[1:])
        for far in self._by_water(here):
            yield (("water", far),)

    def _by_land(self, here: str) -> Iterable[str]:
        around: Mapping[str, int] = self._supplies.around(here, max(self._to_rail, self._to_stop))
        from_stop = here in self._stops
        for far, steps in around.items():
            if not steps:
                continue
            to_stop = far in self._stops and steps <= (self._to_stop if from_stop else self._to_rail)
            to_rail = from_stop and far in self._rails and steps <= self._to_rail
            if (to_stop and (from_stop or here in self._rails)) or to_rail:
                yield far

    def _by_water(self, here: str) -> Iterable[str]:
        waters = self._supplies.waters
        mine = waters.get(here, frozenset()) if here in self._stops else frozenset[int]()
        return (far for far in sorted(self._stops) if far != here and mine & waters.get(far, frozenset()))


def _legs(steps: list[Step]) -> tuple[Leg, ...]:
    """Return steps as legs: those that go on the same way are one."""
    legs: list[Leg] = []
    for (_, before), (by, here) in pairwise(steps):
        if legs and legs[-1].by == by and by != "water":
            legs[-1] = Leg(by, (*legs[-1].path, here))
        else:
            legs.append(Leg(by, (before, here)))
    return tuple(legs)
