"""Two worlds of The War Game's sample battle: a hidden regiment shows to its side and the umpire alone."""

import pytest

from battles.models import Card
from battles.services import cards
from battles.tests.card_plays import OF_CARD, add, opened, sample_of
from battles.tests.play import battle_of, next_turn, the_end, url
from battles.tests.test_secrecy_cards import begin
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER
from campaign.tests.harness.world import World
from campaign.tests.harness.worlds import Worlds
from rulesets.core.units import NewUnit, Values

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
REGIMENT: Values = {"original": 24, "figures": 24}
BEGUN = sample_of("the_war_game")


def set_up(world: World) -> None:
    """Hide another regiment, weaker in one world; the Confederates try what isn't theirs."""
    world.post("confederate", url(world, "units/usa/new/infantry/"))
    weak: Values = {**REGIMENT, "figures": 10, "order": "falling back", "colonel": "fallen", "weapon": "carbine"}
    values = weak if world.facts.get("a weak regiment") else REGIMENT
    add(world, NewUnit("USA", "infantry", "95th New York", values, hidden=True))
    if world.facts.get("hidden guns"):
        add(world, NewUnit("USA", "howitzer", "Hidden howitzer", {"damage": 4}, hidden=True))


def fought(world: World) -> None:
    """Lose figures of the hidden regiment by hand in one world; the next turn forgets its losses to fire."""
    if world.facts.get("losses by hand"):
        union, battle = world.club.viewer("union"), battle_of(world)
        hidden = Card.objects.get(battle=battle, name="95th New York")
        values: Values = {"figures": 9, "fire_lost": 4, "order": "halted, cannot fire"}
        world.act(lambda: cards.change_unit(union, battle.pk, hidden.pk, values=values))


PLAY = Play(
    "The War Game",
    begin,
    {
        "begun": BEGUN,
        "set up": set_up,
        "opened": opened,
        "fought": fought,
        "turn 2": next_turn,
        "end": the_end,
    },
)
PAIRS = (
    Pair("a weak regiment", NOT_OWNER, ("battles_card.values",), "set up", "end", "opened"),
    Pair("hidden guns", NOT_OWNER, OF_CARD, "set up", "end", "opened"),
    Pair("losses by hand", NOT_OWNER, ("battles_card.values",), "fought", "end", "fought"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_regiments(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
