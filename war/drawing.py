"""The geometry of a drawn map: hexes, curved rivers and rails, and scattered terrain signs.

A hex is 90 units wide, so that on a small map a 30-by-22 counter leaves room for the town below it.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import sqrt

from rulesets.core.hexes import Axial, Corner, corners

Point = tuple[float, float]

HEX_WIDTH = 90.0
RADIUS = HEX_WIDTH / sqrt(3)
STAR_WORK = "M0-8.5 2.3-3.2 8.1-2.6 3.7 1.2 5 6.9 0 3.9-5 6.9-3.7 1.2-8.1-2.6-2.3-3.2Z"
SIGNS_PER_HEX = {"forest": 22, "swamp": 12, "mountain": 9, "rough": 10}


def center(q: float, r: float) -> Point:
    """Return the middle of a hex, or of any axial point."""
    return HEX_WIDTH * (q + r / 2), RADIUS * 1.5 * r


def corner(key: Corner) -> Point:
    """Return the point of a corner: the mean of the three hexes that meet there."""
    return center(key[0] / 3, key[1] / 3)


def outline(q: int, r: int, *, inset: float = 0.0) -> str:
    """Return a hex's points for an SVG polygon; `inset` shrinks it toward its center."""
    cx, cy = center(q, r)
    keep = 1 - inset / RADIUS
    places = (corner(key) for key in corners((q, r)))
    return " ".join(_pair((cx + (x - cx) * keep, cy + (y - cy) * keep)) for x, y in places)


def along_sides(keys: Sequence[Corner]) -> str:
    """Return a river's path: from midside to midside, with corners as control points, so that it follows hexsides."""
    return _curve([corner(key) for key in keys], straight_at=lambda _number: False)


def through_centers(hexes: Sequence[Axial], *, towns: frozenset[Axial] = frozenset()) -> str:
    """Return a railroad's path: straight through towns, rounded in empty hexes."""
    return _curve([center(*key) for key in hexes], straight_at=lambda number: hexes[number] in towns)


def _curve(points: Sequence[Point], *, straight_at: Callable[[int], bool]) -> str:
    path = f"M{_pair(points[0])}"
    for number in range(1, len(points) - 1):
        before, here, after = points[number - 1 : number + 2]
        if straight_at(number):
            path += f"L{_pair(here)}"
        else:
            path += f"L{_pair(_middle(before, here))}Q{_pair(here)} {_pair(_middle(here, after))}"
    return f"{path}L{_pair(points[-1])}"


def strewn(q: int, r: int, terrain: str) -> Iterator[Point]:
    """Return the points of a hex's terrain signs: always the same, and off center to leave room for a town."""
    cx, cy = center(q, r)
    wanted, number = SIGNS_PER_HEX.get(terrain, 0), 0
    while wanted and number < 90:
        across, down = _scatter(q, r, number)
        number += 1
        x, y = (across - 0.5) * HEX_WIDTH * 0.84, (down - 0.5) * RADIUS * 1.56
        if abs(x) / HEX_WIDTH + abs(y) / RADIUS / 1.9 < 0.46 and x * x + y * y > 260:
            wanted -= 1
            yield cx + x, cy + y


def _scatter(q: int, r: int, number: int) -> Point:
    """Return two evenly spread fractions from the hex's coordinates: a lattice, shifted for each hex."""
    shift = (q * 0.37 + r * 0.61) % 1
    return (number * 0.7548776662 + shift) % 1, (number * 0.5698402910 + shift * 1.7) % 1


def _middle(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _pair(point: Point) -> str:
    return f"{point[0]:.1f} {point[1]:.1f}"


LETTER_WIDTH, NAME_HEIGHT = 4.7, 10.0
Spot = tuple[float, float, str]


def name_spots(width: float, *, ring: float, is_topped: bool) -> Iterator[tuple[Spot, Point]]:
    """Return the spots for a place's name, best first: each anchor with the center of its box."""
    half, off = width / 2, ring + 3
    yield (0, ring + 10, "middle"), (0, ring + 7)
    yield (off, 3, "start"), (off + half, 0)
    yield (-off, 3, "end"), (-off - half, 0)
    if not is_topped:
        yield (0, -ring - 4, "middle"), (0, -ring - 7)


def spot_for_name(name: str, near: Sequence[Point], *, ring: float, is_topped: bool) -> Spot:
    """Return the spot whose box covers the fewest points of rails and rivers; `near` is relative to the place."""
    width = len(name) * LETTER_WIDTH

    def covered(spot: tuple[Spot, Point]) -> int:
        x, y = spot[1]
        return sum(abs(px - x) < width / 2 + 1 and abs(py - y) < NAME_HEIGHT / 2 for px, py in near)

    return min(name_spots(width, ring=ring, is_topped=is_topped), key=covered)[0]


def points_along(line: Sequence[Point], *, steps: int = 16) -> Iterator[Point]:
    """Return points along a broken line, close enough to tell whether a name would cover it."""
    for (ax, ay), (bx, by) in pairwise(line):
        for step in range(steps + 1):
            yield ax + (bx - ax) * step / steps, ay + (by - ay) * step / steps


def frame(hexes: Sequence[Axial], *, margin: float = 6.0) -> str:
    """Return the viewBox around these hexes."""
    places = [corner(key) for q, r in hexes for key in corners((q, r))]
    left, top = min(x for x, _ in places) - margin, min(y for _, y in places) - margin
    right, bottom = max(x for x, _ in places) + margin, max(y for _, y in places) + margin
    return f"{left:.1f} {top:.1f} {right - left:.1f} {bottom - top:.1f}"
