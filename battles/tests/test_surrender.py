"""An army without a hex to retreat to: where the site umpires, both sides are asked before it surrenders (R-115)."""

from dataclasses import replace
from datetime import timedelta

import pytest

from battles.models import Battle, BattleState, SideResult
from battles.selectors.page import battle_page
from battles.selectors.reads import find_battle, plans_of, units_of
from battles.services import result
from battles.services.settle import settle_if_due
from battles.tests.builders import a_battle, a_side_result, both_request, prizes, seal_both, told
from campaign.selectors.verify import verify
from campaign.services.deadlines import keep_time
from campaign.services.sweep import sweep
from campaign.sources import SOURCES
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from war.models import Sighting, StrengthPoint

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-9")]
SIDE_OF = {"union": "USA", "confederate": "CSA"}
ASKED = "The Union army has no hex to retreat to after Shiloh, so it surrenders. (House rule R-115.)"
Fight = tuple[Club, Battle]


@pytest.fixture
@kept
def over() -> Fight:
    """Fight until the Confederates win on points, with the Union army surrounded as far as it knows."""
    club, battle = a_battle(umpire_kind="site")
    seal_both(club, battle)
    sweep(club.campaign.id)
    both_request(club, battle, "end")
    sweep(club.campaign.id)
    for n, hex_id in enumerate(("0201", "0101", "0102", "0302", "0203", "0103")):
        Sighting.objects.create(id=n + 1, campaign=club.campaign, side="USA", hex=hex_id, since_turn=1, in_sight=False)
    held = prizes(battle, CSA=3)
    for who, end in (("union", "held"), ("confederate", "withdrew")):
        units = units_of(battle, SIDE_OF[who], plans_of(battle))
        entered = replace(a_side_result(units, end=end), objectives=held)
        result.enter_result(club.viewer(who), battle.id, entered=entered)
        result.confirm_result(club.viewer(who), battle.id)
    return club, battle


def attend(fight: Fight, *, hours: int = 0) -> str:
    """Let the site see to the result, at once or later; return the state of the battle."""
    club, battle = fight
    settle_if_due(find_battle(club.viewer("union"), battle.id), SOURCES.now() + timedelta(hours=hours))
    return Battle.objects.get(id=battle.id).state


def confirmed() -> list[bool]:
    return list(SideResult.objects.order_by("side").values_list("confirmed", flat=True))


def surrendered() -> bool:
    return not StrengthPoint.objects.filter(side="USA", lost=False).exists()


def test_both_sides_are_told_and_have_to_confirm_once_more(over: Fight) -> None:
    club, battle = over
    for _ in range(2):
        assert attend(over) == BattleState.RESULT
        assert (confirmed(), surrendered()) == ([False, False], False)
    for who in ("union", "confederate", "observer"):
        assert [text for text in told(club, who) if ASKED in text] == [
            f"{ASKED} Both sides confirm their results once more."
        ]
    move = battle_page(club.viewer("confederate"), battle.id, now=SOURCES.now()).next_move
    assert move.sentence == "Confirm your side's result"
    assert move.more.startswith(ASKED)
    result.confirm_result(club.viewer("union"), battle.id)
    assert attend(over) == BattleState.RESULT
    result.confirm_result(club.viewer("confederate"), battle.id)
    assert attend(over) == BattleState.APPLIED
    assert surrendered()
    assert [fault for fault in verify(club.campaign.id) if "sighting" not in fault] == []


def test_army_that_has_a_way_out_by_then_retreats(over: Fight) -> None:
    club, battle = over
    attend(over)
    Sighting.objects.filter(side="USA", hex="0302").delete()
    for who in SIDE_OF:
        result.confirm_result(club.viewer(who), battle.id)
    assert attend(over) == BattleState.APPLIED
    assert not surrendered()


def test_time_decides_for_a_side_that_stays_silent(over: Fight) -> None:
    club, _ = over
    keep_time(club.campaign.id, SOURCES.now())
    attend(over)
    assert attend(over, hours=club.campaign.hours_per_move) == BattleState.APPLIED
    assert surrendered()


def test_other_results_are_settled_at_once(over: Fight) -> None:
    Sighting.objects.filter(side="USA", hex="0302").delete()
    assert attend(over) == BattleState.APPLIED
    assert not surrendered()
