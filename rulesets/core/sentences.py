"""What is wrong with an input, in one sentence: the field, its limit, and what was given."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from rulesets.core.words import first_up, listed, many, number, one_of, ordinal, quoted, shown, spoken, words_of

__all__ = ["inputs_in_words", "model_in", "one_of", "place_of", "said_of", "sentence_of", "with_place"]

FIELD_FIRST = re.compile(r"(\w+(?:\.\w+)*): (.*)", re.DOTALL)
Path = Sequence[int | str]

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
    "string_type": "text",
    "list_type": "a list",
    "tuple_type": "a list",
    "model_type": "an object with fields",
    "dict_type": "an object with fields",
    "mapping_type": "an object with fields",
    "dataclass_type": "an object with fields",
}


def sentence_of(error: ValidationError, model: type[BaseModel]) -> tuple[str, str]:
    """Return the first fault: the path of its field, and the sentence that names the field as people do."""
    fault: dict[str, Any] = dict(error.errors(include_url=False)[0])
    path: Path = fault["loc"]
    if fault["type"] == "extra_forbidden":
        return _dotted(path), _unknown_field(path, model)
    said = f"{said_of(fault, model)}."
    found = FIELD_FIRST.fullmatch(said)
    if found and _field_at([*path, *found[1].split(".")], model):
        path, said = [*path, *found[1].split(".")], found[2]
    place = place_of(path, model)
    return _dotted(path), f"{place}: {said}" if place else said


def place_of(path: Path, model: type[BaseModel]) -> str:
    """Name a field in words: Order of battle, 2nd corps, 1st division, stands."""
    words = ", ".join(_places(path, model))
    return words[:1].upper() + words[1:]


def with_place(sentence: str, field: str, model: type[BaseModel]) -> str:
    """Name the field in words where a sentence begins with its path."""
    if not field or not sentence.startswith(f"{field}: "):
        return sentence
    path = [int(part) if part.isdecimal() else part for part in field.split(".")]
    return place_of(path, model) + sentence.removeprefix(field)


def inputs_in_words(inputs: Mapping[str, Any], model: type[BaseModel]) -> list[str]:
    """Return what was asked, a line for each part. 1st firer: firing stands 8, range 12."""
    lines = []
    for within, leaves in groupby(_leaves(inputs, ()), key=lambda leaf: leaf[0][:-1]):
        fields = [(list(_places(path, model))[-1], "" if value is True else words_of(value)) for path, value in leaves]
        if within:
            lines.append(f"{place_of(within, model)}: {', '.join(' '.join(filter(None, field)) for field in fields)}")
        else:
            lines += [first_up(": ".join(filter(None, field))) for field in fields]
    return lines


def _leaves(value: Any, path: tuple[int | str, ...]) -> Iterator[tuple[tuple[int | str, ...], Any]]:
    """Yield every value that isn't made of named parts, with its path."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _leaves(part, (*path, name))
    elif isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value):
        for n, part in enumerate(value):
            yield from _leaves(part, (*path, n))
    else:
        yield path, value


def _dotted(path: Path) -> str:
    return ".".join(map(str, path))


def _unknown_field(path: Path, model: type[BaseModel]) -> str:
    """Whoever writes JSON needs the fields as they are spelled there."""
    *within, name = path
    known = model_in(_annotation_at(within, model)) if within else model
    choices = f" Use {listed(map(quoted, known.model_fields), 'or')}." if known else ""
    place = place_of(within, model)
    unknown = f"nknown field {shown(name)}.{choices}"
    return f"{place}: u{unknown}" if place else f"U{unknown}"


def _places(path: Path, model: type[BaseModel] | None) -> Iterator[str]:
    title = ""
    for part in path:
        if isinstance(part, int):
            yield f"{ordinal(part + 1)} {one_of(title)}"
            title = ""
            continue
        yield from filter(None, [title])
        info = model.model_fields.get(part) if model else None
        title, model = _lower(info.title if info and info.title else part), model_in(info.annotation if info else None)
    yield from filter(None, [title])


def model_in(annotation: Any) -> type[BaseModel] | None:
    """Return the model that a field holds: alone, in a list, or optional."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    return next(filter(None, map(model_in, get_args(annotation))), None)


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title[1:2].islower() else title


SAID: dict[str, Callable[[dict[str, Any], str, str], str]] = {
    "missing": lambda limits, given, span: f"enter a number{span}" if span else "fill this in",
    "extra_forbidden": lambda limits, given, span: "unknown field",
    "greater_than_equal": lambda limits, given, span: f"must be {number(limits['ge'])} or more, not {given}",
    "less_than_equal": lambda limits, given, span: f"must be {number(limits['le'])} or less, not {given}",
    "literal_error": lambda limits, given, span: f"must be {_choices(str(limits['expected']))}, not {given}",
    "enum": lambda limits, given, span: f"must be {_choices(str(limits['expected']))}, not {given}",
    "multiple_of": lambda limits, given, span: f"must be in steps of {limits['multiple_of']:g}{span}, not {given}",
    "string_too_short": lambda limits, given, span: "fill this in",
    "string_too_long": lambda limits, given, span: f"must be {limits['max_length']} characters or fewer",
    "too_short": lambda limits, given, span: _size("least", limits["min_length"], limits),
    "too_long": lambda limits, given, span: _size("most", limits["max_length"], limits),
}


def said_of(fault: dict[str, Any], model: type[BaseModel]) -> str:
    """Say what is wrong with one field, without naming it."""
    kind, given, span = str(fault["type"]), shown(fault.get("input")), _range_of(fault["loc"], model)
    if kind in KINDS:
        return f"must be {KINDS[kind]}{span}, not {given}"
    if kind in SAID:
        return SAID[kind](fault.get("ctx", {}), given, span)
    return str(fault["msg"]).removeprefix("Value error, ").rstrip(".").replace("\n", " ")


def _size(bound: str, limit: int, limits: dict[str, Any]) -> str:
    return f"must have at {bound} {many(limit, 'entry')}, not {limits['actual_length']}"


def _choices(expected: str) -> str:
    """Read pydantic's own list: 'gap_road' or ''."""
    return listed((spoken(choice) or "empty" for choice in re.findall(r"'([^']*)'", expected)), "or")


def _range_of(path: Path, model: type[BaseModel]) -> str:
    info = _field_at(path, model)
    if info is None:
        return ""
    least = next((m.ge for m in info.metadata if hasattr(m, "ge")), None)
    most = next((m.le for m in info.metadata if hasattr(m, "le")), None)
    return f" from {number(least)} to {number(most)}" if least is not None and most is not None else ""


def _field_at(path: Path, model: type[BaseModel] | None) -> FieldInfo | None:
    """Return the field that a path ends with, at any depth."""
    info: FieldInfo | None = None
    for part in path:
        if isinstance(part, int):
            continue
        info = model.model_fields.get(part) if model else None
        model = model_in(info.annotation if info else None)
    return info if path and isinstance(path[-1], str) else None


def _annotation_at(path: Path, model: type[BaseModel]) -> Any:
    names = [part for part in path if isinstance(part, str)]
    info = _field_at(names, model)
    return info.annotation if info else None
