"""What may replace the value of a table's cell: a value of its column's type, within limits."""

import re
from collections.abc import Sequence, Set
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rulesets.core.records import dataclass
from rulesets.core.words import MINUS, listed, quoted, spoken
from rulesets.core.words import number as in_figures

if TYPE_CHECKING:
    from rulesets.core.table import Table

LEAST, MOST = -99, 999
MOST_LETTERS = 200
WHOLE = re.compile(r"-?[0-9]{1,9}")
BROKEN = re.compile(r"-?([0-9]{0,4}\.[0-9]{1,4}|[0-9]{1,4}|([0-9]{1,4} )?[0-9]{1,4}/[1-9][0-9]{0,3})")
SIGNS = {"½": " 1/2", "⅓": " 1/3", "⅔": " 2/3", "¼": " 1/4", "¾": " 3/4", MINUS: "-"}
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
    halves: bool
    least: int
    most: int

    def read(self, text: str) -> Any:
        """Return a value of the column's kind, or raise ValueError with what it may hold."""
        kind = next(iter(self.kinds)) if len(self.kinds) == 1 else object
        if issubclass(kind, StrEnum):
            return kind(_one_of(text, [member.value for member in kind]))
        if kind is bool:
            return TRUTH[_one_of(text.lower(), list(TRUTH))]
        if self.words and not (self.has_numbers and read_number(text) is not None):
            return _one_of(text, self.words)
        return self._number(text)

    def _number(self, text: str) -> int | Fraction:
        number = read_number(text)
        if number is None or not self._fits(number):
            raise ValueError(f"{quoted(text[:40])} must be {self._kind}.")
        if not self.least <= number <= self.most:
            limits = f"{in_figures(self.least)} to {in_figures(self.most)}"
            raise ValueError(f"{self.title} must be from {limits}, not {text}.")
        return number if self.is_broken or number.denominator > 1 else int(number)

    def _fits(self, number: Fraction) -> bool:
        return self.is_broken or (number * (2 if self.halves else 1)).denominator == 1

    @property
    def _kind(self) -> str:
        if self.is_broken:
            return "a number such as 2 or 1/2"
        return "a whole or half number, such as 2, 1/2, or 1½" if self.halves else "a whole number"


def read_number(text: str) -> Fraction | None:
    """Return a number as people write it: 2, −2, 1/2, ½, 0.5, 1 1/2; None if it isn't one."""
    for sign, plain in SIGNS.items():
        text = text.replace(sign, plain)
    text = " ".join(text.split()).replace("- ", "-")
    if WHOLE.fullmatch(text):
        return Fraction(text)
    if not BROKEN.fullmatch(text):
        return None
    size = sum(map(Fraction, text.removeprefix("-").split()), Fraction(0))
    return -size if text.startswith("-") else size


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
        halves=table.halves,
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
