"""Everything that people read is plain words: no identifiers, no Python, whole sentences."""

from collections.abc import Iterator
from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.plain import as_json
from rulesets.core.procedure import Procedure
from rulesets.core.rulings_page import rulings_page
from rulesets.core.table import Table
from rulesets.core.words import heading, spoken, words_of
from rulesets.tests.speech import faults_of, sentence_faults

PROCEDURES = registry.all_procedures()
TABLES = [table for book in registry.books() for table in registry.tables(book.id).values()]
RULINGS = [ruling for book in registry.books() for ruling in registry.rulings(book.id).values()]
WRONG_INPUTS: list[Any] = [None, "x", "", True, 10**9, -(10**9), 0.3, [], {}, [1, 1], [{}, {}], [{"nonsense": 1}]]


class Test_checker:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("unnavigable_river", "an identifier"),
            ("Lost sp: 2", "an identifier"),
            ("Cp 2", "an identifier"),
            ("{'status': 'Fresh'}", "printed as Python"),
            ("none of ['a', 'b']", "printed as Python"),
            ("back on None", "printed as Python"),
            ("allowed: True", "printed as Python"),
            ("must be 'x'", "printed as Python"),
            ("Status.FRESH", "printed as Python"),
            ("Fraction(1, 2)", "printed as Python"),
            ("<Edge left>", "printed as Python"),
            ("too far by 1 inches", "a wrong plural"),
            ("1 foot batteries", "a wrong plural"),
            ("Manoeuvre", "British"),
            ("25 % of 80 stands", "British"),
            ("is thrown again", "a term we dropped"),
            ("two  blanks", "bad spacing"),
            ("", "empty"),
            (" ", "empty"),
        ],
    )
    def test_planted_fault_is_found(self, text: str, fault: str) -> None:
        assert any(found.startswith(fault) for found in faults_of(text))

    @pytest.mark.parametrize(("text", "fault"), [("Rolled d10: 7", "end"), ("rolled d10: 7.", "lower"), ("", "empty")])
    def test_fragment_is_not_a_sentence(self, text: str, fault: str) -> None:
        assert any(fault in found for found in sentence_faults(text))

    @pytest.mark.parametrize(
        "text",
        [
            "Initiative 2: die 2 − 1 = 1, less than 2, so plodding.",
            "The attacker's stands: 1 stand lost, 2 batteries.",
            "Unknown field “stands_per_sp”.",
            "Choose “gap_road”",
            "1,861 stands and 11 turns!",
        ],
    )
    def test_plain_words_have_no_fault(self, text: str) -> None:
        assert faults_of(text) == []


def said(each: Procedure[Any, Any]) -> Iterator[str]:
    """Yield labels, choices, units, and help of a rule and its form."""
    yield from (each.title, each.help, each.odds_way.name)
    yield from (example.title for example in each.examples if example.title)
    yield from (each.asked_in_words(example.inputs) for example in each.examples if example.inputs)
    yield from _of_schema(each.schema())


def _of_schema(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for part in schema:
            yield from _of_schema(part)
    if isinstance(schema, dict):
        yield from (schema[key] for key in ("description", "unit") if key in schema)
        yield from (spoken(choice) for choice in schema.get("enum", [schema.get("const", "")]) if choice)
        yield from (part["title"] for part in schema.get("properties", {}).values() if "title" in part)
        for key, part in schema.items():
            yield from _of_schema(list(part.values()) if key in ("properties", "$defs") else part)


def parts_of(result: Any, book: str) -> Iterator[str]:
    """Yield the names and values of a result, as pages write them."""
    if isinstance(result, dict):
        for name, value in result.items():
            yield heading(name, book)
            yield from parts_of(value, book)
    elif isinstance(result, list):
        for value in result:
            yield from parts_of(value, book)
    else:
        yield words_of(result)


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
class Test_rules:
    def test_form_and_help_are_plain_words(self, each: Procedure[Any, Any]) -> None:
        assert {text: faults for text in said(each) if (faults := faults_of(text))} == {}
        assert sentence_faults(each.help) == []

    def test_examples_answer_in_sentences(self, each: Procedure[Any, Any]) -> None:
        """By the book, and with every ruling switched, where an example may not be in play."""
        switched = Context.of(switches={r.id: r.options[-1] for r in RULINGS if r.options})
        refusals: list[tuple[bool, str]] = []
        for context in (BY_THE_BOOK, switched):
            for example in each.examples:
                try:
                    outcome = each.run(example.inputs, ScriptedDice(*example.dice, *[3] * 20), context)
                except IllegalOrder as refused:
                    refusals.append((context is switched, refused.sentence))
                    continue
                assert faults_of(str(outcome.result)) == []
                assert [step for step in outcome.steps if sentence_faults(step.says)] == []
                assert [text for text in parts_of(as_json(outcome.result), each.book) if faults_of(text)] == []
        assert [said for is_switched, said in refusals if not (is_switched and "not in play" in said)] == []

    def test_odds_have_plain_names(self, each: Procedure[Any, Any]) -> None:
        names = [name for example in each.examples for name in each.odds(example.inputs).named()]
        assert [name for name in names if faults_of(name)] == []

    def test_refusals_are_sentences(self, each: Procedure[Any, Any]) -> None:
        """Every field of the first example gets every wrong value."""
        whole = each.examples[0].inputs
        tries = [
            {},
            {**whole, "colour": 1},
            *({**whole, name: v} for name in each.model.model_fields for v in WRONG_INPUTS),
        ]
        refused = {sentence for inputs in tries if (sentence := refusal_of(each, inputs))}
        assert {sentence: faults for sentence in refused if (faults := sentence_faults(sentence))} == {}


def refusal_of(each: Procedure[Any, Any], inputs: dict[str, Any]) -> str:
    """Return what the rule says to inputs that may be wrong."""
    try:
        each.odds(inputs)
    except (IllegalOrder, BeyondTheTable) as refused:
        return refused.sentence
    return ""


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.id)
def test_table_is_in_plain_words(table: Table[Any]) -> None:
    heads = [table.title, table.down, table.across, table.unit, *map(spoken, table.rows), *map(spoken, table.columns)]
    cells = [table.in_words(cell.value) for cell in table.cells()]
    assert {text: faults for text in filter(None, [*heads, *cells]) if (faults := faults_of(text))} == {}
    assert not table.note or sentence_faults(table.note) == []
    sentences = [
        table.sentence(row, column or None, table.rows[row][n])
        for row in table.rows
        for n, column in enumerate(table.columns)
    ]
    assert [sentence for sentence in sentences if sentence_faults(sentence)] == []


def test_rulings_are_in_plain_words() -> None:
    for ruling in RULINGS:
        for text in (ruling.question, ruling.answer, ruling.reason):
            assert sentence_faults(text) == [], ruling.id
        for option in ruling.options_in_words:
            assert faults_of(option) == [], ruling.id
    assert "_" not in rulings_page()


def test_books_introduce_themselves_in_plain_words() -> None:
    for book in registry.books():
        assert faults_of(book.title) == []
        assert faults_of(f"{book.edition}. {book.about}") == []
