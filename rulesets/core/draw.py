"""Draws a table as text, for the terminal."""

from typing import Any

from rulesets.core.book import Mark
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.table import Cell, Table
from rulesets.core.words import spoken

SIGNS = {
    Mark.PRINTED: "",
    Mark.DECODED: "°",
    Mark.SOURCED: "'",
    Mark.RECONSTRUCTED: "*",
    Mark.HOUSE: "+",
    Mark.UNKNOWN: "?",
}


def draw(table: Table[Any], *, context: Context = BY_THE_BOOK) -> str:
    """Return the title, the cells with the signs of their origins, and what the signs mean."""
    cells = {(cell.row, cell.column): cell for cell in table.cells(context=context)}
    columns = [str(column) for column in table.columns]
    head = [table.down, *map(spoken, columns)] if any(columns) else [table.down, table.unit or "value"]
    lines = [head]
    for row in map(str, (*table.rows, *table.added(context))):
        lines.append([spoken(row), *(_shown(table, cells[row, column]) for column in columns)])
    wide = [max(len(line[n]) for line in lines) for n in range(len(head))]
    drawn = ["  ".join(text.ljust(width) for text, width in zip(line, wide, strict=True)).rstrip() for line in lines]
    signs = sorted({SIGNS[cell.mark] + " " + cell.mark for cell in cells.values() if SIGNS[cell.mark]})
    overrides = sorted(map(_replaced, filter(lambda cell: cell.override, cells.values())))
    notes = [f"({'; '.join(signs)})"] if signs else []
    return "\n".join([f"{table.title} ({table.cites})", *drawn, *notes, *overrides, *filter(None, [table.note])])


def _replaced(cell: Cell[Any]) -> str:
    where = f"{spoken(cell.row)} {spoken(cell.column)}".rstrip()
    return f"replaced, {where}: {cell.override}. {cell.reason}"


def _shown(table: Table[Any], cell: Cell[Any]) -> str:
    unknown = cell.value is None and cell.mark is Mark.UNKNOWN
    return "?" if unknown else f"{table.in_words(cell.value)}{SIGNS[cell.mark]}"
