"""Runs this book's rules in one line, and finds dice for a total."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure

TWO_DICE = {total: (max(1, total - 6), min(6, total - 1)) for total in range(2, 13)}
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
EARLY, LATE = 1808, 1809


def carried_out(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Outcome[Any]:
    return procedure(f"napoleonic_fury.{name}").run(inputs, ScriptedDice(*dice), context)


def result(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Any:
    return carried_out(name, inputs, *dice, context=context).result


def said(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> str:
    return str(result(name, inputs, *dice, context=context))


def rolled(name: str, total: int, inputs: Mapping[str, Any], context: Context = BY_THE_BOOK) -> Any:
    """Run a rule with two dice that add up to a natural total."""
    return result(name, inputs, *TWO_DICE[total], context=context)


def odds_by(
    name: str, inputs: Mapping[str, Any], seen: Callable[[Any], Any], context: Context = BY_THE_BOOK
) -> dict[Any, Fraction]:
    """Return the chances by what is seen of a result."""
    found: dict[Any, Fraction] = {}
    for each, chance in procedure(f"napoleonic_fury.{name}").odds(inputs, context).chances.items():
        found[seen(each)] = found.get(seen(each), Fraction(0)) + chance
    return found


def out_of(outcome: Outcome[Any], begins: str) -> Any:
    """Return the number of the step that begins so."""
    return next(step.out for step in outcome.steps if step.says.startswith(begins))


def marks_of(outcome: Outcome[Any]) -> dict[str, str]:
    """Return the origin of the number last read in each table."""
    return {step.table.partition(".")[2]: str(step.mark) for step in outcome.steps if step.table}


def switched(ruling: str, option: str) -> Context:
    return Context.of(switches={ruling: option})
