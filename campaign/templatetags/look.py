"""Write and draw times, figures, and signs. No rule and no secret lives here.

Times come in as UTC and leave in the reader's zone, which the request has activated. Atoms that appear in many rows
(icons, side signs, dice) are made here, not by includes, because a template include costs more than the row.
"""

import json
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any, Protocol

from django import template
from django.contrib.staticfiles.storage import staticfiles_storage
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from campaign.dates import clock_time, long_date, weekday
from campaign.parts import Audience, Cell, Column, Deadline
from campaign.routes import reverse
from campaign.sources import SOURCES

register = template.Library()

MINUS = "\N{MINUS SIGN}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00")
NEGATIVE = re.compile(r"-\d+(/\d+)?")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
SIDES: Mapping[str, tuple[str, str]] = {
    "USA": ("us", "Union"),
    "CSA": ("cs", "Confederate"),
    "umpire": ("ump", "umpire"),
    "public": ("all", "all"),
    "": ("neu", "neutral"),
}
ICONS_KEPT = 256
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
DIE_SHAPES = {
    4: "M10 2.5 18.5 17.5H1.5Z",
    6: "M3 3h14v14H3Z",
    10: "M10 1 19 10 10 19 1 10Z",
}
DIE_EDGES = {10: "M1 10 6 12.5h8L19 10M6 12.5 10 19 14 12.5"}
DIE_FIGURE_AT = {4: "15.8", 6: "13.1", 10: "11.6"}


# ---------------------------------------------------------------- times


def _local(value: datetime) -> datetime:
    return value.astimezone(timezone.get_current_timezone())


def clock(value: datetime | None) -> str:
    """Return the 24-hour clock: 14:42."""
    return clock_time(_local(value)) if value else ""


@register.filter
def day(value: Any) -> str:
    """Return a date in words: April 6, 1862."""
    if isinstance(value, datetime):
        value = _local(value)
    return long_date(value) if value else ""


def day_and_hour(value: datetime | None) -> str:
    """Return "Tuesday 20:00" within six days either way, else "April 6, 2026, 20:00"."""
    if value is None:
        return ""
    zone = timezone.get_current_timezone()
    there = value.astimezone(zone)
    days = (there.date() - SOURCES.now().astimezone(zone).date()).days
    if days == 0:
        return f"today {clock_time(there)}"
    return f"{weekday(there)} {clock_time(there)}" if abs(days) <= 6 else f"{long_date(there)}, {clock_time(there)}"


@register.filter
def when(value: datetime | None) -> SafeString:
    """Return a machine-readable time element with the day and hour in the reader's zone, as it reads mid-sentence."""
    return _time(value, day_and_hour(value))


@register.filter
def when_first(value: datetime | None) -> SafeString:
    """Return the same at the start of a sentence: Today 20:00."""
    words = day_and_hour(value)
    return _time(value, words[:1].upper() + words[1:])


def _time(value: datetime | None, words: str) -> SafeString:
    if value is None:
        return SafeString("")
    return SafeString(f'<time datetime="{value.isoformat(timespec="minutes")}">{words}</time>')


@register.simple_tag
def reader_zone() -> str:
    """Return the name of the reader's zone: Chicago time, or UTC."""
    _, is_place, name = timezone.get_current_timezone_name().rpartition("/")
    return f"{name.replace('_', ' ')} time" if is_place else name


@register.simple_tag
def made_at() -> str:
    """Return when this page was made, for the head of a printed sheet: April 7, 2026, 15:00."""
    now = _local(SOURCES.now())
    return f"{day(now)}, {clock(now)}"


@register.filter
def relative(value: datetime | None) -> str:
    """Return "in 6 hours" or "3 hours ago", rounded down so that nobody is promised more time than they have."""
    if value is None:
        return ""
    gap = value - SOURCES.now()
    words = _span(abs(gap))
    return f"in {words}" if gap >= timedelta() else f"{words} ago"


def urgency(value: datetime) -> str:
    """Return the class of a deadline: past, soon (under 24 hours), or nothing."""
    gap = value - SOURCES.now()
    return "past" if gap < timedelta() else "soon" if gap < DAY else ""


def _span(gap: timedelta) -> str:
    for unit, name in ((DAY, "day"), (HOUR, "hour"), (timedelta(minutes=1), "minute")):
        count = gap // unit
        if count > 1 or (count == 1 and unit is not DAY):
            return f"{count} {name}{'s' if count > 1 else ''}"
    return "less than a minute"


