"""The import rules follow from the list of our packages and the books' folders; each fails when broken."""

import shutil
import subprocess
from pathlib import Path

import pytest

from config.packages import PACKAGES, ROOT
from config.testing.import_rules import as_ini, books_of, contracts
from config.testing.suites import tool
from rulesets.core import registry


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Copy the code of our packages and their list."""
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("data", "__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / "rules.ini").write_text(as_ini(tmp_path))
    return tmp_path


def broken(tree: Path) -> list[str]:
    command = tool("lint-imports", "--config", "rules.ini", "--no-cache")
    done = subprocess.run(command, cwd=tree, capture_output=True, text=True, check=False)
    return [line for line in done.stdout.splitlines() if " BROKEN" in line]


@pytest.mark.long
@pytest.mark.parametrize(
    ("module", "imported", "rule"),
    [
        ("campaign/ids.py", "war.models", "Each package imports only those below it"),
        ("war/parts.py", "battles.models", "Each package imports only those below it"),
        ("rulesets/core/dice.py", "campaign.ids", "Each package imports only those below it"),
        ("war/models/map.py", "war.services.forces", "Inside an app each layer imports only those below it"),
        ("rulesets/core/dice.py", "django.conf", "Rules import no web framework"),
        ("rulesets/core/dice.py", "rulesets.civil_war", "The core of the rules imports no book"),
        ("rulesets/civil_war/turns.py", "rulesets.fire_and_fury", "Books do not import one another"),
    ],
)
def test_forbidden_import_is_reported(tree: Path, module: str, imported: str, rule: str) -> None:
    path = tree / module
    path.write_text(f"{path.read_text()}\nimport {imported}  # planted\n")
    assert any(name.startswith(rule) for name in broken(tree))


def test_every_book_is_independent() -> None:
    apart = next(contract for contract in contracts(ROOT) if contract["type"] == "independence")
    folders = books_of(ROOT / "rulesets")
    assert apart["modules"] == [f"rulesets.{book}" for book in folders]
    assert {book.id for book in registry.books() if (ROOT / "rulesets" / book.id).is_dir()} == set(folders)


def test_every_package_has_its_layer() -> None:
    order = next(contract for contract in contracts(ROOT) if contract["name"].startswith("Each package"))
    assert order["layers"] == list(reversed(PACKAGES))
