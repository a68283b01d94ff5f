"""One hub per process: it learns of each change once and passes it to the open streams of that feed.

An idle stream is one small object that is its connection's protocol: no task, no coroutine, no queue. It holds only
the newest version, so a slow client skips versions instead of growing a queue.
"""

import asyncio
import logging
import sqlite3
from collections.abc import Coroutine, Iterable
from json import dumps
from pathlib import Path
from time import time
from typing import Any, Protocol

from campaign.services.live import CHANNEL, kept_key

logger = logging.getLogger("neutral.live")
HEAD = (
    b"HTTP/1.1 200 OK\r\n"
    b"content-type: text/event-stream; charset=utf-8\r\n"
    b"cache-control: no-store\r\n"
    b"x-accel-buffering: no\r\n"
    b"x-content-type-options: nosniff\r\n"
    b"connection: close\r\n\r\n"
)
RETRY = b"retry: 2000\n\n"
BEAT = b": still here\n\n"
RENEW = b"event: renew\ndata: 0\n\n"
HEARTBEAT_SECONDS = 15
BACK_OFF_SECONDS = 1.0
MOST_BYTES_UNSENT = 1024
UNSEEN, UNKNOWN = -1, 0  # the page named no version; a change may have been missed


def changed(version: int) -> bytes:
    return b"id: %d\nevent: changed\ndata: %d\n\n" % (version, version)


class Listener(asyncio.Protocol):
    """An open stream, which is also its connection's protocol."""

    __slots__ = ("beat", "ends_at", "feed_id", "feed_ids", "hub", "is_behind", "sent", "transport", "version")

    def __init__(self, hub: "Hub", feed_id: int, ends_at: int, seen: int) -> None:
        self.hub, self.feed_id, self.ends_at = hub, feed_id, ends_at
        self.feed_ids: tuple[int, ...] = (feed_id,)
        self.version = self.sent = seen
        self.beat, self.is_behind = 0, True  # until it is open
        self.transport: asyncio.Transport | None = None

    def open(self, transport: asyncio.Transport) -> None:
        self.transport = transport
        transport.set_write_buffer_limits(high=MOST_BYTES_UNSENT)
        transport.write(HEAD + RETRY)
        self.is_behind = False
        self.tell(self.version)

    def tell(self, version: int) -> None:
        """Send a new version of the feed."""
        self.version = version
        if self.version != self.sent:
            self.write(changed(version))

    def write(self, text: bytes) -> None:
        if self.transport is None or self.is_behind:
            return
        self.sent = self.version
        self.transport.write(text)

    def end(self) -> None:
        """End the stream; the page fetches a new token and reconnects."""
        self.write(RENEW)
        if self.transport is not None:
            self.transport.close()

    # Called by the transport.

    def pause_writing(self) -> None:
        self.is_behind = True

    def resume_writing(self) -> None:
        self.is_behind = False
        self.tell(self.version)

    def connection_lost(self, exc: Exception | None) -> None:
        self.transport = None
        self.hub.remove(self)


class HomeListener(Listener):
    """The stream of a home page: it listens to several feeds, and says only that the page should check again."""

    __slots__ = ()

    def __init__(self, hub: "Hub", feed_ids: tuple[int, ...], ends_at: int) -> None:
        super().__init__(hub, feed_ids[0], ends_at, UNSEEN)
        self.feed_ids = feed_ids

    def tell(self, version: int) -> None:
        self.write(changed(UNKNOWN))


class Source(Protocol):
    """Tells a process of changes."""

    async def run(self, hub: "Hub") -> None: ...
    async def version(self, feed_id: int) -> int | None: ...


