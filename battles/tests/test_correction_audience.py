"""A correction is told to those who may know the row, and to nobody else of their side."""

import pytest

from battles.models import Plan, SideResult
from battles.selectors.reads import plans_of, units_of
from battles.services import result
from battles.tests.builders import a_battle, a_half, both_tap, march, open_it, seal_both, told
from campaign.services.corrections import correct
from campaign.tests.builders import Club
from war.models import Contact, Force

pytestmark = pytest.mark.django_db
REASON = "Sherman was meant."


def apply_correction(club: Club, row: Plan | SideResult | Force | Contact, **values: object) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason=REASON)


def who_hears(club: Club) -> set[str]:
    return {who for who in club.users if who != "outsider" and any(REASON in line for line in told(club, who))}


def test_of_a_plan_only_those_hear_who_may_read_it() -> None:
    club, battle = a_battle()
    seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1))
    apply_correction(club, Plan.objects.get(side="USA"), body={})
    assert who_hears(club) == {"union", "umpire"}


def test_of_a_half_of_the_result_likewise() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    both_tap(club, battle, "end")
    battle.refresh_from_db()
    half = a_half(units_of(battle, "USA", plans_of(battle)))
    result.enter_result(club.viewer("union"), battle.id, half=half)
    apply_correction(club, SideResult.objects.get(side="USA"), confirmed=True)
    assert who_hears(club) == {"union", "umpire"}


def test_of_a_force_its_whole_side_hears() -> None:
    club, _ = a_battle()
    apply_correction(club, Force.objects.get(side="USA"), name="Army of the Tennessee")
    assert who_hears(club) == {"union", "union_west", "umpire"}


def test_of_what_all_may_see_all_hear_and_of_the_umpires_part_of_it_nobody() -> None:
    club, _ = a_battle()
    apply_correction(club, Contact.objects.get(), strategic_table={})
    assert who_hears(club) == {"umpire"}
    apply_correction(club, Contact.objects.get(), hexside_name="Owl Creek")
    assert who_hears(club) == {"union", "union_west", "confederate", "observer", "umpire"}