# ---------------------------------------------------------------- figures


@register.filter
def thousands(value: int | None) -> str:
    """Return 12,345, with a real minus sign."""
    return "" if value is None else f"{value:,}".replace("-", MINUS)


@register.filter
def minus(words: object) -> str:
    """Return text whose figures have real minus signs: (hex −1, hexside 0)."""
    return re.sub(r"(?<!\w)-(?=\d)", MINUS, str(words))


@register.filter
def signed(value: int | None) -> str:
    """Return a modifier: +3, −1, 0."""
    return "" if value is None else thousands(value) if value <= 0 else f"+{thousands(value)}"


@register.filter
def number_word(value: int) -> str:
    """Return numbers to ten as words: three."""
    return NUMBERS[value] if 0 <= value < len(NUMBERS) else thousands(value)


@register.filter
def percent(value: Fraction | float) -> str:
    """Return 70%, or <1% and >99% near the ends; only the impossible is 0% and only the certain 100%."""
    if value <= 0 or value >= 1:
        return "0%" if value <= 0 else "100%"
    if value < Fraction(1, 100):
        return "<1%"
    return ">99%" if value > Fraction(99, 100) else f"{round(value * 100)}%"


@register.filter
def per_mille(value: Fraction | float) -> str:
    """Return the length of a bar out of 1000; the page may not use inline styles."""
    return str(max(0, min(1000, round(value * 1000))))


# ---------------------------------------------------------------- atoms


def _sprite() -> str:
    return staticfiles_storage.url("icons/icons.svg")


@register.simple_tag
@lru_cache(maxsize=ICONS_KEPT, typed=True)  # a label that is HTML isn't the same text
def icon(name: str, label: str = "", css: str = "") -> SafeString:
    """Draw a line icon: with a label it is read out, without one it decorates its word."""
    hidden = format_html('role="img" aria-label="{}"', label) if label else SafeString('aria-hidden="true"')
    return format_html(
        '<svg class="i{}" {}><use href="{}#{}"/></svg>', f" {css}" if css else "", hidden, _sprite(), name
    )


@register.simple_tag
def sign(side: str, label: str = "") -> SafeString:
    """Draw the side's sign: filled square, double open square, lozenge with core, circle, or dashed square."""
    css, _word = SIDES.get(side, SIDES[""])
    return icon(css, label, css if css != "all" else "")


@register.simple_tag
def badge(audience: Audience, *, bare: bool = False) -> SafeString:
    """Draw who may see this page or entry, never who has. In rows it is bare, without a frame."""
    css = f"{side_class(audience.side)}{' bare' if bare else ''}"
    return format_html('<span class="badge {}">{}{}</span>', css, sign(audience.side), audience.words)


@register.simple_tag
def due(deadline: Deadline) -> SafeString:
    """Draw a deadline: clock, day and hour in the reader's zone, then the time left."""
    if deadline.paused:
        return format_html('<span class="due">{}<span>Paused, {} left.</span></span>', icon("pause"), deadline.paused)
    if deadline.due is None:
        return SafeString('<span class="due"><span>No deadline.</span></span>')
    css, moment = urgency(deadline.due), when(deadline.due)
    if css == "past":
        words = format_html("Overdue since {}; {}.", moment, deadline.after)
    else:
        words = format_html("Due {} ({}).", moment, relative(deadline.due))
    return format_html('<span class="due {}">{}<span>{}</span></span>', css, icon("clock"), words)


@register.simple_tag
def register_cell(column: Column, cell: Cell, is_head: bool) -> SafeString:  # noqa: FBT001 - a tag takes forloop.first
    """Draw a table cell; the first of a row is its head."""
    text = format_html('<a href="{}">{}</a>', cell.url, cell.text) if cell.url else cell.text
    if is_head and cell.stars and not cell.url:
        text = format_html('<span class="name">{}</span>', text)
    rank = format_html(" {}", stars(cell.stars)) if cell.stars else ""
    quiet = format_html(' <span class="note">{}</span>', cell.quiet) if cell.quiet else ""
    if is_head:
        return format_html('<th scope="row" role="rowheader">{}{}{}</th>', text, rank, quiet)
    words = " ".join(word for word, holds in (("fig", column.figure), ("key", column.key)) if holds)
    css = format_html(' class="{}"', words) if words else ""
    return format_html('<td role="cell" data-label="{}"{}>{}{}{}</td>', column.word, css, text, rank, quiet)


