"""Losses ticked on phones in Chromium: two of one side, without a signal, late, and at log-out."""

import re
import time
from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, Tick
from battles.selectors.losses import tally_of
from battles.selectors.reads import find_battle, plans_of, units_of
from battles.services import result, ticks
from battles.tests.builders import a_battle, a_side_result, both_request, open_it, seal_both, told
from battles.tests.test_setup_browser import ASIDE, shoot
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db(transaction=True)
FIRST, SECOND = "c0d0b0", "c0d0b1"
Fight = tuple[Club, Battle]
QUEUE = "() => Object.keys(localStorage).filter(key => key.startsWith('np-ticks:')).length"
EMPTY = QUEUE + " === 0"


@pytest.fixture
def fight() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    return club, battle


def url(battle: Battle, side: str = "usa") -> str:
    return reverse("battles:side-losses", args=[battle.campaign_id, battle.pk, side])


def phone(browse: Any, fight: Fight, who: str = "union", side: str = "usa", **how: Any) -> Any:
    club, battle = fight
    page = browse(url(battle, side), user=club.users[who], width=375, height=760, **how)
    page.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)
    return page


def press(page: Any, words: str, unit: str = FIRST) -> None:
    page.locator(f"#at-{unit}").get_by_role("button", name=words, exact=True).click()


def wait_for_ticks(count: int) -> None:
    until = time.monotonic() + 60
    while Tick.objects.count() < count:
        assert time.monotonic() < until, f"{Tick.objects.count()} ticks"
        time.sleep(0.05)


def present(fight: Fight, unit: str) -> int:
    club, battle = fight
    return tally_of(find_battle(club.viewer("umpire"), battle.pk), "USA").present(unit)


def test_two_phones_of_one_side_add_up_though_one_was_offline(browse: Any, fight: Fight) -> None:
    """Twenty ticks each, one phone without a signal until the other is done; none is refused."""
    one, other = phone(browse, fight), phone(browse, fight)
    other.context.set_offline(True)
    units = [f"c0d0b{n}" for n in range(3)] + [f"c0d1b{n}" for n in range(2)]
    for n in range(20):
        press(one, "Killed", units[n % 5])
        press(other, "Captured", units[n % 5])
    wait_for_ticks(20)
    other.get_by_text("20 ticks wait.").wait_for()
    assert Tick.objects.count() == 20
    other.context.set_offline(False)
    wait_for_ticks(40)
    assert Tick.objects.filter(counts=True).count() == 40
    assert [present(fight, unit) for unit in units] == [stands_of(fight, unit) - 8 for unit in units]
    other.wait_for_function(EMPTY)
    assert not other.locator("#returned").is_visible()
    browse.complaints.clear()  # the console logs each request without a signal


def stands_of(fight: Fight, unit: str) -> int:
    battle = find_battle(fight[0].viewer("umpire"), fight[1].pk)
    return next(each.stands for each in units_of(battle, "USA", plans_of(battle)) if each.id == unit)


def test_tick_on_one_phone_is_seen_on_the_other(browse: Any, fight: Fight) -> None:
    one, other = phone(browse, fight), phone(browse, fight)
    press(one, "Killed")
    other.locator(f"#at-{FIRST}").get_by_text("7 of 8").wait_for()
    press(other, "Undo killed")
    one.locator(f"#at-{FIRST}").get_by_text("8 of 8").wait_for()


def test_late_tick_returns_with_its_reason(browse: Any, fight: Fight) -> None:
    club, battle = fight
    page = phone(browse, fight)
    page.context.set_offline(True)
    press(page, "Killed")
    page.get_by_text("1 tick waits.").wait_for()
    both_request(club, battle, "end")
    union = club.viewer("union")
    entered = a_side_result(units_of(battle, "USA", plans_of(battle)))
    result.enter_result(union, battle.pk, entered=entered)
    result.confirm_result(union, battle.pk)
    said = told(club, "confederate")
    page.context.set_offline(False)
    page.evaluate("() => dispatchEvent(new Event('online'))")
    page.get_by_text("The Union result was confirmed before this loss came, so it doesn’t count.").wait_for()
    assert "Peabody’s brigade" in page.locator("#returned").inner_text()
    assert not Tick.objects.exists()
    assert told(club, "confederate") == said
    browse.complaints.clear()


def test_log_out_asks_and_then_deletes_the_queue(browse: Any, fight: Fight) -> None:
    page = phone(browse, fight)
    page.route(re.compile("/losses/"), lambda route: route.abort())
    press(page, "Killed")
    page.get_by_text("1 tick waits.").wait_for()
    page.goto(page.url.split("/c/")[0] + "/accounts/profile/")
    asked: list[str] = []

    def answer(dialog: Any) -> None:
        asked.append(dialog.message)
        if len(asked) > 1:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    page.get_by_role("button", name="Log out").click()
    assert page.evaluate(QUEUE) == 1
    with page.expect_navigation():
        page.get_by_role("button", name="Log out").click()
    assert asked == ["1 ticked loss isn’t sent yet. Log out and delete it?"] * 2
    assert page.evaluate(QUEUE) == 0
    browse.complaints.clear()


def test_queue_goes_only_under_the_seat_that_made_it(browse: Any, fight: Fight) -> None:
    """A queue that another seat left in this browser stays where it is."""
    battle = fight[1]
    seat = phone(browse, fight).locator("#losses").get_attribute("data-seat")
    page = phone(browse, fight, "umpire")
    left = f"[{{unit: '{FIRST}', cause: 'killed', by: 1, expected: 8, turn: 1, key: 'k'}}]"
    page.evaluate(f"() => localStorage.setItem('np-ticks:{seat}:{url(battle)}', JSON.stringify({left}))")
    page.reload()
    press(page, "Killed", SECOND)
    wait_for_ticks(1)
    page.wait_for_timeout(500)
    assert list(Tick.objects.values_list("unit", flat=True)) == [SECOND]
    assert page.evaluate(QUEUE) == 1


@pytest.mark.parametrize(("width", "theme"), [(375, "light"), (375, "dark"), (1280, "light"), (1920, "dark")])
def test_page_fits_and_breaks_no_axe_rule(
    browse: Any, fight: Fight, axe_violations: Any, width: int, theme: str
) -> None:
    club, battle = fight
    for cause, count in (("killed", 2), ("captured", 1), ("skedaddled", 1)):
        for _ in range(count):
            ticks.tick(club.viewer("union"), battle.pk, unit=FIRST, cause=cause)
    for _ in range(3):
        ticks.tick(club.viewer("union"), battle.pk, unit=SECOND, cause="killed")
    ticks.tick(club.viewer("union"), battle.pk, unit="@c0d0b0", cause="wounded")
    ticks.tick(club.viewer("union"), battle.pk, unit="c0d0b2", cause="quit")
    for who in ("union", "umpire"):
        page = browse(url(battle), user=club.users[who], width=width, theme=theme)
        assert axe_violations(page) == []
        assert not page.evaluate(ASIDE)
        shoot(page, f"losses-{who}-{width}-{theme}")
