"""The file of an embedded site's messages."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from config.jobs_file import jobs, put


@contextmanager
def read_meanwhile(file: Path) -> Iterator[None]:
    """Read a new file until the block ends, as a process does that opened it a moment earlier."""
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE taken(id)")
        connection.execute("BEGIN")
        connection.execute("SELECT * FROM taken").fetchall()
        yield


def test_new_file_is_waited_for_while_another_process_opens_it(tmp_path: Path) -> None:
    file = tmp_path / "jobs"
    with ThreadPoolExecutor(1) as pool:
        with read_meanwhile(file):
            added = pool.submit(put, str(file), "nudges", "tag", "body")
            time.sleep(0.1)
            assert not added.done()
        added.result(timeout=30)
    assert jobs(str(file)).execute("SELECT body FROM message").fetchall() == [("body",)]


def test_many_open_a_new_file_at_once(tmp_path: Path) -> None:
    together = threading.Barrier(4)

    def add(file: str) -> None:
        together.wait()
        put(file, "nudges", "tag", "body")

    with ThreadPoolExecutor(4) as pool:
        for number in range(20):
            file = str(tmp_path / f"jobs-{number}")
            list(pool.map(add, [file] * 4))
            assert jobs(file).execute("SELECT count(*) FROM message").fetchone() == (4,)
