"""Lines on a grid of hexes: joined sides, smooth curves, and paths of small whole numbers."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

from rulesets.core.hexes import Axial, around, side_between
from war.drawing import Point

Key = tuple[int, int]


class Pen:
    """Writes a path in whole units, relative to where it is, which is short and compresses well."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.at = (0, 0)

    @property
    def path(self) -> str:
        return "".join(self.parts)

    def _to(self, letter: str, *points: Point) -> None:
        ends = [(round(x), round(y)) for x, y in points]
        steps = "".join(_number(end[n] - self.at[n]) for end in ends for n in (0, 1))
        self.parts.append(letter + steps.removeprefix(" "))
        self.at = ends[-1]

    def move(self, point: Point) -> None:
        self._to("m", point)

    def line(self, point: Point) -> None:
        self._to("l", point)

    def curve(self, control: Point, point: Point) -> None:
        self._to("q", control, point)

    def stroke(self, *points: Point) -> None:
        """Draw a broken line of its own."""
        self.move(points[0])
        for point in points[1:]:
            self.line(point)

    def sign(self, point: Point, shape: str, *, ends: tuple[int, int]) -> None:
        """Draw a fixed shape of relative steps that ends so far from where it begins."""
        self.move(point)
        self.parts.append(shape)
        self.at = (self.at[0] + ends[0], self.at[1] + ends[1])

    def smooth(self, points: Sequence[Point], sharp: Sequence[bool] = ()) -> None:
        """Draw a curve from midpoint to midpoint with the points as controls, but go through those that are sharp.

        A line whose first point is also its last is closed.
        """
        sharp = sharp or [False] * len(points)
        if points[0] != points[-1]:
            self.move(points[0])
            self.line(middle(points[0], points[1]))
            self._bends(list(zip(points[1:], sharp[1:], strict=True)))
            self.line(points[-1])
            return
        start = middle(points[-2], points[0])
        self.move(start)
        begun = self.at
        self._bends(list(zip([*points[:-1], points[0]], [*sharp[:-1], sharp[0]], strict=True)))
        self.parts.append("z")
        self.at = begun

    def _bends(self, corners: Sequence[tuple[Point, bool]]) -> None:
        for (here, is_sharp), (after, _) in pairwise(corners):
            if is_sharp:
                self.line(here)
                self.line(middle(here, after))
            else:
                self.curve(here, middle(here, after))


def _number(value: int) -> str:
    return str(value) if value < 0 else f" {value}"


def middle(one: Point, two: Point) -> Point:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def joined(edges: Iterable[frozenset[Key]]) -> list[list[Key]]:
    """Join edges into lines that end where three meet, or nowhere: then the first point is also the last."""
    beside: dict[Key, list[Key]] = defaultdict(list)
    for one, other in sorted(tuple(sorted(edge)) for edge in set(edges)):
        beside[one].append(other)
        beside[other].append(one)
    used: set[frozenset[Key]] = set()
    ends = [key for key in beside if len(beside[key]) != 2]
    return [line for key in [*ends, *beside] for line in _lines_from(key, beside, used)]


def _lines_from(start: Key, beside: dict[Key, list[Key]], used: set[frozenset[Key]]) -> Iterable[list[Key]]:
    for first in beside[start]:
        if frozenset((start, first)) in used:
            continue
        line = [start]
        step: Key | None = first
        while step is not None:
            used.add(frozenset((line[-1], step)))
            line.append(step)
            onward = [key for key in beside[step] if frozenset((step, key)) not in used]
            step = onward[0] if len(beside[step]) == 2 and onward else None
        yield line


def edge_of_area(area: set[Axial]) -> list[frozenset[Key]]:
    """Return the hexsides around a set of hexes."""
    return [side_between(here, near) for here in sorted(area) for near in around(here) if near not in area]
