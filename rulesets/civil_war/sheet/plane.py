"""The flat map: latitude and longitude to miles, hexes in miles, shapes cut by hexes, distances from lines.

Projected points are rounded to 1/1024 mile, and from there on only additions, products, quotients, and square roots are
used, so that every machine gets the same numbers.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import asin, atan2, cos, degrees, floor, radians, sin, sqrt
from typing import NamedTuple

from rulesets.core.hexes import Axial, Corner, corners

Point = tuple[float, float]
Ring = list[Point]

MILES = 25.0  # across a hex, from flat side to flat side
RADIUS = MILES / sqrt(3)
SHIFT = (11.0, 10.5)  # of the grid, in miles: the one of 255 that pushes towns around least
EARTH = 3958.8
SOUTH_PARALLEL, NORTH_PARALLEL, MIDDLE = radians(29), radians(38.5), (radians(33), radians(-87))
_N = (sin(SOUTH_PARALLEL) + sin(NORTH_PARALLEL)) / 2
_C = cos(SOUTH_PARALLEL) ** 2 + 2 * _N * sin(SOUTH_PARALLEL)
_RHO = EARTH * sqrt(_C - 2 * _N * sin(MIDDLE[0])) / _N


def project(lat: float, lon: float) -> Point:
    """Return a place in miles east and north of the middle, by Albers' equal-area cone."""
    rho = EARTH * sqrt(_C - 2 * _N * sin(radians(lat))) / _N
    theta = _N * (radians(lon) - MIDDLE[1])
    return _rounded(rho * sin(theta)), _rounded(_RHO - rho * cos(theta))


def unproject(at: Point) -> Point:
    """Return the latitude and longitude of a place in miles."""
    x, y = at[0], _RHO - at[1]
    rho = sqrt(x * x + y * y) * _N / EARTH
    return degrees(asin((_C - rho * rho) / (2 * _N))), degrees(atan2(x, y) / _N + MIDDLE[1])


def _rounded(miles: float) -> float:
    return floor(miles * 1024 + 0.5) / 1024


def center(at: Axial) -> Point:
    """Return the middle of a hex, in miles."""
    q, r = at
    return MILES * (q + r / 2) + SHIFT[0], SHIFT[1] - 1.5 * RADIUS * r


def corner_at(key: Corner) -> Point:
    """Return a corner in miles."""
    return MILES * (key[0] / 3 + key[1] / 6) + SHIFT[0], SHIFT[1] - RADIUS * key[1] / 2


def outline(at: Axial) -> Ring:
    """Return a hex's corners, clockwise."""
    return [corner_at(key) for key in corners(at)]


def nearest_hex(at: Point) -> Axial:
    """Return the hex that a place lies in."""
    r = (SHIFT[1] - at[1]) / (1.5 * RADIUS)
    q = (at[0] - SHIFT[0]) / MILES - r / 2
    near = [(floor(q) + dq, floor(r) + dr) for dq in (-1, 0, 1, 2) for dr in (-1, 0, 1, 2)]
    return min(near, key=lambda each: (square(center(each), at), each))


