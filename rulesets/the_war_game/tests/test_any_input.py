"""Any valid input, under any rulings: a result or a cited sentence, and odds that know every result."""

from fractions import Fraction
from math import isclose
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice, Dice
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Procedure
from rulesets.core.registry import procedures, rulings
from rulesets.tests.inputs import inputs_of

RULES = procedures("the_war_game")
CHOICES = {each.id: st.sampled_from(each.options) for each in rulings("the_war_game").values() if each.options}
NAMES = {
    *("ranges", "detachment", "movement", "who_fires_first", "musketry", "who_is_hit", "skirmish_fire", "charge"),
    *("ride_down", "melee", "break_in", "melee_outcome", "exhaustion", "morale", "rally", "officer_save"),
    *("round_shot", "counter_battery", "canister", "howitzer", "house_shot", "house_shell", "fire_spread"),
}
often = settings(max_examples=20, suppress_health_check=list(HealthCheck))


def test_book_has_its_rules() -> None:
    assert set(RULES) == {f"the_war_game.{name}" for name in NAMES}


def rolled_or_refused(
    rule: Procedure[Any, Any], inputs: dict[str, Any], dice: Dice, context: Context
) -> Outcome[Any] | IllegalOrder | BeyondTheTable:
    try:
        return rule.run(inputs, dice, context)
    except (IllegalOrder, BeyondTheTable) as refused:
        return refused


@pytest.mark.parametrize("name", RULES)
def test_every_result_has_its_chance(name: str) -> None:
    rule = RULES[name]

    @often
    @given(inputs_of(rule.schema()), st.fixed_dictionaries(CHOICES), st.integers(0, 10**6))
    def check(inputs: dict[str, Any], switches: dict[str, str], seed: int) -> None:
        context = Context.of(switches=switches)
        rolled = rolled_or_refused(rule, inputs, ChanceDice(seed), context)
        if not isinstance(rolled, Outcome):
            assert rolled.cites.startswith("WG-")
            with pytest.raises(type(rolled)):
                rule.odds(inputs, context)
            return
        exact = rule.odds(inputs, context).chances
        floats = rule.odds(inputs, context, exact=False).chances
        assert sum(exact.values(), Fraction(0)) == 1
        assert exact[rolled.result] > 0
        assert exact.keys() == floats.keys()
        assert all(isclose(floats[end], chance, abs_tol=1e-12) for end, chance in exact.items())

    check()


@pytest.mark.parametrize("name", RULES)
def test_same_dice_give_the_same_result(name: str) -> None:
    rule = RULES[name]
    for example in rule.examples:
        first, again = (rule.run(example.inputs, ChanceDice(7)) for _ in range(2))
        assert first == again
