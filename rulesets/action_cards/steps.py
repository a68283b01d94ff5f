"""Steps against steps: the plain case by which the odds of games are compared, in floats (R-411).

All chances of a state of the battle are packed side by side into one whole number, each in a word of 64 bits. A shift
and a sum then roll a die for every strength at once: a hit moves a chance to the next lower word. Chances count in
units of 2**-48; what rounding loses is shared out at the end.
"""

from array import array
from functools import cache
from itertools import repeat
from math import comb
from operator import mul
from typing import NamedTuple

PRECISION, WORD, BYTES = 48, 64, 8
ONE = 1 << PRECISION
SPARE = 14  # bits that halving may use to stay exact
HALF, THIRD = 3, 2  # a d6 hits on this or less
MOST_PACKED = 24  # of a side: with a third a die, chances grow by half, and 24 dice fill the word
FULL, UNIT, EMPTY = b"\xff" * 8, b"\x01" + bytes(7), bytes(8)
LOWEST_63, LOWEST_50 = b"\xff" * 7 + b"\x7f", b"\xff" * 6 + b"\x03" + bytes(1)


def joint(defender: int, attacker: int, rounds: int) -> list[list[float]]:
    """Return the chances of the steps left, by the defender's and then the attacker's.

    The defender fires first, and each of its dice hits half the time; the attacker's hit on a third.
    """
    mine, theirs = defender + 1, attacker + 1
    chances = _first_round(defender, attacker)
    for _ in range(rounds - 1):
        chances = _turned(_fired(chances, theirs, HALF), theirs)
        chances = _turned(_fired(chances, mine, THIRD), mine)
    left = list(map(mul, chances, repeat(1 / sum(chances))))
    return [left[row : row + theirs] for row in range(0, mine * theirs, theirs)]


def _first_round(defender: int, attacker: int) -> "array[int]":
    """Return the chances after round 1, which begins with all steps."""
    chances = array("Q")
    for left, chance in enumerate(_after(ONE, attacker, defender, HALF)):
        chances.extend(_after(chance, defender, left, THIRD))
    return _turned(chances, defender + 1)


def _after(chance: int, steps: int, dice: int, hits_on: int) -> list[int]:
    """Divide a chance by what some dice leave of a side, from none to all."""
    hits = _hits(dice, hits_on)
    left = [chance * more >> PRECISION for more in hits[:steps]]
    return [chance * sum(hits[steps:]) >> PRECISION, *repeat(0, steps - len(left)), *reversed(left)]


@cache
def _hits(dice: int, hits_on: int) -> tuple[int, ...]:
    """Return the chance of each number of hits."""
    miss, sides = (1, 2) if hits_on == HALF else (2, 3)
    return tuple(ONE * comb(dice, n) * miss ** (dice - n) // sides**dice for n in range(dice + 1))


def _turned(chances: "array[int]", columns: int) -> "array[int]":
    """Exchange rows and columns."""
    turned = array("Q")
    for column in range(columns):
        turned.extend(chances[column::columns])
    return turned


class _Masks(NamedTuple):
    """What to keep of all rows, the first word or the others or the low bits; of one row, fewer bits, every other word.

    The last two are halves to add before bits are dropped, in every word or every other one.
    """

    first: int
    others: int
    low: int
    scaled: int
    even: int
    half_spare: int
    half_one: int


@cache
def _masks(rows: int, columns: int) -> _Masks:
    rest, pairs = columns - 1, columns // 2 + 1
    return _Masks(
        first=_number((FULL + EMPTY * rest) * rows),
        others=_number((EMPTY + FULL * rest) * rows),
        low=_number(LOWEST_63 * columns * rows),
        scaled=_number(LOWEST_50 * columns),
        even=_number((FULL + EMPTY) * pairs),
        half_spare=_number(UNIT * columns) << SPARE - 1,
        half_one=_number((UNIT + EMPTY) * pairs) << PRECISION - 1,
    )


def _number(words: bytes) -> int:
    return int.from_bytes(words, "little")


def _fired(chances: "array[int]", columns: int, hits_on: int) -> "array[int]":
    """Roll as many dice as a row's number at what is left in its columns; the first column is nobody left."""
    rows, size = len(chances) // columns, BYTES * columns
    masks = _masks(rows, columns)
    waiting, row, done = int.from_bytes(chances, "little"), WORD * columns, array("Q")
    if hits_on == HALF:
        waiting <<= SPARE
    one_row = (1 << row) - 1
    for dice in range(rows):
        rolled = waiting & one_row
        scaled = _in_thirds(rolled, dice, masks) if hits_on == THIRD else _unspared(rolled, masks)
        done.frombytes(scaled.to_bytes(size, "little"))
        waiting >>= row
        moved = ((waiting & masks.others) >> WORD) + (waiting & masks.first)
        if hits_on == THIRD:
            waiting += moved >> 1 & masks.low
        else:
            waiting = waiting + moved >> 1 & masks.low
    return done


def _unspared(row: int, masks: _Masks) -> int:
    """Give back the spare bits of a row, rounded."""
    return (row + masks.half_spare) >> SPARE & masks.scaled


def _in_thirds(row: int, dice: int, masks: _Masks) -> int:
    """Undo the growth of a row: each die has multiplied it by 3/2."""
    bits, share = _growth(dice)
    row = row >> bits & masks.scaled
    even, odd = row & masks.even, row >> WORD & masks.even
    even, odd = even * share + masks.half_one, odd * share + masks.half_one
    return (even >> PRECISION & masks.even) | (odd >> PRECISION & masks.even) << WORD


@cache
def _growth(dice: int) -> tuple[int, int]:
    """Return by how many bits to shift a grown chance, and by what share of `ONE` to multiply it then."""
    grown = 3**dice
    bits = max(0, (grown >> dice).bit_length() - 1)
    return bits, (ONE << bits + dice) // grown
