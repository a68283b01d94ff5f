"""Every convolution, against the rule carried out on every result of every die."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core import registry
from rulesets.core.context import BY_THE_BOOK, Context, Override
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber
from rulesets.core.odds import Convolution, Distribution, Enumeration, Kept, Way
from rulesets.core.procedure import Procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.weighing import TreeTooLarge
from rulesets.tests.inputs import inputs_to

Rule = Procedure[Any, Any]
MOST_LEAVES = 1_500
REFUSALS = (IllegalOrder, BeyondTheTable, UnknownNumber)
FEW = settings(max_examples=10, suppress_health_check=list(HealthCheck), deadline=None)


def way_of(each: Rule) -> Way:
    return each.odds_way.way if isinstance(each.odds_way, Kept) else each.odds_way


EVERY = [each for book in registry.books() for each in registry.procedures(book.id).values()]
CONVOLVED = [each for each in EVERY if isinstance(way_of(each), Convolution)]


def test_kept_odds_rest_on_what_their_rule_names() -> None:
    """The turn and the roll only tell rolls apart; a number of the campaign's own is never kept."""
    pulse = registry.procedure("civil_war.pulse")
    assert pulse.odds({"use_track": 2, "turn": 3, "roll": 2}) is pulse.odds({"use_track": 2})
    ends = Override("civil_war.ties", "1", "7", "ends", "Ours", "We like it so")
    own = Context.of([ends])
    changed = "tied at 7: the turn ends"
    assert changed in pulse.odds({}, own).named()
    assert changed not in pulse.odds({}).named()


def switches_of(book: str) -> st.SearchStrategy[dict[str, str]]:
    rulings = registry.rulings(book).values()
    return st.fixed_dictionaries({}, optional={r.id: st.sampled_from(r.options) for r in rulings if r.options})


def examples() -> Iterator[Any]:
    for each in CONVOLVED:
        for n, example in enumerate(each.examples):
            yield pytest.param(each, example.inputs, id=f"{each.id} {n}")


def enumerated(each: Rule, inputs: Any, context: Context) -> Distribution | str:
    """Return what every result of the dice comes to, or the refusal."""
    try:
        return Enumeration(MOST_LEAVES).distribution(each, each.read(inputs), context, exact=True)
    except REFUSALS as refused:
        return str(refused)


def convolved(each: Rule, inputs: Any, context: Context) -> Distribution | str:
    try:
        return each.odds_way.distribution(each, each.read(inputs), context, exact=True)
    except REFUSALS as refused:
        return str(refused)


def check(each: Rule, inputs: Any, context: Context = BY_THE_BOOK) -> None:
    found, expected = convolved(each, inputs, context), enumerated(each, inputs, context)
    if isinstance(found, str) or isinstance(expected, str):
        assert found == expected
        return
    assert list(found.chances.items()) == list(expected.chances.items())
    floats = each.odds(inputs, context, exact=False).chances
    assert list(floats) == list(found.chances)
    assert all(abs(floats[end] - chance) <= 1e-12 for end, chance in found.chances.items())


@pytest.mark.parametrize(("each", "inputs"), list(examples()))
def test_odds_of_examples_match_every_result_of_the_dice(each: Rule, inputs: Any) -> None:
    check(each, inputs)


@pytest.mark.parametrize("each", CONVOLVED, ids=lambda each: each.id)
@FEW
@given(data=st.data())
def test_odds_of_any_input_match_every_result_of_the_dice(each: Rule, data: st.DataObject) -> None:
    """They give the same chances in the same order, whatever rulings the campaign plays."""
    context = Context.of(switches=data.draw(switches_of(each.book)))
    inputs = data.draw(inputs_to(each))
    try:
        check(each, inputs, context)
    except TreeTooLarge:
        return


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_odds_carry_a_rule_out_at_most_once(each: Rule) -> None:
    for example in each.examples:
        runs = list[Any]()

        def counted(inputs: Any, work: Reckoning, runs: list[Any] = runs) -> Any:
            runs.append(inputs)
            return each.function(inputs, work)

        way_of(each).distribution(counted, each.read(example.inputs), BY_THE_BOOK, exact=True)
        assert len(runs) <= 1
