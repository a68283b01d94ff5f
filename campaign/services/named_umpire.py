"""Invite a person as umpire where the site umpires: both sides agree to the person, who then accepts or declines."""

from typing import Any

from django.db import transaction

from campaign.app_part import Decision
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.ids import hex_id, read_id
from campaign.models import Campaign, ErasableText, How, Invitation, Role, Seat, UmpireKind
from campaign.services import decisions, throttle
from campaign.services.campaigns import SeatPlan, open_seat
from campaign.services.chair import withdraw_offers
from campaign.services.invitations import LIVES, known_user
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer

KIND = "umpire.named"
NOT_THE_SITE = "A person umpires this campaign. Only they can hand over the seat."


def ask_for_umpire(viewer: Viewer, *, username: str, version: int | None = None, key: str | None = None) -> None:
    """Ask the other side to invite a person as umpire. Nobody learns from it whether the username exists.

    The record holds only a reference to the name, which can be erased.
    """
    decisions.check_may_propose(viewer)
    name = ErasableText(
        id=SOURCES.new_id(PUBLIC), author_id=viewer.user_id, campaign_id=viewer.campaign_id, text=username
    )
    with throttle.trying((throttle.INVITATION, hex_id(viewer.user_id))) as spend, transaction.atomic():
        name.save(force_insert=True)
        decisions.decide(viewer, kind=KIND, payload={"person": hex_id(name.pk)}, version=version, key=key)
        spend()


def _invite(act: Act, payload: dict[str, Any]) -> None:
    """Offer the umpire's seat to the person both sides named."""
    site = Campaign.objects.filter(id=act.campaign_id, umpire_kind=UmpireKind.SITE)
    if act.viewer is None or not site.exists():
        raise Refusal(NOT_THE_SITE)
    seat = Seat.objects.filter(campaign_id=act.campaign_id, role=Role.UMPIRE, removed_at=None).order_by("id").first()
    seat = seat or open_seat(act, SeatPlan(Role.UMPIRE))
    withdraw_offers(act, [seat.pk])
    name = ErasableText.objects.filter(id=read_id(payload["person"]) or 0).values_list("text", flat=True).first()
    act.create(
        Invitation(
            id=SOURCES.new_id(PUBLIC),
            campaign_id=act.campaign_id,
            seat=seat,
            how=How.NAME,
            asked_by=act.viewer.seat_id,
            asked_at=act.at,
            expires_at=act.at + LIVES,
            user_id=known_user(name or ""),
        )
    )
    act.tell(PUBLIC, "Both sides invited a person as umpire. Until that person accepts, the site umpires.")


DECISION = Decision(KIND, "Invite an umpire", _invite)
