"""What the bench hides from the processes whose memory it measures is installed only for tests."""

import re
from pathlib import Path

import pytest

from bench.memory import HIDDEN_PACKAGES
from config.bootstrap import LOCK, TEST_LOCK


def locked(lock: Path) -> set[str]:
    return set(re.findall(r"^([a-z0-9-]+)==", lock.read_text(), re.M))


@pytest.mark.parametrize("package", HIDDEN_PACKAGES)
def test_hidden_package_is_no_part_of_the_site(package: str) -> None:
    assert package in locked(TEST_LOCK) - locked(LOCK)
