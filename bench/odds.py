"""Compare our exact odds with two dice libraries and with sampling, on one rule: a pulse (CW-PULSE).

Each side rolls 2d6. The result is who has the initiative and by how much, or the total of a tie. The libraries get the
rule as one function; ours runs the procedure itself, with its tables and its steps, on every result of the dice.
"""

import statistics
import time
from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from rulesets.core.dice import ChanceDice
from rulesets.core.registry import procedure

PULSE = "civil_war.pulse"
SAMPLES = 100_000
Result = tuple[str, int]


def result_of(union: int, confederate: int) -> Result:
    """Return the rule as the libraries get it."""
    if union == confederate:
        return ("tie", union)
    return ("USA", union - confederate) if union > confederate else ("CSA", confederate - union)


def ours(*, exact: bool) -> Mapping[Any, Any]:
    return procedure(PULSE).odds({}, exact=exact).named()


def by_icepool() -> Mapping[Result, Fraction]:
    import icepool

    pool = 2 @ icepool.d6
    found = icepool.map(result_of, pool, pool)
    return {outcome: found.probability(outcome) for outcome in found.outcomes()}


def by_dyce() -> Mapping[Result, Fraction]:
    from dyce import H

    two: Any = 2 @ H(6)
    counts: Counter[Result] = Counter()
    for union, ways in two.items():
        for confederate, more in two.items():
            counts[result_of(union, confederate)] += ways * more
    return {outcome: Fraction(count, sum(counts.values())) for outcome, count in counts.items()}


def by_sampling() -> Mapping[str, int]:
    dice = ChanceDice(seed=1)
    each = procedure(PULSE)
    inputs = each.read({})
    return Counter(str(each.run(inputs, dice).result) for _ in range(SAMPLES))


def median_milliseconds(work: Callable[[], object], times: int) -> float:
    work()
    taken = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        taken.append((time.perf_counter() - began) * 1000)
    return statistics.median(taken)


def report() -> None:
    """Check that all agree, then print a line for each."""
    exact = ours(exact=True)
    assert sorted(exact.values()) == sorted(by_icepool().values()) == sorted(by_dyce().values())
    floats = ours(exact=False)
    assert all(abs(float(chance) - floats[outcome]) < 1e-12 for outcome, chance in exact.items())
    print(f"\nOdds of a pulse, {len(exact)} results over 1,296 rolls, all sources equal")
    works: list[tuple[str, Callable[[], object], int]] = [
        ("procedure, exact fractions", lambda: ours(exact=True), 20),
        ("procedure, floats", lambda: ours(exact=False), 20),
        ("icepool, the rule alone", by_icepool, 20),
        ("dyce, the rule alone", by_dyce, 20),
        (f"procedure, {SAMPLES:,} samples", by_sampling, 1),
    ]
    for name, work, times in works:
        print(f"  {name:32} {median_milliseconds(work, times):10.2f} ms")


if __name__ == "__main__":
    report()
