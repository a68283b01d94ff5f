"""The site as umpire opens a sealed battle, and settles it when both sides confirm or time is up."""

from datetime import timedelta

import pytest

from battles.models import Battle, BattleState
from battles.selectors.reads import plans_of, units_of
from battles.services import result, umpire_work
from battles.tests.builders import a_battle, a_side_result, both_request, seal_both
from campaign.errors import Refusal
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from war.models import StrengthPoint

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def over() -> tuple[Club, Battle]:
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    sweep(club.campaign.id)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    return club, battle


def enter(club: Club, battle: Battle, who: str, side: str, end: str) -> None:
    entered = a_side_result(units_of(battle, side, plans_of(battle)), end=end)
    result.enter_result(club.viewer(who), battle.id, entered=entered)


def state(battle: Battle) -> str:
    return Battle.objects.get(id=battle.id).state


def test_sweep_opens_battle_when_both_sealed() -> None:
    club, battle = a_battle(umpire_kind="site")
    sweep(club.campaign.id)
    assert state(battle) == BattleState.PLANS
    seal_both(club, battle)
    sweep(club.campaign.id)
    assert state(battle) == BattleState.DAY


def test_sweep_settles_when_both_confirm(over: tuple[Club, Battle]) -> None:
    club, battle = over
    for who, side, end in (("union", "USA", "held"), ("confederate", "CSA", "withdrew")):
        enter(club, battle, who, side, end)
        sweep(club.campaign.id)
        assert state(battle) == BattleState.RESULT
        result.confirm_result(club.viewer(who), battle.id)
    sweep(club.campaign.id)
    assert state(battle) == BattleState.APPLIED


def test_entered_results_apply_after_deadline(over: tuple[Club, Battle]) -> None:
    club, battle = over
    enter(club, battle, "union", "USA", "held")
    result.confirm_result(club.viewer("union"), battle.id)
    enter(club, battle, "confederate", "CSA", "withdrew")
    late = SOURCES.now() + timedelta(hours=club.campaign.hours_per_move, minutes=1)
    umpire_work.attend(club.campaign.id, late - timedelta(hours=2))
    assert state(battle) == BattleState.RESULT
    umpire_work.attend(club.campaign.id, late)
    assert state(battle) == BattleState.APPLIED
    assert not StrengthPoint.objects.filter(lost=True).exists()


def test_missing_result_delays_settling_until_the_deadline(over: tuple[Club, Battle]) -> None:
    club, battle = over
    enter(club, battle, "union", "USA", "held")
    umpire_work.attend(club.campaign.id, SOURCES.now() + timedelta(hours=71))
    assert state(battle) == BattleState.RESULT


def test_both_sides_cannot_hold_the_field(over: tuple[Club, Battle]) -> None:
    club, battle = over
    with pytest.raises(Refusal, match="The battle ended otherwise"):
        enter(club, battle, "confederate", "CSA", "held")
