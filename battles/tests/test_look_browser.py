"""The result on a phone, a desktop, and paper."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.selectors.reads import plans_of, units_of
from battles.services import result
from battles.tests.builders import a_battle, a_side_result, both_request, open_it, seal_both
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db(transaction=True)
LABELS = """() => [...document.querySelectorAll('.fold tfoot td')].map(
    cell => getComputedStyle(cell, '::before').content)"""


@pytest.fixture
def entered() -> tuple[Club, str]:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    battle = Battle.objects.get(id=battle.id)
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        entered = a_side_result(units_of(battle, side, plans_of(battle)), points=3, end=end)
        result.enter_result(club.viewer(who), battle.id, entered=entered)
    return club, reverse("battles:detail", args=[club.campaign.id, battle.id])


def test_phone_folds_losses_and_labels_totals(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["observer"])
    assert not page.locator(".fold tfoot").first.is_visible()
    page.get_by_text("Losses", exact=True).first.click()
    assert page.locator(".fold tfoot").first.is_visible()
    assert [label.strip('" ') for label in page.evaluate(LABELS)][:4] == ["Killed", "Captured", "Skedaddled", "Quit"]


def test_unfolded_losses_stay_open_after_confirmation(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["observer"])
    page.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)
    page.get_by_text("Losses", exact=True).nth(1).click()
    result.confirm_result(club.viewer("confederate"), Battle.objects.get().id)
    page.get_by_text("Confirmed", exact=True).wait_for()
    assert [figures.is_visible() for figures in page.locator(".fold tfoot").all()] == [False, True]
    assert page.evaluate("document.activeElement.textContent") == "Losses"


def test_side_that_must_confirm_sees_its_losses_unfolded(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=375, user=club.users["union"])
    assert page.get_by_label("Union result").locator("table").is_visible()
    assert not page.get_by_label("Confederate result").locator("table").is_visible()


def test_desktop_and_paper_show_losses_and_paper_omits_links(entered: tuple[Club, str], browse: Any) -> None:
    club, address = entered
    page = browse(address, width=1280, user=club.users["observer"])
    assert page.locator(".fold tfoot").first.is_visible()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 600, "height": 900})
    assert page.locator(".fold tfoot").first.is_visible()
    assert not page.locator(".steps, .step-line").first.is_visible()
    assert not page.get_by_text("View the battle’s journal").is_visible()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
