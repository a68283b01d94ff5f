"""Names and signs of places, once for each zoom, and the names of states and rivers: set so that none covers another.

What doesn't fit at one zoom is left out there and comes back at the next. Widths are estimates on the wide side, so
that any serif face will do.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import field
from html import escape
from math import atan2, cos, degrees, hypot, sin

from rulesets.core.records import dataclass
from rulesets.core.sheet import Hex, Sheet
from rulesets.core.sheet_words import STATES
from war.atlas.ground import frame_of
from war.atlas.pen import Pen
from war.atlas.rails import rail_lines
from war.atlas.water import courses
from war.drawing import HEX_WIDTH, STAR_WORK, Point, center, points_along

Box = tuple[float, float, float, float]  # left, top, right, bottom
BUCKET = 60
FEW = 12  # hexes of a state that has no room for its name
LETTER, TALL = 0.53, 0.8  # of the size of the type
COUNTER: Box = (-34, -52, 34, -9)  # where a counter would be, above a hex's center


@dataclass(frozen=True)
class Zoom:
    """One of six sizes: a hex's width on the screen, and what is named, in pixels by a place's value."""

    number: int
    hex_px: float
    type_px: dict[int, float]
    ring_px: dict[int, float]
    state_px: float = 14.5
    river_px: float = 0  # 0 for no names of rivers

    @property
    def unit(self) -> float:
        """Return how many units of the drawing a pixel is."""
        return HEX_WIDTH / self.hex_px


NEAR = {5: 5.6, 4: 4.8, 3: 3.8, 2: 3.0, 1: 1.9}
ZOOMS = (
    Zoom(1, 13, {5: 11.5}, {5: 3.2}, 12),
    Zoom(2, 22, {5: 12.5, 4: 11}, {5: 4, 4: 3.4, 3: 1.6}),
    Zoom(3, 36, {5: 13.5, 4: 12.5, 3: 11.5}, {5: 5.2, 4: 4.4, 3: 3.4, 2: 2.2, 1: 1.4}, 17, 10),
    Zoom(4, 53, {5: 14.5, 4: 13.5, 3: 12, 2: 11}, NEAR, 20, 11),
    Zoom(5, 84, {5: 16, 4: 14.5, 3: 13, 2: 12, 1: 11.5}, {value: px * 1.25 for value, px in NEAR.items()}, 24, 12),
    Zoom(6, 140, {5: 19, 4: 17, 3: 15.5, 2: 14, 1: 13.5}, {value: px * 1.6 for value, px in NEAR.items()}, 30, 14),
)


@dataclass
class Page:
    """What has been set so far: boxes that no name may cover, and points of lines that it had better not."""

    frame: Box
    boxes: dict[tuple[int, int], list[Box]] = field(default_factory=lambda: defaultdict(list))
    points: dict[tuple[int, int], list[Point]] = field(default_factory=lambda: defaultdict(list))

    def take(self, box: Box) -> None:
        for key in _buckets(box):
            self.boxes[key].append(box)

    def is_free(self, box: Box) -> bool:
        inside = box[0] > self.frame[0] and box[1] > self.frame[1] and box[2] < self.frame[2] and box[3] < self.frame[3]
        return inside and not any(_overlap(box, other) for key in _buckets(box) for other in self.boxes[key])

    def covered(self, box: Box) -> int:
        """Count the points of rivers and railroads under a box."""
        return sum(box[0] < x < box[2] and box[1] < y < box[3] for key in _buckets(box) for x, y in self.points[key])


def _buckets(box: Box) -> Iterator[tuple[int, int]]:
    for across in range(int(box[0] // BUCKET), int(box[2] // BUCKET) + 1):
        for down in range(int(box[1] // BUCKET), int(box[3] // BUCKET) + 1):
            yield across, down


def _overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def blank_page(sheet: Sheet) -> Page:
    """Return a page with the sheet's lines on it, and no names yet."""
    left, top, width, height = frame_of(sheet)
    page = Page((left + 8, top + 8, left + width - 8, top + height - 8))
    lines = [points for _, points, _ in courses(sheet)] + [points for points, _ in rail_lines(sheet, sheet.rails)]
    for line in lines:
        for x, y in points_along(line, steps=8):
            page.points[int(x // BUCKET), int(y // BUCKET)].append((x, y))
    return page


@dataclass(frozen=True)
class Town:
    """A hex's places as they are drawn: one sign, and one name for all of them."""

    x: float
    y: float
    value: int
    name: str
    is_fort: bool


def towns_of(sheet: Sheet) -> list[Town]:
    """Return the towns, the most important first."""
    found = [_town(each) for each in sheet.hexes.values() if each.places]
    return sorted(found, key=lambda town: (-town.value, town.y, town.x))


def _town(each: Hex) -> Town:
    x, y = center(*each.at)
    places = sorted(each.places, key=lambda place: -place.value)
    name, value = " · ".join(place.label for place in places), places[0].value
    return Town(x, y, value, name.upper() if value == 5 else name, any(place.fortress for place in places))


def names(sheet: Sheet, zoom: Zoom) -> str:
    """Draw a zoom's names and the signs of its places: states below, then rivers, then places by value."""
    page, towns = blank_page(sheet), [town for town in towns_of(sheet) if town.value in zoom.ring_px]
    for town in towns:
        radius = zoom.ring_px[town.value] * zoom.unit
        page.take((town.x - radius, town.y - radius, town.x + radius, town.y + radius))
    under = _states(page, sheet, zoom) + (_rivers(page, sheet, zoom) if zoom.river_px else "")
    named: dict[int, list[str]] = defaultdict(list)
    for town in towns:
        spot = _spot(page, town, zoom) if town.value in zoom.type_px else None
        if spot:
            named[town.value].append(f'<text x="{spot[0]:.0f}" y="{spot[1]:.0f}">{escape(town.name)}</text>')
    return under + _signs(towns, zoom) + _set(named, zoom)


def _set(named: dict[int, list[str]], zoom: Zoom) -> str:
    groups = ""
    for value, texts in sorted(named.items()):
        weight = 600 if value > 2 else 400
        size = zoom.type_px[value] * zoom.unit
        spaced = f' letter-spacing="{size * 0.05:.1f}"' if value == 5 else ""
        groups += f'<g font-size="{size:.1f}" font-weight="{weight}"{spaced}>{"".join(texts)}</g>'
    halo = 2.8 * zoom.unit
    return (
        '<g fill="var(--map-ink)" stroke="var(--land)" paint-order="stroke" stroke-linejoin="round" '
        f'stroke-width="{halo:.1f}" font-family="var(--serif)">{groups}</g>'
    )


def name_width(name: str, size: float, value: int) -> float:
    return len(name) * size * (LETTER + (0.2 if value == 5 else 0.02 * max(value - 2, 0)))


def _spot(page: Page, town: Town, zoom: Zoom) -> Point | None:
    """Return where a name begins, or None if it has no room; prefer what covers few lines and no counter."""
    size = zoom.type_px[town.value] * zoom.unit
    width, tall = name_width(town.name, size, town.value), size * TALL
    off = (zoom.ring_px[town.value] + (4.5 if town.is_fort else 2.5)) * zoom.unit
    counter = (town.x + COUNTER[0], town.y + COUNTER[1], town.x + COUNTER[2], town.y + COUNTER[3])
    best: tuple[float, Box] | None = None
    for left, top, cost in _candidates(town, width, tall, off):
        box = (left, top, left + width, top + tall)
        if not page.is_free(box):
            continue
        cost += page.covered(box) * 0.5 + (4 if _overlap(box, counter) else 0)
        if best is None or cost < best[0]:
            best = cost, box
    if best is None:
        return None
    box = best[1]
    margin = 1.2 * zoom.unit
    page.take((box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin))
    return box[0], box[3] - tall * 0.12


def _candidates(town: Town, width: float, tall: float, off: float) -> Iterator[tuple[float, float, float]]:
    """Return left and top of each spot around a place, with what it costs to be there."""
    x, y, slant = town.x, town.y, off * 0.75
    yield x + off, y - tall / 2, 0
    yield x - width / 2, y + off, 0.4
    yield x - off - width, y - tall / 2, 0.8
    yield x + slant, y + slant, 1
    yield x - slant - width, y + slant, 1.4
    yield x - width / 2, y - off - tall, 1.6
    yield x + slant, y - slant - tall, 1.8
    yield x - slant - width, y - slant - tall, 2.2


def _signs(towns: Sequence[Town], zoom: Zoom) -> str:
    """Draw each place's ring and core, and the work around a fortress; dots are strokes of no length."""
    rings: dict[int, Pen] = defaultdict(Pen)
    works = ""
    for town in towns:
        rings[town.value].sign((town.x, town.y), "h0", ends=(0, 0))
        if town.is_fort and zoom.number > 2:
            scale = zoom.unit * (zoom.ring_px[town.value] + 4.2) / 8.6
            works += f'<path transform="translate({town.x:.0f} {town.y:.0f})scale({scale:.2f})" d="{STAR_WORK}"/>'
    drawn = ""
    for value, pen in sorted(rings.items()):
        drawn += "".join(
            f'<path stroke="var(--{color})" stroke-width="{2 * radius * zoom.unit:.1f}" d="{pen.path}"/>'
            for color, radius in _circles(value, zoom.ring_px[value])
        )
    forts = f'<g fill="var(--land)" stroke="var(--map-ink)" stroke-width="1.2">{works}</g>' if works else ""
    return f'{forts}<g fill="none" stroke-linecap="round">{drawn}</g>'


def _circles(value: int, radius: float) -> Iterator[tuple[str, float]]:
    """Return the circles of a place's sign: a ring with a core, an open ring, or a dot."""
    yield "map-ink", radius
    if value >= 2 and radius > 2:
        yield "land", radius - 1.3
    if value >= 3 and radius > 3:
        yield "map-ink", radius * (0.5 if value >= 4 else 0.38)


def _states(page: Page, sheet: Sheet, zoom: Zoom) -> str:
    """Draw the names of states, spaced, each where it covers the fewest towns near its state's middle."""
    members: dict[str, list[Hex]] = defaultdict(list)
    for each in sheet.hexes.values():
        if each.state in STATES:
            members[each.state].append(each)
    towns = [town for town in towns_of(sheet) if town.value in zoom.type_px]
    texts = ""
    for state, hexes in sorted(members.items()):
        size = zoom.state_px * zoom.unit * min(1, (len(hexes) / 60) ** 0.4)
        if len(hexes) > FEW:
            texts += _state(page, STATES[state].upper(), hexes, towns, size)
    return (
        '<g fill="color-mix(in srgb,var(--ink-2) 82%,var(--land))" font-family="var(--serif)" text-anchor="middle">'
        f"{texts}</g>"
    )


def _state(page: Page, name: str, hexes: Sequence[Hex], towns: Sequence[Town], size: float) -> str:
    """Set a state's name around the center of a hex, and let other names keep off it if they can."""
    at = [center(*each.at) for each in hexes]
    mx, my = sum(x for x, _ in at) / len(at), sum(y for _, y in at) / len(at)
    half, spacing = len(name) * size * 0.56, size * 0.42
    ends = [-half, -half / 2, 0, half / 2, half]

    def cost(spot: Point) -> float:
        x, y = spot
        under = sum(town.value for town in towns if abs(town.x - x) < half and abs(town.y - y) < size * 1.3)
        outside = sum(not any(hypot(px - x - dx, py - y) < 60 for px, py in at) for dx in ends)
        return hypot(x - mx, y - my) / 60 + under * 1.5 + outside * 4

    x, y = min(at, key=lambda spot: (cost(spot), spot))
    for step in range(-10, 11):
        page.points[int((x + half * step / 10) // BUCKET), int(y // BUCKET)].append((x + half * step / 10, y))
    return (
        f'<text x="{x + spacing / 2:.0f}" y="{y + size * 0.35:.0f}" font-size="{size:.0f}" '
        f'letter-spacing="{spacing:.0f}">{escape(name)}</text>'
    )


def _rivers(page: Page, sheet: Sheet, zoom: Zoom) -> str:
    """Draw the names of rivers, each along a straight stretch of its longest line, the longest rivers first."""
    longest: dict[str, list[Point]] = {}
    for name, points, _ in courses(sheet):
        if len(points) > len(longest.get(name, [])):
            longest[name] = points
    size = zoom.river_px * zoom.unit
    found = sorted(longest.items(), key=lambda river: (-len(river[1]), river[0]))
    texts = "".join(_along(page, _river_label(name), points, size) for name, points in found)
    return (
        '<g fill="var(--water-ink)" stroke="var(--land)" paint-order="stroke" font-style="italic" '
        f'stroke-width="{2.6 * zoom.unit:.1f}" font-family="var(--serif)" text-anchor="middle" '
        f'font-size="{size:.1f}">{texts}</g>'
    )


def _river_label(name: str) -> str:
    head, _, tail = name.rpartition(" ")
    return head if head and len(tail) == 2 and tail.isupper() else name


def _along(page: Page, name: str, points: Sequence[Point], size: float) -> str:
    """Set a name beside the straightest stretch that is long enough for it and has room, or nowhere."""
    width = len(name) * size * LETTER
    best: tuple[float, Point, float, list[Box]] | None = None
    for start, end in _stretches(points, width):
        (ax, ay), (bx, by) = sorted((points[start], points[end]))
        turn = atan2(by - ay, bx - ax)
        x, y = (ax + bx) / 2 + sin(turn) * size * 0.75, (ay + by) / 2 - cos(turn) * size * 0.75
        boxes = list(_boxes_along(x, y, turn, width, size))
        if all(page.is_free(box) for box in boxes):
            bend = max(_off(point, points[start], points[end]) for point in points[start : end + 1])
            cost = bend + abs(sin(turn)) * 12 + sum(page.covered(box) for box in boxes)
            if best is None or cost < best[0]:
                best = cost, (x, y), turn, boxes
    if best is None:
        return ""
    for box in best[3]:
        page.take(box)
    (x, y), turn = best[1], degrees(best[2])
    return f'<text transform="translate({x:.0f} {y:.0f})rotate({turn:.0f})">{escape(name)}</text>'


def _stretches(points: Sequence[Point], width: float) -> Iterator[tuple[int, int]]:
    """Return the shortest stretch from each point on that is as long as a name."""
    for start, (ax, ay) in enumerate(points):
        for end in range(start + 1, len(points)):
            if hypot(points[end][0] - ax, points[end][1] - ay) >= width:
                yield start, end
                break


def _boxes_along(x: float, y: float, turn: float, width: float, size: float) -> Iterator[Box]:
    """Return small boxes that cover a turned name."""
    pieces = max(2, round(width / size))
    for piece in range(pieces):
        along = width * ((piece + 0.5) / pieces - 0.5)
        px, py = x + cos(turn) * along + sin(turn) * size * 0.3, y + sin(turn) * along - cos(turn) * size * 0.3
        yield px - size / 2, py - size / 2, px + size / 2, py + size / 2


def _off(point: Point, a: Point, b: Point) -> float:
    long = hypot(b[0] - a[0], b[1] - a[1])
    return abs((b[0] - a[0]) * (a[1] - point[1]) - (a[0] - point[0]) * (b[1] - a[1])) / long
