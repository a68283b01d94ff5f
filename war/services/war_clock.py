"""Act for a side whose time is up: its standing instructions and the rules' defaults decide (H-19)."""

from datetime import datetime
from functools import partial
from typing import Any

from campaign.errors import AlreadyDone
from campaign.models import Deadline
from campaign.services.record import Act
from rulesets.civil_war.war import State, awaited, default_order, view
from war.selectors.war_state import WarRows, running_track
from war.selectors.war_todos import choice_subject, chooser_of, orders_subject
from war.services.war_orders import carry_out
from war.services.war_steps import take_steps

DEFAULTED = "war.defaulted"


def act_for_the_silent(campaign_id: int, now: datetime) -> None:
    """Give a side's orders for it, one act each, while its clock has run out."""
    take_steps(campaign_id, DEFAULTED, _give, is_due=partial(_is_silent, campaign_id, now))


def _is_silent(campaign_id: int, now: datetime) -> bool:
    """Return whether the clock of what a war waits for has run out."""
    track = running_track(campaign_id)
    if track is None or track.phase != "action":
        return False
    chooser = chooser_of(track.pending)
    if track.pending and not chooser:
        return False
    subject = choice_subject(track) if chooser else orders_subject(track)
    since: Any = datetime.fromisoformat(track.pending["since"]) if chooser else track.since
    clocks = Deadline.objects.filter(campaign_id=campaign_id, subject=subject, since=since, paused_at=None)
    return clocks.filter(due_at__lte=now).exists()


def _give(act: Act, found: WarRows, state: State) -> None:
    side = awaited(state)
    order = default_order(view(state, side)) if side else None
    if order is None:
        raise AlreadyDone
    carry_out(act, found, state, order)
