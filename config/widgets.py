"""Draw inputs and choices of forms in code, as Django's templates do but for blank lines.

Django includes a template for each choice and another for its attributes: a plan with sixty choices spent three
quarters of its time there.
"""

from collections.abc import Mapping
from html import escape
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.safestring import mark_safe

FOLDER = "django/forms/widgets/"
INPUTS = frozenset(f"{FOLDER}{name}.html" for name in ("input", "text", "number", "hidden", "email", "password"))
Widget = Mapping[str, Any]


class Widgets(DjangoTemplates):
    """Django's renderer, but for the two widgets that stand on pages by the dozen."""

    def render(self, template_name: str, context: Any, request: HttpRequest | None = None) -> str:
        if template_name == f"{FOLDER}select.html":
            return mark_safe(_select(context["widget"]))
        if template_name in INPUTS:
            return mark_safe(_input(context["widget"]))
        return super().render(template_name, context, request)


def _input(widget: Widget) -> str:
    value = f' value="{_text(widget["value"])}"' if widget["value"] is not None else ""
    return f'<input type="{_text(widget["type"])}" name="{_text(widget["name"])}"{value}{_attributes(widget)}>'


def _select(widget: Widget) -> str:
    groups = "".join(_group(name, choices) for name, choices, _ in widget["optgroups"])
    return f'<select name="{_text(widget["name"])}"{_attributes(widget)}>{groups}\n</select>'


def _group(name: str | None, choices: list[Widget]) -> str:
    options = "".join(f"\n  {_option(choice)}" for choice in choices)
    return f'\n  <optgroup label="{_text(name)}">{options}\n  </optgroup>' if name else options


def _option(choice: Widget) -> str:
    return f'<option value="{_text(choice["value"])}"{_attributes(choice)}>{_text(choice["label"])}</option>'


def _attributes(widget: Widget) -> str:
    return "".join(
        f" {_text(name)}" if value is True else f' {_text(name)}="{_text(value)}"'
        for name, value in widget["attrs"].items()
        if value is not False
    )


def _text(value: Any) -> str:
    """Escape a value, unless it is HTML already."""
    return value.__html__() if hasattr(value, "__html__") else escape(str(value))
