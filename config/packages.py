"""The project's own packages, lowest first, as pyproject.toml lists them."""

from pathlib import Path

from rulesets.core.packages import apps_of, packages_of

ROOT = Path(__file__).resolve().parent.parent
PACKAGES, APPS = packages_of(ROOT), apps_of(ROOT)
TOP = PACKAGES[-1]
