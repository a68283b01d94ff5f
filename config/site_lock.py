"""The lock that keeps `restore` and a running site apart. It vanishes with the process that holds it.

Every process of a site shares it; `restore` takes it alone. On SQLite, it is a lock on a file beside the database. On
PostgreSQL, it is an advisory lock, held by a connection of its own: a thread notices when that connection is lost and
takes the lock again. An advisory lock belongs to a session, so clients must not share one through a pooler.
"""

import fcntl
import logging
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.db import connection

logger = logging.getLogger("neutral.lock")
KEY = int.from_bytes(b"neutral", "big")
PING_SECONDS = 10.0
RETRY_SECONDS = 1.0
STOP_SECONDS = 10.0  # for what a process has begun
BUSY = "The site is running, or another `restore`. Stop all its processes, then restore."
RESTORING = "The site can’t start while `restore` runs. Start it again when that has finished."
_held: list[object] = []  # as long as this process lives


class Busy(Exception):
    """A sentence for the person at the terminal: who holds the lock."""


def share() -> None:
    """Hold the lock until this process ends, or end it now if `restore` runs."""
    try:
        _held.append(_flock(fcntl.LOCK_SH, RESTORING) if connection.vendor == "sqlite" else _Session())
    except Busy as reason:
        print(reason, file=sys.stderr)
        raise SystemExit(1) from None


@contextmanager
def alone() -> Iterator[None]:
    """Hold the lock alone: no process of the site runs, and none can start."""
    if connection.vendor == "sqlite":
        with _flock(fcntl.LOCK_EX, BUSY):
            yield
        return
    with connection.cursor() as cursor:  # of the connection that restores: if it is lost, so is the transaction
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [KEY])
        if cursor.fetchone() != (True,):
            raise Busy(BUSY)
    try:
        yield
    finally:
        connection.close()


def _flock(kind: int, refusal: str) -> IO[bytes]:
    database = Path(connection.settings_dict["NAME"])
    file = database.with_name(f"{database.name}.lock").open("ab")
    try:
        fcntl.flock(file, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise Busy(refusal) from None
    os.set_inheritable(file.fileno(), True)  # noqa: FBT003 - `serve` becomes another program, and keeps it
    return file


class _Session:
    """A PostgreSQL session that shares the lock, and its thread. A database that is down is tried until it is up."""

    def __init__(self) -> None:
        self.connection: Any = None
        self._take()
        threading.Thread(target=self._keep, name="site lock", daemon=True).start()

    def _keep(self) -> None:
        while True:
            try:
                self._wait_until_lost()
                self._take()
            except Busy as reason:
                logger.error("%s", reason)
                os.kill(os.getpid(), signal.SIGTERM)
                time.sleep(STOP_SECONDS)
                os._exit(1)

    def _wait_until_lost(self) -> None:
        """Return when the connection is lost: at once if the server closes it, else at the next ping."""
        from psycopg import Error

        if self.connection is None:
            time.sleep(RETRY_SECONDS)
            return
        silence = select.poll()
        silence.register(self.connection.fileno(), select.POLLIN)
        try:
            while True:
                silence.poll(PING_SECONDS * 1000)
                self.connection.execute("SELECT 1")
        except Error:
            logger.warning("the connection that holds the site’s lock was lost")

    def _take(self) -> None:
        from psycopg import Connection, Error

        self.connection = None
        try:
            session = Connection.connect(**_parameters(), autocommit=True)
            taken = session.execute("SELECT pg_try_advisory_lock_shared(%s)", [KEY]).fetchone()
        except Error as error:
            logger.warning("the site’s lock can’t be taken yet: %s", type(error).__name__)
            return
        if taken != (True,):
            session.close()
            raise Busy(RESTORING)
        self.connection = session


def _parameters() -> dict[str, Any]:
    """Return how Django connects, without its own classes, and with little patience for a silent server."""
    words = {name: value for name, value in connection.get_connection_params().items() if isinstance(value, str | int)}
    return {**words, "connect_timeout": 10, "tcp_user_timeout": 10_000, "application_name": "neutral site lock"}
