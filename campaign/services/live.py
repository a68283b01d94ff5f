"""Tell the live application which views changed, and issue tokens for listeners.

An event carries a feed and its version, nothing else. Embedded, the live hub reads the feeds' versions from
the database. With Redis, each change is published and kept for a while, so that a page that connects just
after a change still gets it; no live process ever queries the database.
"""

import hmac
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from struct import Struct, error
from typing import Any

from django.conf import settings

from campaign.sources import SOURCES

logger = logging.getLogger("neutral.live")
CHANNEL = "live"
KEPT_SECONDS_MORE = 60
# Two processes may publish in a different order than they committed: the kept version never decreases.
KEEP = """
if tonumber(redis.call('GET', KEYS[1]) or 0) < tonumber(ARGV[1]) then
    redis.call('SET', KEYS[1], ARGV[1], 'EX', ARGV[2])
end
"""
_CLAIM = Struct(">QI")  # feed, end of validity in seconds
_SIGNATURE_BYTES = 16


def kept_key(feed_id: int) -> str:
    return f"live:{feed_id:016x}"


def publish(changes: Sequence[tuple[int, int]]) -> None:
    """Publish the new versions of feeds after a commit."""
    if not settings.REDIS_URL or not changes:
        return
    pipe = _redis().pipeline(transaction=False)
    seconds = settings.LIVE_TOKEN_SECONDS + KEPT_SECONDS_MORE
    for feed_id, version in changes:
        pipe.eval(KEEP, 1, kept_key(feed_id), version, seconds)
        pipe.publish(CHANNEL, f"{feed_id}:{version}")
    try:
        pipe.execute()
    except Exception as error:  # the act is committed; open pages fall back to polling
        logger.warning("could not publish changes: %s", type(error).__name__)


@cache
def _redis() -> Any:
    import redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def make_token(feed_id: int) -> str:
    """Return a token that lets its bearer listen to one feed for a few minutes."""
    claim = _CLAIM.pack(feed_id, int(SOURCES.now().timestamp()) + settings.LIVE_TOKEN_SECONDS)
    return urlsafe_b64encode(claim + _signature(claim)).decode().rstrip("=")


def read_token(token: str) -> tuple[int, int] | None:
    """Return the feed and the second the token ends; None if it is forged, broken, or expired."""
    try:
        raw = urlsafe_b64decode(token + "=" * (-len(token) % 4))
        claim, signature = raw[: _CLAIM.size], raw[_CLAIM.size :]
        feed_id, ends_at = _CLAIM.unpack(claim)
    except (ValueError, error):
        return None
    if not hmac.compare_digest(signature, _signature(claim)) or ends_at <= SOURCES.now().timestamp():
        return None
    return feed_id, ends_at


def _signature(claim: bytes) -> bytes:
    key = b"live token:" + settings.SECRET_KEY.encode()
    return hmac.new(key, claim, sha256).digest()[:_SIGNATURE_BYTES]
