"""Two worlds of Regimental's sample battle: a hidden regiment and a sniper show to their side and the umpire alone."""

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
HIDDEN = "37th Indiana"
BEGUN = sample_of("regimental")


def set_up(world: World) -> None:
    """Hide another regiment, weaker in one world; the Confederates try what isn't theirs."""
    world.post("confederate", url(world, "units/usa/new/regiment/"))
    values: Values = {"full": 9}
    if world.facts.get("a weak regiment"):
        values = {"full": 5, "quality": "green", "weapon": "smoothbore", "commander": "weak", "sniper": True}
    add(world, NewUnit("USA", "regiment", HIDDEN, values, hidden=True))
    if world.facts.get("a hidden section"):
        add(world, NewUnit("USA", "battery", "Hidden section", {"full": 1}, hidden=True))


def fought(world: World) -> None:
    """Change the hidden regiment by hand in one world; the next turn forgets its losses to fire."""
    if world.facts.get("changes by hand"):
        union, battle = world.club.viewer("union"), battle_of(world)
        hidden = Card.objects.get(battle=battle, name=HIDDEN)
        values: Values = {"lost": 2, "lost_to_fire": 2, "disordered": True, "cover": "light works"}
        world.act(lambda: cards.change_unit(union, battle.pk, hidden.pk, values=values))


PLAY = Play(
    "Regimental",
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
    Pair("a hidden section", NOT_OWNER, OF_CARD, "set up", "end", "opened"),
    Pair("changes by hand", NOT_OWNER, ("battles_card.values",), "fought", "end", "fought"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_regiments(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []
