"""Counts how much work a call does, alike on every machine."""

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any


def steps_of(work: Callable[[], object]) -> int:
    """Return how many lines of Python a call runs; each pass of a loop counts."""
    steps = 0

    def trace(_frame: FrameType, event: str, _arg: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(before)
    return steps
