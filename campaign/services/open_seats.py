"""List a campaign's open seats, ask for one, and admit or decline those who ask."""

from django.db import transaction
from django.http import Http404

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC, UMPIRE, scope_audience
from campaign.errors import AlreadyDone, Refusal
from campaign.ids import hex_id
from campaign.models import (
    CLUB_STREAM,
    Campaign,
    Listing,
    RequestState,
    Role,
    Seat,
    SeatRequest,
    SideCode,
    Tenure,
    UmpireKind,
    other_side,
)
from campaign.selectors.open_seats import find_listing, may_be_listed, open_sides
from campaign.selectors.people import fills_side
from campaign.services import throttle
from campaign.services.campaigns import take_seat
from campaign.services.invitations import TAKEN, withdraw_offers_of
from campaign.services.people import lock_person
from campaign.services.record import ANY_STATE, RUNNING, Act, open_act
from campaign.services.seats import check_may_fill, seat_of
from campaign.sources import SOURCES
from campaign.visibility import Viewer

LISTED, UNLISTED = "campaign.listed", "campaign.unlisted"
NOT_THIS_ONE = "This campaign can’t be listed."
NOT_LISTED = "This campaign isn’t listed."
ANSWERED = "This request was answered or withdrawn."
ONE_AT_A_TIME = "You already have an open request. Withdraw it before you ask for another seat."
SEATED = "You already have a seat in this campaign."


def _list(act: Act, payload: Payload) -> None:
    campaign = Campaign.objects.get(id=act.campaign_id)
    if not may_be_listed(campaign):
        raise Refusal(NOT_THIS_ONE)
    listing = Listing.objects.filter(campaign=campaign).first()
    if listing is None:
        act.create(Listing(id=SOURCES.new_id(PUBLIC), campaign=campaign, **_shown(payload)))
    else:
        listing.name, listing.time_zone = _shown(payload).values()
        act.save(listing)
    act.tell(PUBLIC, f"{act.decided_by} listed the campaign’s open seats as “{payload['name']}”.")


def _shown(payload: Payload) -> dict[str, str]:
    return {"name": payload["name"], "time_zone": payload["time_zone"]}


def _unlist(act: Act, payload: Payload) -> None:
    if not Listing.objects.filter(campaign_id=act.campaign_id).exists():
        raise Refusal(NOT_LISTED)
    end_listing(act)
    act.tell(PUBLIC, f"{act.decided_by} took the campaign’s open seats off the list.")


def end_listing(act: Act) -> None:
    """Take the campaign off the list and decline whoever still waits, as closing it does, too."""
    for listing in Listing.objects.filter(campaign_id=act.campaign_id):
        act.delete(listing)
    for row in SeatRequest.objects.filter(campaign_id=act.campaign_id, state=RequestState.OPEN).order_by("id"):
        row.state = RequestState.DECLINED
        act.save(row)


def ask(*, user_id: int, listing_id: int, side: str) -> None:
    """Ask for a seat of a listed campaign. A person has one open request at a time."""
    campaign_id = find_listing(listing_id).campaign_id
    person = hex_id(user_id)
    tries: tuple[throttle.Try, ...] = (
        (throttle.SEAT_REQUEST, person),
        (throttle.SEAT_REQUEST_LISTING, person, hex_id(campaign_id)),
    )
    with throttle.trying(*tries) as spend, transaction.atomic():
        lock_person(user_id)
        with open_act(
            None,
            stream=CLUB_STREAM,
            kind="seat.asked",
            payload={"side": side},
            campaign_id=campaign_id,
            actor_id=user_id,
            allowed=RUNNING,
        ) as act:
            spend()
            _check_may_ask(campaign_id, user_id, side)
            act.create(
                SeatRequest(
                    id=SOURCES.new_id(UMPIRE),
                    campaign_id=campaign_id,
                    user_id=user_id,
                    name=_listing_of(campaign_id).name,
                    side=side,
                    asked_at=act.at,
                )
            )
            act.tell(_fillers(campaign_id, side), f"Someone asked for a {SideCode(side).label} seat.")


def _listing_of(campaign_id: int) -> Listing:
    listing = Listing.objects.filter(campaign_id=campaign_id).first()
    if listing is None:
        raise Http404
    return listing


