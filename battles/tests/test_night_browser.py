"""A day's end, a night, and the end of a battle in Chromium, by clicks from two sign-ins."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.tests.builders import a_battle, open_it, seal_both
from campaign.services.sweep import sweep
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db(transaction=True)
PHONE = 375
Fight = tuple[Club, Battle]


@pytest.fixture
def dusk() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    Battle.objects.update(turn=25)
    return club, battle


def url(battle: Battle, name: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id])


def phones(club: Club, battle: Battle, browse: Any) -> list[Any]:
    return [browse(url(battle, "table"), width=PHONE, user=club.users[who]) for who in ("union", "confederate")]


def end_the_day(page: Any, battle: Battle) -> None:
    page.get_by_role("link", name="End the day").click()
    page.get_by_role("button", name="End the day").click()
    page.wait_for_url(f"**{url(battle, 'table')}")


def choose(page: Any, battle: Battle, label: str) -> None:
    page.goto(page.url)
    page.get_by_role("link", name="Choose for the night").click()
    page.get_by_label(label).check()
    page.get_by_role("button", name="Seal the choice").click()
    page.wait_for_url(f"**{url(battle, 'detail')}")


def is_narrow(page: Any) -> bool:
    return not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_two_sign_ins_stay_overnight_and_one_then_quits(dusk: Fight, browse: Any, axe_violations: Any) -> None:
    club, battle = dusk
    union, confederate = phones(club, battle, browse)
    for page in (union, confederate):
        end_the_day(page, battle)
    sweep(club.campaign.id)
    choose(union, battle, "Stay: the battle goes on the next day")
    union.get_by_text("has sealed its choice: stay").wait_for()
    confederate.goto(url_of(confederate, battle, "detail"))
    confederate.get_by_text("has sealed its choice").wait_for()
    assert confederate.get_by_text("has sealed its choice: stay").count() == 0
    assert axe_violations(confederate) == []
    confederate.goto(url_of(confederate, battle, "night"))
    assert axe_violations(confederate) == []
    assert is_narrow(confederate)
    confederate.goto(url_of(confederate, battle, "table"))
    choose(confederate, battle, "Stay: the battle goes on the next day")
    sweep(club.campaign.id)
    union.goto(url_of(union, battle, "table"))
    union.get_by_text("on day 2").wait_for()
    union.get_by_text("Neither army may move nearer to the enemy").wait_for()
    assert axe_violations(union) == []
    assert is_narrow(union)
    union.get_by_role("link", name="End the battle").click()
    union.get_by_label("Your army").check()
    assert axe_violations(union) == []
    union.get_by_role("button", name="End or propose the end").click()
    union.wait_for_url(f"**{url(battle, 'table')}")
    assert Battle.objects.get().ends == {"USA": "withdrew", "CSA": "held"}


def url_of(page: Any, battle: Battle, name: str) -> str:
    return f"{'/'.join(page.url.split('/')[:3])}{url(battle, name)}"


def test_hall_closes_and_opens_again_by_clicks(dusk: Fight, browse: Any, axe_violations: Any) -> None:
    club, battle = dusk
    union, confederate = phones(club, battle, browse)
    union.get_by_role("link", name="Positions of the troops").click()
    union.get_by_role("textbox", name="Positions").fill("Sherman holds the church.")
    union.get_by_role("button", name="Note the positions").click()
    union.get_by_text("Sherman holds the church.").wait_for()
    assert axe_violations(union) == []
    union.goto(url_of(union, battle, "table"))
    union.get_by_role("link", name="Adjourn the battle").click()
    union.get_by_role("button", name="Adjourn the battle").click()
    union.wait_for_url(f"**{url(battle, 'detail')}")
    confederate.goto(confederate.url)
    confederate.get_by_text("Adjourned.").wait_for()
    assert axe_violations(confederate) == []
    confederate.get_by_role("button", name="Resume the battle").click()
    confederate.get_by_role("link", name="Adjourn the battle").wait_for()
    assert not Battle.objects.get().adjourned


def test_attacker_taps_through_the_phases(dusk: Fight, browse: Any) -> None:
    club, battle = dusk
    _, confederate = phones(club, battle, browse)
    confederate.get_by_text("Confederate player turn: maneuver").wait_for()
    confederate.get_by_role("button", name="Next: Musketry and cannonade").click()
    confederate.get_by_text("Confederate player turn: musketry and cannonade").wait_for()
    assert confederate.evaluate("document.activeElement.id") == "next-phase"
    confederate.get_by_role("button", name="Next: Charge").click()
    confederate.get_by_role("button", name="Next: Union player turn: maneuver").click()
    confederate.get_by_role("button", name="Next:").wait_for(state="detached")
    confederate.get_by_text("Union player turn: maneuver").wait_for()
