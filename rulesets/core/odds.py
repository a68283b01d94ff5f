"""Exact odds: how a procedure declares its way to them, and the distributions that come out.

Every way gives exact fractions, and floats that are computed separately and agree to 1e-12.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from functools import cached_property
from math import comb, fsum, lcm
from typing import Any, Protocol

from rulesets.core.context import Context
from rulesets.core.dice import Throw
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.weighing import Silent, TreeTooLarge, Weighing, weights_of

Run = Callable[[Any, Reckoning], Any]
Number = Any  # Fraction or float
MOST_KEPT = 32  # distributions of one rule


@dataclass(frozen=True)
class Distribution:
    """Outcomes and their chances, which add up to 1. `parts`, if any, are independent and named."""

    chances: Mapping[Hashable, Number]
    parts: Mapping[str, "Distribution"] | None = None

    def named(self) -> dict[str, Number]:
        """Return the chances by what people read, in the order met."""
        return dict(self._by_words)

    @cached_property
    def _by_words(self) -> dict[str, Number]:
        named: dict[str, list[Number]] = {}
        for outcome, chance in self.chances.items():
            named.setdefault(str(outcome), []).append(chance)
        return {words: _summed(chances) for words, chances in named.items()}

    def of(self, wanted: Callable[[Any], bool]) -> Number:
        """Return the chance of all outcomes that are wanted."""
        return _summed([chance for outcome, chance in self.chances.items() if wanted(outcome)])


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
        return Distribution({run(inputs, Silent(context=context)): Fraction(1) if exact else 1.0})


@dataclass(frozen=True)
class Convolution:
    """The rule itself, with all totals of a roll at once where it says `on_roll`; equal results are added up."""

    name: str = "convolution of the dice"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        weights, whole = weights_of(run(inputs, Weighing(context)))
        if exact:
            fractions = {weight: Fraction(weight, whole) for weight in set(weights.values())}
            return Distribution({result: fractions[weight] for result, weight in weights.items()})
        return Distribution({result: weight / whole for result, weight in weights.items()})


@dataclass(frozen=True)
class Kept:
    """Another way's odds, worked out once for each of the few values they rest on, unless the campaign changed numbers.

    What is kept shows in the time that odds take, so a rule may use this only if they rest on what everyone knows.
    """

    way: Way
    rest_on: Callable[[Any], Hashable]
    found: dict[Hashable, Distribution] = field(default_factory=dict, compare=False, repr=False)

    @property
    def name(self) -> str:
        """Return the other way's name."""
        return self.way.name

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        key = exact, self.rest_on(inputs)
        is_by_the_book = not (context.overrides or context.switches)
        if is_by_the_book and key in self.found:
            return self.found[key]
        distribution = self.way.distribution(run, inputs, context, exact=exact)
        if is_by_the_book and len(self.found) < MOST_KEPT:
            self.found[key] = distribution
        return distribution


@dataclass(frozen=True)
class Enumeration:
    """Every result of every die, to check other ways by. `leaves` is the most that any input can need."""

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
        chances = self.chances(inputs, context, Fraction if exact else _ratio)
        if all(chances.values()):
            return Distribution(chances)
        return Distribution({end: chance for end, chance in chances.items() if chance})


@dataclass(frozen=True)
class Product:
    """Independent parts, each with its own distribution, and what they come to together."""

    parts: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[str, Mapping[Hashable, Number]]]
    together: Callable[[Any, Context, Callable[[int, int], Number]], Mapping[Hashable, Number]]
    name: str = "product of independent parts"

    def distribution(self, run: Run, inputs: Any, context: Context, *, exact: bool) -> Distribution:
        number = Fraction if exact else _ratio
        parts = {name: Distribution(dict(part)) for name, part in self.parts(inputs, context, number).items()}
        return Distribution(dict(self.together(inputs, context, number)), parts)


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


def in_rounds(
    rounds: int,
    ways: Mapping[int, int],
    round_of: Callable[[int], Callable[[int], Hashable]],
    last: Callable[[], Hashable],
    number: Callable[[int, int], Number],
) -> dict[Hashable, Number]:
    """Return the chances of each end of a fight whose rounds have `ways` to each difference.

    `round_of(n)` says what a difference comes to: an end, or None for another round; `last()` is the end after all.
    """
    whole, going_on, weights = sum(ways.values()), 1, dict[Hashable, int]()
    for n in range(rounds):
        end_of, each, again = round_of(n), going_on * whole ** (rounds - 1 - n), 0
        for difference, count in ways.items():
            end = end_of(difference)
            if end is None:
                again += going_on * count
            else:
                weights[end] = weights.get(end, 0) + each * count
        going_on = again
        if not going_on:
            break
    if going_on:
        end = last()
        weights[end] = weights.get(end, 0) + going_on
    return {end: number(weight, whole**rounds) for end, weight in weights.items()}


def _summed(chances: Sequence[Number]) -> Number:
    """Add up chances: fractions over one denominator, or floats without loss."""
    if len(chances) == 1:
        return chances[0]
    if not any(isinstance(chance, Fraction) for chance in chances):
        return fsum(chances)
    whole = lcm(*(chance.denominator for chance in chances))
    return Fraction(sum(chance.numerator * (whole // chance.denominator) for chance in chances), whole)


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
        result = run(inputs, Reckoning(dice, context))
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
