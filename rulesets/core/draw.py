"""A table as text, for the terminal."""

from typing import Any

from rulesets.core.book import Mark
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import as_json
from rulesets.core.table import Table

SIGNS = {
    Mark.PRINTED: "",
    Mark.DECODED: "°",
    Mark.SOURCED: "'",
    Mark.RECONSTRUCTED: "*",
    Mark.HOUSE: "+",
    Mark.UNKNOWN: "?",
}


def draw(table: Table[Any], *, context: Context = BY_THE_BOOK) -> str:
    """Title, cells with the signs of their marks, and what the signs mean."""
    cells = {(cell.row, cell.column): cell for cell in table.cells(context=context)}
    columns = [str(column) for column in table.columns]
    head = [table.down, *columns] if any(columns) else [table.down, table.unit or "value"]
    lines = [head]
    for row in map(str, table.rows):
        lines.append([row, *(_shown(cells[row, column].value, cells[row, column].mark) for column in columns)])
    wide = [max(len(line[n]) for line in lines) for n in range(len(head))]
    drawn = ["  ".join(text.ljust(width) for text, width in zip(line, wide, strict=True)).rstrip() for line in lines]
    signs = sorted({SIGNS[cell.mark] + " " + cell.mark for cell in cells.values() if SIGNS[cell.mark]})
    overrides = sorted(
        {f"overridden: {cell.row} {cell.column}: {c}" for cell in cells.values() if (c := cell.override)}
    )
    notes = [f"({'; '.join(signs)})"] if signs else []
    return "\n".join([f"{table.title} ({table.cites})", *drawn, *notes, *overrides, *filter(None, [table.note])])


def _shown(value: Any, mark: Mark) -> str:
    return "?" if value is None and mark is Mark.UNKNOWN else f"{as_json(value)}{SIGNS[mark]}"
