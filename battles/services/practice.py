"""Start a practice battle: Shiloh on its map, with both plans still to seal."""

from django.db import transaction

from battles.models import Battle
from battles.services.agreed_game import agree_and_fight
from battles.services.demo import BOOK, SHEET
from campaign.gate import heavy
from campaign.services.practice_campaigns import found_practice
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.sheet_form import load_sheet
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
    set_up(None, brief=brief, campaign_id=campaign.pk)
    return agree_and_fight(campaign.pk)
