"""The database: a SQLite file in the data folder, or whatever DATABASE_URL names."""

from pathlib import Path
from typing import Any

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

# WAL lets readers work beside the writer; IMMEDIATE takes the write lock at BEGIN, so that a transaction
# waits for its turn instead of failing halfway with "database is locked".
SQLITE_OPTIONS = {
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;PRAGMA cache_size=-20000;"
    "PRAGMA temp_store=MEMORY;",
}
SQLITE, DJANGOS_SQLITE, POSTGRESQL = "config.sqlite", "django.db.backends.sqlite3", "django.db.backends.postgresql"


def database(url: str, data_dir: Path) -> dict[str, Any]:
    """Return Django's settings for the site's one database."""
    own = {"ENGINE": DJANGOS_SQLITE, "NAME": data_dir / "neutral.sqlite3"}
    parsed: dict[str, Any] = dict(_parse(url)) if url else own
    if parsed["ENGINE"] == DJANGOS_SQLITE:
        tests = {"NAME": data_dir / "test.sqlite3"}  # a file, for the real journal mode and locks
        return {**parsed, "ENGINE": SQLITE, "CONN_MAX_AGE": None, "OPTIONS": SQLITE_OPTIONS, "TEST": tests}
    if parsed["ENGINE"] != POSTGRESQL:
        raise ImproperlyConfigured("DATABASE_URL must begin with postgresql:// or sqlite:///.")
    return {**parsed, "CONN_MAX_AGE": 600, "CONN_HEALTH_CHECKS": True}


def _parse(url: str) -> Any:
    try:
        return dj_database_url.parse(url)
    except (dj_database_url.UnknownSchemeError, dj_database_url.ParseError, ValueError) as error:
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {type(error).__name__}.") from None
