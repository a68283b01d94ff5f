"""The worksheet of a procedure: it rolls dice, reads tables, and keeps each step as a sentence."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from rulesets.core.book import Citation, Mark
from rulesets.core.context import BY_THE_BOOK, Context, Ruling
from rulesets.core.dice import Dice, NoDice, RecordingDice, Throw
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Step
from rulesets.core.table import Cell, Table

V = TypeVar("V")
R = TypeVar("R")


class Reckoning:
    """Given to every procedure with its inputs; a procedure that calls another hands on its own."""

    def __init__(self, dice: Dice | None = None, context: Context = BY_THE_BOOK) -> None:
        self.dice = RecordingDice(dice or NoDice())
        self.context = context
        self.steps: list[Step] = []
        self._again: dict[tuple[str, tuple[str, ...], int], int] = {}

    def roll(
        self,
        sides: int,
        *,
        rule: str,
        what: str,
        subject: tuple[str, ...] = (),
        turn: int = 0,
        count: int = 1,
        cites: Citation | str = "",
    ) -> Throw:
        """Roll for this key; a second roll under one key is the next k. `what` completes "Rolled d6 for"."""
        key, cited = (rule, subject, turn), str(cites or rule)
        k = self._again.get(key, -1) + 1
        self._again[key] = k
        try:
            thrown = self.dice.throw(Throw(rule, subject, turn, k, sides), count)
        except IllegalOrder as refused:
            refused.cites = refused.cites or cited
            raise
        says = f"Rolled {count if count > 1 else ''}d{sides} for {what}: {_sum(thrown)}."
        self.steps.append(Step(cited, says, sides=sides, dice=thrown.faces, out=thrown.total))
        return thrown

    def on_roll(
        self,
        sides: int,
        then: Callable[[int], R],
        *,
        rule: str,
        what: str,
        subject: tuple[str, ...] = (),
        turn: int = 0,
        count: int = 1,
        cites: Citation | str = "",
    ) -> R:
        """Roll, and return what `then` makes of the total; odds ask it once for each total.

        What follows a rule with such a roll goes into `after`.
        """
        return then(self.roll(sides, rule=rule, what=what, subject=subject, turn=turn, count=count, cites=cites).total)

    def after(self, value: V, then: Callable[[V], R]) -> R:
        """Go on with what `on_roll` returned."""
        return then(value)

    def after_each(self, parts: Sequence[Callable[[], V]], then: Callable[[tuple[V, ...]], R]) -> R:
        """Carry out parts that may roll, one after the other, and go on with what all came to."""

        def so_far(done: tuple[V, ...]) -> R:
            if len(done) == len(parts):
                return then(done)
            return self.after(parts[len(done)](), lambda value: so_far((*done, value)))

        return so_far(())

    def after_last(self, value: V, then: Callable[[V, int], R]) -> R:
        """Go on with what `on_roll` returned and the total of the last roll, or 0 where there was none."""
        return then(value, self.dice.throws[-1].total if self.dice.throws else 0)

    def read(self, table: Table[V], row: object, column: object = None, *, says: str | Callable[[V], str] = "") -> V:
        """Return a number as the campaign plays it. `says` makes the sentence, or begins it in place of the title."""
        return self.cell(table, row, column, says=says).value

    def cell(
        self, table: Table[V], row: object, column: object = None, *, says: str | Callable[[V], str] = ""
    ) -> Cell[V]:
        """Return a cell as the campaign plays it, with its mark."""
        cell = table.cell(row, column, context=self.context)
        written = says(cell.value) if callable(says) else table.sentence(row, column, cell.value, begins=says)
        across = ((table.across, column),) if column is not None else ()
        self.steps.append(
            Step(
                str(table.cites),
                written,
                ((table.down, row), *across),
                out=cell.value,
                mark=cell.mark,
                table=table.id,
                cell=(cell.row, cell.column),
                override=cell.override,
                reason=cell.reason,
            )
        )
        return cell

    def step(
        self,
        cites: Citation | str,
        says: str | Callable[[], str],
        out: Any,
        *,
        mark: Mark = Mark.PRINTED,
        **numbers: Any,
    ) -> None:
        """Keep a line of arithmetic or judgment: its sentence, its result, and the numbers that went in.

        Odds never ask for a sentence that is a function.
        """
        written = says() if callable(says) else says
        shown = tuple((name.replace("_", " "), value) for name, value in numbers.items())
        self.steps.append(Step(str(cites), written, shown, out=out, mark=mark))

    def chosen(self, ruling: Ruling) -> str:
        """Return what the campaign chose where the book is silent; any other choice than the default is a step."""
        value = self.context.chosen(ruling)
        if value != ruling.default:
            says = ruling.played_as(value)
            why = self.context.reasons.get(ruling.id, "")
            self.steps.append(Step(str(ruling.cites), says, out=value, mark=Mark.HOUSE, override=ruling.id, reason=why))
        return value


def _sum(thrown: Throw) -> str:
    faces = " + ".join(map(str, thrown.faces))
    return faces if len(thrown.faces) == 1 else f"{faces} = {thrown.total}"
