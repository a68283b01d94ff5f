"""Two worlds of the table: where a leader is, what he is rated, and what a roll leaves unused stay his side's own.

The armies are small. The Confederates have an army leader; their rolls are public, and the same in both worlds.
"""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from battles.models import SecretResult, TableRoll
from battles.services import leaders, plans, table_rolls
from battles.tests import play
from battles.tests.builders import shiloh
from battles.tests.play import ENTROPY, battle_of, next_turn, prepare_and_open, rewind_last, the_end, url
from campaign.services.corrections import correct
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_CONFEDERATE, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.core.brief import Brief, BriefSide
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
LEADERS = {"USA": ("Sherman", "Hurlbut"), "CSA": ("A.S. Johnston", "Bragg", "Breckinridge")}
SIDE, BRIGADE = "csa", "c0d0b0"


def two_small_armies(world: World) -> Brief:
    brief = shiloh()
    armies = {side: _small(army, LEADERS[side]) for side, army in brief.sides.items()}
    command = 3 if world.facts.get("army rating") else 2
    led = tuple(replace(x, command=command) if x.name == "A.S. Johnston" else x for x in armies["CSA"].leaders)
    return replace(brief, sides={**armies, "CSA": replace(armies["CSA"], leaders=led)})


def _small(army: BriefSide, names: tuple[str, ...]) -> BriefSide:
    some = tuple(leader for leader in army.leaders if leader.name in names)
    return replace(army, leaders=some, strength=tuple(i for i in army.strength if i.arm == "infantry")[:6])


def met(world: World) -> None:
    gather(world)
    set_up(None, brief=two_small_armies(world), campaign_id=world.club.campaign.pk)


def sealed(world: World) -> None:
    battle = battle_of(world)
    for who in ("union", "confederate"):
        world.act(partial(plans.seal, world.club.viewer(who), battle.pk, plan={}, entropy=ENTROPY[who]))


def place(world: World, **said: Any) -> None:
    leaders.place_leader(world.club.viewer("confederate"), battle_of(world).pk, side=SIDE, **said)


def placed(world: World) -> None:
    """Place a leader in one world; the Union tries to. The umpire corrects a rating that no roll uses."""
    for rest in ("leaders/csa/army/", "leaders/csa/", "table/rolls/csa/maneuver/"):
        world.post("union", url(world, rest), attached_to=BRIGADE)
    if world.facts.get("place of a leader"):
        world.act(lambda: place(world, post="c0", in_army_radius=False))
        world.act(lambda: place(world, post="c0d0", attached_to="c0d0b1"))
    if world.facts.get("battle.leader rewound"):
        world.act(lambda: place(world, post="army", attached_to=BRIGADE))
        rewind_last(world, "battle.leader")
    if world.facts.get("unused rating"):
        world.act(lambda: rate(world, BRIGADE))


def rate(world: World, unit: str) -> None:
    """Correct a brigade commander's rating to the other one."""
    row = SecretResult.objects.get(battle=battle_of(world), subject="ratings.00.CSA")
    facts = row.body["facts"]
    other = {"excellent": "average", "average": "excellent"}
    rated = [each | ({"rating": other[each["rating"]]} if each["id"] == unit else {}) for each in facts["rated"]]
    values: dict[str, Any] = {"body": row.body | {"facts": facts | {"rated": rated}}}
    umpire = world.club.viewer("umpire")
    correct(umpire, table=row._meta.db_table, row_id=row.pk, values=values, reason="A slip.")


def rolled(world: World) -> None:
    """Roll for maneuver alike in every world, and reroll once; the Union tries to."""
    battle = battle_of(world)
    where = "out of radius"
    said: dict[str, Any] = {
        "exceptional_commander": False,
        "leaders": [
            {
                "rank": "corps",
                "rating": "average",
                "place": where,
                "in_army_radius": not world.facts.get("unused input"),
            },
            {"rank": "division", "rating": "average", "place": where},
        ],
        "army_leader": {"rating": "average", "place": "unattached"},
    }
    for rest in (f"table/rolls/csa/maneuver/{BRIGADE}/", f"table/rolls/usa/maneuver/{BRIGADE}/"):
        world.post("observer", url(world, rest))
    roll = partial(table_rolls.roll_at_table, side=SIDE, name="maneuver", unit=BRIGADE, inputs=said)
    world.act(lambda: roll(world.club.viewer("umpire"), battle.pk))
    row = TableRoll.objects.get(battle=battle)
    world.post("union", url(world, f"table/roll/{row.pk:016x}/again/"))
    world.act(lambda: table_rolls.reroll(world.club.viewer("confederate"), battle.pk, row.pk))


PLAY = Play(
    "table",
    met,
    {
        "on the table": play.begin_on_table,
        "sealed": sealed,
        "opened": prepare_and_open,
        "placed": placed,
        "rolled": rolled,
        "turn 2": next_turn,
        "end": the_end,
    },
)
PLACE = "battles_leaderplace."
BLIND: tuple[str, ...] = tuple(NOT_CONFEDERATE)
PAIRS = (
    Pair(
        "place of a leader",
        BLIND,
        tuple(f"{PLACE}{column}" for column in ("post", "attached_to", "in_army_radius")),
        since="placed",
        until="end",
        full="rolled",
    ),
    Pair("battle.leader rewound", BLIND, ("campaign_entry.payload",), since="placed", until="end", full="rolled"),
    Pair("unused rating", BLIND, ("battles_secretresult.body",), since="placed", until="end", full="rolled"),
    Pair("unused input", BLIND, ("battles_tableroll.inputs",), since="rolled", until="end", full="rolled"),
    Pair("army rating", BLIND, ("battles_setup.brief",), since="opened", until="end", full="rolled"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []
