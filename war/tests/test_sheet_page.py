"""The map page: a chosen hex, the list of places, and counters that say only what their viewer knows."""

import gzip
from http import HTTPStatus
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaign.models import Campaign
from campaign.sources import SOURCES
from campaign.tests.budget import BUDGET, weigh
from campaign.tests.builders import Club, a_club
from rulesets.core.brief_form import shipped_briefs
from rulesets.core.sheet_form import load_sheet
from war.parts import Counter
from war.selectors.sheet_drawing import drawing_of
from war.services.set_up import set_up
from war.services.sighting import update_sightings
from war.templatetags.sheet import stacks
from war.tests.test_sighting import a_force

pytestmark = pytest.mark.django_db

MOST_OVERLAY = 10_000


def at(place: str) -> str:
    found = load_sheet("war").hex_of_place(place)
    assert found
    return found.id


@pytest.fixture
def club() -> Club:
    club = a_club(sheet="war")
    a_force(club, "USA", at("Pittsburg Landing"), points=12)
    a_force(club, "CSA", at("Corinth"), points=7)
    a_force(club, "CSA", at("Vicksburg"), points=3)
    update_sightings(club.campaign.id, SOURCES.now())
    return club


def fetch(club: Club, who: str, query: str = "", name: str = "map:sheet", **options: Any) -> Any:
    client = Client()
    client.force_login(club.users[who])
    return client.get(reverse(name, args=[club.campaign.id]) + query, **options)


def test_campaign_can_be_founded_on_the_whole_war() -> None:
    club = a_club()
    client = Client()
    client.force_login(club.users["outsider"])
    form = {"name": "The war", "sheet": "war", "hours_per_move": 72, "umpire_kind": "person", "my_seat": "umpire"}
    assert '<option value="war">' in client.get(reverse("campaigns:begin")).text
    client.post(reverse("campaigns:begin"), form)
    begun = Campaign.objects.get(name="The war")
    assert (begun.book, begun.sheet, begun.sheet_hash) == ("civil_war", "war", load_sheet("war").hash)


def test_armies_are_set_up_on_the_whole_war() -> None:
    """A setup names its place, and the armies are in that place's hex."""
    other = a_club(sheet="war")
    contact = set_up(None, brief=shipped_briefs()["shiloh"], campaign_id=other.campaign.id)
    assert contact.hex == at("Pittsburg Landing")
    update_sightings(other.campaign.id, SOURCES.now())
    page = fetch(other, "union", f"?hex={contact.hex}").text
    assert "Union: Grant" in page
    assert "A.S. Johnston" not in page


def test_page_shows_the_pinned_picture_and_only_known_counters(club: Club) -> None:
    pages = {who: fetch(club, who).text for who in ("union", "confederate", "umpire", "observer")}
    digest = load_sheet("war").hash[:12]
    assert all(f"maps/war.{digest}.svg#land" in page for page in pages.values())
    shown = {
        who: {name for name in ("Pittsburg Landing", "Corinth", "Vicksburg") if f'<a href="?hex={at(name)}"' in page}
        for who, page in pages.items()
    }
    assert shown == {
        "union": {"Pittsburg Landing", "Corinth"},
        "confederate": {"Pittsburg Landing", "Corinth", "Vicksburg"},
        "umpire": {"Pittsburg Landing", "Corinth", "Vicksburg"},
        "observer": set(),
    }


@pytest.mark.rule("CW-MOVE")
def test_chosen_hex_shows_its_ground_with_rules_and_its_neighbors(club: Club) -> None:
    page = fetch(club, "union", f"?hex={at('Corinth')}").text
    for words in (
        "Corinth: fortress",
        "Mississippi, West theater",
        "1 MP",
        "CW-4.2",
        "Memphis &amp; Charleston Railroad",
        "Tennessee (navigable)",
    ):
        assert words in page
    assert "Confederate: strength unknown" in page
    assert "7 strength points" not in page


def test_chosen_hex_tells_each_viewer_what_they_know(club: Club) -> None:
    """A hex out of sight reads the same whether somebody is there or not."""
    empty, held = at("Natchez"), at("Vicksburg")
    union = [fetch(club, "union", f"?hex={where}").text for where in (empty, held)]
    assert all("No force is known here." in page for page in union)
    assert "3 strength points" in fetch(club, "confederate", f"?hex={held}").text


@pytest.mark.parametrize("hex_id", ["9999", "x", "'", "0" * 13, "%00"])
def test_unknown_hex_is_refused(club: Club, hex_id: str) -> None:
    answer = fetch(club, "union", f"?hex={hex_id}")
    assert answer.status_code == HTTPStatus.BAD_REQUEST


def test_map_without_a_sheet_has_no_hexes() -> None:
    club = a_club(one_off=True)
    assert fetch(club, "umpire").status_code == HTTPStatus.OK
    assert fetch(club, "umpire", "?hex=0101").status_code == HTTPStatus.BAD_REQUEST
    assert fetch(club, "umpire", name="map:places").status_code == HTTPStatus.OK


def test_list_of_places_links_every_place_and_the_known_stacks(club: Club) -> None:
    page = fetch(club, "union", name="map:places").text
    url = reverse("map:sheet", args=[club.campaign.id])
    assert all(f'href="{url}?hex={each.id}"' in page for each in load_sheet("war").hexes.values() if each.places)
    assert "Union: 12 strength points" in page
    assert "Confederate: strength unknown" in page
    assert "3 strength points" not in page


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
@pytest.mark.parametrize("query", ["", f"?hex={at('Corinth')}"])
def test_page_needs_few_queries(
    club: Club, who: str, query: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(club.users[who])
    with django_assert_max_num_queries(9):
        client.get(reverse("map:sheet", args=[club.campaign.id]) + query)


@pytest.mark.parametrize("name", ["map:sheet", "map:places"])
def test_pages_keep_the_budget(club: Club, name: str) -> None:
    weight = weigh(fetch(club, "umpire", name=name))
    print(name, weight)
    assert weight.own <= BUDGET
    assert weight.foreign_hosts == []


def test_overlay_of_300_counters_is_small() -> None:
    sheet = load_sheet("war")
    pieces: dict[str, list[Counter]] = {}
    for number, hex_id in enumerate([each.id for each in sheet.hexes.values() if not each.is_sea][::7][:270]):
        leader = f"Leader {number}" if number % 3 == 0 else ""
        own = Counter(side="USA", figure=str(number % 19), leader=leader, stars=number % 4, more=number % 5 == 0)
        pieces[hex_id] = [own, Counter(side="CSA")] if number % 9 == 0 else [own]
    assert sum(map(len, pieces.values())) == 300
    drawn = stacks(drawing_of(sheet, pieces, None, high_water=True))
    size = len(gzip.compress(drawn.encode(), 9))
    print(f"300 counters: {size} bytes compressed")
    assert size <= MOST_OVERLAY


def test_open_page_refetches_its_panel_and_counters_without_the_picture(club: Club) -> None:
    part = fetch(club, "union", headers={"HX-Request": "true"}).text
    assert 'id="map"' in part
    assert 'id="stacks"' in part
    assert "#land" not in part
