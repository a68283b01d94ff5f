"""Say which cups of a campaign's battles still have their public moment before them."""

from collections.abc import Set

from battles.models import OVER, Battle
from campaign.app_part import Owner
from war.models import Contact, ContactState


def awaited_cups(campaign_id: int) -> Set[Owner]:
    """Return the owners of cups that an open battle uses, or one that its contact may still bring."""
    fought = Battle.objects.filter(campaign_id=campaign_id).exclude(state__in=OVER)
    waiting = Contact.objects.filter(campaign_id=campaign_id, state=ContactState.WAITING, battles=None)
    owners = [*fought.values_list("cup_owner", flat=True), *waiting.values_list("id", flat=True)]
    return {("battle", owner) for owner in owners}
