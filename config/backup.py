"""A backup holds the whole site in one file, for either database engine: gzipped, one JSON line per row.

The first line says what made the file; the last line counts and hashes the lines between, so a truncated file restores
nothing. A file from an older release can be restored: each row goes through its table's upcasts, like an image in the
journal, and a new column takes its default. A file holds every secret of the site, including cups: protect it like the
database. It does not hold the secret key or any session.

A file is checked before the database is touched: its form (`backup_file`), its tables, and every value
(`backup_rows`). Its rows are then inserted, compared, and verified in one transaction.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import CreateModel, RunPython, RunSQL
from django.db.migrations.operations.base import Operation

from campaign.ids import hex_id
from campaign.models import TABLES, Campaign, Session
from campaign.selectors.verify import cup_problems, verify
from config.backup_file import BadBackup, Line, read_lines, write_lines
from config.backup_rows import plain, read_row, today
from config.old_data import applied, refuse_backup, shipped
from config.references import references
from rulesets.core.records import dataclass

FORMAT = 1
BATCH = 500
NOT_BACKED_UP = frozenset({"contenttypes", "auth"})  # restored by migrate
HEAD = {"format": int, "release": str, "migrations": list}
TABLE = {"table": str, "schema": int, "columns": list}
ROW = {"row": list}


def tables() -> list[type[models.Model]]:
    found = [m for m in apps.get_models(include_auto_created=True) if m._meta.app_label not in NOT_BACKED_UP]
    found.remove(Session)  # people log in again
    return sorted((m for m in found if m._meta.managed and not m._meta.proxy), key=lambda m: m._meta.db_table)


def migrations() -> list[str]:
    return sorted(applied())


# Writing


def write(path: Path) -> int:
    """Write a complete file or none, readable only by its owner, and return the number of rows."""
    if path.exists():
        raise BadBackup(f"{path} already exists; a backup never overwrites a file.")
    part = path.with_name(f".{path.name}.part")
    try:
        with one_moment(), open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as raw:
            count = write_lines(raw, _lines())
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return count


def _lines() -> Iterator[Line]:
    yield {"format": FORMAT, "release": settings.RELEASE, "migrations": migrations()}
    for model in tables():
        names = [field.attname for field in model._meta.concrete_fields]
        table = model._meta.db_table
        yield {"table": table, "schema": TABLES.schema(table), "columns": names}
        rows = model._base_manager.order_by("pk").values_list(*names)
        yield from ({"row": [plain(value) for value in row]} for row in rows.iterator(chunk_size=BATCH))


@contextmanager
def one_moment() -> Iterator[None]:
    """Read all tables as of one moment while others keep writing."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
            try:
                yield
            finally:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            connection.cursor().execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            yield


# Checking a file


@dataclass(frozen=True)
class Found:
    """A row of a file and its place in its table, as people count."""

    place: int
    row: models.Model


def check(path: Path) -> None:
    """Check everything that needs no database: the form, the release, the tables, and every value."""
    lines = read_lines(path)
    head = next(lines, None)
    for _ in lines:
        pass  # to its end first: most damage shows in the hash
    _check_head(path, head)
    for _ in _rows(path):
        pass


def _check_head(path: Path, head: Line) -> None:
    if not _has_form(head, HEAD) or not all(isinstance(name, str) for name in head["migrations"]):
        raise BadBackup(f"{path} is not a backup: its first line doesn’t say what made it.")
    refuse_backup(path, head["migrations"])
    if head["format"] != FORMAT or not _leads_here(head["migrations"]):
        raise BadBackup(
            f"{path} was made by release {head['release']}, whose tables differ from those of {settings.RELEASE}. "
            "Restore it with that release, then let ./play or `manage.py migrate` bring it up to date."
        )


def _has_form(line: Line, form: Mapping[str, type]) -> bool:
    return isinstance(line, dict) and {name: type(value) for name, value in line.items()} == form


def _leads_here(made_with: list[str]) -> bool:
    """Return whether upcasts are enough: nothing is unknown, and no later migration writes rows itself."""
    since = shipped() - set(made_with)
    return set(made_with) <= shipped() and not any(_writes_rows(name) for name in since)


def _writes_rows(migration: str) -> bool:
    app, _, name = migration.partition(".")
    if app in NOT_BACKED_UP:
        return False
    return any(isinstance(operation, RunPython | RunSQL) for operation in _operations(app, name))


