"""Runs this book's rules in one line, and reads their odds and refusals."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure

Inputs = Mapping[str, Any]


def carried_out(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> Outcome[Any]:
    """Run a rule with these dice, all of which it must need."""
    script = ScriptedDice(*dice)
    outcome = procedure(f"the_war_game.{name}").run(inputs, script, context)
    assert script.left == []
    return outcome


def result(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> Any:
    return carried_out(name, inputs, *dice, context=context).result


def said(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> str:
    return str(result(name, inputs, *dice, context=context))


def steps(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> list[str]:
    return [step.says for step in carried_out(name, inputs, *dice, context=context).steps]


def odds(name: str, inputs: Inputs, context: Context = BY_THE_BOOK) -> dict[str, Fraction]:
    return procedure(f"the_war_game.{name}").odds(inputs, context).named()


def chances(name: str, inputs: Inputs, *fields: str, context: Context = BY_THE_BOOK) -> dict[Any, Fraction]:
    """Return the chances of one field of the result, or of several together."""
    found: dict[Any, Fraction] = {}
    for each, chance in procedure(f"the_war_game.{name}").odds(inputs, context).chances.items():
        held = tuple(getattr(each, field) for field in fields)
        key = held if len(fields) > 1 else held[0]
        found[key] = found.get(key, Fraction(0)) + chance
    return found


def switched(ruling: int, option: str) -> Context:
    return Context.of(switches={f"R-{ruling}": option})


def refusal(name: str, inputs: Inputs, context: Context = BY_THE_BOOK) -> str:
    """Return the sentence that refuses these inputs, alike from the rule and from its odds."""
    rule = procedure(f"the_war_game.{name}")
    with pytest.raises(IllegalOrder) as refused:
        rule.run(inputs, ScriptedDice(*[3] * 90), context)
    with pytest.raises(IllegalOrder) as in_odds:
        rule.odds(inputs, context)
    assert refused.value.sentence == in_odds.value.sentence
    assert refused.value.cites.startswith("WG-")
    assert refused.value.field
    return refused.value.sentence
