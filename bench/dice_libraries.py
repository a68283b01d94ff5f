"""Reckonings that let icepool or dyce carry our rules: they get each rule as one function of the totals of its dice.

`rule.function(inputs, ByDyce())` returns what the rule comes to: the library makes the totals of a roll and adds up
what the rule makes of them. Nothing else of the work differs from ours.
"""

from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from math import lcm
from typing import Any

import icepool
from dyce import H

from rulesets.core.weighing import Silent

Chances = dict[Any, Fraction]


class Carrier(Silent):
    """A reckoning whose rolls a library makes; it keeps the last total with a result if a rule asks for it."""

    def __init__(self, *, keeps_last: bool = False) -> None:
        super().__init__()
        self.keeps_last = keeps_last

    def chances(self, value: Any) -> Chances:
        """Return the chances of what a rule came to."""
        raise NotImplementedError


class Counted:
    """Counts of outcomes, and their sum."""

    def __init__(self, counts: Mapping[Any, int], whole: int) -> None:
        self.counts = counts
        self.whole = whole


class ByDyce(Carrier):
    """Dyce adds up the dice, and what the rule makes of each total is counted."""

    def on_roll(self, sides: int, then: Callable[[int], Any], *, count: int = 1, **key: Any) -> Any:
        pool: Any = count @ H(sides)
        if self.keeps_last:
            return _counted([((then(total), total), ways) for total, ways in pool.items()])
        return _counted([(then(total), ways) for total, ways in pool.items()])

    def after(self, value: Any, then: Callable[[Any], Any]) -> Any:
        if not isinstance(value, Counted):
            return then(value)
        return _counted([(then(each), ways) for each, ways in value.counts.items()])

    def after_last(self, value: Any, then: Callable[[Any, int], Any]) -> Any:
        if not isinstance(value, Counted):
            return then(value, 0)
        return _counted([(then(*each), ways) for each, ways in value.counts.items()])

    def chances(self, value: Any) -> Chances:
        if not isinstance(value, Counted):
            return {value: Fraction(1)}
        return {outcome: Fraction(count, value.whole) for outcome, count in value.counts.items()}


def _counted(found: list[tuple[Any, int]]) -> Counted:
    scale = lcm(*(each.whole for each, _ in found if isinstance(each, Counted)))
    counts: dict[Any, int] = {}
    for each, ways in found:
        if isinstance(each, Counted):
            share = ways * (scale // each.whole)
            for outcome, count in each.counts.items():
                counts[outcome] = counts.get(outcome, 0) + share * count
        else:
            counts[each] = counts.get(each, 0) + ways * scale
    return Counted(counts, sum(ways for _, ways in found) * scale)


class ByIcepool(Carrier):
    """Icepool adds up the dice and maps the rule over them. It sorts outcomes, so they are numbered as they appear."""

    def __init__(self, *, keeps_last: bool = False) -> None:
        super().__init__(keeps_last=keeps_last)
        self.numbers: dict[Hashable, int] = {}
        self.values: list[Any] = []

    def on_roll(self, sides: int, then: Callable[[int], Any], *, count: int = 1, **key: Any) -> Any:
        pool = count @ icepool.d(sides)
        if self.keeps_last:
            return pool.map(lambda total: self.numbered((then(total), total)))
        return pool.map(lambda total: self.numbered(then(total)))

    def after(self, value: Any, then: Callable[[Any], Any]) -> Any:
        if not isinstance(value, icepool.Die):
            return then(value)
        return value.map(lambda number: self.numbered(then(self.values[number])))

    def after_last(self, value: Any, then: Callable[[Any, int], Any]) -> Any:
        if not isinstance(value, icepool.Die):
            return then(value, 0)
        return value.map(lambda number: self.numbered(then(*self.values[number])))

    def numbered(self, value: Any) -> Any:
        """Return the number of a value, or a die that is numbered."""
        if isinstance(value, icepool.Die):
            return value
        number = self.numbers.setdefault(value, len(self.values))
        if number == len(self.values):
            self.values.append(value)
        return number

    def chances(self, value: Any) -> Chances:
        if not isinstance(value, icepool.Die):
            return {value: Fraction(1)}
        return {self.values[number]: value.probability(number) for number in value.outcomes()}
