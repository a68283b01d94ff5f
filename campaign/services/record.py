"""Change a game in the only way: one transaction, one lock, one journal entry with row images and announcements."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import field
from datetime import datetime
from functools import partial
from hashlib import sha256
from types import TracebackType
from typing import Any, Self, TypeGuard, TypeVar

from django.db import connection, transaction
from django.db.models import Exists, F, QuerySet

from campaign.errors import AlreadyDone, Refusal, Stale
from campaign.inserts import at_once, insert
from campaign.models import (
    CLUB_STREAM,
    Announcement,
    Campaign,
    CampaignState,
    Entry,
    Feed,
    JournalLine,
    Lock,
    Recorded,
    RowImage,
    Seat,
    image,
)
from campaign.models.base import ACTING, RowValues
from campaign.parts import TraceLine
from campaign.prepared import prepared
from campaign.services import live, sweep
from campaign.services.announce import Announcer, Line
from campaign.sources import SOURCES
from campaign.visibility import Viewer, open_feeds
from rulesets.core.records import dataclass

RowT = TypeVar("RowT", bound=Recorded)
RUNNING = frozenset({CampaignState.RUNNING})
CLUB_OPEN = frozenset({CampaignState.RUNNING, CampaignState.PAUSED})
NOT_YOURS = "You no longer hold this seat."
LONGEST_KEY = 64
OF_EACH_TRY = frozenset(["key", "version", "entropy", "csrfmiddlewaretoken"])
ANY_STATE = frozenset(CampaignState)


@dataclass
class Change:
    """A row before and after; a pin has neither."""

    row: Recorded
    before: RowValues | None
    after: RowValues | None

    @property
    def is_pin(self) -> bool:
        return self.before is None and self.after is None


def before_of(row: Recorded) -> RowValues:
    """Return the row as the act read it. A row read before the act may be outdated."""
    if row.loaded is None:
        raise RuntimeError(f"{row._meta.db_table}: read the row inside the act that writes it")
    return row.loaded


@dataclass
class Act:
    """One action. Use it as a context manager: either everything happens when the block ends, or nothing does.

    `version` is the seat's view the page was made from; `key` names the request, so that it acts once.
    Without a viewer, the site acts; it swallows AlreadyDone when another sweep was faster.
    """

    viewer: Viewer | None
    stream: str
    kind: str
    payload: dict[str, Any] = field(default_factory=dict)
    version: int | None = None
    key: str | None = None
    campaign_id: int = 0
    allowed: Iterable[str] | None = None
    actor_id: int | None = None

    entry: Entry = field(init=False)
    seq: int = field(init=False)
    at: datetime = field(init=False)
    changes: list[Change] = field(default_factory=list, init=False)
    throws: list[dict[str, Any]] = field(default_factory=list, init=False)
    announcer: Announcer = field(init=False)
    undoable: set[str] = field(default_factory=set, init=False)  # whose view changes again if this act is undone
    _stack: ExitStack = field(default_factory=ExitStack, init=False)

    def __enter__(self) -> Self:
        if self.viewer is not None:
            self.campaign_id, self.actor_id = self.viewer.campaign_id, self.viewer.user_id
        self._stack.enter_context(transaction.atomic())
        try:
            self._begin()
        except BaseException as error:
            self._stack.__exit__(type(error), error, error.__traceback__)
            raise
        self._stack.callback(ACTING.reset, ACTING.set(self))
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool | None:
        if error is None:
            try:
                self._close()
            except BaseException as failed:
                self._stack.__exit__(type(failed), failed, failed.__traceback__)
                raise
        return self._stack.__exit__(kind, error, trace) or (self.viewer is None and isinstance(error, AlreadyDone))

    # What services call while they act.

    def create(self, row: RowT) -> RowT:
        self.create_all([row])
        return row

    def create_all(self, rows: Sequence[Recorded]) -> None:
        """Write new rows of one table at once."""
        insert(rows)
        for row in rows:
            self._note_new(row)

    def _note_new(self, row: Recorded) -> None:
        row.loaded = image(row)
        self.changes.append(Change(row, None, row.loaded))

    def save(self, row: Recorded) -> None:
        """Write a row that was read in this act; an unchanged row leaves no image."""
        before, after = before_of(row), image(row)
        if after != before:
            row.save(force_update=True)
            self.changes.append(Change(row, before, after))
            row.loaded = after

    def save_all(self, rows: Sequence[Recorded]) -> None:
        """Write rows of one table that were read in this act, all at once; unchanged rows leave no image."""
        images = [(row, before_of(row), image(row)) for row in rows]
        changed = [(row, before, after) for row, before, after in images if after != before]
        if not changed:
            return
        first = changed[0][0]
        columns = {name for _, before, after in changed for name in after if after[name] != before[name]}
        names = [column.name for column in first._meta.concrete_fields if column.attname in columns]
        type(first)._default_manager.bulk_update([row for row, _, _ in changed], names)
        for row, before, after in changed:
            self.changes.append(Change(row, before, after))
            row.loaded = after

    def delete(self, row: Recorded) -> None:
        self.changes.append(Change(row, before_of(row), None))
        type(row)._default_manager.filter(pk=row.pk).delete()

    def pin(self, row: Recorded) -> None:
        """Note that this entry depends on a row it doesn't write."""
        self.changes.append(Change(row, None, None))

    def note_throw(self, *, audience: str, cup: str, line: int, key: str, faces: Sequence[int], how: str) -> None:
        """Note a roll made in this action: its ledger line in the cup, and its audience."""
        noted = {"audience": audience, "cup": cup, "line": line, "key": key, "faces": list(faces), "how": how}
        self.throws.append(noted)

    def tell(
        self,
        audience: str,
        text: str,
        *,
        kind: str | None = None,
        turn: int = 0,
        trace: Sequence[TraceLine] = (),
        about: str = "",
        move: Mapping[str, Any] | None = None,
    ) -> None:
        """Announce a sentence to an audience; `trace` has the rule's steps they may know.

        `about` is the stream on whose page the line appears, if it isn't this entry's own. `move` says where something
        went on the map, for this audience.
        """
        line = Line(audience, kind or self.kind, turn, text, trace, about or self.stream, move or {})
        self.announcer.lines.append(line)

    def touch(self, audience: str, *, stays: bool = False) -> None:
        """Note that the audience's view changed, without a line; what changed may stay when this act is undone."""
        self.announcer.touched.add(audience)
        if not stays:
            self.undoable.add(audience)

    def admit(self, feed: Feed, past: Sequence[Announcement] = ()) -> Feed:
        """Open a journal; people who join late get the lines their seat would have had."""
        return self.announcer.admit(feed, past)

    @property
    def decided_by(self) -> str:
        """Return who made a decision, as a journal entry begins: the umpire, or both sides together."""
        return "The umpire" if self.viewer and self.viewer.is_umpire else "Both sides"

    @property
    def feeds(self) -> Sequence[Feed]:
        """Return every open journal of the campaign."""
        return self.announcer.feeds

    # How an act begins and ends.

    def _begin(self) -> None:
        self.seq, self.at = _next_number(self.campaign_id), SOURCES.now()
        viewer = self.viewer
        if viewer is None:
            self.announcer = Announcer(_journals(self.campaign_id), self.at, None)
        else:
            asked = (self.campaign_id, viewer.seat_id, viewer.user_id, self.key or "")
            self.announcer = Announcer(_journals_for(*asked), self.at, viewer.feed_id)
            self._check_viewer(viewer)
        self._check_state()

    def _check_viewer(self, viewer: Viewer) -> None:
        if viewer.viewing_as:
            raise Refusal("You’re viewing as another seat. Return to your own view first.")
        own: Any = next((feed for feed in self.feeds if feed.id == viewer.feed_id), None)
        if own is None:
            raise Refusal(NOT_YOURS)
        if own.is_done:
            raise AlreadyDone
        if self.version is not None and self.version != own.version:
            raise Stale(news=lines_since(own.id, self.version), version=own.version)
        if not own.is_held:
            raise Refusal(NOT_YOURS)

    def _check_state(self) -> None:
        """Check the campaign's state; a campaign that is only being founded has none."""
        journal: Any = next(iter(self.feeds), None)
        state = journal.state if journal else next(iter(_state(self.campaign_id)), None)
        allowed = self.allowed or (CLUB_OPEN if self.stream == CLUB_STREAM else RUNNING)
        if state is not None and state not in allowed:
            raise Refusal(f"You can’t do this while the campaign is {CampaignState(state).label}.")

    def _close(self) -> None:
        self.entry = Entry(
            id=SOURCES.new_id("umpire"),
            campaign_id=self.campaign_id,
            stream=self.stream,
            seq=self.seq,
            kind=self.kind,
            seat_id=self.viewer.seat_id if self.viewer else None,
            actor_id=self.actor_id,
            payload=self.payload,
            throws=self.throws,
            touched=sorted(self.undoable),
            at=self.at,
            key=(self.key or None) if self.viewer else None,
        )
        with at_once():
            insert([self.entry])
            insert([self._image_row(change) for change in self.changes])
            moved = self.announcer.announce(self.entry)
        transaction.on_commit(partial(live.publish, moved))
        transaction.on_commit(partial(sweep.nudge, self.campaign_id))

    def _image_row(self, change: Change) -> RowImage:
        return RowImage(
            entry=self.entry,
            campaign_id=self.campaign_id,
            seq=self.seq,
            stream=self.stream,
            table=change.row._meta.db_table,
            row=change.row.pk,
            schema=type(change.row).SCHEMA,
            before=change.before,
            after=change.after,
            pin=change.is_pin,
        )


