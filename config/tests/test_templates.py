"""Templates name only fields that their frozen dataclasses have."""

import pytest
from django.template import Context, Template

from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Card:
    title: str = "Shiloh"


@pytest.mark.parametrize("source", ["{{ card.name }}", "{% if card.name %}x{% endif %}", "{{ card.title.name.x }}"])
def test_unknown_field_fails_only_on_a_dataclass(source: str) -> None:
    template = Template(source)
    if "title" in source:
        assert template.render(Context({"card": Card()})) == ""
        return
    with pytest.raises(AssertionError, match="Card has no name"):
        template.render(Context({"card": Card()}))
