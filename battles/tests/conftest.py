"""A toy book for tests that work with any book."""

from collections.abc import Iterator

import pytest

from battles.tests.builders import toy_books


@pytest.fixture
def tin_book() -> Iterator[None]:
    with toy_books():
        yield
