"""Two worlds of a battle with unit cards, and its canary: hidden units show to their side and the umpire alone."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from battles.models import Battle, Card, CardRoll
from battles.selectors import card_rolls as roll_pages
from battles.selectors import cards as card_pages
from battles.selectors import orders as order_pages
from battles.selectors.reads import cards_of
from battles.services import card_rolls, cards, orders, plans
from battles.services.card_setup import begin_with_cards
from battles.tests.card_plays import OF_CARD
from battles.tests.cards import card
from battles.tests.play import battle_of, next_turn, prepare_and_open, rewind_last, the_end, url
from campaign.audiences import PUBLIC
from campaign.ids import hex_id
from campaign.services import cups
from campaign.tests.builders import a_club
from campaign.tests.harness.bundles import Bundle
from campaign.tests.harness.canary import Found, Marker, judge_all, look_for, missing_markers
from campaign.tests.harness.differences import Difference
from campaign.tests.harness.pairs import Pair, Play
from campaign.tests.harness.people import NOT_OWNER, found_elsewhere
from campaign.tests.harness.tally import TALLY
from campaign.tests.harness.world import World, a_world
from campaign.tests.harness.worlds import Worlds
from campaign.visibility import may_know
from rulesets.core.units import NewUnit

pytestmark = [pytest.mark.harness, pytest.mark.django_db, pytest.mark.usefixtures("tin_book")]
OWNER = frozenset({"union", "umpire"})
AMBUSH = NewUnit("USA", "regiment", "Ambush", {"began": 5, "stands": 5, "colonel": "Tin"}, hidden=True)


def begin(world: World) -> None:
    world.club = a_club(one_off=True)
    for name, user in world.club.users.items():
        user.email = f"{name}@example.org"
        user.save()
    found_elsewhere(world)
    world.open_browsers()


def begun(world: World) -> None:
    umpire = world.club.viewer("umpire")
    world.act(lambda: begin_with_cards(umpire, book="lead", units="sample"))


def unit_of(world: World) -> NewUnit:
    """Return the Union's hidden unit, which differs between the worlds."""
    if world.facts.get("another hidden unit"):
        return NewUnit("USA", "regiment", "Surprise", {"began": 7, "stands": 3, "morale": "shaken"}, hidden=True)
    return AMBUSH


def set_up(world: World) -> None:
    """Hide a unit; the Confederates try what isn't theirs."""
    for rest in ("units/usa/list/", "units/usa/new/regiment/"):
        world.post("confederate", url(world, rest))
    union, battle = world.club.viewer("union"), battle_of(world)
    world.act(lambda: cards.add_unit(union, battle.pk, unit=unit_of(world)))
    if world.facts.get("hidden unit"):
        more = NewUnit("USA", "regiment", "Reserve", {"began": 2, "stands": 2}, hidden=True)
        world.act(lambda: cards.add_unit(world.club.viewer("union"), battle.pk, unit=more))
    for kind, act in SET_UP.items():
        do_and_rewind(world, kind, act)


def do_and_rewind(world: World, kind: str, act: Callable[[World], object]) -> None:
    """Do what others may not know of as the Union, and let the umpire rewind it at once, in one world."""
    if world.facts.get(f"{kind} rewound"):
        world.act(lambda: act(world))
        rewind_last(world, kind)


def list_others(world: World) -> None:
    """Replace every unit of the Union by others."""
    others = [replace(AMBUSH, name=name) for name in ("Listed", "Listed too")]
    cards.set_up_units(world.club.viewer("union"), battle_of(world).pk, side="USA", units=others)


def add_another(world: World) -> None:
    cards.add_unit(world.club.viewer("union"), battle_of(world).pk, unit=replace(AMBUSH, name="Added"))


def remove_hidden(world: World) -> None:
    cards.remove_unit(world.club.viewer("union"), battle_of(world).pk, hidden_card(world).pk)


def change_hidden(world: World) -> None:
    values: dict[str, int | bool | str] = {"stands": 2, "morale": "shaken"}
    cards.change_unit(world.club.viewer("union"), battle_of(world).pk, hidden_card(world).pk, values=values)


def change_set_up(world: World) -> None:
    """Rename a unit that everyone sees once the battle is opened, and hide it."""
    first = Card.objects.get(battle=battle_of(world), name="Blue 1")
    union = world.club.viewer("union")
    cards.change_unit(union, battle_of(world).pk, first.pk, name="Renamed", hidden=True, values={"stands": 2})


def order_hidden(world: World) -> None:
    unit = hex_id(hidden_card(world).pk)
    orders.write_order(world.club.viewer("union"), battle_of(world).pk, text="Charge.", unit=unit)


SET_UP: dict[str, Callable[[World], object]] = {
    "card.listed": list_others,
    "card.added": add_another,
    "card.changed": change_set_up,
    "card.removed": remove_hidden,
}


