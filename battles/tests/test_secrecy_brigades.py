"""Two worlds of brigades: the names, strength points, and records of earlier battles stay their owner's.

The Union has brigades of a battle before this one; its new order of battle goes on with them.
"""

from typing import Any

import pytest

from battles.tests import play
from battles.tests.builders import veterans
from battles.tests.play import url
from campaign.audiences import side_audience
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM
from campaign.services.record import open_act
from campaign.sources import SOURCES
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER, NOT_UNION, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from war.models import Brigade, StrengthPoint
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]


def met(world: World) -> None:
    gather(world)
    set_up(None, brief=veterans(), campaign_id=world.club.campaign.pk)
    army = StrengthPoint.objects.filter(campaign=world.club.campaign, side="USA").order_by("id")
    points = [hex_id(pk) for pk in army.values_list("id", flat=True)[:3]]
    facts, label = world.facts, side_audience("USA")
    with open_act(None, campaign_id=world.club.campaign.pk, stream=CAMPAIGN_STREAM, kind="map.set_up") as act:
        _create(world, act, points[1:2], name="The Zouaves")
        _create(
            world,
            act,
            [points[2] if facts.get("brigade's points") else points[0]],
            name="The Iron Brigade" if facts.get("brigade's name") else "The Lancers",
            commander="John Gibbon" if facts.get("brigade's name") else "Rufus King",
            scope="West" if facts.get("brigade's theater") else "",
            lost=4 if facts.get("brigade's record") else 1,
        )
        act.tell(label, "The brigades are named.")


def _create(world: World, act: Any, points: list[str], *, lost: int = 0, **values: Any) -> None:
    line = {"battle": "Belmont", "turn": 2, "stands": 7, "lost": lost, "arrived": True}
    row = Brigade(id=SOURCES.new_id(side_audience("USA")), campaign=world.club.campaign, side="USA", **values)
    row.points, row.record = dict.fromkeys(points, 7), [line]
    act.create(row)


def on_the_table(world: World) -> None:
    play.begin_on_table(world)
    play.hide_almost_all(world)


def sealed(world: World) -> None:
    """Seal both plans as they are drafted; the Confederates look for brigades first."""
    world.post("confederate", f"/c/{world.campaign}/map/brigades/")
    world.post("confederate", url(world, "plan/"), entropy="bb")
    world.post("union", url(world, "plan/"), entropy="aa")


PLAY = Play("brigades", met, {"on the table": on_the_table, "sealed": sealed, "prepared": play.prepared})
OF_BRIGADE = "war_brigade."


def pair(name: str, *columns: str, blind: tuple[str, ...] = NOT_OWNER) -> Pair:
    return Pair(name, blind, columns, since="on the table", until="prepared", full="sealed")


PAIRS = (
    pair("brigade's name", f"{OF_BRIGADE}name", f"{OF_BRIGADE}commander"),
    pair("brigade's record", f"{OF_BRIGADE}record"),
    pair("brigade's points", f"{OF_BRIGADE}points"),
    pair("brigade's theater", f"{OF_BRIGADE}scope", blind=NOT_UNION),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []
