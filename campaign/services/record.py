"""The one way to change a game: one transaction, one lock, one journal entry, its row images, and who is told what."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from hashlib import sha256
from types import TracebackType
from typing import Any, Self, TypeGuard, TypeVar

from django.db import transaction
from django.db.models import F, QuerySet

from campaign.errors import AlreadyDone, Refusal, Stale
from campaign.models import (
    CLUB_STREAM,
    Announcement,
    Campaign,
    CampaignState,
    Done,
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
from campaign.visibility import Viewer, listeners

RowT = TypeVar("RowT", bound=Recorded)
RUNNING = frozenset({CampaignState.RUNNING})
CLUB_OPEN = frozenset({CampaignState.RUNNING, CampaignState.PAUSED})
NOT_YOURS = "This seat is no longer yours."
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
    """The row as the act read it. One read before the act may be stale, or changed since."""
    if row.loaded is None:
        raise RuntimeError(f"{row._meta.db_table}: read the row inside the act that writes it")
    return row.loaded


@dataclass
class Act:
    """One action. Use as a context manager; everything happens when the block ends, or nothing does.

    `version` is the seat's view that the page was made from; `key` names the request, so that it is done once.
    Without a viewer it is the site itself that acts; what another sweep has done already it drops, at AlreadyDone.
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

    # What a service says while it acts.

    def create(self, row: RowT) -> RowT:
        row.save(force_insert=True)
        row.loaded = image(row)
        self.changes.append(Change(row, None, row.loaded))
        return row

    def save(self, row: Recorded) -> None:
        """Write a row that was read in this act; an unchanged row leaves no image."""
        before, after = before_of(row), image(row)
        if after != before:
            row.save(force_update=True)
            self.changes.append(Change(row, before, after))
            row.loaded = after

    def delete(self, row: Recorded) -> None:
        self.changes.append(Change(row, before_of(row), None))
        type(row)._default_manager.filter(pk=row.pk).delete()

    def pin(self, row: Recorded) -> None:
        """This entry rests on a row that it does not write."""
        self.changes.append(Change(row, None, None))

    def note_throw(self, *, audience: str, cup: str, line: int, key: str, faces: Sequence[int], how: str) -> None:
        """A throw made in this action: where its ledger line stands in the cup, and its audience."""
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
    ) -> None:
        """A line in the list of everyone in the audience; `trace` are the rule's steps that they may know.

        `about` is the stream on whose page the line belongs, if that is another than this entry's own.
        Several at once go in a canonical order.
        """
        line = Line(audience, kind or self.kind, turn, text, trace, about or self.stream)
        self.announcer.lines.append(line)

    def touch(self, audience: str) -> None:
        """Their view has changed, without a line."""
        self.announcer.touched.add(audience)

    def admit(self, feed: Feed, past: Sequence[Announcement] = ()) -> Feed:
        """Open a journal; whoever joins late gets the lines that their seat would have had."""
        return self.announcer.admit(feed, past)

    @property
    def feeds(self) -> Sequence[Feed]:
        """Return every journal of the campaign that is still written."""
        return self.announcer.feeds

    # How it begins and ends.

    def _begin(self) -> None:
        locks = _lock(self.campaign_id)
        if not locks:
            raise Refusal("There is no such campaign.")
        self.seq, self.at = locks[0].seq + 1, SOURCES.now()
        actor_feed = self.viewer.feed_id if self.viewer else None
        self.announcer = Announcer(listeners(self.campaign_id), self.at, actor_feed)
        if self.viewer is not None:
            self._check_viewer(self.viewer)
        self._check_state()

    def _check_viewer(self, viewer: Viewer) -> None:
        if viewer.viewing_as:
            raise Refusal("You are looking as another seat; nothing can be done from here.")
        own = next((r for r in self.feeds if r.id == viewer.feed_id), None)
        if own is None:
            raise Refusal(NOT_YOURS)
        if self.key and Done.objects.filter(feed=own, key=self.key).exists():
            raise AlreadyDone
        if self.version is not None and self.version != own.version:
            raise Stale(told=told_since(own.id, self.version), version=own.version)

    def _check_state(self) -> None:
        """In which state the campaign is, and, asked at once, whether the actor still holds his seat."""
        if self.viewer is None:
            found = _state(self.campaign_id)
        else:
            found = _state_for(self.viewer.seat_id, self.viewer.user_id)
            if not found:
                raise Refusal(NOT_YOURS)
        allowed = self.allowed or (CLUB_OPEN if self.stream == CLUB_STREAM else RUNNING)
        if found and found[0] not in allowed:
            raise Refusal(f"The campaign is {CampaignState(found[0]).label}; this cannot be done now.")

    def _close(self) -> None:
        Lock.objects.filter(id=self.campaign_id).update(seq=self.seq)
        self.entry = Entry.objects.create(
            id=SOURCES.new_id("umpire"),
            campaign_id=self.campaign_id,
            stream=self.stream,
            seq=self.seq,
            kind=self.kind,
            seat_id=self.viewer.seat_id if self.viewer else None,
            actor_id=self.actor_id,
            payload=self.payload,
            throws=self.throws,
            at=self.at,
        )
        RowImage.objects.bulk_create([self._image_row(change) for change in self.changes])
        if self.key and self.viewer:
            Done.objects.create(feed_id=self.viewer.feed_id, key=self.key, entry=self.entry)
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
    """Take the campaign's lock before the first of several acts in one transaction: what they rest on is read after."""
    _lock(campaign_id)


