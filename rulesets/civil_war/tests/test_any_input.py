"""Checks any valid input, the same dice, and the rows of the catalogue."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import rulesets
from rulesets.civil_war.tests.strategies import inputs_of
from rulesets.core import registry
from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import as_json
from rulesets.core.procedure import Procedure

PROCEDURES = list(registry.procedures("civil_war").values())
ASKED_FOR = [
    *("calendar", "command_points", "prices", "who_commands", "build", "arrivals", "leader_draw", "pulse", "combat"),
    *("column_shifts", "overrun", "retreat", "leader_loss", "rally", "reaction", "movement_cost", "control", "supply"),
    *("victory", "demoralization_chance"),
]


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.name)
@given(data=st.data(), seed=st.integers(0, 2**32))
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_input_within_limits_never_crashes(each: Procedure[Any, Any], data: st.DataObject, seed: int) -> None:
    inputs = data.draw(inputs_of(each.model))
    try:
        outcome = each.run(inputs, ChanceDice(seed))
    except IllegalOrder:
        return
    faces = [face for throw in outcome.throws for face in throw.faces]
    again = each.run(inputs, ScriptedDice(*faces))
    assert again.to_json() == outcome.to_json()
    assert json.loads(json.dumps(outcome.to_json()))["says"]
    assert hash(outcome.result) == hash(again.result)


@pytest.mark.parametrize(
    "each", [each for each in PROCEDURES if each.odds_way.name != "no dice"], ids=lambda each: each.name
)
@given(data=st.data())
@settings(max_examples=8, suppress_health_check=[HealthCheck.too_slow])
def test_odds_add_up_to_one_for_any_input(each: Procedure[Any, Any], data: st.DataObject) -> None:
    inputs = data.draw(inputs_of(each.model))
    try:
        exact, floats = each.odds(inputs), each.odds(inputs, exact=False)
    except IllegalOrder:
        return
    assert sum(exact.chances.values()) == 1
    assert all(abs(floats.chances[result] - chance) < 1e-12 for result, chance in exact.chances.items())


def test_book_has_every_rule() -> None:
    assert set(ASKED_FOR) <= {each.name for each in PROCEDURES}


def test_every_catalogue_row_has_a_rule() -> None:
    with (Path(rulesets.__path__[0]) / "data" / "catalogue.csv").open(encoding="utf-8", newline="") as lines:
        rows = {row["id"]: row["milestone"] for row in csv.DictReader(lines)}
    carried = {rule for each in PROCEDURES for rule in each.rules}
    assert carried <= rows.keys()
    assert {rule for rule, milestone in rows.items() if rule.startswith("CW-") and milestone == "books"} <= carried


def test_rulings_have_answers_reasons_and_unique_numbers() -> None:
    rulings = registry.rulings("civil_war")
    others = [found for book in registry.books() if book.id != "civil_war" for found in registry.rulings(book.id)]
    assert {f"H-{n}" for n in range(1, 13)} <= rulings.keys()
    assert rulings.keys().isdisjoint(others)
    assert all(found.answer and found.reason and as_json(found) for found in rulings.values())
