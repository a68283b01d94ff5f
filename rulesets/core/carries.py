"""Services that carry out rows of the catalogue say so, as procedures do with `rules`."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

_CALLED: set[str] = set()


def carries(*rules: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """`@carries("VG-1")` on a service: `manage.py rules coverage` reads it from the sources."""

    def mark(service: Callable[P, R]) -> Callable[P, R]:
        name = f"{service.__module__}.{service.__qualname__}"

        @wraps(service)
        def noted(*args: P.args, **kwargs: P.kwargs) -> R:
            called(name)
            return service(*args, **kwargs)

        return noted

    return mark


def called(name: str) -> None:
    """Note that a procedure or service ran; the tests' record asks what a marked test really called."""
    _CALLED.add(name)


def take_called() -> frozenset[str]:
    """What ran since last asked."""
    ran = frozenset(_CALLED)
    _CALLED.clear()
    return ran
