"""The home page in a real Chromium follows all its reader's campaigns, by one stream."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.urls import reverse

from campaign.models import Seat
from campaign.services import invitations, talk
from campaign.services.record import open_act
from campaign.services.seats import add_seat
from campaign.tests.builders import Club, a_club
from campaign.tests.test_club_life import a_second_club
from config.testing.mixed import MixedSite

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def clubs() -> tuple[Club, Club]:
    """Return two campaigns; the umpire of the first is also that of the second."""
    club = a_club(name="Western Rivers")
    other = a_second_club(club)
    Seat.objects.filter(campaign=other.campaign, role="umpire").update(user=club.users["umpire"])
    return club, Club(other.campaign, club.users | other.users)


def wait_for_stream(page: "Page") -> None:
    page.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)


def tell(club: Club, words: str) -> None:
    with open_act(None, campaign_id=club.campaign.id, stream="campaign", kind="note") as act:
        act.tell("public", words)


def test_home_page_follows_every_campaign_by_one_stream(
    clubs: tuple[Club, Club], browse: Browse, site: MixedSite
) -> None:
    page = browse("/", user=clubs[0].users["umpire"])
    wait_for_stream(page)
    for club, words in zip(clubs, ("Rain at Corinth.", "Snow at Nashville."), strict=True):
        tell(club, words)
        page.get_by_text(words).wait_for(timeout=5_000)
    assert site.hub.count == 1


def test_home_page_shows_a_new_move_at_once(clubs: tuple[Club, Club], browse: Browse, site: MixedSite) -> None:
    page = browse("/", user=clubs[0].users["umpire"])
    wait_for_stream(page)
    add_seat(clubs[0].viewer("umpire"), role="commander", side="CSA", scope="East")
    page.get_by_text("Confederate, East").first.wait_for(timeout=5_000)


def test_home_page_ignores_what_its_reader_may_not_know(
    clubs: tuple[Club, Club], browse: Browse, site: MixedSite
) -> None:
    page = browse("/", user=clubs[0].users["confederate"])
    wait_for_stream(page)
    page.wait_for_timeout(500)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    talk.say(clubs[0].viewer("union"), to="side", text="Hold.")
    page.wait_for_timeout(1_000)
    assert asked == []


def test_home_page_shows_an_invitation_when_it_is_looked_at_again(
    clubs: tuple[Club, Club], browse: Browse, site: MixedSite
) -> None:
    page = browse("/", user=clubs[0].users["outsider"])
    wait_for_stream(page)
    add_seat(clubs[0].viewer("umpire"), role="commander", side="CSA", scope="East")
    seat = Seat.objects.get(campaign=clubs[0].campaign, scope="East")
    invitations.invite(clubs[0].viewer("umpire"), seat_id=seat.pk, how="name", username="outsider")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.get_by_role("button", name="Take the seat").wait_for(timeout=5_000)


def test_home_page_leaves_no_stream_behind(clubs: tuple[Club, Club], browse: Browse, site: MixedSite) -> None:
    page = browse("/", user=clubs[0].users["umpire"])
    wait_for_stream(page)
    page.goto(site.url + reverse("help"))
    for _ in range(100):
        if site.hub.count == 0:
            break
        page.wait_for_timeout(50)
    assert (site.hub.count, site.hub.listeners) == (0, {})
