"""Update each side's sightings of the enemy, in the sweep.

A side sees as far as the campaign's book says. It sees one stack a hex, whatever the stack is made of:
a split or merge out of its knowledge changes nothing, and the id by which it knows the stack stays the same
while it keeps the stack in sight.
"""

from collections.abc import Callable
from datetime import datetime

from django.db.models import Q, QuerySet

from campaign.audiences import side_audience
from campaign.errors import AlreadyDone
from campaign.models import CAMPAIGN_STREAM, Campaign, SideCode
from campaign.prepared import prepared
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from rulesets.core.sheet import Sheet
from rulesets.core.strategic import MapState
from war.models import Sighting, TurnTrack
from war.selectors.state import book_of, positions, sheet_on

Change = Callable[[Act], None]


def update_sightings(campaign_id: int, now: datetime) -> None:
    """Update sightings for each side of a campaign with a map; a war has its own sight."""
    campaign = Campaign.objects.get(id=campaign_id)
    if not campaign.sheet or campaign.scenario:
        return
    state = positions(campaign)
    for side in sorted(SideCode.values):
        if _differences(campaign, state, side):
            _bring_up_to_date(campaign, side)


def has_sightings() -> Q:
    return Q(scenario="") & ~Q(sheet="")


def _bring_up_to_date(campaign: Campaign, side: str) -> None:
    """Compare sightings with what is in sight, both read inside the lock."""
    with open_act(None, campaign_id=campaign.id, stream=CAMPAIGN_STREAM, kind="sighting") as act:
        changes = _differences(campaign, positions(campaign), side)
        if not changes:
            raise AlreadyDone
        for change in changes:
            change(act)


@prepared
def _beliefs(campaign_id: int, side: str) -> QuerySet[Sighting]:
    return Sighting.objects.filter(campaign_id=campaign_id, side=side).order_by("hex")


def _differences(campaign: Campaign, state: MapState, side: str) -> list[Change]:
    campaign_id, sheet, view = campaign.id, sheet_on(campaign), book_of(campaign).view(state, side)
    seen, occupied = view.in_sight, view.enemy_at
    beliefs = _beliefs(campaign_id, side)
    changes: list[Change] = []
    for belief in beliefs:
        if belief.hex in seen and belief.hex not in occupied:
            changes.append(_gone(belief, sheet))
        elif belief.hex in occupied and not belief.in_sight:
            changes.append(_seen_no_longer_the_same(belief))
        elif belief.hex not in seen and belief.in_sight:
            changes.append(_out_of_sight(belief, sheet))
    kept = {b.hex for b in beliefs if b.in_sight}
    return changes + [_found(campaign_id, side, hex_id, sheet) for hex_id in sorted(occupied - kept)]


def _found(campaign_id: int, side: str, hex_id: str, sheet: Sheet) -> Change:
    def change(act: Act) -> None:
        audience, turn = side_audience(side), _turn(campaign_id)
        act.create(
            Sighting(id=SOURCES.new_id(audience), campaign_id=campaign_id, side=side, hex=hex_id, since_turn=turn)
        )
        act.tell(audience, f"You sighted the enemy at {sheet.name_of(hex_id)}.", turn=turn)

    return change


def _gone(belief: Sighting, sheet: Sheet) -> Change:
    def change(act: Act) -> None:
        act.delete(belief)
        act.tell(side_audience(belief.side), f"The enemy left {sheet.name_of(belief.hex)}.")

    return change


def _out_of_sight(belief: Sighting, sheet: Sheet) -> Change:
    def change(act: Act) -> None:
        belief.in_sight = False
        act.save(belief)
        act.tell(side_audience(belief.side), f"You lost sight of {sheet.name_of(belief.hex)}.")

    return change


def _seen_no_longer_the_same(belief: Sighting) -> Change:
    """Give a found stack a new id: it may not be the one that was lost."""

    def change(act: Act) -> None:
        act.delete(belief)

    return change


def _turn(campaign_id: int) -> int:
    return TurnTrack.objects.filter(campaign_id=campaign_id).values_list("turn", flat=True).first() or 0
