"""Any cards: each rule is filled, rolled, and written back within the limits of the fields."""

from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.core.units import Card, CardField, ChoiceField, Chosen, Use, WholeField, Whose, YesNoField
from rulesets.the_war_game.tests.deck import THEM, US
from rulesets.the_war_game.unit_cards import CARDS


def values_of(field: CardField) -> st.SearchStrategy[Any]:
    if isinstance(field, WholeField):
        return st.integers(field.least, field.most)
    if isinstance(field, ChoiceField):
        return st.sampled_from(field.values)
    return st.booleans() if isinstance(field, YesNoField) else st.sampled_from(["", "2nd Wisconsin"])


@st.composite
def cards(draw: st.DrawFn, kinds: tuple[str, ...], side: str, card_id: str) -> Card:
    kind = CARDS.kind(draw(st.sampled_from(kinds or tuple(each.id for each in CARDS.kinds))))
    values = {each.name: draw(values_of(each)) for each in kind.fields}
    if "figures" in values:
        values["detached" if kind.id == "infantry" else "figures"] = 0
        values["figures"] = draw(st.integers(0, values["original"]))
    return Card(card_id, side, kind.id, f"{side} {kind.title} {card_id}", values)


REST = {
    "inches": 20, "figures": 3, "near": 2, "center": 2, "ranks": 1, "casualties": 2, "heavy": True, "firers": 6,
    "attackers": 2, "combats": [{}], "troops": "infantry in line",
}  # fmt: skip


LEFT_TO_THE_RULE = {"half_lost", "heavy", "unit_officers", "unit_privates"}  # refused with the book's own sentence


@pytest.mark.parametrize("use", CARDS.uses, ids=lambda use: use.procedure)
def test_any_cards_give_a_result_and_changes_within_limits(use: Use) -> None:
    """What cards fill in is always valid; what no card knows is filled in here."""
    rule = procedure(use.procedure)
    rest = {name: value for name, value in REST.items() if name in rule.model.model_fields}
    if rule.name == "ride_down":
        rest["inches"] = 12
    rolled = []

    @settings(max_examples=25, suppress_health_check=list(HealthCheck), deadline=None)
    @given(st.data(), st.integers(0, 10**6))
    def check(data: st.DataObject, seed: int) -> None:
        sides = {Whose.OWN: US, Whose.ENEMY: THEM, Whose.ANY: THEM}
        drawn = {r.name: data.draw(cards(r.kinds, sides[r.whose], r.name)) for r in use.roles}
        assume(not any(CARDS.is_out(card) for card in drawn.values()))
        chosen = Chosen({role: (card,) for role, card in drawn.items()}, data.draw(st.integers(0, 999)))
        filled = use.fill(chosen)
        inputs = rule.read({**rest, **filled})
        try:
            outcome = rule.run(inputs, ChanceDice(seed))
        except IllegalOrder as refused:
            field_name = refused.field.partition(".")[0]
            if field_name in filled and field_name not in LEFT_TO_THE_RULE:
                raise
            reject()
        rolled.append(1)
        for change in use.effects(inputs, outcome.result, chosen):
            field = CARDS.kind(drawn[change.card].kind).field(change.field)
            assert field.running
            assert change.cites.startswith("WG-")
            assert change.before == drawn[change.card][change.field] != change.after
            assert field.fault(change.after) == ""

    check()
    assert rolled
