"""Finds which strength points share a division so that an army needs the fewest brigades (4E, R-59).

Points of one quality and size are alike, so an army of many points has few kinds of them, and every way to pair the
kinds is tried once.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from rulesets.core.records import dataclass
from rulesets.cw_to_ff.state import Quality

MOST_WAYS = 4000  # counts of kinds that are tried; armies of more kinds are paired one after the other
PER_BRIGADE = 100  # what a brigade costs; a division of two qualities costs one more
Kind = tuple[Quality, int]
Pair = tuple[Kind, Kind]
State = tuple[int, ...]


@dataclass
class Pairing:
    """Points by kind, and what a division of one or two of them needs in brigades: 0 if they can't be one."""

    kinds: Sequence[Kind]
    needed: Callable[[Sequence[Kind]], int]
    _found: dict[State, tuple[int | None, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        counts = Counter(self.kinds)
        self.each = sorted(counts, key=lambda kind: (-counts[kind], kind))
        self.all: State = tuple(counts[kind] for kind in self.each)

    @property
    def is_small(self) -> bool:
        """Tell whether all ways can be tried."""
        ways = 1
        for count in self.all:
            ways *= count + 1
        return ways <= MOST_WAYS

    def brigades(self) -> dict[int, int]:
        """Return the fewest brigades for each number of pairs that can be made."""
        return {n: cost // PER_BRIGADE for n, cost in enumerate(self.costs(self.all)) if cost is not None}

    def pairs(self, count: int) -> list[Pair]:
        """Return so many pairs that need the fewest brigades, or none if so many can't be made."""
        state, found, left = self.all, list[Pair](), count if count in self.brigades() else 0
        while left:
            cost = self.costs(state)[left]
            for pair, rest, price in self.steps(state):
                after = self.costs(rest)
                need = left - bool(pair)
                if need < len(after) and (best := after[need]) is not None and best + price == cost:
                    found += [pair] if pair else []
                    state, left = rest, need
                    break
        return found

    def costs(self, state: State) -> tuple[int | None, ...]:
        """Return the least cost of these points for each number of pairs; none where there can't be so many."""
        if state not in self._found:
            best: list[int | None] = [None] * (sum(state) // 2 + 1)
            if not any(state):
                best = [0]
            for pair, rest, price in self.steps(state):
                for n, cost in enumerate(self.costs(rest), start=int(pair is not None)):
                    if cost is not None and (best[n] is None or cost + price < best[n]):  # type: ignore[operator]
                        best[n] = cost + price
            self._found[state] = tuple(best)
        return self._found[state]

    def steps(self, state: State) -> Iterator[tuple[Pair | None, State, int]]:
        """Yield what can become of one point of the first kind left: a division alone, or with another point."""
        first = next((n for n, count in enumerate(state) if count), None)
        if first is None:
            return
        rest, one = _less(state, first), self.each[first]
        if brigades := self.needed((one,)):
            yield None, rest, PER_BRIGADE * brigades
        for n, count in enumerate(rest):
            other = self.each[n]
            if count and (brigades := self.needed((one, other))):
                yield (one, other), _less(rest, n), PER_BRIGADE * brigades + (one[0] is not other[0])


def _less(state: State, n: int) -> State:
    return (*state[:n], state[n] - 1, *state[n + 1 :])
