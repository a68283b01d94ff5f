"""Rewind a stream to its rows after an earlier entry: a recorded jump, not a deletion.

It is refused only if a current entry of another stream wrote or pinned a row that would go (secrecy.md).
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypedDict

from django.db import transaction

from campaign.app_part import INSTALLED
from campaign.audiences import UMPIRE, list_audience
from campaign.errors import Refusal
from campaign.models import CLUB_STREAM, TABLES, Entry, JournalLine, Recorded, RowImage, from_image, image
from campaign.models.base import RowValues
from campaign.selectors.current import REWIND, is_current, jumps_of, spans
from campaign.selectors.kinds import stream_words
from campaign.selectors.rewinds import audiences_touched, lines_moved, number_runs, rewind_target, runs
from campaign.services.cup_rewinds import reopen_after_rewind
from campaign.services.cup_throws import void_line
from campaign.services.cups import reveal_abandoned
from campaign.services.record import Act, Change, open_act
from campaign.visibility import Viewer

RowKey = tuple[str, int]
MIGRATION = "migration"
OF_CUPS = "cup."


class Notes(TypedDict):
    """The umpire's reason and note for a rewind, and the rolls to void."""

    reason: str
    private: str
    voids: Sequence[str]


def rewind(
    viewer: Viewer,
    *,
    entry_id: int,
    reason: str,
    private: str = "",
    voids: Sequence[str] = (),
    version: int | None = None,
    key: str | None = None,
) -> Entry:
    """Rewind a stream to an entry, and tell readers which of their entries were undone."""
    to = rewind_target(viewer, entry_id)
    notes: Notes = {"reason": reason, "private": private, "voids": voids}
    return rewind_stream(viewer, stream=to.stream, to_seq=to.seq, **notes, version=version, key=key)


def rewind_stream(
    viewer: Viewer | None,
    *,
    stream: str,
    to_seq: int,
    reason: str,
    private: str = "",
    voids: Sequence[str] = (),
    campaign_id: int = 0,
    version: int | None = None,
    key: str | None = None,
) -> Entry:
    """Rewind one stream; `voids` lists rolls to void by their place in a ledger, `cup:line`."""
    payload = {"to": to_seq, "reason": reason, "private": private}
    with open_act(
        viewer, stream=stream, kind=REWIND, payload=payload, version=version, key=key, campaign_id=campaign_id
    ) as act:
        written = _written_since(act, to_seq, [stream])
        _refuse_if_built_on(act, to_seq, written, [stream])
        _restore(act, written)
        _announce_undone(act, to_seq, reason, private)
        reopen_after_rewind(act, stream)
        reveal_abandoned()
        for place in voids:
            cup, _, line = place.partition(":")
            void_line(act.campaign_id, cup, int(line), reason)
    return act.entry


def rewind_game(*, campaign_id: int, to_seq: int, reason: str) -> None:
    """Rewind all game streams to an entry at once, as both sides may agree where the site umpires.

    Each stream gets its own rewind; a row that several streams wrote returns to its state before the first of them.
    """
    later = Entry.objects.filter(campaign_id=campaign_id, seq__gt=to_seq).exclude(stream=CLUB_STREAM)
    streams = sorted(set(later.values_list("stream", flat=True)))
    payload = {"to": to_seq, "reason": reason, "private": ""}
    done: set[RowKey] = set()
    with transaction.atomic():
        for stream in streams:
            with open_act(None, stream=stream, kind=REWIND, payload=payload, campaign_id=campaign_id) as act:
                first = _written_since(act, to_seq, streams)
                _refuse_if_built_on(act, to_seq, first, streams)
                own = _written_since(act, to_seq, [stream]).keys() - done
                _restore(act, {row: first[row] for row in first if row in own})
                done |= own
                _announce_undone(act, to_seq, reason, "")
                reopen_after_rewind(act, stream)
                if stream == streams[-1]:
                    reveal_abandoned()


def _written_since(act: Act, to_seq: int, streams: Sequence[str]) -> dict[RowKey, RowImage]:
    """Return the first image after the target of each row the streams wrote: its state at the target."""
    images = RowImage.objects.filter(
        campaign_id=act.campaign_id, stream__in=streams, seq__gt=to_seq, pin=False
    ).select_related("entry")
    first: dict[RowKey, RowImage] = {}
    for row in images.order_by("seq", "id"):
        if row.entry.kind == MIGRATION:
            raise Refusal("The database was migrated after this entry. Choose a later entry.")
        first.setdefault((row.table, row.row), row)
    return first


