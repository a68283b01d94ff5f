"""Prepare an embedded site: migrate its database after saving a copy, and collect its static files."""

import hashlib
import shutil
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command, get_commands
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from config.old_data import refuse_database

STATIC_STAMP = "collected"


def database(say: "Say") -> None:
    """Migrate the database, saving a copy first unless it is empty; refuse an unknown one."""
    refuse_database()
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    if not plan:
        return
    if executor.loader.applied_migrations:
        say(f"The database is older than the program. A copy is kept: {save_copy()}")
    say(f"Preparing the database: {len(plan)} steps …")
    call_command("migrate", verbosity=0, interactive=False)


def save_copy() -> Path:
    """Save a copy of the SQLite file, consistent even during writes, and return its path."""
    folder = settings.DATA_DIR / "before-migration"
    folder.mkdir(exist_ok=True)
    copy: Path = folder / f"{datetime.now():%Y%m%d-%H%M%S}.sqlite3"
    name = settings.DATABASES["default"]["NAME"]
    with closing(sqlite3.connect(name)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    return copy


def static_files(say: "Say") -> None:
    """Hash and compress the static files if any of them changed."""
    stamp, present = settings.STATIC_ROOT / STATIC_STAMP, _static_digest()
    if stamp.exists() and stamp.read_text() == present:
        return
    say("Collecting the static files …")
    shutil.rmtree(settings.STATIC_ROOT, ignore_errors=True)
    settings.STATIC_ROOT.mkdir(parents=True)
    call_command("collectstatic", verbosity=0, interactive=False)
    stamp.write_text(present)


def _static_digest() -> str:
    """Return a digest of the names, sizes, and times of all static files."""
    found = [
        f"{path} {(info := Path(storage.path(path)).stat()).st_size} {info.st_mtime_ns}"
        for finder in get_finders()
        for path, storage in finder.list([])
    ]
    return hashlib.sha256("\n".join(sorted(found)).encode()).hexdigest()


def demo_logins(say: "Say") -> str:
    """Set up the demo campaign once and return its log-ins, one per line."""
    if "demo" not in get_commands():
        return ""
    from io import StringIO

    say("Preparing the demo campaign …")
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue().strip()


class Say:
    """Prints a sentence for the person at the terminal."""

    def __call__(self, sentence: str) -> None:
        print(sentence, flush=True)
