"""Say what a battle's dice are rolled for, and which cups still have their public moment before them."""

from collections.abc import Set

from battles.models import OVER, Battle, BattleState
from campaign.app_part import Owner
from campaign.ids import hex_id
from campaign.models import Campaign
from rulesets.core.cup import canonical, sha256
from war.models import UNDECIDED, Contact


def awaited_cups(campaign_id: int) -> Set[Owner]:
    """Return the owners of cups that an open battle uses, or that one which a rewind undid will use."""
    fought = Battle.objects.filter(campaign_id=campaign_id).exclude(state__in=OVER)
    waiting = Contact.objects.filter(campaign_id=campaign_id, state__in=UNDECIDED, battles=None)
    owners = {*fought.values_list("cup_owner", flat=True), *waiting.values_list("id", flat=True)}
    if Campaign.objects.filter(id=campaign_id, one_off=True).exists():
        begun = Battle.objects.filter(campaign_id=campaign_id).values_list("cup_owner", flat=True)
        owners |= {one_off_owner(campaign_id)} - set(begun)
    return {("battle", owner) for owner in owners}


def one_off_owner(campaign_id: int) -> int:
    """Return the owner of the cups of a one-off campaign's next battle, as docs/dice.md derives it.

    The battles settled so far count, not those begun: a battle begun again keeps its rolls.
    """
    settled = Battle.objects.filter(campaign_id=campaign_id, state=BattleState.APPLIED).count()
    return int(sha256(canonical(["battle", hex_id(campaign_id), settled]))[:16], 16) >> 1
