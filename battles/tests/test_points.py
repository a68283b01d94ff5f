"""Victory points are counted from both results, never typed (R-32): losses, leaders, batteries, and objectives."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from battles.models import Battle, BattleReport, SecretResult
from battles.selectors.page import battle_page
from battles.selectors.reads import brief_of_battle, find_battle, plans_of, side_results_of, units_of
from battles.selectors.report import count_points, known_points
from battles.services import opening, result, settle
from battles.tests.builders import (
    a_battle,
    a_side_result,
    both_request,
    fight_on_table,
    open_it,
    prepare_it,
    prizes,
    seal_both,
    shiloh,
)
from battles.tests.test_settling import with_side
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club, a_club
from campaign.tests.kept import kept
from rulesets.core.brief import BriefLeader
from rulesets.core.report import Fate, LeaderSaid, StandsLost
from war.services.set_up import set_up

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-9")]
WHO = {"USA": "union", "CSA": "confederate"}
ENDS = {"USA": "held", "CSA": "withdrew"}
WORN, SPENT, GONE = StandsLost(killed=2), StandsLost(killed=4), StandsLost(killed=8)  # of a veteran brigade of 8


@kept
def fought(*, hide: str = "") -> tuple[Club, Battle]:
    club, battle = a_battle()
    seal_both(club, battle)
    prepare_it(club, battle)
    if hide:
        opening.set_hidden(club.viewer("umpire"), battle.pk, side="USA", units=[hide])
    opening.open_battle(club.viewer("umpire"), battle.pk)
    sweep(club.campaign.pk)
    both_request(club, battle, "end")
    return club, battle


def enter(
    club: Club,
    battle: Battle,
    side: str,
    losses: Mapping[str, StandsLost] | None = None,
    leaders: Mapping[str, LeaderSaid] | None = None,
    objectives: Mapping[str, str] | None = None,
) -> None:
    battle = find_battle(club.viewer("umpire"), battle.pk)
    entered = a_side_result(units_of(battle, side, plans_of(battle)), end=ENDS[side])
    entered = replace(entered, losses={**entered.losses, **(losses or {})}, leaders=leaders or {})
    entered = replace(entered, objectives=objectives or {})
    result.enter_result(club.viewer(WHO[side]), battle.pk, entered=entered)


def confirm(club: Club, battle: Battle) -> None:
    for who in WHO.values():
        result.confirm_result(club.viewer(who), battle.pk)


def points(club: Club, battle: Battle) -> dict[str, int]:
    """Return what everyone knows of the points."""
    battle = find_battle(club.viewer("observer"), battle.pk)
    found = known_points(battle, plans_of(battle), side_results_of(battle))
    return {side: one.total for side, one in found.items()}


@pytest.mark.parametrize(
    ("lost", "scores"),
    [
        (StandsLost(killed=1), 0),
        (WORN, 1),
        (StandsLost(skedaddled=2), 1),
        (SPENT, 2),
        (GONE, 4),
        (StandsLost(killed=1, quit=7), 4),
        (StandsLost(never_arrived=8), 0),
    ],
)
def test_brigade_scores_its_worst_state_at_the_end(lost: StandsLost, scores: int) -> None:
    club, battle = fought()
    enter(club, battle, "USA", {"c0d0b0": lost})
    enter(club, battle, "CSA")
    confirm(club, battle)
    assert points(club, battle) == {"USA": 0, "CSA": scores}


def test_batteries_and_leaders_score_and_unhurt_ones_do_not() -> None:
    club, battle = fought()
    general = next(each.id for each in shiloh_leaders(battle) if each.name == "Sherman")
    fates = {
        general: LeaderSaid(Fate.KILLED),
        "@c0d0b2": LeaderSaid(Fate.STUNNED),
        "@c0d0b1": LeaderSaid(Fate.WOUNDED),
    }
    enter(club, battle, "USA", {"c0d0g0": StandsLost(captured=1), "c0d0g1": StandsLost(quit=1)}, fates)
    enter(club, battle, "CSA")
    confirm(club, battle)
    rate(battle, "c0d0b1", "average")
    assert points(club, battle) == {"USA": 0, "CSA": 2}
    rate(battle, "c0d0b1", "excellent")
    assert points(club, battle) == {"USA": 0, "CSA": 3}


def shiloh_leaders(battle: Battle) -> tuple[BriefLeader, ...]:
    return brief_of_battle(battle).sides["USA"].leaders


def rate(battle: Battle, brigade: str, rating: str) -> None:
    """Say how good the commander of a Union brigade is."""
    row = SecretResult.objects.get(battle=battle, subject="ratings.00.USA")
    for each in row.body["facts"]["rated"]:
        if each["id"] == brigade:
            each["rating"] = rating
    row.save()


def test_demoralized_defender_scores_nothing_for_beginning_worn() -> None:
    brief = with_side(shiloh(), "USA", demoralized=True)
    club = a_club(name="Shiloh", sheet="pittsburg_landing")
    contact = set_up(None, brief=brief, campaign_id=club.campaign.pk)
    battle = fight_on_table(club, contact)
    sweep(club.campaign.pk)
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    enter(club, battle, "USA", {"c0d0b0": StandsLost(killed=1)})
    enter(club, battle, "CSA")
    confirm(club, battle)
    assert points(club, battle) == {"USA": 0, "CSA": 0}


def test_only_what_was_in_sight_scores() -> None:
    club, battle = fought(hide="c0d0b0")
    enter(club, battle, "USA", {"c0d0b0": GONE, "c0d0b1": WORN}, {"@c0d0b0": LeaderSaid(Fate.KILLED)})
    enter(club, battle, "CSA")
    confirm(club, battle)
    assert points(club, battle) == {"USA": 0, "CSA": 1}


def test_nobody_reads_a_score_before_both_have_confirmed() -> None:
    club, battle = fought()
    enter(club, battle, "USA", {"c0d0b0": SPENT})
    enter(club, battle, "CSA", {"c0d0b0": StandsLost(killed=7)})
    result.confirm_result(club.viewer("union"), battle.pk)
    for who in ("umpire", "union", "confederate", "observer"):
        page = battle_page(club.viewer(who), battle.pk, now=SOURCES.now())
        assert page.result is not None
        assert (page.result.verdict, page.result.tally, page.result.counts) == ("", None, ())
    result.confirm_result(club.viewer("confederate"), battle.pk)
    for who in ("umpire", "union", "confederate", "observer"):
        page = battle_page(club.viewer(who), battle.pk, now=SOURCES.now())
        assert page.result is not None
        assert page.result.verdict == "Union wins, 4 to 2."
        assert [line.words for line in page.result.counts[1].trace] == ["1 × brigade Spent: 2 VP each."]


def test_objective_counts_for_the_side_that_both_results_name() -> None:
    club, battle = fought()
    prizes(battle, USA=5, CSA=3)
    enter(club, battle, "USA", objectives={"USA": "USA", "CSA": "USA"})
    enter(club, battle, "CSA", objectives={"USA": "USA", "CSA": "CSA"})
    confirm(club, battle)
    assert points(club, battle) == {"USA": 5, "CSA": 0}
    page = battle_page(club.viewer("observer"), battle.pk, now=SOURCES.now())
    assert page.result is not None
    assert page.result.objectives == (
        "USA (5 VP): Union holds it.",
        "CSA (3 VP): the results differ, so nobody holds it. Union names Union, Confederate names Confederate.",
    )


def test_report_carries_the_counted_points_and_why() -> None:
    club, battle = fought()
    prizes(battle, USA=3)
    held = {"USA": "USA", "CSA": ""}
    enter(club, battle, "USA", {"c0d0b0": SPENT}, objectives=held)
    enter(club, battle, "CSA", objectives=held)
    confirm(club, battle)
    shown = points(club, battle)
    settle.settle(club.viewer("umpire"), battle.pk)
    sides = BattleReport.objects.get().body["sides"]
    assert {side: said["points"] for side, said in sides.items()} == shown == {"USA": 3, "CSA": 2}
    assert sides["USA"]["score"] == [{"words": "Holds USA", "figure": "3 VP", "cites": "R-32"}]
    assert points(club, battle) == shown
    assert verify(club.campaign.pk) == []


def test_points_typed_by_a_program_count_for_nothing() -> None:
    club, battle = fought()
    for side in ("USA", "CSA"):
        entered = a_side_result(units_of(battle, side, plans_of(battle)), points=99, end=ENDS[side])
        result.enter_result(club.viewer(WHO[side]), battle.pk, entered=entered)
    now = find_battle(club.viewer("umpire"), battle.pk)
    counted = count_points(now, plans_of(now), side_results_of(now))
    assert {side: one.total for side, one in counted.items()} == {"USA": 0, "CSA": 0}
