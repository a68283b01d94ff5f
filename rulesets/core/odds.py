"""Exact odds: how a procedure declares its way to them, and the distributions that come out.

Every way gives exact fractions, and floats by a path of its own that agrees to 1e-12.
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
    """Enumerating these dice would take more leaves than the procedure declared."""


@dataclass(frozen=True)
class Distribution:
    """Outcomes and their chances, which sum to 1. `parts` are independent and named, where there are any."""

    chances: Mapping[Hashable, Number]
    parts: Mapping[str, "Distribution"] | None = None

    def named(self) -> dict[str, Number]:
        """By what people read, in the order met."""
        named: dict[str, Number] = {}
        for outcome, chance in self.chances.items():
            named[str(outcome)] = named.get(str(outcome), 0) + chance
        return named

    def of(self, wanted: Callable[[Any], bool]) -> Number:
        chances = [chance for outcome, chance in self.chances.items() if wanted(outcome)]
        return sum(chances) if any(isinstance(c, Fraction) for c in chances) else fsum(chances)


class Way(Protocol):
    """A declared way to odds."""

    @property
    def name(self) -> str: ...

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution: ...


@dataclass(frozen=True)
class Certain:
    """No dice: one result."""

    name: str = "no dice"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        return Distribution({run(inputs, _Branch([]), context).result: Fraction(1) if exact else 1.0})


@dataclass(frozen=True)
class Enumeration:
    """All faces of all dice. `leaves` is the most that any input can need."""

    leaves: int
    name: str = "enumeration of its dice"

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
    """A hypergeometric, a dynamic programme, or another closed form: `chances(inputs, context, number)`.

    `number(n, d)` makes the chances: Fraction for the exact path, true division for the float path.
    """

    chances: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[Hashable, Number]]
    name: str

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        number = Fraction if exact else _ratio
        return Distribution({k: v for k, v in self.chances(inputs, context, number).items() if v})


@dataclass(frozen=True)
class Product:
    """Independent parts, each with its own distribution; the joint one is left unwritten unless `join` sums it up."""

    parts: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[str, Mapping[Hashable, Number]]]
    join: Callable[[Mapping[str, Mapping[Hashable, Number]]], Mapping[Hashable, Number]]
    name: str = "product of independent parts"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        parts = self.parts(inputs, context, Fraction if exact else _ratio)
        return Distribution(dict(self.join(parts)), {name: Distribution(dict(part)) for name, part in parts.items()})


def hypergeometric(chances: Callable[..., Mapping[Hashable, Number]]) -> Formula:
    return Formula(chances, "hypergeometric")


def dynamic_programme(chances: Callable[..., Mapping[Hashable, Number]]) -> Formula:
    return Formula(chances, "dynamic programme")


def drawn(*, good: int, bad: int, draws: int, number: Callable[[int, int], Number]) -> dict[int, Number]:
    """How many good ones come among so many drawn without putting back."""
    least, most = max(0, draws - bad), min(good, draws)
    ways = comb(good + bad, draws)
    return {n: number(comb(good, n) * comb(bad, draws - n), ways) for n in range(least, most + 1)}


def add_up(parts: Mapping[str, Mapping[Any, Number]]) -> dict[Any, Number]:
    """The distribution of the sum of independent numbers."""
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
    """Dice that follow a path of faces and note where it forks."""

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
    """Every leaf once: its result, and one over its chance."""
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
    raise TreeTooLarge(f"more than the declared {most} leaves; declare another way to these odds")
