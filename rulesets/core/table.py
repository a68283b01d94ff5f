"""A printed table as data: laid out like the page, cited, and marked cell by cell."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from sys import intern
from typing import Any, Generic, TypeVar, cast

from rulesets.core.book import Citation, Mark
from rulesets.core.cells import Column, columns_of, value_of
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import BeyondTheTable, UnknownNumber
from rulesets.core.records import dataclass
from rulesets.core.runs import Run, faults_in
from rulesets.core.words import first_up, one_of, signed, spoken, words_of

V = TypeVar("V")
Key = object  # an int, a word, a range or a Band
DOWN, ACROSS = 0, 1
MOST_PLACES = 300  # values that a table remembers the places of


@dataclass(frozen=True)
class Band:
    """Whole numbers from `low` to `high`, both included; None is open."""

    low: int | None
    high: int | None

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int) or isinstance(value, bool):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def __str__(self) -> str:
        if self.low is None:
            return f"{self.high} or less"
        if self.high is None:
            return f"{self.low} or more"
        return str(self.low) if self.low == self.high else f"{self.low} to {self.high}"


def at_most(high: int) -> Band:
    """Return the band of `high` or less."""
    return Band(None, high)


def at_least(low: int) -> Band:
    """Return the band of `low` or more."""
    return Band(low, None)


def band(low: int, high: int) -> Band:
    """Return the band of both and what is between."""
    return Band(low, high)


@dataclass(frozen=True)
class Cell(Generic[V]):
    """A value with its row, its column, its mark, and the name and reason of the override that put it there."""

    value: V
    row: str
    column: str
    mark: Mark
    override: str = ""
    reason: str = ""


@dataclass(frozen=True)
class Table(Generic[V]):
    """`rows` maps each row's key to its cells; without `columns` each row has one cell.

    `cover_down` and `cover_across` are the values (results of a die, say) that must all find a cell. `signed` numbers
    are modifiers: +1. For replaced cells, `limits` are the least and the most of a column's numbers, `words` what it
    may hold beyond what it does, and `reads` takes the row and the new text where neither is enough. `halves` takes
    1/2 too. `run` says how values must follow one another. A table that `grows` takes more rows.
    """

    id: str
    title: str
    cites: Citation
    mark: Mark
    down: str
    rows: Mapping[Any, Any]
    across: str = ""
    columns: Sequence[Any] = ()
    unit: str = ""
    note: str = ""
    signed: bool = False
    marks: Mapping[Any, Mark] = field(default_factory=dict)
    cover_down: Sequence[Any] = ()
    cover_across: Sequence[Any] = ()
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    words: Mapping[str, Sequence[str]] = field(default_factory=dict)
    reads: Callable[[str, str], V] | None = None
    halves: bool = False
    run: Run | None = None
    grows: bool = False

    def __post_init__(self) -> None:
        if self.grows and self.columns:
            raise ValueError(f"{self.id}: only a table with one cell in each row can grow")
        columns = tuple(map(_key, self.columns)) or ("",)
        rows = {_key(row): tuple(cells) if self.columns else (cells,) for row, cells in self.rows.items()}
        marks = {self._cell_key(where): mark for where, mark in self.marks.items()}
        object.__setattr__(self, "columns", columns)
        object.__setattr__(self, "rows", rows)
        object.__setattr__(self, "marks", marks)
        wrong = [str(row) for row, cells in rows.items() if len(cells) != len(columns)]
        if wrong:
            raise ValueError(f"{self.id}: rows must have {len(columns)} cells, unlike {', '.join(wrong)}")

    @staticmethod
    def _cell_key(where: Any) -> tuple[str, str]:
        row, column = where if isinstance(where, tuple) else (where, "")
        return str(_key(row)), str(_key(column))

    def at(self, row: Key, column: Key = None, *, context: Context = BY_THE_BOOK) -> V:
        """Return the value for these keys, as the campaign plays it."""
        return self.cell(row, column, context=context).value

    def cell(self, row: Key, column: Key = None, *, context: Context = BY_THE_BOOK) -> Cell[V]:
        """Return the cell for these keys, as the campaign plays it."""
        if context.overrides:
            found = self._sought(row, column, context)
        else:
            down = self._places.get((DOWN, row, type(row)))
            across = 0 if column is None else self._places.get((ACROSS, column, type(column)))
            down = self._place(DOWN, row) if down is None else down
            found = self._grid[down][self._place(ACROSS, column) if across is None else across]
        if found.value is None and found.mark is Mark.UNKNOWN:
            cell = self.id, found.row, found.column
            raise UnknownNumber(self.cell_words(*cell[1:]), cites=self.cites, cell=cell)
        return found

    @cached_property
    def _grid(self) -> list[list[Cell[V]]]:
        """Return the book's own cells, row by row."""
        return [[self._cell(row, column, BY_THE_BOOK) for column in self.columns] for row in self.rows]

    @cached_property
    def _places(self) -> dict[tuple[int, Key, type], int]:
        """Return where values were found along each axis: a table is asked for the same ones again and again."""
        return {}

    def _place(self, along: int, value: Key) -> int:
        axis, keys = (self.across, tuple(self.columns)) if along == ACROSS else (self.down, tuple(self.rows))
        place = keys.index(self._find(axis, keys, value))
        if len(self._places) < MOST_PLACES:
            self._places[along, value, type(value)] = place
        return place

    def _sought(self, row: Key, column: Key, context: Context) -> Cell[V]:
        is_added = self.grows and context.override(self.id, str(row), "") is not None
        row_key = row if is_added else self._find(self.down, tuple(self.rows), row)
        column_key = self.columns[0] if column is None else self._find(self.across, self.columns, column)
        return self._cell(row_key, column_key, context)

    def cell_words(self, row: str, column: str) -> str:
        """Name a cell by its labels: Fire ranges, infantry, nearest."""
        return ", ".join(filter(None, (self.title, spoken(row), spoken(column))))

    def _find(self, axis: str, keys: Sequence[Any], value: Key) -> Any:
        for key in keys:
            if value == key or (isinstance(key, Band) and value in key):
                return key
        where = f"{axis} {words_of(value)}"
        raise BeyondTheTable(f"{self.title}: no entry for {where}. The umpire decides.", cites=self.cites)

    def _cell(self, row: Any, column: Any, context: Context) -> Cell[V]:
        where = intern(str(row)), intern(str(column))
        override = context.override(self.id, *where)
        if override is not None:
            value = cast(V, value_of(self, *where, override.value))
            return Cell(value, *where, Mark.HOUSE, override.name, override.reason)
        value = self.rows[row][list(self.columns).index(column)]
        return Cell(value, *where, self.marks.get(where, self.marks.get((where[0], ""), self.mark)))

    def cells(self, *, context: Context = BY_THE_BOOK) -> Iterator[Cell[V]]:
        """Yield all cells, row by row, as a page draws them."""
        for row in (*self.rows, *self.added(context)):
            for column in self.columns:
                yield self._cell(row, column, context)

    def added(self, context: Context) -> list[str]:
        """Return the rows that the campaign added."""
        known = {str(row) for row in self.rows} if self.grows else set()
        return [row for table, row, _ in context.overrides if self.grows and table == self.id and row not in known]

    def line(self, along: str, label: str, *, context: Context = BY_THE_BOOK) -> Iterator[Cell[V]]:
        """Yield the cells of one row, or of one column, by its label."""
        rows = [row for row in self.rows if along == "column" or str(row) == label]
        columns = [column for column in self.columns if along == "row" or str(column) == label]
        return (self._cell(row, column, context) for row in rows for column in columns)

    @cached_property
    def printed(self) -> Mapping[tuple[str, str], Cell[V]]:
        """Return the book's own cells by row and column."""
        return {(cell.row, cell.column): cell for row in self._grid for cell in row}

    @cached_property
    def kept(self) -> Mapping[str, Column]:
        """Return what each column may hold."""
        return columns_of(self)

    @property
    def lines(self) -> list[str]:
        """Return the labels of the lines along which values follow one another."""
        return [str(label) for label in (self.rows if self.run.along == "row" else self.columns)] if self.run else []

    def in_words(self, value: object) -> str:
        """Return a value as people read it: +1, yes, well handled."""
        return signed(value) if self.signed and isinstance(value, int | Fraction) else words_of(value)

    def sentence(self, row: Key, column: Key, value: V, *, begins: str = "") -> str:
        """Say what was read: the title, row, and column, or what it `begins` with; then the value."""
        keys = (self._named(self.down, row), self._named(self.across, column))
        where = begins or ", ".join(filter(None, (self.title, *keys)))
        unit = one_of(self.unit) if value == 1 else self.unit
        return f"{first_up(where)}: {self.in_words(value)}{f' {unit}' if unit else ''}."

    @staticmethod
    def _named(axis: str, key: Key) -> str:
        """Name a row or column in a sentence: a number by its heading, d10 7, and a word by itself."""
        if key is None:
            return ""
        return f"{axis} {words_of(key)}" if isinstance(key, int) else words_of(key)

    def problems(self) -> list[str]:
        """Name everything that is wrong with the table."""
        found = [] if self.cites.section else ["no citation"]
        found += _band_problems(self.down, list(self.rows)) + _band_problems(self.across, list(self.columns))
        found += [f"no {self.down} {v}" for v in self.cover_down if not _covered(v, self.rows)]
        found += [f"no {self.across} {v}" for v in self.cover_across if not _covered(v, self.columns)]
        found += [f"no value at {c.row} {c.column}" for c in self.cells() if c.value is None and c.mark != Mark.UNKNOWN]
        found += [fault.sentence for line in self.lines for fault in faults_in(self, line)]
        known = {(str(row), str(column)) for row in self.rows for column in (*self.columns, "")}
        return found + [f"a mark for no cell: {where}" for where in self.marks if where not in known]


def _key(key: Any) -> Any:
    return Band(key.start, key.stop - 1) if isinstance(key, range) else key


def _covered(value: Any, keys: Any) -> bool:
    found = [key for key in keys if value == key or (isinstance(key, Band) and value in key)]
    return len(found) == 1


def _band_problems(axis: str, keys: list[Any]) -> list[str]:
    bands = [key if isinstance(key, Band) else Band(key, key) for key in keys if isinstance(key, Band | int)]
    if not any(isinstance(key, Band) for key in keys):
        return []
    ordered = sorted(bands, key=lambda b: (b.low is not None, b.low or 0))
    return [
        f"{axis}: gap or overlap between {low} and {high}"
        for low, high in pairwise(ordered)
        if low.high is None or high.low != low.high + 1
    ]
