"""Check imported cells together with a table's others: ranges in order, and no more added rows than it takes."""

from collections.abc import Collection, Iterable, Iterator
from typing import Protocol

from rulesets.core import registry
from rulesets.core.context import Context, Override
from rulesets.core.runs import faults_in
from rulesets.core.words import many

MOST_ADDED = 20  # rows in one table
Where = tuple[str, str, str]


class Placed(Protocol):
    """A cell with its place in the file."""

    @property
    def table(self) -> str: ...
    @property
    def row(self) -> str: ...
    @property
    def column(self) -> str: ...
    @property
    def value(self) -> object: ...
    @property
    def line(self) -> int: ...


def whole_faults(
    cells: Collection[Placed], numbers: Context, unread: Collection[Where] = ()
) -> Iterator[tuple[int, str]]:
    """Yield the place and the fault of each cell that doesn't go with its table's others.

    `numbers` are the campaign's own so far. Where a cell is `unread`, its line of the table isn't checked.
    """
    places = {(cell.table, cell.row, cell.column): cell.line for cell in cells}
    fresh = [Override(cell.table, cell.row, cell.column, cell.value, "new", "new") for cell in cells]
    context = Context.of([*numbers.overrides.values(), *fresh])
    skipped = set(_lines(unread))
    for table_id, line in dict.fromkeys(_lines(places)):
        if (table_id, line) not in skipped:
            yield from _out_of_order(table_id, line, context, places)
    for table_id in dict.fromkeys(cell.table for cell in cells):
        yield from _too_many_rows(table_id, context, places)


def _lines(cells: Iterable[Where]) -> Iterator[tuple[str, str]]:
    """Yield the lines along which the values of these cells must follow one another."""
    for table_id, row, column in cells:
        table = registry.table(table_id)
        if table and table.run:
            yield table.id, table.run.of(row, column)


def _out_of_order(table_id: str, line: str, context: Context, places: dict[Where, int]) -> Iterator[tuple[int, str]]:
    table = registry.table(table_id)
    assert table is not None
    for fault in faults_in(table, line, context):
        found = [places[table_id, *cell] for cell in fault.cells if (table_id, *cell) in places]
        if found:
            yield found[0], fault.sentence


def _too_many_rows(table_id: str, context: Context, places: dict[Where, int]) -> Iterator[tuple[int, str]]:
    table = registry.table(table_id)
    assert table is not None
    added = set(table.added(context))
    if len(added) > MOST_ADDED:
        last = max(place for (of, row, _), place in places.items() if of == table_id and row in added)
        yield last, f"{table.title}: at most {many(MOST_ADDED, 'row')} may be added, not {len(added)}."
