"""The owner chooses which strength points of a class to remove (VG-9A)."""

import json
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from battles.conduct.base import Chosen, EnteredResult
from battles.models import Battle, BattleReport, SideResult
from battles.selectors.reads import brief_of_battle, conduct, plans_of, units_of
from battles.services import result, settle
from battles.tests.builders import (
    SHEET,
    a_side_result,
    a_toy_battle,
    both_request,
    fight_on_table,
    first_of_most,
    open_it,
    seal_both,
    shiloh,
    spread,
    told,
)
from campaign.errors import Refusal
from campaign.ids import read_id
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.report import End, StandsLost
from war.models import StrengthPoint
from war.services.set_up import set_up

pytestmark = pytest.mark.django_db


@kept
def a_crack_shiloh() -> tuple[Club, Battle]:
    """Fight Shiloh to its end with one crack Union strength point."""
    brief, club = shiloh(), a_club(name="Shiloh", sheet=SHEET)
    union = brief.sides["USA"]
    first, *rest = union.strength
    sides = {**brief.sides, "USA": replace(union, strength=(replace(first, quality="crack"), *rest))}
    contact = set_up(None, brief=replace(brief, sides=sides), campaign_id=club.campaign.id)
    battle = fight_on_table(club, contact)
    sweep(club.campaign.id)
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    return club, battle


def enter(club: Club, battle: Battle, who: str, side: str, *, killed: int, end: str) -> None:
    units = units_of(battle, side, plans_of(battle))
    entered = a_side_result(units, points=1, end=end, killed={first_of_most(units): killed})
    result.enter_result(club.viewer(who), battle.id, entered=entered)


@pytest.fixture
def entered() -> tuple[Club, Battle]:
    """Enter two lost Union points of the other class, and no Confederate losses."""
    club, battle = a_crack_shiloh()
    enter(club, battle, "union", "USA", killed=41, end="held")
    enter(club, battle, "confederate", "CSA", killed=0, end="withdrew")
    return club, battle


def settled(club: Club, battle: Battle) -> None:
    for who in ("union", "confederate"):
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)


def items(battle: Battle, quality: str, side: str = "USA") -> list[str]:
    return [item.id for item in brief_of_battle(battle).sides[side].strength if item.quality == quality]


def gone(side: str) -> set[int]:
    return set(StrengthPoint.objects.filter(side=side, lost=True).values_list("id", flat=True))


def removals(battle: Battle, side: str = "usa") -> str:
    return reverse("battles:removals", args=[battle.campaign_id, battle.id, side])


def browser(club: Club, who: str) -> Client:
    client = Client()
    client.force_login(club.users[who])
    return client


