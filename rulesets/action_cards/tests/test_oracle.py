"""Exact odds of battles, checked against a second program that knows the rules only as told here, and icepool.

It throws hits with icepool, fires block by block, and lets owners choose by trying every choice to the end.
"""

from collections.abc import Iterator
from dataclasses import field
from fractions import Fraction
from functools import cache
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.action_cards.tests.helpers import odds
from rulesets.core.records import dataclass
from rulesets.core.registry import procedure

RATED = {"infantry": "B2", "brigade": "B2", "cavalry": "C2", "artillery": "A2", "heavy artillery": "A3",
         "garrison": "C1", "headquarters": "C1"}  # fmt: skip
Steps = tuple[int, ...]
Ends = dict[tuple[Steps, Steps], Fraction]


@cache
def hits(dice: int, on: int) -> tuple[tuple[int, Fraction], ...]:
    """Return the chance of each number of hits."""
    rolled = dice @ (icepool.d6 <= on)
    return tuple((int(n), rolled.probability(n)) for n in rolled.outcomes())


@dataclass
class Side:
    """One side of a battle, as listed: kinds, steps, and who waits for round 2."""

    kinds: tuple[str, ...]
    steps: Steps
    waits: tuple[bool, ...]
    two_for_one: bool = False

    def front(self, round_no: int) -> list[int]:
        return [n for n in range(len(self.kinds)) if round_no > 1 or not self.waits[n]]


