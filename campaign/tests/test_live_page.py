"""Live updates in the browser: one stream for all tabs, a new leader, a new token, polling when streams fail."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from campaign.tests.live_page import HALL

pytestmark = [pytest.mark.urls("campaign.tests.live_page"), pytest.mark.django_db]
HIDE = """hidden => { Object.defineProperty(document, 'hidden', {configurable: true, get: () => hidden});
document.dispatchEvent(new Event('visibilitychange')); }"""


@pytest.fixture(autouse=True)
def _hall() -> None:
    HALL.__init__()  # type: ignore[misc]


@pytest.fixture
def site(live_server: Any) -> Any:
    """Serve these pages with Django alone; the test drives their stream."""
    return live_server


def until(true: Callable[[], bool], page: Any, *, seconds: float = 6.0) -> bool:
    """Wait, with the browser running, until a condition is true."""
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        page.wait_for_timeout(20)
    return true()


def shows(page: Any, version: int) -> bool:
    return bool(page.inner_text("#part") == page.inner_text("#own") == f"version {version}")


def test_ping_refreshes_every_part(browse: Any) -> None:
    """The event on the body and the extension's own trigger both refresh at once."""
    page = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, page)
    page.wait_for_timeout(150)
    HALL.ping()
    assert until(lambda: shows(page, 2), page, seconds=1)
    assert HALL.fetches == 2


def test_change_before_stream_opens_is_not_missed(browse: Any) -> None:
    page = browse("/listening/")
    HALL.version, HALL.after_page = 5, 6
    page.reload()
    assert until(lambda: shows(page, 6), page)


def test_change_during_fetch_is_not_missed(browse: Any) -> None:
    """The second ping comes while the first answer, which shows the older state, is on its way."""
    page = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, page)
    page.wait_for_timeout(150)
    HALL.slow = 0.4
    HALL.ping()
    page.wait_for_timeout(150)
    HALL.ping()
    assert until(lambda: bool(page.inner_text("#whole") == "version 3"), page, seconds=4)


def refresh(page: Any) -> None:
    """Ping the listening page and wait until it shows the new version."""
    assert until(lambda: len(HALL.listeners) == 1, page)
    page.wait_for_timeout(150)
    HALL.ping()
    assert until(lambda: bool(page.inner_text("#kept p >> nth=0") == f"version {HALL.version}"), page)


def test_refresh_keeps_folds_and_typed_text(browse: Any) -> None:
    """Folds are matched by id or else by content; an untouched fold follows the server."""
    page = browse("/listening/")
    page.locator("summary").nth(1).click()
    page.locator("summary").nth(2).click()
    page.fill("[name=words]", "To the left")
    refresh(page)
    refresh(page)
    assert page.evaluate("[...document.querySelectorAll('details')].map(fold => fold.open)") == [False, True, False]
    assert page.input_value("[name=words]") == "To the left"


@pytest.mark.parametrize("place", ["#kept summary >> nth=1", "#kept a", "[name=words]"])
def test_refresh_keeps_focus(browse: Any, place: str) -> None:
    page = browse("/listening/")
    page.focus(place)
    refresh(page)
    assert page.locator(place).evaluate("part => part === document.activeElement")


def test_seven_tabs_share_one_stream_and_all_refresh(browse: Any) -> None:
    """Over plain http a browser holds six connections to a host: seven streams would block the site."""
    first = browse("/listening/")
    tabs = [first]
    for _ in range(6):
        tab = first.context.new_page()
        tab.goto(first.url)
        tabs.append(tab)
    assert until(lambda: len(HALL.listeners) == 1, first)
    first.wait_for_timeout(2500)  # still one after a heartbeat
    assert len(HALL.listeners) == 1
    HALL.ping()
    assert until(lambda: all(shows(tab, 2) for tab in tabs), first, seconds=3)


def test_another_tab_takes_over_when_leader_closes(browse: Any) -> None:
    first = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, first)
    second = first.context.new_page()
    second.goto(first.url)
    second.wait_for_timeout(300)
    first.close()
    assert until(lambda: second.evaluate("document.body.dataset.live") == "stream", second)
    HALL.ping()
    assert until(lambda: shows(second, 2), second)


def test_hidden_tab_closes_stream_and_catches_up_later(browse: Any) -> None:
    page = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, page)
    page.evaluate(HIDE, True)
    assert until(lambda: not HALL.listeners, page)
    HALL.ping()
    page.wait_for_timeout(300)
    assert not shows(page, 2)
    page.evaluate(HIDE, False)
    assert until(lambda: shows(page, 2), page)
    assert until(lambda: len(HALL.listeners) == 1, page)


def test_expired_token_is_renewed(browse: Any) -> None:
    page = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, page)
    HALL.send("event: renew\ndata: 0\n\n")
    assert until(lambda: HALL.tokens == 2 and len(HALL.listeners) == 1, page)
    HALL.ping()
    assert until(lambda: shows(page, 2), page)


def test_version_zero_makes_the_page_check_again(browse: Any) -> None:
    """Version 0 means something may have been missed, so the page asks for the current version."""
    page = browse("/listening/")
    assert until(lambda: len(HALL.listeners) == 1, page)
    HALL.version = 9
    HALL.send("event: changed\ndata: 0\n\n")
    assert until(lambda: shows(page, 9), page)


def test_page_polls_without_streams_and_returns_to_them(browse: Any) -> None:
    HALL.is_refusing = True
    page = browse("/listening/")
    assert until(lambda: page.evaluate("document.body.dataset.live") == "poll", page)
    HALL.version = 4
    assert until(lambda: shows(page, 4), page)
    HALL.is_refusing = False
    assert until(lambda: page.evaluate("document.body.dataset.live") == "stream", page, seconds=20)
    HALL.ping()
    assert until(lambda: shows(page, 5), page)
    browse.complaints.clear()  # each refused stream logs a console line
