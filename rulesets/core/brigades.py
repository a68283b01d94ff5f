"""Names of brigades from battle to battle: a brigade goes on while its strength points do (house, decision 0046)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Protocol

from rulesets.core.records import dataclass
from rulesets.core.words import many

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class RecordLine:
    """One battle of a brigade: how many stands it brought, and how many of them it lost for good."""

    battle: str
    turn: int
    stands: int
    lost: int
    arrived: bool = True

    def __str__(self) -> str:
        if not self.arrived:
            return f"{self.battle}, never arrived"
        return f"{self.battle}, {many(self.lost, 'stand') if self.lost else 'no stands'} lost"


class Named(Protocol):
    """A brigade with its name, and how many stands each strength point has in it."""

    @property
    def name(self) -> str: ...
    @property
    def points(self) -> Mapping[str, int]: ...


def in_common(one: Mapping[str, int], other: Mapping[str, int]) -> Fraction:
    """Return how much of two brigades is of the same strength points: the lesser of their shares, point by point."""
    mine, theirs = sum(one.values()), sum(other.values())
    if not mine or not theirs:
        return Fraction(0)
    return sum(
        (min(Fraction(one[point], mine), Fraction(other[point], theirs)) for point in one.keys() & other.keys()),
        Fraction(0),
    )


def share_of(points: Mapping[str, int], among: frozenset[str]) -> Fraction:
    """Return which part of a brigade's stands is of these strength points."""
    here = sum(stands for point, stands in points.items() if point in among)
    return Fraction(here, sum(points.values()) or 1)


def continued(earlier: Sequence[Named], later: Sequence[Named]) -> dict[int, int]:
    """Return which earlier brigade each later one is, by their places: each is continued at most once.

    Two are the same if more than half of their stands are of the same strength points. Of several, the one with the
    same name comes first, then the one with the most in common, then the one nearest in size.
    """
    found = []
    for n, new in enumerate(later):
        for m, old in enumerate(earlier):
            common = in_common(old.points, new.points)
            if common > HALF:
                apart = abs(sum(old.points.values()) - sum(new.points.values()))
                found.append((old.name != new.name, -common, apart, m, n))
    same: dict[int, int] = {}
    for *_, m, n in sorted(found):
        if n not in same and m not in same.values():
            same[n] = m
    return same
