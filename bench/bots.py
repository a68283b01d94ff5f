"""Let two plain bots play Shiloh to Corinth, and count who wins by its lines of victory and with the one proposed.

    python -m bench.bots --games 200 --seed 10000

The proposal is that of docs/decisions/0055-bots-and-victory.md.
"""

import argparse
import statistics
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace

from rulesets.civil_war.war import State, setup
from rulesets.civil_war.war.bots import Bot, attacker, defender
from rulesets.civil_war.war.ending import lost, verdict
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.scenario import SIDES, Condition, VictoryLine
from rulesets.civil_war.war.tests.builders import shiloh
from rulesets.core.weighing import Silent

DOES: dict[str, Callable[[int], Bot]] = {"attacks": attacker, "defends": defender}
PAIRS = (("attacks", "defends"), ("defends", "attacks"), ("defends", "defends"), ("attacks", "attacks"))


PROPOSED = VictoryLine(
    "USA",
    (
        (Condition(side="USA", fact="holds", places=("Corinth",)),),
        (Condition(side="CSA", fact="has lost more than the enemy", by=1),),
    ),
)


def proposed(state: State) -> State:
    """Return the end of a war as if it had been played by the proposed line."""
    scenario = state.world.scenario
    lines = tuple(PROPOSED if line.result == PROPOSED.result else line for line in scenario.victory)
    return replace(state, world=replace(state.world, scenario=replace(scenario, victory=lines)))


def games(union: str, confederate: str, seeds: Iterable[int]) -> list[State]:
    """Return the ends of games, each with seeds of its own for the dice and both bots."""
    world = shiloh()
    return [
        play(setup(world), seed, players={"USA": DOES[union](2 * seed), "CSA": DOES[confederate](2 * seed + 1)})
        for seed in seeds
    ]


def results(ends: Iterable[State]) -> str:
    """Return the Union's wins, draws, and the South's wins, the decisive ones in parentheses."""
    found = Counter(verdict(end, Silent()) or "draw" for end in ends)
    usa, csa = (f"{found[side] + found[f'{side} decisive']:3} ({found[f'{side} decisive']})" for side in SIDES)
    return f"USA {usa}, draws {found['draw']:3}, CSA {csa}"


def main() -> None:
    """Print a line for each pair of bots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=10_000, help="the first game's")
    options = parser.parse_args()
    for union, confederate in PAIRS:
        ends = games(union, confederate, range(options.seed, options.seed + options.games))
        bled = ", ".join(f"{side} {statistics.mean(lost(end, side) for end in ends):.1f}" for side in SIDES)
        print(f"\nThe Union {union}, the South {confederate}: {options.games} games; SP lost: {bled}")
        print(f"now       {results(ends)}\nproposed  {results(map(proposed, ends))}", flush=True)


if __name__ == "__main__":
    main()
