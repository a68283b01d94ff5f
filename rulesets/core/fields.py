"""Fields of a procedure's input: title, unit, limits, choices, help."""

import re
from fractions import Fraction
from typing import Annotated, Any

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    WithJsonSchema,
)
from pydantic_core import PydanticUndefined


class Inputs(BaseModel):
    """What a procedure is asked. Unknown fields are refused, and nothing changes once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_max_length=200, defer_build=True)


def whole(
    title: str, *, least: int, most: int, unit: str = "", help: str = "", default: Any = PydanticUndefined
) -> Any:
    """A whole number within limits."""
    extra: dict[str, Any] = {"unit": unit} if unit else {}
    return Field(default, title=title, ge=least, le=most, description=help or None, json_schema_extra=extra)


def choice(title: str, *, help: str = "", default: Any = PydanticUndefined) -> Any:
    """One of the values of the field's type."""
    return Field(default, title=title, description=help or None)


def flag(title: str, *, help: str = "", default: Any = False) -> Any:
    """Yes or no."""
    return Field(default, title=title, description=help or None)


def words(title: str, *, help: str = "", most: int = 80, default: Any = PydanticUndefined) -> Any:
    """A name or id."""
    return Field(default, title=title, max_length=most, description=help or None)


def several(title: str, *, least: int = 0, most: int = 100, help: str = "", default: Any = PydanticUndefined) -> Any:
    """A list of so many."""
    return Field(default, title=title, min_length=least, max_length=most, description=help or None)


MOST_CARRY = 5
FRACTION = re.compile(r"-?\d{1,6}(/\d{1,6}|\.\d{1,9})?")


def _read_carry(value: Any) -> Fraction:
    """A fraction of a strength point; its spelling is checked before it is worked out."""
    text = str(value)
    try:
        carry = Fraction(text) if FRACTION.fullmatch(text) else None
    except ZeroDivisionError:
        carry = None
    if carry is None or abs(carry) > MOST_CARRY:
        raise ValueError(f'must be a fraction from -{MOST_CARRY} to {MOST_CARRY} like "3/20", not {text[:40]!r}')
    return carry


Carry = Annotated[
    Fraction,
    PlainValidator(_read_carry),
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": f"^{FRACTION.pattern}$", "examples": ["3/20"]}),
]
