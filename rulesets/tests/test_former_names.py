"""Names that changed: whatever people stored or typed under the old ones still works."""

import io

import pytest

from rulesets.core import registry
from rulesets.core.cli import main
from rulesets.core.context import Context, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import current, procedure

OLD, NEW = "fire_and_fury.manoeuvre_modifiers", "fire_and_fury.maneuver_modifiers"
CHARGE = "fire_and_fury.charge_modifiers"


def override(table: str, row: str, value: int, column: str = "") -> Override:
    return Override(table, row, column, value, "Ours", "We own the game.")


def test_every_former_name_leads_to_one_of_today() -> None:
    for book in registry.books():
        tables = registry.tables(book.id).values()
        labels = {str(label) for table in tables for label in (*table.rows, *table.columns)}
        known = {*registry.procedures(book.id), *registry.tables(book.id), *labels}
        assert set(book.former.values()) <= known
        assert known.isdisjoint(book.former)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fire_and_fury.manoeuvre", "fire_and_fury.maneuver"),
        ("cw_to_ff.manoeuvre_modifiers", "cw_to_ff.maneuver_modifiers"),
    ],
)
def test_former_rule_name_finds_the_rule(old: str, new: str) -> None:
    assert procedure(old) is procedure(new)
    out = io.StringIO()
    assert main(["show", old], out=out) == 0
    assert out.getvalue().startswith(f"{new}:")


def test_override_under_a_former_table_name_is_used() -> None:
    context = Context.of([override(OLD, "column", 3)])
    steps = procedure("fire_and_fury.maneuver").run({"in_column": True}, ScriptedDice(5), context).steps
    (step,) = [step for step in steps if step.table == NEW]
    assert (step.out, step.override) == (3, "Ours")


def test_override_under_a_former_row_name_is_used() -> None:
    context = Context.of([override(CHARGE, "favourable ground", 4)])
    assert context.override(CHARGE, "favorable ground", "") is not None


def test_override_under_a_former_column_name_is_used() -> None:
    context = Context.of([override("cw_to_ff.hex", "mountain", 10, "breastworks, per cent")])
    works = procedure("cw_to_ff.breastworks")
    asked = {"hex_terrain": "mountain", "stands_on_table": 50}
    assert works.run(asked, context=context).result.inches == 5


def test_todays_name_wins_over_a_former_one() -> None:
    for overrides in ([override(NEW, "column", 1), override(OLD, "column", 2)],) * 2:
        found = Context.of(reversed(overrides)).override(NEW, "column", "")
        assert found is not None
        assert found.value == 1


def test_unknown_name_stays_itself() -> None:
    assert [current(name) for name in ("nothing", "cw_to_ff.nothing", "civil_war.build")] == [
        "nothing",
        "cw_to_ff.nothing",
        "civil_war.build",
    ]
    assert current("favourable ground") == "favourable ground"
    assert current("favourable ground", of=CHARGE) == "favorable ground"
