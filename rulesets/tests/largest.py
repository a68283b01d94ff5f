"""Fills a rule's input up to the limits of its JSON schema, to measure the work it asks for."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from rulesets.core.procedure import Procedure

Json = Any
CARRY = "1/20"
LIMITS = {"integer": {"minimum", "maximum"}, "number": {"minimum", "maximum"}, "string": {"maxLength"}}


def largest_inputs(each: Procedure[Any, Any]) -> list[Json]:
    """Return inputs whose lists are as long as allowed: filled from the schema, and grown from each example."""
    schema = each.schema()
    filled = [_filled(schema, schema, most=most, n=0) for most in (True, False)]
    return [*filled, *(_grown(schema, schema, example.inputs) for example in each.examples)]


def beyond_every_limit(each: Procedure[Any, Any], size: int) -> Iterator[Json]:
    """Yield inputs of this size: unknown fields, and each list far too long."""
    yield _unknown_fields(size)
    for name, part in each.schema().get("properties", {}).items():
        if part.get("type") == "array":
            yield {name: [{}] * size}
            yield {name: [_unknown_fields(size // 20)] * 20}


@cache
def _unknown_fields(size: int) -> Json:
    """Return so many fields that no rule knows; it's the same object each time, for reading only."""
    return {f"unknown {n}": n for n in range(size)}


def lists_of(schema: Json) -> Iterator[tuple[str, Json]]:
    """Yield every list of a schema by its path."""
    return (found for found in _parts_of(schema) if found[1].get("type") == "array")


def unlimited(schema: Json) -> Iterator[str]:
    """Yield the paths of numbers and texts without a stated limit."""
    for path, part in _parts_of(schema):
        limits = LIMITS.get(part.get("type"), set())
        if not limits <= part.keys() and not {"enum", "const"} & part.keys():
            yield path


def _parts_of(schema: Json) -> Iterator[tuple[str, Json]]:
    parts = [(name, part) for name, part in schema.items() if isinstance(part, dict)]
    parts += [(name, part) for name, several in schema.items() if isinstance(several, list)
              for part in several if isinstance(part, dict)]  # fmt: skip
    for name, part in parts:
        yield name, part
        yield from ((f"{name}.{inner}", found) for inner, found in _parts_of(part))


def _resolved(schema: Json, whole: Json) -> Json:
    while True:
        if "$ref" in schema:
            schema = whole["$defs"][schema["$ref"].rpartition("/")[2]]
        elif ways := schema.get("anyOf") or schema.get("oneOf") or schema.get("allOf"):
            schema = next(way for way in ways if way.get("type") != "null")
        else:
            return schema


def _filled(schema: Json, whole: Json, *, most: bool, n: int, inside: bool = False) -> Json:
    """Return a value at its limits; a list inside a list has one item."""
    schema = _resolved(schema, whole)
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return schema["enum"][n % len(schema["enum"])]
    kind = schema.get("type")
    if kind == "array":
        length = 1 if inside else schema["maxItems"]
        return [_filled(schema.get("items", {}), whole, most=most, n=n, inside=True) for n in range(length)]
    if kind == "object":
        parts = schema.get("properties", {}).items()
        return {name: _filled(part, whole, most=most, n=n, inside=inside) for name, part in parts}
    if kind == "integer":
        return schema["maximum" if most else "minimum"]
    if kind == "boolean":
        return most
    return CARRY if "pattern" in schema else f"item {n}"


def _grown(schema: Json, whole: Json, value: Json) -> Json:
    """Repeat the items of an example's lists, each with a name of its own."""
    schema = _resolved(schema, whole)
    if isinstance(value, list) and value and "maxItems" in schema:
        return [_named(value[n % len(value)], n) for n in range(schema["maxItems"])]
    if isinstance(value, Mapping):
        parts = schema.get("properties", {})
        return {name: _grown(parts.get(name, {}), whole, part) for name, part in value.items()}
    return value


def _named(item: Json, n: int) -> Json:
    if not isinstance(item, dict):
        return item
    return item | {name: f"{item[name]} {n}" for name in ("id", "name") if name in item}
