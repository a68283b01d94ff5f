"""The carryover of 9A as it is written: a fraction of a strength point."""

import re
from fractions import Fraction
from typing import Any

from rulesets.core.words import MINUS, quoted

MOST_CARRY = 5  # of one item
MOST_CLASS_CARRY = 1000  # of a whole class, whose items have one each
LONGEST_CARRY = 17  # characters
FRACTION = re.compile(r"-?\d{1,6}(/\d{1,6}|\.\d{1,9})?")


def read_carry(value: Any, *, most: int = MOST_CARRY) -> Fraction:
    """Return a fraction of a strength point; its spelling is checked first."""
    text = str(value)
    try:
        carry = Fraction(text) if FRACTION.fullmatch(text) else None
    except ZeroDivisionError:
        carry = None
    if carry is None or abs(carry) > most:
        raise ValueError(f"must be a fraction from {MINUS}{most} to {most}, such as 3/20, not {quoted(text[:40])}")
    return carry