def _made_since(made_with: list[str]) -> set[str]:
    """Return the tables that an older file can't have, since a later migration created them."""
    since = (name.partition(".")[::2] for name in shipped() - set(made_with))
    return {
        operation.options.get("db_table", f"{app}_{operation.name_lower}")
        for app, name in since
        for operation in _operations(app, name)
        if isinstance(operation, CreateModel)
    }


def _operations(app: str, migration: str) -> Sequence[Operation]:
    return MigrationLoader(None).get_migration(app, migration).operations


def _rows(path: Path) -> Iterator[Found]:
    """Yield every row of a file in today's schema, checked, reading the file once."""
    lines = read_lines(path)
    head = next(lines)
    missing = {model._meta.db_table: model for model in tables()}
    later = _made_since(head["migrations"])
    table: Line = None
    place = 0
    for line in lines:
        if _has_form(line, TABLE) and line["table"] in missing:
            table, model, place = line, missing.pop(line["table"]), 0
        elif table and _has_form(line, ROW):
            place += 1
            try:
                yield Found(place, _row(model, table, line["row"]))
            except BadBackup as fault:
                raise BadBackup(f"{path}: {table['table']}, row {place}: {fault}") from None
        else:
            raise BadBackup(
                f"{path}: the line after {_words(table, place)} is neither a row nor a table that belongs there."
            )
    if lost := [table for table in missing if table not in later]:
        raise BadBackup(f"{path}: these tables are missing: {', '.join(lost)}.")


def _words(table: Line, place: int) -> str:
    return f"{table['table']}, row {place}," if table else "the first"


def _row(model: type[models.Model], table: Line, row: list[Any]) -> models.Model:
    if len(row) != len(table["columns"]) or not all(isinstance(name, str) for name in table["columns"]):
        raise BadBackup("It doesn’t have a value for each column.")
    return read_row(model, today(table["table"], table["schema"], dict(zip(table["columns"], row, strict=True))))


# Restoring


def read(path: Path, *, replace: bool) -> int:
    """Load all rows of a backup into a migrated database and prove them, or leave the database unchanged."""
    count = 0
    with transaction.atomic():
        _make_room(replace=replace)
        for model, group in groupby(_rows(path), key=lambda found: type(found.row)):
            while batch := list(islice(group, BATCH)):
                _insert(path, model, batch)
                count += len(batch)
        _count_anew()
        _prove(path)
        _reset_sequences()
    return count


def _make_room(*, replace: bool) -> None:
    full = [model for model in tables() if model._base_manager.exists()]
    if full and not replace:
        raise BadBackup("This database is not empty. Use --replace to delete everything in it and restore the backup.")
    for model in full:
        model._base_manager.all()._raw_delete(connection.alias)


def _insert(path: Path, model: type[models.Model], batch: Sequence[Found]) -> None:
    """Insert rows; if the database refuses them, halve them until the one it refuses is found."""
    try:
        with transaction.atomic():
            model._base_manager.bulk_create([found.row for found in batch])
    except (DatabaseError, ValueError):
        if len(batch) == 1:
            raise BadBackup(
                f"{path}: {model._meta.db_table}, row {batch[0].place}: the database refuses it. "
                "Its ID or another unique value is there twice, or it breaks a constraint."
            ) from None
        half = len(batch) // 2
        _insert(path, model, batch[:half])
        _insert(path, model, batch[half:])


def _count_anew() -> None:
    """Let PostgreSQL count its new rows at once: without its statistics, the proof and the first pages take minutes.

    It names the tables: without names it would also lock the lists of roles and databases that all databases share.
    """
    if connection.vendor == "postgresql":
        names = ", ".join(connection.ops.quote_name(model._meta.db_table) for model in tables())
        connection.cursor().execute(f"ANALYZE {names}")


def _prove(path: Path) -> None:
    """Refuse rows that name missing ones, and campaigns that don't follow from their journals."""
    for reference in references(tables()):
        for row in reference.dangling().order_by("pk")[:1]:
            raise BadBackup(
                f"{path}: {row._meta.db_table}, ID {row.pk}: {reference.column} names no row "
                f"of {reference.target._meta.db_table}."
            )
    for campaign in Campaign.objects.order_by("id"):
        _refuse(path, f"campaign {hex_id(campaign.pk)}", verify(campaign.pk))
    _refuse(path, "practice", list(cup_problems(None)))


def _refuse(path: Path, what: str, problems: list[str]) -> None:
    if problems:
        more = f" There are {len(problems) - 1} more problems." if problems[1:] else ""
        raise BadBackup(f"{path}: {what} doesn’t pass `verify`: {problems[0].rstrip('.')}.{more}")


def _reset_sequences() -> None:
    """Continue the numbering after the highest restored number."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