@prepared
def _lock(campaign_id: int) -> QuerySet[Lock]:
    return Lock.objects.select_for_update().filter(id=campaign_id)


@prepared
def _state(campaign_id: int) -> "QuerySet[Campaign, str]":
    return Campaign.objects.filter(id=campaign_id).values_list("state", flat=True)


@prepared
def _state_for(seat_id: int, user_id: int) -> "QuerySet[Seat, str]":
    seats = Seat.objects.filter(id=seat_id, removed_at=None, user_id=user_id)
    return seats.values_list("campaign__state", flat=True)


def acting() -> Act:
    """The act that is going on: what may only be done inside one, such as a throw, asks for it here."""
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
    """Begin an action: `with act(viewer, stream=…, kind=…) as journal: …`."""
    return Act(viewer, stream, kind, payload or {}, version, key, campaign_id, allowed, actor_id)


def was_done(viewer: Viewer, key: object) -> bool:
    """Whether this seat has done an act with this key; asked before anything else, as the form may be gone by now."""
    return is_key(key) and Done.objects.filter(feed_id=viewer.feed_id, key=key).exists()


def is_key(key: object) -> TypeGuard[str]:
    return isinstance(key, str) and 0 < len(key) <= LONGEST_KEY and "\0" not in key


def bound_key(key: object, path: str, said: Mapping[str, object]) -> object:
    """A key as it counts: for this address and these words alone.

    A page that somebody went back to, or has open twice, says something new under its old key.
    """
    if not is_key(key):
        return key
    asked = {name: value for name, value in said.items() if name not in OF_EACH_TRY}
    return sha256(json.dumps([key, path, asked], sort_keys=True).encode()).hexdigest()


def told_since(feed_id: int, version: int) -> list[str]:
    """What a list was told after a version of its view."""
    lines = JournalLine.objects.filter(feed_id=feed_id, version__gt=version).order_by("n")
    return list(lines.values_list("announcement__text", flat=True)[:20])


def touch_own(viewer: Viewer) -> None:
    """A seat's own draft changed: its view moves and its other pages hear of it; nothing is journaled."""
    own = Feed.objects.filter(id=viewer.feed_id)
    with transaction.atomic():
        own.update(version=F("version") + 1)
        moved = list(own.values_list("id", "version"))
        transaction.on_commit(partial(live.publish, moved))
