"""Schema descriptions of endpoints, noted here for the command that generates the schema.

Importing the generator takes half a second and its test tools, so pages are served without it.
"""

from collections.abc import Callable
from typing import Any, TypeVar

ViewT = TypeVar("ViewT", bound=Callable[..., Any])
NOTED: list[tuple[Callable[..., Any], dict[str, Any]]] = []


def described(**words: Any) -> Callable[[ViewT], ViewT]:
    """Return a decorator that notes the arguments of drf-spectacular's `extend_schema`."""

    def note(view: ViewT) -> ViewT:
        NOTED.append((view, words))
        return view

    return note
