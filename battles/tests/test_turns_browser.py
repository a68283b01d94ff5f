"""A turn and a result in Chromium: the focus stays, refusals stay, and contradictions appear while typing."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, TurnRequest
from battles.tests.builders import a_battle, both_request, march, open_it, request, seal_both, to_turn
from campaign.services.sweep import sweep
from campaign.tests.builders import Club

pytestmark = pytest.mark.django_db(transaction=True)
FOCUSED = "document.activeElement.id"
Fight = tuple[Club, Battle]


@pytest.fixture
def fight() -> Fight:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=4)
    return club, battle


def url(battle: Battle, name: str = "detail", *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def listen(page: Any) -> None:
    page.locator('body[data-live="stream"]').wait_for(state="attached", timeout=15_000)


@pytest.mark.parametrize("name", ["detail", "table"])
def test_focus_stays_on_the_button_through_the_step(fight: Fight, browse: Any, name: str) -> None:
    club, battle = fight
    page = browse(url(battle, name), user=club.users["union"])
    listen(page)
    page.locator("#request-on").focus()
    page.keyboard.press("Enter")
    page.get_by_text("Union is ready for the next turn.").first.wait_for()
    assert page.evaluate(FOCUSED) == "request-on"
    request(club, battle, "confederate")
    page.get_by_text("Turn 2, 2 of 25").wait_for()
    assert page.evaluate(FOCUSED) == "request-on"
    sweep(club.campaign.id)
    page.locator("#request-on.main").wait_for()
    assert page.evaluate(FOCUSED) == "request-on"


def test_taps_on_two_pages_at_once_both_count(fight: Fight, browse: Any) -> None:
    club, battle = fight
    pages = [browse(url(battle, "table"), user=club.users[who]) for who in ("union", "confederate")]
    for page in pages:
        page.get_by_role("button", name="Next turn").click(no_wait_after=True)
    for page in pages:
        page.get_by_text("Turn 2, 2 of 25").wait_for()
        assert not page.locator(".errors").is_visible()
    assert TurnRequest.objects.count() == 2


def with_a_finger_down(club: Club, battle: Battle, browse: Any) -> Any:
    """Open the Confederate page at the table and press its next turn, without letting go."""
    page = browse(url(battle, "table"), user=club.users["confederate"])
    listen(page)
    page.get_by_role("button", name="Next turn").hover()
    page.mouse.down()
    return page


def test_tap_counts_though_the_page_updates_under_the_finger(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = with_a_finger_down(club, battle, browse)
    with page.expect_response(lambda answer: answer.url.endswith(url(battle, "table"))) as update:
        request(club, battle, "union")
    update.value.finished()
    page.wait_for_timeout(300)
    page.mouse.up()
    page.get_by_text("Turn 2, 2 of 25").wait_for()


def test_finger_that_lifts_elsewhere_lets_the_page_update(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = with_a_finger_down(club, battle, browse)
    request(club, battle, "union")
    page.mouse.move(5, 5)
    page.mouse.up()
    page.get_by_text("Union is ready for the next turn.").first.wait_for()
    assert TurnRequest.objects.count() == 1


def test_second_tap_isnt_released_by_the_first(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = with_a_finger_down(club, battle, browse)
    page.mouse.move(5, 5)
    page.mouse.up()
    page.get_by_role("button", name="Next turn").hover()
    page.mouse.down()
    with page.expect_response(lambda answer: answer.url.endswith(url(battle, "table"))) as update:
        request(club, battle, "union")
    update.value.finished()
    page.wait_for_timeout(600)  # longer than the first tap's pause
    assert page.get_by_text("Union is ready for the next turn.").count() == 0
    page.mouse.up()
    page.get_by_text("Turn 2, 2 of 25").wait_for()


def test_refusal_under_way_survives_an_update(fight: Fight, browse: Any) -> None:
    """The answer to a tap comes after the page has heard of the other side's."""
    club, battle = fight
    page = browse(url(battle), user=club.users["confederate"])
    listen(page)
    page.evaluate("for (const turn of document.querySelectorAll('input[name=turn]')) turn.value = 7")

    taps: list[Any] = []
    page.route("**/request/", lambda route: taps.append(route), times=1)
    page.get_by_role("button", name="Next turn").click(no_wait_after=True)
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        request(club, battle, "union")
    page.wait_for_timeout(300)
    taps[0].continue_()
    page.get_by_text("It’s now turn 1.").wait_for()
    page.get_by_text("Union is ready for the next turn.").first.wait_for()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("Turn 2, 2 of 25").wait_for()
    browse.complaints.clear()  # the console logs the refusal


def test_refusal_stays_when_the_page_updates_itself(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), user=club.users["union"])
    page.evaluate("document.querySelector('#battle').removeAttribute('hx-trigger')")
    page.evaluate("htmx.process(document.querySelector('#battle'))")
    page.evaluate("for (const turn of document.querySelectorAll('input[name=turn]')) turn.value = 7")
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("It’s now turn 1.").wait_for()
    request(club, battle, "confederate")
    with page.expect_response(lambda answer: answer.request.method == "GET"):
        page.evaluate("document.body.dispatchEvent(new CustomEvent('np:changed'))")
    page.get_by_text("Confederate is ready for the next turn.").first.wait_for()
    assert page.get_by_text("It’s now turn 1.").is_visible()
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("Turn 2, 2 of 25").wait_for()
    assert not page.get_by_text("It’s now turn 1.").is_visible()
    browse.complaints.clear()  # the console logs the refusal


def test_notice_is_put_away_without_leaving_the_page(fight: Fight, browse: Any) -> None:
    club, battle = fight
    to_turn(club, battle, 3)
    page = browse(url(battle, "table"), width=375, user=club.users["union"])
    page.get_by_role("button", name="I have read it").click()
    page.get_by_label("Notice").wait_for(state="detached")
    assert page.url.endswith(url(battle, "table"))


def test_contradiction_comes_and_goes_while_typing(fight: Fight, browse: Any, axe_violations: Any) -> None:
    club, battle = fight
    both_request(club, battle, "end")
    page = browse(url(battle, "side-result", "usa"), width=375, height=2400, user=club.users["union"])
    killed = page.get_by_label("green infantry, losses").first
    killed.fill("900")
    said = page.get_by_text("so its losses must total 0 to")
    said.wait_for()
    assert said.count() == 1
    assert page.evaluate("document.activeElement.name") == "c0d1b0-lost"
    assert axe_violations(page) == []
    killed.fill("3")
    said.wait_for(state="detached")


def test_umpire_sees_both_results_beside_each_other(fight: Fight, browse: Any, axe_violations: Any) -> None:
    club, battle = fight
    both_request(club, battle, "end")
    page = browse(url(battle, "result"), user=club.users["umpire"])
    union, confederate = (page.get_by_label(side, exact=True).bounding_box() for side in ("Union", "Confederate"))
    assert union["x"] + union["width"] < confederate["x"]
    assert abs(union["width"] - confederate["width"]) < 1
    assert union["y"] == confederate["y"]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert axe_violations(page) == []


def test_last_turn_asks_before_night_falls(fight: Fight, browse: Any, axe_violations: Any) -> None:
    club, battle = fight
    Battle.objects.update(turn=25)
    page = browse(url(battle, "table"), width=375, user=club.users["union"])
    page.get_by_role("link", name="End the day").click()
    page.get_by_text("night falls, and each side seals").wait_for()
    assert axe_violations(page) == []
    page.get_by_role("button", name="End the day").click()
    page.wait_for_url(f"**{url(battle, 'table')}")
    page.get_by_text("Union is ready for the next turn.").first.wait_for()
