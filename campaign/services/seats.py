"""Seats are opened, left, emptied, moved between and closed. People are never named in the record, seats are."""

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
from campaign.services.campaigns import SITE_IS_UMPIRE, SeatPlan, open_seat, take_seat
from campaign.services.record import ANY_STATE, Act, open_act
from campaign.visibility import Viewer

NOT_YOUR_SIDE = "Only the umpire may do this."
LAST_UMPIRE = "You are the only umpire. Hand the chair over first, or close the campaign."


def add_seat(
    viewer: Viewer, *, role: str, side: str, scope: str, version: int | None = None, key: str | None = None
) -> None:
    """A further seat: another commander with a scope, an umpire, an observer."""
    plan = SeatPlan(role, side if role == Role.COMMANDER else "", scope if role == Role.COMMANDER else "")
    if role == Role.COMMANDER and not side:
        raise Refusal("A commander belongs to a side.", field="side")
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.opened", version=version, key=key) as act:
        check_may_fill(viewer, role=plan.role, side=plan.side)
        if plan.role == Role.UMPIRE and viewer.site_is_umpire:
            raise Refusal(SITE_IS_UMPIRE, field="role")
        seat = open_seat(act, plan)
        act.tell(PUBLIC, f"A new seat is open: {seat}.")


def close_seat(viewer: Viewer, *, seat_id: int, version: int | None = None, key: str | None = None) -> None:
    """An empty seat goes; what it was told stays on record."""
    payload = {"seat": hex_id(seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.closed", payload=payload, version=version, key=key) as act:
        seat = seat_of(viewer.campaign_id, seat_id)
        check_may_fill(viewer, role=seat.role, side=seat.side)
        if seat.user_id is not None:
            raise Refusal("Somebody sits here. Empty the seat first.")
        _close(act, seat)
        act.tell(PUBLIC, f"A seat is closed: {seat}.")


def empty_seat(viewer: Viewer, *, seat_id: int, version: int | None = None, key: str | None = None) -> None:
    """The umpire removes who sits there. The seat, its list and its drafts wait for the next."""
    if not viewer.is_umpire:
        raise Refusal(NOT_YOUR_SIDE)
    payload = {"seat": hex_id(seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.emptied", payload=payload, version=version, key=key) as act:
        seat = seat_of(viewer.campaign_id, seat_id)
        if seat.id == viewer.seat_id:
            raise Refusal("This is your own seat. Leave it instead.")
        if seat.user_id is None:
            raise Refusal("Nobody sits here.")
        vacate(act, seat)
        act.tell(PUBLIC, f"The umpire has emptied a seat: {seat}.")


def move_holder(
    viewer: Viewer, *, seat_id: int, to_seat_id: int, version: int | None = None, key: str | None = None
) -> None:
    """The umpire re-seats somebody; never where he knows too much."""
    if not viewer.is_umpire:
        raise Refusal(NOT_YOUR_SIDE)
    payload = {"seat": hex_id(seat_id), "to": hex_id(to_seat_id)}
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.changed", payload=payload, version=version, key=key) as act:
        old, new = seat_of(viewer.campaign_id, seat_id), seat_of(viewer.campaign_id, to_seat_id)
        if old.user_id is None or new.user_id is not None:
            raise Refusal("Somebody has to sit on the one, and nobody on the other.")
        if old.id == viewer.seat_id:
            raise Refusal("This is your own seat. Leave it instead.")
        user_id = old.user_id
        vacate(act, old)
        take_seat(act, new, user_id)
        act.tell(PUBLIC, f"The holder of {old} now has {new}.")


def leave(viewer: Viewer, *, version: int | None = None, key: str | None = None) -> None:
    """A person gets up. His seat stays, with what it was told."""
    with open_act(viewer, stream=CLUB_STREAM, kind="seat.left", version=version, key=key, allowed=ANY_STATE) as act:
        if viewer.is_umpire and not _other_umpire(viewer):
            raise Refusal(LAST_UMPIRE)
        seat = seat_of(viewer.campaign_id, viewer.seat_id)
        vacate(act, seat)
        act.tell(PUBLIC, f"A seat is empty: {seat}.")


def leave_everything(user_id: int) -> None:
    """Who deletes his account gets up everywhere, as the last umpire too."""
    mine = Seat.objects.filter(user_id=user_id)
    # In the order in which anybody else takes these locks; inside, the seat is read anew: it may be another by then.
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
            vacate(act, seat)
            act.tell(PUBLIC, f"A seat is empty: {seat}.")


def seat_of(campaign_id: int, seat_id: int) -> Seat:
    seat = Seat.objects.filter(campaign_id=campaign_id, id=seat_id, removed_at=None).first()
    if seat is None:
        raise Refusal("There is no such seat.")
    return seat


def vacate(act: Act, seat: Seat) -> None:
    """Nobody sits here any more; what its holder had offered to a substitute is withdrawn."""
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
    """The umpire fills every seat. Without one, a side fills its own, the observers', and what nobody else could."""
    if viewer.is_umpire:
        return
    held = Seat.objects.filter(campaign_id=viewer.campaign_id, removed_at=None, user__isnull=False)
    if not viewer.is_commander or viewer.scope or held.filter(role=Role.UMPIRE).exists():
        raise Refusal(NOT_YOUR_SIDE)
    if role == Role.COMMANDER and not fills_side(viewer.side, side, held.values_list("side", flat=True)):
        raise Refusal("The other side fills its own seats.")


def _close(act: Act, seat: Seat) -> None:
    for offer in Invitation.objects.filter(seat=seat, state=InvitationState.OPEN):
        offer.state = InvitationState.WITHDRAWN
        act.save(offer)
    seat.removed_at = act.at
    act.save(seat)
    if seat.role != Role.OBSERVER:
        Feed.objects.filter(id=seat.feed_id).update(closed=True)


def _other_umpire(viewer: Viewer) -> bool:
    umpires = Seat.objects.filter(campaign_id=viewer.campaign_id, role=Role.UMPIRE, user__isnull=False)
    return umpires.exclude(id=viewer.seat_id).exists()
