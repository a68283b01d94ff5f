"""The web of hexsides and corners, and the cheapest way along it past towns in order."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush

from rulesets.civil_war.sheet.plane import (
    MILES,
    RADIUS,
    Line,
    Point,
    apart,
    center,
    corner_at,
    cross,
    middle,
    nearest_hex,
)
from rulesets.core.hexes import Axial, Corner, around, corners

Side = tuple[Corner, Corner]
Waypoint = tuple[Axial, str]  # a hex, and the bank that it lies on
Price = Callable[[Corner, Corner], float | None]  # of a hexside, in the direction of travel; None if closed
SKIPPED = 10 * RADIUS  # the price of a way-point that a line doesn't touch
FARTHEST = 1.1 * MILES  # from its true line


def side_of(one: Corner, other: Corner) -> Side:
    """Return a hexside, whichever way it is walked."""
    return (one, other) if one < other else (other, one)


def side_between(one: Axial, other: Axial) -> Side:
    """Return the hexside that two neighbors share."""
    theirs = corners(other)
    first, second = (corner for corner in corners(one) if corner in theirs)
    return side_of(first, second)


class Web:
    """Hexsides by their corners, with the hexes on both sides of each."""

    def __init__(self, hexes: Iterable[Axial]) -> None:
        """Index every side and corner of these hexes."""
        self.hexes_of: dict[Side, list[Axial]] = defaultdict(list)
        self.hexes_at: dict[Corner, list[Axial]] = defaultdict(list)
        self.next_to: dict[Corner, list[Corner]] = defaultdict(list)
        for at in sorted(hexes):
            ring = corners(at)
            for number, corner in enumerate(ring):
                self.hexes_at[corner].append(at)
                self.hexes_of[side_of(corner, ring[number - 1])].append(at)
        for one, other in self.hexes_of:
            self.next_to[one].append(other)
            self.next_to[other].append(one)

    def banks(self, start: Corner, end: Corner) -> tuple[Axial | None, Axial | None]:
        """Return the hexes left and right of a hexside."""
        left = right = None
        for at in self.hexes_of[side_of(start, end)]:
            if cross(corner_at(start), corner_at(end), center(at)) > 0:
                left = at
            else:
                right = at
        return left, right

    def corners_near(self, at: Point, most: float) -> dict[Corner, float]:
        """Return the corners within so many miles, with their distance."""
        home = nearest_hex(at)
        near = {home, *around(home)}
        near |= {far for each in list(near) for far in around(each)}
        near |= {far for each in list(near) for far in around(each)}
        keys = {key for each in near for key in corners(each) if key in self.hexes_at}
        found = {key: apart(corner_at(key), at) for key in sorted(keys)}
        return {key: far for key, far in found.items() if far < most}


def from_line(line: Line, start: Corner, end: Corner) -> float | None:
    """Return the price of a hexside for its distance from a true line; None if it is too far."""
    gap = line.nearest(middle(corner_at(start), corner_at(end))).square
    if gap > FARTHEST * FARTHEST:
        return None
    return RADIUS * (0.12 + gap / (0.09 * MILES * MILES))


def off_by(far: float) -> float:
    """Return the price of an end that lies so far from its true place."""
    return RADIUS * far * far / (0.09 * MILES * MILES)


def cheapest_path(start: Axial, end: Axial, price: Callable[[Axial, Axial], float | None]) -> list[Axial]:
    """Return the hexes of the cheapest path from one to another; a step without a price is closed."""
    far, came = {start: 0.0}, {start: start}
    queue = [(0.0, start)]
    while queue and queue[0][1] != end:
        cost, here = heappop(queue)
        for there in around(here) if cost <= far[here] else ():
            step = price(here, there)
            if step is not None and cost + step < far.get(there, 1e18):
                far[there], came[there] = cost + step, here
                heappush(queue, (cost + step, there))
    path = [end]
    while path[-1] != start:
        path.append(came[path[-1]])
    return path[::-1]


State = tuple[int, Corner]  # the way-points passed, and where


class _Search:
    """The search for a cheapest way: what has been reached, and how."""

    def __init__(self, web: Web, price: Price, starts: Mapping[Corner, float], waypoints: Sequence[Waypoint]) -> None:
        self.web, self.price, self.waypoints = web, price, waypoints
        self.prices: dict[tuple[Corner, Corner], float | None] = {}
        self.far: dict[State, float] = {(0, corner): cost for corner, cost in starts.items()}
        self.came: dict[State, State] = {}
        self.queue = sorted((cost, 0, corner) for corner, cost in starts.items())
        self.done: set[State] = set()

    def reach(self, cost: float, state: State, origin: State) -> None:
        if cost < self.far.get(state, 1e18):
            self.far[state], self.came[state] = cost, origin
            heappush(self.queue, (cost, *state))

    def go_on(self, cost: float, state: State) -> None:
        """Reach what is next to a corner, or give the next way-point up."""
        passed, here = state
        if passed < len(self.waypoints):
            self.reach(cost + SKIPPED, (passed + 1, here), state)
        for there in self.web.next_to[here]:
            if (here, there) not in self.prices:
                self.prices[here, there] = self.price(here, there)
            step = self.prices[here, there]
            if step is not None:
                self.reach(cost + step, (self._passed(passed, here, there), there), state)

    def _passed(self, passed: int, start: Corner, end: Corner) -> int:
        if passed == len(self.waypoints):
            return passed
        sides = dict(zip("LR", self.web.banks(start, end), strict=True))
        while passed < len(self.waypoints) and sides[self.waypoints[passed][1]] == self.waypoints[passed][0]:
            passed += 1
        return passed

    def way_to(self, end: State) -> list[Corner]:
        steps = [end]
        while steps[-1] in self.came:
            steps.append(self.came[steps[-1]])
        line = [corner for _, corner in reversed(steps)]
        return [corner for number, corner in enumerate(line) if number == 0 or corner != line[number - 1]]


def cheapest_way(
    web: Web,
    price: Price,
    starts: Mapping[Corner, float],
    goals: Mapping[Corner, float],
    waypoints: Sequence[Waypoint] = (),
) -> list[Corner] | None:
    """Return the corners of the cheapest line that touches the way-points in order, each on its bank, or pays."""
    search = _Search(web, price, starts, waypoints)
    best: tuple[float, State] | None = None
    while search.queue:
        cost, passed, here = heappop(search.queue)
        if (passed, here) in search.done:
            continue
        if best and cost >= best[0]:
            break
        search.done.add((passed, here))
        if here in goals:
            total = cost + goals[here] + SKIPPED * (len(waypoints) - passed)
            best = min(filter(None, (best, (total, (passed, here)))))
        search.go_on(cost, (passed, here))
    return search.way_to(best[1]) if best else None
