"""Compare our exact odds of every rule with two dice libraries on the same work, by processor time.

A rule whose way is a convolution is carried by the libraries too (`dice_libraries`): they get the rule as one function
of the totals of its dice. Others are restated as each library takes them best (`dice_rules`). Inputs are read before.
Last comes one rule alone, a pulse, as a bare function without tables, steps, or results with fields.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from typing import Any
from unittest.mock import patch

import icepool
from dyce import H

from bench.dice_libraries import ByDyce, ByIcepool, Carrier, Chances
from bench.dice_rules import RESTATED, Restated, of_die, of_h
from rulesets.core import registry
from rulesets.core.context import BY_THE_BOOK
from rulesets.core.dice import ChanceDice
from rulesets.core.odds import Convolution, Kept, Way
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass

PULSE = "civil_war.pulse"
SAMPLES = 100_000
SECONDS, TRIES = 0.01, 20
D10S = 19  # differences of two d10
ROUNDS = ("fire_and_fury.charge", "napoleonic_fury.melee", "regimental.combat")
NATURAL = "regimental.fire"  # its ammunition depends on the die behind a result of the base game
WITH_DICE = {
    "cw_to_ff.maneuver_modifiers": {"leaders": [{"rank": "corps", "rating": "poltroon", "place": "attached here"}]}
}
Work = Callable[[], Chances]
Rule = Procedure[Any, Any]
Result = tuple[str, int]


@dataclass(frozen=True)
class Compared:
    """A rule, what both libraries took, and what we took for fractions and for floats, in milliseconds."""

    rule: str
    results: int
    exact: float
    floats: float
    dyce: float | None
    icepool: float

    @property
    def ratio(self) -> float:
        """Return our time against the better library's."""
        return self.exact / min(self.icepool, self.dyce or self.icepool)

    def __str__(self) -> str:
        dyce = f"{self.dyce:9.3f}" if self.dyce else f"{'-':>9}"
        times = f"{self.exact:9.3f} {self.floats:9.3f} {dyce} {self.icepool:9.3f} {self.ratio:6.2f}"
        return f"  {self.rule:45} {self.results:5} {times}"


def milliseconds(*works: Callable[[], object], tries: int = TRIES) -> list[float]:
    """Return the processor time of each piece of work: the least of some tries, which they have in turns."""
    times = [max(1, int(SECONDS / max(_tried(work, 2), 1e-6))) for work in works]
    rounds = [[_tried(work, n) * 1000 for work, n in zip(works, times, strict=True)] for _ in range(tries)]
    return [min(taken) for taken in zip(*rounds, strict=True)]


def _tried(work: Callable[[], object], times: int) -> float:
    began = time.process_time()
    for _ in range(times):
        work()
    return (time.process_time() - began) / times


# Every rule


def every_rule() -> Iterator[Compared]:
    restated = {each.rule: each for each in RESTATED}
    for book in registry.books():
        for each in registry.procedures(book.id).values():
            if isinstance(way_of(each), Convolution):
                yield compared(each, most_open(each), carried(each, ByDyce), carried(each, ByIcepool))
            elif each.id in ROUNDS:
                yield compared(each, most_open(each), in_turn(each, _dyce_rounds), in_turn(each, _icepool_rounds))
            elif each.odds_way.name != "no dice":
                yield by_restated(each, restated[each.id])


def way_of(each: Rule) -> Way:
    """Return how a rule's odds are worked out the first time."""
    return each.odds_way.way if isinstance(each.odds_way, Kept) else each.odds_way


def ours(each: Rule, inputs: Any, *, exact: bool) -> Chances:
    return dict(way_of(each).distribution(each.function, inputs, BY_THE_BOOK, exact=exact).chances)


def most_open(each: Rule) -> Any:
    """Return the inputs of the example that can end in the most ways."""
    if each.id in WITH_DICE:
        return each.read(WITH_DICE[each.id])
    return max((each.read(example.inputs) for example in each.examples), key=lambda read: len(each.odds(read).chances))


def compared(each: Rule, inputs: Any, by_dyce: Work | None, by_icepool: Work) -> Compared:
    """Check that all have the same chances, then time them."""
    expected = sorted(each.odds(inputs).chances.values())
    floats = sorted(each.odds(inputs, exact=False).chances.values())
    assert all(abs(chance - other) < 1e-12 for chance, other in zip(expected, floats, strict=True)), each.id
    for work in filter(None, (by_dyce, by_icepool)):
        assert sorted(work().values()) == expected, each.id
    own = [partial(ours, each, inputs, exact=exact) for exact in (True, False)]
    exact, near, by_pool, *by_h = milliseconds(*own, by_icepool, *filter(None, [by_dyce]))
    return Compared(each.id, len(expected), exact, near, by_h[0] if by_h else None, by_pool)


def by_restated(each: Rule, restated: Restated) -> Compared:
    return compared(each, each.read(restated.inputs), restated.dyce, restated.icepool)


