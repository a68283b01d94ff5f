"""Open, leave, vacate, change, and close seats. The record names seats, never people."""

from datetime import datetime

from django.db.models import Q, QuerySet

from campaign.app_part import some
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.ids import hex_id
from campaign.models import (
    CLUB_STREAM,
    Feed,
    Invitation,
    InvitationState,
    Role,
    Seat,
    Tenure,
)
from campaign.selectors.people import fills_side
from campaign.services import chair
from campaign.services.campaigns import SITE_IS_UMPIRE, SeatPlan, open_seat, take_seat
from campaign.services.record import ANY_STATE, Act, open_act
from campaign.visibility import Viewer

BOTH_NAME_UMPIRE = "The site umpires this campaign. In the settings, ask the other side to invite an umpire."
NOT_YOUR_SIDE = "Only the umpire can do this."


def add_seat(
    viewer: Viewer, *, role: str, side: str, scope: str, version: int | None = None, key: str | None = None
) -> None:
    """Open another seat: a commander with a scope, an umpire, or an observer."""
    plan = SeatPlan(role, side if role == Role.COMMANDER else "", scope if role == Role.COMMANDER else "")
    if role == Role.COMMANDER and not side:
        raise Refusal("Choose the commander’s side.", field="side")
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.opened", version=version, key=key) as act:
        check_may_fill(viewer, role=plan.role, side=plan.side)
        if plan.role == Role.UMPIRE and viewer.site_is_umpire:
            raise Refusal(SITE_IS_UMPIRE, field="role")
        seat = open_seat(act, plan)
        act.tell(PUBLIC, f"{viewer.actor} opened a seat: {seat}.")


