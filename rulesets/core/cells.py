"""What may be put into a table's cell in place of what stands there: a value of its column's kind, within limits."""

import re
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulesets.core.table import Table

LEAST, MOST = -99, 999
MOST_LETTERS = 200
WHOLE, BROKEN = re.compile(r"-?[0-9]{1,9}"), re.compile(r"-?[0-9]{1,4}(/[1-9][0-9]{0,3}|\.[0-9]{1,4})?")
TRUTH = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def value_of(table: "Table[Any]", row: str, column: str, given: object) -> Any:
    """`given` as this column keeps its values; a ValueError says what may stand there."""
    text = ("" if given is None else str(given)).strip()
    if not text or len(text) > MOST_LETTERS:
        raise ValueError(f"a value has 1 to {MOST_LETTERS} characters.")
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
    """What stands in the column; where nobody knows anything of it, what stands in the table."""
    at = [str(each) for each in table.columns].index(column)
    here = [cells[at] for cells in table.rows.values() if cells[at] is not None]
    return here or [value for cells in table.rows.values() for value in cells if value is not None]


def _one_of(text: str, allowed: list[str]) -> str:
    if text not in allowed:
        raise ValueError(f"{text[:40]!r} must be {' or '.join(map(repr, allowed))}.")
    return text


def _word_or_number(table: "Table[Any]", column: str, text: str, known: list[Any], words: Any) -> Any:
    """One of the words that the column uses, or a number if it has numbers too."""
    numbers = [value for value in known if isinstance(value, int | Fraction)]
    if numbers and WHOLE.fullmatch(text):
        return _number(table, column, text, numbers)
    return _one_of(text, sorted({*words, *(str(value) for value in known if isinstance(value, str))}))


def _number(table: "Table[Any]", column: str, text: str, known: list[Any]) -> int | Fraction:
    broken = any(isinstance(value, Fraction) for value in known)
    if not (BROKEN if broken else WHOLE).fullmatch(text):
        kind = "a number like 2 or 1/2" if broken else "a whole number"
        raise ValueError(f"{text[:40]!r} must be {kind}.")
    number = Fraction(text) if broken else int(text)
    least, most = table.limits.get(column) or _limits(known)
    if not least <= number <= most:
        raise ValueError(f"{column or table.title} {text} must be from {least} to {most}.")
    return number


def _limits(known: list[Any]) -> tuple[int, int]:
    """Nothing below nought where nothing is."""
    return LEAST if min(known, default=0) < 0 else 0, max(MOST, *(2 * int(value) for value in known), 0)