def _refuse_if_built_on(act: Act, to_seq: int, written: dict[RowKey, RowImage], streams: Sequence[str]) -> None:
    jumps = jumps_of(act.campaign_id)
    blocking: set[str] = set()
    for table, ids in _by_table(written).items():
        others = RowImage.objects.filter(campaign_id=act.campaign_id, seq__gt=to_seq, table=table, row__in=ids)
        for other in others.exclude(stream__in=streams).select_related("entry"):
            kept = spans(jumps[other.stream], act.seq)
            if other.seq > written[table, other.row].seq and is_current(kept, other.seq):
                blocking.add(f"{INSTALLED.entry_title(other.entry.kind)} {stream_words(other.stream)}")
    if blocking:
        named = "; ".join(sorted(blocking))
        raise Refusal(f"Other entries depend on what this would undo: {named}. Rewind those first.")


def _by_table(written: Iterable[RowKey]) -> dict[str, list[int]]:
    tables: dict[str, list[int]] = defaultdict(list)
    for table, row in written:
        tables[table].append(row)
    return tables


def _restore(act: Act, written: dict[RowKey, RowImage]) -> None:
    """Delete, update, then insert, since unique columns are checked at once."""
    changes = {table: _changes(table, ids, written) for table, ids in _by_table(written).items()}
    for table in sorted(changes):
        gone = [c.row.pk for c in changes[table] if c.after is None]
        TABLES.models[table]._default_manager.filter(pk__in=gone).delete()
    for table in sorted(changes):
        model = TABLES.models[table]
        updated = [c.row for c in changes[table] if c.before is not None and c.after is not None]
        if updated:
            fields = [f.name for f in model._meta.concrete_fields if not f.primary_key]
            model._default_manager.bulk_update(updated, fields)
    for table in sorted(changes):
        TABLES.models[table]._default_manager.bulk_create([c.row for c in changes[table] if c.before is None])
    act.changes += [change for table in sorted(changes) for change in changes[table]]


def _changes(table: str, ids: Sequence[int], written: dict[RowKey, RowImage]) -> list[Change]:
    """Return the changes from the rows as they are to the rows as they were."""
    model, found = TABLES.models[table], []
    present = model._default_manager.in_bulk(ids)
    for row_id in sorted(ids):
        first = written[table, row_id]
        target = _whole(model, TABLES.upcast(table, first.schema, first.before))
        now = image(present[row_id]) if row_id in present else None
        if target != now:
            row = present[row_id] if target is None else from_image(model, target)
            found.append(Change(row, now, target))
    return found


def _whole(model: type[Recorded], values: RowValues | None) -> RowValues | None:
    """Return the image with every column of today's table."""
    return None if values is None else image(from_image(model, values))


def _announce_undone(act: Act, to_seq: int, reason: str, private: str) -> None:
    jumps = jumps_of(act.campaign_id)[act.stream]
    which = act.campaign_id, act.stream, to_seq, act.seq, jumps
    gone, restored = lines_moved(*which)
    for audience in sorted(audiences_touched(*which)):
        act.touch(audience)
    for feed in act.feeds:
        sentences = []
        if feed.id in gone:
            sentences.append(f"Undone: {_entries(gone[feed.id])}.")
        if feed.id in restored:
            sentences.append(f"Restored: {_entries(restored[feed.id])}.")
        if sentences:
            act.tell(list_audience(feed.id), " ".join([*sentences, reason]))
    if private:
        act.tell(UMPIRE, private)
    _mark(gone, current=False)
    _mark(restored, current=True)


def _entries(numbers: Sequence[int]) -> str:
    return f"{'entry' if len(numbers) == 1 else 'entries'} {number_runs(numbers)}"


def _mark(lines: Mapping[int, Sequence[int]], *, current: bool) -> None:
    """Mark which lines are current. Lines about cups always are, since cups are never rewound."""
    for feed, numbers in lines.items():
        for run in runs(numbers):
            found = JournalLine.objects.filter(feed_id=feed, n__range=run).exclude(kind__startswith=OF_CUPS)
            found.update(is_current=current)
