"""Rows for several tests: made once, and rolled back after the last of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.db import transaction
from django.test import override_settings
from pytest_django import DjangoDbBlocker

# What every test has, and what makes its rows: quick password hashes, no messages to a worker that is not there.
QUIET: dict[str, Any] = {
    "SWEEP_NUDGE": False,
    "SWEEP_RAISES": True,
    "WAR_TICK_SECONDS": 0,  # orders take effect at once
    "PASSWORD_HASHERS": ["django.contrib.auth.hashers.MD5PasswordHasher"],
}


@contextmanager
def shared_rows(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let a fixture of a module or a class write rows: each of its tests rolls back to them what it changes."""
    with blocker.unblock(), override_settings(**QUIET), transaction.atomic():
        yield
        transaction.set_rollback(True)
