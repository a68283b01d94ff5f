"""A practice battle and the landing page in a real browser: curtains, tabs, the back button, and the look."""

from typing import TYPE_CHECKING, Any

import pytest

from battles.models import Battle, Plan
from campaign.services.sweep import sweep

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)
SCROLLS = "document.documentElement.scrollWidth > innerWidth"
SECRET = "Sherman"
THEMES = pytest.mark.parametrize("theme", ["light", "dark"])
WIDTHS = pytest.mark.parametrize("width", [375, 1280, 1920])


def look(page: "Page") -> None:
    page.get_by_role("button", name="Look behind the curtain").click()


def try_it(browse: Any, **options: Any) -> "Page":
    page: Page = browse("/", **options)
    page.get_by_role("button", name="Try it").click()
    return page


@THEMES
@WIDTHS
def test_landing_curtain_and_strip_are_accessible_and_fit(
    width: int, theme: str, browse: Any, axe_violations: Any
) -> None:
    page = browse("/", width=width, theme=theme)
    assert not page.evaluate(SCROLLS)
    assert axe_violations(page) == []
    page.get_by_role("button", name="Try it").click()
    for step in ("curtain", "battle"):
        page.wait_for_load_state()
        assert not page.evaluate(SCROLLS), step
        assert axe_violations(page) == [], step
        if step == "curtain":
            look(page)


@WIDTHS
def test_landing_page_fills_its_width(width: int, browse: Any) -> None:
    """From 1280 px on, a column stands at the right; lines of text keep their measure."""
    page = browse("/", width=width)
    main, aside = (page.locator(part).bounding_box() for part in ("main", "aside"))
    if width >= 1280:
        assert aside["x"] >= main["x"] + main["width"]
        assert aside["x"] + aside["width"] > (width + 1200) / 2 - 60
        assert main["width"] < 900
    else:
        assert aside["y"] >= main["y"] + main["height"]


def test_pictures_are_the_map_a_sealed_plan_and_the_day(browse: Any) -> None:
    page = browse("/")
    assert page.get_by_role("img", name="Pittsburg Landing and the country round it").is_visible()
    assert page.get_by_label("Sealed", exact=True).is_visible()
    assert page.get_by_label("The day, turn by turn").locator("li").count() == 25


def test_visitor_seals_both_plans_by_clicks(browse: Any) -> None:
    page = try_it(browse)
    look(page)
    page.get_by_role("link", name="Make the plan").click()
    page.get_by_role("button", name="Seal the plan").click()
    page.get_by_role("button", name="Switch to Confederate").click()
    look(page)
    page.get_by_role("link", name="Make the plan").click()
    page.get_by_role("button", name="Seal the plan").click()
    page.get_by_role("button", name="Switch to umpire").click()
    look(page)
    assert "Next: " in page.get_by_label("Practice battle").inner_text()
    assert Plan.objects.count() == 2


def test_back_button_shows_the_curtain_and_not_the_other_sides_page(browse: Any) -> None:
    page = try_it(browse)
    look(page)
    page.get_by_role("link", name="Make the plan").click()
    assert SECRET in page.content()
    page.get_by_role("button", name="Switch to Confederate").click()
    assert SECRET not in page.content()
    for _ in range(3):
        page.go_back()
        page.wait_for_selector("h1:has-text('curtain')")
        assert SECRET not in page.content()


def test_two_tabs_each_keep_their_side(browse: Any) -> None:
    union = try_it(browse)
    look(union)
    battle = Battle.objects.get()
    sweep(battle.campaign_id)
    confederate = union.context.new_page()
    confederate.goto(union.url.replace("/union/", "/confederate/"))
    look(confederate)
    for tab, name in ((union, "Union"), (confederate, "Confederate")):
        tab.reload()
        assert tab.get_by_text(f"You’re behind the {name} curtain.").is_visible()
    for tab in (confederate, union):
        tab.get_by_role("link", name="Make the plan").click()
        tab.get_by_role("button", name="Seal the plan").click()
    assert set(Plan.objects.values_list("side", flat=True)) == {"USA", "CSA"}


def test_open_strip_follows_the_game(browse: Any) -> None:
    page = try_it(browse)
    look(page)
    strip = page.get_by_label("Practice battle")
    assert "Next:" in strip.inner_text()
    tab = page.context.new_page()
    tab.goto(f"{page.url}plan/")
    tab.get_by_role("button", name="Seal the plan").click()
    page.bring_to_front()
    page.wait_for_function("() => !document.getElementById('practice').innerText.includes('Next:')")
    assert "Confederate" in strip.inner_text()
