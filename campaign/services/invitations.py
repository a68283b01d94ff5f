"""Offer a seat to one person: by a link that works once, by email, or by username."""

from datetime import timedelta
from hashlib import sha256
from hmac import compare_digest

from django.db import transaction
from django.db.models import Q

from campaign.audiences import PUBLIC, seat_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import (
    CLUB_STREAM,
    ErasableText,
    Feed,
    How,
    Invitation,
    InvitationState,
    Role,
    Seat,
    User,
    fold,
)
from campaign.services import chair, emails, throttle
from campaign.services.campaigns import take_seat
from campaign.services.people import lock_person
from campaign.services.record import Act, open_act, touch_feeds
from campaign.services.seats import check_may_fill, seat_of, vacate
from campaign.sources import SOURCES
from campaign.visibility import Viewer

LIVES = timedelta(days=14)
USED_UP = "This invitation was used or withdrawn, or it has expired. Ask for a new one."
TAKEN = "This seat has been taken."


def invite(
    viewer: Viewer,
    *,
    seat_id: int,
    how: str,
    email: str = "",
    username: str = "",
    version: int | None = None,
    key: str | None = None,
) -> str:
    """Offer an empty seat, or your own to a substitute; return the secret of the link, which is shown once.

    For a username, the answer is the same whether or not the person exists.
    """
    person = hex_id(viewer.user_id)
    tries: list[throttle.Try] = [(throttle.INVITATION, person)]
    if how == How.MAIL:
        tries.append((throttle.INVITATION_ADDRESS, person, email.casefold()))
    secret = SOURCES.secret(viewer.label, size=24).hex() if how != How.NAME else ""
    payload = {"seat": hex_id(seat_id), "how": how}
    with (
        throttle.trying(*tries) as spend,
        open_act(viewer, stream=CLUB_STREAM, kind="invitation.made", payload=payload, version=version, key=key) as act,
    ):
        spend()
        seat = seat_of(viewer.campaign_id, seat_id)
        offer = _offer(act, viewer, seat, how=how)
        offer.token_hash = hash_of(secret) if secret else ""
        if how == How.MAIL:
            offer.address_text_id = _keep_address(viewer, email)
            emails.write(
                "invitation", address=email, reference=secret, sender_id=viewer.user_id, invitation_id=offer.id
            )
        if how == How.NAME:
            offer.user_id = known_user(username)
        act.create(offer)
        act.tell(seat_audience(viewer.seat_id), f"{viewer.actor} offered a seat: {seat}.")
    return secret if how == How.LINK else ""


def _offer(act: Act, viewer: Viewer, seat: Seat, *, how: str) -> Invitation:
    hand_over = seat.id == viewer.seat_id
    if not hand_over:
        check_may_fill(viewer, role=seat.role, side=seat.side)
        if seat.user_id is not None:
            raise Refusal("This seat is taken. Remove its holder first.")
    return Invitation(
        id=SOURCES.new_id(viewer.label),
        campaign_id=viewer.campaign_id,
        seat=seat,
        how=how,
        hand_over=hand_over,
        asked_by=viewer.seat_id,
        asked_at=act.at,
        expires_at=act.at + LIVES,
    )


def _keep_address(viewer: Viewer, email: str) -> int:
    address = ErasableText(
        id=SOURCES.new_id(viewer.label), author_id=viewer.user_id, campaign_id=viewer.campaign_id, text=email
    )
    address.save(force_insert=True)
    return int(address.pk)


def known_user(username: str) -> int | None:
    known = User.objects.filter(username=fold(username), is_active=True, practice=None)
    return known.values_list("id", flat=True).first()


def withdraw(viewer: Viewer, *, invitation_id: int, version: int | None = None, key: str | None = None) -> None:
    with open_act(viewer, stream=CLUB_STREAM, kind="invitation.withdrawn", version=version, key=key) as act:
        offer = _open_offer(invitation_id)
        if offer.campaign_id != viewer.campaign_id or not (viewer.is_umpire or offer.asked_by == viewer.seat_id):
            raise Refusal(USED_UP)
        _settle(act, offer, InvitationState.WITHDRAWN)
        act.touch(seat_audience(viewer.seat_id))


