"""Checks of every book: sound tables, examples that give their results, odds that agree, refusals in one sentence."""

import json
import re
from dataclasses import replace
from fractions import Fraction
from math import isclose
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core import registry
from rulesets.core.book import Book, Mark
from rulesets.core.cells import value_of
from rulesets.core.context import BY_THE_BOOK, Context, Override
from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Example, Procedure
from rulesets.core.rulings_page import rulings_page
from rulesets.core.table import Table
from rulesets.fire_and_fury.state import Clash
from rulesets.tests.inputs import inputs_of
from rulesets.tests.speech import faults_of, sentence_faults

PROCEDURES = registry.all_procedures()
TABLES = [table for book in registry.books() for table in registry.tables(book.id).values()]
EXAMPLES = [(each, example) for each in PROCEDURES for example in each.examples]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_table_is_cited_and_has_no_gap_or_overlap(table: Table[Any]) -> None:
    assert table.problems() == []
    assert all(cell.mark for cell in table.cells())


@pytest.mark.parametrize(("each", "example"), EXAMPLES, ids=[f"{p.id} {n}" for n, (p, _) in enumerate(EXAMPLES)])
def test_example_gives_its_result(each: Procedure[Any, Any], example: Example) -> None:
    dice = ScriptedDice(*example.dice)
    outcome = each.run(example.inputs, dice)
    assert str(outcome.result) == example.says
    assert dice.left == []
    assert outcome.steps


TOO_LONG_TO_DRAW = {"civil_war.seniority", "civil_war.leaders", "civil_war.places"}


@pytest.mark.parametrize(("each", "example"), EXAMPLES, ids=[f"{p.id} {n}" for n, (p, _) in enumerate(EXAMPLES)])
def test_tables_that_are_read_are_drawn_beside_the_form(each: Procedure[Any, Any], example: Example) -> None:
    steps = each.run(example.inputs, ScriptedDice(*example.dice)).steps
    assert {step.table for step in steps if step.table} - TOO_LONG_TO_DRAW <= set(each.tables)


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
def test_rule_never_refers_to_project_files(each: Procedure[Any, Any]) -> None:
    """Inches are ″, and no help names a project file."""
    assert not any(re.search(r'\d"', example.says) for example in each.examples)
    assert not re.search(r"\.md\b|limits \d", each.help + json.dumps(each.schema()))


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
def test_rule_has_examples_help_and_tables_of_its_book(each: Procedure[Any, Any]) -> None:
    assert each.examples
    assert each.help
    assert each.schema()["type"] == "object"
    assert set(each.tables) <= {table.id for table in TABLES}


@pytest.mark.parametrize(("each", "example"), EXAMPLES, ids=[f"{p.id} {n}" for n, (p, _) in enumerate(EXAMPLES)])
def test_odds_add_up_to_one_and_floats_agree(each: Procedure[Any, Any], example: Example) -> None:
    exact = each.odds(example.inputs)
    floats = each.odds(example.inputs, exact=False)
    assert sum(exact.chances.values(), Fraction(0)) == 1
    assert exact.chances.keys() == floats.chances.keys()
    assert all(isclose(floats.chances[k], chance, abs_tol=1e-12) for k, chance in exact.chances.items())
    assert example.says in exact.named()


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
def test_unknown_field_is_refused_by_name(each: Procedure[Any, Any]) -> None:
    with pytest.raises(IllegalOrder, match="color"):
        each.run({**each.examples[0].inputs, "color": "blue"})


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
def test_valid_input_gives_one_result_in_plain_words(each: Procedure[Any, Any]) -> None:
    @settings(max_examples=20, suppress_health_check=list(HealthCheck))
    @given(inputs_of(each.schema()), st.integers(0, 10**6))
    def check(inputs: dict[str, Any], seed: int) -> None:
        first = outcome_or_sentence(each, inputs, seed)
        assert outcome_or_sentence(each, inputs, seed) == first
        if isinstance(first, str):
            assert sentence_faults(first) == []
        else:
            json.dumps(first.to_json())
            assert faults_of(str(first.result)) == []
            assert [step for step in first.steps if sentence_faults(step.says)] == []
            assert {step.table for step in first.steps if step.table} - TOO_LONG_TO_DRAW <= set(each.tables)

    check()


