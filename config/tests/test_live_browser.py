"""Open pages in a real Chromium follow what others do, through lost connections and without streams."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.services import plans
from battles.tests.builders import a_battle
from campaign.services import talk
from campaign.services.sweep import sweep
from campaign.tests.builders import Club
from config.testing.mixed import MixedSite

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = pytest.mark.django_db(transaction=True)
STREAMS = re.compile(r"//[^/]+/live/\?")
WORD = "We meet on Thursday at eight."


@pytest.fixture
def fight() -> tuple[Club, Battle]:
    return a_battle()


def at(fight: tuple[Club, Battle], name: str) -> str:
    club, battle = fight
    return reverse(name, args=[club.campaign.id, battle.id] if name.startswith("battles:") else [club.campaign.id])


def wait_for_live(page: "Page", how: str = "stream") -> None:
    page.locator(f'body[data-live="{how}"]').wait_for(state="attached", timeout=15_000)


def post_message(club: Club, words: str) -> None:
    talk.say(club.viewer("umpire"), to="all", text=words)


def test_open_union_page_follows_a_confederate_act(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, _ = fight
    union = browse(at(fight, "battles:detail"), user=club.users["union"])
    confederate = browse(at(fight, "battles:plan"), user=club.users["confederate"])
    wait_for_live(union)
    assert union.get_by_text("Confederate: not yet sealed").is_visible()
    confederate.get_by_role("button", name="Seal the plan").click()
    union.get_by_text("Confederate: sealed today").wait_for(timeout=3_000)
    assert union.get_by_role("link", name="Make the plan").is_visible()


def test_page_reconnects_and_misses_nothing(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, _ = fight
    union = browse(at(fight, "talk:page"), user=club.users["union"])
    wait_for_live(union)
    site.cut()
    post_message(club, WORD)
    union.get_by_text(WORD).wait_for(timeout=10_000)
    wait_for_live(union)
    post_message(club, "At nine, I mean.")
    union.get_by_text("At nine, I mean.").wait_for(timeout=3_000)
    browse.complaints.clear()  # type: ignore[attr-defined]  # a cut stream logs a console line


def test_page_polls_where_streams_are_blocked(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, _ = fight
    union = browse("/", user=club.users["union"])
    union.route(STREAMS, lambda route: route.abort())
    union.goto(site.url + at(fight, "talk:page"))
    wait_for_live(union, "poll")
    post_message(club, WORD)
    union.get_by_text(WORD).wait_for(timeout=12_000)
    assert site.hub.count == 0
    browse.complaints.clear()  # type: ignore[attr-defined]  # each blocked stream logs a console line


def test_seven_tabs_hold_one_stream_and_all_follow(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, battle = fight
    first = browse(at(fight, "battles:detail"), user=club.users["union"])
    tabs = [first, *(first.context.new_page() for _ in range(6))]
    for tab in tabs[1:]:
        tab.goto(first.url)
    wait_for_live(first)
    assert site.hub.count == 1
    plans.seal(club.viewer("confederate"), battle.id, plan={}, entropy="bb")
    sweep(club.campaign.id)
    for tab in tabs:
        tab.get_by_text("Confederate: sealed today").wait_for(timeout=5_000)
    assert site.hub.count == 1


def test_leaving_the_page_closes_its_stream(fight: tuple[Club, Battle], browse: Browse, site: MixedSite) -> None:
    club, _ = fight
    union = browse(at(fight, "campaigns:page"), user=club.users["union"])
    wait_for_live(union)
    union.goto(site.url + "/help/")
    _until(lambda: site.hub.count == 0, union)


def _until(true: Callable[[], bool], page: Any, *, seconds: float = 5.0) -> None:
    for _ in range(int(seconds * 20)):
        if true():
            return
        page.wait_for_timeout(50)
    assert true()
