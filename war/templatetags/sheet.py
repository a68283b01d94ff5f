"""Draw the map and its counters as SVG: ground, grid, rivers, rails; then washes; then names; then counters.

A name is never under a wash, nor a counter under a name. Python builds it instead of a template, for speed.
"""

from functools import cache

from django import template
from django.utils.html import conditional_escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from war.drawing import (
    HEX_WIDTH,
    STAR_WORK,
    Point,
    along_sides,
    center,
    corner,
    frame,
    outline,
    points_along,
    spot_for_name,
    strewn,
    through_centers,
)
from war.parts import Arrow, Counter, Drawing, Hex, Place, Run, SheetView, Stack

register = template.Library()

CSS = {"USA": "us", "CSA": "cs"}
TERRAIN_SIGNS = {
    "forest": "M{x} {y}m-2 0a2 2.2 0 1 1 4 0M{x} {y}v2.4",
    "swamp": "M{x} {y}m-3 1.5h6M{x} {y}v-3.2M{x} {y}l-1.9-2.4M{x} {y}l1.9-2.4",
    "mountain": "M{x} {y}m-4-2.5l8-1"
    "M{x} {y}m-4-2.5l1.5 6M{x} {y}m-1.6-2.8l1.7 6.6M{x} {y}m1.2-3.1l1.6 6M{x} {y}m4-3.5l1 4.5",
    "rough": "M{x} {y}m-2.5 0l.8 2.6M{x} {y}l.8 2.6M{x} {y}m2.5 0l.8 2.6",
}
RINGS = {5: (5.6, 2.6), 4: (4.6, 2.0), 3: (3.4, 1.3), 2: (2.6, 0.0), 1: (1.2, 1.2)}
ATTACK = "M-19-3.2H7V-8.4L19 0 7 8.4V3.2H-19Z"
STAR = "M0-2.6.7-.8 2.6-.8 1.1.4 1.6 2.3 0 1.2-1.6 2.3-1.1.4-2.6-.8-.7-.8Z"


@register.simple_tag
def counter(piece: Counter) -> SafeString:
    """Draw a single counter, for lists and panels."""
    height, top = (36, -15) if piece.leader else (28, -3)
    width = max(36, _bar_width(piece) + 4) if piece.leader else 40
    return format_html(
        '<svg class="counter" viewBox="{} {} {} {}" width="{}" height="{}" role="img" aria-label="{}">{}</svg>',
        round(15 - width / 2, 1),
        top,
        width,
        height + 2,
        width,
        height + 2,
        piece.words,
        _block(piece),
    )


@register.simple_tag
def place_sign(place: Place) -> SafeString:
    """Draw a place's ring and core, for a legend."""
    return format_html(
        '<svg class="counter" viewBox="-10 -10 20 20" width="20" height="20" aria-hidden="true">{}</svg>', _rings(place)
    )


@register.simple_tag
def sheet(view: SheetView) -> SafeString:
    """Draw a whole small map."""
    hexes = [(h.q, h.r) for h in view.hexes]
    lines = _lines(view)
    towns = frozenset((h.q, h.r) for h in view.hexes if h.place)
    return format_html(
        '<svg class="sheet" viewBox="{}" role="img" aria-label="{}">{}{}{}{}{}{}</svg>',
        frame(hexes),
        view.title,
        _join(_ground(h) for h in view.hexes),
        _join(_run(run, towns) for run in view.runs),
        _join(_wash(h) for h in view.hexes),
        _join(_arrow(arrow) for arrow in view.arrows),
        _join(_place(h, lines) for h in view.hexes if h.place),
        _join(_counters(h) for h in view.hexes if h.counters),
    )


@register.simple_tag
@cache
def sample_sheet() -> SafeString:
    """Draw an example of a map, the same for everyone."""
    from war.selectors.map import sample_map

    return sheet(sample_map())


