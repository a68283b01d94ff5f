"""Live streams of real processes: who may listen, how fast a change arrives, what an idle viewer costs."""

import os
import resource
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from config.hub import HEAD, RETRY
from config.testing import migrated
from config.testing.processes import ROOT, Processes, answers, free_port, wait_until
from config.testing.services import Redis

pytestmark = pytest.mark.processes
VIEWERS = 1000
MOST_BYTES_A_VIEWER = 5_000
FEEDS = """
from datetime import UTC, datetime
from campaign.models import Campaign, Feed
now = datetime.now(UTC)
war = Campaign.objects.create(id=1, name="War", book="civil_war", since=now, begun_at=now)
Feed.objects.bulk_create(Feed(id=n, campaign=war, role="observer", changed_at=now) for n in range(1, 1001))
"""
TOKENS = "from campaign.services.live import make_token; print(*(make_token(n) for n in range(1, 1001)))"
MOVE = "from django.db.models import F; from campaign.models import Feed; Feed.objects.update(version={})"
DRAFT = """
from types import SimpleNamespace
from campaign.services.record import touch_own
touch_own(SimpleNamespace(feed_id=6))
"""


class Site(Processes):
    """A database with a thousand feeds and one process that holds streams."""

    port: int

    def begin(self, *options: str) -> None:
        self.port = free_port()
        migrated.migrate(self)
        migrated.collect_static(self)
        self.manage("shell", "-v0", "-c", FEEDS)
        self.python("web", "-m", "config.web", "--port", str(self.port), *options)
        wait_until(lambda: answers(f"http://localhost:{self.port}/healthz"), "the web process")
        self.tokens = self.manage("shell", "-v0", "-c", TOKENS).split()

    def listen(self, token: str, *, seen: str = "1", last_event_id: str = "") -> socket.socket:
        request = f"GET /live/?token={token}&seen={seen} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        request += f"Last-Event-ID: {last_event_id}\r\n" * bool(last_event_id)
        stream = socket.create_connection(("127.0.0.1", self.port), timeout=5)
        stream.sendall((request + "Cookie: sessionid=abcdefghijklmnopqrstuvwxyz012345\r\n\r\n").encode())
        assert stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL) == HEAD + RETRY
        return stream

    def status(self, path: str, *, method: str = "GET") -> int:
        try:
            with urlopen(Request(f"http://localhost:{self.port}{path}", method=method), timeout=5) as response:
                return int(response.status)
        except HTTPError as refused:
            return int(refused.code)

    def memory(self) -> int:
        """Return the memory of the web process alone, in bytes."""
        rollup = Path(f"/proc/{self.running['web'].pid}/smaps_rollup").read_text()
        return 1024 * int(rollup.split("Pss:")[1].split()[0])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    site = Site({}, tmp_path_factory.mktemp("embedded"))
    site.begin()
    yield site
    site.stop()


@pytest.fixture(scope="module")
def redis_site(tmp_path_factory: pytest.TempPathFactory, private_redis: Redis) -> Iterator[Site]:
    site = Site({"REDIS_URL": private_redis.url()}, tmp_path_factory.mktemp("redis"))
    site.begin("--live")
    yield site
    site.stop()


def until(stream: socket.socket, wanted: bytes) -> bytes:
    """Read the stream up to the wanted bytes."""
    received = b""
    while wanted not in received:
        part = stream.recv(4096)
        assert part, f"the stream ended after {received!r}"
        received += part
    return received


def test_only_valid_token_opens_a_stream(site: Site) -> None:
    good = site.tokens[0]
    assert site.status("/live/") == 403
    assert site.status("/live/?token=") == 403
    assert site.status(f"/live/?token={good[:-1]}") == 403
    assert site.status(f"/live/?token={good}&token=x", method="POST") == 405
    assert site.status(f"/live/elsewhere?token={good}") == 404
    assert site.status("/live/?token=%FF%FE%00&seen=%FF") == 403


def test_outdated_page_gets_an_event_at_once(site: Site) -> None:
    with closing(site.listen(site.tokens[1], seen="0")) as stream:
        until(stream, b"id: 1\nevent: changed\ndata: 1\n\n")


def test_reconnecting_browser_resumes(site: Site) -> None:
    with closing(site.listen(site.tokens[1], seen="0", last_event_id="1")) as stream:
        stream.settimeout(0.3)
        with pytest.raises(TimeoutError):
            stream.recv(4096)


def move(database: Path, feed: int) -> float:
    """Raise a feed's version as an act does, and return the time of the commit."""
    import sqlite3

    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("UPDATE campaign_feed SET version = version + 1 WHERE id = ?", (feed,))
        return time.monotonic()


