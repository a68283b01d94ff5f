"""Two worlds of a battle with the site as umpire: its automatic work reveals nothing about a side."""

from datetime import timedelta

import pytest

from battles.models import BattleState
from battles.services import plans
from battles.tests.builders import march, shiloh
from battles.tests.play import battle_of, begin_on_table, hide_almost_all, next_turn, sealed, side_results, the_end, url
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


def sealed_and_unsealed(world: World) -> None:
    """Seal and unseal as the Union, with an attempt by the Confederates to unseal it."""
    hide_almost_all(world)
    battle = battle_of(world)
    plan = march(battle, "USA", "left", "Sherman", points=2) if world.facts.get("first plan") else {}
    world.act(lambda: plans.seal(world.club.viewer("union"), battle.pk, plan=plan, entropy="ab"))
    world.settle()
    world.post("confederate", url(world, "plan/unseal/"))
    world.act(lambda: plans.unseal(world.club.viewer("union"), battle.pk))


def rewound_together(world: World) -> None:
    """Rewind the battle to its second turn by agreement."""
    union = world.club.viewer("union")
    lines = JournalLine.objects.filter(feed_id=union.feed_id, kind="battle.turn")
    line = lines.filter(announcement__text__startswith="Turn 2").order_by("n")[0]
    world.act(lambda: ask_rewind(union, n=line.n, reason="A slip."))
    asked = Proposal.objects.get(campaign=world.club.campaign, state=ProposalState.OPEN)
    answer = {"proposal": f"{asked.pk:016x}", "answer": "agree"}
    world.post("confederate", f"/c/{world.campaign}/settings/proposal/", **answer)


def late(world: World) -> None:
    """Let the time run out, so that the site settles by the results entered."""
    world.sources.clock += timedelta(days=10)


def over(world: World) -> None:
    assert battle_of(world).state == BattleState.APPLIED


PLAY = Play(
    "battle of the site",
    begin,
    {
        "on the table": begin_on_table,
        "first": sealed_and_unsealed,
        "sealed": sealed,
        "opened": wait,
        "turn 2": next_turn,
        "turn 3": next_turn,
        "undone": rewound_together,
        "later": wait,
        "end": the_end,
        "results": side_results,
        "late": late,
        "over": over,
    },
)
PAIRS = (
    Pair("first plan", NOT_OWNER, ("campaign_rowimage.before",), "first", "later", "sealed"),
    Pair("no flank march", NOT_OWNER, ("battles_plan.body",), "sealed", "opened", "opened"),
    Pair("losses", NOT_OWNER, ("battles_sideresult.body", "battles_battlereport.body"), "results", "over", "late"),
)


WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
