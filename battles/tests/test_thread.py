"""Shiloh from contact to removed strength points, through the services."""

import pytest

from battles.models import Battle, BattleState, SecretResult
from battles.selectors.reads import plans_of, units_of
from battles.services import result, settle
from battles.tests.builders import (
    a_battle,
    a_side_result,
    both_request,
    first_of_most,
    march,
    open_it,
    seal_both,
    to_turn,
    told,
)
from campaign.selectors.verify import verify
from campaign.tests.builders import Club
from war.models import Contact, Force, Sighting, StrengthPoint

pytestmark = pytest.mark.django_db


def enter(club: Club, battle: Battle, who: str, side: str, *, killed: int, points: int, end: str) -> None:
    units = units_of(battle, side, plans_of(battle))
    entered = a_side_result(units, points=points, end=end, killed={first_of_most(units): killed})
    result.enter_result(club.viewer(who), battle.id, entered=entered)
    result.confirm_result(club.viewer(who), battle.id)


@pytest.mark.rule("VG-8C")
@pytest.mark.rule("VG-9A")
@pytest.mark.rule("VG-9B")
@pytest.mark.rule("VG-7B1")
@pytest.mark.rule("VG-7B3")
def test_shiloh_runs_from_contact_to_removals() -> None:
    club, battle = a_battle()
    plan = march(battle, "CSA", "right", "Breckinridge", points=1)
    seal_both(club, battle, confederate=plan)
    open_it(club, battle, right_csa=4)
    found = SecretResult.objects.get(battle=battle, subject__contains=".1.")
    assert (found.body["facts"]["speed"], found.body["facts"]["entry_turn"]) == ("deliberate", 9)
    to_turn(club, battle, 7)
    assert not any("flank march" in line for line in told(club, "union"))
    to_turn(club, battle, 8)
    for who in ("union", "confederate", "observer"):
        assert "A flank march nears the Union right, the Confederate left. It enters on turn 9." in told(club, who)
    to_turn(club, battle, 9)
    assert any("A Confederate flank march enters" in line for line in told(club, "union"))
    both_request(club, battle, "end")
    battle.refresh_from_db()
    enter(club, battle, "union", "USA", killed=41, points=9, end="held")
    enter(club, battle, "confederate", "CSA", killed=12, points=7, end="withdrew")
    settle.settle(club.viewer("umpire"), battle.id)

    left = {side: StrengthPoint.objects.filter(side=side, lost=False).count() for side in ("USA", "CSA")}
    assert left == {"USA": 7, "CSA": 7}
    assert set(StrengthPoint.objects.filter(side="USA", lost=False).values_list("carry", flat=True)) == {"0", "1/20"}
    assert all(Force.objects.values_list("demoralized", flat=True))
    assert Battle.objects.get(id=battle.id).state == BattleState.APPLIED
    assert Contact.objects.get().state == "settled"
    assert verify(club.campaign.id) == []


def test_applied_report_reveals_secrets_in_fixed_order() -> None:
    club, battle = a_battle()
    seal_both(club, battle, confederate=march(battle, "CSA", "left", "Breckinridge", points=1))
    open_it(club, battle, left_csa=1)
    both_request(club, battle, "end")
    enter(club, battle, "union", "USA", killed=0, points=1, end="held")
    enter(club, battle, "confederate", "CSA", killed=0, points=0, end="withdrew")
    assert not any("Breckinridge" in line for line in told(club, "union"))
    settle.settle(club.viewer("umpire"), battle.id)
    late = [line for line in told(club, "observer") if "sealed: " in line or "plodding" in line]
    assert [line.split()[0] for line in late] == ["Confederate", "Union", "Confederate,"]
    assert "leader 6 with 3 brigades" in late[0]
    assert not any("Breckinridge" in line for line in late)
    assert "No flank march" in late[1]
    leaders = {s.side: s.leaders for s in Sighting.objects.all()}
    assert leaders["USA"][0] == "A.S. Johnston"


def test_losses_remove_whole_points_and_carry_over_the_rest() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_request(club, battle, "end")
    enter(club, battle, "union", "USA", killed=29, points=1, end="held")
    enter(club, battle, "confederate", "CSA", killed=9, points=0, end="withdrew")
    settle.settle(club.viewer("umpire"), battle.id)
    assert StrengthPoint.objects.filter(side="USA", lost=True).count() == 1
    carries = StrengthPoint.objects.filter(lost=False).exclude(carry="0").order_by("side").values_list("side", "carry")
    assert list(carries) == [("CSA", "9/20"), ("USA", "9/20")]
    assert set(StrengthPoint.objects.values_list("battles", flat=True)) == {1}
