"""Two worlds, a battle whose umpire is the site: by nothing that it does of itself is a side betrayed."""

from datetime import timedelta

import pytest

from battles.models import BattleState
from battles.services import plans
from battles.tests.builders import march, shiloh
from battles.tests.play import battle_of, next_turn, sealed, side_results, taken_up, the_end, url
from campaign.models import JournalLine, Proposal, ProposalState
from campaign.services.site_rewind import ask_rewind
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from war.services.set_up import set_up
from war.tests.test_two_worlds import wait

pytestmark = [pytest.mark.harness, pytest.mark.django_db]


def begin(world: World) -> None:
    gather(world, umpire_kind="site")
    set_up(None, brief=shiloh(), campaign_id=world.club.campaign.pk)


def sealed_and_taken_back(world: World) -> None:
    """The Union seals, and thinks better of it; the Confederates try to take it back."""
    battle = battle_of(world)
    plan = march(battle, "USA", "left", "Sherman", points=2) if world.facts.get("first plan") else {}
    world.act(lambda: plans.seal(world.club.viewer("union"), battle.pk, plan=plan, entropy="ab"))
    world.settle()
    world.post("confederate", url(world, "plan/take-back/"))
    world.act(lambda: plans.take_back(world.club.viewer("union"), battle.pk))


def rewound_together(world: World) -> None:
    """Both sides agree to set the battle back to its second turn."""
    union = world.club.viewer("union")
    told = JournalLine.objects.filter(feed_id=union.feed_id, kind="battle.turn")
    line = told.filter(announcement__text__startswith="Turn 2").order_by("n")[0]
    world.act(lambda: ask_rewind(union, n=line.n, reason="A slip."))
    asked = Proposal.objects.get(campaign=world.club.campaign, state=ProposalState.OPEN)
    answer = {"proposal": f"{asked.pk:016x}", "answer": "agree"}
    world.post("confederate", f"/c/{world.campaign}/settings/proposal/", **answer)


def late(world: World) -> None:
    """Nobody confirms: the site settles by what each has entered, once the time is over."""
    world.sources.clock += timedelta(days=10)


def over(world: World) -> None:
    assert battle_of(world).state == BattleState.APPLIED


PLAY = Play(
    "battle of the site",
    begin,
    {
        "taken up": taken_up,
        "first": sealed_and_taken_back,
        "sealed": sealed,
        "opened": wait,
        "turn 2": next_turn,
        "turn 3": next_turn,
        "back": rewound_together,
        "later": wait,
        "end": the_end,
        "halves": side_results,
        "late": late,
        "over": over,
    },
)
PAIRS = (
    Pair("first plan", NOT_OWNER, ("campaign_rowimage.before",), "first", "later", "sealed"),
    Pair("no flank march", NOT_OWNER, ("battles_plan.body",), "sealed", "opened", "opened"),
    Pair("losses", NOT_OWNER, ("battles_sideresult.body", "battles_battlereport.body"), "halves", "over", "late"),
)


WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_nobody_who_may_not_know_is_answered_otherwise(bundle: Bundle) -> None:
    assert WORLDS.told_apart(bundle) == []
