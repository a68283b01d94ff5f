"""Rule pages on a phone: one tap to roll, inputs kept, nothing lost offline."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from campaign.models import Throw, User
from campaign.tests.builders import enroll

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ARRIVAL = "/rules/cw_to_ff/flank_march_arrival/"
PAGES = ("/rules/", "/rules/cw_to_ff/", ARRIVAL, "/rules/cw_to_ff/check_order_of_battle/", "/rules/civil_war/combat/")


@pytest.fixture
def union() -> User:
    return enroll("union")["union"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_rule_pages_pass_axe_and_never_scroll_sideways(
    browse: Browse, axe_violations: Callable[..., Any], path: str, theme: str
) -> None:
    page = browse(path, width=375, theme=theme)
    page.wait_for_timeout(300)
    assert page.evaluate("document.documentElement.scrollWidth") <= 375
    assert axe_violations(page) == []


def test_odds_follow_the_form_and_next_roll_is_one_tap(browse: Browse, union: User) -> None:
    page = browse(ARRIVAL, width=375, user=union)
    page.select_option("[name=hex_terrain]", "clear")
    page.fill("[name=initiative]", "4")
    page.locator("#odds", has_text="75%").wait_for()
    for throws in (1, 2):
        page.click("#ask button")
        page.wait_for_load_state()
        assert page.locator("#result .big").is_visible()
        assert page.input_value("[name=initiative]") == "4"
        assert Throw.objects.count() == throws


def test_inputs_are_kept_for_next_visit(browse: Browse) -> None:
    page = browse(ARRIVAL, width=375)
    page.fill("[name=initiative]", "3")
    page.reload()
    assert page.input_value("[name=initiative]") == "3"


def test_offline_page_keeps_its_result_and_sends_when_back_online(browse: Browse) -> None:
    page = browse(ARRIVAL, width=375)
    page.select_option("[name=hex_terrain]", "clear")
    page.fill("[name=initiative]", "2")
    page.fill("[name=dice]", "3")
    page.click("#ask button")
    page.wait_for_load_state()
    said = page.inner_text("#result .big")
    assert said.startswith("swift")
    page.context.set_offline(True)
    page.fill("[name=dice]", "1")
    page.click("#ask button")
    page.wait_for_selector("#signal", state="visible")
    assert page.inner_text("#result .big") == said
    assert page.input_value("[name=dice]") == "1"
    assert page.locator("table.register").first.is_visible()
    page.context.set_offline(False)
    page.locator("#result .big", has_text="plodding").wait_for()
    browse.complaints.clear()  # type: ignore[attr-defined]
