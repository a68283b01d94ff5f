"""The journal as one seat has it: its own lines with its own numbers, and nothing truer. Flat at any length."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Max, QuerySet
from django.http import Http404

from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.models import CLUB_STREAM, TABLES, Announcement, Entry, Feed, JournalLine, RowImage, seat_name
from campaign.parts import Audience, TraceLine
from campaign.prepared import prepared
from campaign.selectors.cups import noted_throws
from campaign.selectors.kinds import counted
from campaign.selectors.rewinds import number_runs, preview_rewind
from campaign.visibility import Viewer, audience_words, own_audience

PAGE = 30
CLUB_TABLES = frozenset(
    f"campaign_{name}" for name in ("campaign", "seat", "tenure", "invitation", "message", "proposal")
)  # what people have said, asked and agreed to, in rows that no form changes
FRAME = frozenset({"id", "campaign_id"})  # every row has them, and they say nothing
KINDS = {
    "battle": "Battles",
    "cup": "Dice",
    "map": "The map",
    "club": "Club",
    "correct": "Corrections",
    "rewind": "Rewinds",
}


@dataclass(frozen=True)
class Line:
    """One line of a seat's journal."""

    n: int
    at: datetime
    turn: int
    kind: str
    text: str
    seen_by: Audience
    has_trace: bool
    stands: bool


@dataclass(frozen=True)
class JournalPage:
    lines: list[Line]
    older: int | None
    turns: list[int]
    kind: str
    turn: int | None
    seen_by: Audience
    kinds: dict[str, str] = field(default_factory=lambda: dict(KINDS))


@dataclass(frozen=True)
class ChangedRow:
    """A row as an entry found and left it: the umpire's own sight of the record."""

    table: str
    title: str
    row: str
    row_id: int
    name: str
    change: str
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
        """Rows that were read and had to stay as they were."""
        return [row for row in self.rows if row.pin]


def journal_page(viewer: Viewer, *, before: int | None = None, kind: str = "", turn: int | None = None) -> JournalPage:
    """The newest lines, or those before a number; by kind and turn."""
    turns = _turns(viewer.feed_id)
    rows = _newest(viewer.feed_id, before, kind if kind in KINDS else None, turn)
    older = rows[PAGE - 1].n if len(rows) > PAGE else None
    return JournalPage(
        [_line(viewer, row) for row in rows[:PAGE]],
        older,
        turns,
        kind if kind in KINDS else "",
        turn,
        own_audience(viewer),
    )


@prepared
def _turns(feed_id: int) -> "QuerySet[JournalLine, int]":
    told = JournalLine.objects.filter(feed_id=feed_id, turn__gt=0)
    return told.order_by("turn").values_list("turn", flat=True).distinct()[:60]


@prepared
def _newest(feed_id: int, before: int | None, kind: str | None, turn: int | None) -> QuerySet[JournalLine]:
    told = JournalLine.objects.filter(feed_id=feed_id)
    if before is not None:
        told = told.filter(n__lt=before)
    if kind is not None:
        told = told.filter(kind__startswith=kind)
    if turn is not None:
        told = told.filter(turn=turn)
    return told.select_related("announcement").order_by("-n")[: PAGE + 1]


def entry_page(viewer: Viewer, n: int) -> EntryPage:
    """One line with its trace; the umpire sees also what the entry changed."""
    told = _told(viewer, n)
    if told is None:
        raise Http404
    trace = [TraceLine(**step) for step in told.announcement.trace]
    page = EntryPage(_line(viewer, told), trace, may_ask_rewind=_may_ask_rewind(viewer, told.announcement))
    return _umpires_page(viewer, page, told.announcement.entry) if viewer.is_umpire else page


def line_of(viewer: Viewer, n: int) -> Line:
    """One line of the viewer's own list."""
    told = _told(viewer, n)
    if told is None:
        raise Http404
    return _line(viewer, told)


