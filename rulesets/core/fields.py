"""The fields of a procedure's inputs: title, unit, limits, choices, help."""

from collections.abc import Iterable, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    PlainValidator,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticKnownError, PydanticUndefined

from rulesets.core.carry import FRACTION, LONGEST_CARRY, MOST_CLASS_CARRY, read_carry
from rulesets.core.records import dataclass
from rulesets.core.words import spoken

FIRST = 3


def _say_leads(schema: dict[str, Any], model: type["Inputs"]) -> None:
    """Say in the schema which fields a form shows first; by default those without a default, then by order."""
    needed = schema.get("required", [])
    in_order = sorted(schema.get("properties", {}), key=lambda name: name not in needed)
    schema["leads"] = list(model.leads) or in_order[:FIRST]


class Inputs(BaseModel):
    """The inputs of a procedure. Unknown fields are refused, and values never change.

    A form shows the fields in `leads` and folds the others away. Fields that only name a roll never lead.
    """

    leads: ClassVar[tuple[str, ...]] = ()
    model_config = ConfigDict(
        extra="forbid", frozen=True, str_max_length=200, defer_build=True, json_schema_extra=_say_leads
    )

    @model_validator(mode="before")
    @classmethod
    def _as_meant(cls, data: Any) -> Any:
        """Refuse true for a number; take a choice as refusals spell it: gap or road."""
        return _meant(cls, data) if isinstance(data, dict) else data


@dataclass(frozen=True)
class _Meaning:
    """The fields of a model that hold numbers, and the choices of its others by their spelling."""

    numbers: frozenset[str]
    spellings: Mapping[str, Mapping[str, Any]]


@cache
def _meaning(model: type[BaseModel]) -> _Meaning:
    kinds = {name: field.annotation for name, field in model.model_fields.items()}
    spellings = {name: {spoken(choice): choice for choice in choices_in(kind)} for name, kind in kinds.items()}
    return _Meaning(
        frozenset(name for name, kind in kinds.items() if _is_number(kind)),
        {name: known for name, known in spellings.items() if known},
    )


def _meant(model: type[BaseModel], data: dict[str, Any]) -> dict[str, Any]:
    meaning = _meaning(model)
    for name in meaning.numbers & data.keys():
        if isinstance(data[name], bool):
            fault = InitErrorDetails(type="int_type", loc=(name,), input=data[name])
            raise ValidationError.from_exception_data(model.__name__, [fault])
    spelled = {name: data[name] for name in meaning.spellings.keys() & data.keys() if isinstance(data[name], str)}
    return data | {name: meaning.spellings[name].get(word, word) for name, word in spelled.items()}


NUMBERS = frozenset({int, float})


def _is_number(kind: Any) -> bool:
    """Tell a number, or an optional one."""
    return kind in NUMBERS or any(part in NUMBERS for part in get_args(kind))


def choices_in(kind: Any) -> list[Any]:
    """Return the values that a field may have, if there is a list of them."""
    if isinstance(kind, type) and issubclass(kind, Enum):
        return list(kind)
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [choice for part in get_args(kind) for choice in choices_in(part)]


def no_yes(value: Any) -> Any:
    """Refuse true among the numbers of a list."""
    if isinstance(value, bool):
        raise PydanticKnownError("int_type")
    return value


def whole(
    title: str, *, least: int, most: int, unit: str = "", help: str = "", default: Any = PydanticUndefined
) -> Any:
    """Declare a whole number within limits."""
    extra: dict[str, Any] = {"unit": unit} if unit else {}
    return Field(default, title=title, ge=least, le=most, description=help or None, json_schema_extra=extra)


def choice(title: str, *, help: str = "", default: Any = PydanticUndefined) -> Any:
    """Declare one of the values of the field's type."""
    return Field(default, title=title, description=help or None)


def flag(title: str, *, help: str = "", default: Any = False) -> Any:
    """Declare a yes or no."""
    return Field(default, title=title, description=help or None)


def words(title: str, *, help: str = "", most: int = 80, default: Any = PydanticUndefined) -> Any:
    """Declare a name or id. Without a default it can't be empty."""
    least = 1 if default is PydanticUndefined else None
    return Field(default, title=title, min_length=least, max_length=most, description=help or None)


def several(title: str, *, least: int = 0, most: int = 100, help: str = "", default: Any = PydanticUndefined) -> Any:
    """Declare a list and its length."""
    return Field(default, title=title, min_length=least, max_length=most, description=help or None)


def need_once(field: str, names: Iterable[str], *, empty_too: bool = False) -> None:
    """Refuse a name that is listed twice; with `empty_too`, two without a name as well."""
    seen: set[str] = set()
    for name in names:
        if name in seen and (name or empty_too):
            raise ValueError(f"{field}: {name} is listed twice" if name else f"{field}: name each one")
        seen.add(name)


Share = Annotated[
    Fraction,
    PlainSerializer(str),
    WithJsonSchema(
        {"type": "string", "pattern": f"^{FRACTION.pattern}$", "maxLength": LONGEST_CARRY, "examples": ["3/20"]}
    ),
]
Carry = Annotated[Share, PlainValidator(read_carry)]
ClassCarry = Annotated[Share, PlainValidator(partial(read_carry, most=MOST_CLASS_CARRY))]
