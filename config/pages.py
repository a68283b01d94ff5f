"""The pages, without the live streams: an ASGI application that runs Django's WSGI handler in threads.

Django's own ASGI handler costs a page nearly four times the CPU. Two threads serve the pages: more would fight for
the interpreter. A request is read completely before it takes a thread, so a slow sender holds none.
"""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.middleware import limit_of
from config.refusal import Receive, Scope, Send, refuse
from config.start import refuse_demo_accounts

handler: Any = get_wsgi_application()
refuse_demo_accounts()
BODY_SECONDS = 30
Environ = dict[str, Any]
Answer = tuple[int, list[tuple[bytes, bytes]], bytes]
_threads = ThreadPoolExecutor(settings.PAGE_THREADS, thread_name_prefix="page")


class BodyTooLarge(Exception):
    pass


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] != "http":
        return
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _read(scope, receive)
    except BodyTooLarge:
        await _answer({**_environ(scope, b""), "CONTENT_LENGTH": str(limit_of(scope["path"]) + 1)}, send)
    except TimeoutError:
        await refuse(send, 408, "The request did not arrive in time.\n")
    else:
        if body is not None:
            await _answer(_environ(scope, body), send)


async def _answer(environ: Environ, send: Send) -> None:
    status, headers, body = await asyncio.get_running_loop().run_in_executor(_threads, _page, environ)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _read(scope: Scope, receive: Receive) -> bytes | None:
    """Return the whole body, or None if the client has left."""
    announced, most = dict(scope["headers"]).get(b"content-length", b"0"), limit_of(scope["path"])
    if announced.isdigit() and int(announced) > most:
        raise BodyTooLarge
    parts, size = [], 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return None
        parts.append(message.get("body", b""))
        size += len(parts[-1])
        if size > most:
            raise BodyTooLarge
        if not message.get("more_body"):
            return b"".join(parts)


def _environ(scope: Scope, body: bytes) -> Environ:
    """Return a PEP 3333 environment without headers that hold an underscore, which could pose as others."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ: Environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        _add_header(environ, name.decode("latin1"), value.decode("latin1"))
    return environ


def _add_header(environ: Environ, name: str, value: str) -> None:
    key = name.upper().replace("-", "_")
    if "_" in name or key == "CONTENT_LENGTH":
        return
    if key != "CONTENT_TYPE":
        key = f"HTTP_{key}"
    glue = "; " if key == "HTTP_COOKIE" else ","
    environ[key] = f"{environ[key]}{glue}{value}" if key in environ else value


def _page(environ: Environ) -> Answer:
    """Run Django's handler in a page thread, with that thread's database connection."""
    started: list[Any] = []

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        started[:] = [int(status[:3]), [(k.lower().encode("latin1"), v.encode("latin1")) for k, v in headers]]

    response = handler(environ, start_response)
    try:
        body = b"".join(response)
    finally:
        getattr(response, "close", lambda: None)()
    return started[0], started[1], body
