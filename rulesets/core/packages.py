"""Which packages a tree consists of, from the ground up: each may import those before it."""

import tomllib
from pathlib import Path


def packages_of(root: Path) -> tuple[str, ...]:
    """Return the packages that pyproject.toml lists: the rules, the apps, and what wires the site."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return tuple(settings["tool"]["neutral-party"]["packages"])


def apps_of(root: Path) -> tuple[str, ...]:
    """Return the apps among the packages, from the ground up."""
    _, *apps, _ = packages_of(root)
    return tuple(apps)
