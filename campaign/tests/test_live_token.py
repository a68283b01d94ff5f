"""A live token opens one feed's stream for a few minutes; nothing else does."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from campaign.services.live import make_home_token, make_token, read_home_token, read_token
from campaign.sources import SOURCES, SeededSources

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
FEED = 2**63 - 1


def test_token_names_its_feed_and_expiry() -> None:
    with SOURCES.using(SeededSources("a", now=NOON)):
        assert read_token(make_token(FEED)) == (FEED, int(NOON.timestamp()) + 300)


def test_token_expires_after_five_minutes() -> None:
    with SOURCES.using(SeededSources("a", now=NOON)):
        token = make_token(FEED)
    with SOURCES.using(SeededSources("a", now=NOON + timedelta(seconds=299))):
        assert read_token(token) is not None
    with SOURCES.using(SeededSources("a", now=NOON + timedelta(seconds=300))):
        assert read_token(token) is None


def test_token_with_any_bit_flipped_is_refused() -> None:
    raw = urlsafe_b64decode(make_token(FEED) + "==")
    for position in range(len(raw) * 8):
        forged = bytearray(raw)
        forged[position // 8] ^= 1 << position % 8
        assert read_token(urlsafe_b64encode(forged).decode().rstrip("=")) is None


def test_token_of_another_site_is_refused(settings: Settings) -> None:
    token = make_token(FEED)
    settings.SECRET_KEY = "another"
    assert read_token(token) is None


@pytest.mark.parametrize("nonsense", ["", "a", "====", "é", "\0", "A" * 37, "A" * 10_000, "../../etc/passwd"])
def test_malformed_token_is_refused(nonsense: str) -> None:
    assert read_token(nonsense) is None


def test_home_token_names_its_feeds_and_expiry() -> None:
    with SOURCES.using(SeededSources("a", now=NOON)):
        token = make_home_token([FEED, 7, 9])
        assert read_home_token(token) == ((FEED, 7, 9), int(NOON.timestamp()) + 300)
    with SOURCES.using(SeededSources("a", now=NOON + timedelta(seconds=300))):
        assert read_home_token(token) is None


@pytest.mark.parametrize("feeds", [[FEED], [FEED, 7]])
def test_home_token_opens_no_seats_stream(feeds: list[int]) -> None:
    """A claim on one feed has the same length in both, so each is signed for its own purpose."""
    assert read_token(make_home_token(feeds)) is None
    assert read_home_token(make_token(FEED)) is None


def test_forged_home_token_is_refused() -> None:
    raw = urlsafe_b64decode(make_home_token([FEED, 7]) + "====")
    for position in range(len(raw) * 8):
        forged = bytearray(raw)
        forged[position // 8] ^= 1 << position % 8
        assert read_home_token(urlsafe_b64encode(forged).decode().rstrip("=")) is None
