"""Rewound battles: repeated rolls give the same results, and an undone battle report can be settled again."""

from typing import Any

import pytest

from battles.models import Battle, BattleReport, BattleState, SecretResult
from battles.selectors.page import battle_page
from battles.selectors.reads import plans_of, stream_of, units_of
from battles.services import opening, result, settle
from battles.services.call_off import call_off
from battles.tests.builders import (
    a_battle,
    a_side_result,
    a_toy_battle,
    both_request,
    choose,
    fight_on_table,
    march,
    open_it,
    seal_both,
    to_dusk,
    to_turn,
    told,
)
from campaign.errors import Refusal
from campaign.models import Cup, CupState, Entry, JournalLine, Throw
from campaign.selectors.rewinds import preview_rewind
from campaign.selectors.verify import verify
from campaign.services.rewind import rewind
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from war.models import Contact, Force, StrengthPoint

pytestmark = pytest.mark.django_db


@kept
def opened() -> tuple[Club, Battle]:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle)
    return club, battle


def last(battle: Battle, kind: str, *, stream: str = "", n: int = 0) -> Entry:
    entries = Entry.objects.filter(campaign_id=battle.campaign_id, kind=kind, stream=stream or stream_of(battle.id))
    return entries.order_by("-seq")[n]


def settle_it(club: Club, battle: Battle, *, killed: int = 20) -> None:
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        units = units_of(battle, side, plans_of(battle))
        entered = a_side_result(units, end=end, killed={units[0].id: killed})
        result.enter_result(club.viewer(who), battle.id, entered=entered)
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)


def test_roll_repeats_its_result_after_rewind() -> None:
    club, battle = opened()
    before, rolls = facts(battle), Throw.objects.count()
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.prepared").id, reason="Once more")
    assert facts(battle) == {}
    sweep(club.campaign.id)
    assert facts(battle) == before
    assert {"left.1.CSA", "ratings.00.CSA", "ratings.00.USA"} <= before.keys()
    assert Throw.objects.count() == rolls
    assert verify(club.campaign.id) == []


def facts(battle: Battle) -> dict[str, Any]:
    return {row.subject: row.body["facts"] for row in SecretResult.objects.filter(battle=battle)}


def test_rewind_behind_the_opening_leaves_the_battle_prepared() -> None:
    """What was rolled stays, and the sides' lines about it are undone."""
    club, battle = opened()
    before = facts(battle)
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.umpire_work", n=1).id, reason="Too early")
    sweep(club.campaign.id)
    assert Battle.objects.get().state == BattleState.PREPARED
    assert facts(battle) == before
    opening.open_battle(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    assert Battle.objects.get().turn == 1
    assert sum("Your ratings for this battle" in line for line in told(club, "union")) == 2
    assert verify(club.campaign.id) == []


def test_rewind_behind_the_preparation_keeps_every_roll() -> None:
    club, battle = opened()
    before, rolls = facts(battle), Throw.objects.count()
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.sealed").id, reason="The ground")
    sweep(club.campaign.id)
    assert Battle.objects.get().state == BattleState.PLANS
    assert not Battle.objects.get().is_prepared
    open_it(club, battle)
    assert facts(battle) == before
    assert Throw.objects.count() == rolls
    assert verify(club.campaign.id) == []


def test_rewind_preview_lists_only_undone_rolls() -> None:
    club, battle = opened()
    umpire, start = club.viewer("umpire"), last(battle, "battle.prepared")
    found = last(battle, "battle.umpire_work")
    to_turn(club, battle, 3)
    assert preview_rewind(umpire, found).faces_seen(umpire) == []
    rules = [throw["rule"] for throw in preview_rewind(umpire, start).faces_seen(umpire)]
    assert rules.count("VG-7B1") == 1
    assert (rules.count("VG-7A1"), rules.count("VG-7A3")) == (40, 120)


def test_undone_notice_is_not_shown() -> None:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "right", "Breckinridge", points=1))
    open_it(club, battle, right_csa=4)
    to_turn(club, battle, 7)
    before = last(battle, "battle.umpire_work")
    to_turn(club, battle, 8)
    assert len(battle_page(club.viewer("union"), battle.id, now=SOURCES.now()).notices) == 1
    rewind(club.viewer("umpire"), entry_id=before.id, reason="Too early.")
    page = battle_page(club.viewer("union"), battle.id, now=SOURCES.now())
    assert page.notices == ()
    assert [line.text for line in page.lines if not line.is_current][1] == "Turn 8, 9:30."
    sweep(club.campaign.id)
    to_turn(club, battle, 8)
    assert len(battle_page(club.viewer("union"), battle.id, now=SOURCES.now()).notices) == 1


