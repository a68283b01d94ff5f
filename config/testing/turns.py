"""Tests that take turns in a run of all tests: which are out of their turn depends on the fingerprint of the tree.

`--in-turn=marked` leaves out most tests marked `in_turn(parts)`: one in `parts` has its turn. `--in-turn=files`, for a
second engine, leaves out half of the files, but none that speak of what engines do in their own way.
"""

import re
from collections.abc import Iterator, Sequence

import pytest

from campaign.tests.harness.rotation import FILES, MARKED, is_its_turn
from config.bootstrap import ROOT

MARKER = "in_turn(parts): in a run of all tests, one in `parts` of these has its turn"
OF_ENGINES = re.compile(
    r"postgres|vendor|transaction=True|TransactionTestCase|cursor\(|execute_wrapper|prepared\(", re.IGNORECASE
)


def out_of_turn(items: Sequence[pytest.Item], by: str) -> set[pytest.Item]:
    """Return the tests that wait for another tree."""
    return {*(_marked(items) if by == MARKED else _in_files(items) if by == FILES else ())}


def _marked(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    for item in items:
        if (mark := item.get_closest_marker("in_turn")) and not is_its_turn(item.nodeid, mark.args[0]):
            yield item


def _in_files(items: Sequence[pytest.Item]) -> Iterator[pytest.Item]:
    files = {item.path for item in items}
    plain = (file for file in files if not OF_ENGINES.search(file.read_text()))
    waiting = {file for file in plain if not is_its_turn(str(file.relative_to(ROOT)), 2)}
    return (item for item in items if item.path in waiting)
