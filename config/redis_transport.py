"""kombu's Redis transport, but a worker that dies at any moment loses no message.

kombu waits with BRPOP, which takes a message off its queue, and notes in a second step who holds it: a worker killed
between the two, or told to end while the answer is on its way, loses the message. Here the wait moves the next message
to where it already was, which tells only that there is one; to take it and to note it is one script.
"""

from queue import Empty
from time import monotonic, time
from typing import Any

from kombu.transport import redis
from kombu.utils.json import loads

# The note is kombu's own: the message, its exchange and its routing key under its tag, and since when it is held.
TAKE = """
local message = redis.call('RPOP', KEYS[1])
if not message then return false end
local properties = cjson.decode(message).properties
local tag, info = properties.delivery_tag, properties.delivery_info
local note = '[' .. message .. ',' .. cjson.encode(info.exchange) .. ',' .. cjson.encode(info.routing_key) .. ']'
redis.call('HSET', KEYS[2], tag, note)
redis.call('ZADD', KEYS[3], ARGV[1], tag)
return message
"""


# The types that are published for kombu do not know what is overridden here.
KombuChannel: Any = redis.Channel


class Channel(KombuChannel):  # type: ignore[misc]
    """Looks before it takes where it hears one queue whose messages are acknowledged; else it is kombu's own."""

    looked_at: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.never_acknowledged: set[str] = set()
        super().__init__(*args, **kwargs)

    def basic_consume(self, queue: str, no_ack: bool, *args: Any, **kwargs: Any) -> Any:  # noqa: FBT001 - kombu's
        if no_ack:
            self.never_acknowledged.add(queue)
        return super().basic_consume(queue, no_ack, *args, **kwargs)

    def _brpop_start(self, timeout: float | None = None) -> None:
        queues = list(self.active_queues)
        if len(queues) != 1 or queues[0] in self.never_acknowledged:
            self.looked_at = None
            super()._brpop_start(timeout)
            return
        [self.looked_at] = queues
        connection = self.client.connection
        self._in_poll, self._brpop_sent_at = connection, monotonic()
        seconds = self.brpop_timeout if timeout is None else timeout
        connection.send_command("BLMOVE", self.looked_at, self.looked_at, "RIGHT", "RIGHT", seconds)

    def _brpop_read(self, **options: Any) -> bool:
        if self.looked_at is None:
            return bool(super()._brpop_read(**options))
        connection = self.client.connection
        try:
            there_is_one = self.client.parse_response(connection, "BLMOVE", **options)
        except self.connection_errors:
            connection.disconnect()
            raise
        finally:
            self._in_poll = None
        message = there_is_one and self._take(self.looked_at)
        if not message:  # nothing came, or another worker was faster
            raise Empty
        self.connection._deliver(loads(message), self.looked_at)
        return True

    def _take(self, queue: str) -> bytes | None:
        with self.conn_or_acquire() as client:
            taken: bytes | None = client.eval(TAKE, 3, queue, self.unacked_key, self.unacked_index_key, time())
        return taken


class Transport(redis.Transport):
    Channel = Channel
