"""Railroads from center to center: straight through towns, rounded elsewhere, with ties, on a pale casing."""

from collections.abc import Iterable

from rulesets.core.sheet import Rail, Sheet
from war.atlas.pen import Pen, joined, middle
from war.drawing import Point, center

FIRST_YEAR = 1861  # what opened later is drawn dotted


def rail_lines(sheet: Sheet, rails: Iterable[Rail]) -> list[tuple[list[Point], list[bool]]]:
    """Return each line's points, and at which it runs straight through."""
    links = {frozenset((sheet.hexes[rail.a].at, sheet.hexes[rail.b].at)) for rail in rails}
    towns = {each.at for each in sheet.hexes.values() if each.places}
    found = []
    for line in joined(links):
        found.append(([center(*key) for key in line], [key in towns for key in line]))
    return found


def rails(sheet: Sheet) -> str:
    """Draw the railroads of 1861, then what was still to be built."""
    built = [rail for rail in sheet.rails if rail.opened <= FIRST_YEAR]
    done = {frozenset((rail.a, rail.b)) for rail in built}
    later = [rail for rail in sheet.rails if frozenset((rail.a, rail.b)) not in done]
    path, planned = _path(sheet, built), _path(sheet, later)
    return (
        f'<g fill="none"><path stroke="var(--land)" stroke-width="5.4" d="{path}"/>'
        f'<path stroke="var(--rail)" stroke-width="2" d="{path}"/>'
        f'<path stroke="var(--rail)" stroke-width="7.6" stroke-dasharray="1.4 9.6" d="{path}"/>'
        f'<path stroke="var(--rail)" stroke-width="2" stroke-dasharray="2 6" d="{planned}"/></g>'
    )


def _path(sheet: Sheet, built: Iterable[Rail]) -> str:
    pen = Pen()
    for points, straight in rail_lines(sheet, built):
        pen.move(points[0])
        for number in range(1, len(points) - 1):
            here = points[number]
            if straight[number]:
                pen.line(here)
            else:
                pen.line(_near(here, points[number - 1]))
                pen.curve(here, _near(here, points[number + 1]))
        pen.line(points[-1])
    return pen.path


def _near(here: Point, other: Point) -> Point:
    """Return a point most of the way from a hex's center to its side, where the rounding begins."""
    side = middle(here, other)
    return here[0] + (side[0] - here[0]) * 0.9, here[1] + (side[1] - here[1]) * 0.9
