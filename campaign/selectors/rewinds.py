"""Work out what a rewind would do: the entries it undoes or restores, and the journals it touches."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import field
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from campaign.errors import Refusal
from campaign.models import CLUB_STREAM, Entry, JournalLine
from campaign.selectors.cups import noted_throws
from campaign.selectors.current import NEVER, REWIND, Jump, is_current, jumps_of, spans
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

Place = tuple[str, int]


@dataclass(frozen=True)
class Undone:
    """An entry that a rewind would undo or restore."""

    seq: int
    kind: str
    seat_id: int | None
    throws: list[dict[str, Any]]


@dataclass(frozen=True)
class Preview:
    """What the umpire sees before confirming."""

    stream: str
    to: Entry
    undone: list[Undone]
    restored: list[Undone]
    readers: dict[int, list[int]]
    kept: set[Place] = field(default_factory=set)

    @property
    def acted(self) -> set[int]:
        """Return the seats that acted in the entries to undo."""
        return {entry.seat_id for entry in self.undone if entry.seat_id is not None}

    def faces_seen(self, viewer: Viewer) -> list[dict[str, Any]]:
        """Return each roll of the undone entries once, with its words, its place, and whether it may be voided.

        Rolls that remaining entries depend on are kept.
        """
        thrown = [throw for entry in self.undone for throw in entry.throws]
        return noted_throws(viewer, [throw for throw in thrown if _place(throw) not in self.kept])


def preview_rewind(viewer: Viewer, to: Entry) -> Preview:
    """Return the entries after the target, who acted in them, who saw them, and their rolls."""
    require_rewindable(to)
    jumps = jumps_of(viewer.campaign_id)[to.stream]
    was, will = spans(jumps, NEVER), spans(jumps, to.seq)
    found = Entry.objects.filter(campaign_id=viewer.campaign_id, stream=to.stream).exclude(kind=REWIND)
    entries = list(found.order_by("seq"))
    changed = [e for e in entries if is_current(was, e.seq) != is_current(will, e.seq)]
    kept = {_place(throw) for e in entries if is_current(will, e.seq) for throw in e.throws}
    rows = {current: [_undone(e) for e in changed if is_current(was, e.seq) is current] for current in (True, False)}
    readers, _ = lines_moved(viewer.campaign_id, to.stream, to.seq, NEVER, jumps)
    return Preview(to.stream, to, rows[True], rows[False], readers, kept)


def rewind_target(viewer: Viewer, entry_id: int) -> Entry:
    entry = Entry.objects.filter(id=entry_id, campaign_id=viewer.campaign_id).first()
    if not viewer.is_umpire or entry is None:
        raise Http404
    require_rewindable(entry)
    return entry


def require_rewindable(entry: Entry) -> None:
    if entry.stream == CLUB_STREAM:
        raise Refusal("Seats, messages, and clocks are never rewound. Choose a game entry.")


def _place(throw: dict[str, Any]) -> Place:
    return throw["cup"], throw["line"]


def _undone(entry: Entry) -> Undone:
    return Undone(entry.seq, entry.kind, entry.seat_id, entry.throws)


def lines_moved(
    campaign_id: int, stream: str, to_seq: int, now: int, jumps: Sequence[Jump]
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return by feed the line numbers a rewind undoes, and those it restores."""
    was, will = spans(jumps, now - 1), spans(jumps, to_seq)
    gone: dict[int, list[int]] = defaultdict(list)
    restored: dict[int, list[int]] = defaultdict(list)
    lines = JournalLine.objects.filter(announcement__entry__in=_later(campaign_id, stream, to_seq, jumps))
    for feed, n, seq in lines.order_by("n").values_list("feed_id", "n", "announcement__entry__seq"):
        if is_current(was, seq) != is_current(will, seq):
            (gone if is_current(was, seq) else restored)[feed].append(n)
    return gone, restored


def audiences_touched(campaign_id: int, stream: str, to_seq: int, now: int, jumps: Sequence[Jump]) -> set[str]:
    """Return those whose view changes without a line when a rewind undoes or restores what changed it."""
    was, will = spans(jumps, now - 1), spans(jumps, to_seq)
    entries = _later(campaign_id, stream, to_seq, jumps).exclude(touched=[])
    moved = (each for each in entries if is_current(was, each.seq) != is_current(will, each.seq))
    return {audience for each in moved for audience in each.touched}


def _later(campaign_id: int, stream: str, to_seq: int, jumps: Sequence[Jump]) -> QuerySet[Entry]:
    """Return every entry of a stream that a rewind may undo or restore."""
    low = min([to_seq, *(to for at, to in jumps if at > to_seq)])
    return Entry.objects.filter(campaign_id=campaign_id, stream=stream, seq__gt=low).exclude(kind=REWIND)


def number_runs(numbers: Sequence[int]) -> str:
    """Return [2, 3, 4, 6] as "2 to 4, 6"."""
    return ", ".join(f"{first} to {last}" if first < last else str(first) for first, last in runs(numbers))


def runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """Return [2, 3, 4, 6] as (2, 4), (6, 6)."""
    found: list[tuple[int, int]] = []
    for n in sorted(numbers):
        if found and found[-1][1] == n - 1:
            found[-1] = (found[-1][0], n)
        else:
            found.append((n, n))
    return found