@register.simple_tag
def stacks(drawing: Drawing) -> SafeString:
    """Draw the counters that a viewer sees on a whole map; each stack is a link to its hex."""
    return _join(_stack(stack, drawing.base) for stack in drawing.stacks)


def _stack(stack: Stack, base: str) -> SafeString:
    step = 34 if len(stack.counters) > 1 else 0
    start = -15 - step * (len(stack.counters) - 1) / 2
    blocks = format_html_join(
        "",
        '<g transform="translate({} -22)">{}</g>',
        ((f"{start + step * n:g}", _block(piece)) for n, piece in enumerate(stack.counters)),
    )
    leaders = "|".join(name for piece in stack.counters for name in piece.leaders)
    return format_html(
        '<a href="{}?hex={}" tabindex="-1" transform="translate({} {})"{}><title>{}</title><g>{}</g></a>',
        base,
        stack.hex,
        stack.x,
        stack.y - 9,
        format_html(' data-leaders="{}"', leaders) if leaders else "",
        "; ".join(piece.words for piece in stack.counters),
        blocks,
    )


def _join(parts: object) -> SafeString:
    return mark_safe("".join(conditional_escape(part) for part in parts))  # type: ignore[attr-defined]


def _ground(h: Hex) -> SafeString:
    path = "".join(TERRAIN_SIGNS[h.terrain].format(x=f"{x:.1f}", y=f"{y:.1f}") for x, y in strewn(h.q, h.r, h.terrain))
    signs = format_html('<path class="signs" d="{}"/>', path) if path else ""
    return format_html(
        '<g class="t-{}"><polygon class="hex" points="{}"/>{}</g>', h.terrain or "unknown", outline(h.q, h.r), signs
    )


def _run(run: Run, towns: frozenset[tuple[int, int]]) -> SafeString:
    """Draw rivers with two banks and railroads with casing and ties: each line is drawn twice."""
    rail = run.kind.startswith("rail")
    path = through_centers(run.path, towns=towns) if rail else along_sides(run.path)
    return format_html('<path class="{0} under" d="{1}"/><path class="{0}" d="{1}"/>', run.kind, path)


def _wash(h: Hex) -> SafeString:
    drawn = []
    if h.cost:
        x, y = center(h.q, h.r)
        drawn.append(format_html('<polygon class="legal" points="{}"/>', outline(h.q, h.r, inset=1.5)))
        drawn.append(
            format_html('<text class="cost" x="{}" y="{}">{}</text>', f"{x + 28:.1f}", f"{y + 30:.1f}", h.cost)
        )
    if h.selected:
        points = outline(h.q, h.r, inset=2)
        drawn.append(
            format_html('<polygon class="chosen under" points="{0}"/><polygon class="chosen" points="{0}"/>', points)
        )
    return _join(drawn)


def _arrow(arrow: Arrow) -> SafeString:
    """Draw an attack across a hexside: a broad shaft and its head, in the attacker's color."""
    (ax, ay), (bx, by) = center(*arrow.start), center(*arrow.end)
    across, down = (bx - ax) / HEX_WIDTH, (by - ay) / HEX_WIDTH
    x, y = (ax + bx) / 2, (ay + by) / 2
    turn = f"matrix({across:.3f} {down:.3f} {-down:.3f} {across:.3f} {x:.1f} {y:.1f})"
    return format_html('<path class="attack p-{}" transform="{}" d="{}"/>', CSS[arrow.side], turn, ATTACK)


def _lines(view: SheetView) -> list[Point]:
    """Return the points that names should avoid."""
    points: list[Point] = []
    for run in view.runs:
        at = center if run.kind.startswith("rail") else _corner
        points += points_along([at(*key) for key in run.path])
    return points


def _corner(one: int, other: int) -> Point:
    return corner((one, other))


