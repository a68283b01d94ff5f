"""Two worlds of a Napoleonic battle: a hidden battery and a written order show to their side and the umpire alone."""

import pytest

from battles.models import Card
from battles.services import cards, orders
from battles.tests.card_plays import add, opened, sample_of
from battles.tests.play import battle_of, next_turn, the_end, url
from battles.tests.test_secrecy_cards import OWNER, begin
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.canary import Found, Marker, judge_all, look_for, missing_markers
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER
from campaign.tests.harness.world import World, a_world
from campaign.tests.harness.worlds import Worlds
from rulesets.core.units import NewUnit, Value

pytestmark = [pytest.mark.harness, pytest.mark.django_db]
BATTERY = "Drouot’s battery"
BEGUN = sample_of("napoleonic_fury")


def set_up(world: World) -> None:
    """Write an order, and hide a second battery; the Austrians try to read it."""
    union, battle = world.club.viewer("union"), battle_of(world)
    order = "Charge when the guns open." if world.facts.get("written order") else "Stay behind the village."
    world.act(lambda: orders.write_order(union, battle.pk, to="Grouchy’s dragoons", text=order))
    if world.facts.get("hidden battery"):
        values: dict[str, Value] = {"nation": "France", "troops": "heavy battery"}
        add(world, NewUnit("USA", "battery", BATTERY, values, hidden=True))


def changed(world: World) -> None:
    """Unlimber the sample's hidden battery by hand in one world; the Austrians try addresses they can't know."""
    for rest in ("change/", "reveal/", "remove/"):
        world.post("confederate", url(world, f"unit/{'0' * 15}1/{rest}"))
    if world.facts.get("hidden battery unlimbers"):
        guns = Card.objects.get(battle=battle_of(world), side="USA", hidden=True, name="Horse battery of the corps")
        union = world.club.viewer("union")
        values: dict[str, Value] = {"limbered": False, "moved_guns": True}
        world.act(lambda: cards.change_unit(union, guns.battle_id, guns.pk, values=values))


PLAY = Play(
    "Napoleonic unit cards",
    begin,
    {"begun": BEGUN, "set up": set_up, "opened": opened, "changed": changed, "turn 2": next_turn, "end": the_end},
)
VALUES = ("battles_card.values",)
PAIRS = (
    Pair("hidden battery", NOT_OWNER, ("battles_card.name", "battles_card.hidden"), "set up", "end", "opened"),
    Pair("written order", NOT_OWNER, ("battles_writtenorder.text",), "set up", "end", "opened"),
    Pair("hidden battery unlimbers", NOT_OWNER, VALUES, "changed", "end", "changed"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_reveal_neither_guns_nor_orders(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


MARKERS = (Marker("Zq58a", OWNER, ("battles_writtenorder.to",)), Marker("Zq59a", OWNER, ("battles_writtenorder.text",)))


def marked(world: World) -> None:
    union, battle = world.club.viewer("union"), battle_of(world)
    world.act(lambda: orders.write_order(union, battle.pk, to="Zq58a", text="Zq59a"))


def test_only_owner_and_umpire_read_a_written_order() -> None:
    found = Found()
    with a_world() as world:
        begin(world)
        for step in (BEGUN, marked, opened, the_end):
            step(world)
            world.settle()
            if step in (marked, the_end):
                look_for(world, MARKERS, found, probe=step is the_end)
            world.posted.clear()
        found.wrong += missing_markers(MARKERS)
    wrong = judge_all(MARKERS, found)
    assert wrong == [], "\n".join(wrong)
