"""Runs uvicorn: `python -m config.web --port 8000` the mixed application, with --live the live application alone."""

import argparse
import asyncio
import socket
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.hub import Listener
from config.live import HAND_OVER, HUB

STOP_SECONDS = 5  # a page that is being made is finished; streams are closed at once


class Protocol(HttpToolsProtocol):
    """uvicorn's own, with one extension: a stream takes the connection over, and all of this is set free.

    uvicorn does the same when a connection becomes a web socket. A stream costs a fifth of what it would as a
    waiting coroutine with its request.
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
        self.cycle.disconnected = True  # nothing more is owed to this request
        # Whatever points back at this object, so that it goes at once and not when the collector comes by.
        self.scope = self.cycle = self.parser = None  # type: ignore[assignment]
        transport.set_protocol(listener)
        transport.resume_reading()
        listener.open(transport)


class Server(uvicorn.Server):
    """Closes the open streams first."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        HUB.close()
        await super().shutdown(sockets)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--live", action="store_true", help="only the live streams")
    options = parser.parse_args()
    server("config.live:application" if options.live else "config.asgi:application", options.host, options.port).run()


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
