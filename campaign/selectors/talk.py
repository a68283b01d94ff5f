"""Messages that a seat may read, and to whom it may write."""

from dataclasses import dataclass
from datetime import datetime

from campaign.audiences import PUBLIC, seat_audience, side_audience
from campaign.ids import hex_id
from campaign.models import ErasableText, Message, Role, Seat, SideCode
from campaign.visibility import Viewer, visible_to

PAGE = 40


@dataclass(frozen=True)
class Address:
    """Somebody to write to: the value of the form, the words, the audience."""

    value: str
    words: str
    audience: str

    @property
    def word_after(self) -> str:
        return f"To: {self.words.lower() if self.value in ('all', 'umpire') else self.words}."


@dataclass(frozen=True)
class Said:
    """A message as its reader has it."""

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
class TalkPage:
    messages: list[Said]
    older: str


def addresses(viewer: Viewer) -> list[Address]:
    """A commander writes to his side or to the umpire, the umpire to whom he likes, an observer to nobody.

    In a campaign that is over nobody writes any more, and never from a seat that one only views as.
    """
    if viewer.viewing_as or not viewer.club_is_open:
        return []
    if viewer.is_umpire:
        return _umpires_addresses(viewer.campaign_id)
    if not viewer.is_commander:
        return []
    own = Address("side", f"{SideCode(viewer.side).label}, all seats", side_audience(viewer.side))
    umpire = Address("umpire", "The umpire", seat_audience(viewer.seat_id))
    return [own] if viewer.site_is_umpire else [own, umpire]


def _umpires_addresses(campaign_id: int) -> list[Address]:
    sides = [Address(code, f"{label}, all seats", side_audience(code)) for code, label in SideCode.choices]
    seats = Seat.objects.filter(campaign_id=campaign_id, removed_at=None, role=Role.COMMANDER)
    single = [Address(hex_id(s.id), str(s), seat_audience(s.id)) for s in seats.order_by("-side", "scope", "id")]
    return [Address("all", "Everybody", PUBLIC), *sides, *single]


def talk_page(viewer: Viewer, *, before: datetime | None = None) -> TalkPage:
    """The newest messages, or those before a moment."""
    rows = visible_to(Message.objects.filter(campaign_id=viewer.campaign_id), viewer)
    if before is not None:
        rows = rows.filter(at__lt=before)
    found = list(rows.select_related("seat").order_by("-at", "-id")[: PAGE + 1])
    words = ErasableText.objects.in_bulk([row.text_id for row in found[:PAGE]])
    names = _audience_names(viewer, found[:PAGE])
    said = [_said(viewer, row, words[row.text_id], names[row.audience]) for row in found[:PAGE]]
    return TalkPage(said, said[-1].at.isoformat() if len(found) > PAGE else "")


def _audience_names(viewer: Viewer, rows: list[Message]) -> dict[str, str]:
    """How each audience is called on the page."""
    names = {PUBLIC: "everybody"}
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
