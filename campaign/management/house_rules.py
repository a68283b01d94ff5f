"""Find a campaign's house rules for `manage.py rules … --campaign ID`."""

from django.db import DatabaseError

from campaign.ids import hex_id, read_id
from campaign.models import Campaign
from campaign.selectors.house import house_of
from campaign.sources import ID_BITS
from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.words import quoted

MOST_DIGITS = len(str(2**ID_BITS))


def house_rules(campaign: str) -> Context:
    """Return a campaign's numbers and rulings; the campaign by its number, or its ID in addresses."""
    try:
        known = Campaign.objects.filter(pk__in=_meant(campaign)).values_list("pk", flat=True).first()
        if known is not None:
            return house_of(known)
    except DatabaseError as error:
        raise IllegalOrder(f"Campaign: the site’s data can’t be read ({error}).", field="campaign") from error
    example = hex_id(0xC0FFEE)
    sentence = (
        f"Campaign: {quoted(campaign[:40])} isn’t a campaign here. Enter the ID in its address, such as {example}."
    )
    raise IllegalOrder(sentence, field="campaign")


def _meant(campaign: str) -> list[int]:
    is_number = campaign.isascii() and campaign.isdecimal() and len(campaign) <= MOST_DIGITS
    by_number = [int(campaign)] if is_number and not int(campaign) >> ID_BITS else []
    by_id = read_id(campaign)
    return [*by_number, *([by_id] if by_id is not None else [])]
