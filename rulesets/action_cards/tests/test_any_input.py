"""Any valid input of any rule, with any rulings: a result in bounded work, or a cited sentence."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice
from rulesets.core.outcome import Outcome
from rulesets.core.registry import in_order, procedures, rulings
from rulesets.tests.answers import answer_of
from rulesets.tests.inputs import inputs_to

PROCEDURES = procedures("action_cards")
CHOICES = {ruling.id: st.sampled_from(ruling.options) for ruling in rulings("action_cards").values() if ruling.options}
PROMISED = {
    "strategic_move", "regroup", "supply", "attrition", "deck", "turn_order", "group_move_limits", "pinning", "build",
    "supply_card", "mississippi_control", "block_battle_round", "block_battle", "retreat", "fortress_hits", "winter",
    "victory",
}  # fmt: skip


def test_book_offers_exactly_its_rules() -> None:
    assert set(PROCEDURES) == {f"action_cards.{name}" for name in PROMISED}
    assert sum(len(found) for _, found in in_order("action_cards")) == len(PROMISED)


@pytest.mark.parametrize("name", sorted(PROMISED))
@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_rulings_give_a_result_or_a_cited_sentence(name: str, data: st.DataObject) -> None:
    each = PROCEDURES[f"action_cards.{name}"]
    context = Context.of(switches=data.draw(st.fixed_dictionaries(CHOICES)))
    inputs, seed = data.draw(inputs_to(each)), data.draw(st.integers(0, 999))
    found = answer_of(lambda: each.run(inputs, ChanceDice(seed), context))
    if isinstance(found, Outcome):
        assert found.steps
        assert found.to_json()["says"]
        assert each.run(inputs, ChanceDice(seed), context) == found
    else:
        assert found.cites.startswith("AC-") or not each.rules
