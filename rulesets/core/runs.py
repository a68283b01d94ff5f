"""Values that must follow one another along a table: the ends of ranges, and results from one end to the other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.records import dataclass
from rulesets.core.words import spoken

if TYPE_CHECKING:
    from rulesets.core.table import Cell, Table

ORDER = "the ranges must be in order, without gap or overlap"


@dataclass(frozen=True)
class Run:
    """How the values of a table follow one another along each row, or down each column: they never fall.

    `order` ranks words, from first to last; numbers are the ends of ranges. In a strict run no two may be equal.
    `last` is where the last range ends, and `none` means that there is no such range.
    """

    along: Literal["row", "column"]
    order: Sequence[Any] = ()
    is_strict: bool = False
    last: int | None = None
    none: int | None = None

    def rank(self, value: Any) -> Any:
        """Return what a value is compared by."""
        return list(self.order).index(value) if self.order else value

    def of(self, row: str, column: str) -> str:
        """Return the label of the line that a cell is in."""
        return row if self.along == "row" else column


class Fault(NamedTuple):
    """A line out of order: the cells that don't go together, the later one first."""

    cells: tuple[tuple[str, str], ...]
    sentence: str


def faults_in(table: "Table[Any]", line: str, context: Context = BY_THE_BOOK) -> Iterator[Fault]:
    """Yield what is out of order in one line of a table, as the campaign plays it."""
    run = table.run
    assert run is not None
    cells = list(table.line(run.along, line, context=context))
    ranges = [cell for cell in cells if cell.value is not None and cell.value != run.none]
    for before, cell in pairwise(ranges):
        if _falls(run, before.value, cell.value):
            two = f"{_named(table, run, cell)}, but {_named(table, run, before)}"
            yield Fault((_place(cell), _place(before)), f"{_where(table, line)}: {two}; {ORDER}.")
    if run.last is not None and len(ranges) == len(cells) and ranges[-1].value != run.last:
        says = f"{_named(table, run, ranges[-1])}; the last range must end at {run.last}."
        yield Fault(tuple(map(_place, reversed(cells))), f"{_where(table, line)}: {says}")


def _falls(run: Run, before: Any, after: Any) -> bool:
    first, second = run.rank(before), run.rank(after)
    return bool(second < first or (run.is_strict and second == first))


def _place(cell: "Cell[Any]") -> tuple[str, str]:
    return cell.row, cell.column


def _where(table: "Table[Any]", line: str) -> str:
    return ", ".join(filter(None, (table.title, spoken(line))))


def _named(table: "Table[Any]", run: Run, cell: "Cell[Any]") -> str:
    label = cell.column if run.along == "row" else cell.row
    return f"{spoken(label)} is {table.in_words(cell.value)}"
