"""State that the toy book keeps for a unit: its coat color."""

from collections.abc import Mapping
from typing import Any

from rulesets.core.errors import IllegalOrder

COLORS = ("red", "green")


def check_unit(state: Mapping[str, Any]) -> None:
    if set(state) != {"coats"} or state["coats"] not in COLORS:
        raise IllegalOrder("coats: must be red or green.", cites="TIN-1", field="coats")
