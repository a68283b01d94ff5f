"""The ground in Chromium: accepted in one click, changed in its rows, and the edge picked; nothing scrolls sideways."""

from typing import Any

import pytest
from django.urls import reverse

from battles.models import Battle, BattleGround, PublicSetup
from battles.services import ground as grounds
from battles.services import plans
from battles.tests.builders import a_battle, march
from battles.tests.test_setup_browser import ASIDE, shoot
from campaign.models import Proposal
from campaign.services.sweep import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def address(battle: Battle) -> str:
    return reverse("battles:ground", args=[battle.campaign_id, battle.id])


def press(page: Any, words: str) -> None:
    with page.expect_navigation():
        page.get_by_role("button", name=words, exact=True).click()


@pytest.mark.parametrize(("width", "theme"), [(375, "dark"), (1280, "light"), (1920, "dark"), (375, "light")])
def test_ground_fits_and_breaks_no_axe_rule(width: int, theme: str, browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    for who in ("umpire", "union"):
        page = browse(address(battle), width=width, theme=theme, user=club.users[who])
        if who == "umpire":
            page.get_by_text("Change the ground").click()
        assert axe_violations(page) == []
        assert not page.evaluate(ASIDE)
        shoot(page, f"ground-{who}-{width}-{theme}")
    page.goto(page.url.replace("ground/", ""))
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    shoot(page, f"battle-{width}-{theme}")


def test_umpire_accepts_the_ground_in_one_click(browse: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), user=club.users["umpire"])
    press(page, "Accept this ground")
    assert page.get_by_text("accepted the ground").is_visible()
    assert page.get_by_role("button", name="Accept this ground").count() == 0
    assert BattleGround.objects.get(battle=battle).accepted_at is not None


def test_umpire_changes_a_zone_and_adds_an_objective(browse: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), user=club.users["umpire"])
    page.get_by_text("Change the ground").click()
    page.get_by_label("Inches west to east").fill("60")
    press(page, "Set the ground")
    assert page.get_by_text("This zone leaves the table, which is 60 by 48 inches.").first.is_visible()
    browse.complaints.clear()  # the console logs each refused form
    for row, column, value in ((1, "Width", "60"), (2, "Width", "60"), (3, "From west", "54")):
        page.get_by_role("group", name=f"Zone {row}", exact=True).get_by_label(column).fill(value)
    objective = page.get_by_role("group", name="Objective 1", exact=True)
    for column, value in (("Name", "The landing"), ("Points", "5"), ("From west", "30"), ("From north", "24")):
        objective.get_by_label(column).fill(value)
    press(page, "Set the ground")
    whole = BattleGround.objects.get(battle=battle).whole
    assert (whole.width, whole.zones[0].box.width, whole.zones[2].box.left) == (60, 60, 54)
    assert [(each.name, each.points) for each in whole.objectives] == [("The landing", 5)]
    assert page.locator(".objective").count() == 1


def test_defender_picks_the_edge_and_the_plan_names_it(browse: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), user=club.users["union"])
    press(page, "The south edge")
    assert page.locator(".edge-name").filter(has_text="South, Union").count() == 1
    plan = browse(reverse("battles:plan", args=[battle.campaign_id, battle.id]), user=club.users["confederate"])
    assert plan.get_by_label("Your right, the west edge: leader").is_visible()


def test_both_sides_accept_where_the_site_umpires(browse: Any) -> None:
    club, battle = a_battle(umpire_kind="site")
    for who in ("union", "confederate"):
        press(browse(address(battle), user=club.users[who]), "Propose this ground")
        sweep(club.campaign.id)
    assert BattleGround.objects.get(battle=battle).accepted_at is not None
    proposed = Proposal.objects.get(kind="battle.ground")
    page = browse(reverse("battles:proposed-ground", args=[battle.campaign_id, proposed.pk]), user=club.users["union"])
    assert page.locator("svg.field-plan").is_visible()


def test_change_after_a_seal_is_told_and_the_draft_lists_what_became_illegal(browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    grounds.choose_edge(club.viewer("union"), battle.id, edge="south")
    plans.seal(club.viewer("union"), battle.id, plan=march(battle, "USA", "left", "Sherman", points=1))
    page = browse(address(battle), user=club.users["umpire"])
    page.get_by_text("Change the ground").click()
    assert page.get_by_text("Another ground unseals every plan").is_visible()
    page.get_by_role("group", name="Zone 4", exact=True).get_by_label("Name").fill("")
    for column in ("From west", "From north", "Width", "Depth"):
        page.get_by_role("group", name="Zone 4", exact=True).get_by_label(column).fill("")
    press(page, "Set the ground")
    sweep(club.campaign.id)
    plan = browse(reverse("battles:plan", args=[battle.campaign_id, battle.id]), width=375, user=club.users["union"])
    assert plan.get_by_text("Your plan can’t be sealed as it is:").is_visible()
    assert axe_violations(plan) == []
    other = browse(reverse("battles:detail", args=[battle.campaign_id, battle.id]), user=club.users["confederate"])
    assert other.get_by_text("are unsealed, and both sides have the same new deadline").is_visible()
    assert not other.get_by_text("can’t be sealed").is_visible()
    shoot(plan, "plan-broken-375")


def test_umpire_corrects_the_hex_with_a_reason(browse: Any, axe_violations: Any) -> None:
    club, battle = a_battle()
    page = browse(address(battle), width=375, theme="dark", user=club.users["umpire"])
    page.get_by_role("link", name="Correct the hex or hexside").click()
    page.get_by_label("Hex", exact=True).select_option("swamp")
    assert axe_violations(page) == []
    assert not page.evaluate(ASIDE)
    page.get_by_label("Reason").fill("The map says so.")
    press(page, "Correct the hex")
    assert PublicSetup.objects.get(battle=battle).brief["hex_terrain"] == "swamp"
