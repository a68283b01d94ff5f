"""Where the site is the umpire: what both sides have agreed to, carried out in the sweep.

What is done to rows that not everybody may know takes as long as there are such rows; the request of the side that
agrees would tell it.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction

from campaign.errors import Refusal
from campaign.models import CLUB_STREAM, Campaign, CampaignState, Proposal, ProposalState
from campaign.services import sweep
from campaign.services.chair import Payload
from campaign.services.record import act, hold
from campaign.visibility import PUBLIC

Deed = Callable[[int, Payload], None]


def register(step: str, kind: str, deed: Deed) -> None:
    """A step of the sweep carries out what of this kind is agreed to."""
    sweep.register(step, partial(_carry_out_all, kind, deed))


def _carry_out_all(kind: str, deed: Deed, campaign_id: int, now: datetime) -> None:
    agreed = Proposal.objects.filter(campaign_id=campaign_id, kind=kind, state=ProposalState.AGREED)
    found = list(agreed.order_by("at", "id"))
    if found and Campaign.objects.filter(id=campaign_id, state=CampaignState.RUNNING).exists():
        for proposal in found:
            sweep.alone("what both sides agreed to", partial(carry_out, deed, proposal.pk, campaign_id))


@transaction.atomic
def carry_out(deed: Deed, proposal_id: int, campaign_id: int) -> None:
    """Done or not, the proposal is over; why not is told to those who know what was asked."""
    hold(campaign_id)
    proposal = Proposal.objects.get(pk=proposal_id)
    if proposal.state != ProposalState.AGREED:  # another sweep was quicker
        return
    said = proposal.own or proposal.payload
    problem = ""
    try:
        deed(campaign_id, said)
    except Refusal as error:
        problem = error.sentence
    with act(None, stream=CLUB_STREAM, kind="proposal.done", campaign_id=campaign_id) as journal:
        proposal = Proposal.objects.get(pk=proposal_id)
        proposal.state = ProposalState.DONE
        journal.save(proposal)
        if problem:
            journal.tell(said.get("audience", PUBLIC), f"Agreed, but it could not be done: {problem}")
