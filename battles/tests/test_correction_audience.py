"""A correction's journal entry goes only to seats that may see the record."""

from dataclasses import replace

import pytest

from battles.models import Plan, SideResult
from battles.selectors.reads import brief_of_battle, plans_of, units_of
from battles.services import result
from battles.tests.builders import a_battle, a_side_result, both_request, march, open_it, prizes, seal_both, told
from campaign.services.corrections import correct
from campaign.tests.builders import Club
from war.models import Contact, Force

pytestmark = pytest.mark.django_db
REASON = "Sherman was meant."
EVERYONE = {"union", "union_west", "confederate", "observer", "umpire"}


def apply_correction(club: Club, row: Plan | SideResult | Force | Contact, **values: object) -> None:
    correct(club.viewer("umpire"), table=row._meta.db_table, row_id=row.pk, values=values, reason=REASON)


def readers(club: Club) -> set[str]:
    return {who for who in club.users if who != "outsider" and any(REASON in line for line in told(club, who))}


def test_plan_correction_reaches_only_its_readers() -> None:
    club, battle = a_battle()
    seal_both(club, battle, union=march(battle, "USA", "right", "Sherman", points=1))
    apply_correction(club, Plan.objects.get(side="USA"), body={})
    assert readers(club) == {"union", "umpire"}


def test_result_correction_reaches_only_its_readers() -> None:
    club, battle = a_battle()
    seal_both(club, battle)
    open_it(club, battle)
    held = prizes(battle)
    both_request(club, battle, "end")
    battle.refresh_from_db()
    entered = replace(a_side_result(units_of(battle, "USA", plans_of(battle))), objectives=held)
    result.enter_result(club.viewer("union"), battle.id, entered=entered)
    row = SideResult.objects.get(side="USA")
    apply_correction(club, row, body=row.body | {"promotion": brief_of_battle(battle).sides["USA"].strength[0].id})
    assert readers(club) == {"union", "umpire"}
    apply_correction(club, row, shown=row.shown | {"objectives": held | {"USA": "CSA"}})
    assert readers(club) == EVERYONE


def test_force_correction_reaches_whole_side() -> None:
    club, _ = a_battle()
    apply_correction(club, Force.objects.get(side="USA"), name="Army of the Tennessee")
    assert readers(club) == {"union", "union_west", "umpire"}


def test_only_public_contact_correction_reaches_everyone() -> None:
    club, _ = a_battle()
    apply_correction(club, Contact.objects.get(), strategic_table={})
    assert readers(club) == {"umpire"}
    apply_correction(club, Contact.objects.get(), hexside_name="Owl Creek")
    assert readers(club) == EVERYONE
