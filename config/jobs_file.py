"""The file that holds an embedded site's messages. This is plain SQLite, for processes without kombu or Django."""

import os
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

SCHEMA = """
CREATE TABLE IF NOT EXISTS message(
    id INTEGER PRIMARY KEY, queue TEXT NOT NULL, tag TEXT NOT NULL, body TEXT NOT NULL,
    leased_until REAL NOT NULL DEFAULT 0);
CREATE INDEX IF NOT EXISTS message_queue ON message(queue, leased_until, id);
CREATE INDEX IF NOT EXISTS message_tag ON message(tag);
"""
BUSY_SECONDS = 20
_open = threading.local()


def jobs(file: str) -> sqlite3.Connection:
    """Return this thread's connection; a forked child opens its own."""
    key = (file, os.getpid())
    if getattr(_open, "key", None) != key:
        _open.connection, _open.key = _connect(file), key
    connection: sqlite3.Connection = _open.connection
    return connection


def _connect(file: str) -> sqlite3.Connection:
    connection = sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
    _write_ahead(connection)
    connection.execute("PRAGMA synchronous=NORMAL")
    connection.executescript(SCHEMA)
    return connection


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Turn on the write-ahead log; SQLite itself doesn't wait if another connection is doing so to a new file."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError:
            if time.monotonic() > give_up:
                raise
            time.sleep(0.01)
        else:
            return


def put(file: str, queue: str, tag: str, body: str) -> None:
    """Add a message to a queue."""
    jobs(file).execute("INSERT INTO message(queue, tag, body) VALUES (?, ?, ?)", (queue, tag, body))


def release_leases(file: Path) -> None:
    """Free every leased message, after a supervisor's only worker died."""
    if file.exists():
        with closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
            connection.execute("UPDATE message SET leased_until = 0")
