"""Let both sides of a sample game agree to fight its contact on the table."""

from battles.models import Battle
from battles.services.begin import fight_on_table
from campaign import visibility
from campaign.models import Role, Seat
from campaign.visibility import Viewer
from war.models import Combat, Contact
from war.selectors.agreement import open_offer, ratio_of
from war.services import agreement


def agree_and_fight(campaign_id: int) -> Battle:
    """Let the attacker offer the table at the setup's ratio, the defender agree, and the umpire begin the battle."""
    contact = Contact.objects.get(campaign_id=campaign_id)
    asker = Seat.objects.get(campaign_id=campaign_id, side=contact.attacker, scope="")
    asked = Seat.objects.filter(campaign_id=campaign_id, role=Role.COMMANDER, scope="").exclude(pk=asker.pk).get()
    agreement.offer(_holder(asker), contact_id=contact.pk, combat=Combat.TABLE, ratio=ratio_of(contact))
    made = open_offer(contact)
    assert made is not None
    agreement.agree(_holder(asked), contact_id=contact.pk, answers=made.pk)
    umpire = Seat.objects.get(campaign_id=campaign_id, role=Role.UMPIRE)
    return fight_on_table(_holder(umpire), contact_id=contact.pk)


def _holder(seat: Seat) -> Viewer:
    return visibility.enter(seat.user_id or 0, seat.campaign_id)