def square(one: Point, other: Point) -> float:
    """Return the squared distance of two places."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + dy * dy


def apart(one: Point, other: Point) -> float:
    """Return the distance of two places."""
    return sqrt(square(one, other))


def cross(start: Point, end: Point, at: Point) -> float:
    """Return more than 0 if a place lies left of the line from start to end."""
    return (end[0] - start[0]) * (at[1] - start[1]) - (end[1] - start[1]) * (at[0] - start[0])


def middle(one: Point, other: Point) -> Point:
    """Return the place halfway."""
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


class Nearest(NamedTuple):
    """Where a line comes nearest to a place: squared distance, number of the stretch, share of it, miles so far."""

    square: float
    stretch: int
    share: float
    along: float


class Line:
    """A line of points, such as a river, that answers how far from it a place lies and on which side."""

    def __init__(self, points: Iterable[Point]) -> None:
        """Leave out points that repeat."""
        kept: list[Point] = []
        for point in points:
            if not kept or point != kept[-1]:
                kept.append(point)
        self.points = kept
        self._stretches: list[tuple[float, float, float, float, float, float]] = []
        along = 0.0
        for (ax, ay), (bx, by) in pairwise(kept):
            dx, dy = bx - ax, by - ay
            self._stretches.append((ax, ay, dx, dy, dx * dx + dy * dy, along))
            along += sqrt(dx * dx + dy * dy)
        self.length = along

    def nearest(self, at: Point) -> Nearest:
        """Return where the line comes nearest."""
        x, y = at
        best, found = 1e18, (0, 0.0)
        for number, (ax, ay, dx, dy, length, _) in enumerate(self._stretches):
            share = ((x - ax) * dx + (y - ay) * dy) / length
            share = 0.0 if share < 0 else 1.0 if share > 1 else share
            ex, ey = x - ax - share * dx, y - ay - share * dy
            gap = ex * ex + ey * ey
            if gap < best - 1e-9:
                best, found = gap, (number, share)
        if not self._stretches:
            return Nearest(square(at, self.points[0]), 0, 0.0, 0.0)
        number, share = found
        return Nearest(best, number, share, self._stretches[number][5] + share * sqrt(self._stretches[number][4]))

    def gap(self, at: Point) -> float:
        """Return the distance of a place."""
        return sqrt(self.nearest(at).square)

    def bank(self, at: Point) -> tuple[str, bool]:
        """Return L or R, looking along the line, and whether the place lies beyond an end of it."""
        near = self.nearest(at)
        joint = near.stretch + int(near.share) if near.share in (0.0, 1.0) else None
        if joint is not None and 0 < joint < len(self.points) - 1:
            before, here, after = self.points[joint - 1 : joint + 2]
            lefts = cross(before, here, at) > 0, cross(here, after, at) > 0
            return ("L" if (all(lefts) if cross(before, here, after) > 0 else any(lefts)) else "R"), False
        start, end = self.points[near.stretch : near.stretch + 2]
        return ("L" if cross(start, end, at) > 0 else "R"), joint is not None


def gap_to_ring(ring: Sequence[Point], at: Point) -> float:
    """Return how far outside a convex ring a place lies; 0 if inside."""
    closed = [*ring, ring[0]]
    if all(cross(start, end, at) <= 0 for start, end in pairwise(closed)):
        return 0.0
    return Line(closed).gap(at)


def area(ring: Sequence[Point]) -> float:
    """Return the area inside a ring."""
    doubled = 0.0
    for (ax, ay), (bx, by) in pairwise([*ring, *ring[:1]]):
        doubled += ax * by - bx * ay
    return abs(doubled) / 2


def cut(ring: Ring, start: Point, end: Point) -> Ring:
    """Return what of a ring lies right of the line through two points."""
    kept: Ring = []
    if not ring:
        return kept
    previous, before = ring[-1], cross(start, end, ring[-1])
    for point in ring:
        here = cross(start, end, point)
        if (here <= 0) != (before <= 0):
            share = before / (before - here)
            kept.append(
                (previous[0] + share * (point[0] - previous[0]), previous[1] + share * (point[1] - previous[1]))
            )
        if here <= 0:
            kept.append(point)
        previous, before = point, here
    return kept


HEX_AREA = area(outline((0, 0)))


def shares(ring: Ring, rows: range) -> dict[Axial, float]:
    """Return which share of each hex of these rows lies inside a ring; hexes that it misses are left out."""
    found: dict[Axial, float] = {}
    top, bottom = max(y for _, y in ring), min(y for _, y in ring)
    for r in rows:
        y = center((0, r))[1]
        if y + RADIUS < bottom or y - RADIUS > top:
            continue
        strip = cut(cut(ring, (0.0, y + RADIUS), (1.0, y + RADIUS)), (1.0, y - RADIUS), (0.0, y - RADIUS))
        if strip:
            found |= _shares_of_row(strip, r)
    return found


def _shares_of_row(strip: Ring, r: int) -> dict[Axial, float]:
    found: dict[Axial, float] = {}
    west, east = min(x for x, _ in strip), max(x for x, _ in strip)
    first = floor((west - SHIFT[0]) / MILES - r / 2 - 0.5)
    last = floor((east - SHIFT[0]) / MILES - r / 2 + 0.5) + 1
    for q in range(first, last + 1):
        piece = strip
        edges = outline((q, r))
        for start, end in pairwise([*edges, edges[0]]):
            piece = cut(piece, start, end)
            if not piece:
                break
        share = area(piece) / HEX_AREA if piece else 0.0
        if share > 1e-6:
            found[q, r] = share
    return found