def lock_campaign(campaign_id: int) -> None:
    """Take the campaign's lock before several acts in one transaction, and before reading what they depend on."""
    _lock(campaign_id)


@prepared
def _lock(campaign_id: int) -> QuerySet[Lock]:
    return Lock.objects.select_for_update().filter(id=campaign_id)


def _next_number(campaign_id: int) -> int:
    """Take the campaign's lock and the next place in its order, in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE {Lock._meta.db_table} SET seq = seq + 1 WHERE id = %s RETURNING seq", [campaign_id])
        numbers = cursor.fetchall()
    if not numbers:
        raise Refusal("Unknown campaign.")
    return int(numbers[0][0])


@prepared
def _journals(campaign_id: int) -> QuerySet[Feed]:
    """Return every open journal of a campaign, with the campaign's state."""
    return open_feeds(campaign_id).annotate(state=F("campaign__state"))


@prepared
def _journals_for(campaign_id: int, seat_id: int, user_id: int, key: str) -> QuerySet[Feed]:
    """Return the same, with whether the actor still holds the seat, and has already acted under this key."""
    held = Seat.objects.filter(id=seat_id, user_id=user_id, removed_at=None)
    done = Entry.objects.filter(seat_id=seat_id, key=key)
    return open_feeds(campaign_id).annotate(state=F("campaign__state"), is_held=Exists(held), is_done=Exists(done))