@register.filter
def side_word(side: str) -> str:
    """Return Union, Confederate, umpire, all, or neutral."""
    return SIDES.get(side, SIDES[""])[1]


@register.filter
def side_class(side: str) -> str:
    """Return the class that colors by side: us, cs, ump, all, or neu."""
    return SIDES.get(side, SIDES[""])[0]


@register.filter
def stars(count: int) -> SafeString:
    """Draw a leader's rank in stars, read out as "three stars"."""
    if count < 1:
        return SafeString("")
    label = f"{number_word(count)} star{'s' if count > 1 else ''}"
    drawn = format_html_join(
        "", '<svg class="i" aria-hidden="true"><use href="{}#star"/></svg>', [(_sprite(),)] * count
    )
    return format_html('<span class="stars" role="img" aria-label="{}">{}</span>', label, drawn)


@register.simple_tag
def die(sides: int, face: int, *, by_hand: bool = False) -> SafeString:
    """Draw an outlined die with its figure: kite d10, square d6, triangle d4; dashed when rolled by hand."""
    shape, edge = DIE_SHAPES.get(sides, DIE_SHAPES[6]), DIE_EDGES.get(sides, "")
    return format_html(
        '<svg class="die{}" viewBox="0 0 20 20" role="img" aria-label="d{}: {}{}"><path class="side" d="{}"/>{}'
        '<text x="10" y="{}">{}</text></svg>',
        " hand" if by_hand else "",
        sides,
        face,
        ", by hand" if by_hand else "",
        shape,
        format_html('<path class="edge" d="{}"/>', edge) if edge else "",
        DIE_FIGURE_AT.get(sides, "13.1"),
        face,
    )


@register.filter
def recorded(value: Any) -> Any:
    """Return a recorded value for reading: lists with commas, times in the reader's zone, real minus signs.

    Values with named parts are laid out in lines, as the correction form lays them out.
    """
    if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(part, dict | list) for part in value)):
        laid_out = json.dumps(value, indent=2, ensure_ascii=False, default=str)
        return format_html('<code class="hash">{}</code>', laid_out) if value else "–"
    if isinstance(value, list):
        return ", ".join(str(recorded(part)) for part in value) or "–"
    text = str(value)
    if NEGATIVE.fullmatch(text):
        return MINUS + text[1:]
    if not MOMENT.fullmatch(text):
        return value
    try:
        return when(datetime.fromisoformat(text))
    except ValueError:  # a text that only looks like a time
        return value


@register.filter
def journal_text(text: str) -> SafeString:
    """Draw a journal entry; lines to keep come after its first line and are folded."""
    first, _, more = text.partition("\n")
    if not more:
        return SafeString(escape(first))
    return format_html("{}<details><summary>Lines to keep</summary>{}</details>", first, _to_keep(more))


@register.filter
def kept_lines(text: str) -> SafeString:
    """Draw a journal entry that is itself folded; its lines to keep are open."""
    first, _, more = text.partition("\n")
    return format_html("{}{}", first, _to_keep(more))


def _to_keep(lines: str) -> SafeString:
    kept = format_html_join(SafeString("<br>"), "{}", ((line,) for line in lines.split("\n")))
    return format_html('<code class="hash">{}</code>', kept)


class Undoable(Protocol):
    """A journal line as any page shows it."""

    @property
    def is_current(self) -> bool: ...


@register.simple_tag
def undone_note(line: Undoable) -> SafeString:
    """Draw the note beside a line that a rewind undid."""
    return SafeString("") if line.is_current else SafeString(" · <b>undone</b>")


class NewsLine(Undoable, Protocol):
    """A journal line with the audience that was told, if it wasn't everyone."""

    @property
    def n(self) -> int: ...
    @property
    def at(self) -> datetime: ...
    @property
    def text(self) -> str: ...
    @property
    def told_to(self) -> Audience | None: ...


@register.simple_tag
def news(campaign_id: int, line: NewsLine) -> SafeString:
    """Draw a line of news: its text, then its number, time, audience, and whether it was undone."""
    number = f'<a href="{escape(reverse("journal:entry", [campaign_id, line.n]))}">No. {line.n}</a>'
    told = f" · {badge(line.told_to, bare=True)}" if line.told_to else ""
    note = f"{number} · {when(line.at)}{told}{undone_note(line)}"
    return SafeString(f'<div>{journal_text(line.text)}</div><p class="note">{note}</p>')
