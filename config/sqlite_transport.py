"""A kombu transport on one SQLite file: background jobs without a server, and nothing lost by kill -9.

A message is a row. Delivery only leases the row, and acknowledgment deletes it, so a message whose worker died is
delivered again when the lease expires. The lease must be longer than any task. kombu's own transports without a server
(filesystem, SQLAlchemy, memory) forget a message on delivery.
"""

import sqlite3
import time
from queue import Empty
from typing import Any

from kombu.transport import TRANSPORT_ALIASES, virtual
from kombu.utils.json import dumps, loads

from config.jobs_file import jobs, put

NEXT = "SELECT id FROM message WHERE queue = ? AND leased_until < ? ORDER BY id LIMIT 1"
LONGEST_WAIT = 0.3


class QoS(virtual.QoS):
    """Deletes an acknowledged row; deletes a rejected one or ends its lease."""

    channel: "Channel"

    def ack(self, delivery_tag: str) -> None:
        self.channel.delete_message(delivery_tag)
        super().ack(delivery_tag)

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:  # noqa: FBT001, FBT002 - kombu's signature
        if not requeue:
            self.channel.delete_message(delivery_tag)
        super().reject(delivery_tag, requeue=requeue)


class Channel(virtual.Channel):
    QoS = QoS

    def jobs(self) -> sqlite3.Connection:
        return jobs(self.options["file"])

    @property
    def options(self) -> dict[str, Any]:
        client: Any = self.connection.client
        return dict(client.transport_options)

    def delete_message(self, tag: str) -> None:
        self.jobs().execute("DELETE FROM message WHERE tag = ?", (tag,))

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        put(self.options["file"], queue, message["properties"]["delivery_tag"], dumps(message))

    def _get(self, queue: str, timeout: float | None = None) -> Any:
        """Lease the oldest free message; reading first takes no write lock, so idle polling blocks nobody."""
        now, connection = time.time(), self.jobs()
        if connection.execute(NEXT, (queue, now)).fetchone() is None:
            raise Empty
        lease = f"UPDATE message SET leased_until = ? WHERE id = ({NEXT}) RETURNING body"
        rows = connection.execute(lease, (now + self.options["lease"], queue, now)).fetchall()
        if not rows:  # another worker took it
            raise Empty
        return loads(rows[0][0])

    def _restore(self, message: virtual.Message) -> None:
        """Return a message to its queue, where its row still is."""
        self.jobs().execute("UPDATE message SET leased_until = 0 WHERE tag = ?", (message.delivery_tag,))

    def _size(self, queue: str) -> int:
        return int(self.jobs().execute("SELECT count(*) FROM message WHERE queue = ?", (queue,)).fetchone()[0])

    def _purge(self, queue: str) -> int:
        return self.jobs().execute("DELETE FROM message WHERE queue = ?", (queue,)).rowcount

    def _delete(self, queue: str, *args: Any, **kwargs: Any) -> None:
        self._purge(queue)


class Transport(virtual.Transport):
    Channel = Channel
    polling_interval = 0.05
    driver_type = "sqlite"
    driver_name = "sqlite3"

    def drain_events(self, connection: Any, timeout: float | None = None, **kwargs: Any) -> None:
        """Wait only briefly, so that a worker notices soon when it should stop."""
        super().drain_events(connection, timeout=min(timeout or LONGEST_WAIT, LONGEST_WAIT), **kwargs)

    def driver_version(self) -> str:
        return sqlite3.sqlite_version


TRANSPORT_ALIASES["sqlitefile"] = "config.sqlite_transport:Transport"
