"""Typed JSON: read in full, or refused in a sentence that says where it is wrong."""

import json
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rulesets.core.plain import has_at_most

MOST_VALUES = 50_000  # twice as many as a campaign's own numbers for every cell of every table
TOO_LARGE = f"This is too large. Enter at most {MOST_VALUES:,} values."
TOO_DEEP = "This is nested too deeply."
NOT_KEPT = "This contains a number or character that can’t be stored."
HELP = "JSON: text in double quotes, lists in [ ], named parts in { }. Change only what is wrong."
KINDS: dict[type, str] = {dict: "named parts in { }", list: "a list in [ ]", str: "words in double quotes"}


def read_json(text: str) -> Any:
    """Return the value if either database can store it; otherwise raise ValueError with a sentence."""
    try:
        value = json.loads(text)
    except json.JSONDecodeError as error:
        raise ValueError(f"This is not JSON. See line {error.lineno}, character {error.colno}.") from None
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError:
        raise ValueError(NOT_KEPT) from None
    return kept(value)


def kept(value: Any) -> Any:
    """Return the value if it isn't too large, and if every number and text in it can be stored."""
    if not has_at_most(MOST_VALUES, value):
        raise ValueError(TOO_LARGE)
    try:
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError(TOO_DEEP) from None
    except ValueError:
        raise ValueError(NOT_KEPT) from None
    if "\\u0000" in json.dumps(value):
        raise ValueError(NOT_KEPT)
    return value


def same_kind(value: Any, stood: Any) -> str:
    """Return a sentence if the new value's type differs from the old one's."""
    if value is None or stood is None or type(value) is type(stood):
        return ""
    return f"Keep this {KINDS.get(type(stood), 'one plain value')}."


class JsonText(forms.JSONField):
    """A JSON column in a form, one value a line."""

    widget = forms.Textarea(attrs={"rows": 8, "spellcheck": "false"})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, forms.fields.InvalidJSONInput):
            return value
        return json.dumps(value, indent=2, ensure_ascii=False)

    def to_python(self, value: Any) -> Any:
        if value is None or value == "":
            return None
        try:
            return read_json(value) if isinstance(value, str) else kept(value)
        except ValueError as error:
            raise ValidationError(str(error)) from None

    def bound_data(self, data: Any, initial: Any) -> Any:
        """Keep unreadable text as it was typed."""
        if not isinstance(data, str):
            return data
        try:
            return read_json(data)
        except ValueError:
            return forms.fields.InvalidJSONInput(data)
