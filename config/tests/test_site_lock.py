"""`restore` and a running site keep each other out, on either engine, whatever kills their processes."""

import fcntl
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

from config.site_lock import BUSY, KEY, RESTORING
from config.testing.processes import ROOT, Processes, free_port, wait_until
from config.testing.services import Postgres
from config.tests.test_recorded import FILES

pytestmark = pytest.mark.processes
RESTORE = ("restore", "--replace", str(FILES[-1]))
CELERY = (sys.executable, "-m", "celery", "--quiet", "-A", "config.celery")
WEB = (sys.executable, "-m", "config.web", "--port", "{port}")
KINDS: dict[str, tuple[str, ...]] = {
    "web": WEB,
    "live": (*WEB, "--live"),
    "pages": (*WEB, "--pages"),
    "worker": (sys.executable, "-m", "config.worker"),
    "forking worker": (*CELERY, "worker", "--concurrency", "1"),
    "beat": (*CELERY, "beat", "--pidfile="),
    "play": ("./play", "--port", "{port}"),
    "begin": (sys.executable, "manage.py", "begin"),
}
SERVING = [kind for kind in KINDS if kind != "begin"]


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Processes]:
    site = Processes({"DJANGO_SETTINGS_MODULE": "config.settings"}, tmp_path)
    yield site
    site.stop()


@pytest.fixture
def server(tmp_path: Path, private_postgres: Postgres) -> Iterator[Processes]:
    url = private_postgres.create_database(f"lock_{tmp_path.name}")
    server = Processes({"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": url}, tmp_path)
    yield server
    server.stop()


def begin(site: Processes, kind: str) -> "subprocess.Popen[bytes]":
    schedule = ["--schedule", str(site.folder / "schedule")] if kind == "beat" else []
    return site.start(kind, *(word.format(port=free_port()) for word in KINDS[kind]), *schedule)


def restore(site: Processes) -> tuple[int, str]:
    command = [sys.executable, "manage.py", *RESTORE]
    done = subprocess.run(command, cwd=ROOT, env=site.environment, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@contextmanager
def lock_file(site: Processes) -> Iterator[Any]:
    with (site.folder / "neutral.sqlite3.lock").open("ab") as file:
        yield file


def is_locked(site: Processes) -> bool:
    with lock_file(site) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def ask(server: Processes, query: str) -> list[Any]:
    with psycopg.connect(server.environment["DATABASE_URL"], autocommit=True) as session:
        return session.execute(query.encode(), {"key": KEY}).fetchall()


def holders(server: Processes) -> list[int]:
    """Return the sessions that hold the lock."""
    rows = ask(
        server,
        "SELECT pid FROM pg_locks JOIN pg_database ON database = pg_database.oid "
        "WHERE locktype = 'advisory' AND granted AND datname = current_database()",
    )
    return [pid for (pid,) in rows]


def begin_holding(site: Processes, kind: str, is_held: Callable[[Processes], object]) -> None:
    """Start a process and wait until it holds the lock."""
    process = begin(site, kind)
    wait_until(lambda: is_held(site) or process.poll() is not None, kind)
    assert process.poll() is None, site.log(kind)


@pytest.mark.parametrize("kind", SERVING)
def test_process_holds_the_lock_while_it_lives(site: Processes, kind: str) -> None:
    begin_holding(site, kind, is_locked)
    site.stop()
    assert not is_locked(site)


def test_restore_refuses_until_the_site_is_stopped_or_killed(site: Processes) -> None:
    begin(site, "web")
    wait_until(lambda: is_locked(site), "web")
    assert restore(site) == (1, f"CommandError: {BUSY}\n")
    site.kill("web")
    code, said = restore(site)
    assert (code, said[:9]) == (0, "Restored ")


@pytest.mark.parametrize("kind", KINDS)
def test_process_refuses_to_start_while_restore_runs(site: Processes, kind: str) -> None:
    with lock_file(site) as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        process = begin(site, kind)
        wait_until(lambda: process.poll() is not None or RESTORING in site.log(kind), kind)
        assert RESTORING in site.log(kind)
        assert "Traceback" not in site.log(kind)
        assert process.wait(10) == 1


@pytest.mark.parametrize("kind", ["pages", "forking worker"])
def test_process_holds_the_lock_while_it_lives_on_postgresql(server: Processes, kind: str) -> None:
    begin_holding(server, kind, holders)
    server.stop()
    wait_until(lambda: not holders(server), "the lock's end")


def test_restore_refuses_until_the_site_is_killed_on_postgresql(server: Processes) -> None:
    begin(server, "web")
    wait_until(lambda: holders(server), "web")
    assert restore(server) == (1, f"CommandError: {BUSY}\n")
    server.kill("web")
    wait_until(lambda: not holders(server), "the lock's end")
    assert restore(server)[0] == 0


def test_lost_connection_is_replaced(server: Processes) -> None:
    process = begin(server, "web")
    wait_until(lambda: holders(server), "web")
    first = holders(server)
    ask(server, f"SELECT pg_terminate_backend({first[0]})")
    wait_until(lambda: holders(server) and holders(server) != first, "a new connection", seconds=10)
    assert process.poll() is None


def test_process_that_lost_its_lock_to_restore_ends(server: Processes) -> None:
    process = begin(server, "web")
    wait_until(lambda: holders(server), "web")
    with psycopg.connect(server.environment["DATABASE_URL"], autocommit=True) as session:
        for pid in holders(server):
            session.execute("SELECT pg_terminate_backend(%s), pg_advisory_lock(%s)", [pid, KEY])
        wait_until(lambda: process.poll() is not None, "the end of the process", seconds=20)
    assert RESTORING in server.log("web")


def test_process_refuses_to_start_while_restore_runs_on_postgresql(server: Processes) -> None:
    with psycopg.connect(server.environment["DATABASE_URL"], autocommit=True) as session:
        session.execute("SELECT pg_advisory_lock(%s)", [KEY])
        process = begin(server, "web")
        wait_until(lambda: process.poll() is not None, "the end of the process")
    assert (process.returncode, server.log("web")) == (1, f"{RESTORING}\n")
