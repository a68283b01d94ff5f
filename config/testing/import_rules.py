"""The import rules for import-linter, derived from the list of our packages and the books' folders."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulesets.core.packages import packages_of

INSIDE_AN_APP = (
    "(urls)",
    "(views) | (api) | (tasks)",
    "(actions)",
    "(forms)",
    "(web)",
    "(services)",
    "(selectors)",
    "(visibility)",
    "(models)",
    "(sources)",
)
BRIDGE, JOINED = "cw_to_ff", ("civil_war", "fire_and_fury")


def contracts(root: Path) -> list[dict[str, Any]]:
    """Return all rules: the order of the packages, of the layers inside an app, and what books may import."""
    rules, *apps, top = packages_of(root)
    books = books_of(root / rules)
    names = [f"{rules}.{book}" for book in books]
    bridged = [f"{rules}.{BRIDGE}.** -> {rules}.{book}{deep}" for book in JOINED for deep in ("", ".**")]
    return [
        layers("Each package imports only those below it", [top, *reversed(apps), rules], tests_of=apps),
        layers("Inside an app each layer imports only those below it", INSIDE_AN_APP, containers=apps),
        forbidden("Rules import no web framework", [rules], ["django", "rest_framework", "celery"]),
        forbidden("The core of the rules imports no book", [f"{rules}.core"], names),
        {
            "name": "Books do not import one another, except in the bridge",
            "type": "independence",
            "modules": names,
            "ignore_imports": bridged,
            "unmatched_ignore_imports_alerting": "none",
        },
    ]


def books_of(rules: Path) -> list[str]:
    """Return the folders that hold a book."""
    found = (path.parent.name for path in rules.glob("*/__init__.py"))
    return sorted(name for name in found if name not in ("core", "tests"))


def layers(
    name: str, order: Sequence[str], *, containers: Sequence[str] = (), tests_of: Sequence[str] = ()
) -> dict[str, Any]:
    """Return a contract on layers, the highest first; tests of an app may use rows of the apps above it."""
    above = [(lower, upper) for n, lower in enumerate(tests_of) for upper in tests_of[n + 1 :]]
    contract: dict[str, Any] = {"name": name, "type": "layers", "layers": list(order)}
    if containers:
        contract["containers"] = list(containers)
    if above:
        contract["ignore_imports"] = [f"{lower}.tests.** -> {upper}.**" for lower, upper in above]
        contract["unmatched_ignore_imports_alerting"] = "none"
    return contract


def forbidden(name: str, sources: Sequence[str], targets: Sequence[str]) -> dict[str, Any]:
    return {"name": name, "type": "forbidden", "source_modules": list(sources), "forbidden_modules": list(targets)}


def as_ini(root: Path) -> str:
    """Return the rules as import-linter reads them."""
    lines = ["[importlinter]", _line("root_packages", list(packages_of(root))), "include_external_packages = True"]
    lines.append("exclude_type_checking_imports = True")
    for number, contract in enumerate(contracts(root)):
        lines += ["", f"[importlinter:contract:{number}]", *(_line(key, value) for key, value in contract.items())]
    return "\n".join(lines) + "\n"


def _line(key: str, value: Any) -> str:
    if isinstance(value, list):
        return "\n".join([f"{key} =", *(f"    {each}" for each in value)])
    return f"{key} = {value}"


def write(root: Path) -> Path:
    """Write the rules below var/, for `lint-imports --config`."""
    path = root / "var" / "import-rules.ini"
    path.parent.mkdir(exist_ok=True)
    path.write_text(as_ini(root), encoding="utf-8")
    return path


if __name__ == "__main__":
    print(write(Path(__file__).resolve().parents[2]))