def may_ask_rewind(viewer: Viewer, n: int) -> bool:
    """Whether this viewer may ask the other side to set the game back to a line."""
    told = _told(viewer, n)
    return told is not None and _may_ask_rewind(viewer, told.announcement)


def _told(viewer: Viewer, n: int) -> JournalLine | None:
    """A line of the viewer's own list, with its entry."""
    return JournalLine.objects.filter(feed_id=viewer.feed_id, n=n).select_related("announcement__entry").first()


def _may_ask_rewind(viewer: Viewer, announcement: Announcement) -> bool:
    """Without a human umpire: who speaks for a side, on a line of the game that all were told."""
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
    standing = _standing(entry.campaign_id, images)
    return [_changed(row, stands=(row.table, row.row) in standing) for row in images]


def _standing(campaign_id: int, images: Sequence[RowImage]) -> set[tuple[str, int]]:
    """Which of these rows there still are, by the last image of each."""
    ids = {row.row for row in images}
    of_rows = RowImage.objects.filter(campaign_id=campaign_id, row__in=ids, pin=False)
    last = of_rows.values("table", "row").annotate(last=Max("id")).values("last")
    return set(RowImage.objects.filter(id__in=last, after__isnull=False).values_list("table", "row"))


def _changed(row: RowImage, *, stands: bool) -> ChangedRow:
    before, after = row.before or {}, row.after or {}
    names = [name for name in after or before if before.get(name) != after.get(name) and name not in FRAME]
    return ChangedRow(
        table=row.table,
        title=str(TABLES.models[row.table]._meta.verbose_name),
        row=hex_id(row.row),
        row_id=row.row,
        name=str((after or before).get("name") or ""),
        change="changed" if row.before and row.after else "made" if row.after else "ended",
        differences=[(_column(name), _shown(name, before), _shown(name, after)) for name in names],
        pin=row.pin,
        may_correct=stands and row.after is not None and row.table not in CLUB_TABLES,
    )


def _column(name: str) -> str:
    return name.removesuffix("_id").replace("_", " ")


def _shown(name: str, values: dict[str, Any]) -> Any:
    """A stored value as pages write it: ids in hexadecimal, yes and no, a dash for nothing."""
    value = values.get(name)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value in (None, ""):
        return "–"
    if isinstance(value, int) and (name == "id" or name.endswith("_id")):
        return hex_id(value)
    return value


def _line(viewer: Viewer, told: JournalLine) -> Line:
    announcement = told.announcement
    return Line(
        told.n,
        told.at,
        told.turn,
        told.kind,
        announcement.text,
        audience_words(viewer, announcement.audience),
        bool(announcement.trace),
        told.stands,
    )


@dataclass(frozen=True)
class RewindPage:
    """What the umpire weighs before he confirms a rewind."""

    line: Line
    entry: str
    undone: list[str]
    restored: list[str]
    acted: list[str]
    heard: list[tuple[str, str]]
    faces: list[dict[str, Any]]


def rewind_page(viewer: Viewer, n: int) -> RewindPage:
    told = _told(viewer, n) if viewer.is_umpire else None
    if told is None:
        raise Http404
    shown = preview_rewind(viewer, told.announcement.entry)
    lists = Feed.objects.filter(campaign_id=viewer.campaign_id).order_by("role", "side", "scope")
    names = {each.id: seat_name(each.role, each.side, each.scope) for each in lists}
    acted = sorted(names[each.id] for each in lists if each.seat_id in shown.acted)
    return RewindPage(
        line=_line(viewer, told),
        entry=hex_id(told.announcement.entry.pk),
        undone=counted(entry.kind for entry in shown.undone),
        restored=counted(entry.kind for entry in shown.restored),
        acted=acted,
        heard=[(names[one], number_runs(shown.heard_by[one])) for one in names if one in shown.heard_by],
        faces=shown.faces_seen(viewer),
    )
