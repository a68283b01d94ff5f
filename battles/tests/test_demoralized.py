"""An army still demoralized at its next battle fights it by VG-7D if it defends; otherwise its brigades start Fresh."""

import pytest
from django.test import Client
from django.urls import reverse

from battles.models import Battle
from battles.selectors.losses import tally_of
from battles.selectors.reads import brief_of_battle, conduct, find_battle
from battles.services import plans
from battles.tests.builders import (
    a_battle,
    end_it,
    enter_and_confirm,
    fight_on_table,
    march,
    meet_again,
    open_it,
    seal_both,
    settle_it,
    to_results,
)
from campaign.errors import Refusal
from campaign.services.corrections import correct
from campaign.services.sweep import sweep
from campaign.tests.builders import PASSWORD, Club
from campaign.tests.kept import kept
from rulesets.core.report import StandsLost
from war.models import Force

pytestmark = [pytest.mark.django_db, pytest.mark.rule("VG-7D1", "VG-7D2", "VG-8C")]
SPENT = {"c0d0b0": StandsLost(killed=4)}


@kept
def again(attacker: str) -> tuple[Club, Battle]:
    """Let the Confederates withdraw from Shiloh, so that they are demoralized, and meet the Union again."""
    club, battle = a_battle()
    battle = to_results(club, battle, leaves="CSA")
    enter_and_confirm(club, battle, "USA", SPENT, points=9)
    enter_and_confirm(club, battle, "CSA", SPENT)
    settle_it(club, battle)
    assert Force.objects.get(side="CSA").demoralized
    rally(club, "USA")
    then = fight_on_table(club, meet_again(club, "Corinth", attacker=attacker))
    sweep(club.campaign.pk)
    return club, then


def rally(club: Club, side: str) -> None:
    """Take an army's marker off, if the roll of 9C gave it one."""
    for force in Force.objects.filter(side=side, demoralized=True):
        values = {"demoralized": False}
        correct(club.viewer("umpire"), table="war_force", row_id=force.pk, values=values, reason="Rallied.")


def statuses(club: Club, battle: Battle, side: str) -> set[tuple[bool, str]]:
    """Return whether brigades have no Fresh column, with their states."""
    states = tally_of(find_battle(club.viewer("umpire"), battle.pk), side).states.values()
    return {(each.triple.startswith("-."), each.status) for each in states if each.triple}


def test_demoralized_defender_begins_worn_and_sends_nobody_around_a_flank() -> None:
    club, battle = again(attacker="USA")
    banned = conduct(battle).planning.choices(brief_of_battle(battle), "CSA")
    assert (bool(banned.ban), banned.ban_cites) == (True, "VG-7D1")
    plan = march(battle, "CSA", "left", "Breckinridge", points=1)
    with pytest.raises(Refusal, match="demoralized"):
        plans.seal(club.viewer("confederate"), battle.pk, plan=plan, entropy="ab")
    seal_both(club, battle)
    open_it(club, battle)
    assert statuses(club, battle, "CSA") == {(True, "Worn")}
    assert statuses(club, battle, "USA") == {(False, "Fresh")}


def test_everyone_reads_of_it_before_the_plans() -> None:
    club, battle = again(attacker="USA")
    client = Client()
    client.login(username="observer", password=PASSWORD)
    page = client.get(reverse("battles:detail", args=[club.campaign.pk, battle.pk])).content.decode()
    assert "The defender is demoralized: no flank marches, and its brigades start Worn." in page


def test_demoralized_attacker_begins_fresh_and_may_march() -> None:
    club, battle = again(attacker="CSA")
    assert brief_of_battle(battle).sides["CSA"].demoralized
    plan = march(battle, "CSA", "left", "Breckinridge", points=1)
    seal_both(club, battle, confederate=plan)
    open_it(club, battle)
    for side in ("USA", "CSA"):
        assert statuses(club, battle, side) == {(False, "Fresh")}


def test_marker_that_is_gone_by_then_changes_nothing() -> None:
    club, battle = a_battle()
    end = to_results(club, battle, leaves="CSA")
    for side in ("USA", "CSA"):
        enter_and_confirm(club, end, side)
    settle_it(club, battle)
    rally(club, "CSA")
    then = fight_on_table(club, meet_again(club, "Corinth", attacker="USA"))
    sweep(club.campaign.pk)
    seal_both(club, then)
    open_it(club, then)
    end_it(club, then, "USA")
    assert statuses(club, then, "CSA") == {(False, "Fresh")}
