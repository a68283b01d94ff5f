"""Where a force may go: a search over the compiled ground. Every path it offers costs what `movement_cost` says."""

import heapq
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise

from rulesets.civil_war import tables as t
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war.ground import (
    NOWHERE,
    PRODUCTION,
    Ground,
    Known,
    Way,
    near_enemy_fort,
    own_rail,
    rides,
    takes,
)
from rulesets.civil_war.war.waters import river_ends
from rulesets.civil_war.war.world import World
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent

NO_LIMIT, KEPT, MOST_KEPT = 99, 8, 4096
LED = frozenset({"led infantry", "led cavalry"})
StepsFrom = dict[str, Sequence[tuple[str, int]]]  # by hex: where one may go from it, and at which cost


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
    halts: frozenset[str] = NOWHERE  # hexes that no train passes
    rail_lift: int = NO_LIMIT  # SP that may still go by rail

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """Return the hexes within reach, by rail alone or on foot."""
        found = self._by_rail | self._on_foot if self.rail_lift else self._on_foot
        return tuple(hex_ for hex_ in found if hex_ != self.start)

    def most_to(self, to: str) -> int:
        """Return how many SP get to a hex: trains take no more than the lift that is left (H-25)."""
        return NO_LIMIT if to in self._on_foot else self.rail_lift

    def route(self, to: str) -> Route:
        """Return a cheapest route to a hex within reach, on foot if it isn't too far; an all-rail move is free."""
        if to not in self._on_foot:
            return Route(_traced(self._by_rail, to), 0)
        path = _traced(self._came_from, to)
        return Route(path, 0 if self._is_rail(path) else self._on_foot[to][1])

    def _is_rail(self, path: Sequence[str]) -> bool:
        """Return whether a whole path may be taken by rail."""
        by_rail = self._own_rail.issuperset(path) and self.halts.isdisjoint(path[1:-1])
        return by_rail and all(self.ground.by_ends[ends].rail for ends in pairwise(path))

    @cached_property
    def _came_from(self) -> Mapping[str, str]:
        return {hex_: before for hex_, (before, _) in self._on_foot.items()}

    @cached_property
    def _by_rail(self) -> dict[str, str]:
        """Return the hexes of the rail net that the start is on, each with the one before it."""
        found, mine = {self.start: ""}, self._own_rail
        edge = [self.start] if self.mover != "leader alone" else []
        for here in edge:
            passes = here == self.start or here not in self.halts
            for way in self.ground.rails.get(here, ()) if passes else ():
                if way.to not in found and here in mine and way.to in mine:
                    found[way.to] = here
                    edge.append(way.to)
        return found

    @cached_property
    def _on_foot(self) -> dict[str, tuple[str, int]]:
        """Return what costs no more than the allowance, with the hex before it; an attack ends a move.

        Only led SP enter a hex with enemy SP (H-26).
        """
        allowance, found = self.allowance, dict[str, tuple[str, int]]()
        closed = NOWHERE if self.mover in LED else self.known.enemy_at
        best = {self.start: (0, 0, "")}  # the cost and steps of the best way so far, and the hex before
        heap = [(0, 0, self.start, "")]
        steps_from = self._alone_from if self.mover == "leader alone" else self._led_from
        while heap:
            cost, steps, here, before = heapq.heappop(heap)
            if here in found:
                continue
            found[here] = before, cost
            for to, step in steps_from(here):
                if to in found or cost + step > allowance or to in closed:
                    continue
                new = cost + step, steps + 1, here
                if to not in best or new < best[to]:
                    best[to] = new
                    heapq.heappush(heap, (new[0], new[1], to, here))
        return found

    def _led_from(self, here: str) -> Sequence[tuple[str, int]]:
        """Return where one may go from a hex, at which cost."""
        if here in self.known.enemy_at and here != self.start:
            return ()
        if here not in self._ways:
            steps = ((way.to, self._step(way, here)) for way in self.ground.passable[here])
            self._ways[here] = tuple((to, step) for to, step in steps if step is not None)
        return self._ways[here]

    def _alone_from(self, here: str) -> Sequence[tuple[str, int]]:
        """Return where a leader alone may go from a hex: rail is free to him."""
        by_rail = here == self.start or here not in self.halts
        found = self._without_ferries[by_rail].get(here)
        if found is None:
            rails = self.ground.joined_by_rail[here] & self._own_rail if by_rail and here in self._own_rail else NOWHERE
            found = self._without_ferries[by_rail][here] = _walks_and_rides(self.ground, here, rails)
        if here not in self.ground.ferries:
            return found
        steps = ((way.to, self._by_ferry(way, here)) for way in self.ground.ferries[here])
        return (*found, *((to, step) for to, step in steps if step is not None))

    @cached_property
    def _without_ferries(self) -> tuple[StepsFrom, StepsFrom]:
        return _alone_without_ferries(self.ground, self._own_rail)

    @cached_property
    def _ways(self) -> StepsFrom:
        """Return the open ways found so far by anybody who leads alike and knows the same."""
        key = "ways", self.ground, self.mover, self.demoralized
        found: StepsFrom = self.known.kept.setdefault(key, {})
        return found

    def _step(self, way: Way, here: str) -> int | None:
        """Return the cost of one way, or None where it's closed."""
        if not (way.open or rides(way, here, self.known)):
            return None
        if self.demoralized and way.to in self.known.enemy_at:
            return None
        if way.cost is None:
            return self._by_ferry(way, here)
        pays = self.mover == "led cavalry" and takes(way, self.known, self.world) in ("own", "neutral")
        return way.cost + (self._to_change_control if pays else 0)

    def _by_ferry(self, way: Way, here: str) -> int | None:
        return None if near_enemy_fort(way, here, self.known, self.world) else max(1, self.allowance)

    @cached_property
    def _own_rail(self) -> frozenset[str]:
        return own_rail(self.ground, self.known)

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

    def most_to(self, _to: str) -> int:
        """Return how many SP get to a hex: the offer itself is within the lift."""
        return NO_LIMIT

    def route(self, to: str) -> Route:
        """Return the move to a hex; the waters in between aren't named."""
        return Route((self.start, to), 0)


@lru_cache(maxsize=KEPT)
def _alone_without_ferries(_ground: Ground, _own_rail: frozenset[str]) -> tuple[StepsFrom, StepsFrom]:
    """Return where leaders alone may go on foot, and by rail too, as far as it was worked out; no enemy bars it."""
    return {}, {}


@lru_cache(maxsize=MOST_KEPT)
def _walks_and_rides(ground: Ground, here: str, rails: frozenset[str]) -> Sequence[tuple[str, int]]:
    """Return the steps from a hex if these neighbors are joined to it by rail."""
    return (*(step for step in ground.on_foot[here] if step[0] not in rails), *((to, 0) for to in sorted(rails)))


def _traced(came_from: Mapping[str, str], to: str) -> tuple[str, ...]:
    path = [to]
    while came_from[path[-1]]:
        path.append(came_from[path[-1]])
    return tuple(reversed(path))
