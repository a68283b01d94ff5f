"""Schema descriptions of endpoints, noted here for the command that generates the schema.

Importing the generator takes half a second and its test tools, so pages are served without it.
"""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
ViewT = TypeVar("ViewT", bound=Callable[..., Any])
NOTED: list[tuple[Callable[..., Any], dict[str, Any]]] = []


def described(**words: Any) -> Callable[[ViewT], ViewT]:
    """Return a decorator that notes the arguments of drf-spectacular's `extend_schema`."""

    def note(view: ViewT) -> ViewT:
        NOTED.append((view, words))
        return view

    return note


def put_off(make: Callable[P, Any]) -> Callable[P, Any]:
    """Return a function whose calls are carried out only when the schema is generated."""

    @wraps(make)
    def later(*given: P.args, **named: P.kwargs) -> Any:
        return partial(make, *given, **named)

    return later
