"""Read a campaign's seats: who holds them, and who is invited."""

from collections.abc import Container, Mapping, Sequence
from datetime import datetime

from django.db.models import QuerySet
from django.http import Http404

from campaign.ids import hex_id
from campaign.models import Email, ErasableText, Invitation, InvitationState, Role, Seat, SideCode
from campaign.prepared import prepared
from campaign.selectors.home import Offer, offer_of, open_offers
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

GROUPS = ("USA", "CSA", "umpire", "observer")


@dataclass(frozen=True)
class OpenOffer:
    """An unanswered invitation, as its sender and the umpire see it."""

    id: str
    how: str
    to: str
    until: datetime
    has_failed: bool


@dataclass(frozen=True)
class SeatCard:
    """One seat, and what this viewer may do about it."""

    id: str
    name: str
    side: str
    holder: str
    is_mine: bool
    offers: tuple[OpenOffer, ...]
    may_invite: bool
    may_empty: bool
    may_close: bool
    may_view_as: bool
    moves: tuple[tuple[str, str], ...] = ()

    @property
    def is_empty(self) -> bool:
        return not self.holder


@dataclass(frozen=True)
class SeatGroup:
    side: str
    title: str
    seats: tuple[SeatCard, ...]
    note: str = ""


@dataclass(frozen=True)
class SeatsPage:
    groups: tuple[SeatGroup, ...]
    may_add: bool
    site_is_umpire: bool

    @property
    def to_fill(self) -> str:
        """Return the first empty seat that isn't offered to anyone: the one thing to do here."""
        cards = (card for group in self.groups for card in group.seats)
        return next((card.id for card in cards if card.may_invite and card.is_empty and not card.offers), "")


def seats_page(viewer: Viewer) -> SeatsPage:
    """Return the seats; everyone sees the holders, but only the umpire and the sender see an offer."""
    rows = list(_seats(viewer.campaign_id))
    offers = _offers(viewer)
    site = viewer.site_is_umpire
    cards: dict[str, list[SeatCard]] = {group: [] for group in GROUPS}
    for row in rows:
        cards[row.side or row.role].append(_card(viewer, row, rows, offers.get(row.id, ())))
    titles = {**dict(SideCode.choices), "umpire": "Umpire", "observer": "Observers"}
    groups = tuple(SeatGroup(_sign(g), titles[g], tuple(cards[g]), _note(g, cards[g], site=site)) for g in GROUPS)
    return SeatsPage(groups, may_fill_any(viewer, rows), site)


def seat_to_offer(viewer: Viewer, seat_id: int) -> SeatCard:
    """Return a seat to which this viewer may invite, or raise 404."""
    card = seat_card(viewer, seat_id)
    if not card.may_invite:
        raise Http404
    return card


def seat_card(viewer: Viewer, seat_id: int) -> SeatCard:
    """One seat, without what is offered."""
    rows = _seats(viewer.campaign_id)
    row = next((row for row in rows if row.id == seat_id), None)
    if row is None:
        raise Http404
    return _card(viewer, row, rows, ())


@prepared
def _seats(campaign_id: int) -> QuerySet[Seat]:
    rows = Seat.objects.filter(campaign_id=campaign_id, removed_at=None).select_related("user")
    return rows.order_by("side", "scope", "id")


def _sign(group: str) -> str:
    return "public" if group == "observer" else group


def _note(group: str, cards: Sequence[SeatCard], *, site: bool) -> str:
    if group == "umpire" and site:
        return "The site umpires. Both sides decide together what an umpire would decide."
    return "" if cards else "No seats."


def _offers(viewer: Viewer) -> Mapping[int, tuple[OpenOffer, ...]]:
    if not viewer.club_is_open:
        return {}
    rows = Invitation.objects.filter(
        campaign_id=viewer.campaign_id, state=InvitationState.OPEN, expires_at__gt=SOURCES.now()
    )
    if not viewer.is_umpire:
        rows = rows.filter(asked_by=viewer.seat_id)
    listed = list(rows.order_by("asked_at", "id"))
    texts = ErasableText.objects.in_bulk([row.address_text_id for row in listed if row.address_text_id])
    failed = _failed([row.id for row in listed])
    found: dict[int, tuple[OpenOffer, ...]] = {}
    for row in listed:
        address = texts[row.address_text_id].text if row.address_text_id else ""
        offer = OpenOffer(hex_id(row.id), row.get_how_display(), address, row.expires_at, row.id in failed)
        found[row.seat_id] = (*found.get(row.seat_id, ()), offer)
    return found


def _failed(invitations: Sequence[int]) -> Container[int | None]:
    """Return the invitations whose email was given up."""
    given_up = Email.objects.filter(invitation_id__in=invitations, due_at=None)
    return set(given_up.values_list("invitation_id", flat=True))


def _card(viewer: Viewer, row: Seat, rows: Sequence[Seat], offers: tuple[OpenOffer, ...]) -> SeatCard:
    mine, held = row.id == viewer.seat_id and not viewer.viewing_as, row.user is not None
    fills = may_fill(viewer, row, rows)
    umpire = viewer.is_umpire and not viewer.viewing_as
    seats = umpire and held and not mine and viewer.club_is_open
    return SeatCard(
        id=hex_id(row.id),
        name=str(row),
        side=_sign(row.side or row.role),
        holder=str(row.user) if row.user else "",
        is_mine=mine,
        offers=offers,
        may_invite=(mine and viewer.club_is_open) or (fills and not held),
        may_empty=seats,
        may_close=fills and not held,
        may_view_as=umpire and not mine and row.role != Role.UMPIRE,
        moves=_places_for(row, rows) if seats else (),
    )


def _places_for(row: Seat, rows: Sequence[Seat]) -> tuple[tuple[str, str], ...]:
    """Return the side's empty seats; the holder knows too much for any other."""
    same = [other for other in rows if other.user_id is None and (other.side, other.role) == (row.side, row.role)]
    return tuple((hex_id(other.id), str(other)) for other in same)


def may_fill(viewer: Viewer, seat: Seat, rows: Sequence[Seat]) -> bool:
    """Return whether this viewer may fill or close the seat; the service checks again (services/seats.py)."""
    if viewer.viewing_as or not viewer.club_is_open:
        return False
    if viewer.is_umpire:
        return True
    if not may_fill_any(viewer, rows) or (seat.role == Role.UMPIRE and viewer.site_is_umpire):
        return False
    held = {row.side for row in rows if row.user_id}
    return seat.role != Role.COMMANDER or fills_side(viewer.side, seat.side, held)


def fills_side(own: str, side: str, held: Container[str]) -> bool:
    """Return whether a side's commander may fill a seat: their own side's, or a side's without a holder."""
    return side == own or side not in held


def may_add(viewer: Viewer) -> bool:
    """Whether this viewer may open a further seat."""
    return may_fill_any(viewer, _seats(viewer.campaign_id))


def may_fill_any(viewer: Viewer, rows: Sequence[Seat]) -> bool:
    if viewer.viewing_as or not viewer.club_is_open:
        return False
    has_umpire = any(row.role == Role.UMPIRE and row.user_id for row in rows)
    return viewer.is_umpire or (viewer.is_commander and not viewer.scope and not has_umpire)


def offer_by_token(token_hash: str) -> Offer | None:
    """Return the invitation a link opens while it is valid."""
    row = open_offers().filter(token_hash=token_hash, expires_at__gt=SOURCES.now()).first() if token_hash else None
    return offer_of(row) if row else None