@dataclass
class Battle:
    """Every order of fire is the same: by round and letter, the defender first, as listed."""

    defender: Side
    attacker: Side
    best: bool
    turns: list[tuple[int, int, int]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.turns = [
            (round_no, side, n)
            for round_no in (1, 2, 3)
            for letter in "ABC"
            for side in (0, 1)
            for n in self.sides[side].front(round_no)
            if RATED[self.sides[side].kinds[n]][0] == letter
        ]
        self.end = cache(self._end)

    @property
    def sides(self) -> tuple[Side, Side]:
        return self.defender, self.attacker

    def _end(self, turn: int, steps: tuple[Steps, Steps], half: int) -> Ends:
        """Return the chances of what is left of the defender and the attacker."""
        if turn == len(self.turns) or (turn and self.over(turn - 1, steps)):
            return {steps: Fraction(1)}
        round_no, side, n = self.turns[turn]
        if turn and self.turns[turn - 1][0] != round_no:
            half = 0
        rating = int(RATED[self.sides[side].kinds[n]][1])
        total: Ends = {}
        for count, chance in hits(steps[side][n], rating) if steps[side][n] else ((0, Fraction(1)),):
            ways = [self.end(turn + 1, *way) for way in set(self.ways(turn, steps, half, count))]
            better = max(ways, key=expected) if side == 0 else min(ways, key=expected)
            for left, more in better.items():
                total[left] = total.get(left, Fraction(0)) + chance * more
        return total

    def over(self, turn: int, steps: tuple[Steps, Steps]) -> bool:
        round_no = self.turns[turn][0]
        return any(not sum(steps[side][n] for n in self.sides[side].front(round_no)) for side in (0, 1))

    def ways(
        self, turn: int, steps: tuple[Steps, Steps], half: int, count: int
    ) -> Iterator[tuple[tuple[Steps, Steps], int]]:
        """Yield what the hits may leave: one by one off the strongest, any of the equals or the first."""
        round_no, side, _ = self.turns[turn]
        hit, front = self.sides[1 - side], self.sides[1 - side].front(round_no)
        theirs = steps[1 - side]
        most = max(theirs[n] for n in front)
        if not count or not most:
            yield steps, half
            return
        if hit.two_for_one and not half:
            yield from self.ways(turn, steps, 1, count - 1)
            return
        equals = [n for n in front if theirs[n] == most]
        for n in equals if self.best else equals[:1]:
            less = tuple(strength - (place == n) for place, strength in enumerate(theirs))
            left = (less, steps[1]) if side == 1 else (steps[0], less)
            yield from self.ways(turn, left, 0 if side == 1 else half, count - 1)


def expected(ends: Ends) -> Fraction:
    """Return the attacker's steps less the defender's."""
    return sum(((sum(left[1]) - sum(left[0])) * chance for left, chance in ends.items()), Fraction(0))


def asked_of(battle: Battle) -> dict[str, Any]:
    return {
        role: [
            {"kind": kind, "steps": steps, "reserve": waits}
            for kind, steps, waits in zip(side.kinds, side.steps, side.waits, strict=True)
        ]
        for role, side in (("attacker", battle.attacker), ("defender", battle.defender))
    } | {
        "works": "fortress" if battle.defender.two_for_one else "none",
        "equals": "best for the owner" if battle.best else "first listed",
    }


def survivors(side: Side, steps: Steps) -> tuple[str, ...]:
    left = sorted((kind, -strength) for kind, strength in zip(side.kinds, steps, strict=True) if strength)
    return tuple(f"{kind} {-strength}" for kind, strength in left)


def oracle(battle: Battle) -> tuple[dict[tuple[Any, ...], Fraction], Fraction]:
    """Return the chances of all survivors, and the expected difference."""
    ends = battle.end(0, (battle.defender.steps, battle.attacker.steps), 0)
    found: dict[tuple[Any, ...], Fraction] = {}
    for (defender, attacker), chance in ends.items():
        key = survivors(battle.defender, defender), survivors(battle.attacker, attacker)
        found[key] = found.get(key, Fraction(0)) + chance
    return found, expected(ends)


def ours(battle: Battle) -> tuple[dict[tuple[Any, ...], Fraction], Fraction]:
    found: dict[tuple[Any, ...], Fraction] = {}
    worth = Fraction(0)
    end: Any
    for end, chance in procedure("action_cards.block_battle").odds(asked_of(battle)).chances.items():
        key = end.defender, end.attacker
        found[key] = found.get(key, Fraction(0)) + chance
        worth += (end.attacker_steps - end.defender_steps) * chance
    return found, worth


def a_side(blocks: list[tuple[str, int, bool]], *, fortress: bool = False) -> Side:
    kinds, steps, waits = zip(*blocks, strict=True)
    return Side(kinds, steps, (False, *waits[1:]), fortress)


BLOCK = st.tuples(st.sampled_from(sorted(RATED)), st.integers(1, 3), st.booleans())
SMALL = st.tuples(st.sampled_from(sorted(RATED)), st.integers(1, 2), st.booleans())


@pytest.mark.rule("AC-7.1", "AC-7.2", "AC-7.3", "AC-7.5", "AC-6.2", "AC-6.3")
@settings(max_examples=20)
@given(st.lists(BLOCK, min_size=1, max_size=3), st.lists(BLOCK, min_size=1, max_size=2), st.booleans())
def test_battle_with_hits_as_listed_matches_the_oracle(
    attacker: list[tuple[str, int, bool]],
    defender: list[tuple[str, int, bool]],
    fortress: bool,  # noqa: FBT001
) -> None:
    battle = Battle(a_side(defender, fortress=fortress), a_side(attacker), best=False)
    assert ours(battle) == oracle(battle)


@pytest.mark.rule("AC-7.3")
@settings(max_examples=15)
@given(st.lists(SMALL, min_size=1, max_size=3), st.lists(SMALL, min_size=1, max_size=2), st.booleans())
def test_best_choice_among_equals_is_worth_what_the_oracle_finds(
    attacker: list[tuple[str, int, bool]],
    defender: list[tuple[str, int, bool]],
    fortress: bool,  # noqa: FBT001
) -> None:
    """Equally good choices may leave other survivors, but never other expected steps."""
    by_steps = [sorted(side, key=lambda each: -each[1]) for side in (attacker, defender)]
    battle = Battle(a_side(by_steps[1], fortress=fortress), a_side(by_steps[0]), best=True)
    assert float(ours(battle)[1]) == pytest.approx(float(oracle(battle)[1]), abs=1e-9)


@pytest.mark.rule("AC-7.1")
def test_steps_against_steps_match_icepool() -> None:
    """The plain case for 5 against 6: the first fires on a half, the second on a third, three rounds."""

    def fired(state: tuple[int, int], side: int) -> Any:
        """Return what is left of both after a side's fire."""
        rolled = state[side] @ (icepool.d6 <= (3, 2)[side]) if state[side] else icepool.Die([0])
        return rolled.map(lambda n: (state[0], max(0, state[1] - n)) if side == 0 else (max(0, state[0] - n), state[1]))

    states = icepool.Die([(5, 6)])
    for side in (0, 1) * 3:
        states = states.map(lambda first, second, side=side: fired((first, second), side), star=True)
    asked = {"plain": True, "defender": [{"steps": 4}, {"steps": 1}], "attacker": [{"steps": 3, "blocks": 2}]}
    found: dict[tuple[int, int], Fraction] = {}
    end: Any
    for end, chance in procedure("action_cards.block_battle").odds(asked).chances.items():
        left = end.defender_steps, end.attacker_steps
        found[left] = found.get(left, Fraction(0)) + chance
    assert found == {left: states.probability(left) for left in states.outcomes()}


@pytest.mark.rule("AC-7.1", "AC-7.2")
@pytest.mark.parametrize("kind", RATED)
def test_volley_of_one_block_matches_icepool(kind: str) -> None:
    """A block of 3 fires at artillery of 4 that retreats, so nobody fires back."""
    rated = RATED[kind]
    asked = {
        "round": 2,
        "defender": [{"kind": kind, "steps": 3}],
        "attacker": [{"kind": "headquarters", "steps": 4, "does": "retreat"}],
    }
    found = odds("block_battle_round", asked)
    expected_left = {4 - count: chance for count, chance in hits(3, int(rated[1]))}
    assert sorted(found.values()) == sorted(expected_left.values())


def test_deck_matches_icepool() -> None:
    deck = icepool.Deck({"1": 6, "2": 8, "3": 6, "Supply 2": 3, "Supply 3": 2})
    dealt = deck.deal(6).expand()
    found: dict[tuple[int, ...], Fraction] = {}
    for hand in dealt.outcomes():
        counts = tuple(hand.count(card) for card in ("1", "2", "3", "Supply 2", "Supply 3"))
        found[counts] = found.get(counts, Fraction(0)) + dealt.probability(hand)
    exact: Any = procedure("action_cards.deck").odds({}).chances
    assert {hand.counts: chance for hand, chance in exact.items()} == found
