"""Read what strangers may know of campaigns that look for players, and the requests for seats.

A listing shows its name, book, sides with open seats, time limit, and time zone. It is counted from seats alone: an
invitation changes nothing, and lists are in the order of their names.
"""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.db.models.functions import Lower
from django.http import Http404

from campaign.ids import hex_id
from campaign.models import (
    Campaign,
    CampaignState,
    Listing,
    RequestState,
    Role,
    Seat,
    SeatRequest,
    SideCode,
)
from campaign.prepared import prepared
from campaign.selectors.campaigns import book_title
from campaign.selectors.people import fills_side, may_fill_any
from campaign.visibility import Viewer
from rulesets.core.records import dataclass

PAGE = 30
OWN_SHOWN = 6


@dataclass(frozen=True)
class OpenSide:
    """A side with open seats, and how many."""

    side: str
    name: str
    seats: int


@dataclass(frozen=True)
class ListingCard:
    """Everything a stranger may know of a listed campaign."""

    id: str
    name: str
    book: str
    sides: tuple[OpenSide, ...]
    hours_per_move: int
    time_zone: str


@dataclass(frozen=True)
class OwnRequest:
    """The reader's own request: where, for which side, and what became of it."""

    id: str
    listing: str
    side: str
    side_name: str
    state: str

    @property
    def is_open(self) -> bool:
        return self.state == RequestState.OPEN


@dataclass(frozen=True)
class OpenSeatsPage:
    listings: tuple[ListingCard, ...]
    requests: tuple[OwnRequest, ...]
    newer: str
    older: str


@dataclass(frozen=True)
class ListingPage:
    """One listing, with the reader's open request, if they have one."""

    listing: ListingCard
    request: OwnRequest | None


@dataclass(frozen=True)
class AskedSeat:
    """An open request as those who fill the side's seats see it, with the seats they can admit to."""

    id: str
    who: str
    side: str
    side_name: str
    asked_at: datetime
    seats: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ListingState:
    """What a campaign's own people see of its listing, and the requests for which they decide."""

    name: str
    may_change: bool
    requests: tuple[AskedSeat, ...]

    @property
    def is_listed(self) -> bool:
        return bool(self.name)


def may_be_listed(campaign: Campaign) -> bool:
    """Return whether strangers may be shown a campaign: its open seats while it runs, its story once it is over."""
    return campaign.state != CampaignState.PAUSED


def open_seats_page(user_id: int, *, page: int = 1) -> OpenSeatsPage:
    """Return the listings with open seats, in the order of their names, and the reader's own requests."""
    first = (page - 1) * PAGE
    with_seats = Exists(empty_seats().filter(campaign=OuterRef("campaign")))
    rows = list(_listings().filter(with_seats).order_by(Lower("name"), "id")[first : first + PAGE + 1])
    return OpenSeatsPage(
        listings=_cards([row for row in rows[:PAGE] if may_be_listed(row.campaign)]),
        requests=tuple(_own(row) for row in _requests_of(user_id)[:OWN_SHOWN]),
        newer=f"?page={page - 1}" if page > 1 else "",
        older=f"?page={page + 1}" if len(rows) > PAGE else "",
    )


def listing_page(user_id: int, listing_id: int) -> ListingPage:
    """Return one listing; raise the same 404 for one that is unlisted and one that never was."""
    card = _cards([find_listing(listing_id)])[0]
    mine = _requests_of(user_id).filter(state=RequestState.OPEN).first()
    return ListingPage(card, _own(mine) if mine else None)


def find_listing(listing_id: int) -> Listing:
    row = _listings().filter(id=listing_id).first()
    if row is None or not may_be_listed(row.campaign):
        raise Http404
    return row


def open_sides(campaign_id: int) -> list[str]:
    """Return the sides with at least one open seat."""
    return [side.side for side in _sides([campaign_id]).get(campaign_id, ())]


def empty_seats() -> QuerySet[Seat]:
    """Return the commanders' seats that nobody holds, offered to somebody or not."""
    return Seat.objects.filter(role=Role.COMMANDER, removed_at=None, user=None)


def listing_state(viewer: Viewer) -> ListingState:
    """Return the listing of the viewer's campaign; only those who fill a side's seats see its requests."""
    rows = _seats_with_listing(viewer.campaign_id)
    listing = getattr(rows[0].campaign, "listing", None)
    return ListingState(
        name=listing.name if listing else "",
        may_change=viewer.decides and viewer.game_is_on,
        requests=_asked(viewer, rows) if may_fill_any(viewer, rows) else (),
    )


@prepared
def _seats_with_listing(campaign_id: int) -> QuerySet[Seat]:
    seats = Seat.objects.filter(campaign_id=campaign_id, removed_at=None)
    return seats.select_related("campaign__listing").order_by("side", "scope", "id")


def _asked(viewer: Viewer, rows: Sequence[Seat]) -> tuple[AskedSeat, ...]:
    held = {row.side for row in rows if row.user_id}
    asked = SeatRequest.objects.filter(campaign_id=viewer.campaign_id, state=RequestState.OPEN)
    return tuple(
        AskedSeat(
            hex_id(row.id), str(row.user), row.side, SideCode(row.side).label, row.asked_at, _empty(rows, row.side)
        )
        for row in asked.select_related("user").order_by("asked_at", "id")
        if viewer.is_umpire or fills_side(viewer.side, row.side, held)
    )


def _empty(rows: Sequence[Seat], side: str) -> tuple[tuple[str, str], ...]:
    return tuple((hex_id(row.id), str(row)) for row in rows if row.user_id is None and row.side == side)


def _listings() -> QuerySet[Listing]:
    return Listing.objects.select_related("campaign").filter(campaign__state=CampaignState.RUNNING)


def _cards(rows: Sequence[Listing]) -> tuple[ListingCard, ...]:
    sides = _sides([row.campaign_id for row in rows])
    return tuple(
        ListingCard(
            id=hex_id(row.id),
            name=row.name,
            book=book_title(row.campaign.book),
            sides=sides.get(row.campaign_id, ()),
            hours_per_move=row.campaign.hours_per_move,
            time_zone=row.time_zone,
        )
        for row in rows
    )


def _sides(campaign_ids: Sequence[int]) -> dict[int, tuple[OpenSide, ...]]:
    """Return the sides with open seats of each campaign, Union first."""
    counted = empty_seats().filter(campaign__in=campaign_ids).values("campaign_id", "side").annotate(seats=Count("id"))
    found: dict[int, tuple[OpenSide, ...]] = {}
    for campaign_id, side, seats in counted.order_by("-side").values_list("campaign_id", "side", "seats"):
        found[campaign_id] = (*found.get(campaign_id, ()), OpenSide(side, SideCode(side).label, seats))
    return found


def _requests_of(user_id: int) -> QuerySet[SeatRequest]:
    kept = SeatRequest.objects.filter(user_id=user_id).exclude(state=RequestState.WITHDRAWN)
    return kept.order_by(F("asked_at").desc(), "id")


def _own(row: SeatRequest) -> OwnRequest:
    return OwnRequest(hex_id(row.id), row.name, row.side, SideCode(row.side).label, row.state)