def opened(world: World) -> None:
    world.post("confederate", url(world, "plan/"), entropy="bb")
    battle = battle_of(world)
    world.act(lambda: plans.seal(world.club.viewer("union"), battle.pk, plan={}, entropy="aa"))
    prepare_and_open(world)


def changed(world: World) -> None:
    """Change a hidden unit by hand in one world; the Confederates try to."""
    battle, hidden = battle_of(world), hidden_card(world)
    for rest in ("change/", "reveal/", "remove/"):
        world.post("confederate", url(world, f"unit/{'0' * 15}1/{rest}"))
    do_and_rewind(world, "card.changed", change_hidden)
    if world.facts.get("changed by hand"):
        values = {"stands": 1, "has_fired": True}
        world.act(lambda: cards.change_unit(world.club.viewer("union"), battle.pk, hidden.pk, values=values))


def hidden_card(world: World) -> Card:
    return Card.objects.filter(battle=battle_of(world), hidden=True).order_by("name")[0]


def rolled(world: World) -> None:
    """Roll in public, and in secret with the hidden unit in one world; the Confederates try to choose it."""
    battle = battle_of(world)
    target = {"target": [hex_id(card(battle, "Gray 1").pk)]}
    public = {"firers": [hex_id(card(battle, "Blue 1").pk)], **target}
    roll(world, "union", public, stands=6)
    sent = {"cards-firers": target["target"], "cards-target": "0123456789abcdef", "filled": "on", "stands": "6"}
    world.post("confederate", url(world, "rolls/new/volley/"), **sent)
    if world.facts.get("hidden roll"):
        roll(world, "umpire", {"firers": [hex_id(hidden_card(world).pk)], **target}, stands=5)
    if world.facts.get("another hidden roll"):
        roll(world, "umpire", {"firers": [hex_id(hidden_card(world).pk)], **target}, stands=12)


def ordered(world: World) -> None:
    """Write an order in one world; the Confederates try to read and to reveal what they don't know."""
    for rest in ("orders/0123456789abcdef/reveal/", "orders/new/"):
        world.post("confederate", url(world, rest))
    do_and_rewind(world, "order.written", order_hidden)
    if world.facts.get("written order"):
        union, battle, unit = world.club.viewer("union"), battle_of(world), hex_id(hidden_card(world).pk)
        world.act(lambda: orders.write_order(union, battle.pk, text="Hold.", unit=unit))
        union = world.club.viewer("union")
        world.act(lambda: orders.write_order(union, battle.pk, text="Fall back.", to="Reserve"))


def roll(world: World, who: str, chosen: dict[str, list[str]], *, stands: int, firer: str = "") -> None:
    battle, inputs = battle_of(world), {"stands": stands, "firer": firer or f"of {stands}", "target": "Gray 1"}
    said: dict[str, Any] = {"name": "volley", "cards": chosen, "inputs": inputs}
    world.act(lambda: card_rolls.roll(world.club.viewer(who), battle.pk, **said))


def confirmed(world: World) -> None:
    """Confirm the public roll through its page."""
    row = CardRoll.objects.filter(battle=battle_of(world), audience=PUBLIC).get()
    for who in ("observer", "confederate"):
        world.post(who, url(world, f"roll/{row.pk:016x}/"))


PLAY = Play(
    "unit cards",
    begin,
    {
        "begun": begun,
        "set up": set_up,
        "opened": opened,
        "changed": changed,
        "ordered": ordered,
        "rolled": rolled,
        "confirmed": confirmed,
        "turn 2": next_turn,
        "end": the_end,
    },
)
OF_ORDER = tuple(f"battles_writtenorder.{name}" for name in ("side", "card", "to", "text", "turn", "revealed", "at"))
OF_ROLL = tuple(
    f"battles_cardroll.{name}"
    for name in (
        "audience",
        "side",
        "turn",
        "procedure",
        "chosen",
        "inputs",
        "result",
        "trace",
        "changes",
        "state",
        "at",
    )
)
PAIRS = (
    Pair("hidden unit", NOT_OWNER, OF_CARD, "set up", "end", "opened"),
    Pair("another hidden unit", NOT_OWNER, OF_CARD[1:3], "set up", "end", "opened"),
    Pair("written order", NOT_OWNER, OF_ORDER, "ordered", "end", "ordered"),
    Pair("hidden roll", NOT_OWNER, OF_ROLL, "rolled", "end", "rolled"),
    Pair(
        "another hidden roll", NOT_OWNER, ("battles_cardroll.inputs", "campaign_throw.base"), "rolled", "end", "rolled"
    ),
    Pair("changed by hand", NOT_OWNER, ("battles_card.values",), "changed", "end", "changed"),
    Pair("card.listed rewound", NOT_OWNER, ("campaign_entry.payload",), "set up", "end", "set up"),
    Pair("card.added rewound", NOT_OWNER, ("campaign_entry.payload",), "set up", "end", "set up"),
    Pair("card.removed rewound", NOT_OWNER, ("campaign_entry.payload",), "set up", "end", "set up"),
    Pair("card.changed rewound", NOT_OWNER, ("campaign_entry.payload",), "set up", "end", "changed"),
    Pair("order.written rewound", NOT_OWNER, ("campaign_entry.payload",), "ordered", "end", "ordered"),
)
WORLDS = Worlds(PLAY, PAIRS)