def test_checkpoints_stay_valid_after_rewind() -> None:
    club, battle = opened()
    both_request(club, battle)
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.opened").id, reason="Once more")
    lines = JournalLine.objects.filter(feed_id=club.viewer("union").feed_id, about=stream_of(battle.id)).order_by("n")
    assert set(lines.filter(kind__startswith="cup.").values_list("is_current", flat=True)) == {True}
    assert not lines.filter(kind="battle.request", is_current=True).exists()


def test_refused_rewind_names_what_blocks_it() -> None:
    club, battle = opened()
    both_request(club, battle, "end")
    settle_it(club, battle)
    built_on = (
        r"^Other entries depend on what this would undo: battle report applied in the campaign\. Rewind those first\.$"
    )
    with pytest.raises(Refusal, match=built_on):
        rewind(club.viewer("umpire"), entry_id=last(battle, "battle.opened").id, reason="No.")


def test_undone_report_is_settled_again() -> None:
    club, battle = opened()
    both_request(club, battle, "end")
    before = Entry.objects.filter(campaign=club.campaign, stream="campaign").order_by("-seq")[0]
    settle_it(club, battle)
    assert StrengthPoint.objects.filter(lost=True).count() == 2
    rewind(club.viewer("umpire"), entry_id=before.id, reason="A wrong count")
    assert not StrengthPoint.objects.filter(lost=True).exists()
    assert not Force.objects.filter(demoralized=True).exists()
    assert not BattleReport.objects.exists()
    assert Battle.objects.get(id=battle.id).state == BattleState.RESULT
    sweep(club.campaign.id)
    settle.settle(club.viewer("umpire"), battle.id)
    assert StrengthPoint.objects.filter(lost=True).count() == 2
    assert verify(club.campaign.id) == []


@pytest.mark.parametrize("settled_again", [False, True])
def test_restored_report_leaves_every_cup_revealed(*, settled_again: bool) -> None:
    club, battle = opened()
    both_request(club, battle, "end")
    before = Entry.objects.filter(campaign=club.campaign, stream="campaign").order_by("-seq")[0]
    settle_it(club, battle)
    applied = last(battle, "battle.settled", stream="campaign")
    rewind(club.viewer("umpire"), entry_id=before.id, reason="A wrong count")
    assert Cup.objects.filter(owner_id=battle.cup_owner).exclude(state=CupState.TURNED_OVER).exists()
    if settled_again:
        sweep(club.campaign.id)
        settle.settle(club.viewer("umpire"), battle.id)
    rewind(club.viewer("umpire"), entry_id=applied.id, reason="It was right")
    assert Battle.objects.get(id=battle.id).state == BattleState.APPLIED
    assert not Cup.objects.filter(owner_id=battle.cup_owner).exclude(state=CupState.TURNED_OVER).exists()
    assert verify(club.campaign.id) == []


def test_rewind_reveals_no_cup_of_a_battle_begun_again() -> None:
    """The battle was called off first, which revealed the cups of its first beginning, and only those."""
    club, battle = a_battle()
    call_off(club.viewer("umpire"), battle.id)
    sweep(club.campaign.id)
    battle = fight_on_table(club, Contact.objects.get())
    seal_both(club, battle)
    open_it(club, battle)
    to_turn(club, battle, 3)
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.request").id, reason="Once more")
    running = Cup.objects.filter(owner_id=battle.cup_owner, opening=2)
    assert set(running.values_list("state", flat=True)) == {CupState.FROZEN}
    assert verify(club.campaign.id) == []


def test_turn_count_continues_after_nightfall() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    to_dusk(club, battle)
    for who in ("union", "confederate"):
        choose(club, battle, who)
    assert told(club, "union")[-1] == "Both armies stayed at Shiloh overnight. Day 2: turn 26, 6:00. (VG-8A.)"


def test_turn_is_announced_with_its_time() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    to_turn(club, battle, 3)
    assert "Turn 3, 7:00." in told(club, "observer")


@pytest.mark.usefixtures("tin_book")
def test_undone_report_without_map_is_settled_again() -> None:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    settle_it(club, battle, killed=1)
    rewind(club.viewer("umpire"), entry_id=last(battle, "battle.confirmed").id, reason="A slip in the losses")
    assert Battle.objects.get().state == BattleState.RESULT
    assert not BattleReport.objects.exists()
    sweep(club.campaign.id)
    settle.settle(club.viewer("umpire"), battle.id)
    assert BattleReport.objects.count() == 1
    assert verify(club.campaign.id) == []
