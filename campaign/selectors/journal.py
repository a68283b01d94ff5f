"""Read the journal as one seat has it: its own lines with its own numbers, at a cost that doesn't grow."""

from collections.abc import Sequence
from dataclasses import field, replace
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.http import Http404

from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.models import CLUB_STREAM, TABLES, Announcement, Entry, Feed, JournalLine, LineTopic, RowImage, seat_name
from campaign.parts import Audience, TraceLine
from campaign.prepared import prepared
from campaign.selectors.changes import Change, changes_in_words, raw_differences
from campaign.selectors.correctable import may_be_corrected
from campaign.selectors.cups import CHECKPOINTS, noted_throws
from campaign.selectors.kinds import counted
from campaign.selectors.rewinds import number_runs, preview_rewind
from campaign.visibility import Viewer, audience_words, own_audience
from rulesets.core.records import dataclass

PAGE = 30
LAST_NUMBER = 2**31 - 1  # that a column of line numbers holds
KINDS = {
    "battle": "Battles",
    "map": "Map",
    "club": "House rules",
    "correct": "Corrections",
    "rewind": "Rewinds",
}


@dataclass(frozen=True)
class Checkpoint:
    """The dice's checkpoints at one public step: the lines to keep."""

    n: int
    at: datetime
    text: str


@dataclass(frozen=True)
class Line:
    """One line of a seat's journal; it stands for all checkpoints of its turn on the page, newest first."""

    n: int
    at: datetime
    turn: int
    kind: str
    text: str
    seen_by: Audience
    has_trace: bool
    is_current: bool
    checkpoints: list[Checkpoint] = field(default_factory=list)


@dataclass(frozen=True)
class JournalPage:
    lines: list[Line]
    older: int | None
    turns: list[int]
    topic: str
    kind: str
    turn: int | None
    seen_by: Audience
    topics: dict[str, str] = field(default_factory=lambda: dict(LineTopic.choices))
    kinds: dict[str, str] = field(default_factory=lambda: dict(KINDS))


@dataclass(frozen=True)
class ChangedRow:
    """A row before and after an entry; only the umpire sees it."""

    table: str
    title: str
    row: str
    row_id: int
    name: str
    change: str
    in_words: list[Change]
    differences: list[tuple[str, Any, Any]]
    pin: bool
    may_correct: bool


@dataclass(frozen=True)
class EntryPage:
    line: Line
    trace: list[TraceLine]
    entry: str = ""
    stream: str = ""
    payload: dict[str, Any] = field(default_factory=dict)
    throws: list[dict[str, Any]] = field(default_factory=list)
    rows: list[ChangedRow] = field(default_factory=list)
    may_rewind: bool = False
    may_ask_rewind: bool = False

    @property
    def rests(self) -> list[ChangedRow]:
        """Return the rows the entry depends on but didn't change."""
        return [row for row in self.rows if row.pin]


def journal_page(
    viewer: Viewer, *, before: int | None = None, topic: str = "", kind: str = "", turn: int | None = None
) -> JournalPage:
    """Return the newest lines, or those before a number, by topic, kind, and turn."""
    rows = _newest(viewer.feed_id, before, topic or None, kind or None, turn)
    return JournalPage(
        lines=_folded([_line(viewer, row) for row in rows[:PAGE]]),
        older=rows[PAGE - 1].n if len(rows) > PAGE else None,
        turns=_turns(viewer.feed_id),
        topic=topic,
        kind=kind,
        turn=turn,
        seen_by=own_audience(viewer),
    )


def _folded(lines: Sequence[Line]) -> list[Line]:
    """Fold the dice's checkpoints of each turn into the newest of their lines."""
    folds: dict[tuple[str, int], list[Checkpoint]] = {}
    shown = []
    for line in lines:
        if line.kind != CHECKPOINTS:
            shown.append(line)
            continue
        whose = line.text.partition(": ")[0]
        if (whose, line.turn) not in folds:
            shown.append(replace(line, text=f"{whose}: dice checkpoints", checkpoints=[]))
            folds[whose, line.turn] = shown[-1].checkpoints
        folds[whose, line.turn].append(Checkpoint(line.n, line.at, line.text))
    return shown


@prepared
def _turns(feed_id: int) -> "QuerySet[JournalLine, int]":
    lines = JournalLine.objects.filter(feed_id=feed_id, turn__gt=0)
    return lines.order_by("turn").values_list("turn", flat=True).distinct()[:60]


@prepared
def _newest(
    feed_id: int, before: int | None, topic: str | None, kind: str | None, turn: int | None
) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(feed_id=feed_id)
    if before is not None:
        lines = lines.filter(n__lt=before)
    if topic is not None:
        lines = lines.filter(topic=topic)
    if kind is not None:
        lines = lines.filter(kind__startswith=kind)
    if turn is not None:
        lines = lines.filter(turn=turn)
    return lines.select_related("announcement").order_by("-n")[: PAGE + 1]


