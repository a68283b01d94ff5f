"""Run uvicorn: `python -m config.web --port 8000` for pages and live streams, --pages or --live for one of them."""

import argparse
import os
import sys
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import uvicorn.server
from django.db import connection

from config import site_lock
from config.start import loading

MIXED, PAGES, LIVE = "config.asgi:application", "config.pages:application", "config.live:application"
STOP_SECONDS = 5  # for pages in progress; streams close at once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    alone = parser.add_mutually_exclusive_group()
    alone.add_argument("--pages", action="store_const", dest="application", const=PAGES, help="only the pages")
    alone.add_argument("--live", action="store_const", dest="application", const=LIVE, help="only the live streams")
    parser.set_defaults(application=MIXED)
    options = parser.parse_args()
    site_lock.share()
    leave_out_postgresql()
    with loading():
        begun = server(options.application, options.host, options.port)
        begun.config.load()
    begun.run()


def leave_out_postgresql() -> None:
    """Keep Django REST framework from loading PostgreSQL's driver and form fields on a laptop, which saves 6 MB."""
    if connection.vendor == "sqlite":
        sys.modules["psycopg"] = sys.modules["django.contrib.postgres"] = None  # type: ignore[assignment]


def server(application: str, host: str, port: int) -> uvicorn.server.Server:
    http, kind = _parts_for(application)
    config = uvicorn.Config(
        application,
        host=host,
        port=port,
        http=http,
        lifespan="off",
        ws="none",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=STOP_SECONDS,
    )
    return kind(config)


def _parts_for(application: str) -> tuple[Any, type[uvicorn.server.Server]]:
    """Return protocol and server: uvicorn's own where no stream is served, so that a process of pages loads no hub."""
    if application == PAGES:
        return "httptools", uvicorn.server.Server
    from config import streams

    return streams.Protocol, streams.Server


if __name__ == "__main__":
    main()
