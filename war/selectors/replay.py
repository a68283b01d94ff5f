"""What happened on the map since a reader last looked: only the lines that this seat was told, in their order.

A replay reads these lines and nothing truer; what a rewind took back is shown as withdrawn.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from django.db.models import Max, QuerySet
from django.http import Http404

from campaign.models import JournalLine
from campaign.parts import Audience
from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.core.records import dataclass
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import pinned_sheet
from war.drawing import center
from war.models import MOVED
from war.parts import Drawing
from war.selectors.map import page_audience
from war.selectors.sheet_drawing import drawing_of
from war.selectors.war_drawing import LEAST, frame_around
from war.selectors.worlds import world_seen_by

MOST_LINES = 200


@dataclass(frozen=True)
class Step:
    """A line about a movement: its own number, its words, the path it names, and whether it still holds."""

    n: int
    version: int
    text: str
    kind: str
    side: str
    path: tuple[str, ...]
    pieces: tuple[str, ...]
    is_current: bool


@dataclass(frozen=True)
class Arrow:
    """A movement on the drawing: the number of its line, its side, and the middles of its hexes."""

    n: int
    side: str
    line: tuple[tuple[int, int], ...]
    is_current: bool


@dataclass(frozen=True)
class ReplayPage:
    """The movements after a version of the reader's view; `left_off` says that there are more than are shown."""

    since: int
    version: int
    steps: tuple[Step, ...]
    left_off: bool
    audience: Audience
    drawing: Drawing | None = None
    arrows: tuple[Arrow, ...] = ()


def replay_page(viewer: Viewer, *, since: int | None = None) -> ReplayPage:
    """Return what this seat was told of movements since a version of its view, or since it last acted."""
    sheet = pinned_sheet(viewer.sheet, viewer.sheet_hash)
    if sheet is None or not viewer.scenario:
        raise Http404
    start = last_act_of(viewer) if since is None else since
    lines = _moves(viewer.feed_id, start)
    steps = tuple(_once_each([_step(line) for line in lines[:MOST_LINES]]))
    return ReplayPage(
        since=start,
        version=viewer.version,
        steps=steps,
        left_off=len(lines) > MOST_LINES,
        audience=page_audience(viewer),
        drawing=_drawing(viewer, sheet, steps),
        arrows=tuple(_arrow(sheet, step) for step in steps if len(step.path) > 1),
    )


def _drawing(viewer: Viewer, sheet: Sheet, steps: Sequence[Step]) -> Drawing | None:
    """Return the part of the map on which anything moved, without counters."""
    hexes = {hex_ for step in steps for hex_ in step.path}
    if not hexes:
        return None
    whole = drawing_of(sheet, {}, None, high_water=True)
    return replace(whole, frame=frame_around(world_seen_by(viewer), hexes, least=LEAST))


def _arrow(sheet: Sheet, step: Step) -> Arrow:
    places = (center(*sheet.hexes[hex_].at) for hex_ in step.path)
    return Arrow(step.n, step.side, tuple((round(x), round(y)) for x, y in places), step.is_current)


@prepared
def _moves(feed_id: int, since: int) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(feed_id=feed_id, kind=MOVED, version__gt=since)
    return lines.select_related("announcement").order_by("n")[: MOST_LINES + 1]


def last_act_of(viewer: Viewer) -> int:
    """Return the version of the reader's view after the seat's own last act; a shared journal has none."""
    own = JournalLine.objects.filter(feed_id=viewer.feed_id, announcement__entry__seat_id=viewer.seat_id)
    return own.aggregate(last=Max("version"))["last"] or 0


def _once_each(steps: Sequence[Step]) -> Iterator[Step]:
    """Yield a movement once where a side was told both what everybody saw and its own part of it."""
    for step, following in zip_longest(steps, steps[1:]):
        if following is None or not (following.pieces and (following.kind, following.path) == (step.kind, step.path)):
            yield step


def _step(line: JournalLine) -> Step:
    move = line.announcement.move
    return Step(
        n=line.n,
        version=line.version,
        text=line.announcement.text,
        kind=move["kind"],
        side=move["side"],
        path=tuple(move["path"]),
        pieces=tuple(move.get("pieces", ())),
        is_current=line.is_current,
    )
