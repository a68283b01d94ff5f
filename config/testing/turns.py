"""Test files that take turns: on a second engine, half of them are run again, other ones for another tree.

Files that speak of what engines do in their own way run each time.
"""

import re
from collections.abc import Iterable

import pytest

from campaign.tests.harness.rotation import is_its_turn
from config.bootstrap import ROOT

OF_ENGINES = re.compile(
    r"postgres|vendor|transaction=True|TransactionTestCase|cursor\(|execute_wrapper|prepared\(", re.IGNORECASE
)


def out_of_turn(items: Iterable[pytest.Item], parts: int) -> list[pytest.Item]:
    """Return the tests in files that wait for another tree, where one in so many parts has its turn."""
    files = {item.path for item in items}
    waiting = {
        file
        for file in files
        if not OF_ENGINES.search(file.read_text()) and not is_its_turn(str(file.relative_to(ROOT)), parts)
    }
    return [item for item in items if item.path in waiting]
