"""What is wrong with an input, in one sentence: the field and its limit."""

import re
from collections.abc import Iterator
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

NOTHING = "''"
MOST_SHOWN = 40
ENDINGS = (("corps", "corps"), ("ss", "ss"), ("ies", "y"), ("xes", "x"), ("ches", "ch"), ("s", ""))

KINDS = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "int_parsing_size": "a whole number",
    "finite_number": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "words",
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "an object with fields",
    "dict_type": "an object with fields",
    "mapping_type": "an object with fields",
    "dataclass_type": "an object with fields",
}


def sentence_of(error: ValidationError, model: type[BaseModel]) -> tuple[str, str]:
    """The first fault: the field, and the sentence. What lies within a field is named as one reads it."""
    fault = error.errors(include_url=False)[0]
    field = ".".join(str(part) for part in fault["loc"])
    said, place = said_of(dict(fault), model), place_of(fault["loc"], model)
    return field, f"{place}: {said}." if place else f"{said}."


def place_of(path: tuple[int | str, ...], model: type[BaseModel]) -> str:
    """A field by its name; what lies within one in words: Order of battle, 2nd corps, 1st division, stands."""
    if len(path) < 2:
        return ".".join(map(str, path))
    words = ", ".join(_places(path, model))
    return words[:1].upper() + words[1:]


def with_place(sentence: str, field: str, model: type[BaseModel]) -> str:
    """A sentence that begins with a field, which is named in words where it lies within another."""
    if "." not in field or not sentence.startswith(f"{field}:"):
        return sentence
    path = tuple(int(part) if part.isdecimal() else part for part in field.split("."))
    return place_of(path, model) + sentence.removeprefix(field)


def _places(path: tuple[int | str, ...], model: type[BaseModel] | None) -> Iterator[str]:
    title = ""
    for part in path:
        if isinstance(part, int):
            yield f"{ordinal(part + 1)} {one_of(title)}"
            title = ""
            continue
        yield from filter(None, [title])
        info = model.model_fields.get(part) if model else None
        title, model = _lower(info.title if info and info.title else part), _model_in(info.annotation if info else None)
    yield from filter(None, [title])


def _model_in(annotation: Any) -> type[BaseModel] | None:
    """The model that a field holds, alone, in a list, or as one that may be absent."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(_model_in, get_args(annotation))), None)


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


def one_of(title: str) -> str:
    """One of what a title names: the divisions in no corps, a division in no corps."""
    found = re.match(r"(.*?)((?:,| in | of | that | by | from | out of | around).*|)$", title)
    head, rest = found.groups() if found else (title, "")
    return next((head.removesuffix(many) + one for many, one in ENDINGS if head.endswith(many)), head) + rest


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 11th"""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def said_of(fault: dict[str, Any], model: type[BaseModel]) -> str:
    kind, limits, given = str(fault["type"]), fault.get("ctx", {}), _shown(fault.get("input"))
    if kind == "missing":
        return f"is missing{_range_of(fault, model)}"
    if kind == "extra_forbidden":
        return f"no such field; there is {', '.join(model.model_fields)}" if len(fault["loc"]) == 1 else "no such field"
    if kind in KINDS:
        return f"must be {KINDS[kind]}{_range_of(fault, model)}, not {given}"
    if kind == "greater_than_equal":
        return f"must be {limits['ge']} or more, not {given}"
    if kind == "less_than_equal":
        return f"must be {limits['le']} or less, not {given}"
    if kind in ("literal_error", "enum"):
        return f"must be {str(limits['expected']).replace(NOTHING, 'empty').replace(chr(39), '')}, not {given}"
    if kind == "multiple_of":
        return f"must be in steps of {limits['multiple_of']:g}{_range_of(fault, model)}, not {given}"
    if kind == "string_too_short":
        return "must not be empty"
    if kind == "too_long":
        return f"at most {limits['max_length']} are allowed, not {limits['actual_length']}"
    if kind == "too_short":
        return f"at least {limits['min_length']} are needed, not {limits['actual_length']}"
    if kind == "string_too_long":
        return f"at most {limits['max_length']} characters are allowed"
    return str(fault["msg"]).removeprefix("Value error, ").rstrip(".").replace("\n", " ")


def _shown(value: Any) -> str:
    text = "nothing" if value is None else str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."


def _range_of(fault: dict[str, Any], model: type[BaseModel]) -> str:
    info = _field_at(fault["loc"], model)
    if info is None:
        return ""
    least = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in info.metadata if hasattr(m, "le")), None)
    return f" ({least:g} to {most:g})" if least is not None and most is not None else ""


def _field_at(path: tuple[int | str, ...], model: type[BaseModel] | None) -> FieldInfo | None:
    """The field that a path leads to, within others or not."""
    info: FieldInfo | None = None
    for part in path:
        if isinstance(part, int):
            continue
        info = model.model_fields.get(part) if model else None
        model = _model_in(info.annotation if info else None)
    return info if path and isinstance(path[-1], str) else None


def many(number: int, what: str) -> str:
    """1 division, 2 divisions"""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