def entry_page(viewer: Viewer, n: int) -> EntryPage:
    """Return one line with its trace; the umpire also sees what the entry changed."""
    row = _line_of(viewer, n)
    if row is None:
        raise Http404
    trace = [TraceLine(**step) for step in row.announcement.trace]
    page = EntryPage(_line(viewer, row), trace, may_ask_rewind=_may_ask_rewind(viewer, row.announcement))
    return _umpires_page(viewer, page, row.announcement.entry) if viewer.is_umpire else page


def line_of(viewer: Viewer, n: int) -> Line:
    """Return one line of the viewer's own journal; raise 404 if there is none."""
    row = _line_of(viewer, n)
    if row is None:
        raise Http404
    return _line(viewer, row)


def may_ask_rewind(viewer: Viewer, n: int) -> bool:
    """Return whether the viewer may ask the other side to rewind to a line."""
    row = _line_of(viewer, n)
    return row is not None and _may_ask_rewind(viewer, row.announcement)


def _line_of(viewer: Viewer, n: int) -> JournalLine | None:
    """Return a line of the viewer's own journal, with its entry."""
    return next(iter(_lines_with_entry(viewer.feed_id, n)), None) if n <= LAST_NUMBER else None


@prepared
def _lines_with_entry(feed_id: int, n: int) -> QuerySet[JournalLine]:
    return JournalLine.objects.filter(feed_id=feed_id, n=n).select_related("announcement__entry")


def _may_ask_rewind(viewer: Viewer, announcement: Announcement) -> bool:
    """Without a human umpire: who speaks for a side, on a line of the game that everyone can see."""
    of_game = announcement.audience == PUBLIC and announcement.entry.stream != CLUB_STREAM
    return viewer.speaks_for_side and viewer.game_is_on and of_game


def _umpires_page(viewer: Viewer, page: EntryPage, entry: Entry) -> EntryPage:
    return EntryPage(
        page.line,
        page.trace,
        entry=hex_id(entry.pk),
        stream=entry.stream.partition(":")[0],
        payload=entry.payload,
        throws=noted_throws(viewer, entry.throws) if entry.throws else [],
        rows=_changed_rows(entry),
        may_rewind=entry.stream != CLUB_STREAM,
    )


def _changed_rows(entry: Entry) -> list[ChangedRow]:
    images = list(RowImage.objects.filter(entry=entry).order_by("id"))
    existing = _existing(entry.campaign_id, images)
    return [_changed(row, exists=(row.table, row.row) in existing) for row in images]


def _existing(campaign_id: int, images: Sequence[RowImage]) -> set[tuple[str, int]]:
    """Return which of these rows still exist, by the last image of each."""
    ids = {row.row for row in images}
    of_rows = RowImage.objects.filter(campaign_id=campaign_id, row__in=ids, pin=False)
    last = of_rows.values("table", "row").annotate(last=Max("id")).values("last")
    return set(RowImage.objects.filter(id__in=last, after__isnull=False).values_list("table", "row"))


def _changed(row: RowImage, *, exists: bool) -> ChangedRow:
    before, after = row.before or {}, row.after or {}
    return ChangedRow(
        table=row.table,
        title=str(TABLES.models[row.table]._meta.verbose_name),
        row=hex_id(row.row),
        row_id=row.row,
        name=str((after or before).get("name") or ""),
        change="changed" if row.before and row.after else "created" if row.after else "deleted",
        in_words=changes_in_words(row.table, before, after),
        differences=raw_differences(before, after),
        pin=row.pin,
        may_correct=exists and row.after is not None and may_be_corrected(row.table),
    )


def _line(viewer: Viewer, row: JournalLine) -> Line:
    announcement = row.announcement
    return Line(
        row.n,
        row.at,
        row.turn,
        row.kind,
        announcement.text,
        audience_words(viewer, announcement.audience),
        bool(announcement.trace),
        row.is_current,
    )


@dataclass(frozen=True)
class RewindPage:
    """What the umpire sees before confirming a rewind."""

    line: Line
    entry: str
    undone: list[str]
    restored: list[str]
    acted: list[str]
    readers: list[tuple[str, str]]
    faces: list[dict[str, Any]]


def rewind_page(viewer: Viewer, n: int) -> RewindPage:
    row = _line_of(viewer, n) if viewer.is_umpire else None
    if row is None:
        raise Http404
    shown = preview_rewind(viewer, row.announcement.entry)
    lists = Feed.objects.filter(campaign_id=viewer.campaign_id).order_by("role", "side", "scope")
    names = {each.id: seat_name(each.role, each.side, each.scope) for each in lists}
    acted = sorted(names[each.id] for each in lists if each.seat_id in shown.acted)
    return RewindPage(
        line=_line(viewer, row),
        entry=hex_id(row.announcement.entry.pk),
        undone=counted(entry.kind for entry in shown.undone),
        restored=counted(entry.kind for entry in shown.restored),
        acted=acted,
        readers=[(names[one], number_runs(shown.readers[one])) for one in names if one in shown.readers],
        faces=shown.faces_seen(viewer),
    )
