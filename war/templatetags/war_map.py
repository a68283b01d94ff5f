"""Draw what a war's map shows besides its picture: what is held, built, and cut, reach, and a path that was chosen."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from war.parts import Drawing, Reached, Sign
from war.templatetags.sheet import CSS, stacks

if TYPE_CHECKING:
    from war.selectors.replay import Arrow

register = template.Library()

OWN = '<polygon id="own" class="own" points="{}"/>'
CHOSEN = '<polygon class="chosen under" points="{0}"/><polygon class="chosen" points="{0}"/>'
HEX = "0-50 43-25 43 25 0 50-43 25-43-25"
PHONE = 0.5  # pixels of a unit at the least, so that a finger meets a hex
ARROW = 30  # how far before the middle of its hex a path ends
AROUND = "m0-47 41 23.5v47l-41 23.5-41-23.5v-47Z"
DOT = "h0"
STAR = "m0-16 4.4 10 11 1.1-8.3 7.2 2.4 10.8-9.5-5.7-9.5 5.7 2.4-10.8-8.3-7.2 11-1.1Z"
KEEP = "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0"
CRATE = "m20 14h12v12h-12Zl12 12m0-12-12 12"
BREAK = "m-33 27 7-14m3 14 7-14"
SIGNS = {"held": DOT, "fort": STAR, "fortress": f"{STAR}{KEEP}", "depot": CRATE, "cut": BREAK}


@register.simple_tag
def signs(drawing: Drawing) -> SafeString:
    """Draw control, works, depots, and cut rails: one path for each kind and side. A dot is a stroke of no length."""
    alike: dict[tuple[str, str], list[Sign]] = defaultdict(list)
    for sign in drawing.signs:
        alike[sign.kind, sign.side].append(sign)
    return format_html_join(
        "",
        '<path class="sign {} p-{}" d="{}"/>',
        ((kind, CSS.get(side, "neu"), _placed(SIGNS[kind], found)) for (kind, side), found in alike.items()),
    )


@register.simple_tag
def layers(drawing: Drawing) -> SafeString:
    """Draw where a side is in supply, row by row, its networks, and where the chosen hex's pieces can go."""
    parts: list[tuple[str, str]] = []
    if drawing.supply:
        parts.append(("fed", _steps(drawing.supply.rows)))
        parts.append(("net", _steps([(x, y, 0) for x, y in drawing.supply.network])))
    for css, is_attack in (("goal", False), ("goal foe", True)):
        found = [goal for goal in drawing.goals if goal.is_attack == is_attack]
        parts.append((css, "".join(f"M{goal.x} {goal.y}{AROUND}" for goal in found)))
    return format_html_join("", '<path class="sign {}" d="{}"/>', (part for part in parts if part[1]))


def _steps(rows: Sequence[tuple[int, int, int]]) -> str:
    """Return one path of level strokes; from the end of each to the next are short steps."""
    said, x, y = "", 0, 0
    for left, level, long in rows:
        said += f"m{left - x} {level - y}h{long}"
        x, y = left + long, level
    return said


def _placed(path: str, found: Sequence[Sign]) -> str:
    """Return one path with the same shape at each place; short steps from dot to dot weigh less than places."""
    if path != DOT:
        return "".join(f"M{sign.x} {sign.y}{path}" for sign in found)
    steps = (f"m{sign.x - before.x} {sign.y - before.y}{path}" for before, sign in pairwise(found))
    return f"M{found[0].x} {found[0].y}{path}{''.join(steps)}"


@register.simple_tag
def reach(drawing: Drawing) -> SafeString:
    """Draw what belongs to a piece on the map around it: signs, its hex, links to hexes, the path, and counters."""
    return format_html(
        '{}{}{}{}{}<g class="stacks">{}</g>',
        signs(drawing),
        format_html(OWN, drawing.chosen) if drawing.reach else "",
        format_html(CHOSEN, drawing.chosen),
        _hexes(drawing.reach),
        _path(drawing.path),
        stacks(drawing),
    )


def _hexes(reached: Iterable[Reached]) -> SafeString:
    """Draw hexes as links; one with the enemy is drawn as an attack."""
    return format_html_join(
        "",
        '<a class="legal{}" href="{}" data-hex="{}" transform="translate({} {})"><title>{}</title>'
        '<polygon points="' + HEX + '"/><text x="30" y="36">{}</text></a>',
        (
            (" foe" if each.is_attack else "", each.url, each.hex, each.x, each.y, each.words, each.cost)
            for each in reached
        ),
    )


def _path(path: tuple[tuple[int, int], ...]) -> SafeString:
    """Draw a path with its casing and an arrow's head that ends before the middle of its last hex."""
    if len(path) < 2:
        return mark_safe("")
    (ax, ay), (bx, by) = list(pairwise(path))[-1]
    long = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
    across, down = (bx - ax) / long, (by - ay) / long
    x, y = bx - across * ARROW, by - down * ARROW
    line = " ".join(f"{px} {py}" for px, py in (*path[:-1], (round(x), round(y))))
    return format_html(
        '<polyline class="route under" points="{0}"/><polyline class="route" points="{0}"/>'
        '<path class="route-end" transform="matrix({1})" d="M-8-13 16 0-8 13Z"/>',
        line,
        f"{across:.3f} {down:.3f} {-down:.3f} {across:.3f} {x:.0f} {y:.0f}",
    )


@register.simple_tag
def arrows(moves: "Iterable[Arrow]") -> SafeString:
    """Draw movements as arrows in their sides' colors; those that a rewind withdrew are dashed."""
    return format_html_join(
        "",
        '<g class="move p-{}{}" data-arrow="{}">{}</g>',
        (
            (CSS.get(each.side, "neu"), "" if each.is_current else " withdrawn", each.n, _path(each.line))
            for each in moves
        ),
    )


@register.filter
def on_phone(drawing: Drawing) -> int:
    """Return the least width of a part of a map, in pixels."""
    return round(drawing.frame[2] * PHONE)
