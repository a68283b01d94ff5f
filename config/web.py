"""Run uvicorn: `python -m config.web --port 8000` for the mixed application, --live for the live one alone."""

import argparse
import asyncio
import socket
import sys
from typing import Any

import uvicorn.server
from django.db import connection
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config import site_lock
from config.hub import Listener
from config.live import HAND_OVER, HUB
from config.start import loading

STOP_SECONDS = 5  # for pages in progress; streams close at once


class Protocol(HttpToolsProtocol):
    """uvicorn's protocol with one extension: a stream takes over the connection and frees this object.

    uvicorn does the same when a connection becomes a WebSocket. A stream costs a fifth of what a waiting coroutine and
    its request would.
    """

    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        scope: Any = self.scope
        scope["extensions"] = {HAND_OVER: self.hand_over}

    def hand_over(self, listener: Listener) -> None:
        transport: asyncio.Transport = self.transport
        if self.cycle.disconnected:
            listener.connection_lost(None)
            return
        self.connections.discard(self)
        self.cycle.disconnected = True  # this request needs no answer
        # Clear every reference back to this object, so that it is freed at once, without the garbage collector.
        self.scope = self.cycle = self.parser = None  # type: ignore[assignment]
        transport.set_protocol(listener)
        transport.resume_reading()
        listener.open(transport)


class Server(uvicorn.server.Server):
    """Closes the open streams before it shuts down."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        HUB.close()
        await super().shutdown(sockets)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--live", action="store_true", help="only the live streams")
    options = parser.parse_args()
    site_lock.share()
    leave_out_postgresql()
    begun = server("config.live:application" if options.live else "config.asgi:application", options.host, options.port)
    with loading():
        begun.config.load()
    begun.run()


def leave_out_postgresql() -> None:
    """Keep Django REST framework from loading what PostgreSQL needs where it has no use, which saves 6 MB."""
    if connection.vendor == "sqlite":
        sys.modules["psycopg"] = sys.modules["django.contrib.postgres"] = None  # type: ignore[assignment]


def server(application: str, host: str, port: int) -> Server:
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http=Protocol,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    return Server(config)


if __name__ == "__main__":
    main()
