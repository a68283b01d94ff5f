"""Reads a frozen dataclass from JSON: every part of its type and none unknown, or the place of the first fault."""

import json
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar, cast

from pydantic import BaseModel, TypeAdapter, ValidationError

from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import as_json
from rulesets.core.sentences import said_of

T = TypeVar("T")


def read_as(kind: type[T], plain: Any) -> T:
    """Return the value, or refuse with the place within the JSON as field."""
    try:
        value: T = _adapter(cast(Hashable, kind)).validate_json(json.dumps(plain), strict=True)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in fault["loc"])
        raise IllegalOrder(f"{said_of(dict(fault), BaseModel)}.", field=place) from None
    unknown = next(_unknown(plain, as_json(value), ()), None)
    if unknown is not None:
        raise IllegalOrder("unknown field.", field=".".join(map(str, unknown)))
    return value


@cache
def _adapter(kind: Hashable) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _unknown(plain: Any, read: Any, place: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:
    """Yield the places of what was written and not read."""
    if isinstance(plain, Mapping) and isinstance(read, Mapping):
        for name, part in plain.items():
            if name not in read:
                yield (*place, name)
            yield from _unknown(part, read.get(name), (*place, name))
    elif isinstance(plain, Sequence) and not isinstance(plain, str) and isinstance(read, Sequence):
        for n, (part, value) in enumerate(zip(plain, read, strict=False)):
            yield from _unknown(part, value, (*place, n))
