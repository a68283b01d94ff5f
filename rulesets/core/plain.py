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
