"""Running a procedure from the apps: its refusals become ours, its steps the lines of a trace."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from campaign.errors import Refusal
from campaign.parts import OddsLine, TraceLine
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome, Step
from rulesets.core.plain import as_json

if TYPE_CHECKING:  # what reads inputs is heavy to load, and whoever has a procedure has loaded it
    from rulesets.core.fields import Inputs
    from rulesets.core.procedure import Procedure

I = TypeVar("I", bound="Inputs")  # noqa: E741
R = TypeVar("R")


@contextmanager
def refusing() -> Iterator[None]:
    """What the rules refuse in here, we refuse."""
    try:
        yield
    except IllegalOrder as error:
        raise Refusal(error.sentence, cites=error.cites, field=error.field) from error


def run(
    procedure: "Procedure[I, R]",
    inputs: Mapping[str, object],
    dice: Dice | None = None,
    *,
    house: Context = BY_THE_BOOK,
) -> Outcome[R]:
    """Carry a procedure out by the book, or by what the campaign plays differently (`selectors.house.house_of`)."""
    with refusing():
        return procedure.run(inputs, dice, house)


def odds_of(
    procedure: "Procedure[I, R]", inputs: Mapping[str, object], *, house: Context = BY_THE_BOOK
) -> tuple[OddsLine, ...]:
    """Return every result of a procedure, as people read it, with its exact chance."""
    found = procedure.odds(inputs, house).named()
    return tuple(OddsLine(words=words, chance=chance) for words, chance in found.items())


def trace_of(steps: Iterable[Step]) -> tuple[TraceLine, ...]:
    """Return steps as the lines of a why-trace: words, figure, citation, and the mark of what is not printed."""
    return tuple(_line(step) for step in steps)


def _figure(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else _plain(as_json(value))


def _plain(value: object) -> str:
    return ", ".join(map(_plain, value)) if isinstance(value, list) else str(value)


def _line(step: Step) -> TraceLine:
    numbers = ", ".join(f"{name} {_plain(as_json(value))}" for name, value in step.numbers)
    dice = f"d{step.sides}" if step.dice else ""
    known = "; ".join(part for part in (numbers, dice) if part)
    mark = step.override or ("" if step.mark == "printed" else str(step.mark))
    words = f"{step.label} ({known})" if known else step.label
    return TraceLine(words=words, figure=_figure(step.out), cites=step.cites, origin=mark)
