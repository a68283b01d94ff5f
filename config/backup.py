"""A backup holds the whole site in one file, for either database engine: gzipped, one JSON line per row.

The first line says what made the file; the last line counts and hashes the lines between, so a truncated file restores
nothing. A file from an older release can be restored: each row goes through its table's upcasts, like an image in the
journal, and a new column takes its default. A file holds every secret of the site, including cups: protect it like the
database. It does not hold the secret key or any session.
"""

import gzip
import hashlib
import json
import os
from base64 import b64decode, b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import IO, Any

from django.apps import apps
from django.conf import settings
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import RunPython, RunSQL

from campaign.models import TABLES
from config.old_data import applied, refuse_backup, shipped

FORMAT = 1
BATCH = 500
NOT_BACKED_UP = frozenset({"contenttypes", "auth", "sessions"})  # restored by migrate or by logging in
Line = Any


class BadBackup(Exception):
    """A sentence for the person at the terminal."""


def tables() -> list[type[models.Model]]:
    found = [m for m in apps.get_models(include_auto_created=True) if m._meta.app_label not in NOT_BACKED_UP]
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
            count = _write_lines(raw)
        part.rename(path)
    finally:
        part.unlink(missing_ok=True)
    return count


def _write_lines(raw: IO[bytes]) -> int:
    count, digest = 0, hashlib.sha256()
    with gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as file:
        for line in _lines():
            text = _json(line)
            digest.update(text)
            file.write(text)
            count += "row" in line
        file.write(_json({"rows": count, "sha256": digest.hexdigest()}))
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


def plain(value: Any) -> Any:
    """Return a value as JSON can keep it without loss; `from_plain` converts it back by its field."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return b64encode(value).decode()
    if isinstance(value, timedelta):
        return value / timedelta(microseconds=1)
    return str(value) if isinstance(value, Decimal) else value


def _json(line: Line) -> bytes:
    return json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


# Reading


def read(path: Path, *, replace: bool) -> int:
    """Load all rows of a backup into a migrated database, or leave the database unchanged."""
    check(path)
    with transaction.atomic():
        _make_room(replace=replace)
        count = sum(_fill(model, rows) for model, rows in _tables_of(path))
        _reset_sequences()
    return count


def check(path: Path) -> None:
    """Check that the file is complete and has this format and this release's tables or older ones."""
    lines = _read_lines(path)
    try:
        head, count, digest, last = next(lines), 0, hashlib.sha256(), None
        digest.update(_json(head))
        for line in lines:
            if last is not None:
                digest.update(_json(last))
                count += "row" in last
            last = line
    except (StopIteration, OSError, EOFError, ValueError) as error:
        raise BadBackup(f"{path} is not a complete backup ({type(error).__name__}).") from None
    if last != {"rows": count, "sha256": digest.hexdigest()}:
        raise BadBackup(f"{path} was cut short or changed.")
    refuse_backup(path, head["migrations"])
    if head["format"] != FORMAT or not _leads_here(head["migrations"]):
        raise BadBackup(
            f"{path} was made by release {head['release']}, whose tables differ from those of {settings.RELEASE}. "
            "Restore it with that release, then let ./play or `manage.py migrate` bring it up to date."
        )


def _leads_here(made_with: list[str]) -> bool:
    """Return whether upcasts are enough: nothing is unknown, and no later migration writes rows itself."""
    since = shipped() - set(made_with)
    return set(made_with) <= shipped() and not any(_writes_rows(name) for name in since)


def _writes_rows(migration: str) -> bool:
    app, _, name = migration.partition(".")
    if app in NOT_BACKED_UP:
        return False
    found = MigrationLoader(None).get_migration(app, name)
    return any(isinstance(operation, RunPython | RunSQL) for operation in found.operations)


def _read_lines(path: Path) -> Iterator[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for text in file:
            yield json.loads(text)


def _make_room(*, replace: bool) -> None:
    full = [model for model in tables() if model._base_manager.exists()]
    if full and not replace:
        raise BadBackup("This database is not empty. Use --replace to delete everything in it and restore the backup.")
    for model in full:
        model._base_manager.all()._raw_delete(connection.alias)


def _tables_of(path: Path) -> Iterator[tuple[type[models.Model], Iterator[Line]]]:
    """Yield each table with its rows in today's schema, reading the file once."""
    by_name = {model._meta.db_table: model for model in tables()}
    lines = _read_lines(path)
    next(lines)
    line = next(lines)
    while "table" in line:
        rows: list[Line] = []
        head, following = line, {}
        for following in lines:
            if "row" not in following:
                break
            rows.append(_today(head, following["row"]))
        if head["table"] not in by_name or head["schema"] > TABLES.schema(head["table"]):
            raise BadBackup(f"The table {head['table']} comes from a newer or different program.")
        yield by_name[head["table"]], iter(rows)
        line = following


def _today(head: Line, row: list[Any]) -> Line:
    values = dict(zip(head["columns"], row, strict=True))
    return TABLES.upcast(head["table"], head["schema"], values) or {}


def _fill(model: type[models.Model], rows: Iterator[Line]) -> int:
    made = [_made(model, values) for values in rows]
    model._base_manager.bulk_create(made, batch_size=BATCH)
    return len(made)


def _made(model: type[models.Model], values: Line) -> models.Model:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    without = [name for name, field in fields.items() if name not in values and not _may_be_new(field)]
    if wrong := sorted(values.keys() - fields.keys()) + without:
        raise BadBackup(f"The table {model._meta.db_table} has different columns here ({', '.join(wrong)}).")
    return model(**{name: from_plain(fields[name], value) for name, value in values.items()})


def _may_be_new(field: "models.Field[Any, Any]") -> bool:
    """Return whether rows older than this column may omit its value."""
    return field.has_default() or field.null or field.empty_strings_allowed


def from_plain(field: "models.Field[Any, Any]", value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return b64decode(value)
    if isinstance(field, models.DurationField):
        return timedelta(microseconds=value)
    return value if isinstance(field, models.ForeignKey) else field.to_python(value)


def _reset_sequences() -> None:
    """Continue the numbering after the highest restored number."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