@pytest.mark.rule("VG-9A")
def test_points_with_least_history_are_removed_by_default(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    page = browser(club, "union").get(removals(battle)).text
    assert "remove 2 of 8" in page
    assert page.count(" checked") == 2
    shown = browser(club, "union").get(reverse("battles:detail", args=[club.campaign.pk, battle.pk])).text
    assert "Losses to remove" in shown
    settled(club, battle)
    others = sorted(read_id(item) or 0 for q in ("green", "veteran") for item in items(battle, q))
    assert gone("USA") == set(others[:2])


@pytest.mark.rule("VG-9A")
def test_points_that_fought_are_removed_before_those_that_never_came() -> None:
    club = a_club(name="Shiloh", sheet=SHEET)
    contact = set_up(None, brief=shiloh(), campaign_id=club.campaign.id)
    battle = fight_on_table(club, contact)
    sweep(club.campaign.id)
    first = min(item for quality in ("green", "veteran") for item in items(battle, quality))
    seal_both(club, battle, union={"right": with_point(battle, first)})
    open_it(club, battle)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    units = units_of(battle, "USA", plans_of(battle))
    lost = {unit.id: StandsLost(never_arrived=unit.stands) for unit in units if unit.place == "right"}
    fought = [unit for unit in units if unit.place == "table"]
    entered = EnteredResult(End.HELD, 1, lost | spread(fought, first_of_most(fought), 21))
    result.enter_result(club.viewer("union"), battle.id, entered=entered)
    enter(club, battle, "confederate", "CSA", killed=0, end="withdrew")
    settled(club, battle)
    assert len(gone("USA")) == 1
    assert gone("USA") != {read_id(first)}


def with_point(battle: Battle, point: str) -> Chosen:
    """Return a march of the division that has a strength point, and of another if only the corps leader can lead it."""
    units = conduct(battle).planning.settle(brief_of_battle(battle), "USA", {})
    brigades = conduct(battle).planning.units(brief_of_battle(battle), "USA", units)
    division = next(unit.id[:4] for unit in brigades if point in dict(unit.booked))
    leads = {"c0d0": "Sherman", "c0d1": "L. Wallace", "c0d2": "Grant", "c1d0": "Hurlbut", "c1d1": "McClernand"}
    divisions = {division, "c0d0"} if division == "c0d2" else {"c1d0", "c1d1"} if division == "c1d1" else {division}
    leader = next(each.id for each in brief_of_battle(battle).sides["USA"].leaders if each.name == leads[division])
    return Chosen(leader, tuple(unit.id for unit in brigades if unit.id[:4] in divisions))


@pytest.mark.rule("VG-9A")
def test_owners_choice_is_removed_instead(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    others = sorted(item for q in ("green", "veteran") for item in items(battle, q))
    answer = browser(club, "union").post(removals(battle), {"other": others[-2:]})
    assert (answer.status_code, answer["Location"]) == (
        302,
        reverse("battles:detail", args=[battle.campaign_id, battle.id]),
    )
    settled(club, battle)
    assert gone("USA") == {read_id(item) for item in others[-2:]}
    assert set(BattleReport.objects.get().body["sides"]["USA"]["removals"]) == set(others[-2:])
    kept = StrengthPoint.objects.filter(side="USA").exclude(carry="0").get()
    assert (kept.carry, kept.id) == ("1/20", read_id(others[-3]))
    assert verify(club.campaign.id) == []


@pytest.mark.rule("VG-9A")
def test_chosen_points_go_first_when_losses_grow(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    others = sorted(item for q in ("green", "veteran") for item in items(battle, q))
    chosen = [others[-1], others[-3]]
    result.choose_removals(club.viewer("union"), battle.id, items=chosen)
    enter(club, battle, "union", "USA", killed=61, end="held")
    settled(club, battle)
    assert gone("USA") == {read_id(item) for item in (*chosen, others[0])}


@pytest.mark.rule("VG-9A")
def test_first_choice_goes_when_losses_shrink(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    others = sorted(item for q in ("green", "veteran") for item in items(battle, q))
    result.choose_removals(club.viewer("union"), battle.id, items=[others[-1], others[-3]])
    enter(club, battle, "union", "USA", killed=20, end="held")
    settled(club, battle)
    assert gone("USA") == {read_id(others[-1])}


@pytest.mark.rule("VG-9A")
def test_choice_of_wrong_number_or_class_is_refused(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    crack, (green, *_) = items(battle, "crack"), items(battle, "green")
    tries = {
        (green,): "Green and veteran: choose 2 to remove, not 1.",
        (*crack, green): "Crack: choose 0 to remove, not 1.",
        ("ffff",): "The choice names a strength point not in this army.",
        (*items(battle, "green", "CSA")[:1],): "The choice names a strength point not in this army.",
    }
    for chosen, sentence in tries.items():
        with pytest.raises(Refusal) as refused:
            result.choose_removals(club.viewer("union"), battle.id, items=chosen)
        assert refused.value.sentence == sentence
    assert SideResult.objects.get(side="USA").body["removals"] == []


@pytest.mark.rule("VG-9A")
def test_page_keeps_refused_choice_and_explains(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    answer = browser(club, "union").post(removals(battle), {"other": items(battle, "green")[:1]})
    assert answer.status_code == 409
    assert "choose 2 to remove, not 1." in answer.text
    assert answer.text.count(" checked") == 1
    none = browser(club, "union").post(removals(battle), {})
    assert none.status_code == 422
    assert "choose 2 to remove" in none.text


@pytest.mark.rule("VG-9A")
def test_api_accepts_same_choice(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    others = sorted(item for q in ("green", "veteran") for item in items(battle, q))
    client, body = browser(club, "union"), json.dumps({"other": others[-2:]})
    answer = client.post(f"/api{removals(battle)}", body, content_type="application/json")
    assert answer.status_code == 200
    assert set(SideResult.objects.get(side="USA").body["removals"]) == set(others[-2:])


@pytest.mark.rule("VG-9A")
def test_only_own_side_and_umpire_choose_removals(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    statuses = {w: browser(club, w).get(removals(battle)).status_code for w in club.users}
    allowed = {w for w, status in statuses.items() if status == 200}
    assert allowed == {"union", "umpire"}
    result.choose_removals(club.viewer("umpire"), battle.id, side="USA", items=items(battle, "green")[:2])
    assert "The losses to remove after Shiloh were chosen." in " ".join(told(club, "union"))
    for who in ("confederate", "observer", "union_west"):
        assert not any("leaves the map" in line for line in told(club, who))


def test_confirmed_result_refuses_new_removals(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    result.confirm_result(club.viewer("union"), battle.id)
    with pytest.raises(Refusal, match=r"confirmed\. Enter it again"):
        result.choose_removals(club.viewer("union"), battle.id, items=items(battle, "green")[:2])


@pytest.mark.rule("VG-9A")
def test_side_without_losses_has_no_removals(entered: tuple[Club, Battle]) -> None:
    club, battle = entered
    with pytest.raises(Refusal, match="no losses to remove"):
        result.choose_removals(club.viewer("confederate"), battle.id, items=[])
    assert "This battle removes no strength points" in browser(club, "confederate").get(removals(battle, "csa")).text


def test_removals_require_entered_result() -> None:
    club, battle = a_crack_shiloh()
    with pytest.raises(Refusal, match="Enter the Union result first"):
        result.choose_removals(club.viewer("union"), battle.id, items=[])
    assert "Enter the result first" in browser(club, "union").get(removals(battle)).text


@pytest.mark.usefixtures("tin_book")
def test_battle_without_map_has_no_removals_page() -> None:
    club, battle = a_toy_battle()
    assert browser(club, "union").get(removals(battle)).status_code == 404
