"""Inputs typed as words: nested with dots, lists by commas or again and again; every example as its words."""

from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.errors import IllegalOrder
from rulesets.core.field_words import inputs_of, words_for
from rulesets.core.procedure import Example, Procedure
from rulesets.core.registry import procedure

EXAMPLES = [(each, example) for each in registry.all_procedures() for example in each.examples]
DRAFT = "cw_to_ff.draft_order_of_battle"
CHECK = "cw_to_ff.check_order_of_battle"


def typed(rule: str, text: str) -> dict[str, Any]:
    return inputs_of(text.split(), procedure(rule).model)


def test_dots_reach_into_parts() -> None:
    assert typed("civil_war.combat", "attacker_sp=3 attacker.army=yes attacker.commander=-1") == {
        "attacker_sp": "3",
        "attacker": {"army": "yes", "commander": "-1"},
    }


@pytest.mark.parametrize("text", ["attacker.subordinates=1,2,-1", "attacker.subordinates=1,2 attacker.subordinates=-1"])
def test_list_takes_commas_and_repeats(text: str) -> None:
    assert typed("civil_war.combat", text) == {"attacker": {"subordinates": ["1", "2", "-1"]}}


def test_repeated_field_begins_the_next_part_of_a_list() -> None:
    text = "items.id=a items.size=4 items.id=b leaders.id=g leaders.name=U.S._Grant leaders.id=s"
    assert typed(DRAFT, text) == {
        "items": [{"id": "a", "size": "4"}, {"id": "b"}],
        "leaders": [{"id": "g", "name": "U.S._Grant"}, {"id": "s"}],
    }


def test_repeated_field_begins_a_part_of_the_innermost_list() -> None:
    text = (
        "order.corps.leader=g order.corps.divisions.leader=s order.corps.divisions.brigades.stands=8 "
        "order.corps.divisions.brigades.stands=7 order.corps.divisions.leader=m order.corps.leader=h"
    )
    sherman = {"leader": "s", "brigades": [{"stands": "8"}, {"stands": "7"}]}
    grant = {"leader": "g", "divisions": [sherman, {"leader": "m"}]}
    assert typed(CHECK, text) == {"order": {"corps": [grant, {"leader": "h"}]}}


def test_json_is_a_whole_input_or_a_part() -> None:
    assert typed(DRAFT, '{"items":[{"id":"a"}]} items.size=4') == {"items": [{"id": "a", "size": "4"}]}
    assert typed(DRAFT, 'items=[{"id":"a"}]') == {"items": [{"id": "a"}]}


@pytest.mark.parametrize("text", ["items=[", "{", "items.id", "items..id=a", ".=a", '{"items":3} items.id=b'])
def test_unreadable_words_are_refused(text: str) -> None:
    with pytest.raises(IllegalOrder, match=r"^Inputs: "):
        typed(DRAFT, text)


@pytest.mark.parametrize(("each", "example"), EXAMPLES, ids=[f"{p.id} {n}" for n, (p, _) in enumerate(EXAMPLES)])
def test_example_can_be_typed_as_words(each: Procedure[Any, Any], example: Example) -> None:
    assert not words_for(example.inputs, each.model).startswith("'{")
