"""Marks on services that carry out rows of the catalogue, as procedures have with `rules`."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_CALLED: set[str] = set()


def carries(*rules: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Mark a service: `@carries("VG-1")`; `manage.py rules coverage` reads it from the sources."""

    def mark(service: Callable[P, R]) -> Callable[P, R]:
        name = f"{service.__module__}.{service.__qualname__}"

        @wraps(service)
        def noted(*args: P.args, **kwargs: P.kwargs) -> R:
            called(name)
            return service(*args, **kwargs)

        return noted

    return mark


def called(name: str) -> None:
    """Note that a procedure or service ran, so that the record of tests knows what a marked test called."""
    _CALLED.add(name)


def take_called() -> frozenset[str]:
    """Return what ran since the last time."""
    ran = frozenset(_CALLED)
    _CALLED.clear()
    return ran