def outcome_or_sentence(
    each: Procedure[Any, Any], inputs: dict[str, Any], seed: int, context: Context = BY_THE_BOOK
) -> Outcome[Any] | str:
    """Run a rule; a refusal is its sentence."""
    try:
        return each.run(inputs, ChanceDice(seed), context)
    except (IllegalOrder, BeyondTheTable) as refused:
        return refused.sentence


@pytest.mark.parametrize("book", registry.books(), ids=lambda book: book.id)
def test_each_rule_of_a_book_is_in_one_phase(book: Book) -> None:
    placed = [each for _, found in registry.in_order(book.id) for each in found]
    assert sorted(each.id for each in placed) == sorted(registry.procedures(book.id))
    assert any(each.is_common for each in placed)


def test_rule_that_no_phase_lists_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    book = registry.book("fire_and_fury")
    monkeypatch.setattr(registry, "books", lambda: (replace(book, phases={"Fire": ["fire"] * 2}),))
    with pytest.raises(ValueError, match=r"must list each rule once, unlike .*fire_and_fury\.charge"):
        registry.in_order("fire_and_fury")


def test_rulings_page_matches_the_code() -> None:
    """`manage.py rules rulings > docs/rulings.md` rewrites it."""
    assert (Path(__file__).parents[2] / "docs" / "rulings.md").read_text() == rulings_page()


def test_rulings_have_unique_ids() -> None:
    ids = [ruling.id for book in registry.books() for ruling in registry.rulings(book.id).values()]
    assert len(ids) == len(set(ids))


MARKED = [table for table in TABLES if any(cell.mark is not Mark.PRINTED for cell in table.cells())]
WRITTEN = ["0", "1", "30", "-1", "none", "x", "o2", "closed", "1/2", "true", "d3", "killed", "7.5.3", "hard pressed"]


def may_stand(table: Table[Any], row: str, column: str, written: str) -> bool:
    try:
        value_of(table, row, column, written)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("table", MARKED, ids=lambda table: table.id)
def test_allowed_cell_value_never_crashes_a_rule(table: Table[Any]) -> None:
    """A cell takes only values of its column's type, and none makes a rule crash."""
    users = [each for each in PROCEDURES if table.id in each.tables]
    cells = [cell for cell in table.cells() if cell.mark is not Mark.PRINTED]
    for cell in cells[:: max(1, len(cells) // 6)]:
        for written in [*WRITTEN, *{str(each.value) for each in table.cells()}][:24]:
            if not may_stand(table, cell.row, cell.column, written):
                continue
            replaced = Context.of([Override(table.id, cell.row, cell.column, written, "Ours", "We own the game.")])
            for each in users:
                assert outcome_or_sentence(each, each.examples[0].inputs, 1, replaced)


@pytest.mark.parametrize(
    ("table", "row", "column", "written", "stands"),
    [
        ("civil_war.loss_of_attacker", "E", "medium 4", "banana", None),
        ("civil_war.loss_of_attacker", "E", "medium 4", "d2", "d2"),
        ("civil_war.leader_loss", "2 or less", "4", "killed", "killed"),
        ("civil_war.differences", "0", "", "Z", None),
        ("civil_war.prices", "build_fort", "", "-2", None),
        ("civil_war.leaders", "USA Grant 1", "initiative", "9", None),
        ("civil_war.leaders", "USA Grant 1", "entry turn", "none", "none"),
        ("cw_to_ff.meeting", "1", "", "11", None),
        ("cw_to_ff.brigade_stands", "aimed at", "", "0", None),
        ("fire_and_fury.fire_ranges", "infantry", "nearest", "12", 12),
        ("fire_and_fury.movement", "infantry", "rough", "2/3", Fraction(2, 3)),
        ("fire_and_fury.charge", "0", "", "hard pressed", Clash.PRESSED),
        ("fire_and_fury.effectiveness", "9", "green", "9.8.6", "9.8.6"),
        ("fire_and_fury.effectiveness", "9", "green", "8.6.4", None),
    ],
)
def test_replaced_cell_keeps_the_type_of_its_column(
    table: str, row: str, column: str, written: str, stands: object
) -> None:
    found = next(each for each in TABLES if each.id == table)
    if stands is None:
        with pytest.raises(ValueError, match=r"\.$"):
            value_of(found, row, column, written)
        return
    context = Context.of([Override(table, row, column, written, "Ours", "We own the game.")])
    (cell,) = [each for each in found.cells(context=context) if (each.row, each.column) == (row, column)]
    assert (cell.value, type(cell.value), cell.override) == (stands, type(stands), "Ours")
