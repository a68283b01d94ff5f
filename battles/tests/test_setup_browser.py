"""The setup page in Chromium: rows come and go, typing chooses a way, and nothing scrolls sideways."""

import os
from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.selectors.reads import brief_of_battle
from battles.tests.builders import shiloh
from campaign.models import Proposal
from campaign.tests.builders import Club, a_club
from war.models import Contact

pytestmark = pytest.mark.django_db(transaction=True)
SIZES = ((375, "dark"), (1280, "light"), (1920, "light"))
ASIDE = "document.documentElement.scrollWidth > innerWidth"


def address(club: Club) -> str:
    return reverse("battles:set-up", args=[club.campaign.id])


@pytest.mark.parametrize(("width", "theme"), SIZES)
def test_setup_page_fits_and_breaks_no_axe_rule(width: int, theme: str, browse: Any, axe_violations: Any) -> None:
    club = a_club(one_off=True)
    page = browse(f"{address(club)}?like=chancellorsville", width=width, theme=theme, user=club.users["umpire"])
    for way in ("A setup in JSON", "Your own armies, in rows"):
        page.get_by_label(way, exact=True).check()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    page.get_by_label("Union leader 1", exact=True).fill("Nobody")
    page.get_by_label("Union row 1, strength points").fill("")
    shoot(page, f"filled-{width}")
    page.get_by_role("button", name="Set up the battle").last.click()
    page.locator(".errors").wait_for()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    shoot(page, f"errors-{width}")
    browse.complaints.clear()  # the console logs each refused form
    page.goto(page.url.partition("?")[0])
    shoot(page, f"start-{width}")


def shoot(page: Any, name: str) -> None:
    if folder := os.environ.get("SHOTS"):
        page.screenshot(path=f"{folder}/{name}.png", full_page=True)


def test_battle_is_set_up_in_rows_with_keys_and_clicks(browse: Any) -> None:
    club = a_club(one_off=True)
    page = browse(address(club), width=375, user=club.users["umpire"])
    page.get_by_label("Your own armies, in rows").check()
    page.get_by_label("Place", exact=False).first.fill("Antietam")
    page.get_by_label("Date", exact=False).first.fill("1862-09-17")
    for side, leaders in (
        ("Union", ["McClellan, 3 stars"]),
        ("Confederate", ["R.E. Lee, 3 stars", "Jackson, 2 stars"]),
    ):
        page.get_by_label(f"{side} row 1, strength points").fill("4")
        for n, leader in enumerate(leaders, 1):
            page.get_by_label(f"{side} leader {n}", exact=True).fill(leader)
    page.get_by_role("group", name="Confederate army").get_by_role("button", name="Add a leader").click()
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Confederate leader 4"
    page.keyboard.type("Longstreet, 2 stars")
    page.get_by_role("button", name="Remove Confederate leader 3").click()
    assert page.get_by_label("Confederate leader 3", exact=True).count() == 0
    page.keyboard.press("Enter")
    page.wait_for_url("**/b/**")
    brief = brief_of_battle(Battle.objects.get())
    assert [leader.name for leader in brief.sides["CSA"].leaders] == ["R.E. Lee", "Jackson", "Longstreet"]


def test_pasted_setup_is_chosen_by_typing(browse: Any) -> None:
    """The first sample is chosen at first; a pasted setup once laid it out instead."""
    club = a_club(one_off=True)
    page = browse(address(club), user=club.users["umpire"])
    page.get_by_label("A setup in JSON").check()
    page.get_by_role("textbox", name="Setup in JSON").fill('{"form": 1}')
    assert page.get_by_label("A setup in JSON", exact=True).is_checked()
    page.get_by_label("Shiloh", exact=True).check()
    page.get_by_role("button", name="Set up the battle").last.click()
    page.locator(".errors").get_by_text("Choose a sample or your own setup, not both.").wait_for()
    browse.complaints.clear()
    assert page.get_by_role("textbox", name="Setup in JSON").input_value() == '{"form": 1}'


def test_sample_takes_one_choice(browse: Any) -> None:
    club = a_club(one_off=True)
    page = browse(address(club), width=375, user=club.users["umpire"])
    page.get_by_label("Shiloh", exact=True).check()
    page.get_by_role("button", name="Set up the battle").last.click()
    page.wait_for_url("**/b/**")
    assert brief_of_battle(Battle.objects.get()) == shiloh()


@pytest.mark.parametrize(("width", "theme"), SIZES)
def test_proposed_setup_fits_and_breaks_no_axe_rule(width: int, theme: str, browse: Any, axe_violations: Any) -> None:
    club = a_club(one_off=True, umpire_kind="site")
    page = browse(address(club), width=width, theme=theme, user=club.users["union"])
    page.get_by_label("Shiloh", exact=True).check()
    page.get_by_role("button", name="Propose the battle").last.click()
    page.get_by_role("link", name="Read it in full").click()
    page.get_by_text("As JSON").click()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    shoot(page, f"proposed-{width}")
    assert Proposal.objects.count() == 1
    assert not Contact.objects.exists()
