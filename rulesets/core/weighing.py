"""Reckonings for odds: they keep no steps, and go on with every total of a roll at once."""

from collections.abc import Callable, Hashable, Mapping
from math import lcm
from typing import Any, TypeVar

from rulesets.core.context import BY_THE_BOOK, Context, Ruling
from rulesets.core.dice import Throw
from rulesets.core.reckoning import Reckoning
from rulesets.core.table import Cell, Table
from rulesets.core.ways import totals

MOST_LEAVES = 100_000
V = TypeVar("V")
R = TypeVar("R")
Leaf = tuple[Any, int, int]  # a value, its weight, and the total of the last roll


class TreeTooLarge(ValueError):
    """These dice have more leaves than the procedure declared."""


class Silent(Reckoning):
    """A reckoning whose steps nobody reads."""

    def read(self, table: Table[V], row: object, column: object = None, *, says: str | Callable[[V], str] = "") -> V:
        return table.cell(row, column, context=self.context).value

    def cell(
        self, table: Table[V], row: object, column: object = None, *, says: str | Callable[[V], str] = ""
    ) -> Cell[V]:
        return table.cell(row, column, context=self.context)

    def step(self, *args: Any, **kwargs: Any) -> None:
        """Keep nothing."""

    def chosen(self, ruling: Ruling) -> str:
        return self.context.chosen(ruling)


class Spread:
    """What a rule with rolls left to make may come to: its values by weight. `whole` is the sum of all weights."""

    __slots__ = ("leaves", "whole")

    def __init__(self, leaves: list[Leaf], whole: int) -> None:
        self.leaves = leaves
        self.whole = whole

    def weights(self) -> dict[Any, int]:
        """Return each value once, in the order met, with all its weight."""
        places: dict[Any, int] = {}
        weights: list[int] = []
        for value, weight, _ in self.leaves:
            place = places.setdefault(value, len(weights))
            if place == len(weights):
                weights.append(weight)
            else:
                weights[place] += weight
        return dict(zip(places, weights, strict=True))


class Weighing(Silent):
    """A reckoning of all rolls at once: `on_roll` returns a Spread in place of a value, and `after` spreads further."""

    def __init__(self, context: Context = BY_THE_BOOK) -> None:
        super().__init__(context=context)
        self._asked = 0

    def roll(self, *args: Any, **kwargs: Any) -> Throw:
        raise TypeError("A rule with these odds has to say on_roll, and what follows it in after.")

    def on_roll(self, sides: int, then: Callable[[int], R], *, count: int = 1, **key: Any) -> Any:
        return self._spread([(then(total), ways, total) for total, ways in totals(count, sides)], sides**count)

    def after(self, value: V, then: Callable[[V], R]) -> Any:
        if not isinstance(value, Spread):
            return then(value)
        return self._spread([(then(each), weight, 0) for each, weight in value.weights().items()], value.whole)

    def after_last(self, value: V, then: Callable[[V, int], R]) -> Any:
        if not isinstance(value, Spread):
            return then(value, 0)
        return self._spread([(then(each, last), weight, last) for each, weight, last in value.leaves], value.whole)

    def _spread(self, leaves: list[Leaf], whole: int) -> Any:
        self._asked += len(leaves)
        if self._asked > MOST_LEAVES:
            raise TreeTooLarge(f"These odds need more than {MOST_LEAVES:,} results; declare another way to them.")
        return Spread(*_flat(leaves, whole))


def _flat(leaves: list[Leaf], whole: int) -> tuple[list[Leaf], int]:
    """Put the leaves of spreads in their place, all over one whole."""
    inner = {leaf[0].whole for leaf in leaves if isinstance(leaf[0], Spread)}
    if not inner:
        return leaves, whole
    scale = lcm(*inner)
    flat: list[Leaf] = []
    for value, weight, last in leaves:
        if isinstance(value, Spread):
            share = weight * (scale // value.whole)
            flat += [(each, share * more, of) for each, more, of in value.leaves]
        else:
            flat.append((value, weight * scale, last))
    return flat, whole * scale


def weights_of(value: Any) -> tuple[Mapping[Hashable, int], int]:
    """Return the weights of what a rule came to, and their sum."""
    return (value.weights(), value.whole) if isinstance(value, Spread) else ({value: 1}, 1)
