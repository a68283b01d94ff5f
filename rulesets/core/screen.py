"""Shows a rule on one screen: its fields, a table as far as there is room, and how to run it."""

from collections.abc import Iterator, Sequence
from textwrap import shorten, wrap
from typing import Any

from pydantic import BaseModel
from pydantic.fields import FieldInfo
from pydantic_core import PydanticUndefined

from rulesets.core.context import Context
from rulesets.core.draw import draw
from rulesets.core.field_words import words_for
from rulesets.core.fields import choices_in
from rulesets.core.procedure import Example, Procedure
from rulesets.core.sentences import model_in
from rulesets.core.table import Table
from rulesets.core.words import listed, number, spoken, words_of

LINES, WIDE = 40, 100
MOST_FIELDS = 20  # nested fields are shown as long as there are no more
HOLDS = 44  # letters
Row = tuple[str, str, str]


def screen(rule: Procedure[Any, Any], tables: Sequence[Table[Any]], house: Context) -> Iterator[str]:
    """Yield at most `LINES` lines."""
    rules = f" ({', '.join(rule.rules)})" if rule.rules else ""
    head = [*wrap(f"{rule.id}: {rule.title}{rules}", WIDE), *wrap(rule.help, WIDE), ""]
    foot = ["", *_try(rule, rule.examples[0]), f"All tables, fields, and examples: rules show {rule.id} --schema"]
    fields = ["Fields (* must be filled in):", *_fields(rule.model)]
    shown = [*head, *fields]
    left_out = []
    for table in tables:
        drawn = ["", *folded(draw(table, context=house))]
        fits = max(map(len, drawn)) <= WIDE and len([*shown, *drawn, *foot]) + 2 <= LINES
        shown += drawn if fits else []
        left_out += [] if fits else [table.title]
    if left_out:
        shown += ["", shorten(f"More tables: {listed(left_out)}.", WIDE, placeholder=" …")]
    yield from (*shown, *foot)


def folded(drawn: str) -> list[str]:
    """Return the lines of a drawn table, its notes folded."""
    return [part for line in drawn.splitlines() for part in ([line] if "  " in line else wrap(line, WIDE))]


def example_lines(rule: Procedure[Any, Any], example: Example) -> Iterator[str]:
    """Yield the command of an example, and what it says."""
    dice = f" --dice {','.join(map(str, example.dice))}" if example.dice else ""
    yield " ".join(f"rules run {rule.id} {words_for(example.inputs, rule.model)}{dice}".split())
    yield f"  {example.says}"


def _try(rule: Procedure[Any, Any], example: Example) -> Iterator[str]:
    return (part for line in example_lines(rule, example) for part in wrap(line, WIDE, subsequent_indent="  "))


def _fields(model: type[BaseModel]) -> list[str]:
    """Return a line for each field, nested ones too if there is room; otherwise only their names."""
    rows = list(_rows(model, nested=True))
    if len(rows) > MOST_FIELDS:
        rows = list(_rows(model, nested=False))
    wide, holds_wide = (max((len(row[n]) for row in rows), default=0) for n in (0, 1))
    return [_cut(f"{name:{wide}}  {holds:{holds_wide}}  {title}", WIDE) for name, holds, title in rows]


def _rows(model: type[BaseModel], *, nested: bool, within: str = "", needed: bool = True) -> Iterator[Row]:
    """Yield each field's name, what it holds, and its title."""
    for name, info in model.model_fields.items():
        inner, is_needed = model_in(info.annotation), needed and info.is_required()
        if inner and nested:
            yield from _rows(inner, nested=True, within=f"{within}{name}.", needed=is_needed)
            continue
        parts = f"{name}.… with {', '.join(inner.model_fields)}" if inner else ""
        yield f"{'*' if is_needed else ' '} {within}{name}", _cut(parts or _holds(info), HOLDS), info.title or ""


def _cut(line: str, wide: int) -> str:
    return f"{line[: wide - 1].rstrip(', ')}…" if len(line) > wide else line


def _holds(info: FieldInfo) -> str:
    """Say what a field takes, and what it is when left out."""
    least = next((limit.ge for limit in info.metadata if hasattr(limit, "ge")), None)
    most = next((limit.le for limit in info.metadata if hasattr(limit, "le")), None)
    choices = [spoken(choice) for choice in choices_in(info.annotation) if spoken(choice)]
    default = "" if info.default in (PydanticUndefined, None, "", ()) else f" ({words_of(info.default)})"
    if least is not None and most is not None:
        extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
        return f"{number(least)} to {number(most)} {extra.get('unit', '')}".rstrip() + default
    if info.annotation is bool:
        return f"yes or no{default}"
    return _cut(listed(choices, "or") if choices else "text", HOLDS - len(default)) + default