class Hub:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.listeners: dict[int, list[Listener]] = {}
        self.count = self.joined = 0
        self.tasks: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        if not self.tasks:
            self._spawn(self._listen())
            self._spawn(self._tick())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: "asyncio.Task[None]") -> None:
        """Log a task that died and cancel the others; the next stream starts them again."""
        self.tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("a live task ended: %s", type(error).__name__, exc_info=error)
            for other in self.tasks:
                other.cancel()

    def add(self, listener: Listener) -> None:
        self.start()
        for feed_id in listener.feed_ids:
            self.listeners.setdefault(feed_id, []).append(listener)
        self.count, self.joined = self.count + 1, self.joined + 1
        listener.beat = self.joined % HEARTBEAT_SECONDS

    def remove(self, listener: Listener) -> None:
        if listener in self.listeners.get(listener.feed_id, ()):
            self.count -= 1
            for feed_id in listener.feed_ids:
                self._leave(listener, feed_id)

    def _leave(self, listener: Listener, feed_id: int) -> None:
        others = self.listeners[feed_id]
        others.remove(listener)
        if not others:
            del self.listeners[feed_id]

    def all(self) -> list[Listener]:
        """Return every stream once, by its first feed."""
        return [one for feed_id, group in self.listeners.items() for one in group if one.feed_id == feed_id]

    def announce(self, feed_id: int, version: int) -> None:
        """Tell a feed's listeners its new version."""
        for listener in self.listeners.get(feed_id, ()):
            listener.tell(version)

    def resync(self) -> None:
        """Make every page reload, because changes may have been missed."""
        for listener in self.all():
            listener.sent = UNSEEN
            listener.tell(UNKNOWN)

    async def _listen(self) -> None:
        while True:
            try:
                await self.source.run(self)
            except (OSError, sqlite3.Error) as error:
                logger.warning("live upstream lost: %s", type(error).__name__)
            await asyncio.sleep(BACK_OFF_SECONDS)

    async def _tick(self) -> None:
        second = 0
        while True:
            await asyncio.sleep(1)
            second = (second + 1) % HEARTBEAT_SECONDS
            self.tick(second, now=time())

    def tick(self, second: int, *, now: float) -> None:
        """Send each second's share of heartbeats and end streams whose token has expired."""
        for listener in self.all():
            if listener.ends_at <= now:
                listener.end()
            elif listener.beat == second:
                listener.write(BEAT)

    def close(self) -> None:
        """End every stream as the server stops; pages reconnect by themselves."""
        for task in self.tasks:
            task.cancel()
        for listener in self.all():
            listener.end()


class SqliteSource:
    """Embedded: poll the file's change counter, and read the feeds only when it moves."""

    def __init__(self, file: Path, *, interval: float) -> None:
        self.file, self.interval = file, interval
        self.connection: sqlite3.Connection | None = None
        self.told: dict[int, int] = {}

    def _database(self) -> sqlite3.Connection:
        if self.connection is None:
            self.connection = sqlite3.connect(self.file, timeout=1, isolation_level=None)
            self.connection.execute("PRAGMA query_only=1")
        return self.connection

    async def run(self, hub: Hub) -> None:
        seen = None
        while True:
            if hub.count:
                counter = self._database().execute("PRAGMA data_version").fetchone()[0]
                if counter != seen:
                    self._pass_on(hub)
                    seen = counter
            await asyncio.sleep(self.interval)

    def _pass_on(self, hub: Hub) -> None:
        """Announce the feeds whose version moved since the last look."""
        found = dict(self._versions(hub.listeners))
        for feed_id, version in found.items():
            if self.told.get(feed_id) != version:
                hub.announce(feed_id, version)
        self.told = found

    def _versions(self, feeds: Iterable[int]) -> list[tuple[int, int]]:
        query = "SELECT id, version FROM campaign_feed WHERE id IN (SELECT value FROM json_each(?))"
        return self._database().execute(query, (dumps(list(feeds)),)).fetchall()

    async def version(self, feed_id: int) -> int | None:
        return next((version for _, version in self._versions([feed_id])), None)


class RedisSource:
    """Distributed: one subscription per process; versions of the last few minutes are kept as keys."""

    def __init__(self, url: str) -> None:
        from redis.asyncio import Redis

        self.redis = Redis.from_url(url, decode_responses=True, health_check_interval=10)

    async def run(self, hub: Hub) -> None:
        """Listen until Redis fails, which raises ConnectionError, an OSError."""
        from redis import RedisError

        try:
            async with self.redis.pubsub() as upstream:
                await upstream.subscribe(CHANNEL)
                async for message in upstream.listen():
                    self._pass_on(hub, message)
        except RedisError as error:
            raise ConnectionError from error

    def _pass_on(self, hub: Hub, message: dict[str, Any]) -> None:
        if message["type"] == "subscribe":
            hub.resync()
        elif message["type"] == "message":
            feed_id, _, version = message["data"].partition(":")
            hub.announce(int(feed_id), int(version))

    async def version(self, feed_id: int) -> int | None:
        """Return the version, or None if it has not changed for longer than a token lasts."""
        from redis import RedisError

        try:
            kept = await self.redis.get(kept_key(feed_id))
        except RedisError:
            return UNKNOWN
        return int(kept) if kept else None