def _place(h: Hex, lines: list[Point]) -> SafeString:
    place = h.place
    assert place
    x, y = center(h.q, h.r)
    ring = 8.5 if place.fortress else RINGS[place.value][0]
    near = [(px - x, py - y) for px, py in lines if abs(px - x) < HEX_WIDTH and abs(py - y) < HEX_WIDTH / 2]
    dx, dy, anchor = spot_for_name(place.name, near, ring=ring, is_topped=bool(h.counters))
    return format_html(
        '<g transform="translate({} {})">{}<text class="town v{}" x="{}" y="{}" text-anchor="{}">{}</text></g>',
        f"{x:.1f}",
        f"{y:.1f}",
        _rings(place),
        place.value,
        f"{dx:.1f}",
        f"{dy:.1f}",
        anchor,
        place.name,
    )


def _rings(place: Place) -> SafeString:
    ring, core = RINGS[place.value]
    css = CSS.get(place.holder, "neu")
    work = format_html('<path class="work" d="{}"/>', STAR_WORK) if place.fortress else ""
    dot = format_html('<circle class="core" r="{}"/>', core) if core else ""
    return format_html('<g class="place p-{}">{}<circle class="ring" r="{}"/>{}</g>', css, work, ring, dot)


def _counters(h: Hex) -> SafeString:
    """Draw one or two stacks above the center, leaving the town's sign and name free."""
    x, y = center(h.q, h.r)
    bars = [_bar_width(piece) for piece in h.counters if piece.leader]
    apart = 34 if len(bars) < 2 else max(34, sum(bars) / len(bars) + 3)
    step = apart if len(h.counters) > 1 else 0
    start = x - 15 - step * (len(h.counters) - 1) / 2
    return _join(
        format_html(
            '<g transform="translate({} {})"><title>{}</title>{}</g>',
            f"{start + step * n:.1f}",
            f"{y - 34:.1f}",
            piece.words,
            _block(piece),
        )
        for n, piece in enumerate(h.counters)
    )


def _block(piece: Counter) -> SafeString:
    """Draw a counter: Union solid, Confederate open with a double frame; second block, gold D corner.

    One that can act has a gold frame.
    """
    css = CSS.get(piece.side, "neu")
    parts = [mark_safe('<path class="second" d="M3 3h30v22H3Z"/>')] if piece.more else []
    parts.append(mark_safe('<path class="block" d="M0 0h30v22H0Z"/>'))
    if css == "cs":
        parts.append(mark_safe('<path class="inner" d="M2.6 2.6h24.8v16.8H2.6Z"/>'))
    parts.append(
        format_html(
            '<text x="15" y="16.5"{}>{}</text>', mark_safe(' class="spent"') if piece.spent else "", piece.figure
        )
    )
    if piece.demoralized:
        parts.append(mark_safe('<path class="gold" d="M30 11v11H19Z"/><text class="d" x="26.3" y="21.2">D</text>'))
    if piece.able:
        parts.insert(0, mark_safe('<path class="able under" d="M-2-2h34v26h-34Z"/>'))
        parts.append(mark_safe('<path class="able" d="M-2-2h34v26h-34Z"/>'))
    if piece.leader:
        parts.append(_leader_bar(piece))
    return format_html('<g class="c c-{}">{}</g>', css, _join(parts))


def _bar_width(piece: Counter) -> float:
    return round(len(piece.leader) * 5.7 + piece.stars * 5.5 + 12, 1)


def _leader_bar(piece: Counter) -> SafeString:
    width = _bar_width(piece)
    left = 15 - width / 2
    stars = format_html_join(
        "",
        '<path class="star" transform="translate({} -6)" d="' + STAR + '"/>',
        [(f"{left + width - 5 - 5.5 * (piece.stars - 1 - n):.1f}",) for n in range(piece.stars)],
    )
    return format_html(
        '<path class="plate" d="M{} -12h{}v12h-{}Z"/><text class="leader" x="{}" y="-3">{}</text>{}',
        f"{left:.1f}",
        width,
        width,
        f"{left + 4:.1f}",
        piece.leader,
        stars,
    )
