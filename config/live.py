"""The live application: server-sent events without Django's handler, without a database connection per stream.

GET /live/?token=…&seen=17 answers with a stream of
    retry: 2000
    id: 18 / event: changed / data: 18     the new version of the viewer's feed; 0 means "check again"
    : still here                           every fifteen seconds
    event: renew                           the token has expired: fetch a new one and reconnect
and nothing else: the page itself fetches what changed. The home page listens to all of its reader's feeds by one
stream, which says only "check again". `seen`, or the Last-Event-ID that a browser sends when it
reconnects by itself, is the version that the page shows.
"""

import os
import resource
from urllib.parse import parse_qs

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

from django.conf import settings

from campaign.services.live import read_home_token, read_token
from config.hub import UNSEEN, HomeListener, Hub, Listener, RedisSource, Source, SqliteSource
from config.refusal import Receive, Scope, Send, refuse

PREFIX = "/live/"
HAND_OVER = "neutral.hand_over"  # the ASGI extension of config.streams
OPEN_FILES = 16_384
SPARE_FILES = 256


def raise_open_files() -> int:
    """Raise the limit of open files, usually 1,024, and return how many streams fit."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = OPEN_FILES if hard == resource.RLIM_INFINITY else min(OPEN_FILES, hard)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    return wanted - SPARE_FILES


def source_of_changes() -> Source:
    """Return the source of changes that the current settings name."""
    if settings.REDIS_URL:
        return RedisSource(settings.REDIS_URL)
    return SqliteSource(settings.DATABASES["default"]["NAME"], interval=settings.LIVE_POLL_MILLISECONDS / 1000)


MOST_STREAMS = raise_open_files()
HUB = Hub(source_of_changes())


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a live process, or the live prefix of the mixed application."""
    if scope["type"] != "http":
        return
    if scope["path"] == "/healthz":
        await refuse(send, 200, "ok\n")
    elif scope["path"] != PREFIX:
        await refuse(send, 404, "Not found.\n")
    elif scope["method"] != "GET":
        await refuse(send, 405, "Use GET to listen here.\n", (b"allow", b"GET"))
    elif HUB.count >= MOST_STREAMS:
        await refuse(send, 503, "Too many open streams; the page polls instead.\n", (b"retry-after", b"30"))
    elif listener := _admit(scope):
        await _open(listener, scope)
    else:
        await refuse(send, 403, "This token is invalid or has expired.\n")


def _admit(scope: Scope) -> Listener | None:
    query = parse_qs(scope["query_string"].decode("latin1"))
    token = query.get("token", [""])[0]
    if home := read_home_token(token):
        return HomeListener(HUB, *home)
    claim = read_token(token)
    if claim is None:
        return None
    seen = dict(scope["headers"]).get(b"last-event-id", b"").decode("latin1") or query.get("seen", [""])[0]
    return Listener(HUB, *claim, int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else UNSEEN)


async def _open(listener: Listener, scope: Scope) -> None:
    """Join the hub first, so that no change is missed between reading the version and opening the stream."""
    HUB.add(listener)
    try:
        version = await HUB.source.version(listener.feed_id)
        if version is not None and listener.version == listener.sent:
            listener.version = version
        scope["extensions"].pop(HAND_OVER)(listener)
    except BaseException:
        HUB.remove(listener)
        raise
