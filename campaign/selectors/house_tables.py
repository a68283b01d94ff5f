"""List the tables whose numbers a campaign may replace, and write its numbers as a file that imports back."""

import csv
import io
import json
from collections.abc import Iterable
from typing import Any

from campaign.selectors.house import house_of
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.core.table import Cell, Table

COLUMNS = ("table", "row", "column", "value")
NONE = "—"


@dataclass(frozen=True)
class TableCard:
    """A table by the names that a file uses: its columns, and the cells that nobody knows yet."""

    book: str
    id: str
    title: str
    cites: str
    columns: tuple[str, ...]
    unknown: tuple[str, ...]
    own: int
    grows: bool

    @property
    def column_words(self) -> str:
        return ", ".join(filter(None, self.columns)) or NONE


@dataclass(frozen=True)
class FileLine:
    """One line of a file: a cell, and its value if it has one."""

    table: str
    row: str
    column: str
    value: Any = ""


def table_cards(campaign_id: int) -> list[TableCard]:
    """Return every table with a number that may be replaced, those with unknown cells first within their book."""
    numbers = house_of(campaign_id)
    cards = [_card(book.title, table, numbers) for book in registry.books() for table in _open_tables(book.id)]
    return sorted(cards, key=lambda card: (not card.unknown, not card.grows))


def _open_tables(book_id: str) -> list[Table[Any]]:
    found = registry.tables(book_id).values()
    return [table for table in found if any(cell.mark is not Mark.PRINTED for cell in table.printed.values())]


def _card(book: str, table: Table[Any], numbers: Context) -> TableCard:
    unknown = tuple(f"{cell.row} {cell.column}".rstrip() for cell in _unknown(table, numbers))
    own = sum(of == table.id for of, *_ in numbers.overrides)
    columns = tuple(map(str, table.columns))
    return TableCard(book, table.id, table.title, str(table.cites), columns, unknown, own, table.grows)


def _unknown(table: Table[Any], numbers: Context) -> list[Cell[Any]]:
    """Return the cells that neither the book nor the campaign states."""
    cells = (cell for cell in table.printed.values() if cell.mark is Mark.UNKNOWN)
    return [cell for cell in cells if (table.id, cell.row, cell.column) not in numbers.overrides]


def blank_file(campaign_id: int, table_id: str = "") -> list[FileLine]:
    """Return a line to fill in for each unknown cell, of one table or of all."""
    numbers = house_of(campaign_id)
    tables = [table for book in registry.books() for table in _open_tables(book.id) if table_id in ("", table.id)]
    return [FileLine(table.id, cell.row, cell.column) for table in tables for cell in _unknown(table, numbers)]


def filled_file(campaign_id: int, table_id: str = "") -> list[FileLine]:
    """Return the campaign's own numbers, of one table or of all."""
    own = house_of(campaign_id).overrides.items()
    return [FileLine(*place, number.value) for place, number in own if table_id in ("", place[0])]


def as_csv(lines: Iterable[FileLine]) -> str:
    """Write lines as the CSV that an import reads."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows((line.table, line.row, line.column, line.value) for line in lines)
    return out.getvalue()


def as_json(lines: Iterable[FileLine]) -> str:
    """Write lines as the JSON that an import reads."""
    return json.dumps([vars(line) for line in lines], ensure_ascii=False, indent=1)
