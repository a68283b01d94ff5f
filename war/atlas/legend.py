"""The legend of the drawn map: its signs in two columns, and the scale."""

from war.atlas.water import WIDTHS

ROW, COLUMN, SAMPLE = 24, 160, 36
RIVER = "var(--river)"


def legend() -> str:
    """Draw a sample of each line and area with its name, 320 by 150 units."""
    entries = [
        *((_line(*lines), name) for name, lines in LINES.items()),
        *((_area(color), name) for name, color in AREAS.items()),
        (f'<path stroke="var(--map-ink)" d="M0-4v6h{SAMPLE}v-6"/>', "one hex: 25 miles"),
    ]
    drawn = "".join(
        f'<g transform="translate({2 + COLUMN * (number % 2)} {14 + ROW * (number // 2)})">{sign}'
        f'<text x="{SAMPLE + 8}" y="4" stroke="none" fill="var(--ink)">{name}</text></g>'
        for number, (sign, name) in enumerate(entries)
    )
    return f'<g fill="none" font-family="var(--sans)" font-size="12">{drawn}</g>'


def _stroke(color: str, width: float, dashes: str = "") -> tuple[str, float, str]:
    return color, width, f' stroke-dasharray="{dashes}"' if dashes else ""


def _line(*strokes: tuple[str, float, str]) -> str:
    return "".join(
        f'<path stroke="{color}" stroke-width="{width:g}"{dashed} d="M0 0h{SAMPLE}"/>'
        for color, width, dashed in strokes
    )


def _area(color: str) -> str:
    return f'<path stroke="none" fill="var(--{color})" d="M0-6h{SAMPLE}v12h-{SAMPLE}z"/>'


LINES = {
    "navigable river": (
        _stroke(RIVER, WIDTHS["navigable"][0] / 1.6),
        _stroke("var(--river-fill)", WIDTHS["navigable"][1] / 1.6),
    ),
    "seasonal river": (_stroke(RIVER, WIDTHS["seasonal"][0] / 1.6),),
    "other river": (_stroke(RIVER, WIDTHS["unnavigable"][0] / 1.6),),
    "railroad": (_stroke("var(--rail)", 1.4), _stroke("var(--rail)", 5.5, "1 6")),
    "ridge": (_stroke("var(--ridge)", 8, "1.4 2.8"),),
    "road, mountain": (_stroke("var(--ridge)", 1.3, "4 2"),),
    "state border": (_stroke("var(--ink-3)", 1.5, "9 3 2 3"),),
}
AREAS = {"forest": "forest", "swamp": "swamp", "rough": "rough", "mountain": "mtn"}
