"""Which packages a tree consists of, from the ground up, each may import those before it; and where books lie."""

import os
import tomllib
from pathlib import Path

SHIPPED = Path(__file__).parent.parent  # as in the path of `rulesets`, so not resolved
MORE_BOOKS = "NEUTRAL_PARTY_BOOKS"


def packages_of(root: Path) -> tuple[str, ...]:
    """Return the packages that pyproject.toml lists: the rules, the apps, and what wires the site."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(settings["tool"]["neutral-party"]["packages"])


def apps_of(root: Path) -> tuple[str, ...]:
    """Return the apps among the packages, from the ground up."""
    _, *apps, _ = packages_of(root)
    return tuple(apps)


def book_folders() -> tuple[Path, ...]:
    """Return the folders that hold books: the site's own, and those that the environment names."""
    return (SHIPPED, *map(Path, filter(None, os.environ.get(MORE_BOOKS, "").split(os.pathsep))))
