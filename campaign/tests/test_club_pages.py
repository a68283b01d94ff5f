"""Home, campaign, seats, messages, and settings pages for each role."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from campaign.models import Seat
from campaign.services.campaigns import begin_campaign
from campaign.tests.builders import Club, a_club

pytestmark = pytest.mark.django_db
PAGES = ("campaigns:page", "campaigns:settings", "seats:list", "talk:page")
SEATED = ("umpire", "union", "union_west", "confederate", "observer")


@pytest.fixture
def club() -> Club:
    return a_club()


def as_(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def at(name: str, club: Club, *args: int) -> str:
    return reverse(name, args=[club.campaign.id, *args])


@pytest.mark.parametrize("who", SEATED)
@pytest.mark.parametrize("name", PAGES)
def test_every_seat_opens_every_page(club: Club, who: str, name: str) -> None:
    assert as_(club, who).get(at(name, club)).status_code == 200


@pytest.mark.parametrize("name", PAGES)
def test_campaign_is_not_found_for_outsider(club: Club, name: str) -> None:
    there = as_(club, "outsider").get(at(name, club))
    nowhere = as_(club, "outsider").get(reverse(name, args=[club.campaign.id ^ 1]))
    assert (there.status_code, there.content) == (404, nowhere.content)


@pytest.mark.parametrize("who", [*SEATED, "outsider"])
def test_everyone_has_a_home_page(club: Club, who: str) -> None:
    response = as_(club, who).get("/")
    assert response.status_code == 200
    assert ("Western Rivers" in response.content.decode()) == (who != "outsider")


def test_landing_page_explains_the_site() -> None:
    assert "sealed cup" in Client().get("/").content.decode()


@pytest.mark.parametrize("who", SEATED)
@pytest.mark.parametrize("name", ["house:page", "dice:cups"])
def test_campaign_page_links_house_rules_and_cups(club: Club, who: str, name: str) -> None:
    page = as_(club, who).get(at("campaigns:page", club)).content.decode()
    assert f'href="{at(name, club)}"' in page
    assert as_(club, who).get(at(name, club)).status_code == 200


def test_first_empty_seat_has_the_main_button(club: Club) -> None:
    from campaign.services.seats import add_seat

    assert as_(club, "umpire").get(at("seats:list", club)).text.count("button main") == 1
    for scope in ("Trans-Mississippi", "East"):
        add_seat(club.viewer("umpire"), role="commander", side="CSA", scope=scope)
    page = as_(club, "umpire").get(at("seats:list", club)).text
    assert page.count(" main") == 1
    assert re.search(r'class="button small main"[^>]*>\s*Invite<span class="hide"> Confederate, East<', page)


def test_invitation_link_can_be_copied_or_selected(club: Club) -> None:
    seat = as_(club, "union").post(at("seats:invite", club, club.viewer("union").seat_id or 0), {"how": "link"})
    assert '<code class="hash" id="link" tabindex="0">http' in seat.text
    assert re.search(r'<button class="button main" type="button" data-copy="#link"[^>]* hidden>', seat.text)


def test_view_as_disables_everything_but_filters(club: Club) -> None:
    umpire = as_(club, "umpire")
    umpire.post(at("campaigns:view-as", club, club.viewer("union").seat_id))
    page = umpire.get(at("journal:list", club)).content.decode()
    shut = page[page.index("<fieldset disabled") : page.index("</fieldset>")]
    assert "You’re viewing as Union, whole side" in page.partition("<fieldset disabled")[0]
    assert 'name="kind"' not in shut
    assert '<section id="lines"' in shut
    assert "<fieldset disabled" not in as_(club, "union").get(at("journal:list", club)).content.decode()


BUTTON = re.compile(r'<(?:button|a)\b[^>]*class="button[^>]*>(?:<[^>]*>)*([^<]*)')


def buttons(club: Club, who: str, name: str) -> list[str]:
    page = as_(club, who).get(at(name, club)).content.decode()
    return BUTTON.findall(page[page.index("<main") : page.index("<footer")])


@pytest.mark.parametrize("state", ["closed", "archived"])
def test_ended_campaign_offers_no_refused_action(club: Club, state: str) -> None:
    type(club.campaign).objects.filter(id=club.campaign.id).update(state=state)
    page = as_(club, "union").get(at("campaigns:page", club)).content.decode()
    assert f"The campaign is {state}. You can still read it." in page
    assert buttons(club, "union", "talk:page") == []
    assert buttons(club, "umpire", "house:page") == []
    assert set(buttons(club, "union", "seats:list")) == {"Leave seat"}
    assert set(buttons(club, "umpire", "seats:list")) == {"Leave seat", "View as this seat"}
    rest = {"closed": {"Archive the campaign", "Delete the campaign in a week"}}
    assert set(buttons(club, "umpire", "campaigns:settings")) == rest.get(state, {"Delete the campaign in a week"})


def test_founder_is_asked_to_fill_other_side_when_site_umpires() -> None:
    club = a_club()
    said = {"name": "By ourselves", "sheet": "", "hours_per_move": 72}
    chosen = {"user_id": club.users["outsider"].pk, "umpire_kind": "site", "my_seat": "USA"}
    campaign_id = begin_campaign(**said, **chosen)  # type: ignore[arg-type]
    founder = as_(club, "outsider")
    assert "Fill an empty seat: Confederate, whole side." in founder.get("/").content.decode()
    seat = Seat.objects.get(campaign_id=campaign_id, side="CSA")
    founder.post(reverse("seats:invite", args=[campaign_id, seat.pk]), {"how": "name", "username": "observer"})
    assert "Fill an empty seat" not in founder.get("/").content.decode()
