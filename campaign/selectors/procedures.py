"""Running a procedure from the apps: its refusals become ours, its steps the lines of a trace."""

from collections.abc import Mapping
from typing import Any

from campaign.errors import Refusal
from campaign.selectors.house import context_from
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure


def run(
    name: str, inputs: Mapping[str, Any], dice: Dice | None = None, *, house: Mapping[str, Any] | None = None
) -> Outcome[Any]:
    """Carry a procedure out by the book, or by what the campaign plays differently (`selectors.house.house_of`)."""
    try:
        return procedure(name).run(inputs, dice, context_from(house))
    except IllegalOrder as error:
        raise Refusal(error.sentence, cites=error.cites, field=error.field) from error


def chances(name: str, inputs: Mapping[str, Any], *, house: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Every result of a procedure, as people read it, with its exact chance."""
    return dict(procedure(name).odds(inputs, context_from(house)).named())


def trace_of(outcome: Outcome[Any]) -> tuple[dict[str, str], ...]:
    """Return the steps as the lines of a why-trace: sentence, citation, and the origin of what is not printed."""
    return tuple({"words": s.says, "figure": "", "cites": s.cites, "origin": s.origin} for s in outcome.steps)
