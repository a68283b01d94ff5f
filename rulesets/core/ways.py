"""Numbers of ways to roll dice: whole numbers, so that odds stay exact until they become fractions or floats."""

from collections.abc import Iterable, Mapping
from functools import cache
from math import comb

Ways = Mapping[int, int]


def sums(one: Ways, count: int) -> dict[int, int]:
    """Return the ways to each sum of so many alike dice, from the least.

    The ways are the coefficients of a polynomial, packed into one whole number, so that a power adds up all dice.
    """
    if not count:
        return {0: 1}
    least, most = min(one), max(one)
    width = (sum(one.values()) ** count).bit_length()
    packed = sum(ways << width * (value - least) for value, ways in one.items()) ** count
    mask = (1 << width) - 1
    places = ((n, packed >> width * n & mask) for n in range((most - least) * count + 1))
    return {least * count + n: ways for n, ways in places if ways}


def joined(*parts: Ways) -> dict[int, int]:
    """Return the ways to each sum of different dice."""
    total = {0: 1}
    for part in parts:
        more: dict[int, int] = {}
        for value, ways in total.items():
            for other, times in part.items():
                more[value + other] = more.get(value + other, 0) + ways * times
        total = more
    return total


def successes(good: int, sides: int, dice: int) -> dict[int, int]:
    """Return the ways to each number of dice that show one of their good sides."""
    return {n: comb(dice, n) * good**n * (sides - good) ** (dice - n) for n in range(dice + 1)}


def merged(found: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Return each value once with all its ways, in the order met."""
    ways: dict[int, int] = {}
    for value, count in found:
        ways[value] = ways.get(value, 0) + count
    return ways


@cache
def totals(count: int, sides: int) -> tuple[tuple[int, int], ...]:
    """Return each total of some dice of one kind, from the least, with the ways to roll it."""
    return tuple(sums(dict.fromkeys(range(1, sides + 1), 1), count).items())


def opposed(count: int, sides: int) -> dict[int, int]:
    """Return each difference of two rolls of some dice of one kind, from the least, with the ways to it."""
    found = ((ours - theirs, n * more) for ours, n in totals(count, sides) for theirs, more in totals(count, sides))
    return dict(sorted(merged(found).items()))
