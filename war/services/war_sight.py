"""What sides learn by their own sight in a war where they see only nearby hexes: worked out in the sweep (H-23)."""

from datetime import datetime

from django.db.models import Q

from campaign.audiences import side_audience
from campaign.errors import AlreadyDone
from campaign.models import CAMPAIGN_STREAM, Campaign
from campaign.services.record import open_act
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.views import looked_around
from rulesets.civil_war.words import Side
from war.models import BOARD
from war.selectors.war_state import state_of
from war.services.war_orders import war_in
from war.services.war_rows import keep_beliefs

SIGHTING = "sighting"


def look_around(campaign_id: int, now: datetime) -> None:
    """Bring up to date what each side knows of the map; on the board there is nothing to learn."""
    campaign = Campaign.objects.filter(id=campaign_id).exclude(scenario="").exclude(sight=BOARD).first()
    if campaign is None:
        return
    state = state_of(campaign)
    for side in SIDES:
        if looked_around(state, side):
            _look(campaign_id, side)


def has_sight() -> Q:
    return ~Q(scenario="") & ~Q(sight=BOARD)


def _look(campaign_id: int, side: Side) -> None:
    """Look around as a side, with the rows read inside the lock."""
    with open_act(None, stream=CAMPAIGN_STREAM, kind=SIGHTING, campaign_id=campaign_id) as act:
        found, state = war_in(act)
        seen = looked_around(state, side)
        if not seen:
            raise AlreadyDone
        keep_beliefs(act, found, side, seen)
        act.touch(side_audience(side))
