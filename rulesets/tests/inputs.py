"""Draws valid inputs of any rule from its JSON schema, for hypothesis."""

from functools import cache
from typing import Any

from hypothesis import strategies as st

from rulesets.core import registry
from rulesets.core.procedure import Procedure

Schema = dict[str, Any]
WORDS = st.sampled_from(["a", "b", "l", "10.8.6", "-.8.4", "Grant", ""])
CARRIES = st.sampled_from(["0", "9/20", "-1/2", "3"])
MOST_ITEMS = 4


def inputs_to(each: Procedure[Any, Any]) -> st.SearchStrategy[Any]:
    """Draw inputs of a rule of the registry; how to draw them is worked out once."""
    return _inputs_to(each.id)


@cache
def _inputs_to(procedure_id: str) -> st.SearchStrategy[Any]:
    return inputs_of(registry.procedure(procedure_id).schema())


def inputs_of(schema: Schema) -> st.SearchStrategy[Any]:
    return _of(schema, schema.get("$defs", {}))


def _of(schema: Schema, defs: dict[str, Schema]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _of(defs[schema["$ref"].rpartition("/")[2]], defs)
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return st.one_of([_of(each, defs) for each in schema[several]])
    if "allOf" in schema:
        return _of(schema["allOf"][0], defs)
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _by_type(schema, defs)


def _by_type(schema: Schema, defs: dict[str, Schema]) -> st.SearchStrategy[Any]:
    kind = schema.get("type")
    if kind == "integer":
        return _whole(schema)
    if kind == "number":
        return _halves(schema)
    if kind == "boolean":
        return st.booleans()
    if kind == "string":
        return CARRIES if "pattern" in schema else WORDS
    if kind == "array":
        least = schema.get("minItems", 0)
        most = max(least, min(schema.get("maxItems", MOST_ITEMS), MOST_ITEMS))
        each = schema.get("items") or (schema.get("prefixItems") or [{}])[0]
        return st.lists(_of(each, defs), min_size=least, max_size=most)
    if kind == "object":
        return _object(schema, defs)
    return st.none()


def _whole(schema: Schema) -> st.SearchStrategy[int]:
    least, most = schema.get("minimum", -5), schema.get("maximum", 50)
    return st.integers(least, min(most, least + 12)) | st.integers(least, most)


def _halves(schema: Schema) -> st.SearchStrategy[float]:
    """Draw whole and half numbers, such as inches."""
    least, most = schema.get("minimum", -5), schema.get("maximum", 50)
    return st.integers(int(2 * least), int(2 * most)).map(lambda twice: twice / 2)


def _object(schema: Schema, defs: dict[str, Schema]) -> st.SearchStrategy[Any]:
    fields = {name: _of(field, defs) for name, field in schema.get("properties", {}).items()}
    if not fields and isinstance(schema.get("additionalProperties"), dict):
        return st.dictionaries(WORDS, _of(schema["additionalProperties"], defs), max_size=MOST_ITEMS)
    required = {name: fields.pop(name) for name in schema.get("required", []) if name in fields}
    return st.fixed_dictionaries(required, optional=fields)
