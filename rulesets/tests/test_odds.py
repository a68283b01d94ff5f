"""The odds of every procedure that throws, against what its dice do."""

from collections import Counter
from math import sqrt
from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.dice import ChanceDice
from rulesets.core.procedure import Procedure

THROWS = 100_000
EVERY = [each for book in registry.books() for each in registry.procedures(book.id).values()]
WITH_DICE = [each for each in EVERY if each.odds_way.name != "no dice"]


def most_open_example(each: Procedure[Any, Any]) -> Any:
    """The inputs of the example that can end in the most ways."""
    return max((each.read(example.inputs) for example in each.examples), key=lambda read: len(each.odds(read).chances))


@pytest.mark.long
@pytest.mark.parametrize("each", WITH_DICE, ids=lambda each: each.id)
def test_odds_match_a_hundred_thousand_throws(each: Procedure[Any, Any]) -> None:
    """Within five standard deviations, with a fixed seed, and nothing falls that has no chance."""
    inputs, dice = most_open_example(each), ChanceDice(1862)
    chances = each.odds(inputs).named()
    fell = Counter(str(each.run(inputs, dice).result) for _ in range(THROWS))
    assert fell.keys() <= chances.keys()
    for end, chance in chances.items():
        allowed = 5 * sqrt(THROWS * chance * (1 - chance)) + 1
        assert abs(fell[end] - THROWS * chance) <= allowed, end
