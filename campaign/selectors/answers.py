"""Split a rule's result into parts: single values as lines, lists of a kind as tables, nested parts."""

from collections.abc import Mapping, Sequence
from typing import Any

from campaign.parts import Cell, Column, DataTable, Row
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, heading, number, one_of, spoken

NAMES = ("name", "leader", "id")
LEADERS = ("leader", "army_leader", "supernumerary")


@dataclass(frozen=True)
class Part:
    """One part of an answer: a text, a table, or nested parts."""

    name: str
    text: str = ""
    table: DataTable | None = None
    parts: tuple["Part", ...] = ()


def parts_of(result: Any, book: str, names: Mapping[str, str] | None = None) -> tuple[Part, ...]:
    """Return the parts of a result in a book's words, texts first, without the empty ones; leaders by their names."""
    plain = _with_names(as_json(result), names) if names else as_json(result)
    if not isinstance(plain, dict):
        return ()
    found = [part for name, value in plain.items() for part in _parts(heading(name, book), value, book)]
    return tuple(sorted((part for part in found if part.text or part.table or part.parts), key=lambda p: not p.text))


def _with_names(value: Any, names: Mapping[str, str], key: str = "") -> Any:
    """Return a value with the names of leaders in place of their ids."""
    if isinstance(value, dict):
        return {inner: _with_names(part, names, inner) for inner, part in value.items()}
    if isinstance(value, list):
        return [_with_names(each, names, key) for each in value]
    return names.get(value, value) if key in LEADERS and isinstance(value, str) else value


def _parts(name: str, value: Any, book: str) -> list[Part]:
    if value in (None, "", [], {}):
        return []
    if isinstance(value, dict):
        return [Part(name, parts=parts_of(value, book))]
    if not isinstance(value, list) or not all(isinstance(each, dict) for each in value):
        return [Part(name, text=in_words(value, book))]
    if all(_is_flat(each) for each in value):
        return [Part(name, table=_table(name, value, book))]
    return [_numbered(name, n, each, book) for n, each in enumerate(value, start=1)]


def _is_flat(row: Mapping[str, Any]) -> bool:
    return not any(isinstance(part, dict) or (isinstance(part, list) and _has_rows(part)) for part in row.values())


def _has_rows(value: Sequence[Any]) -> bool:
    return any(isinstance(each, dict | list) for each in value)


def _numbered(name: str, n: int, value: Mapping[str, Any], book: str) -> Part:
    """Return a numbered part: Division 2, Hurlbut."""
    called = str(value.get("name") or "")
    return Part(f"{one_of(name)} {n}" + (f", {called}" if called else ""), parts=parts_of(value, book))


def _table(name: str, rows: Sequence[Mapping[str, Any]], book: str) -> DataTable:
    """Return a table with one row each; the first cell is the name, or a number."""
    filled = list(dict.fromkeys(key for row in rows for key, value in row.items() if value not in (None, "", [], {})))
    head = next((key for key in NAMES if all(row.get(key) for row in rows)), "")
    shown = [key for key in filled if key != head]
    columns = [Column(word=first_up(one_of(name))), *(_column(key, rows, book) for key in shown)]
    return DataTable(
        title=first_up(name),
        columns=tuple(columns),
        rows=tuple(_row(str(row.get(head) or n), row, shown, book) for n, row in enumerate(rows, start=1)),
    )


def _column(key: str, rows: Sequence[Mapping[str, Any]], book: str) -> Column:
    figure = all(isinstance(row.get(key), int) and not isinstance(row.get(key), bool) for row in rows)
    return Column(word=first_up(heading(key, book)), figure=figure)


def _row(head: str, row: Mapping[str, Any], shown: Sequence[str], book: str) -> Row:
    return Row(cells=(Cell(text=head), *(Cell(text=in_words(row.get(key), book)) for key in shown)))


def in_words(value: Any, book: str) -> str:
    """Return a value in words: yes or no, lists with commas, nested lists with semicolons, parts with their names."""
    plain = as_json(value)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if isinstance(plain, dict):
        return "; ".join(f"{heading(name, book)} {in_words(part, book)}" for name, part in plain.items())
    if isinstance(plain, list):
        return ("; " if _has_rows(plain) else ", ").join(in_words(part, book) for part in plain)
    return "–" if plain is None else number(plain) if isinstance(plain, int) else spoken(plain)
