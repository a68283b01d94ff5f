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
_END, _FEED = Struct(">I"), Struct(">Q")  # of a home page: the end, then the feeds
_SIGNATURE_BYTES = 16
_ONE, _HOME = b"live token:", b"home token:"


def kept_key(feed_id: int) -> str:
    return f"live:{feed_id:016x}"


def publish(changes: Sequence[tuple[int, int]]) -> None:
    """Publish the new versions of feeds after a commit."""
    if not settings.REDIS_URL or not changes:
        return
    pipe = redis_client().pipeline(transaction=False)
    seconds = settings.LIVE_TOKEN_SECONDS + KEPT_SECONDS_MORE
    for feed_id, version in changes:
        pipe.eval(KEEP, 1, kept_key(feed_id), version, seconds)
        pipe.publish(CHANNEL, f"{feed_id}:{version}")
    try:
        pipe.execute()
    except Exception as error:  # the act is committed; open pages fall back to polling
        logger.warning("could not publish changes: %s", type(error).__name__)


@cache
def redis_client() -> Any:
    """Return this process's client; its calls fail soon if Redis is gone."""
    import redis

    return redis.Redis.from_url(settings.REDIS_URL, socket_timeout=2, socket_connect_timeout=2)


def make_token(feed_id: int) -> str:
    """Return a token that lets its bearer listen to one feed for a few minutes."""
    return _signed(_ONE, _CLAIM.pack(feed_id, _end()))


def read_token(token: str) -> tuple[int, int] | None:
    """Return the feed and the second the token ends; None if it is forged, broken, or expired."""
    try:
        feed_id, ends_at = _CLAIM.unpack(_claim(_ONE, token))
    except (ValueError, error):
        return None
    return None if _is_over(ends_at) else (feed_id, ends_at)


def make_home_token(feed_ids: Sequence[int]) -> str:
    """Return a token that lets its bearer hear that one of these feeds changed, and not which."""
    return _signed(_HOME, _END.pack(_end()) + b"".join(_FEED.pack(feed_id) for feed_id in feed_ids))


def read_home_token(token: str) -> tuple[tuple[int, ...], int] | None:
    """Return the feeds of a home page and the second the token ends, or None."""
    try:
        claim = _claim(_HOME, token)
        (ends_at,) = _END.unpack_from(claim)
        feed_ids = tuple(feed_id for (feed_id,) in _FEED.iter_unpack(claim[_END.size :]))
    except (ValueError, error):
        return None
    return None if _is_over(ends_at) else (feed_ids, ends_at)


def _end() -> int:
    return int(SOURCES.now().timestamp()) + settings.LIVE_TOKEN_SECONDS


def _is_over(ends_at: int) -> bool:
    return ends_at <= SOURCES.now().timestamp()


def _signed(purpose: bytes, claim: bytes) -> str:
    return urlsafe_b64encode(claim + _signature(purpose, claim)).decode().rstrip("=")


def _claim(purpose: bytes, token: str) -> bytes:
    """Return what a token claims, if it was signed for this purpose."""
    raw = urlsafe_b64decode(token + "=" * (-len(token) % 4))
    claim, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    if not hmac.compare_digest(signature, _signature(purpose, claim)):
        raise ValueError("not signed for this")
    return claim


def _signature(purpose: bytes, claim: bytes) -> bytes:
    key = purpose + settings.SECRET_KEY.encode()
    return hmac.new(key, claim, sha256).digest()[:_SIGNATURE_BYTES]
