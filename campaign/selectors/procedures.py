"""Run procedures for the apps: their refusals become the site's, their steps become trace lines."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from campaign.errors import NumberNeeded, Refusal
from campaign.parts import OddsLine, TraceLine
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import Dice
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber
from rulesets.core.outcome import Outcome, Step

if TYPE_CHECKING:  # what reads inputs is heavy to load, and whoever has a procedure has loaded it
    from rulesets.core.fields import Inputs
    from rulesets.core.procedure import Procedure

I = TypeVar("I", bound="Inputs")  # noqa: E741
R = TypeVar("R")


@contextmanager
def refusing() -> Iterator[None]:
    """Refuse what the rules refuse in here."""
    try:
        with within_tables():
            yield
    except IllegalOrder as error:
        raise Refusal(error.sentence, cites=error.cites, field=error.field) from error


@contextmanager
def within_tables() -> Iterator[None]:
    """Refuse what no table says in here, and name the number if it's only unknown."""
    try:
        yield
    except UnknownNumber as error:
        raise NumberNeeded(error.where, cites=error.cites, cell=error.cell) from error
    except BeyondTheTable as error:
        raise Refusal(error.sentence, cites=error.cites) from error


def run(
    procedure: "Procedure[I, R]",
    inputs: Mapping[str, object],
    dice: Dice | None = None,
    *,
    house: Context = BY_THE_BOOK,
) -> Outcome[R]:
    """Carry out a procedure by the book, or by the campaign's house rules (`selectors.house.house_of`)."""
    with refusing():
        return procedure.run(inputs, dice, house)


def odds_of(
    procedure: "Procedure[I, R]", inputs: Mapping[str, object], *, house: Context = BY_THE_BOOK
) -> tuple[OddsLine, ...]:
    """Return every result of a procedure, as people read it, with its exact chance."""
    with refusing():
        found = procedure.odds(inputs, house).named()
    return tuple(OddsLine(words=words, chance=chance) for words, chance in found.items())


def trace_of(steps: Iterable[Step]) -> tuple[TraceLine, ...]:
    """Return the steps as the lines of a why-trace."""
    return tuple(map(trace_line, steps))


def trace_line(step: Step) -> TraceLine:
    """Return a step's sentence, citation, and dice, with the origin of what is not printed and the reason for it."""
    return TraceLine(
        words=step.says,
        cites=step.cites,
        origin=step.origin,
        reason=step.reason,
        sides=step.sides,
        dice=step.dice,
    )
