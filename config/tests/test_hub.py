"""The hub passes each change once to the streams of its feed, and never queues."""

import asyncio
from pathlib import Path
from typing import cast

import pytest

from config.hub import (
    BEAT,
    HEAD,
    HEARTBEAT_SECONDS,
    RENEW,
    RETRY,
    HomeListener,
    Hub,
    Listener,
    Source,
    SqliteSource,
    changed,
)

LATER = 2_000_000_000


class Wire:
    """A transport that keeps what was written."""

    def __init__(self) -> None:
        self.written: list[bytes] = []
        self.is_closed = False

    def set_write_buffer_limits(self, high: int) -> None:
        assert high <= 4096

    def write(self, text: bytes) -> None:
        assert not self.is_closed
        self.written.append(text)

    def close(self) -> None:
        self.is_closed = True


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Hub:
    monkeypatch.setattr(Hub, "start", lambda self: None)
    return Hub(cast(Source, None))


def stream(hub: Hub, *, feed: int = 1, seen: int = 4, ends_at: int = LATER) -> tuple[Listener, Wire]:
    listener, wire = Listener(hub, feed, ends_at, seen), Wire()
    hub.add(listener)
    listener.open(cast(asyncio.Transport, wire))
    return listener, wire


def test_current_page_gets_no_event_at_first(hub: Hub) -> None:
    assert stream(hub)[1].written == [HEAD + RETRY]


def test_change_reaches_every_tab_of_its_feed_only(hub: Hub) -> None:
    tabs, (_, stranger) = [stream(hub)[1] for _ in range(7)], stream(hub, feed=2)
    hub.announce(1, 5)
    assert [tab.written[1:] for tab in tabs] == [[b"id: 5\nevent: changed\ndata: 5\n\n"]] * 7
    assert stranger.written == [HEAD + RETRY]


def test_same_version_is_sent_once(hub: Hub) -> None:
    _, wire = stream(hub)
    hub.announce(1, 5)
    hub.announce(1, 5)
    assert wire.written[1:] == [changed(5)]


def test_change_before_opening_is_sent_on_opening(hub: Hub) -> None:
    listener, wire = Listener(hub, 1, LATER, 4), Wire()
    hub.add(listener)
    hub.announce(1, 6)
    listener.open(cast(asyncio.Transport, wire))
    assert wire.written == [HEAD + RETRY, changed(6)]


def test_slow_client_skips_to_newest_version(hub: Hub) -> None:
    listener, wire = stream(hub)
    listener.pause_writing()
    for version in range(5, 500):
        hub.announce(1, version)
    hub.tick(listener.beat, now=0)
    assert wire.written[1:] == []
    listener.resume_writing()
    assert wire.written[1:] == [changed(499)]


def test_lost_upstream_makes_every_page_check_again(hub: Hub) -> None:
    _, wire = stream(hub)
    hub.resync()
    hub.resync()
    assert wire.written[1:] == [changed(0), changed(0)]


def test_heartbeat_is_sent_every_fifteen_seconds(hub: Hub) -> None:
    wires = [stream(hub)[1] for _ in range(30)]
    for second in range(HEARTBEAT_SECONDS):
        hub.tick(second, now=0)
    assert [wire.written[1:] for wire in wires] == [[BEAT]] * 30


def test_stream_ends_with_its_token(hub: Hub) -> None:
    _, wire = stream(hub, ends_at=100)
    hub.tick(20, now=99.9)
    assert not wire.is_closed
    hub.tick(20, now=100)
    assert wire.is_closed
    assert wire.written[-1] == RENEW


def test_disconnected_listener_is_forgotten(hub: Hub) -> None:
    (first, _), (second, _) = stream(hub), stream(hub)
    first.connection_lost(None)
    assert hub.all() == [second]
    second.connection_lost(None)
    second.connection_lost(None)
    assert (hub.count, hub.listeners) == (0, {})


def home(hub: Hub, *feeds: int) -> tuple[HomeListener, Wire]:
    listener, wire = HomeListener(hub, feeds, LATER), Wire()
    hub.add(listener)
    listener.open(cast(asyncio.Transport, wire))
    return listener, wire


def test_home_stream_says_only_that_something_changed(hub: Hub) -> None:
    _, wire = home(hub, 9, 1, 2)
    hub.announce(2, 77)
    hub.announce(1, 5)
    hub.announce(3, 6)
    assert wire.written == [HEAD + RETRY, *[changed(0)] * 3]  # the first makes the page check what it missed


def test_home_stream_of_many_feeds_is_one_connection(hub: Hub) -> None:
    listener, wire = home(hub, *range(1, 40))
    assert hub.count == 1
    hub.tick(listener.beat, now=0)
    assert wire.written[2:] == [BEAT]
    listener.connection_lost(None)
    listener.connection_lost(None)
    assert (hub.count, hub.listeners) == (0, {})


def test_home_stream_ends_once_with_its_token(hub: Hub) -> None:
    listener, wire = home(hub, 9, 1, 2)
    hub.tick(20, now=LATER)
    assert wire.written[2:] == [RENEW]
    assert wire.is_closed
    listener.connection_lost(None)
    assert hub.all() == []


def test_slow_home_page_is_told_once_when_it_reads_again(hub: Hub) -> None:
    listener, wire = home(hub, 9, 1)
    listener.pause_writing()
    for version in range(5, 50):
        hub.announce(1, version)
    listener.resume_writing()
    assert wire.written[2:] == [changed(0)]


def test_file_is_announced_only_for_feeds_that_moved(hub: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another campaign's act must not make a home page check again."""
    source, versions = SqliteSource(Path("unused"), interval=1), {1: 5, 2: 8}
    monkeypatch.setattr(source, "_versions", lambda feeds: [(feed, versions[feed]) for feed in feeds if feed != 9])
    _, wire = home(hub, 9, 1, 2)
    source._pass_on(hub)
    wire.written.clear()
    source._pass_on(hub)
    assert wire.written == []
    versions[2] = 9
    source._pass_on(hub)
    assert wire.written == [changed(0)]
