"""What was worked out from a side's knowledge serves everyone who knows the same."""

from collections import UserDict
from collections.abc import Mapping

from rulesets.civil_war.war.ground import Known, shared
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.tests.builders import opening
from rulesets.civil_war.war.views import true_supplies, view
from rulesets.civil_war.words import Side

NOWHERE: frozenset[str] = frozenset()
added: list[object] = []


def of_usa(held: Mapping[str, Side]) -> Known:
    return Known("USA", NOWHERE, NOWHERE, held)


class Restless(UserDict[str, Side]):
    """Holdings like no others, during whose comparison another thread works out something of its own."""

    def __eq__(self, other: object) -> bool:
        shared(opening().world, of_usa({str(len(added)): "CSA"}))
        added.append(other)
        return False

    __hash__ = None  # type: ignore[assignment]


def test_equal_knowledge_is_worked_out_once() -> None:
    """On the board, what a side knows is the truth."""
    one, other = opening(), opening()
    for side in SIDES:
        assert view(one, side).supplies.fed is true_supplies(one, side).fed
    assert shared(one.world, of_usa(dict(one.held))) is shared(one.world, of_usa(dict(other.held)))


def test_knowledge_is_looked_up_while_another_thread_adds_to_it() -> None:
    world = opening().world
    kept = [shared(world, of_usa({number: "USA"})) for number in "12"]
    mine = of_usa(Restless())
    assert shared(world, mine) is mine
    assert len(added) >= len(kept)
