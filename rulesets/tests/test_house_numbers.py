"""A campaign's numbers and rulings reach every rule, and show their origin and reason."""

from collections import Counter
from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.context import BY_THE_BOOK, Context, Noting, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import UnknownNumber
from rulesets.core.procedure import Example, Procedure
from rulesets.core.registry import procedure
from rulesets.core.table import Table

PROCEDURES = registry.all_procedures()
TABLES = [table for book in registry.books() for table in registry.tables(book.id).values()]
UNKNOWN = [(t, cell) for t in TABLES for cell in t.cells() if cell.mark is Mark.UNKNOWN]
EXAMPLES = [(each, example) for each in PROCEDURES for example in each.examples]
WHY = "We own the game."


def all_known() -> Context:
    """Return a context with a value for every unknown cell."""
    return Context.of(Override(t.id, c.row, c.column, _fitting(t, c.column), "Our box", WHY) for t, c in UNKNOWN)


def _fitting(table: Table[Any], column: str) -> Any:
    """Return ranges and d100 results in ascending order, and 2 for anything else."""
    if table.id == "fire_and_fury.fire_ranges":
        return 4 * (1 + [str(each) for each in table.columns].index(column))
    return 2


@pytest.mark.parametrize(("each", "example"), EXAMPLES, ids=[f"{p.id} {n}" for n, (p, _) in enumerate(EXAMPLES)])
def test_every_read_of_a_rule_asks_the_campaign(
    each: Procedure[Any, Any], example: Example, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table read without the context would give the book's number inside a campaign."""
    asked: list[Context] = []
    read = Table.cell

    def noted(*args: Any, context: Context = BY_THE_BOOK, **named: Any) -> Any:
        asked.append(context)
        return read(*args, context=context, **named)

    monkeypatch.setattr(Table, "cell", noted)
    ours = all_known()
    each.run(example.inputs, ScriptedDice(*example.dice), ours)
    each.odds(example.inputs, ours)
    assert all(context is ours for context in asked)


def test_no_two_rulings_share_an_id() -> None:
    """One context serves all books, so a campaign's switch names a ruling by its id alone."""
    counted = Counter(ruling for book in registry.books() for ruling in registry.rulings(book.id))
    assert [ruling for ruling, count in counted.items() if count > 1] == []


def test_volley_by_range_is_unknown_by_the_book_and_computes_in_a_campaign() -> None:
    assert len(UNKNOWN) == 87
    fire = procedure("fire_and_fury.fire")
    volley = {"firers": [{"stands": 4, "range_inches": 3}]}
    with pytest.raises(UnknownNumber) as unknown:
        fire.run(volley, ScriptedDice(8))
    assert unknown.value.cell == ("fire_and_fury.fire_ranges", "infantry", "nearest")
    outcome = fire.run(volley, ScriptedDice(8), all_known())
    assert str(outcome.result).startswith("telling")
    step = next(step for step in outcome.steps if step.table == "fire_and_fury.fire_points")
    assert (step.origin, step.reason) == ("Our box", WHY)
    assert str(step).endswith("[Our box: We own the game.]")
    assert {"override": "Our box", "reason": WHY}.items() <= outcome.to_json()["steps"][0].items()


def test_odds_note_the_numbers_they_rest_on() -> None:
    noting = Noting.uses_of(all_known())
    procedure("fire_and_fury.fire").odds({"firers": [{"stands": 4, "range_inches": 3}]}, noting)
    assert sorted(cell.table for cell in noting.cells.values()) == [
        "fire_and_fury.fire_points",
        "fire_and_fury.fire_ranges",
    ]


def test_switched_ruling_shows_its_reason_in_steps_and_odds() -> None:
    ruling = registry.rulings("cw_to_ff")["R-38"]
    ours = Context.of(switches={"R-38": ruling.options[1]}, reasons={"R-38": "We like it."})
    asked = {"lost_sp": 1, "column": "E", "enemy_size": "medium"}
    noting = Noting.uses_of(ours)
    steps = procedure("cw_to_ff.demoralization").run(asked, ScriptedDice(1, 2, 3, 4, 5, 6), ours).steps
    assert [step.reason for step in steps if step.override == "R-38"] == ["We like it."]
    procedure("cw_to_ff.demoralization").odds(asked, noting)
    assert list(noting.rulings) == ["R-38"]


def test_context_keeps_its_cells_when_more_are_added() -> None:
    old = Override("t", "r", "c", 1, "Old", WHY)
    more = [Override("t", "r", "c", 2, "New", WHY), Override("t", "r", "d", 3, "New", WHY)]
    ours = Context.of([old], {"R-1": "x"}).with_more(more)
    assert (ours.override("t", "r", "c"), ours.switches) == (old, {"R-1": "x"})
    assert Context.from_json(ours.to_json()) == ours
