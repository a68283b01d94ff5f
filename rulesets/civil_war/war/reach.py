"""Where a force may go: a search over the compiled ground. Every path it offers costs what `movement_cost` says."""

import heapq
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from rulesets.civil_war import tables as t
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war.ground import PRODUCTION, Ground, Known, Way, near_enemy_fort, rides, takes
from rulesets.civil_war.war.waters import river_ends
from rulesets.civil_war.war.world import World
from rulesets.core.weighing import Silent


@dataclass(frozen=True)
class Route:
    """A cheapest way to a hex, from the start on, and its cost."""

    path: tuple[str, ...]
    cost: int


@dataclass(frozen=True)
class Search:
    """Who moves, and by what he knows; it looks for ways when it's first asked."""

    mover: Mover
    start: str
    known: Known
    world: World
    ground: Ground
    demoralized: bool = False

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Return the hexes within reach, by rail alone or on foot."""
        return tuple(hex_ for hex_ in (self._by_rail | self._on_foot) if hex_ != self.start)

    def route(self, to: str) -> Route:
        """Return a cheapest route to a hex within reach: an all-rail move is free."""
        if to in self._by_rail:
            return Route(_traced(self._by_rail, to), 0)
        came_from = {hex_: before for hex_, (before, _) in self._on_foot.items()}
        return Route(_traced(came_from, to), self._on_foot[to][1])

    @cached_property
    def _by_rail(self) -> dict[str, str]:
        """Return the hexes of the rail net that the start is on, each with the one before it."""
        found = {self.start: ""}
        edge = [self.start] if self.mover != "leader alone" else []
        for here in edge:
            for way in self.ground.rails.get(here, ()):
                if way.to not in found and rides(way, here, self.known):
                    found[way.to] = here
                    edge.append(way.to)
        return found

    @cached_property
    def _on_foot(self) -> dict[str, tuple[str, int]]:
        """Return what costs no more than the allowance, with the hex before it; an attack ends a move."""
        allowance, found = self.allowance, dict[str, tuple[str, int]]()
        heap = [(0, 0, self.start, "")]
        while heap:
            cost, steps, here, before = heapq.heappop(heap)
            if here in found:
                continue
            found[here] = before, cost
            if here in self.known.enemy_at and here != self.start:
                continue
            for way in self.ground.ways[here]:
                step = self._step(way, here, allowance) if way.to not in found else None
                if step is not None and cost + step <= allowance:
                    heapq.heappush(heap, (cost + step, steps + 1, way.to, here))
        return found

    def _step(self, way: Way, here: str, allowance: int) -> int | None:
        """Return the cost of one way, or None where it's closed."""
        rail = way.rail and rides(way, here, self.known)
        if not (way.open or rail):
            return None
        alone = self.mover == "leader alone"
        if way.to in self.known.enemy_at and (self.demoralized or alone):
            return None
        if rail and alone:
            return 0
        if way.cost is None:
            return None if near_enemy_fort(way, here, self.known, self.world) else max(1, allowance)
        pays = self.mover == "led cavalry" and takes(way, self.known, self.world) in ("own", "neutral")
        return way.cost + (self._to_change_control if pays else 0)

    @cached_property
    def _to_change_control(self) -> int:
        return t.MOVEMENT_NUMBERS.at("cavalry to change control", context=self.world.house)

    @cached_property
    def allowance(self) -> int:
        """Return the mover's movement points."""
        work = Silent(context=self.world.house)
        allowance = work.read(t.ALLOWANCES, self.mover)
        if self.known.side == "CSA" and self.mover != "leader alone":
            allowance -= work.read(t.ALLOWANCE_CUTS, PRODUCTION)
        return max(0, allowance)


@dataclass(frozen=True)
class RiverSearch:
    """A move by river: the whole move, at any distance, over one water."""

    mover: Mover
    start: str
    known: Known
    world: World
    high_water: bool

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Return the hexes that boats reach."""
        led = self.mover != "unled SP"
        return river_ends(self.world, self.known, self.start, high_water=self.high_water, led=led)

    def route(self, to: str) -> Route:
        """Return the move to a hex; the waters in between aren't named."""
        return Route((self.start, to), 0)


def _traced(came_from: Mapping[str, str], to: str) -> tuple[str, ...]:
    path = [to]
    while came_from[path[-1]]:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