@transaction.atomic
def accept(*, user_id: int, invitation_id: int, secret: str = "") -> int:
    """Take an empty seat, or take over from its holder; return the campaign."""
    lock_person(user_id)
    offer = _own_offer(invitation_id, user_id, secret)
    with open_act(
        None,
        stream=CLUB_STREAM,
        kind="seat.taken",
        payload={"seat": hex_id(offer.seat_id)},
        campaign_id=offer.campaign_id,
        actor_id=user_id,
    ) as act:
        offer = _open_offer(invitation_id)
        seat = seat_of(offer.campaign_id, offer.seat_id)
        _make_room(act, offer, seat, user_id)
        take_seat(act, seat, user_id)
        if seat.role == Role.UMPIRE:
            chair.take_from_site(act)
        offer.user_id = user_id
        _settle(act, offer, InvitationState.ACCEPTED)
        withdraw_offers_of(act, seat)
        act.tell(PUBLIC, f"Someone took a seat: {seat}.")
    return offer.campaign_id


def withdraw_offers_of(act: Act, seat: Seat) -> None:
    """Withdraw the open offers of a seat that somebody took."""
    for offer in Invitation.objects.filter(seat=seat, state=InvitationState.OPEN):
        _settle(act, offer, InvitationState.WITHDRAWN)


def _make_room(act: Act, offer: Invitation, seat: Seat, user_id: int) -> None:
    if seat.user_id is not None and not offer.hand_over:
        raise Refusal(TAKEN)
    if seat.user_id == user_id:
        raise Refusal("You already hold this seat.")
    if offer.hand_over:
        offer.state = InvitationState.ACCEPTED
        act.save(offer)
        vacate(act, seat)


def decline(*, user_id: int, invitation_id: int, secret: str = "") -> None:
    """Decline an invitation; only the person who sent it and the umpire learn of it."""
    offer = _own_offer(invitation_id, user_id, secret)
    with open_act(
        None,
        stream=CLUB_STREAM,
        kind="invitation.declined",
        payload={"seat": hex_id(offer.seat_id)},
        campaign_id=offer.campaign_id,
        actor_id=user_id,
    ) as act:
        offer = _open_offer(invitation_id)
        _settle(act, offer, InvitationState.DECLINED)
        seat = seat_of(offer.campaign_id, offer.seat_id)
        act.tell(seat_audience(offer.asked_by), f"Someone declined an invitation: {seat}.")


def hash_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def _own_offer(invitation_id: int, user_id: int, secret: str) -> Invitation:
    """Return an invitation for the person it names or for anyone with its link."""
    offer = _open_offer(invitation_id)
    by_link = bool(secret) and compare_digest(offer.token_hash, hash_of(secret))
    if not by_link and offer.user_id != user_id:
        raise Refusal(USED_UP)
    return offer


def show_failure(invitation_id: int) -> None:
    """Let the open pages of those who see an invitation reload: its asker and the umpire see that its email failed."""
    offer = Invitation.objects.filter(id=invitation_id).first()
    if offer is not None:
        of_campaign = Feed.objects.filter(campaign=offer.campaign_id, closed=False)
        touch_feeds(of_campaign.filter(Q(role=Role.UMPIRE) | Q(seat_id=offer.asked_by)))


def _open_offer(invitation_id: int) -> Invitation:
    now = SOURCES.now()
    open_ones = Invitation.objects.filter(state=InvitationState.OPEN, expires_at__gt=now)
    offer = open_ones.filter(id=invitation_id).first()
    if offer is None:
        raise Refusal(USED_UP)
    return offer


def _settle(act: Act, offer: Invitation, state: InvitationState) -> None:
    """Close an invitation and forget its address."""
    offer.state = state
    emails.cancel("invitation", invitation_id=offer.id)
    if offer.address_text_id is not None:
        ErasableText.objects.filter(id=offer.address_text_id).update(text="", nonce="")
    act.save(offer)