@pytest.mark.parametrize("bundle", WORLDS.bundles, ids=str)
def test_answers_do_not_reveal_hidden_facts(bundle: Bundle) -> None:
    assert WORLDS.problems_of(bundle) == []


# The canary.

MARKERS = (
    Marker("Zq50a", OWNER, ("battles_card.name",)),
    Marker("Zq51a", OWNER, ("battles_card.values",)),
    Marker("Zq53a", OWNER, ("battles_writtenorder.text",)),
    Marker("Zq54a", OWNER, ("battles_writtenorder.to",)),
    Marker("Zq52a", frozenset({"umpire"}), ("battles_cardroll.inputs",), others=OWNER),
)


def marked(world: World) -> None:
    unit = NewUnit("USA", "regiment", "Zq50a", {"began": 5, "stands": 5, "colonel": "Zq51a"}, hidden=True)
    union, battle = world.club.viewer("union"), battle_of(world)
    world.act(lambda: cards.add_unit(union, battle.pk, unit=unit))


def rolled_in_secret(world: World) -> None:
    battle = battle_of(world)
    chosen = {"firers": [hex_id(card(battle, "Zq50a").pk)], "target": [hex_id(card(battle, "Gray 1").pk)]}
    roll(world, "umpire", chosen, stands=5, firer="Zq52a")
    union = world.club.viewer("union")
    world.act(lambda: orders.write_order(union, battle.pk, text="Zq53a", to="Zq54a"))


def test_only_owners_see_hidden_units() -> None:
    found = Found()
    with a_world() as world:
        begin(world)
        for step in (begun, marked, opened, rolled_in_secret, the_end):
            step(world)
            world.settle()
            if step in (marked, the_end):
                look_for(world, MARKERS, found, probe=step is the_end)
            world.posted.clear()
        found.wrong += missing_markers(MARKERS)
    wrong = judge_all(MARKERS, found)
    assert wrong == [], "\n".join(wrong)


# Planted leaks.


@contextmanager
def everybody_sees_every_card() -> Iterator[None]:
    with mock.patch.object(card_pages, "seen_cards", lambda viewer, battle: cards_of(battle)):
        yield


@contextmanager
def query_for_each_hidden_card() -> Iterator[None]:
    """Give the same answer, with a query more for each hidden card."""

    def seen(viewer: Any, battle: Battle) -> list[Card]:
        for each in cards_of(battle):
            if not may_know(each.audience_in(battle), viewer):
                Card.objects.filter(pk=each.pk).exists()
        return [each for each in cards_of(battle) if may_know(each.audience_in(battle), viewer)]

    with mock.patch.object(card_pages, "seen_cards", seen):
        yield


@contextmanager
def count_of_all_cards() -> Iterator[None]:
    """Say how many units there are, hidden ones too."""
    old = card_pages.page_audience

    def counted(viewer: Any, battle: Battle) -> Any:
        audience = old(viewer, battle)
        return type(audience)(side=audience.side, words=f"{audience.words} {len(cards_of(battle))}")

    with mock.patch.object(card_pages, "page_audience", counted):
        yield


@contextmanager
def everybody_sees_every_roll() -> Iterator[None]:
    """Show a hidden roll, with its trace, to everyone."""
    with mock.patch.object(roll_pages, "may_know", return_value=True):
        yield


@contextmanager
def everybody_reads_orders() -> Iterator[None]:
    with mock.patch.object(order_pages, "may_know", return_value=True):
        yield


@contextmanager
def unblinded_checkpoint() -> Iterator[None]:
    """Publish heads that change only if something was rolled since the step before."""
    with mock.patch.object(cups, "blinded_head", lambda secret, *, head, **more: head):
        yield


LEAKS = (
    (everybody_reads_orders, "written order"),
    (everybody_sees_every_card, "hidden unit"),
    (query_for_each_hidden_card, "hidden unit"),
    (count_of_all_cards, "hidden unit"),
    (everybody_sees_every_roll, "hidden roll"),
    (unblinded_checkpoint, "hidden roll"),
)


@pytest.mark.parametrize(("plant", "fact"), LEAKS)
def test_planted_leak_is_found(plant: Any, fact: str) -> None:
    from battles.tests.test_secrecy_leaks import seen_along_links

    with plant():
        found: list[Difference] = seen_along_links(WORLDS, fact, "confederate")
    assert found != []
    TALLY.found.append(f"unit cards: {plant.__name__.replace('_', ' ')}")
