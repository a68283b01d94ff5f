"""After logging out, the next person at this device finds nothing."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from campaign.ids import hex_id
from campaign.services import talk
from campaign.tests.builders import Club, a_club

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)
TEXT = "Hold the sunken road."
KEPT = "[localStorage, sessionStorage].filter((kept) => kept.getItem('mine')).length"


@pytest.fixture
def club() -> Club:
    club = a_club()
    talk.say(club.viewer("union"), to="side", text=TEXT)
    return club


def log_out(page: "Page") -> None:
    page.click("text=Log out")
    page.wait_for_selector("text=Log in")


def test_going_back_after_logging_out_shows_nothing_of_the_seat(club: Club, browse: Browse) -> None:
    page = browse(f"/c/{hex_id(club.campaign.id)}/talk/", user=club.users["union"])
    assert TEXT in page.content()
    page.goto(page.url.split("/c/")[0] + "/accounts/profile/")
    log_out(page)
    for _ in range(2):
        page.go_back()
        assert TEXT not in page.content()
    assert "/accounts/log-in/" in page.url


def test_header_empties_the_storage(club: Club, browse: Browse) -> None:
    page = profile(club, browse)
    page.evaluate("delete document.querySelector('[data-forget]').dataset.forget")
    log_out(page)
    assert page.evaluate(KEPT) == 0


def test_form_empties_the_storage_where_browser_ignores_the_header(club: Club, browse: Browse) -> None:
    page = profile(club, browse)
    page.route("**/log-out/", lambda route: route.fulfill(status=204))
    page.click("text=Log out")
    assert page.evaluate(KEPT) == 0


def profile(club: Club, browse: Browse) -> "Page":
    """Open the profile page of a browser that keeps something."""
    page = browse("/accounts/profile/", user=club.users["union"])
    page.evaluate("localStorage.setItem('mine', '1'); sessionStorage.setItem('mine', '1')")
    assert page.evaluate(KEPT) == 2
    return page


def test_page_kept_in_memory_reloads_without_its_session(club: Club, browse: Browse) -> None:
    page = browse(f"/c/{hex_id(club.campaign.id)}/talk/", user=club.users["union"])
    page.context.clear_cookies()
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_url("**/accounts/log-in/**")
    assert TEXT not in page.content()
