"""Replace a book's unprinted numbers and change rulings, with a reason that everyone sees."""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any

from django.http import Http404

from campaign.app_part import Decision, Payload
from campaign.audiences import PUBLIC
from campaign.errors import Refusal
from campaign.gate import heavy
from campaign.models import CLUB_STREAM, RulingSwitch, TableOverride
from campaign.selectors.house import house_of, is_unknown, switch_of
from campaign.services import decisions
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.cells import value_of
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass
from rulesets.core.table import Table
from rulesets.core.whole_tables import whole_faults

COLUMNS = ("table", "row", "column", "value")
UNNAMED = "beyond the header"
MOST_LINES = 2000
MOST_ASKED = 12
MOST_LETTERS = 80  # in the name of a row
MOST_FAULTS = 50  # listed at once
NUMBERS, RULING = "house.numbers", "house.ruling"
THE_UMPIRE, BOTH_SIDES = "umpire", "both sides"
AT_ONCE = "What was unknown counts from the next roll, also in battles under way."


@dataclass(frozen=True)
class NewCell:
    """One line of an imported table, checked; `line` is its place in the file."""

    table: str
    row: str
    column: str
    value: Any
    line: int = field(default=0, compare=False)


class WrongFile(Refusal):
    """A table file with faults, all listed by line. Nothing is imported."""

    def __init__(self, faults: list[str]) -> None:
        more = len(faults) - MOST_FAULTS
        self.faults = faults
        self.shown = faults[:MOST_FAULTS] + ([f"And {more} more."] if more > 0 else [])
        super().__init__(" ".join(self.shown), field="text")

    @property
    def sentences(self) -> list[str]:
        return self.shown


@heavy
def import_table(
    viewer: Viewer, *, text: str, name: str, reason: str, version: int | None = None, key: str | None = None
) -> None:
    """Replace the cells a CSV or JSON text lists (table, row, column, value), all or none.

    Where the site umpires, the other side reads every cell and has to agree.
    """
    _need_say(viewer)
    for asked, given in (("name", name), ("reason", reason)):
        _need_words(asked, given)
    cells = read_table_file(text, house_of(viewer.campaign_id))
    if not viewer.is_umpire:
        _ask_numbers(viewer, cells, name, reason, version=version, key=key)
        return
    payload = {"name": name, "reason": reason, "cells": len(cells)}
    with open_act(viewer, stream=CLUB_STREAM, kind="club.table", payload=payload, version=version, key=key) as act:
        _replace_all(act, cells, name, reason)


