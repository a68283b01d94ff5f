"""What may replace the value of a table's cell: a value of its column's type, within limits."""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulesets.core.words import listed, quoted, spoken
from rulesets.core.words import number as in_figures

if TYPE_CHECKING:
    from rulesets.core.table import Table

LEAST, MOST = -99, 999
MOST_LETTERS = 200
WHOLE, BROKEN = re.compile(r"-?[0-9]{1,9}"), re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3}|\.[0-9]{1,4})?")
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def value_of(table: "Table[Any]", row: str, column: str, given: object) -> Any:
    """Return `given` as this column keeps its values; a ValueError says what the cell may hold."""
    text = ("" if given is None else str(given)).strip()
    if not text or len(text) > MOST_LETTERS:
        raise ValueError(f"enter 1 to {MOST_LETTERS} characters.")
    if table.reads is not None:
        return table.reads(row, text)
    if column not in table.kept:
        raise ValueError(f"there is no column {column!r}.")
    return table.kept[column].read(text)


@dataclass(frozen=True)
class Column:
    """What a column may hold, worked out once from what it does."""

    title: str
    kinds: Set[type]
    words: Sequence[str]
    has_numbers: bool
    is_broken: bool
    least: int
    most: int

    def read(self, text: str) -> Any:
        """Return a value of the column's kind, or raise ValueError with what it may hold."""
        kind = next(iter(self.kinds)) if len(self.kinds) == 1 else object
        if issubclass(kind, StrEnum):
            return kind(_one_of(text, [member.value for member in kind]))
        if kind is bool:
            return TRUTH[_one_of(text.lower(), list(TRUTH))]
        if self.words and not (self.has_numbers and WHOLE.fullmatch(text)):
            return _one_of(text, self.words)
        return self._number(text)

    def _number(self, text: str) -> int | Fraction:
        if not (BROKEN if self.is_broken else WHOLE).fullmatch(text):
            kind = "a number such as 2 or 1/2" if self.is_broken else "a whole number"
            raise ValueError(f"{quoted(text[:40])} must be {kind}.")
        number = Fraction(text) if self.is_broken else int(text)
        if not self.least <= number <= self.most:
            limits = f"{in_figures(self.least)} to {in_figures(self.most)}"
            raise ValueError(f"{self.title} must be from {limits}, not {text}.")
        return number


def columns_of(table: "Table[Any]") -> dict[str, Column]:
    """Return what each column of a table may hold."""
    everywhere = [value for cells in table.rows.values() for value in cells if value is not None]
    found = {}
    for at, name in enumerate(map(str, table.columns)):
        here = [cells[at] for cells in table.rows.values() if cells[at] is not None]
        found[name] = _column(table, name, here or everywhere)
    return found


def _column(table: "Table[Any]", name: str, known: list[Any]) -> Column:
    numbers = [value for value in known if isinstance(value, int | Fraction)]
    least, most = table.limits.get(name) or _limits(numbers)
    return Column(
        title=spoken(name) or table.title,
        kinds={type(value) for value in known},
        words=sorted(
            {
                *table.words.get(name, table.words.get("", ())),
                *(str(value) for value in known if isinstance(value, str)),
            }
        ),
        has_numbers=bool(numbers),
        is_broken=any(isinstance(value, Fraction) for value in known),
        least=least,
        most=most,
    )


def _one_of(text: str, allowed: Sequence[str]) -> str:
    if text not in allowed:
        raise ValueError(f"{quoted(text[:40])} must be {listed(map(quoted, allowed), 'or')}.")
    return text


def _limits(known: list[Any]) -> tuple[int, int]:
    """Allow numbers below 0 only where there are some."""
    return LEAST if min(known, default=0) < 0 else 0, max(MOST, *(2 * int(value) for value in known), 0)
