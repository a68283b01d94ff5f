"""The book of blocks, for the tests that need a second strategic book."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from rulesets.core.tests.toys import more_books


@pytest.fixture
def blocks_book() -> Iterator[None]:
    with more_books(Path(__file__).parent / "toy_books"):
        yield
