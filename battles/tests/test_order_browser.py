"""The order of battle in a browser: by the plain form, by keys, and by drag; on every width; and on paper."""

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle
from battles.selectors.order_of_battle import order_page
from battles.tests.builders import a_battle
from battles.tests.test_order_copies import one_off
from campaign.tests.builders import Club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("VG-4")]
Fight = tuple[Club, Battle]


@pytest.fixture
def fight() -> Fight:
    return a_battle()


def url(battle: Battle, name: str = "order", *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.id, *more])


def division(fight: Fight, at: str) -> Any:
    """Return a division as its side has it now."""
    club, battle = fight
    return next(c for c in order_page(club.viewer("union"), battle.id).order.commands if c.at == at)


def test_plain_form_works_without_scripts(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), user=club.users["union"], java_script_enabled=False)
    page.locator("input[value=c0d0b0]").check()
    page.get_by_label("Stands", exact=True).fill("3")
    page.get_by_role("button", name="Split").click()
    page.wait_for_url("**/order/#at-c0d0b0")
    assert len(division(fight, "c0d0").brigades) == 6
    page.locator("input[value=c0d0b1]").check()
    page.get_by_label("To", exact=True).select_option("c0d0b0")
    page.get_by_role("button", name="Merge").click()
    page.wait_for_url("**/order/#at-c0d0b0")
    assert len(division(fight, "c0d0").brigades) == 5
    page.locator("input[value=c0d1p0]").check()
    page.get_by_label("To", exact=True).select_option("c0d2")
    page.get_by_role("button", name="Move").click()
    page.wait_for_url("**/order/#at-c0d2")
    assert len(division(fight, "c0d2").points) == 2


def test_keys_move_a_strength_point(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), user=club.users["union"])
    page.locator("input[value=c0d1p0]").focus()
    page.keyboard.press("m")
    page.get_by_text("choose where with the arrow keys").wait_for()
    for _ in range(40):
        if page.evaluate("document.activeElement.value") == "c0d2":
            break
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url("**/order/#at-c0d2")
    assert len(division(fight, "c0d2").points) == 2
    page.locator("input[value=c0d2]:focus").wait_for()


def test_keys_rename_a_brigade(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), user=club.users["union"])
    page.locator("input[value=c0d0b0]").focus()
    page.keyboard.press("Space")
    page.keyboard.press("n")
    assert page.evaluate("document.activeElement.value") == division(fight, "c0d0").brigades[0].name
    page.keyboard.type("The Iron Brigade")
    page.keyboard.press("Enter")
    page.wait_for_url("**/order/#at-c0d0b0")
    assert division(fight, "c0d0").brigades[0].name == "The Iron Brigade"


def test_drag_moves_a_strength_point_and_a_battery(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), height=2400, user=club.users["union"])
    page.locator("[data-at=c0d1p0]").drag_to(page.locator("[data-at=c0d2] > .cmd"))
    page.wait_for_url("**/order/#at-c0d2")
    assert len(division(fight, "c0d2").points) == 2
    page.locator("[data-at=c0d0g0]").drag_to(page.locator("[data-at=c0] > .cmd"))
    page.wait_for_url("**/order/#at-c0")
    assert len(division(fight, "c0").batteries) == 1


def test_dragged_brigade_asks_how_many_stands(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle), height=2400, user=club.users["union"])
    page.locator("[data-at=c0d0b0]").drag_to(page.locator("[data-at=c0d0b1]"))
    page.get_by_text("press Shift stands, or press Merge").wait_for()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    page.wait_for_url("**/order/#at-c0d0b1")
    assert [brigade.about.split()[0] for brigade in division(fight, "c0d0").brigades][:2] == ["6", "10"]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [375, 1280, 1920])
def test_page_fits_every_width(
    fight: Fight, browse: Any, axe_violations: Any, width: int, theme: str, tmp_path: Path
) -> None:
    club, battle = fight
    for name, more in (("order", ()), ("order-sheet", ("usa",))):
        page = browse(url(battle, name, *more), width=width, theme=theme, user=club.users["union"])
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
        assert axe_violations(page) == []
        page.screenshot(path=tmp_path / f"{name}-{width}-{theme}.png", full_page=True)


def test_paper_omits_links_and_buttons(fight: Fight, browse: Any) -> None:
    club, battle = fight
    page = browse(url(battle, "order-sheet", "usa"), user=club.users["union"])
    page.emulate_media(media="print")
    assert page.get_by_text("brigade").first.is_visible()
    assert not page.get_by_text("This page is made for printing").is_visible()


def test_last_order_is_copied_by_a_click(browse: Any, axe_violations: Any) -> None:
    club, battle = one_off()
    page = browse(url(battle), width=375, user=club.users["union"])
    page.get_by_role("link", name="copy your last one").click()
    page.get_by_text("1 strength point of that battle isn’t in this army.").wait_for()
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    assert axe_violations(page) == []
    page.get_by_role("button", name="Copy it").click()
    page.wait_for_url("**/order/#at-")
    assert page.get_by_text("The Iron Brigade").first.is_visible()
