"""One file that holds the whole site, from either engine to either: gzip, one JSON line a row.

The first line says what made it, the last one counts and hashes what stands between, so that a file that was cut
short restores nothing. It holds every secret of the site, cups included: keep it as you keep the database. It does
not hold the secret key or anyone's session.
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
from django.db.migrations.recorder import MigrationRecorder

FORMAT = 1
BATCH = 500
MADE_ANEW = frozenset({"contenttypes", "auth", "sessions"})  # by migrate, or by logging in again
Line = Any


class BadBackup(Exception):
    """A sentence for the person at the terminal."""


def tables() -> list[type[models.Model]]:
    found = [m for m in apps.get_models(include_auto_created=True) if m._meta.app_label not in MADE_ANEW]
    return sorted((m for m in found if m._meta.managed and not m._meta.proxy), key=lambda m: m._meta.db_table)


def migrations() -> list[str]:
    applied = MigrationRecorder(connection).applied_migrations()
    return sorted(f"{app}.{name}" for app, name in applied)


# Writing


def write(path: Path) -> int:
    """Returns the number of rows. The file appears whole or not at all, readable by its owner alone."""
    if path.exists():
        raise BadBackup(f"{path} exists already; a backup never overwrites one.")
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
        yield {"table": model._meta.db_table, "columns": names}
        rows = model._base_manager.order_by("pk").values_list(*names)
        yield from ({"row": [plain(value) for value in row]} for row in rows.iterator(chunk_size=BATCH))


@contextmanager
def one_moment() -> Iterator[None]:
    """All tables as they stood at one moment, while others go on writing."""
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
    """As JSON can keep it, without loss; `from_plain` knows the way back from the field."""
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
    """Put the rows of a backup into a migrated database. All of them, or the database stays as it was."""
    check(path)
    with transaction.atomic():
        _make_room(replace=replace)
        count = sum(_fill(model, rows) for model, rows in _tables_of(path))
        _reset_sequences()
    return count


def check(path: Path) -> None:
    """The file is whole, of this format, and of a database exactly like this one."""
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
        raise BadBackup(f"{path} is not a whole backup ({type(error).__name__}).") from None
    if last != {"rows": count, "sha256": digest.hexdigest()}:
        raise BadBackup(f"{path} was cut short or changed.")
    if head["format"] != FORMAT or head["migrations"] != migrations():
        raise BadBackup(
            f"{path} was made by release {head['release']} with other tables than this program's {settings.RELEASE}. "
            "Restore it with that release, then let ./play or `manage.py migrate` bring it up to date."
        )


def _read_lines(path: Path) -> Iterator[Line]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for text in file:
            yield json.loads(text)


def _make_room(*, replace: bool) -> None:
    full = [model for model in tables() if model._base_manager.exists()]
    if full and not replace:
        raise BadBackup("This database is not empty. Use --replace to delete all that is in it and restore the backup.")
    for model in full:
        model._base_manager.all()._raw_delete(connection.alias)


def _tables_of(path: Path) -> Iterator[tuple[type[models.Model], Iterator[list[Any]]]]:
    """Each table with its rows, read once from front to back."""
    by_name = {model._meta.db_table: model for model in tables()}
    lines = _read_lines(path)
    next(lines)
    line = next(lines)
    while "table" in line:
        rows: list[list[Any]] = []
        table, fields = line["table"], line["columns"]
        following: Line = {}
        for following in lines:
            if "row" not in following:
                break
            rows.append(following["row"])
        expected = [field.attname for field in by_name[table]._meta.concrete_fields]
        if fields != expected:
            raise BadBackup(f"The table {table} has other columns here.")
        yield by_name[table], iter(rows)
        line = following


def _fill(model: type[models.Model], rows: Iterator[list[Any]]) -> int:
    fields = model._meta.concrete_fields
    made = [model(**{f.attname: from_plain(f, value) for f, value in zip(fields, row, strict=True)}) for row in rows]
    model._base_manager.bulk_create(made, batch_size=BATCH)
    return len(made)


def from_plain(field: "models.Field[Any, Any]", value: Any) -> Any:
    if value is None or isinstance(field, models.JSONField):
        return value
    if isinstance(field, models.BinaryField):
        return b64decode(value)
    if isinstance(field, models.DurationField):
        return timedelta(microseconds=value)
    return value if isinstance(field, models.ForeignKey) else field.to_python(value)


def _reset_sequences() -> None:
    """Rows came with their numbers; new ones go on after the highest."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), tables()):
            cursor.execute(statement)
