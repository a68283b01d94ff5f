"""From one user's act to another's page, through the whole embedded site: act, nudge, sweep, stream."""

import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from config.hub import HEAD, RETRY
from config.testing.embedded import EmbeddedSite
from config.testing.migrated import copy_site
from config.testing.processes import ROOT

pytestmark = pytest.mark.processes
# Acts as the web process: for each line read, a Confederate force comes into Union's sight.
ACTOR = """
import json, sys, time, django
django.setup()
from campaign.models import User
from campaign.services.live import make_token
from campaign.tests.builders import a_club
from war.tests.test_sighting import a_force
for person in User.objects.all():  # the demo users have the names that the builders use
    User.objects.filter(pk=person.pk).update(username=f"demo-{person.username}")
club = a_club(sheet="pittsburg_landing")
a_force(club, "USA", "0202")
print(json.dumps([make_token(club.viewer(who).feed_id) for who in ("union", "observer")]), flush=True)
for line in sys.stdin:
    began = time.monotonic()
    a_force(club, "CSA", line.strip())
    print(began, time.monotonic(), flush=True)
"""
HEXES = ("0101", "0102", "0201", "0203", "0302", "0103")


class Actor:
    def __init__(self, site: EmbeddedSite) -> None:
        environment = {**site.environment, "DJANGO_SETTINGS_MODULE": "config.settings"}
        self.process = subprocess.Popen(
            [sys.executable, "-c", ACTOR],
            cwd=ROOT,
            env=environment,
            text=True,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def read(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def put(self, hex_id: str) -> float:
        """Add a force and return the time of the commit."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{hex_id}\n")
        self.process.stdin.flush()
        return float(self.read().split()[1])

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def site(tmp_path: Path, played: Path) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite({}, tmp_path)
    copy_site(played, site.folder)
    site.begin()
    yield site
    site.stop()


def listen(site: EmbeddedSite, token: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", site.port), timeout=5)
    stream.sendall(f"GET /live/?token={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL) == HEAD + RETRY
    return stream


def test_sighting_reaches_the_page_within_a_quarter_second(site: EmbeddedSite) -> None:
    actor = Actor(site)
    try:
        union, observer = json.loads(actor.read())
        with closing(listen(site, union)) as stream, closing(listen(site, observer)) as stranger:
            delays = [delay_after(actor.put(hex_id), stream) for hex_id in HEXES]
            quiet = everything_on(stranger)
    finally:
        actor.stop()
    assert sorted(delays)[len(delays) // 2] < 0.25, delays
    assert quiet.count(b"event: changed") <= 1, "the observer learned that a side has seen something"


def delay_after(committed: float, stream: socket.socket) -> float:
    everything_on(stream, seconds=0)
    stream.settimeout(5)
    assert b"event: changed" in stream.recv(4096)
    return time.monotonic() - committed


def everything_on(stream: socket.socket, *, seconds: float = 0.3) -> bytes:
    """Return what the stream has sent so far and sends within these seconds."""
    received = b""
    stream.settimeout(max(seconds, 0.001))
    try:
        while part := stream.recv(4096):
            received += part
    except TimeoutError:
        pass
    return received
