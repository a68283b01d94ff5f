"""Good and bad values for a form field, derived from the field itself."""

from collections.abc import Iterator
from typing import Any

from django import forms

from campaign.forms.club import IdField
from campaign.tests.builders import PASSWORD
from campaign.tests.pictures import a_file, in_base64
from campaign.tests.urlconf import NOWHERE
from rulesets.core.registry import books, tables

NEW_PASSWORD = "a fine long password 7"
LONG = "x" * 100_000
NUL = "a\0b"
LONE_SURROGATE = "a\ud800b"
MOST_CANDIDATES = 14


def house_table() -> str:
    """Return a table file that replaces one number that the books leave open."""
    cells = (
        f"{table.id},{cell.row},{cell.column},{cell.value}\n"
        for book in books()
        for table in tables(book.id).values()
        for cell in table.cells()
        if cell.mark != "printed" and isinstance(cell.value, int)
    )
    return "table,row,column,value\n" + next(cells)


UNKNOWN_CELL: dict[str, Any] = {"table": "fire_and_fury.fire_points", "row": "infantry", "column": "nearest"}

# Values that no field can describe: usernames, passwords, house numbers.
KNOWN: dict[str, list[Any]] = {
    "username": ["newcomer", "outsider", "union"],
    "password": [PASSWORD, NEW_PASSWORD],
    "old": [PASSWORD],
    "new": [NEW_PASSWORD],
    "email": ["friend@example.org"],
    "text": ["A word.", house_table()],
    "value": ["1"],
    "picture": [in_base64(a_file())],
    **{name: [value] for name, value in UNKNOWN_CELL.items()},
}


def candidates(form: forms.BaseForm, name: str, met: list[str]) -> list[Any]:
    """Return values that may be valid, the likeliest first."""
    field: Any = form.fields[name]
    if name == "key":
        return ["a key of this request"]
    found: list[Any] = [*KNOWN.get(name, [])]
    initial = form.get_initial_for_field(field, name)
    if initial not in (None, "", []):
        found.append(initial)
    if isinstance(field, forms.MultipleChoiceField):
        return [*found, *([value] for value in _choices(field))][:MOST_CANDIDATES]
    if isinstance(field, forms.ChoiceField):
        return [*found, *_choices(field)][:MOST_CANDIDATES]
    if isinstance(field, forms.BooleanField):
        return [bool(initial), not initial]
    found += met[:MOST_CANDIDATES]
    if isinstance(field, forms.IntegerField):
        least = field.min_value if isinstance(field.min_value, int) else 0
        return [*found, max(least, 1), max(least, 1) + 1]
    if isinstance(field, forms.RegexField):
        return [*found, ""]
    return [*found, "A word.", "Another."]


def _choices(field: Any) -> list[Any]:
    return [value for value, _ in field.choices if value not in (None, "")]


def wrong(form: forms.BaseForm, name: str, *, elsewhere: list[str], as_json: bool) -> Iterator[tuple[str, Any]]:
    """Yield each way that a field can be wrong, with a wrong value."""
    field: Any = form.fields[name]
    if as_json and not isinstance(field, forms.JSONField):
        yield "an object", {"a": 1}
        if not isinstance(field, forms.MultipleChoiceField):
            yield "a list", [["x"]]
        if isinstance(field, forms.BooleanField):
            yield "not yes or no", "perhaps"
        if isinstance(field, forms.CharField):
            yield "a lone surrogate", LONE_SURROGATE
    if isinstance(field, forms.IntegerField):
        yield from _wrong_numbers(field)
    elif isinstance(field, forms.ChoiceField):
        yield "an unlisted choice", ["nonsense"] if isinstance(field, forms.MultipleChoiceField) else "nonsense"
        yield "too long", [LONG] if isinstance(field, forms.MultipleChoiceField) else LONG
    elif isinstance(field, IdField):
        yield from (("not an id", "zz"), ("an unknown id", NOWHERE), ("too long", LONG))
        yield from (("an id of another campaign", value) for value in elsewhere)
    elif isinstance(field, forms.CharField):
        yield "a NUL", NUL
        if not field.max_length or field.max_length < len(LONG):
            yield "too long", LONG
    if field.required:
        yield "missing", None
        yield "blank", "   "


def _wrong_numbers(field: Any) -> Iterator[tuple[str, Any]]:
    yield from (("not a number", "x"), ("a decimal", "1.5"), ("far too large", 10**30), ("too long", LONG))
    if field.min_value is not None:
        yield "below the minimum", int(field.min_value) - 1
    if field.max_value is not None:
        yield "above the maximum", int(field.max_value) + 1
