"""One report, one roll for each subject, and one line a brigade, however often a battle is settled and swept."""

from functools import partial

import pytest

from battles.models import Battle, BattleReport, BattleState
from battles.services import settle, umpire_work
from battles.tests.builders import (
    a_battle,
    both_request,
    enter_and_confirm,
    march,
    open_it,
    request,
    seal_both,
    to_results,
    to_turn,
    told,
)
from battles.tests.test_at_once import at_once, together
from campaign.errors import AlreadyDone, Refusal
from campaign.models import Entry, Throw
from campaign.selectors.verify import verify
from campaign.services.sweep import sweep
from campaign.tasks import sweep_all, sweep_campaign
from campaign.tests.builders import Club
from campaign.tests.kept import kept
from rulesets.core.report import StandsLost
from rulesets.cw_to_ff.hand_over import rolls
from war.models import Brigade

pytestmark = pytest.mark.django_db(transaction=True)
NOTICE = "A flank march nears"


@kept
def confirmed(umpire_kind: str) -> tuple[Club, Battle]:
    club, battle = a_battle(umpire_kind=umpire_kind)
    if umpire_kind == "person":
        battle = to_results(club, battle)
    else:
        seal_both(club, battle)
        for _ in range(3):
            sweep(club.campaign.pk)
        both_request(club, battle, "end")
        battle.refresh_from_db()
    enter_and_confirm(club, battle, "USA", {"c0d0b0": StandsLost(killed=3)}, points=5)
    enter_and_confirm(club, battle, "CSA")
    return club, battle


def is_settled_once(club: Club, battle: Battle) -> None:
    battle.refresh_from_db()
    assert battle.state == BattleState.APPLIED
    assert BattleReport.objects.count() == 1
    assert Entry.objects.filter(kind="battle.settled").count() == 1
    bases = list(Throw.objects.values_list("base", "k"))
    assert len(set(bases)) == len(bases)
    assert Throw.objects.filter(cup__audience="public").count() == len(rolls())
    assert Brigade.objects.exists()
    assert {len(row.record) for row in Brigade.objects.all()} == {1}
    assert verify(club.campaign.pk) == []


def test_umpire_who_settles_twice_settles_once() -> None:
    club, battle = confirmed("person")
    settle.settle(club.viewer("umpire"), battle.pk, key="same")
    with pytest.raises(AlreadyDone):
        settle.settle(club.viewer("umpire"), battle.pk, key="same")
    with pytest.raises(Refusal):
        settle.settle(club.viewer("umpire"), battle.pk, key="other")
    sweep(club.campaign.pk)
    is_settled_once(club, battle)


def test_two_phones_of_the_umpire_settle_once() -> None:
    club, battle = confirmed("person")
    umpire = club.viewer("umpire")
    with together(settle, "open_act"):
        wrong = at_once(*[partial(settle.settle, umpire, battle.pk)] * 2)
    assert [type(error) for error in wrong] == [Refusal]
    is_settled_once(club, battle)


def test_task_that_runs_twice_settles_once() -> None:
    club, battle = confirmed("site")
    for _ in range(2):
        sweep_campaign(club.campaign.pk)
        sweep_all()
    is_settled_once(club, battle)


@pytest.mark.rule("VG-7B3")
def test_notice_is_given_once_on_its_turn_by_two_schedulers() -> None:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Forrest", points=1))
    open_it(club, battle, left_csa=4)
    to_turn(club, battle, 2)
    assert not any(NOTICE in line for line in told(club, "union"))
    for who in ("union", "confederate"):
        request(club, battle, who, entropy="cc")
    with together(umpire_work, "open_battle_act"):
        assert at_once(*[partial(sweep, club.campaign.pk)] * 2) == []
    for who in ("union", "confederate", "observer"):
        assert sum(NOTICE in line for line in told(club, who)) == 1
    sweep(club.campaign.pk)
    battle.refresh_from_db()
    assert (battle.turn, battle.is_swept) == (3, True)
    assert sum(NOTICE in line for line in told(club, "observer")) == 1
    assert verify(club.campaign.pk) == []
