"""Inputs as people type them: `turn=3 attacker.army=yes firers.stands=8 firers.stands=4 subordinates=1,2`."""

import json
import shlex
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError

from rulesets.core.errors import IllegalOrder
from rulesets.core.plain import Json, as_json
from rulesets.core.sentences import model_in
from rulesets.core.words import quoted

DEEPEST = 8
JSON_OPENS = ("{", "[")


def inputs_of(words: Sequence[str], model: type[BaseModel]) -> Json:
    """Return the inputs that words spell: `field=value`, nested with dots, or a JSON object.

    A list takes its values by commas or again and again. In a list of parts, a field that comes again begins the next
    part.
    """
    inputs: Json = {}
    for word in words:
        if word.lstrip().startswith(JSON_OPENS):
            inputs |= _object(word)
            continue
        field, equals, text = word.partition("=")
        path = field.strip().split(".")
        if not (equals and all(path)) or len(path) > DEEPEST:
            example = next(iter(model.model_fields), "field")
            sentence = f"must be field=value, such as {example}=…, or JSON, not {quoted(word[:40])}."
            raise IllegalOrder(f"Inputs: {sentence}", field="inputs")
        if not _fill_in(inputs, path, text.strip(), model):
            raise IllegalOrder(f"Inputs: {quoted(field.strip())} is given twice.", field="inputs")
    return inputs


def words_for(inputs: Mapping[str, Any], model: type[BaseModel]) -> str:
    """Return the words that spell these inputs, or JSON where words can't."""
    plain = json.dumps(inputs, ensure_ascii=False)
    words = [f"{'.'.join(path)}={value}" for path, value in _leaves(inputs, ())]
    try:
        if model.model_validate(inputs_of(words, model)) == model.model_validate(inputs):
            return shlex.join(words)
    except (IllegalOrder, ValidationError):
        pass
    return shlex.quote(plain)


def _object(text: str) -> Json:
    found = _json(text)
    if not isinstance(found, dict):
        raise IllegalOrder('Inputs: must be an object with fields, such as {"turn": 3}.', field="inputs")
    return found


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise IllegalOrder(f"Inputs: must be JSON: {error}.", field="inputs") from error


def _fill_in(into: Any, path: Sequence[str], text: str, model: type[BaseModel] | None) -> bool:
    """Fill in a field; return False if it is filled in already."""
    name, *rest = path
    if not isinstance(into, dict):
        return False
    annotation = model.model_fields[name].annotation if model and name in model.model_fields else None
    inner = model_in(annotation)
    if not rest:
        return _fill_in_leaf(into, name, text, annotation)
    if not _is_list(annotation):
        return _fill_in(into.setdefault(name, {}), rest, text, inner)
    parts = into.setdefault(name, [{}])
    if not isinstance(parts, list):
        return False
    if not _fill_in(parts[-1] if parts else None, rest, text, inner):
        parts.append({})
        return _fill_in(parts[-1], rest, text, inner)
    return True


def _fill_in_leaf(into: Json, name: str, text: str, annotation: Any) -> bool:
    value: Any = text
    if text.startswith(JSON_OPENS) and (model_in(annotation) or _is_list(annotation)):
        value = _json(text)
    elif _is_list(annotation):
        value = [part.strip() for part in text.split(",") if part.strip()]
        if isinstance(into.get(name), list):
            into[name] += value
            return True
    is_new = name not in into
    into.setdefault(name, value)
    return is_new


def _is_list(annotation: Any) -> bool:
    return get_origin(annotation) in (list, tuple) or any(map(_is_list, get_args(annotation)))


def _leaves(value: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every value with its path; parts of a list one after the other."""
    if isinstance(value, Mapping) and (value or not path):
        for name, part in value.items():
            yield from _leaves(part, (*path, name))
    elif isinstance(value, list | tuple) and any(isinstance(part, Mapping) for part in value):
        for part in value:
            yield from _leaves(part, path)
    elif isinstance(value, list | tuple):
        yield path, ",".join(_word(part) for part in value)
    else:
        yield path, _word(value)


def _word(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(as_json(value))
