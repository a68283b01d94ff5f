"""Checks the odds of any input under any rulings: fractions that add up to 1, floats that agree, and no impossible
roll."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core import registry
from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.procedure import Procedure
from rulesets.tests.inputs import inputs_to

WITH_DICE = [each for each in registry.procedures("cw_to_ff").values() if each.odds_way.name != "no dice"]
SWITCHES = {r.id: st.sampled_from(r.options) for r in registry.rulings("cw_to_ff").values() if r.options}


@pytest.mark.parametrize("each", WITH_DICE, ids=lambda each: each.name)
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_odds_add_up_to_one_and_include_every_roll(each: Procedure[Any, Any], data: st.DataObject) -> None:
    context = Context.of(switches=data.draw(st.fixed_dictionaries(SWITCHES)))
    inputs, seed = data.draw(inputs_to(each)), data.draw(st.integers(0, 99))
    try:
        exact, floats = each.odds(inputs, context), each.odds(inputs, context, exact=False)
    except IllegalOrder:
        return
    assert sum(exact.chances.values()) == 1
    assert max(abs(floats.chances[end] - chance) for end, chance in exact.chances.items()) <= 1e-12
    for name, part in (exact.parts or {}).items():
        assert sum(part.chances.values()) == 1
        assert floats.parts is not None
        assert all(abs(floats.parts[name].chances[end] - c) <= 1e-12 for end, c in part.chances.items())
    assert exact.named()[str(each.run(inputs, ChanceDice(seed), context).result)] > 0
