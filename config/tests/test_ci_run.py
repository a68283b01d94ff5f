"""The checks of the main branch, run on a small project: the copies of the facts first, then every test."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from config.bootstrap import ROOT

CATALOGUE = "catalogue.csv"
BRIEF = "shiloh.json"
SHEET, POINTS = ROOT / "rulesets/civil_war/sheet/data", ROOT / "rulesets/civil_war/data/place_points.csv"
OURS = {"README.md", "overrides.csv"}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Make a project whose ./test only prints that it ran, beside the shared folder that its copies come from."""
    ours, shared = tmp_path / "main", tmp_path / "shared"
    (ours / "rulesets/data/briefs").mkdir(parents=True)
    (shared / "rules").mkdir(parents=True)
    (shared / "facts/briefs").mkdir(parents=True)
    shutil.copytree(ROOT / ".ci", ours / ".ci")
    for copy, original in ((CATALOGUE, f"rules/{CATALOGUE}"), (f"briefs/{BRIEF}", f"facts/briefs/{BRIEF}")):
        shutil.copy(ROOT / "rulesets/data" / copy, ours / "rulesets/data" / copy)
        shutil.copy(ROOT / "rulesets/data" / copy, shared / original)
    copy_the_map(ours, shared)
    write_test_script(ours, "the tests ran", code=0)
    return ours


def copy_the_map(ours: Path, shared: Path) -> None:
    """Copy the facts of the map: all but the overrides are shared."""
    shutil.copytree(SHEET, ours / SHEET.relative_to(ROOT))
    shutil.copytree(SHEET, shared / "facts/geo")
    shutil.copy(SHEET / "setup_aliases.csv", shared / "facts")
    (ours / POINTS.relative_to(ROOT)).parent.mkdir(parents=True)
    shutil.copy(POINTS, ours / POINTS.relative_to(ROOT))
    shutil.copy(POINTS, shared / "facts")


def write_test_script(project: Path, words: str, code: int) -> None:
    (project / "test").write_text(f"#!/bin/sh\necho {words}\nexit {code}\n")
    (project / "test").chmod(0o755)


def ci(project: Path) -> subprocess.CompletedProcess[str]:
    variables = {name: value for name, value in os.environ.items() if name != "SHARED"}
    command = [project / ".ci/run"]
    return subprocess.run(command, env=variables, capture_output=True, text=True, check=False)


def test_ci_passes_with_exact_copies_and_passing_tests(project: Path) -> None:
    outcome = ci(project)
    assert (outcome.returncode, outcome.stderr) == (0, "")
    assert outcome.stdout.endswith("the tests ran\n")


def test_ci_fails_with_the_tests(project: Path) -> None:
    write_test_script(project, "a test failed", code=3)
    assert ci(project).returncode == 3


@pytest.mark.parametrize("copy", [CATALOGUE, f"briefs/{BRIEF}"])
def test_changed_copy_is_named_before_any_test_runs(project: Path, copy: str) -> None:
    with (project / "rulesets/data" / copy).open("a") as ours:
        ours.write("changed")
    outcome = ci(project)
    assert outcome.returncode == 1
    assert f"rulesets/data/{copy} is no longer the shared" in outcome.stderr
    assert "the tests ran" not in outcome.stdout


def test_every_fact_of_the_map_is_compared(project: Path) -> None:
    for path in sorted((project / SHEET.relative_to(ROOT)).iterdir()):
        before = path.read_bytes()
        path.write_bytes(before + b" ")
        assert (ci(project).returncode == 0) is (path.name in OURS), path.name
        path.write_bytes(before)


def test_missing_copy_of_a_brief_is_named(project: Path) -> None:
    (project / "rulesets/data/briefs" / BRIEF).unlink()
    outcome = ci(project)
    assert outcome.returncode == 1
    assert BRIEF in outcome.stderr
