"""Two worlds of a side that copies its last order of battle: nobody else learns that it did."""

import pytest

from battles.conduct.orders import OrderEdit
from battles.models import Battle, BattleState
from battles.services import plans
from battles.services.begin import begin_one_off
from battles.services.call_off import call_off
from battles.tests.builders import shiloh
from battles.tests.test_secrecy_cards import begin
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER
from campaign.tests.harness.world import VIEWING_AS_SEAT, World
from campaign.tests.harness.worlds import Worlds

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
ALL_BUT_AUTHOR = (*NOT_OWNER, "umpire", f"{VIEWING_AS_SEAT}union")


def battle_of(world: World) -> Battle:
    return Battle.objects.get(campaign=world.club.campaign, state=BattleState.PLANS)


def fight(world: World) -> None:
    world.act(lambda: begin_one_off(None, name="Shiloh", brief=shiloh(), campaign_id=world.club.campaign.pk))


def sealed(world: World) -> None:
    """Seal both plans, with a brigade named by the Union."""
    battle, union = battle_of(world), world.club.viewer("union")
    edit = OrderEdit("rename", "c0d0b0", name="The Iron Brigade")
    world.act(lambda: plans.edit_order(union, battle.pk, edit=edit, draft_version=0))
    for who in ("union", "confederate"):
        seat = world.club.viewer(who)
        world.act(lambda seat=seat: plans.seal(seat, battle.pk, plan={}))  # type: ignore[misc]


def again(world: World) -> None:
    umpire, battle = world.club.viewer("umpire"), battle_of(world)
    world.act(lambda: call_off(umpire, battle.pk))
    fight(world)


def copied(world: World) -> None:
    """Copy the Union's order of battle in one world; the umpire and the Confederates try the Union's page."""
    battle, union = battle_of(world), world.club.viewer("union")
    for who in ("umpire", "confederate"):
        world.post(who, f"/c/{world.campaign}/b/{battle.pk:016x}/plan/order/copy/")
    if world.facts.get("order copied"):
        world.act(lambda: plans.copy_order(union, battle.pk, draft_version=0))


PLAY = Play(
    "copied orders of battle",
    begin,
    {"fight": fight, "sealed": sealed, "again": again, "copied": copied},
)
PAIRS = (Pair("order copied", ALL_BUT_AUTHOR, ("campaign_draft.body",), "copied", "copied"),)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_a_copy(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
