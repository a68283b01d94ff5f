"""Tests that run apart from the others, and the files that hold them.

Collecting all tests takes longer than many a test, and each process of each suite does it: a suite of tests that run
apart reads only the files that speak of them.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from config.bootstrap import ROOT
from config.packages import PACKAGES

if TYPE_CHECKING:
    import pytest

# How a file speaks of such tests, by their marker. A test in the browser is marked for its fixture.
SAID = {
    "processes": r"pytest\.mark\.processes\b",
    "browser": r"\bbrowse\b",
    "production": r"pytest\.mark\.production\b",
    "long": r"pytest\.mark\.long\b",
    "harness": r"pytest\.mark\.harness\b",
}
NEITHER = " and ".join(f"not {marker}" for marker in SAID)


def files_with(*markers: str) -> list[str]:
    """Return the test files that speak of one of these markers, from the project's folder."""
    said = re.compile("|".join(SAID[marker] for marker in markers))
    files = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("test_*.py"))
    return [str(path.relative_to(ROOT)) for path in files if said.search(_text(path))]


@cache
def _text(path: Path) -> str:
    return path.read_text()


def missed(items: Iterable["pytest.Item"]) -> list[str]:
    """Return the tests that their suite would not collect, as their file doesn't speak of their marker."""
    marked = [(item, marker) for item in items for marker in SAID if item.get_closest_marker(marker)]
    return [
        f"{item.nodeid} is marked “{marker}”, which its file must say as {SAID[marker]}"
        for item, marker in marked
        if not re.search(SAID[marker], _text(item.path))
    ]
