"""Two worlds of a strategic combat: its losses and leaders' fates stay the owner's."""

import pytest

from campaign.ids import hex_id
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_UNION, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from war.models import Contact, Leader, StrengthPoint
from war.selectors.outcome import Entered
from war.services import agreement
from war.services.outcome import enter_outcome
from war.services.set_up import set_up
from war.tests.builders import offer_from
from war.tests.test_two_worlds import shiloh, wait

pytestmark = [pytest.mark.harness, pytest.mark.django_db]


def begin(world: World) -> None:
    """Let two armies meet, and leave their combat to the strategic game."""
    gather(world)
    contact = set_up(None, brief=shiloh(), campaign_id=world.club.campaign.pk)
    made = offer_from(world.club.viewer("union"), contact)
    agreement.decline(world.club.viewer("confederate"), contact_id=contact.pk, answers=made)


def enter(world: World, who: str, side: str, *, lost: int, fate: str, promotes: bool) -> None:
    contact = Contact.objects.get(campaign=world.club.campaign)
    army = StrengthPoint.objects.filter(campaign=world.club.campaign, side=side).order_by("id")
    points = tuple(hex_id(pk) for pk in army.values_list("id", flat=True)[:lost])
    leader = Leader.objects.filter(campaign=world.club.campaign, side=side).order_by("id")[0]
    named = hex_id(army.filter(quality="veteran").last().pk) if promotes else ""  # type: ignore[union-attr]
    entered = Entered("CSA", "USA", lost=points, leaders={hex_id(leader.pk): fate}, promote=named)
    world.act(lambda: enter_outcome(world.club.viewer(who), contact_id=contact.pk, side=side, entered=entered))


def union_enters(world: World) -> None:
    other = bool(world.facts.get("strategic losses"))
    enter(world, "union", "USA", lost=3 if other else 1, fate="killed" if other else "unhurt", promotes=other)


def confederates_try(world: World) -> None:
    contact = Contact.objects.get(campaign=world.club.campaign)
    page = f"/c/{world.campaign}/map/contact/{contact.pk:016x}/outcome"
    for side in ("usa", "csa"):
        world.post("confederate", f"{page}/{side}/", winner="CSA", retreats="CSA")


def confederates_enter(world: World) -> None:
    enter(world, "confederate", "CSA", lost=1, fate="wounded", promotes=True)


PLAY = Play(
    "outcome",
    begin,
    {
        "start": wait,
        "union entered": union_enters,
        "tried": confederates_try,
        "confederates entered": confederates_enter,
        "settled": wait,
    },
)
PAIRS = (Pair("strategic losses", NOT_UNION, ("war_combatoutcome.body",), "union entered", "settled", "tried"),)


WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
