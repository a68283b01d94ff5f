"""Our packages are listed once and every check reads that list, so each fault planted in `war` fails its check."""

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.apps import apps

from campaign.tests.our_apps import OUR_APPS
from config.packages import APPS, PACKAGES, ROOT
from config.testing.suites import TYPES

NOT_COPIED = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".ruff_cache")
RECORDED = "config/tests/test_recorded.py"
PLANTED = {
    "war/urls/map.py": 'of_map.append(path("planted/", shows(views.sheet), name="planted"))\n',
    "war/services/forces.py": (
        'def planted() -> None:\n    with open_act(None, stream=CAMPAIGN_STREAM, kind="war.planted"):\n        pass\n'
    ),
    "war/parts.py": 'planted: int = "seven"\n',
}


def test_every_app_is_installed_with_its_part() -> None:
    assert [app.name for app in apps.get_app_configs() if app.name in APPS] == list(APPS)
    assert OUR_APPS == APPS
    assert all((ROOT / app / "part.py").is_file() for app in APPS)


def test_image_holds_every_package() -> None:
    kept = {line.removeprefix("!") for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"}
    assert {*PACKAGES, "pyproject.toml"} <= kept


def test_packages_are_listed_nowhere_else() -> None:
    found = [
        f"{file.relative_to(ROOT)}:{node.lineno}"
        for package in PACKAGES
        for file in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.List | ast.Tuple | ast.Set)
        and set(APPS) <= {getattr(each, "value", None) for each in node.elts}
    ]
    assert found == []


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Copy the tree and mypy's cache, with an unlinked page, an unrecorded act, and a type error in `war`."""
    tree = tmp_path_factory.mktemp("planted") / "tree"
    shutil.copytree(ROOT, tree, ignore=NOT_COPIED)
    for name, text in PLANTED.items():
        with (tree / name).open("r+") as file:
            file.seek(0, os.SEEK_END)
            file.write(f"\n\n{text}")
    return tree


def run(tree: Path, *command: str) -> tuple[int, str]:
    own = {name: value for name, value in os.environ.items() if name not in ("NEUTRAL_TEST_RUN", "DATA_DIR")}
    done = subprocess.run(command, cwd=tree, env=own, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


@pytest.mark.long
@pytest.mark.parametrize(
    ("check", "found"),
    [
        ("config/tests/test_twins.py", "map:planted"),
        (
            "config/tests/test_recorded.py::test_recorded_files_hold_every_table_and_kind_of_entry",
            "war.plan",
        ),
    ],
)
def test_planted_fault_fails_its_check(planted: Path, check: str, found: str) -> None:
    code, said = run(planted, sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", check)
    assert code == 1
    assert found in said


@pytest.mark.long
def test_planted_type_error_fails_its_check(planted: Path) -> None:
    [command] = TYPES.commands
    code, said = run(planted, *command)
    assert code == 1
    assert "war/parts.py" in said
