"""Read the messages of a seat by thread, and the addresses it may write to."""

from collections.abc import Sequence
from datetime import datetime

from django.http import Http404

from campaign.audiences import PUBLIC, seat_audience, side_audience
from campaign.ids import hex_id
from campaign.models import ErasableText, Message, Role, Seat, SideCode
from campaign.parts import Audience
from campaign.visibility import Viewer, audience_words, own_audience, visible_to
from rulesets.core.records import dataclass

PAGE = 40
EVERYONE = "all"


@dataclass(frozen=True)
class Address:
    """Someone to write to: the form's value, the words, the audience."""

    value: str
    words: str
    audience: str

    @property
    def words_within(self) -> str:
        """Return the words as they read inside a sentence."""
        return self.words.lower() if self.value in (EVERYONE, "umpire") else self.words

    @property
    def short(self) -> str:
        """Return the words as a tab has room for them."""
        return "Umpire" if self.value == "umpire" else self.words.removesuffix(", all seats")


@dataclass(frozen=True)
class Said:
    """A message as its reader sees it."""

    id: str
    sender: str
    side: str
    to: str
    at: datetime
    text: str
    is_own: bool

    @property
    def is_erased(self) -> bool:
        return not self.text


@dataclass(frozen=True)
class Thread:
    """The messages to one audience; `value` is also the address to write to."""

    value: str
    words: str


@dataclass(frozen=True)
class TalkPage:
    messages: list[Said]
    older: str
    thread: str
    threads: list[Thread]
    seen_by: Audience


def addresses(viewer: Viewer) -> list[Address]:
    """Return the addresses a viewer may write to.

    Observers write to nobody. Once the campaign is over, nobody writes, nor does anyone from a seat they only view.
    """
    may_write = viewer.club_is_open and not viewer.viewing_as and not viewer.is_observer
    return threads_of(viewer) if may_write else []


def threads_of(viewer: Viewer) -> list[Address]:
    """Return the threads a viewer reads: a commander's side first, so that nobody writes to the enemy by accident."""
    everyone = Address(EVERYONE, "Everyone", PUBLIC)
    if viewer.is_umpire:
        return [everyone, *_umpires_threads(viewer.campaign_id)]
    if not viewer.is_commander:
        return [everyone]
    own = Address("side", f"{SideCode(viewer.side).label}, all seats", side_audience(viewer.side))
    umpire = Address("umpire", "The umpire", seat_audience(viewer.seat_id))
    return [own, everyone] if viewer.site_is_umpire else [own, umpire, everyone]


def _umpires_threads(campaign_id: int) -> list[Address]:
    sides = [Address(code, f"{label}, all seats", side_audience(code)) for code, label in SideCode.choices]
    seats = Seat.objects.filter(campaign_id=campaign_id, removed_at=None, role=Role.COMMANDER)
    single = [Address(hex_id(s.id), str(s), seat_audience(s.id)) for s in seats.order_by("-side", "scope", "id")]
    return [*sides, *single]


def talk_page(viewer: Viewer, *, before: datetime | None = None, thread: str = "") -> TalkPage:
    """Return the newest messages, or those before a moment, of one thread or of all."""
    threads = threads_of(viewer)
    audience = _audience_of(threads, thread)
    rows = visible_to(Message.objects.filter(campaign_id=viewer.campaign_id), viewer)
    if audience:
        rows = rows.filter(audience=audience)
    if before is not None:
        rows = rows.filter(at__lt=before)
    found = list(rows.select_related("seat").order_by("-at", "-id")[: PAGE + 1])
    texts = ErasableText.objects.in_bulk([row.text_id for row in found[:PAGE]])
    names = _audience_names(viewer, found[:PAGE])
    said = [_said(viewer, row, texts[row.text_id], names[row.audience]) for row in found[:PAGE]]
    return TalkPage(
        messages=said,
        older=said[-1].at.isoformat() if len(found) > PAGE else "",
        thread=thread,
        threads=[Thread(one.value, one.short) for one in threads],
        seen_by=audience_words(viewer, audience) if audience else own_audience(viewer),
    )


def _audience_of(threads: Sequence[Address], thread: str) -> str:
    """Return a thread's audience, or nothing for all messages; raise 404 for a thread the viewer doesn't have."""
    audiences = {"": "", **{one.value: one.audience for one in threads}}
    if thread not in audiences:
        raise Http404
    return audiences[thread]


def _audience_names(viewer: Viewer, rows: list[Message]) -> dict[str, str]:
    """Return each audience's name on the page."""
    names = {PUBLIC: "everyone"}
    names.update({side_audience(code): f"{label}, all seats" for code, label in SideCode.choices})
    single = {row.audience for row in rows} - names.keys()
    if single:
        seats = Seat.objects.filter(campaign_id=viewer.campaign_id)
        names.update({seat_audience(seat.id): f"{seat} and the umpire" for seat in seats})
    return names


def _said(viewer: Viewer, row: Message, words: ErasableText, to: str) -> Said:
    return Said(
        id=hex_id(row.id),
        sender=str(row.seat),
        side=row.seat.side or row.seat.role,
        to=to,
        at=row.at,
        text=words.text,
        is_own=words.author_id == viewer.user_id and not viewer.viewing_as and viewer.club_is_open,
    )
