"""Runs this book's rules in one line, fills unknown cells, and draws inputs from a schema."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Any

from hypothesis import strategies as st

from rulesets.core.book import Mark
from rulesets.core.context import BY_THE_BOOK, Context, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.outcome import Outcome
from rulesets.core.registry import procedure, tables

JsonSchema = Mapping[str, Any]
TRIPLES = ("", "10.8.6", "8.6.4", "-.10.6", "3/-/2", "4/2/-", "40.30.20")


def carried_out(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Outcome[Any]:
    return procedure(f"fire_and_fury.{name}").run(inputs, ScriptedDice(*dice), context)


def result(name: str, inputs: Mapping[str, Any], *dice: int, context: Context = BY_THE_BOOK) -> Any:
    return carried_out(name, inputs, *dice, context=context).result


def odds(name: str, inputs: Mapping[str, Any], context: Context = BY_THE_BOOK) -> dict[str, Fraction]:
    return procedure(f"fire_and_fury.{name}").odds(inputs, context).named()


def typed(table: str, row: str, column: str, value: object) -> Override:
    """Fill one cell as an umpire does from the book."""
    return Override(f"fire_and_fury.{table}", row, column, value, "The club's book", "Typed from the printed page.")


@cache
def all_typed() -> tuple[Override, ...]:
    """Fill every unknown cell as a club does that owns the book."""
    cells = ((table, cell) for table in tables("fire_and_fury").values() for cell in table.cells())
    return tuple(
        Override(table.id, cell.row, cell.column, 100, "The club's book", "Typed from the printed page.")
        for table, cell in cells
        if cell.mark is Mark.UNKNOWN
    )


def switched(ruling: str, option: str) -> Context:
    return Context.of(switches={ruling: option})


def from_schema(schema: JsonSchema, root: JsonSchema | None = None) -> st.SearchStrategy[Any]:
    """Draw valid inputs from a rule's schema, within its limits."""
    root = root or schema
    if "$ref" in schema:
        return from_schema(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return st.one_of([from_schema(each, root) for each in schema["anyOf"]])
    if "enum" in schema or "const" in schema:
        return st.sampled_from(schema.get("enum", [schema.get("const")]))
    return _of_type(schema, root)


def _of_type(schema: JsonSchema, root: JsonSchema) -> st.SearchStrategy[Any]:
    kind = schema["type"]
    if kind == "object":
        fields = {name: from_schema(field, root) for name, field in schema["properties"].items()}
        needed = {name: fields[name] for name in schema.get("required", ())}
        return st.fixed_dictionaries(needed, optional={n: f for n, f in fields.items() if n not in needed})
    if kind == "array":
        return st.lists(from_schema(schema["items"], root), min_size=schema.get("minItems", 0), max_size=2)
    if kind == "integer":
        return st.integers(schema["minimum"], schema["maximum"])
    if kind == "number":
        step, least = schema["multipleOf"], schema.get("minimum", schema.get("exclusiveMinimum", 0))
        return st.integers(int(least / step) + 1, int(schema["maximum"] / step)).map(lambda n: n * step)
    if kind == "string":
        least = schema.get("minLength", 0)
        triples = st.sampled_from([triple for triple in TRIPLES if len(triple) >= least])
        return triples | st.text(min_size=least, max_size=schema["maxLength"])
    return {"boolean": st.booleans(), "null": st.none()}[kind]
