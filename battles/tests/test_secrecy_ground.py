"""Two worlds of a ground that changes after a seal: whether a plan became illegal stays with its owner."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from battles.forms.ground import values_of
from battles.services import ground as grounds
from battles.services import plans
from battles.tests.builders import march, shiloh
from battles.tests.play import ENTROPY, battle_of, begin_on_table, offered, url
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.core.ground import Ground, standard_ground
from war.services.set_up import set_up
from war.tests.test_two_worlds import wait

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
ILLEGAL = "plan made illegal"


def begin(world: World, *, umpire_kind: str) -> None:
    gather(world, umpire_kind=umpire_kind)
    set_up(None, brief=shiloh(), campaign_id=world.club.campaign.pk)


def sealed_first(world: World) -> None:
    """Seal a march around the west edge, which closes in both worlds, or around the east."""
    battle = battle_of(world)
    plan = march(battle, "USA", "left" if world.facts.get(ILLEGAL) else "right", "Sherman", points=1)
    world.act(lambda: plans.seal(world.club.viewer("union"), battle.pk, plan=plan, entropy="ab"))


def without_west_entry() -> Ground:
    ground = standard_ground()
    return replace(ground, zones=tuple(zone for zone in ground.zones if zone.name != "West entry"))


def changed_by_umpire(world: World) -> None:
    world.act(lambda: grounds.set_ground(world.club.viewer("umpire"), battle_of(world).pk, without_west_entry()))


def changed_by_both(world: World) -> None:
    """Let the Confederates agree in their own request, whose queries are compared."""
    world.act(lambda: grounds.set_ground(world.club.viewer("union"), battle_of(world).pk, without_west_entry()))
    ground = without_west_entry()
    sent: dict[str, Any] = {"width": ground.width, "depth": ground.depth, "notes": "", **dict(values_of(ground))}
    world.post("confederate", url(world, "ground/"), **sent)


def sealed_again(world: World) -> None:
    world.post("confederate", url(world, "plan/"), entropy=ENTROPY["confederate"])
    world.act(lambda: plans.seal(world.club.viewer("union"), battle_of(world).pk, plan={}, entropy="ac"))


def play_of(umpire_kind: str) -> Play:
    return Play(
        f"ground of a {umpire_kind}",
        partial(begin, umpire_kind=umpire_kind),
        {
            "offered": offered,
            "on the table": begin_on_table,
            "sealed first": sealed_first,
            "ground changed": changed_by_both if umpire_kind == "site" else changed_by_umpire,
            "later": wait,
            "sealed again": sealed_again,
        },
    )


COLUMNS = ("battles_plan.body", "campaign_draft.body", "campaign_rowimage.before")
PAIRS = (Pair(ILLEGAL, NOT_OWNER, COLUMNS, "sealed first", "later", "ground changed"),)
WORLDS = {kind: Worlds(play_of(kind), PAIRS) for kind in ("person", "site")}
BUNDLES = [(kind, bundle) for kind, worlds in WORLDS.items() for bundle in worlds.bundles]


@pytest.mark.parametrize(("kind", "bundle"), BUNDLES, ids=str)
def test_answers_do_not_reveal_what_became_illegal(kind: str, bundle: Bundle) -> None:
    assert WORLDS[kind].problems_of(bundle) == []
