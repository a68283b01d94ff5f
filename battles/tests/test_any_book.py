"""Battles work with any book: a toy book of a few lines is played from setup to battle report."""

import pytest

from battles.conduct.base import Chosen, EnteredResult
from battles.models import Battle, BattleReport, BattleState
from battles.services import result, settle
from battles.services.begin import begin_one_off
from battles.tests.builders import (
    a_side_result,
    a_toy_battle,
    a_toy_brief,
    both_request,
    open_it,
    request,
    seal_both,
    told,
)
from campaign.errors import Refusal
from campaign.selectors.verify import verify
from campaign.tests.builders import a_club
from rulesets.core.errors import IllegalOrder
from rulesets.core.report import End, StandsLost

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]


def test_toy_battle_runs_from_setup_to_report() -> None:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle)
    both_request(club, battle, "end")
    for who, side, end in (("union", "U", "held"), ("confederate", "C", "withdrew")):
        viewer = club.viewer(who)
        entered = EnteredResult(End(end), 3, {f"{side}-1": StandsLost(killed=2)})
        result.enter_result(viewer, battle.id, entered=entered)
        result.confirm_result(club.viewer(who), battle.id)
    settle.settle(club.viewer("umpire"), battle.id)
    report = BattleReport.objects.get(battle=battle).body
    assert report["sides"]["USA"]["items"]["U-1"]["killed"] == 2
    assert Battle.objects.get(id=battle.id).state == BattleState.APPLIED
    assert any("cups were revealed" in line for line in told(club, "observer"))
    assert verify(club.campaign.id) == []


def test_book_checks_its_own_unit_state() -> None:
    club = a_club(book="tin", one_off=True)
    with pytest.raises((IllegalOrder, Refusal), match="red or green"):
        begin_one_off(club.viewer("umpire"), name="Nursery", brief=a_toy_brief(coats="blue"))
    assert not Battle.objects.exists()


def test_plain_book_refuses_flank_march() -> None:
    club, battle = a_toy_battle()
    with pytest.raises(Refusal, match="has no plans"):
        seal_both(club, battle, union={"left": Chosen("x", ("U-1",))})


def test_plain_book_clock_counts_turns() -> None:
    club, battle = a_toy_battle()
    seal_both(club, battle)
    open_it(club, battle)
    for turn in (2, 3):
        both_request(club, battle)
        assert Battle.objects.get(id=battle.id).turn == turn
    request(club, battle, "umpire", "end")
    assert Battle.objects.get(id=battle.id).state == BattleState.RESULT
    assert a_side_result([]).points == 0
