"""Frozen values as JSON, and back where the types say how."""

import dataclasses
from collections.abc import Mapping
from enum import Enum
from fractions import Fraction
from typing import Any

Json = dict[str, Any]


def as_json(value: Any) -> Any:
    """Return dataclasses, enums, and fractions as plain JSON; a fraction as "3/8"."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Fraction):
        return str(value)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_json(getattr(value, f.name)) for f in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return {str(as_json(key)): as_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_json(item) for item in value]
    dump = getattr(value, "model_dump", None)
    return dump(mode="json") if dump else value


def has_at_most(most: int, value: Any) -> bool:
    """Tell whether JSON has at most so many values inside; look at no more than that."""
    left, waiting = most, [value]
    while waiting and left >= 0:
        part = waiting.pop()
        inside = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
        left -= len(inside)
        if left >= 0:
            waiting.extend(inside)
    return left >= 0
