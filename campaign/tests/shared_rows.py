"""Rows for several tests: made once, and rolled back after the last of them."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction
from pytest_django import DjangoDbBlocker


@contextmanager
def shared_rows(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Let a fixture of a module or a class write rows: each of its tests rolls back to them what it changes."""
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
