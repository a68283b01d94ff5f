"""Steps and columns that the two worlds of every book's sample battle share."""

from collections.abc import Callable

from battles.services import cards, plans
from battles.services.card_setup import begin_with_cards
from battles.tests.play import battle_of, prepare_and_open
from campaign.tests.harness.world import World
from rulesets.core.units import NewUnit

OF_CARD = tuple(f"battles_card.{name}" for name in ("kind", "name", "values", "hidden", "turn", "side"))


def sample_of(book: str) -> Callable[[World], None]:
    """Return the step that sets up a book's sample."""

    def begun(world: World) -> None:
        umpire = world.club.viewer("umpire")
        world.act(lambda: begin_with_cards(umpire, book=book, units="sample"))

    return begun


def add(world: World, unit: NewUnit) -> None:
    union, battle = world.club.viewer("union"), battle_of(world)
    world.act(lambda: cards.add_unit(union, battle.pk, unit=unit))


def opened(world: World) -> None:
    seal(world, "union", "aa")
    seal(world, "confederate", "bb")
    prepare_and_open(world)


def seal(world: World, who: str, entropy: str) -> None:
    viewer, battle = world.club.viewer(who), battle_of(world)
    world.act(lambda: plans.seal(viewer, battle.pk, plan={}, entropy=entropy))
