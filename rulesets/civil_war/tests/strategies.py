"""Draws valid inputs of any rule from its model."""

import types
from typing import Any, Literal, Union, get_args, get_origin

from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import FieldInfo

NAMES = st.sampled_from(["", "Grant", "Meade", "R.E. Lee", "Mobile", "1012", "Ω'; --"])


def inputs_of(model: type[BaseModel]) -> st.SearchStrategy[dict[str, Any]]:
    """Draw fields within their limits, some left to their defaults."""
    needed = {name: _of(field.annotation, field) for name, field in model.model_fields.items() if field.is_required()}
    free = {name: _of(field.annotation, field) for name, field in model.model_fields.items() if not field.is_required()}
    return st.fixed_dictionaries(needed, optional=free)


def _limit(field: FieldInfo | None, name: str, otherwise: int) -> int:
    found = (getattr(limit, name) for limit in (field.metadata if field else ()) if hasattr(limit, name))
    return int(next(found, otherwise))


def _of(kind: Any, field: FieldInfo | None = None) -> st.SearchStrategy[Any]:
    if kind is bool:
        return st.booleans()
    if kind is int:
        return st.integers(_limit(field, "ge", -3), _limit(field, "le", 3))
    if kind is str:
        return NAMES
    return _of_many(kind, field)


def _of_many(kind: Any, field: FieldInfo | None) -> st.SearchStrategy[Any]:
    origin, parts = get_origin(kind), get_args(kind)
    if kind is type(None):
        return st.none()
    if origin is Literal:
        return st.sampled_from(parts)
    if origin in (Union, types.UnionType):
        return st.one_of([_of(part) for part in parts])
    if origin is tuple:
        least, most = _limit(field, "min_length", 0), _limit(field, "max_length", 5)
        return st.lists(_of(parts[0]), min_size=least, max_size=min(most, least + 4))
    if hasattr(kind, "__metadata__"):
        return _of(parts[0])
    return inputs_of(kind)
