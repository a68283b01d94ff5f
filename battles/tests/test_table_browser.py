"""A maneuver roll and its reroll by taps on a phone: leaders placed, the brigade filled in, the result for everyone."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from battles.models import Battle, TableRoll
from battles.tests.test_table_rolls import CHIEF, at_the_table
from campaign.tests.builders import Club

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
Browse = Callable[..., "Page"]
BusyOnce = Callable[["Page"], list[int]]
Axe = Callable[["Page"], list[str]]


def look(page: "Page", axe: Axe, name: str) -> None:
    if folder := os.environ.get("NEUTRAL_PARTY_LOOK"):
        for width, scheme in ((375, "light"), (375, "dark"), (1280, "light"), (1920, "dark")):
            page.set_viewport_size({"width": width, "height": 900})
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.screenshot(path=str(Path(folder) / f"{name}-{width}-{scheme}.png"), full_page=True)
        page.set_viewport_size({"width": 375, "height": 900})
    assert axe(page) == [], page.url
    assert not page.evaluate("() => document.documentElement.scrollWidth > innerWidth"), page.url


def press(page: "Page", words: str) -> None:
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.get_by_role("button", name=words, exact=True).click()
    page.wait_for_load_state()


def table_of(club: Club, battle: Battle) -> str:
    return reverse("battles:table", args=[club.campaign.id, battle.id])


@pytest.mark.rule("VG-11C")
@pytest.mark.rule("VG-11D3")
def test_maneuver_is_rolled_and_rerolled_by_taps(browse: Browse, axe_violations: Axe, busy_once: BusyOnce) -> None:
    club, battle = at_the_table(command=2, ratings={CHIEF: "excellent", "Breckinridge": "poltroon"})
    page = browse(table_of(club, battle), width=375, user=club.users["confederate"])
    page.get_by_role("link", name="Roll with your units").click()
    look(page, axe_violations, "rolls")
    page.get_by_role("link", name="Place the leaders").click()
    look(page, axe_violations, "leaders")
    page.get_by_role("link", name=CHIEF).click()
    page.get_by_label("With").select_option(label="S.M. Barton’s brigade")
    look(page, axe_violations, "leader")
    press(page, "Place the leader")
    assert "with S.M. Barton’s brigade" in page.locator("#leaders").inner_text()
    page.get_by_role("link", name="Rolls at the table").click()
    page.get_by_role("link", name="Maneuver with leaders").click()
    look(page, axe_violations, "units")
    page.get_by_role("link", name="S.M. Barton’s brigade").click()
    page.locator("#odds ul").first.wait_for()
    before = page.locator("#odds").inner_text()
    asked = busy_once(page)
    page.locator("#roll details:has(#in-in_column) > summary").click()
    page.get_by_label("In column").check()
    page.wait_for_function("before => document.getElementById('odds').innerText !== before", arg=before)
    assert asked == [503, 200]
    look(page, axe_violations, "maneuver")
    assert "your army leader is E" in page.locator("main").inner_text()
    press(page, "Roll")
    look(page, axe_violations, "roll")
    assert "Army leader attached: +3." in page.locator("main").inner_text()
    page.get_by_role("link", name="Reroll").click()
    look(page, axe_violations, "reroll")
    press(page, "Reroll")
    assert "reroll 1" in page.locator(".subhead").inner_text()
    first, second = TableRoll.objects.order_by("again")
    assert (first.again, second.again) == (0, 1)
    enemy = browse(reverse("battles:table-rolls", args=[club.campaign.id, battle.id]), user=club.users["union"])
    assert enemy.get_by_role("link", name="Maneuver with leaders").count() == 3


def test_umpire_rolls_a_charge_with_both_brigades_filled_in(browse: Browse, axe_violations: Axe) -> None:
    club, battle = at_the_table()
    page = browse(table_of(club, battle), width=375, user=club.users["umpire"])
    page.get_by_role("link", name="Roll with your units").click()
    page.get_by_role("region", name="Confederate: rules to roll").get_by_role("link", name="Charge combat").click()
    page.get_by_role("link", name="S.M. Barton’s brigade").click()
    look(page, axe_violations, "charge")
    page.get_by_role("link", name="Fill in the enemy’s unit").click()
    look(page, axe_violations, "charge-against")
    target = page.locator("main .list .name").first
    name = target.inner_text()
    target.click()
    assert f"Against {name}." in page.locator("main").inner_text()
    look(page, axe_violations, "charge-filled")
    press(page, "Roll")
    assert "attacker loses" in page.locator("#roll .big").inner_text()
    assert TableRoll.objects.get().inputs["defender"]["triple"]