@prepared
def _state(campaign_id: int) -> "QuerySet[Campaign, str]":
    return Campaign.objects.filter(id=campaign_id).values_list("state", flat=True)


def acting() -> Act:
    """Return the open act, for code that works only inside one, such as a roll."""
    act: Act | None = ACTING.get()
    if act is None:
        raise RuntimeError("This belongs inside an act.")
    return act


def open_act(
    viewer: Viewer | None,
    *,
    stream: str,
    kind: str,
    payload: dict[str, Any] | None = None,
    version: int | None = None,
    key: str | None = None,
    campaign_id: int = 0,
    allowed: Iterable[str] | None = None,
    actor_id: int | None = None,
) -> Act:
    """Begin an action: `with open_act(viewer, stream=…, kind=…) as act: …`."""
    return Act(viewer, stream, kind, payload or {}, version, key, campaign_id, allowed, actor_id)


def was_done(viewer: Viewer, key: object) -> bool:
    """Return whether this seat has acted with this key, asked when a form is refused that may be gone by now."""
    return is_key(key) and Entry.objects.filter(seat_id=viewer.seat_id, key=key).exists()


def is_key(key: object) -> TypeGuard[str]:
    return isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and "\0" not in key


def bound_key(key: object, path: str, sent: Mapping[str, object]) -> object:
    """Bind a key to this address and this data.

    A page opened twice, or gone back to, sends something new under its old key.
    """
    if not is_key(key):
        return key
    asked = {name: value for name, value in sent.items() if name not in OF_EACH_TRY}
    return sha256(json.dumps([key, path, asked], sort_keys=True).encode()).hexdigest()


def lines_since(feed_id: int, version: int) -> list[str]:
    """Return the journal texts after a version of a view."""
    lines = JournalLine.objects.filter(feed_id=feed_id, version__gt=version).order_by("n")
    return list(lines.values_list("announcement__text", flat=True)[:20])


def touch_own(viewer: Viewer) -> None:
    touch_feeds(Feed.objects.filter(id=viewer.feed_id))


def touch_feeds(feeds: QuerySet[Feed]) -> None:
    """Move views, so that their open pages reload, after a change that isn't journaled: a draft, a failed email."""
    with transaction.atomic():
        feeds.update(version=F("version") + 1)
        moved = list(feeds.values_list("id", "version"))
        transaction.on_commit(partial(live.publish, moved))
