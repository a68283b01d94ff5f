"""Readers of environment variables; each rejects a bad value and names the variable."""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

TRUE, FALSE = frozenset({"1", "yes", "true", "on"}), frozenset({"0", "no", "false", "off", ""})


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, default).strip()


def required(name: str, why: str) -> str:
    value = text(name)
    if not value:
        raise ImproperlyConfigured(f"{name} is not set: {why}.")
    return value


def flag(name: str, *, default: bool = False) -> bool:
    value = text(name, "yes" if default else "no").lower()
    if value not in TRUE | FALSE:
        raise ImproperlyConfigured(f"{name}={value!r} is neither yes nor no.")
    return value in TRUE


def number(name: str, default: int) -> int:
    value = text(name) or str(default)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name}={value!r} is not a whole number.")
    return int(value)


def listed(name: str) -> list[str]:
    """Return a comma-separated list."""
    return [part.strip() for part in text(name).split(",") if part.strip()]


def folder(name: str, default: Path) -> Path:
    path = Path(text(name) or default).absolute()
    path.mkdir(parents=True, exist_ok=True)
    return path
