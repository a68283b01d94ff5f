"""Rules inside a campaign in a browser: an unknown number is typed where it is needed, and nothing typed is lost."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from campaign.ids import hex_id
from campaign.tests.builders import Club, a_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (1280, "light")])
def test_umpire_types_an_unknown_number_at_the_table(browse: Browse, club: Club, width: int, theme: str) -> None:
    path = f"/c/{hex_id(club.campaign.id)}/rulebook/fire_and_fury/fire/"
    page = browse(path, width=width, theme=theme, user=club.users["umpire"])
    page.fill("[name='firers.0.points_each']", "")
    page.locator("summary", has_text="More").first.click()
    page.fill("[name='firers.0.range_inches']", "3")
    page.fill("[name=dice]", "8")
    page.locator("#odds a", has_text="Type it once").wait_for()
    for number in ("4", "2"):
        page.click("#ask button")
        page.locator("#number_value").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.fill("#number_value", number)
        page.fill("#number_reason", "Our old book.")
        page.click("text=Enter the number")
        page.locator("text=The number is entered.").wait_for()
        assert page.input_value("[name='firers.0.range_inches']") == "3"
        assert page.input_value("[name=dice]") == "8"
    page.click("#ask button")
    page.locator("#result .big").wait_for()
    page.locator("#odds .note", has_text="Our old book.").first.wait_for()
    page.locator(".why", has_text="Our old book.").wait_for()
    browse.complaints.clear()  # type: ignore[attr-defined]  # the refused posts


def test_number_page_and_books_pass_axe_on_a_phone(
    browse: Browse, axe_violations: Callable[..., Any], club: Club
) -> None:
    base = f"/c/{hex_id(club.campaign.id)}/"
    asked = "rules/number/?table=fire_and_fury.fire_ranges&row=infantry&column=nearest"
    for rest in (asked, "rules/number/", "rulebook/", "rulebook/fire_and_fury/"):
        page = browse(base + rest, width=375, user=club.users["umpire"])
        assert page.evaluate("document.documentElement.scrollWidth") <= 375
        assert axe_violations(page) == []
