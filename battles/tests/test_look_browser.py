"""The result on a phone, on a desk and on paper."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.selectors.reads import plans_of, units_of
from battles.services import result
from battles.tests.builders import a_battle, a_half, both_tap, open_it, seal_both
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db(transaction=True)
LABELS = """() => [...document.querySelectorAll('tfoot td')].map(cell => getComputedStyle(cell, '::before').content)"""


@pytest.fixture
def entered() -> tuple[Club, str]:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_tap(club, battle, "end")
    battle = Battle.objects.get(id=battle.id)
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        half = a_half(units_of(battle, side, plans_of(battle)), points=3, end=end)
        result.enter_result(club.viewer(who), battle.id, half=half)
    return club, reverse("battles:detail", args=[club.campaign.id, battle.id])


def test_on_a_phone_the_figures_are_folded_and_every_sum_says_of_what(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["observer"])
    assert not page.locator("tfoot").first.is_visible()
    page.get_by_text("Losses", exact=True).first.click()
    assert page.locator("tfoot").first.is_visible()
    assert [label.strip('" ') for label in page.evaluate(LABELS)][:4] == ["Killed", "Captured", "Skedaddled", "Quit"]


def test_figures_that_are_unfolded_stay_so_when_a_side_confirms(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["observer"])
    page.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)
    page.get_by_text("Losses", exact=True).nth(1).click()
    result.confirm_result(club.viewer("confederate"), Battle.objects.get().id)
    page.get_by_text("Confirmed", exact=True).wait_for()
    assert [figures.is_visible() for figures in page.locator("tfoot").all()] == [False, True]
    assert page.evaluate("document.activeElement.textContent") == "Losses"


def test_who_has_to_confirm_reads_his_figures_unfolded(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["union"])
    assert page.get_by_label("Result of the Union").locator("table").is_visible()
    assert not page.get_by_label("Result of the Confederate").locator("table").is_visible()


def test_a_desk_and_paper_show_the_figures_and_paper_leaves_out_what_only_leads_on(
    entered: tuple[Club, str], browse: Any
) -> None:
    club, address = entered
    page = browse(address, width=1280, user=club.users["observer"])
    assert page.locator("tfoot").first.is_visible()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 600, "height": 900})
    assert page.locator("tfoot").first.is_visible()
    assert not page.locator(".steps, .step-line").first.is_visible()
    assert not page.get_by_text("View the battle’s journal").is_visible()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
