"""Exact odds: how a procedure declares its way to them, and the distributions that come out.

Every way gives exact fractions, and floats that are computed separately and agree to 1e-12.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, fsum
from typing import Any, Protocol

from rulesets.core.context import Context
from rulesets.core.dice import Throw

MOST_LEAVES = 100_000
Run = Callable[..., Any]
Number = Any  # Fraction or float


class TreeTooLarge(ValueError):
    """These dice have more leaves than the procedure declared."""


@dataclass(frozen=True)
class Distribution:
    """Outcomes and their chances, which add up to 1. `parts`, if any, are independent and named."""

    chances: Mapping[Hashable, Number]
    parts: Mapping[str, "Distribution"] | None = None

    def named(self) -> dict[str, Number]:
        """Return the chances by what people read, in the order met."""
        named: dict[str, Number] = {}
        for outcome, chance in self.chances.items():
            named[str(outcome)] = named.get(str(outcome), 0) + chance
        return named

    def of(self, wanted: Callable[[Any], bool]) -> Number:
        """Return the chance of all outcomes that are wanted."""
        chances = [chance for outcome, chance in self.chances.items() if wanted(outcome)]
        return sum(chances) if any(isinstance(c, Fraction) for c in chances) else fsum(chances)


class Way(Protocol):
    """A declared way to odds."""

    @property
    def name(self) -> str:
        """Return what people call it."""

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        """Return the chances of all results."""


@dataclass(frozen=True)
class Certain:
    """No dice, so one result."""

    name: str = "no dice"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        return Distribution({run(inputs, _Branch([]), context).result: Fraction(1) if exact else 1.0})


@dataclass(frozen=True)
class Enumeration:
    """Every result of every die. `leaves` is the most that any input can need."""

    leaves: int
    name: str = "enumeration of the dice"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        counts: dict[Hashable, dict[int, int]] = {}
        for result, ways in _leaves(run, inputs, context, self.leaves):
            by_ways = counts.setdefault(result, {})
            by_ways[ways] = by_ways.get(ways, 0) + 1
        if exact:
            return Distribution(
                {r: sum((Fraction(n, w) for w, n in c.items()), Fraction(0)) for r, c in counts.items()}
            )
        return Distribution({result: fsum(n / ways for ways, n in by.items()) for result, by in counts.items()})


@dataclass(frozen=True)
class Formula:
    """A hypergeometric distribution, a dynamic program, or another closed form: `chances(inputs, context, number)`.

    `number(n, d)` makes a chance: a Fraction where they are exact, else a float.
    """

    chances: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[Hashable, Number]]
    name: str

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        number = Fraction if exact else _ratio
        return Distribution({k: v for k, v in self.chances(inputs, context, number).items() if v})


@dataclass(frozen=True)
class Product:
    """Independent parts, each with its own distribution; `join` sums them up."""

    parts: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[str, Mapping[Hashable, Number]]]
    join: Callable[[Mapping[str, Mapping[Hashable, Number]]], Mapping[Hashable, Number]]
    name: str = "product of independent parts"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        parts = self.parts(inputs, context, Fraction if exact else _ratio)
        return Distribution(dict(self.join(parts)), {name: Distribution(dict(part)) for name, part in parts.items()})


def hypergeometric(chances: Callable[..., Mapping[Hashable, Number]]) -> Formula:
    """Declare draws without replacement."""
    return Formula(chances, "hypergeometric distribution")


def dynamic_program(chances: Callable[..., Mapping[Hashable, Number]]) -> Formula:
    """Declare chances that are worked out round by round."""
    return Formula(chances, "dynamic programming")


def drawn(*, good: int, bad: int, draws: int, number: Callable[[int, int], Number]) -> dict[int, Number]:
    """Return the chances of each number of good ones among those drawn without replacement."""
    least, most = max(0, draws - bad), min(good, draws)
    ways = comb(good + bad, draws)
    return {n: number(comb(good, n) * comb(bad, draws - n), ways) for n in range(least, most + 1)}


def add_up(parts: Mapping[str, Mapping[Any, Number]]) -> dict[Any, Number]:
    """Return the distribution of the sum of independent numbers."""
    total: dict[Any, Number] = {0: 1}
    for part in parts.values():
        summed: dict[Any, Number] = {}
        for so_far, chance in total.items():
            for value, more in part.items():
                summed[so_far + value] = summed.get(so_far + value, 0) + chance * more
        total = summed
    return total


def _ratio(n: int, d: int) -> float:
    return n / d


class _Branch:
    """Dice that follow a path of results and note where it forks."""

    def __init__(self, path: list[int]) -> None:
        self.path = path
        self.sides: list[int] = []

    def throw(self, wanted: Throw, count: int) -> Throw:
        faces = []
        for _ in range(count):
            if len(self.sides) == len(self.path):
                self.path.append(1)
            faces.append(self.path[len(self.sides)])
            self.sides.append(wanted.sides)
        return Throw(wanted.rule, wanted.subject, wanted.turn, wanted.k, wanted.sides, tuple(faces))


def _leaves(run: Run, inputs: Any, context: Context, most: int) -> Iterator[tuple[Hashable, int]]:
    """Yield every leaf once: its result, and the inverse of its chance."""
    path: list[int] = []
    for _ in range(most):
        dice = _Branch(path)
        result = run(inputs, dice, context).result
        ways = 1
        for sides in dice.sides:
            ways *= sides
        yield result, ways
        while path and path[-1] == dice.sides[len(path) - 1]:
            path.pop()
        if not path:
            return
        path[-1] += 1
    raise TreeTooLarge(f"These odds need more than the {most:,} results declared; declare another way to them.")