def carried(each: Rule, library: type[Carrier]) -> Work:
    inputs = most_open(each)

    def work() -> Chances:
        carrier = library(keeps_last=each.id == NATURAL)
        return carrier.chances(each.function(inputs, carrier))

    return work


# Fights in rounds: the libraries get each round as one function of the difference of two rolls


def in_turn(each: Rule, rounds: Callable[..., dict[Hashable, Any]]) -> Work:
    inputs, base = most_open(each), registry.procedure("fire_and_fury.charge" if each.book == "regimental" else each.id)

    def work() -> Chances:
        with patch.object(sys.modules[base.function.__module__], "in_rounds", rounds):
            return dict(each.odds(inputs).chances)

    return work


def _dyce_rounds(rounds: int, ways: Mapping[int, int], round_of: Any, last: Any, number: Any) -> dict[Hashable, Any]:
    pool: Any = H(10) - H(10) if len(ways) == D10S else 2 @ H(6) - 2 @ H(6)
    found: Counter[Hashable] = Counter()
    going_on = Fraction(1)
    for n in range(rounds):
        end_of, counts = round_of(n), Counter[Hashable]()
        for difference, count in pool.items():
            counts[end_of(difference)] += count
        again = counts.pop(None, 0)
        for end, count in counts.items():
            found[end] += going_on * Fraction(count, pool.total)  # type: ignore[assignment]
        going_on *= Fraction(again, pool.total)
        if not going_on:
            return dict(found)
    found[last()] += going_on  # type: ignore[assignment]
    return dict(found)


def _icepool_rounds(rounds: int, ways: Mapping[int, int], round_of: Any, last: Any, number: Any) -> dict[Hashable, Any]:
    pool: Any = icepool.d10 - icepool.d10 if len(ways) == D10S else 2 @ icepool.d6 - 2 @ icepool.d6
    carrier = ByIcepool()

    @cache
    def fight(n: int) -> Any:
        if n == rounds:
            return carrier.numbered(last())
        end_of = round_of(n)
        return pool.map(lambda difference: _next(end_of(difference), n))

    def _next(end: Hashable, n: int) -> Any:
        return fight(n + 1) if end is None else carrier.numbered(end)

    return dict(carrier.chances(fight(0)))


# A pulse as a bare function


def result_of(union: int, confederate: int) -> Result:
    """Return the rule as the libraries get it."""
    if union == confederate:
        return ("tie", union)
    return ("USA", union - confederate) if union > confederate else ("CSA", confederate - union)


def by_icepool() -> Chances:
    pool = 2 @ icepool.d6
    return of_die(icepool.map(result_of, pool, pool))


def by_dyce() -> Chances:
    two: Any = 2 @ H(6)
    counts: Counter[Result] = Counter()
    for union, ways in two.items():
        for confederate, more in two.items():
            counts[result_of(union, confederate)] += ways * more
    return of_h(H(counts))


def by_sampling() -> Mapping[str, int]:
    dice, each = ChanceDice(seed=1), registry.procedure(PULSE)
    inputs = each.read({})
    return Counter(str(each.run(inputs, dice).result) for _ in range(SAMPLES))


def first_asked() -> Mapping[Any, Any]:
    each = registry.procedure(PULSE)
    return way_of(each).distribution(each.function, each.read({}), BY_THE_BOOK, exact=True).named()


def asked_again() -> Mapping[Any, Any]:
    return registry.procedure(PULSE).odds({}).named()


def report_a_pulse() -> None:
    """Check that all agree, then print a line for each."""
    ours = first_asked()
    assert sorted(ours.values()) == sorted(by_icepool().values()) == sorted(by_dyce().values())
    print(f"\nOdds of a pulse alone, {len(ours)} results by their words, milliseconds")
    works: list[tuple[str, Callable[[], object]]] = [
        ("rule, first asked", first_asked),
        ("rule, asked again", asked_again),
        ("dyce, a bare function", by_dyce),
        ("icepool, a bare function", by_icepool),
    ]
    for (name, _), took in zip(works, milliseconds(*(work for _, work in works)), strict=True):
        print(f"  {name:32} {took:9.3f}")
    print(f"  {f'rule, {SAMPLES:,} samples':32} {_tried(by_sampling, 1) * 1000:9.3f}")


def report() -> None:
    """Print every rule, the slowest against the better library first, and then a pulse alone."""
    found = sorted(every_rule(), key=lambda each: -each.ratio)
    slower = sum(each.ratio > 1 for each in found)
    print(f"\nOdds of {len(found)} rules, milliseconds; {slower} slower than the better library")
    print(f"  {'':45} {'ends':>5} {'exact':>9} {'floats':>9} {'dyce':>9} {'icepool':>9} {'ratio':>6}")
    for each in found:
        print(each)
    report_a_pulse()


if __name__ == "__main__":
    report()
