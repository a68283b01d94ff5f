"""Act for a side whose time is up: its standing instructions and the rules' defaults decide (H-19)."""

from datetime import datetime

from campaign.errors import AlreadyDone
from campaign.models import CAMPAIGN_STREAM, CampaignState, Deadline
from campaign.services.record import open_act
from rulesets.civil_war.war import State, awaited, default_order, view
from rulesets.civil_war.war.orders import Order
from war.models import TurnTrack
from war.selectors.war_todos import choice_subject, chooser_of, orders_subject
from war.services.war_orders import carry_out, war_in

DEFAULTED = "war.defaulted"
MOST_ORDERS = 80  # of one sweep; the next goes on


def act_for_the_silent(campaign_id: int, now: datetime) -> None:
    """Give a side's orders for it, one act each, while its clock has run out."""
    for _ in range(MOST_ORDERS):
        if not _is_silent(campaign_id, now) or not give_one(campaign_id, now):
            return


def _is_silent(campaign_id: int, now: datetime) -> bool:
    """Return whether the clock of what a war waits for has run out."""
    track = TurnTrack.objects.filter(campaign_id=campaign_id, campaign__state=CampaignState.RUNNING).first()
    if track is None or track.since is None or track.phase != "action":
        return False
    chooser = chooser_of(track.pending)
    if track.pending and not chooser:
        return False
    subject = choice_subject(track) if chooser else orders_subject(track)
    since = datetime.fromisoformat(track.pending["since"]) if chooser else track.since
    clocks = Deadline.objects.filter(campaign_id=campaign_id, subject=subject, since=since, paused_at=None)
    return clocks.filter(due_at__lte=now).exists()


def give_one(campaign_id: int, now: datetime) -> bool:
    """Give one order; return whether there was one to give."""
    given = False
    with open_act(None, stream=CAMPAIGN_STREAM, kind=DEFAULTED, campaign_id=campaign_id) as act:
        if not _is_silent(campaign_id, now):
            raise AlreadyDone
        found, state = war_in(act)
        order = _order_for(state)
        if order is None:
            raise AlreadyDone
        carry_out(act, found, state, order)
        given = True
    return given


def _order_for(state: State) -> Order | None:
    side = awaited(state)
    return default_order(view(state, side)) if side else None
