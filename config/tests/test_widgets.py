"""Widgets drawn in code are what Django's own templates draw."""

import re
from typing import Any
from unittest.mock import patch

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.forms.widgets import ChoiceWidget
from django.utils.safestring import mark_safe

from config.widgets import Widgets

NASTY = "\"><script>'&amp;\n"
GROUPED = [("", "–"), ("Union", [("g", "Grant"), (3, NASTY)]), (NASTY, [(True, mark_safe("<b>Lee</b>"))]), ("x", 4.5)]
BLANK_LINES = re.compile(r"\n+")
INPUTS = (forms.TextInput, forms.NumberInput, forms.HiddenInput, forms.EmailInput, forms.PasswordInput)
CHOICES = (forms.Select, forms.SelectMultiple, forms.NullBooleanSelect)
ATTRS: list[dict[str, Any]] = [
    {},
    {"id": "a", "class": NASTY, "required": True, "disabled": False, "min": 0, "max": 1.5, "title": mark_safe("<&")},
]


@pytest.mark.parametrize("attrs", ATTRS)
@pytest.mark.parametrize("value", [None, "", 0, 12345, NASTY, mark_safe("<b>"), "g"])
@pytest.mark.parametrize("kind", INPUTS)
def test_input_is_what_django_draws(kind: type[forms.Widget], value: Any, attrs: dict[str, Any]) -> None:
    widget = kind(attrs)
    assert widget.render(NASTY, value, renderer=Widgets()) == widget.render(NASTY, value, renderer=DjangoTemplates())


@pytest.mark.parametrize("attrs", ATTRS)
@pytest.mark.parametrize("value", [None, "", "g", 3, "3", ("g", "x"), NASTY])
@pytest.mark.parametrize("kind", CHOICES)
def test_choices_are_what_django_draws(kind: type[ChoiceWidget], value: Any, attrs: dict[str, Any]) -> None:
    widget = kind(attrs)
    widget.choices = GROUPED
    ours, djangos = (widget.render("side", value, renderer=each) for each in (Widgets(), DjangoTemplates()))
    assert BLANK_LINES.sub("\n", ours) == BLANK_LINES.sub("\n", djangos)


def test_site_draws_its_forms_so() -> None:
    assert isinstance(get_default_renderer(), Widgets)
    field = forms.ChoiceField(choices=[("a", "A")])
    with patch.object(DjangoTemplates, "render", side_effect=AssertionError("a template")):
        assert '<option value="a" selected>A</option>' in field.widget.render("one", "a")
