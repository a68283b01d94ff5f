"""A live token is leave to listen to one register for a few minutes, and nothing else opens a stream."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from datetime import UTC, datetime, timedelta

import pytest
from pytest_django.fixtures import Settings

from campaign.services.live import make_token, read_token
from campaign.sources import SOURCES, SeededSources

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
REGISTER = 2**63 - 1


def test_a_token_names_its_register_and_its_end() -> None:
    with SOURCES.using(SeededSources("a", now=NOON)):
        assert read_token(make_token(REGISTER)) == (REGISTER, int(NOON.timestamp()) + 300)


def test_a_token_is_over_after_five_minutes() -> None:
    with SOURCES.using(SeededSources("a", now=NOON)):
        token = make_token(REGISTER)
    with SOURCES.using(SeededSources("a", now=NOON + timedelta(seconds=299))):
        assert read_token(token) is not None
    with SOURCES.using(SeededSources("a", now=NOON + timedelta(seconds=300))):
        assert read_token(token) is None


def test_a_token_with_any_one_bit_changed_is_refused() -> None:
    raw = urlsafe_b64decode(make_token(REGISTER) + "==")
    for position in range(len(raw) * 8):
        forged = bytearray(raw)
        forged[position // 8] ^= 1 << position % 8
        assert read_token(urlsafe_b64encode(forged).decode().rstrip("=")) is None


def test_a_token_of_another_site_is_refused(settings: Settings) -> None:
    token = make_token(REGISTER)
    settings.SECRET_KEY = "another"
    assert read_token(token) is None


@pytest.mark.parametrize("nonsense", ["", "a", "====", "é", "\0", "A" * 37, "A" * 10_000, "../../etc/passwd"])
def test_nonsense_is_refused_without_a_crash(nonsense: str) -> None:
    assert read_token(nonsense) is None
