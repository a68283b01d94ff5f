"""Draw the table of a battle as SVG, to scale: its zones, their sectors, the objectives, and the four edges."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

if TYPE_CHECKING:
    from battles.selectors.ground import FieldView, ObjectiveShown, ZoneShown

register = template.Library()

CSS = {"USA": "us", "CSA": "cs", "": "neu"}
FOOT = 12
LONG_SIDE = 720.0  # drawn units, so that text has one size on any table
MARGIN = 30.0
LETTER_WIDTH = 8.0


@register.simple_tag
def field(view: "FieldView") -> SafeString:
    """Draw the whole table, with a grid of feet."""
    scale = LONG_SIDE / max(view.width, view.depth)
    width, depth = view.width * scale, view.depth * scale
    return format_html(
        '<svg class="field-plan" viewBox="{} {} {} {}" role="img" aria-label="{}">'
        '<rect class="table" width="{}" height="{}"/><path class="feet" d="{}"/>{}{}{}{}</svg>',
        -MARGIN,
        -MARGIN,
        _n(width + 2 * MARGIN),
        _n(depth + 2 * MARGIN),
        view.title,
        _n(width),
        _n(depth),
        _feet(view, scale),
        _join(_zone(zone, scale) for zone in view.zones),
        _join(_zone_name(zone, scale) for zone in view.zones),
        _join(_objective(each, scale) for each in view.objectives),
        _edges(view, width, depth),
    )


def _feet(view: "FieldView", scale: float) -> str:
    across = (f"M{_n(x * scale)} 0V{_n(view.depth * scale)}" for x in range(FOOT, view.width, FOOT))
    down = (f"M0 {_n(y * scale)}H{_n(view.width * scale)}" for y in range(FOOT, view.depth, FOOT))
    return "".join((*across, *down))


def _zone(zone: "ZoneShown", scale: float) -> SafeString:
    sectors = _join(
        format_html('<rect class="sector" {}/>', _box(left, top, width, depth, scale))
        for _, left, top, width, depth in zone.sectors
    )
    return format_html(
        '<g class="zone z-{} p-{}"><rect {}/>{}</g>',
        zone.use.partition(",")[0].replace(" ", "-"),
        CSS[zone.side],
        _box(zone.left, zone.top, zone.width, zone.depth, scale),
        sectors,
    )


def _box(left: int, top: int, width: int, depth: int, scale: float) -> SafeString:
    return format_html(
        'x="{}" y="{}" width="{}" height="{}"', _n(left * scale), _n(top * scale), _n(width * scale), _n(depth * scale)
    )


def _zone_name(zone: "ZoneShown", scale: float) -> SafeString:
    """Write a zone's name along its longer side, shortened to fit."""
    x, y = (zone.left + zone.width / 2) * scale, (zone.top + zone.depth / 2) * scale
    is_tall = zone.depth > zone.width
    room = int(max(zone.width, zone.depth) * scale / LETTER_WIDTH)
    name = zone.name if len(zone.name) <= room else f"{zone.name[: max(room - 1, 1)]}…"
    turn = f"translate({_n(x)} {_n(y)}) rotate(-90)" if is_tall else f"translate({_n(x)} {_n(y)})"
    return format_html('<text class="zone-name" transform="{}" dy=".35em">{}</text>', turn, name)


def _objective(each: "ObjectiveShown", scale: float) -> SafeString:
    return format_html(
        '<g class="objective" transform="translate({} {})"><circle r="11"/><text dy=".35em">{}</text></g>',
        _n(each.left * scale),
        _n(each.top * scale),
        each.number,
    )


def _edges(view: "FieldView", width: float, depth: float) -> SafeString:
    """Name the four edges outside the table."""
    places = {
        "north": f"translate({_n(width / 2)} {_n(-MARGIN / 2)})",
        "south": f"translate({_n(width / 2)} {_n(depth + MARGIN / 2)})",
        "west": f"translate({_n(-MARGIN / 2)} {_n(depth / 2)}) rotate(-90)",
        "east": f"translate({_n(width + MARGIN / 2)} {_n(depth / 2)}) rotate(90)",
    }
    return _join(
        format_html('<text class="edge-name" transform="{}" dy=".35em">{}</text>', place, view.edges[edge])
        for edge, place in places.items()
    )


def _join(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(conditional_escape(part) for part in parts))


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
