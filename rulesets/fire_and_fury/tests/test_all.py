"""Checks of every rule, table, and ruling of this book."""

from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.registry import procedure as find
from rulesets.core.registry import procedures, rulings, tables
from rulesets.core.table import Table
from rulesets.fire_and_fury.extras import in_key
from rulesets.fire_and_fury.tests.helpers import all_typed, from_schema
from rulesets.tests.answers import REFUSALS, answer_of

PROCEDURES = procedures("fire_and_fury")
PROMISED = {"effectiveness", "maneuver", "movement", "fire", "charge", "fallen_leader", "victory_points"}
CHOICES = {ruling.id: st.sampled_from(ruling.options) for ruling in rulings("fire_and_fury").values() if ruling.options}
WITH_DICE = [name for name, each in PROCEDURES.items() if each.odds_way.name != "no dice"]
PATIENT = [HealthCheck.too_slow, HealthCheck.filter_too_much]
of_each = settings(max_examples=20, suppress_health_check=PATIENT)


def test_book_offers_its_rules_and_tables() -> None:
    assert {f"fire_and_fury.{name}" for name in PROMISED} <= set(PROCEDURES)


@pytest.mark.parametrize(
    ("name", "key"), [("Colston's", "Colston's"), ("Zoé \U0001f40e\x00", "Zoe "), ("x" * 40, "x" * 40)]
)
def test_name_is_plain_letters_in_the_roll_key(name: str, key: str) -> None:
    assert in_key(name) == key


@pytest.mark.parametrize("name", PROCEDURES)
def test_example_gives_its_result(name: str) -> None:
    for example in PROCEDURES[name].examples:
        assert str(PROCEDURES[name].run(example.inputs, ScriptedDice(*example.dice)).result) == example.says


@pytest.mark.parametrize("table", tables("fire_and_fury").values(), ids=lambda table: table.id)
def test_table_has_a_citation_a_mark_and_no_gap(table: Table[Any]) -> None:
    assert table.problems() == []
    assert table.note or table.mark is Mark.PRINTED


@pytest.mark.parametrize("name", PROCEDURES)
def test_tables_beside_a_form_exist(name: str) -> None:
    assert set(PROCEDURES[name].tables) <= set(tables("fire_and_fury"))


@cache
def inputs_to(name: str) -> st.SearchStrategy[Any]:
    return from_schema(PROCEDURES[name].schema())


def a_context(data: st.DataObject) -> Context:
    """Draw any rulings, with the unknown cells filled or not."""
    switches = data.draw(st.fixed_dictionaries(CHOICES))
    return Context.of(all_typed() if data.draw(st.booleans()) else (), switches)


@pytest.mark.parametrize("name", PROCEDURES)
@of_each
@given(data=st.data())
def test_valid_input_never_crashes(name: str, data: st.DataObject) -> None:
    """The answer is a result or a cited sentence, and the same dice give the same."""
    each, context = PROCEDURES[name], a_context(data)
    inputs, seed = data.draw(inputs_to(name)), data.draw(st.integers(0, 999))
    outcome = answer_of(lambda: each.run(inputs, ChanceDice(seed), context))
    if isinstance(outcome, REFUSALS):
        assert outcome.sentence
        assert outcome.cites.startswith("FF-")
        return
    assert outcome.to_json()["says"]
    assert each.run(inputs, ChanceDice(seed), context) == outcome


@pytest.mark.parametrize("name", WITH_DICE)
@of_each
@given(data=st.data())
def test_odds_add_up_to_one_and_include_every_roll(name: str, data: st.DataObject) -> None:
    each, context = PROCEDURES[name], a_context(data)
    inputs = data.draw(inputs_to(name))
    found = answer_of(lambda: each.odds(inputs, context))
    assume(not isinstance(found, REFUSALS))
    exact = found.chances
    floats = each.odds(inputs, context, exact=False).chances
    assert sum(exact.values()) == 1
    assert max(abs(floats[end] - chance) for end, chance in exact.items()) <= 1e-12
    assert exact[each.run(inputs, ChanceDice(data.draw(st.integers(0, 99))), context).result] > 0


@pytest.mark.parametrize(
    ("bridge", "asked", "book", "inputs", "dice", "said"),
    [
        (
            "maneuver_modifiers",
            {"army_leader": {"place": "attached here"}},
            "maneuver",
            {"status": "Worn"},
            (5,),
            "well handled",
        ),
        (
            "charge_modifiers",
            {"leaders": [{"rank": "division", "rating": "poltroon", "place": "attached here"}]},
            "charge",
            {"attacker": {"stands": 6}, "defender": {"stands": 6}},
            (5, 5),
            "hard pressed: attacker loses 0, defender 0",
        ),
    ],
)
def test_bridge_modifiers_are_accepted_as_written(
    bridge: str, asked: dict[str, Any], book: str, inputs: dict[str, Any], dice: tuple[int, ...], said: str
) -> None:
    """The modifiers of cw_to_ff pass unchanged: label, value, and citation."""
    lines = find(f"cw_to_ff.{bridge}").run(asked, ScriptedDice(1)).to_json()["result"]["extras"]
    assert lines
    whose = inputs if book == "maneuver" else inputs["attacker"]
    with_lines = {**whose, "extras": lines}
    given = with_lines if book == "maneuver" else {**inputs, "attacker": with_lines}
    outcome = PROCEDURES[f"fire_and_fury.{book}"].run(given, ScriptedDice(*dice))
    assert str(outcome.result) == said
    assert lines[0]["cites"] in [step.cites for step in outcome.steps]
