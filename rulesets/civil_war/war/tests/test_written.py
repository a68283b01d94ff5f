"""Orders as JSON: both ways for every kind, and a sentence that names the field for whatever is wrong."""

import json
import re
from collections.abc import Mapping
from dataclasses import MISSING, fields
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.civil_war.war import setup
from rulesets.civil_war.war.actions import ACTIONS
from rulesets.civil_war.war.directing import DIRECTIONS
from rulesets.civil_war.war.orders import Move, Order, Proceed, Settle, SideResult, TakeStance
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.state import Stance
from rulesets.civil_war.war.tests.builders import shiloh
from rulesets.civil_war.war.written import KINDS, LONGEST, as_data, order_from
from rulesets.core.errors import IllegalOrder

MOVE = {"kind": "move", "leader": "", "points": ["USA SP 1"], "path": ["2824", "2823"], "pot": "theatre"}


def refusal(data: Any) -> IllegalOrder:
    with pytest.raises(IllegalOrder) as error:
        order_from(data)
    return error.value


@pytest.mark.parametrize("kind", get_args(Order))
def test_every_kind_of_order_is_written_and_read(kind: type[Order]) -> None:
    @given(st.from_type(kind))
    @settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def check(order: Order) -> None:
        written = json.dumps(as_data(order))
        assume(all(len(text) <= LONGEST for text in re.findall(r'"((?:[^"\\]|\\.)*)"', written)))
        assert order_from(json.loads(written)) == order

    check()


def test_every_kind_of_order_is_carried_out_somewhere() -> None:
    assert set(KINDS.values()) == ACTIONS.keys() | DIRECTIONS.keys() | {Proceed}


def test_orders_of_a_war_are_the_same_after_writing() -> None:
    given_: list[Order] = []
    play(setup(shiloh()), 4, lambda _state, order, _result: given_.append(order))
    assert [order_from(json.loads(json.dumps(as_data(order)))) for order in given_] == given_


def test_move_reads_as_one_would_write_it() -> None:
    move = Move("", frozenset({"USA SP 1"}), ("2824", "2823"), "theatre")
    assert order_from(MOVE) == move
    assert as_data(move) == {**MOVE, "along": [], "by_water": False}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"kind": "teleport"}, "kind"),
        ({"kind": None}, "kind"),
        ({"wings": 2}, "wings"),
        ({"leader": 5}, "leader"),
        ({"leader": "x" * 201}, "leader"),
        ({"points": "USA SP 1"}, "points"),
        ({"points": [["USA SP 1"]]}, "points"),
        ({"points": ["USA SP 1", "USA SP 1"]}, "points"),
        ({"path": ["2824"] * 501}, "path"),
        ({"pot": "gold"}, "pot"),
        ({"by_water": 1}, "by_water"),
    ],
)
def test_wrong_field_is_named(change: Mapping[str, Any], field: str) -> None:
    found = refusal({**MOVE, **change})
    assert str(found).startswith(f"{field}: ")
    assert found.field == field


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_missing_and_unknown_fields_are_refused_for_every_kind(kind: str) -> None:
    needed = [each.name for each in fields(KINDS[kind]) if each.default is MISSING and each.default_factory is MISSING]
    found = refusal({"kind": kind}) if needed else refusal({"kind": kind, "more": 1})
    assert found.field == (needed[0] if needed else "more")


@pytest.mark.parametrize("data", [None, [], "move", 5, {1: 2}])
def test_what_is_no_object_is_refused(data: Any) -> None:
    assert refusal(data).field


def test_fields_inside_are_named_by_their_way() -> None:
    stance = as_data(TakeStance(Stance()))
    assert refusal({**stance, "stance": {"table": "maybe"}}).field == "stance.table"
    settle = as_data(Settle("2824", {"USA": SideResult(), "CSA": SideResult()}, "USA"))
    wrong = {**settle, "sides": {**settle["sides"], "USA": {"due_on": {"USA Grant": True}}}}
    assert refusal(wrong).field == "sides.USA.due_on.USA Grant"
    assert refusal({**settle, "sides": {"France": {}}}).field == "sides"
    nobody = order_from({**settle, "loser": None})
    assert isinstance(nobody, Settle)
    assert nobody.loser is None
