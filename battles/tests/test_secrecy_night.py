"""Two worlds of a night: what a side has sealed, and the positions that it noted when the hall closed."""

from functools import partial

import pytest

from battles.services import adjourning, night
from battles.services.common import open_battle_act, reload
from battles.tests import play
from battles.tests.play import ENTROPY, battle_of, next_turn, rewind_last, url
from campaign.audiences import PUBLIC
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Apart, Pair, Play
from campaign.tests.harness.people import NOT_OWNER, ONLY_UMPIRE
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from campaign.tests.pictures import a_file

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
LAST_TURN = 25


def opened(world: World) -> None:
    world.post("confederate", url(world, "plan/"), entropy="bb")
    world.post("union", url(world, "plan/"), entropy="aa")
    play.prepare_and_open(world)


def adjourned(world: World) -> None:
    """Adjourn, with notes of positions in one world; the Confederates try to read and to write them."""
    world.post("confederate", url(world, "adjourn/"))
    battle = battle_of(world)
    note = partial(adjourning.note_positions, battle_id=battle.pk)
    for fact in ("positions noted", "battle.positions rewound"):
        if world.facts.get(fact):
            world.act(partial(note, world.club.viewer("union"), text="The left rests on the creek."))
            if fact.endswith("rewound"):
                rewind_last(world, "battle.positions")
    if world.facts.get("positions photographed"):
        photo = partial(adjourning.photograph_positions, battle_id=battle.pk, data=a_file(), caption="Our left.")
        world.act(partial(photo, world.club.viewer("union")))
    if world.facts.get("umpire's positions"):
        world.act(partial(note, world.club.viewer("umpire"), text="Measured from the bridge."))


def resumed(world: World) -> None:
    world.post("union", url(world, "resume/"))


def night_falls(world: World) -> None:
    """Skip to the last turn of the day, which both sides end."""
    battle = battle_of(world)

    def skip() -> None:
        with open_battle_act(None, battle, "battle.request") as act:
            now = reload(battle)
            now.turn = LAST_TURN
            act.save(now)
            act.touch(PUBLIC)

    world.act(skip)
    next_turn(world)


def chosen(world: World) -> None:
    """Seal the Union's choice; the Confederates try to open the night."""
    world.post("confederate", url(world, "night/open/"))
    _choose(world, "union", "withdraw" if world.facts.get("withdraws") else "stay")


def morning(world: World) -> None:
    """Seal the other choice, which opens both."""
    _choose(world, "confederate", "withdraw")


def _choose(world: World, who: str, choice: str) -> None:
    seal = partial(night.choose_for_night, choice=choice, turn=LAST_TURN, entropy=ENTROPY[who])
    world.act(partial(seal, world.club.viewer(who), battle_of(world).pk))


PLAY = Play(
    "night",
    play.begin,
    {
        "on the table": play.begin_on_table,
        "opened": opened,
        "adjourned": adjourned,
        "resumed": resumed,
        "night": night_falls,
        "chosen": chosen,
        "morning": morning,
    },
)
OF_NOTE = tuple(f"battles_positionnote.{name}" for name in ("side", "text", "turn", "at"))
PAIRS = (
    Pair("positions noted", NOT_OWNER, OF_NOTE, "adjourned", "morning", "adjourned"),
    Pair("positions photographed", NOT_OWNER, ("battles_positionnote.picture",), "adjourned", "morning"),
    Pair("battle.positions rewound", NOT_OWNER, ("campaign_entry.payload",), "adjourned", "morning"),
    Pair("umpire's positions", ONLY_UMPIRE, ("battles_positionnote.text",), "adjourned", "morning"),
    Pair("withdraws", NOT_OWNER, ("battles_nightchoice.withdraws",), "chosen", "chosen"),
)
APART: tuple[Apart, ...] = ()
WORLDS = Worlds(PLAY, PAIRS, APART)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


def test_separated_facts_collide() -> None:
    assert WORLDS.needless() == []
