"""The hub passes each change once to the streams of its feed, and never queues."""

import asyncio
from typing import cast

import pytest

from config.hub import BEAT, HEAD, HEARTBEAT_SECONDS, RENEW, RETRY, Hub, Listener, Source, changed

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