def enter_number(
    viewer: Viewer,
    *,
    table: str,
    row: str,
    column: str,
    value: str,
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Enter a number that no book states, once for the campaign. If the site umpires, the other side must agree."""
    _need_say(viewer)
    _need_words("reason", reason)
    try:
        cell = _checked({"table": table, "row": row, "column": column, "value": value})
    except ValueError as fault:
        raise Refusal(str(fault), field="value") from None
    if not viewer.is_umpire:
        _need_unknown(viewer.campaign_id, cell)
        _ask_numbers(viewer, [cell], BOTH_SIDES, reason, version=version, key=key)
        return
    payload = {"name": THE_UMPIRE, "reason": reason, "cells": 1}
    with open_act(viewer, stream=CLUB_STREAM, kind="club.table", payload=payload, version=version, key=key) as act:
        _need_unknown(viewer.campaign_id, cell)
        _replace_all(act, [cell], THE_UMPIRE, reason)


def _need_unknown(campaign_id: int, cell: NewCell) -> None:
    """Refuse to enter what a book or the campaign already states: the house rules page replaces that."""
    if not is_unknown(cell.table, cell.row, cell.column):
        raise Refusal(f"{_cell_words(cell)}: the book states this number. Replace it on the house rules page.")
    known = TableOverride.objects.filter(campaign_id=campaign_id, table=cell.table, row=cell.row, column=cell.column)
    for row in known:
        raise Refusal(f"{_cell_words(cell)} is already entered: {row.value}. Replace it on the house rules page.")


def _ask_numbers(
    viewer: Viewer, cells: list[NewCell], name: str, reason: str, *, version: int | None, key: str | None
) -> None:
    if len(cells) > MOST_ASKED:
        raise Refusal(f"The other side reads every number. Enter at most {MOST_ASKED} at a time.", field="text")
    named = [(f"{_title(cell)} {cell.row} {cell.column}".rstrip(), cell.value) for cell in cells]
    listed = ", ".join(f"{name} is {value}" for name, value in named)
    words = f"replace numbers ({name}): {listed}. {reason}".rstrip(".")
    plain = [[cell.table, cell.row, cell.column, cell.value] for cell in cells]
    payload = {"cells": plain, "name": name, "reason": reason, "words": words}
    decisions.decide(viewer, kind=NUMBERS, payload=payload, version=version, key=key)


def _numbers_agreed(act: Act, payload: Payload) -> None:
    cells = [NewCell(*cell) for cell in payload["cells"]]
    _replace_all(act, cells, payload["name"], payload["reason"])


def _replace_all(act: Act, cells: list[NewCell], name: str, reason: str) -> None:
    for _, fault in whole_faults(cells, house_of(act.campaign_id)):
        raise Refusal(fault, field="text")
    rows = {(row.table, row.row, row.column): row for row in TableOverride.objects.filter(campaign_id=act.campaign_id)}
    for cell in cells:
        _replace(act, cell, rows.get(_place(cell)), name, reason)
    unknown = [cell for cell in cells if _place(cell) not in rows and is_unknown(*_place(cell))]
    act.tell(PUBLIC, " ".join(_replaced_in_words(act.decided_by, cells, unknown, name, reason)))


def _replaced_in_words(
    decided_by: str, cells: list[NewCell], unknown: list[NewCell], name: str, reason: str
) -> Iterator[str]:
    """Say what was replaced, and what of it also counts in battles under way."""
    if cells == unknown and len(cells) == 1:
        yield f"{decided_by} entered an unknown number. {_cell_words(cells[0])}: {cells[0].value}. {_sentence(reason)}"
    else:
        tables = ", ".join(sorted({_title(cell) for cell in cells}))
        yield f"{decided_by} replaced numbers in {tables}: {name}. {_sentence(reason)}"
    if unknown:
        yield AT_ONCE


def _sentence(reason: str) -> str:
    return reason if reason.endswith((".", "!", "?")) else f"{reason}."


def _place(cell: NewCell) -> tuple[str, str, str]:
    return cell.table, cell.row, cell.column


def _cell_words(cell: NewCell) -> str:
    return _table(cell.table).cell_words(cell.row, cell.column)


def _replace(act: Act, cell: NewCell, row: TableOverride | None, name: str, reason: str) -> None:
    if row is None:
        fresh = TableOverride(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id, name=name, reason=reason)
        fresh.table, fresh.row, fresh.column, fresh.value = cell.table, cell.row, cell.column, cell.value
        if is_unknown(*_place(cell)):
            fresh.first, fresh.typed_at = {"value": cell.value, "name": name, "reason": reason}, act.at
        act.create(fresh)
        return
    row.value, row.name, row.reason = cell.value, name, reason
    act.save(row)


def read_table_file(text: str, numbers: Context = BY_THE_BOOK) -> list[NewCell]:
    """Return the cells of a file, or refuse with every fault by its line (in JSON, by its item).

    A cell whose value is left blank stays as it is. The tables must make sense together with the campaign's `numbers`.
    """
    cells: dict[tuple[str, str, str], NewCell] = {}
    faults: list[tuple[int, str]] = []
    unread: set[tuple[str, str, str]] = set()
    lines = _lines(text)
    for at, (_, line) in enumerate(lines):
        try:
            cell = _checked(line, blank_too=True)
        except ValueError as fault:
            faults.append((at, str(fault)))
            unread.add(_meant(line))
            continue
        where = (cell.table, cell.row, cell.column)
        if where in cells:
            faults.append((at, "this cell is listed twice."))
        if cell.value is not None:
            cells[where] = replace(cell, line=at)
    faults += whole_faults(cells.values(), numbers, unread)
    if faults:
        raise WrongFile([f"{lines[at][0]}: {sentence}" for at, sentence in sorted(faults)])
    if not cells:
        raise WrongFile(["The file is empty. Enter at least one cell."])
    return list(cells.values())


def _meant(line: Any) -> tuple[str, str, str]:
    """Return the cell that a line with a fault may mean."""
    table, row, column = (str(line.get(name) or "").strip() if isinstance(line, dict) else "" for name in COLUMNS[:3])
    table = registry.current(table)
    return table, registry.current(row, of=table), registry.current(column, of=table)


def _lines(text: str) -> list[tuple[str, Any]]:
    stripped = text.lstrip("\ufeff \t\r\n")
    numbered = _json_lines(stripped) if stripped.startswith(("[", "{")) else _csv_lines(stripped)
    if len(numbered) > MOST_LINES:
        raise WrongFile([f"The file has {len(numbered)} lines. Enter at most {MOST_LINES}."])
    return numbered


def _json_lines(text: str) -> list[tuple[str, Any]]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise WrongFile([f"Line {getattr(error, 'lineno', 1)}: this isn’t valid JSON."]) from None
    items = found if isinstance(found, list) else found.get("cells")
    if not isinstance(items, list):
        raise WrongFile(["Enter a JSON list of objects with table, row, column, and value."])
    return [(f"Item {n}", item) for n, item in enumerate(items, 1)]


def _csv_lines(text: str) -> list[tuple[str, Any]]:
    reader = csv.DictReader(io.StringIO(text, newline=None), restkey=UNNAMED)
    try:
        missing = [name for name in COLUMNS if name not in (reader.fieldnames or [])]
        rows = [(f"Line {reader.line_num}", row) for row in reader]
    except csv.Error as error:
        raise WrongFile([f"Line {reader.line_num + 1}: this isn’t valid CSV ({error})."]) from None
    if missing:
        raise WrongFile([f"Line 1: the header lacks {', '.join(missing)}. It must list {', '.join(COLUMNS)}."])
    return rows


def _checked(line: Any, *, blank_too: bool = False) -> NewCell:
    """Return the cell that a line replaces; if blanks are allowed, None is the value of one left blank."""
    if not isinstance(line, dict):
        raise ValueError("enter an object with table, row, column, and value.")
    if UNNAMED in line:
        raise ValueError("there are more values than columns in the header.")
    if any(not isinstance(line.get(name) or "", str | int | float) for name in COLUMNS):
        raise ValueError("table, row, column, and value must be text or numbers.")
    table_id, row, column = _meant(line)
    table = _table(table_id)
    cell = table.printed.get((row, column))
    if cell is None:
        _check_added(table, row, column)
    elif cell.mark is Mark.PRINTED:
        raise ValueError(f"{table_id} {row} {column} is printed in the book and can’t be replaced.")
    given = line.get("value")
    if blank_too and (given is None or not str(given).strip()):
        return NewCell(table.id, row, column, None)
    return NewCell(table.id, row, column, as_json(value_of(table, row, column, given)))


def fitting_value(table_id: str, row: str, column: str, given: Any) -> Any:
    """Return a value that fits the cell, or raise ValueError with the limit."""
    table = _table(table_id)
    row, column = (registry.current(label, of=table_id) for label in (row, column))
    return as_json(value_of(table, row, column, given))


def _check_added(table: Table[Any], row: str, column: str) -> None:
    """Check a row that a file adds; only some tables take any."""
    if not table.grows or column:
        raise ValueError(f"{table.id} has no cell {row!r} {column!r}.")
    alike = next((label for label, _ in table.printed if label.casefold() == row.casefold()), None)
    if alike:
        raise ValueError(f"the row {row!r} is written {alike!r}.")
    if not (row[:1].isalnum() and row.isprintable() and len(row) <= MOST_LETTERS):
        raise ValueError(f"name the row in 1 to {MOST_LETTERS} characters, beginning with a letter or figure.")


def _table(table_id: str) -> Table[Any]:
    table = registry.table(table_id)
    if table is None:
        raise ValueError(f"there is no table {registry.current(table_id)!r}.")
    return table


def _title(cell: NewCell) -> str:
    return _table(cell.table).title


def switch_ruling(
    viewer: Viewer,
    *,
    book: str,
    ruling: str,
    option: str,
    reason: str,
    version: int | None = None,
    key: str | None = None,
) -> None:
    """Choose another answer to a ruling."""
    _need_say(viewer)
    found = switch_of(book, ruling)
    if found is None:
        raise Refusal("This ruling has no other choices.", field="ruling")
    if option not in found.options:
        raise Refusal(f"Choose one of {', '.join(found.options)} for {ruling}.", field="option")
    payload = {"book": book, "ruling": ruling, "option": option, "reason": reason}
    if not viewer.is_umpire:
        words = f"change ruling {ruling} ({found.question}) to {found.in_words(option)}. {reason}".rstrip(".")
        decisions.decide(viewer, kind=RULING, payload={**payload, "words": words}, version=version, key=key)
        return
    with open_act(viewer, stream=CLUB_STREAM, kind="club.ruling", payload=payload, version=version, key=key) as act:
        _switch(act, payload)


def _ruling_agreed(act: Act, payload: Payload) -> None:
    _switch(act, payload)


def _switch(act: Act, asked: Payload) -> None:
    where = {"campaign_id": act.campaign_id, "book": asked["book"], "ruling": asked["ruling"]}
    row = RulingSwitch.objects.filter(**where).first()
    fresh = row is None
    row = row or RulingSwitch(id=SOURCES.new_id(PUBLIC), **where)
    row.option, row.reason = asked["option"], asked["reason"]
    if fresh:
        act.create(row)
    else:
        act.save(row)
    ruling = switch_of(asked["book"], asked["ruling"])
    assert ruling is not None
    words = f"{ruling.id} ({ruling.question}) to {ruling.in_words(asked['option'])}. {asked['reason']}"
    act.tell(PUBLIC, f"{act.decided_by} changed ruling {words}")


def _need_words(field: str, given: str) -> None:
    """Check a text as the form does; the command has no form."""
    most = int(getattr(TableOverride._meta.get_field(field), "max_length", 0))
    if not given.strip() or len(given) > most:
        raise Refusal(f"{field}: enter 1 to {most} characters, not {len(given)}.", field=field)


def _need_say(viewer: Viewer) -> None:
    if not viewer.decides:
        raise Http404


DECISIONS = (
    Decision(NUMBERS, "Replace numbers", _numbers_agreed),
    Decision(RULING, "Change a ruling", _ruling_agreed),
)