def test_embedded_change_arrives_soon_on_its_own_feed_only(site: Site) -> None:
    delays = []
    with closing(site.listen(site.tokens[2])) as stream, closing(site.listen(site.tokens[3])) as other:
        for version in range(2, 12):
            committed = move(site.folder / "neutral.sqlite3", 3)
            assert until(stream, b"\n\n") == b"id: %d\nevent: changed\ndata: %d\n\n" % (version, version)
            delays.append(time.monotonic() - committed)
        other.settimeout(0.2)
        with pytest.raises(TimeoutError):
            other.recv(4096)
    assert sorted(delays)[5] < 0.1, delays


def test_redis_change_arrives_at_once_without_the_database(redis_site: Site, private_redis: Redis) -> None:
    publisher = publish_in_a_child(redis_site)
    with closing(redis_site.listen(redis_site.tokens[2], seen="7")) as stream:
        wait_until(lambda: subscribers(private_redis), "the subscription")
        delays = [after_publishing(publisher, stream, version) for version in range(8, 18)]
    publisher.communicate("\n")
    assert sorted(delays)[5] < 0.05, delays


def test_redis_change_reaches_older_page_when_it_connects(redis_site: Site) -> None:
    publisher = publish_in_a_child(redis_site)
    publisher.communicate("5 31\n\n")
    with closing(redis_site.listen(redis_site.tokens[4], seen="30")) as stream:
        until(stream, b"data: 31\n\n")


def test_redis_change_published_late_hides_no_later_one(redis_site: Site) -> None:
    """Two web processes: the first to commit is the last to publish."""
    publisher = publish_in_a_child(redis_site)
    publisher.communicate("5 42\n5 41\n\n")
    with closing(redis_site.listen(redis_site.tokens[4], seen="41")) as stream:
        until(stream, b"data: 42\n\n")


@pytest.mark.parametrize("engine", ["site", "redis_site"])
def test_draft_reaches_other_pages_of_its_seat(engine: str, request: pytest.FixtureRequest) -> None:
    on: Site = request.getfixturevalue(engine)
    with closing(on.listen(on.tokens[5], seen="1")) as stream:
        on.manage("shell", "-v0", "-c", DRAFT)
        until(stream, b"event: changed\ndata: 2\n\n")


def publish_in_a_child(site: Site) -> "subprocess.Popen[str]":
    """Start a process that publishes the feed and version of each line, as a web process would."""
    code = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'config.settings'\n"
        "from campaign.services.live import publish\n"
        "for line in sys.stdin:\n"
        "    line.strip() and publish([tuple(map(int, line.split()))])\n"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code], cwd=ROOT, env=site.environment, stdin=subprocess.PIPE, text=True
    )


def subscribers(redis: Redis) -> int:
    import redis as client

    connection = client.Redis(unix_socket_path=str(redis.socket))
    return int(connection.pubsub_numsub("live")[0][1])


def after_publishing(publisher: "subprocess.Popen[str]", stream: socket.socket, version: int) -> float:
    assert publisher.stdin is not None
    began = time.monotonic()
    publisher.stdin.write(f"3 {version}\n")
    publisher.stdin.flush()
    until(stream, b"data: %d\n\n" % version)
    return time.monotonic() - began


def test_thousand_idle_viewers_cost_little_and_all_get_changes(site: Site) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096) if hard > 0 else 4096, hard))
    for warm_up in [site.listen(token) for token in site.tokens[:50]]:
        warm_up.close()
    before = site.memory()
    streams = [site.listen(token, seen="0") for token in site.tokens[:VIEWERS]]
    for stream in streams:
        until(stream, b"\n\n")
    cost = (site.memory() - before) / VIEWERS
    site.manage("shell", "-v0", "-c", MOVE.format(77))
    for stream in streams:
        until(stream, b"data: 77\n\n")
        stream.close()
    assert cost < MOST_BYTES_A_VIEWER


def test_open_streams_delay_neither_pages_nor_shutdown(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    site = Site({}, tmp_path_factory.mktemp("stopping"))
    site.begin()
    with closing(site.listen(site.tokens[0])) as stream:
        assert site.status("/healthz") == 200
        began = time.monotonic()
        site.stop()
        assert time.monotonic() - began < 2
        until(stream, b"event: renew\n")


def test_oversized_body_is_refused_unread(site: Site) -> None:
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=5)) as connection:
        connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99000000\r\n\r\n")
        assert b" 413 " in connection.recv(200)


def test_chunked_body_is_refused_at_the_limit(site: Site) -> None:
    with closing(socket.create_connection(("127.0.0.1", site.port), timeout=5)) as connection:
        connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        chunk = b"10000\r\n" + bytes(0x10000) + b"\r\n"
        for _ in range(33):
            connection.sendall(chunk)
        assert b" 413 " in connection.recv(200)


def test_open_file_limit_is_raised() -> None:
    code = (
        "import resource as r; _, hard = r.getrlimit(r.RLIMIT_NOFILE); r.setrlimit(r.RLIMIT_NOFILE, (256, hard))\n"
        "from config import live; print(live.MOST_STREAMS)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=dict(os.environ), text=True, capture_output=True, check=True
    )
    assert int(done.stdout) > 1000
