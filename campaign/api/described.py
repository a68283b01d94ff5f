"""What the schema says of an endpoint: noted here, and given to the schema generator by who draws the schema.

The generator brings half a second and its test tools with it; pages are served without.
"""

from collections.abc import Callable
from typing import Any, TypeVar

ViewT = TypeVar("ViewT", bound=Callable[..., Any])
NOTED: list[tuple[Callable[..., Any], dict[str, Any]]] = []


def described(**words: Any) -> Callable[[ViewT], ViewT]:
    """Decorator: what drf-spectacular's `extend_schema` would be told."""

    def note(view: ViewT) -> ViewT:
        NOTED.append((view, words))
        return view

    return note
