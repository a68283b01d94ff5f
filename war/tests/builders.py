"""Builders of the strategic game: two sides that agree how to fight a contact."""

from campaign.tests.builders import Club
from campaign.visibility import Viewer
from rulesets.core.brief import Ratio
from war.models import Combat, Contact, ContactOffer, OfferState
from war.selectors.agreement import ratio_of
from war.services import agreement


def offer_from(viewer: Viewer, contact: Contact, *, combat: str = Combat.TABLE, ratio: Ratio | None = None) -> int:
    """Make an offer in place of the open one, and return its id."""
    ratio = ratio or ratio_of(contact)
    found = ContactOffer.objects.filter(contact=contact, state=OfferState.OPEN).first()
    answers = found.pk if found else None
    agreement.offer(viewer, contact_id=contact.pk, combat=combat, ratio=ratio, answers=answers)
    return ContactOffer.objects.get(contact=contact, state=OfferState.OPEN).pk


def agree_on_table(club: Club, contact: Contact, *, ratio: Ratio | None = None) -> None:
    """Offer the table as the Union, at the setup's ratio unless another is named, and agree as the Confederates."""
    made = offer_from(club.viewer("union"), contact, ratio=ratio)
    agreement.agree(club.viewer("confederate"), contact_id=contact.pk, answers=made)
