"""Two worlds of a campaign with the site as umpire: a side's requested corrections stay hidden from others."""

from typing import Any

import pytest

from campaign.audiences import side_audience
from campaign.models import Proposal
from campaign.services.record import open_act
from campaign.services.site_corrections import ask_correction
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_UNION, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from war.models import Leader
from war.tests.test_two_worlds import add_force, force_at, wait

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
NAME = "Army of the Tennessee"


def begin(world: World) -> None:
    """Set up two armies out of sight of each other, with a Union picket between them."""
    gather(world, umpire_kind="site")
    add_force(world, "USA", "0101", name="Army", points=4)
    add_force(world, "USA", "0202", name="Picket", points=1)
    add_force(world, "CSA", "0203", name="Army of Mississippi")


def ask(world: World) -> None:
    """Ask, as the Union, to correct its army or, in the other world, a leader for another reason."""
    union, army = world.club.viewer("union"), force_at(world, "USA", "0101")
    asked: dict[str, Any] = {
        "table": "war_force",
        "row_id": army.pk,
        "values": {"name": NAME},
        "reason": "A slip.",
    }
    if world.facts.get("another row"):
        leader, reason = Leader.objects.get(force=army), "We misread the counter of our general."
        asked = {"table": "war_leader", "row_id": leader.pk, "values": {"tactical": 2}, "reason": reason}
    world.act(lambda: ask_correction(union, **asked))


def change_before_the_answer(world: World) -> None:
    """Make the requested change early in one world, so that the request no longer applies."""
    if world.facts.get("already done"):
        with open_act(None, campaign_id=world.club.campaign.pk, stream="campaign", kind="note") as act:
            army = force_at(world, "USA", "0101")
            army.name = NAME
            act.save(army)
            act.tell(side_audience("USA"), "The army got its name.")


def answer(world: World) -> None:
    """Agree as the Confederates, after attempts at forbidden actions."""
    page, asked = f"/c/{world.campaign}", Proposal.objects.get(campaign=world.club.campaign)
    army = force_at(world, "USA", "0101")
    world.post("confederate", f"{page}/rows/war_force/{army.pk:016x}/", name="Ours", reason="Why not?")
    world.post("confederate", f"{page}/rows/war_force/0123456789abcdef/", name="Ours", reason="Why not?")
    world.post("observer", f"{page}/settings/proposal/", proposal=f"{asked.pk:016x}", answer="agree")
    world.post("confederate", f"{page}/settings/proposal/", proposal=f"{asked.pk:016x}", answer="agree")


PLAY = Play(
    "site",
    begin,
    {"start": wait, "asked": ask, "hidden": change_before_the_answer, "answered": answer, "later": wait},
)
PAIRS = (
    Pair("another row", NOT_UNION, ("campaign_proposal.own", "war_leader.tactical"), "asked", "later", "answered"),
    Pair("already done", NOT_UNION, ("war_force.name",), "hidden", "later", "answered"),
)


WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
