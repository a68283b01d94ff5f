"""What a site needs before it starts, made once a run: a migrated database, and the static files."""

import atexit
import shutil
import sqlite3
import tempfile
from contextlib import closing
from functools import cache
from pathlib import Path

from config.testing.processes import Processes
from config.testing.services import Postgres

DATABASE, STATIC, KEY = "neutral.sqlite3", "staticfiles", "secret-key"
TEMPLATE = "migrated"


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
