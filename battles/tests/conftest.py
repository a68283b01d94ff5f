"""A toy book for tests that work with any book."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.core import registry

TOY_BOOKS = Path(__file__).parent / "toy_books"


@pytest.fixture
def tin_book(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(registry.MORE_BOOKS, str(TOY_BOOKS))
    registry.books.cache_clear()
    yield
    registry.books.cache_clear()
