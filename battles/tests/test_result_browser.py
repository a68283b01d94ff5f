"""The result typed at the end by keyboard alone, and objections, in Chromium."""

from dataclasses import replace
from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, Objection, SideResult
from battles.selectors.losses import roster_of
from battles.selectors.reads import find_battle, plans_of
from battles.tests.builders import shiloh
from battles.tests.test_objections import key_of
from battles.tests.test_points import enter
from battles.tests.test_settling import fought, with_side
from battles.tests.test_setup_browser import ASIDE, SIZES, shoot
from campaign.tests.builders import Club
from rulesets.core.brief import Brief

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.rule("VG-9")]
BRIGADES, WITH_LOSSES, MOST_PRESSES = 48, 30, 180
MIXED = {3: "2 1c", 11: "3 1s", 20: "4 1c 1s"}  # which of them lost more than killed stands
AT = "start => document.activeElement.id.startsWith(start)"


class Keys:
    """A keyboard that counts how often it is pressed."""

    def __init__(self, page: Any) -> None:
        self.page, self.presses = page, 0

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.presses += 1

    def type(self, text: str) -> None:
        for letter in text:
            self.press("Space" if letter == " " else letter)


def url(battle: Battle, name: str = "result", *more: str) -> str:
    return reverse(f"battles:{name}", args=[battle.campaign_id, battle.pk, *more])


def larger_shiloh() -> Brief:
    """Return Shiloh with two more strength points for the Union."""
    brief = shiloh()
    strength = brief.sides["USA"].strength
    more = [replace(strength[0], id=f"USA-more-{n}") for n in (1, 2)]
    return with_side(brief, "USA", strength=(*strength, *more))


def brigades(club: Club, battle: Battle) -> dict[str, int]:
    now = find_battle(club.viewer("umpire"), battle.pk)
    return {side: len(roster_of(now, side, plans_of(now)).units) for side in ("USA", "CSA")}


def test_losses_of_48_brigades_take_at_most_180_key_presses(browse: Any) -> None:
    """Type both results as the umpire, who may, without touching a mouse; 30 brigades have losses."""
    club, battle = fought(larger_shiloh())
    has = brigades(club, battle)
    assert sum(has.values()) >= BRIGADES, has
    page = browse(url(battle), user=club.users["umpire"])
    keys, n = Keys(page), 0
    for side, count in (("USA", BRIGADES - has["CSA"]), ("CSA", has["CSA"])):
        page.wait_for_function(AT, arg=f"{side.lower()}_")
        for _ in range(count):
            if n * WITH_LOSSES // BRIGADES != (n + 1) * WITH_LOSSES // BRIGADES:
                keys.type(MIXED.get(n, "2"))
            keys.press("Tab")
            n += 1
        keys.press("Enter")
    page.wait_for_url("**" + url(battle, "detail"))
    print(f"{keys.presses} key presses for {n} brigades")
    assert keys.presses <= MOST_PRESSES
    entered = [lost for row in SideResult.objects.all() for lost in row.body["losses"].values()]
    assert sum(any(lost.values()) for lost in entered) == WITH_LOSSES
    assert {(lost["captured"], lost["skedaddled"]) for lost in entered} >= {(1, 0), (0, 1), (1, 1)}


@pytest.mark.parametrize(("width", "theme"), SIZES)
def test_both_sides_rows_are_on_one_screen(browse: Any, axe_violations: Any, width: int, theme: str) -> None:
    club, battle = fought()
    enter(club, battle, "CSA")
    page = browse(url(battle), user=club.users["union"], width=width, theme=theme)
    own = page.get_by_role("region", name="Union", exact=True)
    enemy = page.get_by_role("region", name="Confederate, as you saw it")
    assert own.get_by_role("button", name="Enter the Union result").is_visible()
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    shoot(page, f"result-{width}-{theme}")
    enemy.locator(f"#enemy_{key_of(battle, 'c0d0b0')}-said").fill("2 1c")
    enemy.get_by_role("button", name="Send your figures").click()
    page.wait_for_url("**" + url(battle))
    assert Objection.objects.count() == 1
    desk = browse(url(battle), user=club.users["umpire"], width=width, theme=theme)
    desk.get_by_role("link", name="Rule on").first.click()
    desk.get_by_label("Reason").fill("Both players saw it.")
    assert axe_violations(desk) == []
    shoot(desk, f"rule-{width}-{theme}")
    desk.get_by_role("button", name="Set the losses").click()
    desk.wait_for_url("**" + url(battle))
    assert SideResult.objects.get(side="CSA").body["losses"]["c0d0b0"]["captured"] == 1
