"""Find the current entries of a stream: a rewind is a jump to an earlier point, not a deletion."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

from campaign.models import TABLES, Announcement, Entry, Recorded, RowImage, from_image

Span = tuple[int, int]
Jump = tuple[int, int]
REWIND = "rewind"
NEVER = 2**62  # after every entry there will be
RowT = TypeVar("RowT", bound=Recorded)


def spans(jumps: Sequence[Jump], seq: int) -> list[Span]:
    """Return what is current after entry `seq` as half-open spans (a, b]. Jumps are (at, to), ascending."""
    tail: list[Span] = []
    for at, to in reversed(jumps):
        if at <= seq:
            tail.append((at, seq))
            seq = to
    return [(0, seq), *reversed(tail)]


def is_current(kept: Sequence[Span], seq: int) -> bool:
    return any(low < seq <= high for low, high in kept)


def jumps_of(campaign_id: int) -> dict[str, list[Jump]]:
    """Return every rewind of a campaign, by stream."""
    jumps: dict[str, list[Jump]] = defaultdict(list)
    rewinds = Entry.objects.filter(campaign_id=campaign_id, kind=REWIND).order_by("seq")
    for stream, seq, payload in rewinds.values_list("stream", "seq", "payload"):
        jumps[stream].append((seq, payload["to"]))
    return jumps


class Standing:
    """The entries of a campaign that are current after the last of these rewinds."""

    def __init__(self, jumps: Mapping[str, Sequence[Jump]]) -> None:
        self.kept = {stream: spans(found, NEVER) for stream, found in jumps.items()}

    def has(self, stream: str, seq: int) -> bool:
        return stream not in self.kept or is_current(self.kept[stream], seq)


def standing_entries(campaign_id: int, stream: str, kind: str) -> list[Entry]:
    """Return a stream's current entries of a kind, in order."""
    standing = Standing(jumps_of(campaign_id))
    found = Entry.objects.filter(campaign_id=campaign_id, stream=stream, kind=kind).order_by("seq")
    return [entry for entry in found if standing.has(stream, entry.seq)]


def row_at(row: RowT, seq: int) -> RowT:
    """Return a row as it was after an entry, which must not be older than the row."""
    images = RowImage.objects.filter(table=row._meta.db_table, row=row.pk, seq__lte=seq, pin=False)
    last = images.order_by("-seq", "-id")[0]
    values = TABLES.upcast(last.table, last.schema, last.after)
    assert values is not None
    return cast(RowT, from_image(type(row), values))


def created_at(rows: Sequence[Recorded]) -> dict[int, int]:
    """Return the entry that first created each of these rows of one table, in true order."""
    if not rows:
        return {}
    images = RowImage.objects.filter(table=rows[0]._meta.db_table, row__in=[row.pk for row in rows])
    created = images.filter(before__isnull=True, pin=False).order_by("-seq")
    return dict(created.values_list("row", "seq"))


def current_announcements(campaign_id: int) -> list[Announcement]:
    """Return all announcements of current entries in order, for someone who joins late."""
    standing = Standing(jumps_of(campaign_id))
    announcements = Announcement.objects.filter(entry__campaign_id=campaign_id).exclude(audience__startswith="list:")
    ordered = announcements.select_related("entry").order_by("entry__seq", "position")
    return [t for t in ordered if standing.has(t.entry.stream, t.entry.seq)]
