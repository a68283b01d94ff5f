"""Every cell of every table, typed a second time from the document and the facts."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.registry import tables

H = Fraction(1, 2)
CELLS: dict[str, list[Any]] = {
    "cards": [6, 1, 0, 8, 2, 0, 6, 3, 0, 3, 0, 2, 2, 0, 3],
    "card_limits": [6, 6, 2],
    "ratings": ["B", 2, "B", 2, "C", 2, "A", 2, "A", 3, "C", 1, "C", 1],
    "speeds": [2, 4, 2, 1, 3, 3, 2, 3, 1, 2, 1, 2, 2, 4],
    "winter": [-1],
    "ground": ["free", "free"] * 2 + ["stop", "free"] * 2 + ["free", "free"] * 2
    + ["ferry", "ferry", "stop", "free", "closed", "closed"],
    "limits": [4, 2, 2, 1, 4, 2, 2, 1, 1, H, 2, 1, 2, 1, 1, H, 2, 1, 1, 1, 1, H, 1, 1, 2, 1, 1, H, 2, 1,
               2, 1, 0, 0, 2, 1, 1, 1, 1, H, 1, 1, 0, 0, 0, 0, 0, 0],
    "limit_roll": [True, False],
    "forage": [2, 1, 1, 0, 0, 0, 0, 0],
    "forced_march": [1, 3],
    "capacity": [8, 5, 6, 0, 6, 0, 4, 4],
    "landing": [0, 0, 2, 1, 2, 1, 2, 1],
    "activation": [1, 1],
    "battle": [3, 2],
    "steps_against_steps": [3, 2],
    "supply_line": [2, 1, 3, 2],
    "supply": [2, 2, 1],
    "builds": [1, 1],
    "river": [1, 1],
    "time": [1, 2],
    "bragg": [2, 1, 3],
    "scenarios": [1, 6, 1, 5, 2, 1, 6, 1, 14, 10, 1, 6, 1, 20, 16, 1, 18, 1, 9, 5, 4, 3, 1, -1, -4, 1, 6, 1, 0, -4,
                  1, 6, 1, 0, -4, 3, 4, 1, 4, 0, 4, 21, 1, -12, -18, 1, 6, 2, 5, 1, 1, 18, 2, 2, -3],
}  # fmt: skip
PRINTED = {"cards", "card_limits", "ratings", "winter", "battle", "river"}


@pytest.mark.parametrize("name", CELLS)
def test_every_cell_is_as_typed_from_the_document(name: str) -> None:
    assert [cell.value for cell in tables("action_cards")[f"action_cards.{name}"].cells()] == CELLS[name]


def test_every_table_was_typed_twice() -> None:
    assert {f"action_cards.{name}" for name in CELLS} == set(tables("action_cards"))


@pytest.mark.parametrize("name", CELLS)
def test_only_what_the_document_states_is_marked_printed(name: str) -> None:
    marks = {cell.mark for cell in tables("action_cards")[f"action_cards.{name}"].cells()}
    assert (marks == {Mark.PRINTED}) is (name in PRINTED)
    assert Mark.PRINTED not in marks or name in PRINTED
    assert tables("action_cards")[f"action_cards.{name}"].note or marks == {Mark.PRINTED}


@pytest.mark.parametrize(
    ("table", "row", "column", "mark"),
    [
        ("limits", "clear", "attack dry", Mark.SOURCED),
        ("limits", "forest", "reinforce mud", Mark.SOURCED),
        ("limits", "minor river", "attack mud", Mark.SOURCED),
        ("limits", "clear", "retreat dry", Mark.RECONSTRUCTED),
        ("limits", "marsh", "attack dry", Mark.RECONSTRUCTED),
        ("limits", "major river", "retreat dry", Mark.HOUSE),
        ("speeds", "brigade", "most steps", Mark.SOURCED),
        ("speeds", "infantry", "speed", Mark.RECONSTRUCTED),
        ("activation", "steps lost", "", Mark.SOURCED),
        ("steps_against_steps", "attacker", "", Mark.HOUSE),
    ],
)
def test_cell_bears_its_mark(table: str, row: str, column: str, mark: Mark) -> None:
    assert tables("action_cards")[f"action_cards.{table}"].printed[row, column].mark is mark
