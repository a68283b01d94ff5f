"""Runs this book's rules in one line, and draws inputs from a schema."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from rulesets.core.context import BY_THE_BOOK, Context, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure

Schema = Mapping[str, Any]


def carried_out(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Outcome[Any]:
    left = ScriptedDice(*dice)
    outcome = procedure(f"regimental.{name}").run(inputs, left, context)
    assert left.left == []
    return outcome


def result(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Any:
    return carried_out(name, inputs, *dice, context=context).result


def said(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> str:
    return str(result(name, inputs, *dice, context=context))


def odds(name: str, inputs: Mapping[str, Any], context: Context = BY_THE_BOOK) -> dict[str, Fraction]:
    return procedure(f"regimental.{name}").odds(inputs, context).named()


def switched(ruling: str, option: str) -> Context:
    return Context.of(switches={ruling: option})


def replaced(table: str, row: str, value: object, column: str = "") -> Context:
    return Context.of([Override(f"regimental.{table}", row, column, value, "Our club", "We play it so.")])


def from_schema(schema: Schema, root: Schema | None = None) -> st.SearchStrategy[Any]:
    """Draw valid inputs from a rule's schema, within its limits."""
    root = root or schema
    if "$ref" in schema:
        return from_schema(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return st.one_of([from_schema(each, root) for each in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    return _of_type(schema, root)


def _of_type(schema: Schema, root: Schema) -> st.SearchStrategy[Any]:
    kind = schema["type"]
    if kind == "object":
        fields = {name: from_schema(field, root) for name, field in schema["properties"].items()}
        needed = {name: fields[name] for name in schema.get("required", ())}
        return st.fixed_dictionaries(needed, optional={n: f for n, f in fields.items() if n not in needed})
    if kind == "array":
        return st.lists(from_schema(schema["items"], root), min_size=schema.get("minItems", 0), max_size=3)
    if kind == "integer":
        near = st.integers(schema["minimum"], min(schema["maximum"], schema["minimum"] + 12))
        return near | st.integers(schema["minimum"], schema["maximum"])
    if kind == "number":
        step = schema["multipleOf"]
        quarters = st.integers(0, 80) | st.integers(0, int(schema["maximum"] / step))
        return quarters.map(lambda n: n * step)
    if kind == "string":
        return st.text(min_size=schema.get("minLength", 0), max_size=schema["maxLength"])
    return {"boolean": st.booleans(), "null": st.none()}[kind]
