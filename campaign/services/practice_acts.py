"""Count what a visitor does in a practice campaign."""

from datetime import timedelta

from campaign.ids import hex_id
from campaign.selectors.practice_seats import PracticeSeat
from campaign.services import throttle
from campaign.services.throttle import Limit

LASTS = timedelta(hours=24)
ACTS = Limit("practice-act", 600, timedelta(hours=1))


def count_act(seat: PracticeSeat) -> None:
    """Count one act of a visitor, and refuse if there were too many."""
    throttle.spend(ACTS, hex_id(seat.campaign_id))
