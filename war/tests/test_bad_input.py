"""Every wrong input to agreeing and to an outcome is refused in words, and changes nothing."""

from collections.abc import Iterator
from unittest import mock

import pytest

from campaign.services.sweep import sweep
from campaign.tests.test_bad_input import a_lively_club, shiloh
from campaign.tests.urlconf import Route
from campaign.tests.wrong import survey as surveys
from campaign.tests.wrong.routes import acting
from campaign.tests.wrong.site import Site
from war.models import Combat, Contact, ContactOffer
from war.services import agreement, contacts
from war.services.set_up import set_up
from war.tests.builders import offer_from

pytestmark = [pytest.mark.django_db, pytest.mark.long]


def of_contacts(app: str, site: Site) -> list[tuple[Route, str]]:
    """Return what acts on a contact; postponing and resuming are buttons without input."""
    found = [each for each in acting(app, site) if "/contact/" in each[0].text]
    return [each for each in found if not each[0].text.endswith(("/postpone/", "/resume/"))]


def stages() -> Iterator[Site]:
    """Yield the site with a contact left to its sides, with an offer, agreed for the table, and at strategic combat."""
    club = a_lively_club()
    site = Site(club, surveys.elsewhere(club))
    set_up(None, brief=shiloh(), campaign_id=site.elsewhere.campaign.pk)
    met = [(each, Contact.objects.get(campaign=each.campaign)) for each in (site.club, site.elsewhere)]
    yield site
    for each, contact in met:
        offer_from(each.viewer("union"), contact)
    yield site
    for each, contact in met:
        made = ContactOffer.objects.filter(contact=contact, state="open").get()
        agreement.agree(each.viewer("confederate"), contact_id=contact.pk, answers=made.pk)
    yield site
    for each, contact in met:
        contacts.call_off(each.viewer("umpire"), contact_id=contact.pk)
        offer_from(each.viewer("union"), contact, combat=Combat.STRATEGIC)
        made = ContactOffer.objects.filter(contact=contact, state="open").get()
        agreement.agree(each.viewer("confederate"), contact_id=contact.pk, answers=made.pk)
        sweep(each.campaign.pk)
    yield site


def test_bad_input_to_an_agreement_is_refused() -> None:
    with mock.patch.object(surveys, "acting", of_contacts):
        faults = surveys.survey("war", stages())
    assert faults == [], "\n".join(faults)
