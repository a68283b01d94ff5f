"""The carry of 9A as it is written: a fraction of a strength point."""

import re
from fractions import Fraction
from typing import Any

MOST_CARRY = 5
FRACTION = re.compile(r"-?\d{1,6}(/\d{1,6}|\.\d{1,9})?")


def read_carry(value: Any) -> Fraction:
    """A fraction of a strength point; its spelling is checked before it is worked out."""
    text = str(value)
    try:
        carry = Fraction(text) if FRACTION.fullmatch(text) else None
    except ZeroDivisionError:
        carry = None
    if carry is None or abs(carry) > MOST_CARRY:
        raise ValueError(f'must be a fraction from -{MOST_CARRY} to {MOST_CARRY} like "3/20", not {text[:40]!r}')
    return carry
