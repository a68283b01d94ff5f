"""Two worlds, a campaign whose umpire is the site: what a side asks for its own rows is nobody else's to know."""

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
from war.tests.test_two_worlds import force_named, muster, wait

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
NAME = "Army of the Tennessee"


def begin(world: World) -> None:
    """Two armies out of sight of each other, a Union picket between them."""
    gather(world, umpire_kind="site")
    muster(world, "USA", "0101", name="Army", points=4)
    muster(world, "USA", "0202", name="Picket", points=1)
    muster(world, "CSA", "0203", name="Army of Mississippi")


def ask(world: World) -> None:
    """The Union asks that one of its rows be put right: of its army, or of a leader and with another reason."""
    union, army = world.club.viewer("union"), force_named(world, "USA", "0101")
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
    """What was asked for comes to be without it, so that it can be done no more."""
    if world.facts.get("done before"):
        with open_act(None, campaign_id=world.club.campaign.pk, stream="campaign", kind="note") as act:
            army = force_named(world, "USA", "0101")
            army.name = NAME
            act.save(army)
            act.tell(side_audience("USA"), "The army has its name.")


def answer(world: World) -> None:
    """The Confederates agree on their page, and try what is not theirs."""
    page, asked = f"/c/{world.campaign}", Proposal.objects.get(campaign=world.club.campaign)
    army = force_named(world, "USA", "0101")
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
    Pair("done before", NOT_UNION, ("war_force.name",), "hidden", "later", "answered"),
)


WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_nobody_who_may_not_know_is_answered_otherwise(bundle: Bundle) -> None:
    assert WORLDS.told_apart(bundle) == []
