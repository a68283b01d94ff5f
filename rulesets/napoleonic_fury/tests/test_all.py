"""Checks of every rule, table, and ruling of this book."""

import csv
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.core.book import Mark
from rulesets.core.context import Context, Override
from rulesets.core.coverage import CATALOGUE
from rulesets.core.dice import ChanceDice
from rulesets.core.registry import procedures, rulings, tables
from rulesets.core.table import Table
from rulesets.napoleonic_fury.units import in_key
from rulesets.tests.answers import REFUSALS, answer_of
from rulesets.tests.inputs import inputs_of
from rulesets.tests.speech import faults_of, sentence_faults

PROCEDURES = procedures("napoleonic_fury")
RULINGS = rulings("napoleonic_fury")
TABLES = list(tables("napoleonic_fury").values())
CHOICES = {ruling.id: st.sampled_from(ruling.options) for ruling in RULINGS.values() if ruling.options}
WITH_DICE = [name for name, each in PROCEDURES.items() if each.odds_way.name != "no dice"]
PROMISED = (
    "nations functions scale unlimber charge_over_ground pass_through_disorder disorder good_order maneuver_modifiers "
    "movement emergency_formation_change fire_points fire melee fatigue fallen_leader command_range convert_unit evade "
    "reaction"
)
LATER = {"NF-SEQ", "NF-ARCS", "NF-MELEEORDER"}
of_each = settings(max_examples=20, suppress_health_check=list(HealthCheck))


@cache
def any_inputs(name: str) -> st.SearchStrategy[Any]:
    """Draw inputs within the limits of a rule, with some lengths for every length."""
    return inputs_of(_with_lengths(PROCEDURES[name].schema()))


def _with_lengths(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_with_lengths(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if schema.get("type") == "number":
        least, most = schema["minimum"], schema["maximum"]
        return {"enum": [length for length in (0, 0.25, 1, 2, 2.25, 8, 12, most) if length >= least]}
    return {name: _with_lengths(part) for name, part in schema.items()}


def test_book_offers_exactly_its_rules() -> None:
    assert set(PROCEDURES) == {f"napoleonic_fury.{name}" for name in PROMISED.split()}


def test_every_row_of_the_catalogue_is_carried_out() -> None:
    with CATALOGUE.open(newline="") as lines:
        rows = {row["id"] for row in csv.DictReader(lines) if row["id"].startswith("NF-")}
    assert {rule for each in PROCEDURES.values() for rule in each.rules} == rows - LATER


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_table_is_read_by_a_rule_and_explains_what_is_not_printed(table: Table[Any]) -> None:
    assert table.problems() == []
    assert any(table.id in each.tables for each in PROCEDURES.values())
    assert table.note or all(cell.mark is Mark.PRINTED for cell in table.cells())


def test_doubtful_cells_are_few_and_known() -> None:
    doubtful = {(t.id.partition(".")[2], c.row, c.column) for t in TABLES for c in t.cells() if c.mark != Mark.PRINTED}
    assert {cell for cell in doubtful if cell[0] not in ("fire", "melee_effect")} == {
        ("national_modifiers", "Prussian cavalry", "column"),
        ("conversion", "3", "militia"),
        ("conversion", "7", "Old Guard"),
        ("good_order", "10", "good"),
        ("good_order", "11 or more", "good"),
        ("disorder_effect", "broken", "afterwards"),
        ("disorder_effect", "rallies with elan", "does"),
        ("disorder_effect", "rallies with elan", "allowed"),
        ("good_order_effect", "well handled", "does"),
        ("good_order_effect", "well handled", "allowed"),
        ("movement_costs", "prolonging a heavy battery", ""),
        ("fatigue", "excellent", ""),
    }
    assert {cell[2] for cell in doubtful if cell[0] == "fire"} == {"-1 or less"}
    assert all(cell[1].endswith("last stand") for cell in doubtful if cell[0] == "melee_effect")


def test_campaign_replaces_a_doubtful_cell() -> None:
    ours = Override("napoleonic_fury.fatigue", "excellent", "", 70, "Ours", "Our own sheet.")
    outcome = PROCEDURES["napoleonic_fury.fatigue"].run(
        {"rating": "excellent", "stands": 10, "lost": 6}, None, Context.of([ours])
    )
    assert (outcome.result.threshold, outcome.result.fatigued) == (7, False)
    assert outcome.steps[0].override == "Ours"


@pytest.mark.parametrize(
    ("name", "key"), [("d'Erlon's", "d'Erlon's"), ("Blücher \U0001f40e\x00", "Blucher "), ("x" * 40, "x" * 40)]
)
def test_name_is_plain_letters_in_the_roll_key(name: str, key: str) -> None:
    assert in_key(name) == key


@pytest.mark.parametrize("name", PROCEDURES)
@of_each
@given(data=st.data())
def test_valid_input_never_crashes_under_any_rulings(name: str, data: st.DataObject) -> None:
    """The answer is a result or a cited sentence, and the same dice give the same."""
    each, context = PROCEDURES[name], Context.of(switches=data.draw(st.fixed_dictionaries(CHOICES)))
    inputs, seed = data.draw(any_inputs(name)), data.draw(st.integers(0, 999))
    outcome = answer_of(lambda: each.run(inputs, ChanceDice(seed), context))
    if isinstance(outcome, REFUSALS):
        assert sentence_faults(outcome.sentence) == []
        assert outcome.cites.startswith("NF-")
        return
    assert faults_of(str(outcome.result)) == []
    assert [step for step in outcome.steps if sentence_faults(step.says) or not step.cites.startswith("NF-")] == []
    assert each.run(inputs, ChanceDice(seed), context) == outcome


@pytest.mark.parametrize("name", WITH_DICE)
@of_each
@given(data=st.data())
def test_odds_add_up_to_one_and_include_every_roll(name: str, data: st.DataObject) -> None:
    each, context = PROCEDURES[name], Context.of(switches=data.draw(st.fixed_dictionaries(CHOICES)))
    inputs = data.draw(any_inputs(name))
    found = answer_of(lambda: each.odds(inputs, context))
    assume(not isinstance(found, REFUSALS))
    exact = found.chances
    floats = each.odds(inputs, context, exact=False).chances
    assert sum(exact.values()) == 1
    assert max(abs(floats[end] - chance) for end, chance in exact.items()) <= 1e-12
    assert exact[each.run(inputs, ChanceDice(data.draw(st.integers(0, 99))), context).result] > 0
