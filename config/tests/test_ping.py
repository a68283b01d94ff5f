"""From one person's act to the other's page, through all of the embedded site: act, nudge, sweep, stream."""

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
from config.testing.processes import ROOT

pytestmark = pytest.mark.processes
# Plays the web process: Confederate forces come into Union sight, one for each line that is read.
ACTOR = """
import json, sys, time, django
django.setup()
from campaign.models import User
from campaign.services.live import make_token
from campaign.tests.builders import a_club
from war.tests.test_sighting import a_force
for person in User.objects.all():  # the demo people have the names that the builders use
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
        """A force appears; returns when that was committed."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{hex_id}\n")
        self.process.stdin.flush()
        return float(self.read().split()[1])

    def stop(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def site(tmp_path: Path) -> Iterator[EmbeddedSite]:
    site = EmbeddedSite({}, tmp_path)
    site.begin()
    yield site
    site.stop()


def listen(site: EmbeddedSite, token: str) -> socket.socket:
    stream = socket.create_connection(("127.0.0.1", site.port), timeout=5)
    stream.sendall(f"GET /live/?token={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    assert stream.recv(len(HEAD + RETRY), socket.MSG_WAITALL) == HEAD + RETRY
    return stream


def test_what_the_other_side_learns_reaches_its_page_within_a_quarter_of_a_second(site: EmbeddedSite) -> None:
    actor = Actor(site)
    try:
        union, observer = json.loads(actor.read())
        with closing(listen(site, union)) as stream, closing(listen(site, observer)) as stranger:
            delays = [heard_after(actor.put(hex_id), stream) for hex_id in HEXES]
            quiet = everything_on(stranger)
    finally:
        actor.stop()
    assert sorted(delays)[len(delays) // 2] < 0.25, delays
    assert quiet.count(b"event: changed") <= 1, "the observer was told that a side has seen something"


def heard_after(committed: float, stream: socket.socket) -> float:
    everything_on(stream, seconds=0)
    stream.settimeout(5)
    assert b"event: changed" in stream.recv(4096)
    return time.monotonic() - committed


def everything_on(stream: socket.socket, *, seconds: float = 0.3) -> bytes:
    """What was said until now and is said in a little while."""
    heard = b""
    stream.settimeout(max(seconds, 0.001))
    try:
        while part := stream.recv(4096):
            heard += part
    except TimeoutError:
        pass
    return heard
