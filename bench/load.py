"""People who read pages, write messages, and watch, over real HTTP; and how long each sweep keeps them waiting."""

import socket
import ssl
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import field
from http.client import HTTPException, HTTPSConnection
from itertools import cycle
from selectors import EVENT_READ, DefaultSelector
from typing import Any
from urllib.parse import urlencode

import psycopg

from config.hub import HEAD, RETRY
from rulesets.core.records import dataclass

THREADS = 4  # for acts, and as many for pages
LOOK_SECONDS = 0.02
SAMPLE_SECONDS = 1.0
TOKEN = "bench" * 6 + "ab"  # of a form: the cookie and the field only have to be the same
ACTED, READ = 302, 200
SWEPT = "SELECT id FROM campaign_lock WHERE id = ANY(%s) AND swept >= seq"
CONNECTIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"


@dataclass
class Found:
    """What was measured, in seconds."""

    acts: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    sweeps: list[float] = field(default_factory=list)
    connections: list[int] = field(default_factory=list)
    pings: int = 0
    refused: Counter[str] = field(default_factory=Counter)


class Load:
    """Acts and pages at a steady rate, watchers, and a look at which acts are swept."""

    def __init__(self, *, port: int, database_url: str, context: ssl.SSLContext, people: Sequence[Any]) -> None:
        self.port, self.database_url, self.context, self.people = port, database_url, context, people
        self.found, self.is_over, self.lock = Found(), threading.Event(), threading.Lock()
        self.unswept: dict[int, float] = {}  # campaigns by when their last act was answered

    def run(self, *, acts_a_second: float, seconds: float, streams: Sequence[socket.socket]) -> Found:
        actors, readers = cycle(self.people), cycle(reversed(self.people))
        work: list[Callable[[], None]] = [self._look_for_sweeps, self._count_connections, lambda: self._listen(streams)]
        work += [lambda: self._repeat(self._act, actors, THREADS / acts_a_second)] * THREADS
        work += [lambda: self._repeat(self._read, readers, THREADS / acts_a_second)] * THREADS
        threads = [threading.Thread(target=each, daemon=True) for each in work]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        self.is_over.set()
        for thread in threads:
            thread.join()
        return self.found

    def _repeat(self, once: Callable[[HTTPSConnection, Any], None], people: Iterator[Any], interval: float) -> None:
        """Serve one person after another, at this interval; time lost to a slow answer is made up for."""
        connection, at = HTTPSConnection("localhost", self.port, context=self.context, timeout=30), time.monotonic()
        while not self.is_over.wait(max(0.0, at - time.monotonic())):
            at += interval
            with self.lock:
                person = next(people)
            try:
                once(connection, person)
            except (OSError, HTTPException) as error:
                self.found.refused[type(error).__name__] += 1
                connection.close()

    def _act(self, connection: HTTPSConnection, person: Any) -> None:
        body = urlencode({"to": "side", "text": "Hold the sunken road.", "csrfmiddlewaretoken": TOKEN})
        headers = {
            "Cookie": f"sessionid={person['session']}; csrftoken={TOKEN}",
            "Content-Type": "application/x-www-form-urlencoded",
            "Referer": f"https://localhost:{self.port}/",
        }
        taken = self._ask(connection, ACTED, "POST", person["talk"], body, headers)
        if taken is not None:
            self.found.acts.append(taken)
            with self.lock:
                self.unswept[person["campaign"]] = time.monotonic()

    def _read(self, connection: HTTPSConnection, person: Any) -> None:
        headers = {"Cookie": f"sessionid={person['session']}"}
        taken = self._ask(connection, READ, "GET", person["page"], None, headers)
        if taken is not None:
            self.found.pages.append(taken)

    def _ask(self, connection: HTTPSConnection, wanted: int, *request: Any) -> float | None:
        began = time.monotonic()
        connection.request(*request)
        answer = connection.getresponse()
        answer.read()
        if answer.status == wanted:
            return time.monotonic() - began
        self.found.refused[str(answer.status)] += 1
        return None

    def _look_for_sweeps(self) -> None:
        with psycopg.connect(self.database_url, autocommit=True) as database:
            while not self.is_over.wait(LOOK_SECONDS):
                with self.lock:
                    waiting = dict(self.unswept)
                swept = [row[0] for row in database.execute(SWEPT, [list(waiting)])] if waiting else []
                now = time.monotonic()
                with self.lock:
                    for campaign in swept:
                        if self.unswept.get(campaign) == waiting[campaign]:
                            self.found.sweeps.append(now - self.unswept.pop(campaign))

    def _count_connections(self) -> None:
        with psycopg.connect(self.database_url, autocommit=True) as database:
            while not self.is_over.wait(SAMPLE_SECONDS):
                self.found.connections += [row[0] for row in database.execute(CONNECTIONS)]

    def _listen(self, streams: Sequence[socket.socket]) -> None:
        with closing(DefaultSelector()) as selector:
            for stream in streams:
                stream.settimeout(0)
                selector.register(stream, EVENT_READ)
            while not self.is_over.is_set():
                for key, _ in selector.select(SAMPLE_SECONDS):
                    with suppress(BlockingIOError):
                        self.found.pings += _pings(key.fileobj)


def _pings(stream: Any) -> int:
    return int(stream.recv(65536).count(b"event: changed"))


def watch(port: int, tokens: Sequence[str]) -> list[socket.socket]:
    """Open a live stream for each token."""
    return [_stream(port, token) for token in tokens]


def _stream(port: int, token: str) -> socket.socket:
    stream = socket.create_connection(("localhost", port), timeout=30)
    stream.sendall(f"GET /live/?token={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL)
    return stream
