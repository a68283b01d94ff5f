"""Rivers as lines that flow, each in the width of its class; ridges, gaps, ferries, and roads on their hexsides."""

from collections import defaultdict
from itertools import pairwise
from math import hypot

from rulesets.core.hexes import Corner, side_between
from rulesets.core.sheet import Sheet, Side
from war.atlas.pen import Pen, joined, middle
from war.drawing import Point, center, corner

# Width, and width of the water between the banks; "" stands for a line without banks.
WIDTHS = {"unnavigable": (1.8, 0.0, ""), "seasonal": (4.4, 0.0, ""), "estuary": (16.0, 11.5, "--sea")}
WIDTHS["navigable"] = (9.0, 5.2, "--river-fill")


def rivers_by_name(sheet: Sheet) -> dict[str, dict[frozenset[Corner], str]]:
    """Return the sides and classes of each river; a side with two belongs to the one that counts."""
    found: dict[str, dict[frozenset[Corner], str]] = defaultdict(dict)
    for side in sheet.sides:
        if side.rivers:
            found[side.river_name][edge_of(sheet, side)] = side.river
    return found


def edge_of(sheet: Sheet, side: Side) -> frozenset[Corner]:
    return side_between(sheet.hexes[side.a].at, sheet.hexes[side.b].at)


def ends_of(sheet: Sheet, side: Side) -> tuple[Point, Point]:
    one, other = sorted(edge_of(sheet, side))
    return corner(one), corner(other)


def courses(sheet: Sheet) -> list[tuple[str, list[Point], list[str]]]:
    """Return each river's lines: name, points, and the class of each stretch; tributaries end on the larger curve."""
    named = rivers_by_name(sheet)
    lines = [(name, line) for name, sides in named.items() for line in joined(sides)]
    bends: dict[Corner, Point] = {}
    for _, line in sorted(lines, key=lambda found: -len(found[1])):
        for before, here, after in zip(line, line[1:], line[2:], strict=False):
            bends.setdefault(here, _on_curve(corner(before), corner(here), corner(after)))
    found = []
    for name, line in lines:
        points = [corner(key) for key in line]
        for end in (0, -1):
            points[end] = bends.get(line[end], points[end])
        found.append((name, points, [named[name][frozenset(pair)] for pair in pairwise(line)]))
    return found


def _on_curve(before: Point, here: Point, after: Point) -> Point:
    """Return the point of a smooth line nearest to its corner."""
    return middle(here, middle(middle(before, here), middle(here, after)))


def _by_class(sheet: Sheet) -> dict[str, str]:
    """Return one path for each class; it changes in the middle of a side."""
    pens: dict[str, Pen] = defaultdict(Pen)
    for _, points, kinds in courses(sheet):
        pen = pens[kinds[0]]
        pen.move(points[0])
        pen.line(middle(points[0], points[1]))
        for number in range(1, len(points) - 1):
            start, end = middle(points[number - 1], points[number]), middle(points[number], points[number + 1])
            if kinds[number] != kinds[number - 1]:
                pen = pens[kinds[number]]
                pen.move(start)
            pen.curve(points[number], end)
        pen.line(points[-1])
    return {kind: pen.path for kind, pen in pens.items()}


def rivers(sheet: Sheet, *kinds: str) -> str:
    """Draw the rivers of these classes: all banks, then all water, so that mouths stay open."""
    paths = _by_class(sheet)
    shown = [kind for kind in kinds if kind in paths]
    drawn = ""
    for kind in shown:
        drawn += f'<path stroke="var(--river)" stroke-width="{WIDTHS[kind][0]:g}" d="{paths[kind]}"/>'
    for kind in shown:
        _, inner, color = WIDTHS[kind]
        if color:
            drawn += f'<path stroke="var({color})" stroke-width="{inner:g}" stroke-linecap="round" d="{paths[kind]}"/>'
    return f'<g fill="none" stroke-linejoin="round">{drawn}</g>'


def heights(sheet: Sheet) -> str:
    """Draw ridges as rows of cross-strokes, and gaps as brackets where the row stops."""
    ridge, gap = Pen(), Pen()
    closed = [edge_of(sheet, side) for side in sheet.sides if side.ridge and not side.gap]
    for line in joined(closed):
        ridge.smooth([corner(key) for key in line])
    for side in sheet.sides:
        if side.gap:
            _bracket(gap, *ends_of(sheet, side))
            _bracket(gap, *reversed(ends_of(sheet, side)))
    return (
        f'<path fill="none" stroke="var(--ridge)" stroke-width="13" stroke-dasharray="2.2 4.6" d="{ridge.path}"/>'
        '<path fill="none" stroke="var(--ridge)" stroke-width="3.4" stroke-linecap="round" '
        f'd="{gap.path}"/>'
    )


def _bracket(pen: Pen, near: Point, far: Point) -> None:
    """Draw one of the two brackets of a gap, a quarter of the way along its side."""
    long = hypot(far[0] - near[0], far[1] - near[1])
    dx, dy = (far[0] - near[0]) / long, (far[1] - near[1]) / long
    x, y = near[0] + dx * long * 0.2, near[1] + dy * long * 0.2
    pen.move((x - dy * 11 - dx * 5, y + dx * 11 - dy * 5))
    pen.curve((x + dx * 6, y + dy * 6), (x + dy * 11 - dx * 5, y - dx * 11 - dy * 5))


def crossings(sheet: Sheet) -> str:
    """Draw roads from center to center, and ferries as dots across their hexsides."""
    ferries, roads = Pen(), Pen()
    links = []
    for side in sheet.sides:
        here, there = sheet.hexes[side.a].at, sheet.hexes[side.b].at
        if side.ferry:
            ferries.stroke(_between(center(*here), center(*there), 0.25), _between(center(*here), center(*there), 0.75))
        if side.road:
            links.append(frozenset((here, there)))
    for line in joined(links):
        roads.smooth([center(*key) for key in line])
    return (
        f'<path fill="none" stroke="var(--ridge)" stroke-width="1.8" stroke-dasharray="6 3" d="{roads.path}"/>'
        f'<path fill="none" stroke="var(--map-ink)" stroke-width="3" stroke-dasharray="3 4" d="{ferries.path}"/>'
    )


def _between(a: Point, b: Point, part: float) -> Point:
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
