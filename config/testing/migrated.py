"""What a site needs before it starts, made once a run: a migrated database, and the static files.

The database of the tests themselves is kept from run to run, until a migration or a package changes.
"""

import atexit
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any
from unittest import mock

from django.db import connection

from config.bootstrap import ROOT
from config.management.commands import migrate as command
from config.testing.processes import Processes
from config.testing.services import Postgres

DATABASE, STATIC, KEY = "neutral.sqlite3", "staticfiles", "secret-key"
TEMPLATE = "migrated"


KEPT = ROOT / ".pytest_cache" / "migrated"
MADE_FROM = ("*/migrations/*.py", "config/settings.py", "requirements-test.txt")


@contextmanager
def kept_database() -> Iterator[None]:
    """Let `migrate` fill a test's database on SQLite with what it made in an earlier run: it takes ten seconds."""
    migrate_really = command.Command.handle

    def handle(self: command.Command, *args: Any, **options: Any) -> None:
        kept = KEPT / f"{_digest()}.sqlite3"
        if kept.exists():
            connection.ensure_connection()
            with closing(sqlite3.connect(kept)) as source:
                source.backup(connection.connection)
            return
        migrate_really(self, *args, **options)
        _keep(kept)

    is_sqlite = connection.vendor == "sqlite"
    with mock.patch.object(command.Command, "handle", handle if is_sqlite else migrate_really):
        yield


def _digest() -> str:
    files = sorted(path for pattern in MADE_FROM for path in ROOT.glob(pattern))
    return sha256(b"".join(b"%s\0%s\0" % (bytes(path), path.read_bytes()) for path in files)).hexdigest()[:16]


def _keep(kept: Path) -> None:
    """Keep this process's database, and no older one; processes that do so at the same time keep the same."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for older in {*KEPT.glob("*.sqlite3")} - {kept}:
        older.unlink(missing_ok=True)
    own = KEPT / f"{os.getpid()}.part"
    with closing(sqlite3.connect(own)) as target:
        connection.connection.backup(target)
    own.replace(kept)


def migrate(site: Processes) -> None:
    """Give a site on SQLite a copy of a database that was migrated."""
    copy_database(_migrated(), site.folder)


def create_database(postgres: Postgres, name: str) -> str:
    """Create a copy of a database that was migrated on PostgreSQL, and return its URL."""
    return postgres.create_database(name, template=_template(postgres))


def collect_static(site: Processes) -> None:
    shutil.copytree(_collected() / STATIC, site.folder / STATIC)


def copy_database(source: Path, target: Path) -> None:
    """Copy the database of a data folder, with what is only in its log so far."""
    with closing(sqlite3.connect(source / DATABASE)) as old, closing(sqlite3.connect(target / DATABASE)) as new:
        old.backup(new)
        new.execute("PRAGMA journal_mode = wal")


def copy_site(source: Path, target: Path) -> None:
    """Copy the data folder of a site that has stopped, without its jobs and logs."""
    shutil.copytree(source / STATIC, target / STATIC)
    shutil.copy2(source / KEY, target / KEY)
    copy_database(source, target)


@cache
def _migrated() -> Path:
    return _after("migrate", "-v0")


@cache
def _collected() -> Path:
    return _after("collectstatic", "--no-input", "-v0")


@cache
def _template(postgres: Postgres) -> str:
    with tempfile.TemporaryDirectory() as folder:
        Processes({"DATABASE_URL": postgres.create_database(TEMPLATE)}, Path(folder)).manage("migrate", "-v0")
    return TEMPLATE


def _after(*command: str) -> Path:
    """Return a data folder in which this command has run; it goes with this process."""
    folder = Path(tempfile.mkdtemp(prefix="neutral-site-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Processes({}, folder).manage(*command)
    return folder
