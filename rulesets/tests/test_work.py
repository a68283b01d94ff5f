"""The work of every rule and its odds is bounded, whatever input it accepts."""

import json
import re
from contextlib import suppress
from functools import partial
from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.brief import MOST_ITEMS, MOST_LEADERS, Brief
from rulesets.core.brief_form import DATA, BriefFault, read_brief_form, read_with_faults
from rulesets.core.context import BY_THE_BOOK
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber
from rulesets.core.kinds import MOST_FAULTS
from rulesets.core.plain import has_at_most
from rulesets.core.procedure import MOST_VALUES, Procedure
from rulesets.core.registry import setups_of
from rulesets.core.tests.steps import steps_of
from rulesets.tests.largest import beyond_every_limit, largest_inputs, lists_of, unlimited

EVERY = registry.all_procedures()
MOST_STEPS = 2_000_000  # a rule and its odds together: under a quarter of a second


def asked(each: Procedure[Any, Any], inputs: Any) -> None:
    with suppress(IllegalOrder, BeyondTheTable, UnknownNumber):
        each.run(inputs, ChanceDice(1862))
        each.odds(inputs)


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_every_list_has_a_limit(each: Procedure[Any, Any]) -> None:
    assert [path for path, found in lists_of(each.schema()) if "maxItems" not in found] == []


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_every_number_and_text_has_a_limit(each: Procedure[Any, Any]) -> None:
    found = unlimited(each.schema())
    assert list(found) == []


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_input_beyond_every_limit_is_refused_after_bounded_work(each: Procedure[Any, Any]) -> None:
    for inputs in beyond_every_limit(each, MOST_VALUES):
        assert steps_of(partial(asked, each, inputs)) <= MOST_STEPS


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_input_with_too_many_values_is_refused_unread(each: Procedure[Any, Any]) -> None:
    for inputs in beyond_every_limit(each, 25 * MOST_VALUES):
        with pytest.raises(IllegalOrder, match="at most 20,000 values"):
            each.run(inputs)
        assert steps_of(partial(asked, each, inputs)) <= MOST_VALUES


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_largest_accepted_input_is_within_the_limit_on_values(each: Procedure[Any, Any]) -> None:
    assert all(has_at_most(MOST_VALUES // 2, inputs) for inputs in largest_inputs(each))


@pytest.mark.parametrize("each", EVERY, ids=lambda each: each.id)
def test_largest_input_takes_bounded_work(each: Procedure[Any, Any]) -> None:
    for inputs in largest_inputs(each):
        assert steps_of(partial(asked, each, inputs)) <= MOST_STEPS


def a_brief(size: int) -> dict[str, Any]:
    """Return a setup of form 1 with so many strength points and as many leaders as fit."""
    plain: dict[str, Any] = json.loads((DATA / "shiloh.json").read_text())
    plain.pop("strategic_table")
    for code, side in plain["sides"].items():
        item = next(item for item in side["strength"] if item["arm"] == "infantry") | {"size": 1}
        leader = side["leaders"][0] | {"cavalry": False}
        side["strength"] = [item | {"id": f"{code} item {n}"} for n in range(size)]
        leaders = range(size * MOST_LEADERS // MOST_ITEMS)
        side["leaders"] = [leader | {"id": f"leader {n}", "seniority": n + 1} for n in leaders]
        side["total_sp"] = size
    return plain


def test_work_of_a_setup_at_most_doubles_with_it() -> None:
    half, whole = (steps_of(partial(read_brief_form, a_brief(size))) for size in (MOST_ITEMS // 2, MOST_ITEMS))
    assert whole <= 2.1 * half
    assert whole <= MOST_STEPS


def test_setup_beyond_its_limits_is_refused_unread() -> None:
    def refused() -> None:
        with pytest.raises(BriefFault, match="60 or fewer"):
            read_brief_form(plain)

    plain = a_brief(100 * MOST_ITEMS)
    assert steps_of(refused) <= MOST_STEPS // 100


def test_faulty_setup_takes_bounded_work() -> None:
    """Every field that can contradict another does, and a hundred are wrong in themselves."""
    plain = a_brief(MOST_ITEMS) | {f"field {n}": n for n in range(MOST_FAULTS)}
    for side in plain["sides"].values():
        side["strength"] = [item | {"id": "same", "under": "nobody"} for item in side["strength"]]
        side["leaders"] = [leader | {"id": "same", "seniority": 1} for leader in side["leaders"]]
    checks = [partial(setups_of("cw_to_ff").faults, house=BY_THE_BOOK)]
    assert steps_of(partial(read_with_faults, plain, checks)) <= MOST_STEPS


def test_work_of_a_stored_setup_at_most_doubles_with_it() -> None:
    Brief.read(read_brief_form(a_brief(1)).to_json())
    halved, whole = (read_brief_form(a_brief(size)).to_json() for size in (MOST_ITEMS // 2, MOST_ITEMS))
    half = steps_of(partial(Brief.read, halved))
    assert steps_of(partial(Brief.read, whole)) <= min(2.1 * half, MOST_STEPS)


def an_order(corps: int, divisions: int, brigades: int) -> dict[str, Any]:
    division = {"leader": "l", "brigades": [{"stands": 8}] * brigades}
    order = {"corps": [{"leader": "l", "divisions": [division] * divisions}] * corps}
    return {"items": [{"id": "a", "size": 2}], "leaders": [{"id": "l"}], "order": order}


CHECK = registry.procedure("cw_to_ff.check_order_of_battle")


def test_largest_order_of_battle_takes_bounded_work() -> None:
    assert steps_of(partial(asked, CHECK, an_order(corps=200, divisions=1, brigades=5))) <= MOST_STEPS


@pytest.mark.parametrize(
    ("divisions", "brigades", "sentence"),
    [
        (5, 0, "1,000 divisions are too many. Enter at most 200 in all."),
        (1, 6, "1,200 brigades are too many. Enter at most 1,000 in all."),
    ],
)
def test_order_of_battle_beyond_its_limits_is_refused(divisions: int, brigades: int, sentence: str) -> None:
    with pytest.raises(IllegalOrder, match=re.escape(sentence)):
        CHECK.run(an_order(corps=200, divisions=divisions, brigades=brigades))
