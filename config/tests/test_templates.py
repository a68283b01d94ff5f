"""Templates read as Django's own do, and name only fields that their frozen dataclasses have."""

from collections.abc import Callable
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from django.template import Context, Engine, Template
from django.utils import timezone
from django.utils.functional import SimpleLazyObject, lazystr
from django.utils.safestring import SafeString

from config.templates import PageTemplate
from rulesets.core.records import dataclass

MADE = [Template, PageTemplate]
Make = Callable[[str], Template]


@dataclass(frozen=True)
class Card:
    title: str = "Shiloh"


class Side(StrEnum):
    UNION = "U<"


class Stack:
    """An object with all that a field can be."""

    name = "Hurlbut & <Prentiss>"
    drawn = SafeString("<b>two stars</b>")
    strength = 1234567
    card = Card('Pittsburg "Landing"\'s')
    leaders = ("Grant", "Buell")
    by_hex: dict[str, Any] = {"3221": Card("<Corinth>"), "items": "hidden"}
    kind = Card

    @property
    def broken(self) -> str:
        raise KeyError("lost")

    @property
    def wrong(self) -> str:
        raise AttributeError("nowhere")

    def said(self) -> str:
        return "<said>"

    def asks(self, what: str) -> str:
        return what


class Row(list[int]):
    """A list with a field of its own."""

    sum = "six"


class Kept:
    do_not_call_in_templates = True
    name = "kept"

    def __call__(self) -> str:
        return "called"


VALUES: dict[str, Any] = {
    "text": "a < b & 'c'",
    "safe": SafeString("<i>x</i>"),
    "lazy": lazystr("<lazy>"),
    "wrapped": SimpleLazyObject(lambda: Card("<wrapped>")),
    "none": None,
    "number": 1234567,
    "figure": 1.5,
    "money": Decimal("1234.50"),
    "part": Fraction(1, 3),
    "yes": True,
    "at": datetime(1862, 4, 6, 5, 30, tzinfo=UTC),
    "side": Side.UNION,
    "stack": Stack(),
    "row": Row([1, 2, 3]),
    "both": {"name": "<n>", "stack": Stack(), "1": "one"},
    "kept": Kept(),
    "call": lambda: "<called>",
    "raised": lambda: [].pop(),
}
NAMES = [
    *VALUES,
    *("nobody", "nobody.else", "text.upper", "text.0", "text.nobody", "none.name", "number.real", "side.value"),
    *("wrapped.title", "wrapped.nobody", "kept.name", "call.nobody", "row.0", "row.sum", "row.9", "row.count"),
    *("both.name", "both.stack.name", "both.1", "both.items", "both.nobody", "both.stack.card.title"),
    *(f"stack.{name}" for name in ("name", "drawn", "strength", "card.title", "leaders", "leaders.1", "leaders.5")),
    *(f"stack.{name}" for name in ("by_hex.3221.title", "by_hex.items", "by_hex.nobody", "kind", "kind.title")),
    *(f"stack.{name}" for name in ("said", "said.upper", "asks", "broken", "wrong", "nobody", "nobody.else")),
    *("'a < b'", "42", "1.5", "True", "None", "_('word')", "text|upper", "none|default:text", "nobody|default:'x'"),
]
PLACES = (
    "{{ NAME }}",
    "{% if NAME %}yes{% else %}no{% endif %}",
    "{% if NAME == text %}same{% endif %}",
    "{% with kept=NAME %}[{{ kept }}]{% endwith %}",
    "{% autoescape off %}{{ NAME }}{% endautoescape %}",
    "{{ text|default_if_none:NAME }}",
)


def drawn(make: Callable[[str], Template], source: str) -> str:
    """Return what a template writes, or how it fails."""
    with timezone.override("America/Chicago"):
        try:
            return make(source).render(Context(VALUES))
        except Exception as error:
            return f"{type(error).__name__}: {error}"


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", NAMES)
def test_name_reads_as_in_djangos_own_template(name: str, place: str) -> None:
    source = place.replace("NAME", name)
    assert drawn(PageTemplate, source) == drawn(Template, source)


NESTED = "<p>{% for each in row %}{% if each > 1 %}{{ each }}{% else %}first{% endif %}, {% endfor %}</p> {{ text }}"


def test_nodes_inside_others_are_drawn_as_in_djangos_own_template() -> None:
    assert drawn(PageTemplate, NESTED) == drawn(Template, NESTED) == "<p>first, 2, 3, </p> a &lt; b &amp; &#x27;c&#x27;"


@pytest.mark.parametrize("make", MADE)
def test_debug_mode_says_where_an_error_happened(make: Any) -> None:
    source = "one\n{% if yes %}{{ raised }}{% endif %}"
    with pytest.raises(IndexError) as failed:
        make(source, engine=Engine(debug=True)).render(Context(VALUES))
    assert failed.value.template_debug["line"] == 2  # type: ignore[attr-defined]


def test_site_makes_its_pages_so() -> None:
    engine = Engine.get_default()
    assert type(engine.get_template("campaign/campaign.html")) is PageTemplate
    assert engine.get_template("campaign/campaign.html") is engine.get_template("campaign/campaign.html")


@pytest.mark.parametrize("make", MADE)
@pytest.mark.parametrize("source", ["{{ card.name }}", "{% if card.name %}x{% endif %}", "{{ card.title.name.x }}"])
def test_unknown_field_fails_only_on_a_dataclass(source: str, make: Make) -> None:
    template = make(source)
    if "title" in source:
        assert template.render(Context({"card": Card()})) == ""
        return
    with pytest.raises(AssertionError, match="Card has no name"):
        template.render(Context({"card": Card()}))
