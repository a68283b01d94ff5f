"""What a rule answers, whether a result or a refusal, for properties that hold for both."""

from collections.abc import Callable
from typing import Any

from rulesets.core.errors import BeyondTheTable, IllegalOrder

REFUSALS = (IllegalOrder, BeyondTheTable)


def answer_of(attempt: Callable[[], Any]) -> Any:
    """Return what a rule answers, or its refusal."""
    try:
        return attempt()
    except REFUSALS as refused:
        return refused
