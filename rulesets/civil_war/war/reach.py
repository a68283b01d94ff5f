"""Where a force may go: a search over the compiled ground. Every path it offers costs what `movement_cost` says."""

import heapq
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesets.civil_war import tables as t
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war.ground import PRODUCTION, Ground, Known, Way, near_enemy_fort, rides, takes
from rulesets.civil_war.war.world import World
from rulesets.core.weighing import Silent


@dataclass(frozen=True)
class Route:
    """A cheapest way to a hex, from the start on, and its cost."""

    path: tuple[str, ...]
    cost: int


@dataclass(frozen=True)
class Search:
    """Who moves, and by what he knows."""

    mover: Mover
    start: str
    known: Known
    world: World
    ground: Ground
    demoralized: bool = False

    def routes(self) -> dict[str, Route]:
        """Return a cheapest route to each hex within reach, by rail alone or on foot; an attack ends it."""
        found = {self.start: Route((self.start,), 0)}
        by_rail = self.mover != "leader alone"
        if by_rail:
            found |= self._by_rail()
        for route in self._on_foot():
            old = found.get(route.path[-1])
            if old is None or route.cost < old.cost:
                found[route.path[-1]] = route
        del found[self.start]
        return found

    def _by_rail(self) -> dict[str, Route]:
        """Return what an all-rail move reaches: it's free."""
        found = {self.start: Route((self.start,), 0)}
        edge = [self.start]
        for here in edge:
            for way in self.ground.ways[here]:
                if way.to not in found and rides(way, here, self.known):
                    found[way.to] = Route((*found[here].path, way.to), 0)
                    edge.append(way.to)
        return found

    def _on_foot(self) -> Iterator[Route]:
        """Yield the routes that cost no more than the allowance, the cheapest first."""
        allowance, done = self.allowance, set[str]()
        heap: list[tuple[int, int, tuple[str, ...]]] = [(0, 0, (self.start,))]
        while heap:
            cost, steps, path = heapq.heappop(heap)
            here = path[-1]
            if here in done:
                continue
            done.add(here)
            yield Route(path, cost)
            if here in self.known.enemy_at and here != self.start:
                continue
            for way in self.ground.ways[here]:
                step = self._step(way, here, allowance) if way.to not in done else None
                if step is not None and cost + step <= allowance:
                    heapq.heappush(heap, (cost + step, steps + 1, (*path, way.to)))

    def _step(self, way: Way, here: str, allowance: int) -> int | None:
        """Return the cost of one way, or None where it's closed."""
        rail = rides(way, here, self.known)
        if not (way.open or rail):
            return None
        if way.to in self.known.enemy_at and (self.demoralized or self.mover == "leader alone"):
            return None
        if rail and self.mover == "leader alone":
            return 0
        if way.cost is None:
            return None if near_enemy_fort(way, here, self.known, self.world) else max(1, allowance)
        pays = self.mover == "led cavalry" and takes(way, self.known, self.world) in ("own", "neutral")
        return way.cost + (self._numbers("cavalry to change control") if pays else 0)

    def _numbers(self, name: str) -> int:
        return t.MOVEMENT_NUMBERS.at(name, context=self.world.house)

    @property
    def allowance(self) -> int:
        """Return the mover's movement points."""
        work = Silent(context=self.world.house)
        allowance = work.read(t.ALLOWANCES, self.mover)
        if self.known.side == "CSA" and self.mover != "leader alone":
            allowance -= work.read(t.ALLOWANCE_CUTS, PRODUCTION)
        return max(0, allowance)


def ends_of(routes: dict[str, Route], may_end: Callable[[str], bool]) -> dict[str, Route]:
    """Return the routes that may end where they do."""
    return {hex_: route for hex_, route in routes.items() if may_end(hex_)}
