"""A campaign stays on the edition of its map that it was founded with."""

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Campaign
from campaign.tests.builders import Club, a_club
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.sheet_form import FOLDER, load_sheet
from war.selectors.places import place_of
from war.selectors.state import sheet_of
from war.tests.test_sighting import SHEET, a_force

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club(sheet=SHEET)


def former() -> str:
    """Return the whole hash of the former edition, whose file is named after its beginning."""
    (path,) = FOLDER.glob(f"{SHEET}.*.json")
    return load_sheet(SHEET, path.stem.partition(".")[2]).hash


def test_new_campaign_pins_the_newest_edition(club: Club) -> None:
    assert club.campaign.sheet_hash == load_sheet(SHEET).hash


def test_campaign_of_a_former_edition_is_played_on_it(club: Club) -> None:
    Campaign.objects.filter(id=club.campaign.id).update(sheet_hash=former())
    a_force(club, "USA", "0202", points=4)
    found = sheet_of(Campaign.objects.get(id=club.campaign.id))
    assert found is not None
    assert found.hash == former() != load_sheet(SHEET).hash
    assert place_of(found, shipped_briefs()["shiloh"]).id == "0202"
    client = Client()
    client.force_login(club.users["union"])
    page = client.get(reverse("map:sheet", args=[club.campaign.id])).text
    assert "Pittsburg Landing" in page
    assert former()[:12] in client.get(reverse("campaigns:page", args=[club.campaign.id])).text
