"""The sheet of paper beside a procedure: it throws, reads tables, and notes each step."""

from typing import Any, TypeVar

from rulesets.core.book import Citation, Mark
from rulesets.core.context import BY_THE_BOOK, Context, Ruling
from rulesets.core.dice import Dice, NoDice, RecordingDice, Throw
from rulesets.core.outcome import Step
from rulesets.core.table import Table

V = TypeVar("V")


class Reckoning:
    """Given to every procedure beside its inputs; procedures that call others hand on their own."""

    def __init__(self, dice: Dice | None = None, context: Context = BY_THE_BOOK) -> None:
        self.dice = RecordingDice(dice or NoDice())
        self.context = context
        self.steps: list[Step] = []
        self._again: dict[tuple[str, tuple[str, ...], int], int] = {}

    def throw(
        self,
        sides: int,
        *,
        rule: str,
        label: str,
        subject: tuple[str, ...] = (),
        turn: int = 0,
        count: int = 1,
        cites: Citation | str = "",
    ) -> Throw:
        """Faces for this key; a second throw under one key is the next k."""
        key = (rule, subject, turn)
        k = self._again.get(key, -1) + 1
        self._again[key] = k
        thrown = self.dice.throw(Throw(rule, subject, turn, k, sides), count)
        self.steps.append(Step(str(cites or rule), label, sides=sides, dice=thrown.faces, out=thrown.total))
        return thrown

    def read(self, table: Table[V], row: object, column: object = None, *, label: str = "") -> V:
        """A cell, as the campaign plays it."""
        cell = table.cell(row, column, context=self.context)
        across = ((table.across, column),) if column is not None else ()
        self.steps.append(
            Step(
                str(table.cites),
                label or table.title,
                ((table.down, row), *across),
                out=cell.value,
                mark=cell.mark,
                table=table.id,
                cell=(cell.row, cell.column),
                override=cell.override,
            )
        )
        return cell.value

    def step(self, cites: Citation | str, label: str, out: Any, *, mark: Mark = Mark.PRINTED, **numbers: Any) -> None:
        """A line of arithmetic or of judgement."""
        shown = tuple((name.replace("_", " "), value) for name, value in numbers.items())
        self.steps.append(Step(str(cites), label, shown, out=out, mark=mark))

    def chosen(self, ruling: Ruling) -> str:
        """What the campaign has chosen where the book is silent; noted when it is not the default."""
        value = self.context.chosen(ruling)
        if value != ruling.default:
            label = f"{ruling.id}: {ruling.question}"
            self.steps.append(Step(str(ruling.cites), label, out=value, mark=Mark.HOUSE, override=ruling.id))
        return value
