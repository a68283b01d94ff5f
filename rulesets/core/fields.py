"""Fields of a procedure's input: title, unit, limits, choices, help."""

from collections.abc import Iterable
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationInfo,
    WithJsonSchema,
    field_validator,
)
from pydantic_core import PydanticKnownError, PydanticUndefined

from rulesets.core.carry import FRACTION, MOST_CLASS_CARRY, read_carry


class Inputs(BaseModel):
    """What a procedure is asked. Unknown fields are refused, and nothing changes once read."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_max_length=200, defer_build=True)

    @field_validator("*", mode="before")
    @classmethod
    def _yes_is_no_number(cls, value: Any, info: ValidationInfo) -> Any:
        if isinstance(value, bool) and _is_number(cls.model_fields[str(info.field_name)].annotation):
            raise PydanticKnownError("int_type")
        return value


NUMBERS = frozenset({int, float})


def _is_number(kind: Any) -> bool:
    """A number, or one that may be left out."""
    return kind in NUMBERS or any(part in NUMBERS for part in get_args(kind))


def no_yes(value: Any) -> Any:
    """For the numbers of a list: true is not 1."""
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return value


WholeNumber = Annotated[int, BeforeValidator(no_yes)]


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
    """A name or id. One that must be given is not empty."""
    least = 1 if default is PydanticUndefined else None
    return Field(default, title=title, min_length=least, max_length=most, description=help or None)


def several(title: str, *, least: int = 0, most: int = 100, help: str = "", default: Any = PydanticUndefined) -> Any:
    """A list of so many."""
    return Field(default, title=title, min_length=least, max_length=most, description=help or None)


def need_once(field: str, names: Iterable[str], *, empty_too: bool = False) -> None:
    """Refuses a name that stands there twice; those without a name are not compared, unless they must have one."""
    seen: set[str] = set()
    for name in names:
        if name in seen and (name or empty_too):
            raise ValueError(
                f"{field}: {name} stands there twice" if name else f"{field}: each needs a name of its own"
            )
        seen.add(name)


Share = Annotated[
    Fraction,
    PlainSerializer(str),
    WithJsonSchema({"type": "string", "pattern": f"^{FRACTION.pattern}$", "examples": ["3/20"]}),
]
Carry = Annotated[Share, PlainValidator(read_carry)]
ClassCarry = Annotated[Share, PlainValidator(partial(read_carry, most=MOST_CLASS_CARRY))]
