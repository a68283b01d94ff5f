"""What may replace the value of a table's cell: a value of its column's type, within limits."""

import re
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
    known, words = _known(table, column), table.words.get(column, table.words.get("", ()))
    kinds = {type(value) for value in known}
    if len(kinds) == 1 and issubclass(kind := next(iter(kinds)), StrEnum):
        return kind(_one_of(text, [member.value for member in kind]))
    if kinds == {bool}:
        return TRUTH[_one_of(text.lower(), list(TRUTH))]
    if words or str in kinds:
        return _word_or_number(table, column, text, known, words)
    return _number(table, column, text, known)


def _known(table: "Table[Any]", column: str) -> list[Any]:
    """Return the known values of the column; where there are none, of the table."""
    at = [str(each) for each in table.columns].index(column)
    here = [cells[at] for cells in table.rows.values() if cells[at] is not None]
    return here or [value for cells in table.rows.values() for value in cells if value is not None]


def _one_of(text: str, allowed: list[str]) -> str:
    if text not in allowed:
        raise ValueError(f"{quoted(text[:40])} must be {listed(map(quoted, allowed), 'or')}.")
    return text


def _word_or_number(table: "Table[Any]", column: str, text: str, known: list[Any], words: Any) -> Any:
    """Return one of the words that the column uses, or a number if it has numbers too."""
    numbers = [value for value in known if isinstance(value, int | Fraction)]
    if numbers and WHOLE.fullmatch(text):
        return _number(table, column, text, numbers)
    return _one_of(text, sorted({*words, *(str(value) for value in known if isinstance(value, str))}))


def _number(table: "Table[Any]", column: str, text: str, known: list[Any]) -> int | Fraction:
    broken = any(isinstance(value, Fraction) for value in known)
    if not (BROKEN if broken else WHOLE).fullmatch(text):
        kind = "a number such as 2 or 1/2" if broken else "a whole number"
        raise ValueError(f"{quoted(text[:40])} must be {kind}.")
    number = Fraction(text) if broken else int(text)
    least, most = table.limits.get(column) or _limits(known)
    if not least <= number <= most:
        name = spoken(column) or table.title
        raise ValueError(f"{name} must be from {in_figures(least)} to {in_figures(most)}, not {text}.")
    return number


def _limits(known: list[Any]) -> tuple[int, int]:
    """Allow numbers below 0 only where there are some."""
    return LEAST if min(known, default=0) < 0 else 0, max(MOST, *(2 * int(value) for value in known), 0)
