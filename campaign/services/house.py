"""The umpire replaces marked numbers of a book and switches rulings, with a reason, on record and told to all."""

import csv
import io
import json
from dataclasses import dataclass
from typing import Any

from django.http import Http404

from campaign.errors import Refusal
from campaign.models import CLUB_STREAM, Entry, RulingSwitch, TableOverride
from campaign.selectors.house import switchable
from campaign.services.record import Act, act
from campaign.sources import SOURCES
from campaign.visibility import PUBLIC, Viewer
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.table import Table

COLUMNS = ("table", "row", "column", "value")
MOST_LINES = 2000


@dataclass(frozen=True)
class NewCell:
    """One line of an imported table, checked."""

    table: str
    row: str
    column: str
    value: Any


class WrongFile(Refusal):
    """A table file with faults: every one of them, by line. Nothing of it is imported."""

    def __init__(self, faults: list[str]) -> None:
        super().__init__(" ".join(faults[:20]), field="file")
        self.faults = faults


def import_table(
    viewer: Viewer, *, text: str, name: str, reason: str, version: int | None = None, key: str | None = None
) -> Entry:
    """Replace the cells that a CSV or JSON text names: table, row, column, value. All of them, or none."""
    _need_umpire(viewer)
    cells = read_table_file(text)
    payload = {"name": name, "reason": reason, "cells": len(cells)}
    with act(viewer, stream=CLUB_STREAM, kind="club.table", payload=payload, version=version, key=key) as journal:
        for cell in cells:
            _replace(journal, cell, name, reason)
        tables = ", ".join(sorted({cell.table for cell in cells}))
        journal.tell(PUBLIC, f"The umpire has replaced numbers of {tables}: {name}. {reason}")
    return journal.entry


def _replace(journal: Act, cell: NewCell, name: str, reason: str) -> None:
    where = {"campaign_id": journal.campaign_id, "table": cell.table, "row": cell.row, "column": cell.column}
    row = TableOverride.objects.filter(**where).first()
    if row is None:
        row = TableOverride(id=SOURCES.new_id(PUBLIC), **where, value=cell.value, name=name, reason=reason)
        journal.create(row)
        return
    row.value, row.name, row.reason = cell.value, name, reason
    journal.save(row)


def read_table_file(text: str) -> list[NewCell]:
    """The cells of a file, or a refusal that names every fault by its line."""
    cells: dict[tuple[str, str, str], NewCell] = {}
    faults: list[str] = []
    lines = _lines(text)
    if not lines:
        raise WrongFile(["The file names no cell."])
    for number, line in lines:
        try:
            cell = _checked(line)
        except ValueError as fault:
            faults.append(f"Line {number}: {fault}")
            continue
        where = (cell.table, cell.row, cell.column)
        if where in cells:
            faults.append(f"Line {number}: this cell stands in the file twice.")
        cells[where] = cell
    if faults:
        raise WrongFile(faults)
    return list(cells.values())


def _lines(text: str) -> list[tuple[int, dict[str, Any]]]:
    stripped = text.lstrip("\ufeff \t\r\n")
    numbered = _json_lines(stripped) if stripped.startswith(("[", "{")) else _csv_lines(stripped)
    if len(numbered) > MOST_LINES:
        raise WrongFile([f"The file has {len(numbered)} lines; {MOST_LINES} are allowed."])
    return numbered


def _json_lines(text: str) -> list[tuple[int, dict[str, Any]]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongFile([f"This is not JSON: line {getattr(error, 'lineno', 1)}."]) from None
    items = found if isinstance(found, list) else found.get("cells")
    if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
        raise WrongFile(["A JSON file is a list of objects with table, row, column and value."])
    return list(enumerate(items, 1))


def _csv_lines(text: str) -> list[tuple[int, dict[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text, newline=None))
    try:
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or [])]
        rows = [(reader.line_num, row) for row in reader]
    except csv.Error as error:
        raise WrongFile([f"Line {reader.line_num + 1}: this is not CSV, {error}."]) from None
    if missing:
        raise WrongFile([f"Line 1: the head lacks {', '.join(missing)}; it must name {', '.join(COLUMNS)}."])
    return rows


def _checked(line: dict[str, Any]) -> NewCell:
    if any(not isinstance(line.get(name) or "", str | int | float) for name in COLUMNS):
        raise ValueError("table, row, column and value are words or numbers.")
    table_id, row, column = (str(line.get(name) or "").strip() for name in COLUMNS[:3])
    table = _tables().get(table_id)
    if table is None:
        raise ValueError(f"there is no table {table_id!r}.")
    cell = next((c for c in table.cells() if (c.row, c.column) == (row, column)), None)
    if cell is None:
        raise ValueError(f"{table_id} has no cell {row!r} {column!r}.")
    if cell.mark is Mark.PRINTED:
        raise ValueError(f"{table_id} {row} {column} is printed in the book and is not replaced.")
    return NewCell(table_id, row, column, _value(table, column, line.get("value")))


def _value(table: Table[Any], column: str, given: Any) -> Any:
    """The value in the kind of the table's other cells."""
    known = next((c.value for c in table.cells() if c.value is not None), None)
    if isinstance(known, int) and not isinstance(known, bool):
        return _number(table, column, given)
    text = str(given if given is not None else "").strip()
    if not text or len(text) > 200:
        raise ValueError("a value has 1 to 200 characters.")
    return text


def _number(table: Table[Any], column: str, given: Any) -> int:
    try:
        number = int(str(given).strip())
    except ValueError:
        raise ValueError(f"{given!r} must be a whole number.") from None
    least, most = table.limits.get(column, (number, number))
    if not least <= number <= most:
        raise ValueError(f"{column} {number} must be from {least} to {most}.")
    return number


def _tables() -> dict[str, Table[Any]]:
    return {table.id: table for book in registry.books() for table in registry.tables(book.id).values()}


def switch_ruling(
    viewer: Viewer,
    *,
    book: str,
    ruling: str,
    option: str,
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> Entry:
    """Choose another answer where a book is silent."""
    _need_umpire(viewer)
    found = next((r for b, r in switchable() if (b, r.id) == (book, ruling)), None)
    if found is None:
        raise Refusal("There is no such ruling with a switch.", field="ruling")
    if option not in found.options:
        raise Refusal(f"{ruling} knows {', '.join(found.options)}.", field="option")
    payload = {"book": book, "ruling": ruling, "option": option, "reason": reason}
    with act(viewer, stream=CLUB_STREAM, kind="club.ruling", payload=payload, version=version, key=key) as journal:
        row = RulingSwitch.objects.filter(campaign_id=viewer.campaign_id, book=book, ruling=ruling).first()
        if row is None:
            row = RulingSwitch(id=SOURCES.new_id(PUBLIC), campaign_id=viewer.campaign_id, book=book, ruling=ruling)
            row.option, row.reason = option, reason
            journal.create(row)
        else:
            row.option, row.reason = option, reason
            journal.save(row)
        journal.tell(PUBLIC, f"The umpire has chosen for {ruling} ({found.question}): {option}. {reason}")
    return journal.entry


def _need_umpire(viewer: Viewer) -> None:
    if not viewer.is_umpire:
        raise Http404
