"""Tests that run apart from the others, and the files that hold them.

Collecting all tests takes longer than many a test, and each process of each suite does it: a suite of tests that run
apart reads only the files that speak of them.
"""

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import pytest

from config.bootstrap import ROOT
from config.packages import PACKAGES

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
    return [str(path.relative_to(ROOT)) for path, text in _test_files().items() if said.search(text)]


@cache
def _test_files() -> dict[Path, str]:
    files = (path for package in PACKAGES for path in (ROOT / package).rglob("test_*.py"))
    return {path: path.read_text() for path in sorted(files)}


def missed(items: Iterable[pytest.Item]) -> list[str]:
    """Return the tests that their suite would not collect, as their file doesn't speak of their marker."""
    held = {marker: {ROOT / file for file in files_with(marker)} for marker in SAID}
    return [
        f"{item.nodeid} is marked “{marker}”, which its file must say as {SAID[marker]}"
        for item in items
        for marker, files in held.items()
        if item.get_closest_marker(marker) and item.path not in files
    ]
