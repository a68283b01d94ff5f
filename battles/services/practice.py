"""Start a practice battle: Shiloh on its map, with both plans still to seal."""

from django.db import transaction

from battles.models import Battle
from battles.services.begin import fight_on_table
from battles.services.demo import BOOK, SHEET
from campaign import visibility
from campaign.gate import heavy
from campaign.models import Role, Seat
from campaign.services.practice_campaigns import found_practice
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.sheet import load_sheet
from war.services.set_up import set_up

SAMPLE = "shiloh"


@heavy
@transaction.atomic
def begin_practice(*, key: str, caller: str) -> Battle:
    """Lay out the battle in a campaign that only this visitor's key opens."""
    brief = shipped_briefs()[SAMPLE]
    campaign = found_practice(
        key=key,
        caller=caller,
        name=f"Practice: {brief.name}",
        book=BOOK,
        sheet=SHEET,
        sheet_hash=load_sheet(SHEET).hash,
    )
    contact = set_up(None, brief=brief, campaign_id=campaign.pk)
    umpire = Seat.objects.get(campaign=campaign, role=Role.UMPIRE)
    return fight_on_table(visibility.enter(umpire.user_id or 0, campaign.pk), contact_id=contact.pk)
