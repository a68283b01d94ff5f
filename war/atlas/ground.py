"""The lowest layers of a drawn map: sea and land, terrain with its signs, the grid, and the borders of states."""

from collections.abc import Iterable, Set
from itertools import islice

from rulesets.core.hexes import Axial, around, corners, side_between
from rulesets.core.sheet import SEA, Sheet
from war.atlas.pen import Key, Pen, edge_of_area, joined
from war.drawing import HEX_WIDTH, RADIUS, center, corner, strewn

WATER_LINES = ((48, 30, 14), 2.2)  # widths of the strokes along a coast, and how thick each line is
AREAS = {  # by color, in the order of drawing: rough ground rises to mountains
    "forest": {"forest"},
    "swamp": {"swamp"},
    "rough": {"rough", "mountain"},
    "mtn": {"mountain"},
}
SIGNS = {"forest": 11, "swamp": 8, "mountain": 8, "rough": 5}  # in one hex
SIGN_COLORS = {
    "forest": "color-mix(in srgb,var(--ok) 55%,var(--forest))",
    "swamp": "color-mix(in srgb,var(--water-ink) 45%,var(--swamp))",
    "hachures": "var(--hach)",
}


def land_of(sheet: Sheet) -> set[Axial]:
    return {each.at for each in sheet.hexes.values() if not each.is_sea}


def smooth_lines(edges: Iterable[frozenset[Key]], rim: Set[Key] = frozenset()) -> str:
    """Return the smooth path of hexsides; it keeps the corners of the sheet's rim."""
    pen = Pen()
    for line in joined(edges):
        pen.smooth([corner(key) for key in line], [key in rim for key in line])
    return pen.path


def _whole(sheet: Sheet) -> set[Axial]:
    return {each.at for each in sheet.hexes.values()}


def _rim(sheet: Sheet) -> set[Key]:
    """Return the corners where a sheet ends."""
    return {key for edge in edge_of_area(_whole(sheet)) for key in edge}


def _area(sheet: Sheet, area: set[Axial], color: str) -> str:
    path = smooth_lines(edge_of_area(area), _rim(sheet))
    return f'<path fill="var(--{color})" fill-rule="evenodd" d="{path}"/>' if area else ""


def coast_of(sheet: Sheet) -> str:
    """Return the path of the coast: land on one side, sea on the other."""
    land = land_of(sheet)
    sea = _whole(sheet) - land
    return smooth_lines(side_between(here, near) for here in sorted(land) for near in around(here) if near in sea)


def base(sheet: Sheet) -> str:
    """Draw sea, water-lining, and land."""
    coast = coast_of(sheet)
    widths, thick = WATER_LINES
    lining = "".join(
        f'<path stroke="color-mix(in srgb,var(--river) 38%,var(--sea))" stroke-width="{width}" d="{coast}"/>'
        f'<path stroke="var(--sea)" stroke-width="{width - 2 * thick:g}" d="{coast}"/>'
        for width in widths
        if coast
    )
    return (
        f'{_area(sheet, _whole(sheet), "sea")}<g fill="none" stroke-linejoin="round">{lining}</g>'
        f"{_area(sheet, land_of(sheet), 'land')}"
    )


def terrain(sheet: Sheet) -> str:
    """Draw the areas of each terrain."""
    return "".join(
        _area(sheet, {each.at for each in sheet.hexes.values() if each.terrain in kinds}, color)
        for color, kinds in AREAS.items()
    )


def signs(sheet: Sheet) -> str:
    """Draw trees, reeds, and hachures."""
    pens = {name: Pen() for name in SIGN_COLORS}
    for each in sheet.hexes.values():
        for number, (x, y) in enumerate(islice(strewn(each.q, each.r, each.terrain), SIGNS.get(each.terrain, 0))):
            if each.terrain == "forest":
                pens["forest"].sign((x - 3, y), "a3 3.4 0 1 1 6 0m-3 0v4", ends=(3, 4))
            elif each.terrain == "swamp":
                pens["swamp"].sign((x - 5, y), "h10m-5 0v-5m0 5l-3-4m3 4l3-4", ends=(8, -4))
            else:
                _hachures(pens["hachures"], x, y, number, tall=each.terrain == "mountain")
    drawn = (f'<path stroke="{SIGN_COLORS[name]}" d="{pen.path}"/>' for name, pen in pens.items() if pen.parts)
    return f'<g fill="none" stroke-width="1.1">{"".join(drawn)}</g>'


def _hachures(pen: Pen, x: float, y: float, number: int, *, tall: bool) -> None:
    """Draw a short crest with strokes that fall from it, the longer ones to the south-east."""
    lean = 0.35 + 0.12 * (number % 3)
    spread, strokes, length = (11, 6, 8.5) if tall else (6, 4, 5)
    for stroke in range(strokes):
        f = (stroke / (strokes - 1) - 0.5) * 2
        top = (x + f * spread, y - f * spread * lean)
        fall = length * (1 - 0.5 * f * f)
        pen.stroke(top, (top[0] + fall * lean, top[1] + fall))
        if tall:
            up = (top[0] - 1.5, top[1] - 2)
            pen.stroke(up, (up[0] - fall * lean * 0.6, up[1] - fall * 0.6))


def grid(sheet: Sheet) -> str:
    """Draw the hexes' sides, on land only."""
    land = land_of(sheet)
    edges = {side_between(here, near) for here in sorted(land) for near in around(here)}
    pen = Pen()
    for here in sorted(land, key=lambda at: (at[1], at[0])):
        ring = corners(here)
        shown = [frozenset((ring[n - 1], ring[n])) in edges for n in range(6)]
        for n in range(6):
            if shown[n]:
                pen.stroke(corner(ring[n - 1]), corner(ring[n]))
                edges.discard(frozenset((ring[n - 1], ring[n])))
    return f'<path fill="none" stroke="var(--grid)" stroke-width="1.2" d="{pen.path}"/>'


def borders(sheet: Sheet) -> str:
    """Draw the borders of states where no river is one, and the edge of the sheet."""
    by_at = {each.at: each for each in sheet.hexes.values()}
    edges = [
        side_between(here.at, near.at)
        for here in by_at.values()
        for near in (by_at[at] for at in around(here.at) if at in by_at)
        if SEA not in (here.terrain, near.terrain) and here.state != near.state
        if not sheet.side(here.id, near.id).rivers
    ]
    rim = smooth_lines(edge_of_area(set(by_at)), _rim(sheet))
    return (
        '<path fill="none" stroke="color-mix(in srgb,var(--ink-3) 70%,var(--land))" stroke-width="2.4" '
        f'stroke-dasharray="14 5 3 5" d="{smooth_lines(edges)}"/>'
        f'<path fill="none" stroke="var(--edge)" stroke-width="2" d="{rim}"/>'
    )


def coast(sheet: Sheet) -> str:
    return f'<path fill="none" stroke="var(--river)" stroke-width="2" d="{coast_of(sheet)}"/>'


def frame_of(sheet: Sheet, margin: float = 12) -> tuple[int, int, int, int]:
    """Return the box around a sheet: left, top, width, height."""
    places = [center(*each.at) for each in sheet.hexes.values()]
    half = HEX_WIDTH / 2 + margin
    left, right = min(x for x, _ in places) - half, max(x for x, _ in places) + half
    top, bottom = min(y for _, y in places) - RADIUS - margin, max(y for _, y in places) + RADIUS + margin
    return round(left), round(top), round(right) - round(left), round(bottom) - round(top)
