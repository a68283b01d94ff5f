"""Tells which rows of the catalogue are implemented, by what, by which tests they are shown, and whether those pass.

It runs nothing: procedures come from the registry, services and tests from the sources, `green` from the record that
the last test run of this exact tree left in `var/test-record.json` (record_plugin.py).
"""

import ast
import csv
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesets.core import registry
from rulesets.core.packages import packages_of
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass

MILESTONES = ("books", "prepare", "return", "map", "war", "books2", "field", "cards", "later")
CATALOGUE = Path(__file__).parent.parent / "data" / "catalogue.csv"
RECORD = Path("var") / "test-record.json"
BESIDE = ("templates", "static")
FILES = ("conftest.py", "pyproject.toml", "requirements.txt")


@dataclass(frozen=True)
class Row:
    """One row of the catalogue. `green` is None where the record of this tree lacks some of its tests."""

    id: str
    milestone: str
    carried_by: tuple[str, ...]
    tests: tuple[str, ...]
    green: bool | None

    @property
    def counts(self) -> bool:
        """Tell whether the row is implemented, tested, and green."""
        return bool(self.carried_by and self.tests and self.green)

    def to_json(self) -> Json:
        """Return the row as JSON."""
        plain: Json = as_json(self)
        return plain

    def __str__(self) -> str:
        wanting = [
            word
            for word, there in (
                ("nothing implements it", self.carried_by),
                ("no test is marked with it", self.tests),
                ("the record of this tree is incomplete" if self.green is None else "not green", self.green),
            )
            if not there
        ]
        return f"{self.id:16} {self.milestone:8} {'; '.join(wanting) or ', '.join(self.carried_by)}"


def coverage(root: Path, *, through: str | None = None, only: str | None = None) -> list[Row]:
    """Return the rows asked for: of one milestone, of all up to one, or all."""
    last = MILESTONES.index(through) if through else len(MILESTONES) - 1
    wanted = {only} if only else set(MILESTONES[: last + 1])
    carriers, tests, record = _carriers(root), _tests(root), read_record(root)
    return [
        Row(rule, milestone, by, marked, _green(rule, by, marked, record))
        for rule, milestone in catalogue().items()
        if milestone in wanted
        for by, marked in [(carriers.get(rule, ()), tests.get(rule, ()))]
    ]


def catalogue() -> dict[str, str]:
    """Return the milestone of each rule; an unknown milestone would hide its rows from every count."""
    with CATALOGUE.open(newline="") as lines:
        found = {row["id"]: row["milestone"] for row in csv.DictReader(lines)}
    if unknown := sorted(set(found.values()) - set(MILESTONES)):
        known = ", ".join(MILESTONES)
        raise ValueError(f"{CATALOGUE.name}: unknown milestone {', '.join(unknown)}; the milestones are {known}.")
    return found


def tree_hash(root: Path) -> str:
    """Return a fingerprint of the sources, with or without a repository."""
    digest = hashlib.sha256()
    files = [path for folder in (*packages_of(root), *BESIDE) for path in (root / folder).rglob("*") if path.is_file()]
    files += [root / name for name in FILES if (root / name).exists()]
    for path in sorted(files):
        if "__pycache__" not in path.parts:
            digest.update(f"{path.relative_to(root)}\0".encode())
            digest.update(hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def read_record(root: Path) -> dict[str, Json]:
    """Return the marked tests by node id, if they ran on this exact tree."""
    try:
        record = json.loads((root / RECORD).read_text())
    except (OSError, ValueError):
        return {}
    same = isinstance(record, dict) and record.get("tree") == tree_hash(root)
    tests: dict[str, Json] = record["tests"] if same else {}
    return tests


def _green(rule: str, carriers: tuple[str, ...], tests: tuple[str, ...], record: dict[str, Json]) -> bool | None:
    """Tell whether all marked tests ran, passed, and called what implements the row."""
    ran: dict[str, list[Json]] = {}
    for node, told in record.items():
        if rule in told["rules"]:
            ran.setdefault(node.partition("[")[0], []).append(told)
    if not ran or not ran.keys() >= set(tests):
        return None
    passed = all(told["passed"] for runs in ran.values() for told in runs)
    return passed and all(any({*told["called"]} & {*carriers} for told in runs) for runs in ran.values())


def _carriers(root: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for each in registry.all_procedures():
        for rule in each.rules:
            found.setdefault(rule, []).append(each.id)
    for path in _python(root, packages_of(root)[1:]):
        for name, rules in _marked(path, "carries"):
            module = ".".join(path.relative_to(root).with_suffix("").parts)
            for rule in rules:
                found.setdefault(rule, []).append(f"{module}.{name}")
    return {rule: tuple(sorted(names)) for rule, names in found.items()}


def _tests(root: Path) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for path in _python(root, packages_of(root)):
        if path.name.startswith("test_"):
            for name, rules in _marked(path, "rule"):
                for rule in rules:
                    found.setdefault(rule, []).append(f"{path.relative_to(root)}::{name.replace('.', '::')}")
    return {rule: tuple(sorted(names)) for rule, names in found.items()}


def _python(root: Path, folders: tuple[str, ...]) -> Iterator[Path]:
    for folder in folders:
        yield from sorted((root / folder).rglob("*.py"))


def _marked(path: Path, decorator: str) -> Iterator[tuple[str, list[str]]]:
    """Yield functions under `@carries("…")` or `@pytest.mark.rule("…")`, and those of a marked class or file."""
    text = path.read_text()
    if f"{decorator}(" in text:
        whole = ast.parse(text)
        yield from _marked_in(whole, decorator, "", _of_the_file(whole, decorator))


def _of_the_file(whole: ast.Module, decorator: str) -> list[str]:
    """Return what `pytestmark` says of all tests of a file."""
    values = [
        each.value
        for each in whole.body
        if isinstance(each, ast.Assign) and [getattr(name, "id", "") for name in each.targets] == ["pytestmark"]
    ]
    return [rule for value in values for rule in _named(getattr(value, "elts", [value]), decorator)]


def _marked_in(node: ast.AST, decorator: str, prefix: str, above: list[str]) -> Iterator[tuple[str, list[str]]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ClassDef):
            yield from _marked_in(child, decorator, f"{prefix}{child.name}.", above + _rules(child, decorator))
        elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            rules = above + _rules(child, decorator)
            is_test = decorator != "rule" or child.name.startswith("test")
            if rules and is_test:
                yield f"{prefix}{child.name}", rules


def _rules(node: Any, decorator: str) -> list[str]:
    return _named(node.decorator_list, decorator)


def _named(marks: list[Any], decorator: str) -> list[str]:
    found: list[str] = []
    for mark in marks:
        name = getattr(getattr(mark, "func", None), "attr", getattr(getattr(mark, "func", None), "id", ""))
        if name == decorator:
            found += [str(word.value) for word in mark.args if isinstance(word, ast.Constant)]
    return found
