"""The odds of every rule with dice, against what its dice do."""

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.dice import ChanceDice
from rulesets.core.procedure import Procedure

ROLLS = 100_000
EVERY = [each for book in registry.books() for each in registry.procedures(book.id).values()]
WITH_DICE = [each for each in EVERY if each.odds_way.name != "no dice"]


def most_open_example(each: Procedure[Any, Any]) -> Any:
    """Return the inputs of the example that can end in the most ways."""
    return max((each.read(example.inputs) for example in each.examples), key=lambda read: len(each.odds(read).chances))


@pytest.mark.long
@pytest.mark.in_turn(3)
@pytest.mark.parametrize("each", WITH_DICE, ids=lambda each: each.id)
def test_odds_match_100_000_rolls(each: Procedure[Any, Any]) -> None:
    """They agree within five standard deviations, with a fixed seed, and nothing without a chance is rolled."""
    inputs, dice = most_open_example(each), ChanceDice(1862)
    chances = each.odds(inputs).named()
    rolled = Counter(str(each.run(inputs, dice).result) for _ in range(ROLLS))
    assert rolled.keys() <= chances.keys()
    for end, chance in chances.items():
        allowed = 5 * sqrt(ROLLS * chance * (1 - chance)) + 1
        assert abs(rolled[end] - ROLLS * chance) <= allowed, end
