"""The map page and the force page: own forces only, few queries."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from war.models import Force, StrengthPoint
from war.services.sighting import update_sightings
from war.tests.test_sighting import SHEET, a_force

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = a_club(sheet=SHEET)
    a_force(club, "USA", "0202", points=4)
    a_force(club, "CSA", "0202", points=3)
    update_sightings(club.campaign.id, SOURCES.now())
    return club


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


def force_url(club: Club, side: str) -> str:
    return reverse("map:force", args=[club.campaign.id, Force.objects.get(side=side).id])


def test_force_page_is_found_by_its_side_and_umpire_only(club: Club) -> None:
    seen = {
        who: browser(club, who).get(force_url(club, "USA")).status_code
        for who in ("union", "union_west", "umpire", "confederate", "observer", "outsider")
    }
    found = {who for who, status in seen.items() if status == HTTPStatus.OK}
    assert found == {"union", "union_west", "umpire"}
    assert {status for who, status in seen.items() if who not in found} == {HTTPStatus.NOT_FOUND}


@pytest.mark.parametrize("name", ["map:sheet", "map:force"])
def test_theater_is_shown_to_its_side_and_umpire_only(club: Club, name: str) -> None:
    Force.objects.filter(side="USA").update(scope="Tennessee")
    page = reverse(name, args=[club.campaign.id, *([Force.objects.get(side="USA").id] if name == "map:force" else [])])
    shown = {who for who in club.users if "Tennessee" in browser(club, who).get(page).text}
    assert shown == {"union", "union_west", "umpire"}


def test_unused_theater_column_is_omitted(club: Club) -> None:
    assert "Theater" not in browser(club, "union").get(reverse("map:sheet", args=[club.campaign.id])).text


def test_detaching_is_invisible_to_the_enemy(club: Club) -> None:
    enemy = browser(club, "confederate")
    page = reverse("map:sheet", args=[club.campaign.id])
    before = enemy.get(page)
    points = StrengthPoint.objects.filter(side="USA").values_list("id", flat=True)[:2]
    posted = browser(club, "union").post(force_url(club, "USA"), {"points": [f"{p:016x}" for p in points]})
    assert posted.status_code == HTTPStatus.FOUND
    update_sightings(club.campaign.id, SOURCES.now())
    assert Force.objects.filter(side="USA").count() == 2
    assert enemy.get(page, headers={"If-None-Match": before["ETag"]}).status_code == HTTPStatus.NOT_MODIFIED


@pytest.mark.parametrize("points", [[], ["ffff"], ["zz"], ["7fffffffffffffff"]])
def test_invalid_choice_is_refused_and_changes_nothing(club: Club, points: list[str]) -> None:
    answer = browser(club, "union").post(force_url(club, "USA"), {"points": points})
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert Force.objects.filter(side="USA").count() == 1


def test_only_commander_of_a_force_detaches_troops(club: Club) -> None:
    one = StrengthPoint.objects.filter(side="USA").values_list("id", flat=True)[0]
    for who in ("umpire", "union_west"):
        answer = browser(club, who).post(force_url(club, "USA"), {"points": [f"{one:016x}"]})
        assert answer.status_code == HTTPStatus.CONFLICT
    assert Force.objects.filter(side="USA").count() == 1


@pytest.mark.parametrize("who", ["umpire", "union", "observer"])
def test_map_needs_few_queries(club: Club, who: str, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    client = browser(club, who)
    with django_assert_max_num_queries(9):
        client.get(reverse("map:sheet", args=[club.campaign.id]))
