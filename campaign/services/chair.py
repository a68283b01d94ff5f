"""Pass the umpire's chair: to the site when no umpire is left, and back to a person both sides named."""

from collections.abc import Iterable

from campaign.audiences import PUBLIC
from campaign.models import (
    Campaign,
    Invitation,
    InvitationState,
    Proposal,
    ProposalState,
    Role,
    Seat,
    UmpireKind,
)
from campaign.services import deadlines
from campaign.services.record import Act

FELL = "No umpire is left, so the site umpires from now on. Both sides decide together what an umpire would decide."
TAKEN = "A person took the umpire’s seat, so the site no longer umpires."


def fall_to_site(act: Act) -> None:
    """Let the site umpire if nobody else does, and give everyone time for what is now decided by deadlines."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    umpires = Seat.objects.filter(campaign=campaign, role=Role.UMPIRE)
    if campaign.umpire_kind == UmpireKind.SITE or umpires.filter(user__isnull=False).exists():
        return
    campaign.umpire_kind = UmpireKind.SITE
    act.save(campaign)
    withdraw_offers(act, umpires.values_list("id", flat=True))
    deadlines.give_time(act, campaign)
    hours = deadlines.hours_in_words(campaign.hours_per_move)
    act.tell(PUBLIC, f"{FELL} Every deadline is at least {hours} away.")


def take_from_site(act: Act) -> None:
    """Let the person who just took the umpire's seat decide; what the sides asked each other is void."""
    campaign = Campaign.objects.get(id=act.campaign_id)
    if campaign.umpire_kind == UmpireKind.PERSON:
        return
    campaign.umpire_kind = UmpireKind.PERSON
    act.save(campaign)
    for proposal in Proposal.objects.filter(campaign=campaign, state=ProposalState.OPEN).order_by("id"):
        proposal.state = ProposalState.WITHDRAWN
        act.save(proposal)
    act.tell(PUBLIC, TAKEN)


def withdraw_offers(act: Act, seat_ids: Iterable[int]) -> None:
    """Withdraw the open invitations to these seats."""
    for offer in Invitation.objects.filter(seat_id__in=list(seat_ids), state=InvitationState.OPEN).order_by("id"):
        offer.state = InvitationState.WITHDRAWN
        act.save(offer)