def _check_may_ask(campaign_id: int, user_id: int, side: str) -> None:
    mine = SeatRequest.objects.filter(user_id=user_id, state=RequestState.OPEN).first()
    if mine is not None and (mine.campaign_id, mine.side) == (campaign_id, side):
        raise AlreadyDone
    if mine is not None:
        raise Refusal(ONE_AT_A_TIME)
    if Tenure.objects.filter(campaign_id=campaign_id, user_id=user_id, ended_at=None).exists():
        raise Refusal(SEATED)
    if side not in open_sides(campaign_id):
        raise Refusal("This side has no open seat. Choose another.", field="side")


def withdraw_request(*, user_id: int, request_id: int) -> None:
    """Withdraw your own open request."""
    found = SeatRequest.objects.filter(id=request_id, user_id=user_id, state=RequestState.OPEN).first()
    if found is None:
        raise Refusal(ANSWERED)
    with open_act(
        None,
        stream=CLUB_STREAM,
        kind="seat.request_withdrawn",
        campaign_id=found.campaign_id,
        actor_id=user_id,
        allowed=ANY_STATE,
    ) as act:
        row = _open_request(found.campaign_id, request_id)
        _settle(act, row, RequestState.WITHDRAWN)
        act.tell(_fillers(row.campaign_id, row.side), f"Someone withdrew a request for a {_side(row)} seat.")


def withdraw_all(user_id: int) -> None:
    """Withdraw the open request of a deleted account."""
    for request_id in SeatRequest.objects.filter(user_id=user_id, state=RequestState.OPEN).values_list("id", flat=True):
        withdraw_request(user_id=user_id, request_id=request_id)


def admit(viewer: Viewer, *, request_id: int, seat_id: int, version: int | None = None, key: str | None = None) -> None:
    """Seat a person who asked, if they may still take this seat."""
    asked = _open_request(viewer.campaign_id, request_id)
    payload = {"seat": hex_id(seat_id)}
    with transaction.atomic():
        lock_person(asked.user_id)
        with open_act(
            viewer, stream=CLUB_STREAM, kind="seat.admitted", payload=payload, version=version, key=key
        ) as act:
            row, seat = _open_request(viewer.campaign_id, request_id), seat_of(viewer.campaign_id, seat_id)
            check_may_fill(viewer, role=seat.role, side=seat.side)
            if seat.side != row.side:
                raise Refusal(f"Choose one of the {_side(row)} seats.", field="seat")
            if seat.user_id is not None:
                raise Refusal(TAKEN, field="seat")
            take_seat(act, seat, row.user_id)
            withdraw_offers_of(act, seat)
            _settle(act, row, RequestState.ADMITTED)
            act.tell(PUBLIC, f"Someone took a seat: {seat}.")


def decline(viewer: Viewer, *, request_id: int, version: int | None = None, key: str | None = None) -> None:
    """Decline a request. Whoever asked learns only that, and no reason."""
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.request_declined", version=version, key=key) as act:
        row = _open_request(viewer.campaign_id, request_id)
        check_may_fill(viewer, role=Role.COMMANDER, side=row.side)
        _settle(act, row, RequestState.DECLINED)
        act.tell(_fillers(row.campaign_id, row.side), f"{viewer.actor} declined a request for a {_side(row)} seat.")


def _open_request(campaign_id: int, request_id: int) -> SeatRequest:
    found = SeatRequest.objects.filter(campaign_id=campaign_id, id=request_id, state=RequestState.OPEN).first()
    if found is None:
        raise Refusal(ANSWERED)
    return found


def _settle(act: Act, row: SeatRequest, state: RequestState) -> None:
    row.state = state
    act.save(row)


def _side(row: SeatRequest) -> str:
    return str(SideCode(row.side).label)


def _fillers(campaign_id: int, side: str) -> str:
    """Return who fills a side's seats: the umpire or, without one, a side's whole-side commanders."""
    if Campaign.objects.filter(id=campaign_id, umpire_kind=UmpireKind.PERSON).exists():
        return UMPIRE
    held = Seat.objects.filter(campaign_id=campaign_id, removed_at=None, user__isnull=False)
    enemy = other_side(side)
    filler = enemy if fills_side(enemy, side, set(held.values_list("side", flat=True))) else side
    return scope_audience(filler, "")


DECISIONS = (
    Decision(LISTED, "List the campaign’s open seats", _list, RUNNING),
    Decision(UNLISTED, "Take the open seats off the list", _unlist),
)
