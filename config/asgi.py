"""The mixed application of an embedded site: the live application for streams, and the pages."""

from config import live, pages
from config.refusal import Receive, Scope, Send


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    is_stream = scope["type"] == "http" and scope["path"].startswith(live.PREFIX)
    await (live if is_stream else pages).application(scope, receive, send)
