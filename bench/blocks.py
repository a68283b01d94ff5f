"""Measure the odds of battles of blocks (AC-7.1), and of steps against steps as every game is compared by.

Each figure is for new inputs, with nothing kept from an earlier call but the tables of the dice.
"""

from fractions import Fraction
from functools import partial
from typing import Any

from bench.odds import milliseconds
from rulesets.action_cards.fighting import Army, Fight, Reckoned, Unit
from rulesets.action_cards.steps import joint
from rulesets.core.registry import procedure

BATTLE = "action_cards.block_battle"
STEPS, ROUNDS = 24, 3
Inputs = dict[str, Any]


def block(kind: str, steps: int, blocks: int = 1) -> Inputs:
    return {"kind": kind, "steps": steps, "blocks": blocks}


FOUR = [block("infantry", 4, 2), block("artillery", 3), block("cavalry", 2)]
EIGHT = [
    block("infantry", 4, 3),
    block("infantry", 3, 2),
    block("artillery", 3),
    block("cavalry", 2),
    block("garrison", 2),
]
TRIES = 3
BATTLES: dict[str, tuple[list[Inputs], Inputs]] = {
    "4 against 4, best choice": (FOUR, {}),
    "4 against 4, first listed": (FOUR, {"equals": "first listed"}),
    "8 against 8, best choice": (EIGHT, {}),
    "8 against 8, first listed": (EIGHT, {"equals": "first listed"}),
    "8 against 8, first listed, fortress": (EIGHT, {"equals": "first listed", "works": "fortress"}),
    "12 against 12, first listed": ([block("infantry", 4, 12)], {"equals": "first listed"}),
    "12 against 12, sampled": ([block("infantry", 4, 12)], {"odds": "sampled"}),
}


def exactly() -> dict[tuple[int, int], Fraction]:
    """Return the joint distribution of the steps left as exact fractions."""
    fight = Fight(Army((Unit("A", 3, STEPS),)), Army((Unit("A", 2, STEPS),)), (1, ROUNDS))
    weights, whole = Reckoned(fight).fought()
    return {(mine[0][0], theirs[0][0]): Fraction(weight, whole) for (mine, theirs, _), weight in weights.items()}


def in_floats() -> list[list[float]]:
    """Return the same in floats."""
    return joint(STEPS, STEPS, ROUNDS)


def by_words(asked: Inputs) -> dict[str, Fraction]:
    return procedure(BATTLE).odds(asked).named()


def report() -> None:
    """Check that floats and fractions agree, then print a line for each figure."""
    floats = in_floats()
    assert all(abs(floats[mine][theirs] - chance) < 1e-12 for (mine, theirs), chance in exactly().items())
    floats_took, exact_took = milliseconds(in_floats, exactly, tries=TRIES)
    print(f"\nOdds of {STEPS} steps against {STEPS}, {ROUNDS} rounds, joint distribution")
    print(f"  {'floats':36} {floats_took:10.2f} ms")
    print(f"  {'exact fractions':36} {exact_took:10.2f} ms")
    print("\nOdds of battles of blocks, exact fractions by words")
    for name, (side, switches) in BATTLES.items():
        asked = {"attacker": side, "defender": side, **switches}
        (took,) = milliseconds(partial(by_words, asked), tries=TRIES)
        print(f"  {name:36} {took:10.2f} ms")


if __name__ == "__main__":
    report()
