"""The lock files hold every package that pyproject.toml asks for, and let pip check each file it downloads."""

import re
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from config import bootstrap
from config.bootstrap import LOCK, ROOT, TEST_LOCK, CannotGoOn
from config.lock import GROUPS

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
GROUPED = PROJECT["dependency-groups"]
RUN = [Requirement(pin) for pin in PROJECT["project"]["dependencies"]]
EVERYTHING = RUN + [Requirement(pin) for pins in GROUPED.values() for pin in pins]
HASHES = re.compile(r"(?: --hash=sha256:[0-9a-f]{64})+$")
MACHINES = [
    {"python_version": version, "python_full_version": f"{version}.{patch}", "sys_platform": system}
    for version, patch, system in product(("3.11", "3.12", "3.13"), (2, 11), ("linux", "darwin"))
]
both_locks = pytest.mark.parametrize(("lock", "direct"), [(LOCK, RUN), (TEST_LOCK, EVERYTHING)], ids=["run", "test"])


def entries(lock: Path) -> list[str]:
    """Return the lock's requirements, each on one line with its hashes."""
    text = re.sub(r" \\\n +", " ", lock.read_text())
    return [line for line in text.splitlines() if not re.match(" *#", line)]


def versions(lock: Path, machine: dict[str, str]) -> dict[str, str]:
    """Return what pip would install on a machine; two versions of one package would stop it."""
    wanted = [Requirement(HASHES.sub("", entry)) for entry in entries(lock)]
    here = [each for each in wanted if each.marker is None or each.marker.evaluate(machine)]
    found: dict[str, str] = {canonicalize_name(each.name): str(each.specifier) for each in here}
    assert len(found) == len(here)
    return found


@both_locks
@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: "-".join(machine.values()))
def test_lock_holds_every_direct_package_at_its_pin(
    lock: Path, direct: list[Requirement], machine: dict[str, str]
) -> None:
    locked = versions(lock, machine)
    pinned = {canonicalize_name(each.name): str(each.specifier) for each in direct}
    assert {name: locked.get(name) for name in pinned} == pinned


@both_locks
def test_every_entry_is_one_version_with_hashes(lock: Path, direct: list[Requirement]) -> None:
    assert len(entries(lock)) > len(direct)
    assert [entry for entry in entries(lock) if not HASHES.search(entry)] == []
    assert [entry for entry in entries(lock) if not re.match(r"[a-z0-9-]+==[^ *]+ ", entry)] == []


@pytest.mark.parametrize("machine", MACHINES, ids=lambda machine: "-".join(machine.values()))
def test_tests_run_on_the_versions_of_the_site(machine: dict[str, str]) -> None:
    run, everything = versions(LOCK, machine), versions(TEST_LOCK, machine)
    assert run.items() <= everything.items()


def test_playing_needs_no_test_tools() -> None:
    assert all({"pytest", "ruff", "uv"}.isdisjoint(versions(LOCK, machine)) for machine in MACHINES)


def test_every_group_of_packages_is_locked() -> None:
    assert set(GROUPS) == GROUPED.keys()


def test_changed_package_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "toy-1.0-py3-none-any.whl"
    wheel.write_bytes(b"not what was locked")
    lock = tmp_path / "lock.txt"
    lock.write_text(f"toy @ {wheel.as_uri()} --hash=sha256:{'0' * 64}\n")
    with pytest.raises(CannotGoOn, match="DO NOT MATCH THE HASHES"):
        bootstrap.install(lock)
