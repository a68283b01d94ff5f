"""Run procedures for the apps: their refusals become the site's, their steps become trace lines."""

from collections.abc import Mapping
from typing import Any

from campaign.errors import Refusal
from campaign.selectors.house import context_from
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome, Step
from rulesets.core.plain import as_json
from rulesets.core.registry import procedure


def run(
    name: str, inputs: Mapping[str, Any], dice: Dice | None = None, *, house: Mapping[str, Any] | None = None
) -> Outcome[Any]:
    """Carry out a procedure by the book, or by the campaign's house rules (`selectors.house.house_of`)."""
    try:
        return procedure(name).run(inputs, dice, context_from(house))
    except IllegalOrder as error:
        raise Refusal(error.sentence, cites=error.cites, field=error.field) from error


def chances(name: str, inputs: Mapping[str, Any], *, house: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return every result of a procedure in words, with its exact chance."""
    return dict(procedure(name).odds(inputs, context_from(house)).named())


def trace_of(outcome: Outcome[Any]) -> tuple[dict[str, str], ...]:
    """Return the steps as trace lines: words, figure, citation, and the origin of unprinted numbers."""
    return tuple(_line(step) for step in outcome.steps)


def _figure(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else _plain(as_json(value))


def _plain(value: object) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def _line(step: Step) -> dict[str, str]:
    numbers = ", ".join(f"{name} {_plain(as_json(value))}" for name, value in step.numbers)
    dice = f"d{step.sides}" if step.dice else ""
    known = "; ".join(part for part in (numbers, dice) if part)
    mark = step.override or ("" if step.mark == "printed" else str(step.mark))
    words = f"{step.label} ({known})" if known else step.label
    return {"words": words, "figure": _figure(step.out), "cites": step.cites, "origin": mark}
