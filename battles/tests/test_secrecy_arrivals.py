"""Two worlds of flank marches that meet: the meeting, the march that never arrives, what enters, and the ratings.

The armies are small, and the campaign's own numbers let every flank march enter on turn 3, one turn after its notice.
"""

from dataclasses import replace
from functools import partial
from typing import Any
from unittest import mock

import pytest

from battles.conduct.base import ChosenPlan
from battles.models import ExcessChoice, SecretResult
from battles.selectors.reads import SIDES, placed_units, plans_of
from battles.services import arrivals, begin, opening, plans
from battles.tests import play
from battles.tests.builders import march, shiloh
from battles.tests.play import ENTROPY, battle_of, next_turn, rewind_last, the_end, url
from campaign.services.corrections import correct
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.people import NOT_OWNER, NOT_UNION, STRANGERS, gather
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.core.brief import Brief, BriefSide
from rulesets.core.context import Context, Override
from war.services.set_up import set_up

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
SPEEDS, TURNS = ("swift", "deliberate", "plodding"), {"notice": 2, "entry": 3}
EARLY = Context.of(
    Override("cw_to_ff.arrival", speed, column, turn, "A short day", "For a test.")
    for speed in SPEEDS
    for column, turn in TURNS.items()
)
DICE = {"right_usa": 2, "right_csa": 4}  # both deliberate: they meet
LEADERS = {"USA": ("Sherman", "Hurlbut"), "CSA": ("Breckinridge", "Hardee")}


def two_small_armies() -> Brief:
    brief = shiloh()
    return replace(brief, sides={side: _small(army, LEADERS[side]) for side, army in brief.sides.items()})


def _small(army: BriefSide, names: tuple[str, ...]) -> BriefSide:
    leaders = tuple(leader for leader in army.leaders if leader.name in names)
    return replace(army, leaders=leaders, strength=tuple(i for i in army.strength if i.arm == "infantry")[:4])


def met(world: World) -> None:
    gather(world)
    set_up(None, brief=two_small_armies(), campaign_id=world.club.campaign.pk)


def on_the_table(world: World) -> None:
    with mock.patch.object(begin, "house_of", return_value=EARLY):
        play.begin_on_table(world)


def sealed(world: World) -> None:
    """Send 40 Union stands and 20 Confederate ones around the same edge."""
    battle = battle_of(world)
    union: ChosenPlan = march(battle, "USA", "right", "Sherman", points=2)
    enemy: ChosenPlan = march(battle, "CSA", "right", "Breckinridge", points=1)
    if world.facts.get("Union stays"):
        union = {}
    if world.facts.get("Confederates stay"):
        enemy = {}
    for who, plan in (("union", union), ("confederate", enemy)):
        world.act(partial(plans.seal, world.club.viewer(who), battle.pk, plan=plan, entropy=ENTROPY[who]))


def prepared(world: World) -> None:
    world.act(lambda: opening.prepare_battle(world.club.viewer("umpire"), battle_of(world).pk, typed=DICE))


def chosen(world: World) -> None:
    """Choose the last brigades instead of the first; the Confederates try to. The umpire corrects a rating."""
    world.post("confederate", url(world, "excess/right/"), reduced="d0b0")
    battle = battle_of(world)
    for fact in ("choice of the excess", "battle.excess rewound"):
        if world.facts.get(fact):
            choose = partial(arrivals.choose_excess, edge="right", units=_last_units(world), reduced="d0b0")
            world.act(partial(choose, world.club.viewer("union"), battle.pk))
    if world.facts.get("battle.excess rewound"):
        rewind_last(world, "battle.excess")
    if world.facts.get("ratings"):
        row = SecretResult.objects.get(battle=battle, subject="ratings.00.USA")
        facts = row.body["facts"]
        rated = [{**each, "rating": "poltroon"} for each in facts["rated"]]
        values: dict[str, Any] = {"body": row.body | {"facts": facts | {"rated": rated}}}
        fix = partial(correct, table=row._meta.db_table, row_id=row.pk, values=values, reason="A slip.")
        world.act(partial(fix, world.club.viewer("umpire")))


def _last_units(world: World) -> list[str]:
    """Return the last two brigades of eight stands, and as many batteries as enter."""
    row = ExcessChoice.objects.get(battle=battle_of(world))
    assert (row.side, row.edge) == ("USA", "right")
    return ["d0b3", "d0b4", "d0g2", "d0g3"]


def hidden(world: World) -> None:
    """Hide all that doesn't march, so that the table shows the same in both worlds."""
    world.settle()
    battle = battle_of(world)
    for side in SIDES:
        units = [unit.id for unit in placed_units(battle, side, plans_of(battle))]
        hide = partial(opening.set_hidden, side=side, units=units)
        world.act(partial(hide, world.club.viewer("umpire"), battle.pk))


PLAY = Play(
    "arrivals",
    met,
    {
        "on the table": on_the_table,
        "sealed": sealed,
        "prepared": prepared,
        "hidden": hidden,
        "opened": play.opened,
        "turn 2": next_turn,
        "turn 3": next_turn,
        "chosen": chosen,
        "turn 4": next_turn,
        "end": the_end,
    },
)
PLAN, FOUND, CHOICE = "battles_plan.body", "battles_secretresult.body", "battles_excesschoice."
OBSERVERS = (*STRANGERS, "observer")
PAIRS = (
    Pair(
        "meeting",
        OBSERVERS,
        (PLAN, FOUND, f"{CHOICE}edge", f"{CHOICE}turn"),
        since="sealed",
        until="chosen",  # then the table shows how much came on
        full="turn 3",
        facts={"Confederates stay": True},
    ),
    Pair(
        "enemy on the same edge",
        (*OBSERVERS, "union", "union_west"),
        (PLAN, FOUND),
        since="sealed",
        until="turn 2",
        full="turn 2",
        facts={"Confederates stay": True},
    ),
    Pair(
        "never arrives",
        NOT_UNION,
        (PLAN, FOUND),
        since="sealed",
        until="turn 2",
        full="turn 2",
        facts={"Union stays": True},
    ),
    Pair(
        "choice of the excess",
        NOT_OWNER,
        tuple(f"{CHOICE}{column}" for column in ("units", "reduced", "is_made")),
        since="chosen",
        until="chosen",  # then the table shows what came on
    ),
    Pair("battle.excess rewound", NOT_OWNER, ("campaign_entry.payload",), since="chosen", until="end"),
    Pair("ratings", NOT_OWNER, (FOUND,), since="chosen", until="end"),
)
APART = (Apart("choice of the excess", ("battle.excess rewound",), "A choice can be made once."),)
WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []
