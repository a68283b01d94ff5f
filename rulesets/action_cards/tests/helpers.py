"""Runs this book's rules in one line."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure

Inputs = Mapping[str, Any]


def carried_out(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> Outcome[Any]:
    """Run a rule with exactly these dice."""
    scripted = ScriptedDice(*dice)
    outcome = procedure(f"action_cards.{name}").run(inputs, scripted, context)
    assert scripted.left == []
    return outcome


def result(name: str, inputs: Inputs, *dice: int, context: Context = BY_THE_BOOK) -> Any:
    return carried_out(name, inputs, *dice, context=context).result


def odds(name: str, inputs: Inputs, context: Context = BY_THE_BOOK) -> dict[str, Fraction]:
    return procedure(f"action_cards.{name}").odds(inputs, context).named()


def switched(ruling: str, option: str) -> Context:
    return Context.of(switches={ruling: option})
