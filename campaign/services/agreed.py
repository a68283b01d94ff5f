"""Carry out in the sweep what both sides agreed to, where the site umpires.

Work on hidden rows takes longer the more of them there are; done in the agreeing side's request, it would tell
that side about them.
"""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet

from campaign.app_part import INSTALLED, Payload, some
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.models import CLUB_STREAM, Campaign, CampaignState, Proposal, ProposalState
from campaign.services import deadlines, sweep
from campaign.services.record import lock_campaign, open_act


def carry_out_agreed(campaign_id: int, now: datetime) -> None:
    """Carry out everything both sides agreed to that belongs in the sweep, in the order of the decisions."""
    deferred = _deferred()
    found = list(_agreed().filter(campaign_id=campaign_id).order_by("at", "id"))
    if not found or not Campaign.objects.filter(id=campaign_id, state=CampaignState.RUNNING).exists():
        return
    for kind, work in deferred.items():
        for proposal in (one for one in found if one.kind == kind):
            sweep.run_isolated("an agreed request", partial(carry_out, work, proposal.pk, campaign_id))
    deadlines.keep_time(campaign_id, now)  # a rewind may have reopened a phase, and what follows asks for its deadline


def one_is_agreed() -> Q:
    return Q(state=CampaignState.RUNNING) & some(_agreed())


def _agreed() -> QuerySet[Proposal]:
    return Proposal.objects.filter(kind__in=_deferred(), state=ProposalState.AGREED)


def _deferred() -> dict[str, Callable[[int, Payload], None]]:
    """Return the decisions that belong in the sweep, each with what carries it out."""
    return {kind: decision.in_sweep for kind, decision in INSTALLED.decisions.items() if decision.in_sweep}


@transaction.atomic
def carry_out(action: Callable[[int, Payload], None], proposal_id: int, campaign_id: int) -> None:
    """Carry out a proposal and close it; if that fails, tell the reason to those who know what was asked."""
    lock_campaign(campaign_id)
    proposal = Proposal.objects.get(pk=proposal_id)
    if proposal.state != ProposalState.AGREED:  # another sweep was faster
        return
    asked = proposal.own or proposal.payload
    problem = ""
    try:
        action(campaign_id, asked)
    except Refusal as error:
        problem = error.sentence
    with open_act(None, stream=CLUB_STREAM, kind="proposal.done", campaign_id=campaign_id) as act:
        proposal = Proposal.objects.get(pk=proposal_id)
        proposal.state = ProposalState.DONE
        act.save(proposal)
        if problem:
            act.tell(asked.get("audience", PUBLIC), f"Both sides agreed, but it couldn’t be done. {problem}")