def close_seat(viewer: Viewer, *, seat_id: int, version: int | None = None, key: str | None = None) -> None:
    """Close an empty seat; its journal stays recorded."""
    payload = {"seat": hex_id(seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.closed", payload=payload, version=version, key=key) as act:
        seat = seat_of(viewer.campaign_id, seat_id)
        check_may_fill(viewer, role=seat.role, side=seat.side)
        if seat.user_id is not None:
            raise Refusal("This seat is taken. Remove its holder first.")
        _close(act, seat)
        act.tell(PUBLIC, f"{viewer.actor} closed a seat: {seat}.")


def empty_seat(viewer: Viewer, *, seat_id: int, version: int | None = None, key: str | None = None) -> None:
    """Let the umpire remove a seat's holder. The seat, its journal, and its drafts stay for the next one."""
    if not viewer.is_umpire:
        raise Refusal(NOT_YOUR_SIDE)
    payload = {"seat": hex_id(seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.emptied", payload=payload, version=version, key=key) as act:
        seat = seat_of(viewer.campaign_id, seat_id)
        if seat.id == viewer.seat_id:
            raise Refusal("This is your own seat. Leave it instead.")
        if seat.user_id is None:
            raise Refusal("This seat is already empty.")
        vacate(act, seat)
        act.tell(PUBLIC, f"The umpire vacated a seat: {seat}.")


def move_holder(
    viewer: Viewer, *, seat_id: int, to_seat_id: int, version: int | None = None, key: str | None = None
) -> None:
    """Let the umpire move a person to another seat, never to one whose holder must not know what they know."""
    if not viewer.is_umpire:
        raise Refusal(NOT_YOUR_SIDE)
    payload = {"seat": hex_id(seat_id), "to": hex_id(to_seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.changed", payload=payload, version=version, key=key) as act:
        old, new = seat_of(viewer.campaign_id, seat_id), seat_of(viewer.campaign_id, to_seat_id)
        if old.user_id is None or new.user_id is not None:
            raise Refusal("Choose a taken seat to move from and an empty seat to move to.")
        if old.id == viewer.seat_id:
            raise Refusal("This is your own seat. Leave it instead.")
        user_id = old.user_id
        vacate(act, old)
        take_seat(act, new, user_id)
        act.tell(PUBLIC, f"The umpire moved the holder of {old} to {new}.")


def leave(viewer: Viewer, *, version: int | None = None, key: str | None = None) -> None:
    """Let a person leave their seat, which stays with its journal. The last umpire's chair falls to the site."""
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.left", version=version, key=key, allowed=ANY_STATE) as act:
        _leave(act, seat_of(viewer.campaign_id, viewer.seat_id))


def leave_everything(user_id: int) -> None:
    """Vacate all seats of a deleted account. The last umpire's chair falls to the site."""
    mine = Seat.objects.filter(user_id=user_id)
    # Take the locks in the usual order; read the seat again inside, since it may have changed.
    for campaign_id in sorted(mine.values_list("campaign_id", flat=True)):
        with open_act(
            None,
            stream=CLUB_STREAM,
            kind="seat.left",
            campaign_id=campaign_id,
            actor_id=user_id,
            allowed=ANY_STATE,
        ) as act:
            seat = mine.filter(campaign_id=campaign_id).first()
            if seat is None:
                raise AlreadyDone
            _leave(act, seat)


def vacate_inactive(campaign_id: int, now: datetime) -> None:
    """Vacate the chairs of umpires whose account is no longer active; a step of the sweep."""
    inactive = _inactive_umpires().filter(campaign_id=campaign_id)
    if not inactive.exists():
        return
    with open_act(None, stream=CLUB_STREAM, kind="seat.left", campaign_id=campaign_id, allowed=ANY_STATE) as act:
        found = list(inactive.order_by("id"))
        if not found:
            raise AlreadyDone
        for seat in found:
            _leave(act, seat)


def umpire_is_inactive() -> Q:
    return some(_inactive_umpires())


def _inactive_umpires() -> QuerySet[Seat]:
    return Seat.objects.filter(role=Role.UMPIRE, user__is_active=False)


def _leave(act: Act, seat: Seat) -> None:
    vacate(act, seat)
    act.tell(PUBLIC, f"Someone left a seat: {seat}.")
    if seat.role == Role.UMPIRE:
        chair.fall_to_site(act)


def seat_of(campaign_id: int, seat_id: int) -> Seat:
    seat = Seat.objects.filter(campaign_id=campaign_id, id=seat_id, removed_at=None).first()
    if seat is None:
        raise Refusal("Unknown seat.")
    return seat


def vacate(act: Act, seat: Seat) -> None:
    """Vacate a seat and withdraw its holder's offers to a substitute."""
    for tenure in Tenure.objects.filter(seat=seat, ended_at=None):
        tenure.ended_at = act.at
        act.save(tenure)
    for offer in Invitation.objects.filter(seat=seat, state=InvitationState.OPEN, hand_over=True):
        offer.state = InvitationState.WITHDRAWN
        act.save(offer)
    seat.user_id = None
    act.save(seat)
    act.touch(PUBLIC)


def check_may_fill(viewer: Viewer, *, role: str, side: str) -> None:
    """Refuse unless the viewer may fill the seat.

    The umpire fills every seat. Without one, a whole-side commander fills their own side's seats, observers' seats,
    and the other side's until someone holds one. Where the site umpires, only both sides together name an umpire.
    """
    if viewer.is_umpire:
        return
    if role == Role.UMPIRE and viewer.site_is_umpire:
        raise Refusal(BOTH_NAME_UMPIRE)
    held = Seat.objects.filter(campaign_id=viewer.campaign_id, removed_at=None, user__isnull=False)
    if not viewer.is_commander or viewer.scope or held.filter(role=Role.UMPIRE).exists():
        raise Refusal(NOT_YOUR_SIDE)
    if role == Role.COMMANDER and not fills_side(viewer.side, side, held.values_list("side", flat=True)):
        raise Refusal("Only the other side can fill its seats.")


def _close(act: Act, seat: Seat) -> None:
    for offer in Invitation.objects.filter(seat=seat, state=InvitationState.OPEN):
        offer.state = InvitationState.WITHDRAWN
        act.save(offer)
    seat.removed_at = act.at
    act.save(seat)
    if seat.role != Role.OBSERVER:
        Feed.objects.filter(id=seat.feed_id).update(closed=True)
