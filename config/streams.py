"""uvicorn for live streams: a stream takes over its connection, and none delays the end of the process."""

import asyncio
import socket
from typing import Any

import uvicorn.server
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from config.hub import Listener
from config.live import HAND_OVER, HUB


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
