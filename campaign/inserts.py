"""Insert rows with SQL that is written once per table: writing it takes Django longer than the database takes to obey.

No id is read back, so rows whose id the database draws stay without one.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.models import AutoField, Field, Model


def insert(rows: Sequence[Model]) -> None:
    """Write new rows of one table, in one statement unless they are very many."""
    if not rows:
        return
    database = connections[DEFAULT_DB_ALIAS]
    columns, head = _written(type(rows[0]))
    size = max(1, database.ops.bulk_batch_size(columns, list(rows)))
    with database.cursor() as cursor:
        for start in range(0, len(rows), size):
            batch = rows[start : start + size]
            places = f"({', '.join(['%s'] * len(columns))})"
            values = [
                column.get_db_prep_save(column.pre_save(row, add=True), connection=database)
                for row in batch
                for column in columns
            ]
            cursor.execute(f"{head} VALUES {', '.join([places] * len(batch))}", values)
    for row in rows:
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS


@cache
def _written(model: type[Model]) -> "tuple[list[Field[Any, Any]], str]":
    """Return the columns of a table but for an id that the database draws, and how its insert begins."""
    columns = [column for column in model._meta.concrete_fields if not isinstance(column, AutoField)]
    quote = connection.ops.quote_name
    names = ", ".join(quote(str(column.column)) for column in columns)
    return columns, f"INSERT INTO {quote(model._meta.db_table)} ({names})"


@contextmanager
def at_once() -> Iterator[None]:
    """Send the writes inside to PostgreSQL without waiting for each answer; SQLite has nobody to wait for."""
    if connection.vendor != "postgresql":
        yield
        return
    with connection.wrap_database_errors, connection.connection.pipeline():
        yield
