"""The fields that a form shows first."""

from typing import Any

import pytest

from rulesets.core import registry
from rulesets.core.fields import FIRST
from rulesets.core.procedure import Procedure

PROCEDURES = registry.all_procedures()
ONLY_IN_THE_KEY = {
    "turn",
    "pulse",
    "place",
    "side",
    "brigade",
    "leader",
    "target_name",
    "step",
    "number",
    "draw",
    "again",
}


@pytest.mark.parametrize("each", PROCEDURES, ids=lambda each: each.id)
def test_few_fields_lead_and_every_needed_one_does(each: Procedure[Any, Any]) -> None:
    schema = each.schema()
    for part in (schema, *(part for part in schema.get("$defs", {}).values() if "properties" in part)):
        assert len(part["leads"]) <= FIRST
        assert set(part.get("required", [])) <= set(part["leads"]) <= set(part["properties"])


@pytest.mark.parametrize("each", [p for p in PROCEDURES if p.odds_way.name != "no dice"], ids=lambda each: each.id)
def test_field_that_only_names_a_roll_does_not_lead(each: Procedure[Any, Any]) -> None:
    schema = each.schema()
    assert not set(schema["leads"]) & ONLY_IN_THE_KEY - set(schema.get("required", []))
