"""What the toy book knows of a unit: the colour of its coats."""

from collections.abc import Mapping
from typing import Any

from rulesets.core.errors import IllegalOrder

COLOURS = ("red", "green")


def check_unit(state: Mapping[str, Any]) -> None:
    if set(state) != {"coats"} or state["coats"] not in COLOURS:
        raise IllegalOrder("coats: must be red or green.", cites="TIN-1", field="coats")
