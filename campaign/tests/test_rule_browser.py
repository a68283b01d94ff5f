"""Rule pages on a phone: one tap to roll, inputs kept, nothing lost offline."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from campaign.ids import hex_id
from campaign.models import Throw, User
from campaign.tests.builders import a_club, enroll
from campaign.tests.harness.rotation import is_due
from rulesets.core import registry

if TYPE_CHECKING:
    from playwright.sync_api import Page

Browse = Callable[..., "Page"]
BusyOnce = Callable[["Page"], list[int]]
pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
ARRIVAL = "/rules/cw_to_ff/flank_march_arrival/"
LISTS = ("/rules/", "/rules/?q=flank", "/rules/?q=nothing", "/rules/cw_to_ff/", "/rules/civil_war/?rulings")
PHONE, SCREEN, LONGEST = 375, 812, 4_000
SMALL = """() => [...document.querySelectorAll('main :is(.button, summary, .tap, select, .input, .choice)')]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 44)
    .map((part) => part.outerHTML.slice(0, 80))"""
BROKEN = """() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.parentElement.checkVisibility() || text.parentElement.closest('.hide, textarea, select, svg')) continue;
    for (const word of text.data.matchAll(/[A-Za-z]{2,}/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1) broken.push(word[0]);
    }
  }
  return broken;
}"""


@pytest.fixture
def union() -> User:
    return enroll("union")["union"]


def faults_of(page: "Page") -> list[object]:
    """Return what is wrong with a page on a phone, its folds opened: sideways scroll, broken words, small targets."""
    page.evaluate("document.querySelectorAll('main details').forEach((part) => { part.open = true; })")
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*([f"{width} wide"] if width > PHONE else []), *page.evaluate(BROKEN), *page.evaluate(SMALL)]


def await_odds(page: "Page") -> None:
    """Wait until the odds are there, if there are any."""
    if page.locator("#odds").count():
        page.locator("#odds ul").first.wait_for()


def result_gap(page: "Page") -> float:
    """Return how far the button is from the result, in pixels, as the page comes back."""
    result, button = page.locator("#result").bounding_box(), page.locator("#ask .main").bounding_box()
    assert result
    assert button
    assert result["y"] < SCREEN
    return abs(button["y"] + button["height"] - result["y"])


@pytest.mark.parametrize("book", [book.id for book in registry.books()])
def test_every_rule_is_used_on_a_phone(
    browse: Browse, axe_violations: Callable[..., Any], union: User, book: str
) -> None:
    """Each page is used; in a run of all tests, axe, which takes longer than all else, reads every third in turn."""
    page = browse("/rules/", width=PHONE, height=SCREEN, user=union, has_touch=True, is_mobile=True)
    faults: dict[str, object] = {}
    for n, each in enumerate(registry.procedures(book).values()):
        page.emulate_media(color_scheme="dark" if n % 2 else "light")
        page.goto(f"{page.url.partition('/rules/')[0]}/rules/{book}/{each.name}/")
        await_odds(page)
        if each.examples[0].dice:
            page.fill("[name=dice]", ", ".join(map(str, each.examples[0].dice)))
        height = page.evaluate("document.documentElement.scrollHeight")
        page.tap("#ask .main")
        page.locator("#result .big").wait_for()
        await_odds(page)
        gap = result_gap(page)
        found = [*faults_of(page), *(axe_violations(page) if is_due(f"axe {book} {each.name}", 3) else [])]
        faults |= {each.name: found} if found else {}
        faults |= {f"{each.name} is long": (height, gap)} if height > LONGEST or gap > SCREEN else {}
    assert faults == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_rule_lists_pass_axe_on_a_phone(browse: Browse, axe_violations: Callable[..., Any], theme: str) -> None:
    page = browse("/rules/", width=PHONE, theme=theme, has_touch=True, is_mobile=True)
    site = page.url.removesuffix("/rules/")
    for path in LISTS:
        page.goto(site + path)
        assert [*faults_of(page), *axe_violations(page)] == [], path


@pytest.mark.parametrize("width", [1280, 1920])
def test_rule_page_fills_a_wide_screen(browse: Browse, axe_violations: Callable[..., Any], width: int) -> None:
    page = browse("/rules/fire_and_fury/fire/", width=width)
    page.locator("#odds ul").first.wait_for()
    table = page.locator("table.printed").first.bounding_box()
    main = page.locator("main").bounding_box()
    assert table
    assert main
    assert main["width"] == 1200
    assert main["x"] + main["width"] - table["x"] > 600  # the table is open in the right half
    assert axe_violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_rules_are_one_tap_away_in_a_campaign(browse: Browse) -> None:
    club = a_club()
    page = browse(f"/c/{hex_id(club.campaign.id)}/", width=PHONE, user=club.users["union"])
    bar = page.get_by_role("navigation", name="Main pages")
    assert bar.get_by_role("link").count() <= 5
    bar.get_by_role("link", name="Rules").click()
    page.get_by_role("searchbox").wait_for()


def test_clear_forgets_what_was_typed(browse: Browse) -> None:
    page = browse(ARRIVAL, width=PHONE)
    page.fill("[name=initiative]", "3")
    page.get_by_role("link", name="Clear").click()
    page.wait_for_url("**/?clear")
    assert page.input_value("[name=initiative]") == ""
    page.goto(page.url.removesuffix("?clear"))
    assert page.input_value("[name=initiative]") != "3"
    browse.complaints.clear()  # type: ignore[attr-defined]  # blank inputs have no odds


def test_typed_dice_are_not_remembered(browse: Browse) -> None:
    page = browse(ARRIVAL, width=PHONE)
    page.fill("[name=dice]", "3")
    page.reload()
    assert page.input_value("[name=dice]") == ""


def test_fold_opens_for_kept_inputs(browse: Browse) -> None:
    page = browse("/rules/civil_war/combat/", width=PHONE)
    page.locator(".fold").first.locator("summary").first.click()
    page.fill("[name=place]", "Shiloh")
    page.reload()
    assert page.locator("[name=place]").is_visible()


def test_odds_follow_the_form_and_next_roll_is_one_tap(browse: Browse, union: User) -> None:
    page = browse(ARRIVAL, width=375, user=union)
    page.select_option("[name=hex_terrain]", "clear")
    page.fill("[name=initiative]", "4")
    page.locator("#odds", has_text="75%").wait_for()
    for throws in (1, 2):
        with page.expect_navigation():
            page.click("#ask button")
        assert page.locator("#result .big").is_visible()
        assert page.input_value("[name=initiative]") == "4"
        assert Throw.objects.count() == throws


def test_roll_waits_for_odds_on_their_way(browse: Browse) -> None:
    """A small site calculates one thing at a time, and once refused a roll that came while it worked out odds."""
    page = browse(ARRIVAL)
    await_odds(page)
    held: list[Any] = []
    page.route("**/odds/*", lambda route: held.append(route))
    page.fill("[name=dice]", "3")
    page.wait_for_timeout(400)
    page.click("#ask .main")
    page.wait_for_timeout(200)
    assert len(held) == 1
    assert page.locator("#result .big").count() == 0
    held[0].continue_()
    page.locator("#result .big").wait_for()


def test_busy_site_is_asked_for_odds_again(browse: Browse, busy_once: BusyOnce) -> None:
    page = browse(ARRIVAL)
    await_odds(page)
    asked = busy_once(page)
    page.select_option("[name=hex_terrain]", "clear")
    page.fill("[name=initiative]", "4")
    page.locator("#odds", has_text="75%").wait_for()
    assert asked == [503, 200]


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
    with page.expect_navigation():
        page.click("#ask button")
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
