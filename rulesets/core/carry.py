"""The carry of 9A as it is written: a fraction of a strength point."""

import re
from fractions import Fraction
from typing import Any

MOST_CARRY = 5  # of one item
MOST_CLASS_CARRY = 1000  # of a whole class, whose items have one each
FRACTION = re.compile(r"-?\d{1,6}(/\d{1,6}|\.\d{1,9})?")


def read_carry(value: Any, *, most: int = MOST_CARRY) -> Fraction:
    """A fraction of a strength point; its spelling is checked before it is worked out."""
    text = str(value)
    try:
        carry = Fraction(text) if FRACTION.fullmatch(text) else None
    except ZeroDivisionError:
        carry = None
    if carry is None or abs(carry) > most:
        raise ValueError(f'must be a fraction from -{most} to {most} like "3/20", not {text[:40]!r}')
    return carry
