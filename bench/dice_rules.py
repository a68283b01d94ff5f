"""Rules whose odds aren't a convolution of the rule itself, restated as dice libraries take them.

Each has inputs, and what dyce and icepool do for the same chances; None where a library has no such dice.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

import icepool
from dyce import H, P
from icepool import Die, d6, d10

from rulesets.core.records import dataclass

Chances = dict[Any, Fraction]
Work = Callable[[], Chances]


@dataclass(frozen=True)
class Restated:
    """A rule with its inputs and both libraries' ways."""

    rule: str
    inputs: Mapping[str, Any]
    dyce: Work | None
    icepool: Work


def of_h(found: Any) -> Chances:
    whole = found.total
    return {outcome: Fraction(count, whole) for outcome, count in found.items() if count}


def of_die(found: Die[Any]) -> Chances:
    return {outcome: found.probability(outcome) for outcome in found.outcomes()}


def pairs(first: Any, second: Any, rule: Callable[[Any, Any], Any]) -> Any:
    """Count what a rule makes of two dice."""
    counts: Counter[Any] = Counter()
    for one, ways in first.items():
        for other, more in second.items():
            counts[rule(one, other)] += ways * more
    return H(counts)


def ruled(die: Any, rule: Callable[[Any], Any]) -> Any:
    """Count what a rule makes of a die."""
    counts: Counter[Any] = Counter()
    for face, ways in die.items():
        counts[rule(face)] += ways
    return H(counts)


def hits_h(dice: int, least: int) -> Any:
    return dice @ H(6).ge(least)


def hits(dice: int, least: int) -> Die[Any]:
    return dice @ (d6 >= least)


def hitting(rule: str, inputs: Mapping[str, Any], dice: int, least: int) -> Restated:
    """Count dice that reach a number."""
    return Restated(rule, inputs, lambda: of_h(hits_h(dice, least)), lambda: of_die(hits(dice, least)))


# Steps against steps (AC-7.1)


def fired(left: tuple[int, int], side: int, count: int) -> tuple[int, int]:
    return (left[0], max(0, left[1] - count)) if side == 0 else (max(0, left[0] - count), left[1])


def steps_by_dyce(start: tuple[int, int], sides: Iterable[int], on: tuple[int, int] = (3, 2)) -> Chances:
    states: dict[tuple[int, int], Fraction] = {start: Fraction(1)}
    volleys = {(n, side): n @ H(6).le(on[side]) for n in range(1, max(start) + 1) for side in (0, 1)}
    for side in sides:
        after: dict[tuple[int, int], Fraction] = {}
        for left, chance in states.items():
            volley: Any = volleys[left[side], side] if left[side] else H({0: 1})
            for count, ways in volley.items():
                key = fired(left, side, count)
                after[key] = after.get(key, Fraction(0)) + chance * Fraction(ways, volley.total)
        states = after
    return states


def steps_by_icepool(start: tuple[int, int], sides: Iterable[int], on: tuple[int, int] = (3, 2)) -> Chances:
    def shot(left: tuple[int, int], side: int) -> Any:
        rolled = left[side] @ (d6 <= on[side]) if left[side] else Die([0])
        return rolled.map(lambda count: fired(left, side, count))

    states: Any = Die([start])
    for side in sides:
        states = states.map(lambda first, second, side=side: shot((first, second), side), star=True)
    return of_die(states)


def ends_of(left: Chances) -> Chances:
    """Say who holds the hex, as the rule does."""
    return {round_end(*steps): chance for steps, chance in left.items()}


def line_words(lost: int, column: str, size: str) -> str:
    return f"{lost} strength point lost and it holds the field, column {column}, {size} enemy"


def round_end(defender: int, attacker: int) -> tuple[tuple[int, ...], tuple[int, ...], str]:
    follows = "" if defender and attacker else "defender holds the hex" if defender else "attacker takes the hex"
    return tuple(filter(None, (attacker,))), tuple(filter(None, (defender,))), follows


# Strategic combat with commanders (CW-CRT)

EVEN = {1: (0, False), 2: (0, False), 3: (1, False), 4: (0, True), 5: (1, True), 6: (1, True)}


def last_die(rerolls: int, up_to: int) -> Any:
    die: Any = H(6)
    for _ in range(rerolls):
        die = H({face: 6 * (face > up_to) * n for face, n in die.items()}).merge(
            H({face: sum(n for low, n in die.items() if low <= up_to) for face in range(1, 7)})
        )
    return die


# Who is hit, melee, and others of The War Game


def different(dice: int) -> Any:
    """Count the different numbers among dice."""
    counts: Counter[int] = Counter()
    for faces, ways in (dice @ P(6)).rolls_with_counts():
        counts[len(set(faces))] += ways
    return H(counts)


def losses_by_dyce(times: int) -> Chances:
    one = pairs(H(6), H(6), lambda ours, theirs: (int(ours < theirs), int(ours > theirs)))
    total: Any = H({(0, 0): 1})
    for _ in range(times):
        total = pairs(total, one, lambda so_far, more: (so_far[0] + more[0], so_far[1] + more[1]))
    return of_h(total)


def losses_by_icepool(times: int) -> Chances:
    one = icepool.map(lambda ours, theirs: (int(ours < theirs), int(ours > theirs)), d6, d6)
    total: Any = Die([(0, 0)])
    for _ in range(times):
        total = icepool.map(lambda so_far, more: (so_far[0] + more[0], so_far[1] + more[1]), total, one, star=False)
    return of_die(total)


def caught_on(move: int, catches: int, later: int) -> int:
    return move if catches else later


def spread_by_dyce(moves: int) -> Chances:
    found: Any = H({0: 1})
    for move in range(moves, 0, -1):
        found = pairs(H(6).ge(3), found, partial(caught_on, move))
    return of_h(found)


def spread_by_icepool(moves: int) -> Chances:
    expected: Any = Die([0])
    for move in range(1, moves + 1):
        expected = (d6 >= 3).if_else(move, expected)
    return of_die(expected)


SECTORS = ("misfire", "left", "short", "right", "beyond", "center")
FIGURES = {"left": 2, "short": 4, "center": 8}


def bursts_by_dyce() -> Chances:
    found: Chances = {}
    for sector in SECTORS:
        killed = hits_h(FIGURES[sector], 4) if sector in FIGURES else H({0: 1})
        for count, ways in killed.items():
            found[sector, count] = Fraction(ways, 6 * killed.total)
    return found


def bursts_by_icepool() -> Chances:
    def burst(face: int) -> Any:
        return hits(FIGURES.get(SECTORS[face - 1], 0), 4).map(lambda killed: (face, int(killed)))

    return of_die(d6.map(burst))


def first_of_two() -> Chances:
    """Leave out equal dice, which are rolled again."""
    edges = pairs(H(6), H(6), lambda ours, theirs: (ours > theirs) - (ours < theirs))
    return of_h(H({edge: ways for edge, ways in edges.items() if edge}))


def first_by_icepool() -> Chances:
    return of_die((d6 - d6).reroll([0], depth="inf").map(lambda edge: edge > 0))


def left_of(less: int) -> Any:
    counts: Counter[int] = Counter(max(face - less, 0) for face in range(1, 7))
    return H(counts)


POOL = ("Grant", "Lee", "Meade")
COMMANDED = {"commander": 1, "army_rating": 2, "again_up_to": 2, "force_from": 7}

RESTATED = (
    Restated(
        "action_cards.block_battle",
        {"plain": True, "defender": [{"steps": 4}, {"steps": 1}], "attacker": [{"steps": 3, "blocks": 2}]},
        lambda: steps_by_dyce((5, 6), (0, 1) * 3),
        lambda: steps_by_icepool((5, 6), (0, 1) * 3),
    ),
    Restated(
        "action_cards.block_battle_round",
        {"round": 2, "defender": [{"steps": 4}], "attacker": [{"steps": 4}]},
        lambda: ends_of(steps_by_dyce((4, 4), (0, 1), on=(2, 2))),
        lambda: ends_of(steps_by_icepool((4, 4), (0, 1), on=(2, 2))),
    ),
    Restated(
        "action_cards.deck",
        {},
        None,
        lambda: of_die(icepool.Deck({"1": 6, "2": 8, "3": 6, "Supply 2": 3, "Supply 3": 2}).deal(6).expand()),
    ),
    Restated(
        "civil_war.combat",
        {"attacker_sp": 6, "defender_sp": 6, "attacker": COMMANDED, "defender": {}},
        lambda: of_h(pairs(last_die(2, 2), H(6), lambda a, b: (EVEN[b], EVEN[min(a + 1, 6)]))),
        lambda: of_die(icepool.map(lambda a, b: (*EVEN[b], *EVEN[min(a + 1, 6)]), d6.reroll([1, 2], depth=2), d6)),
    ),
    Restated(
        "cw_to_ff.brigade_rating",
        {"brigades": 60},
        lambda: of_h(60 @ H(10).le(3)),
        lambda: of_die(60 @ (d10 <= 3)),
    ),
    Restated(
        "cw_to_ff.demoralization",
        {"lost_sp": 1, "column": "E", "enemy_size": "medium"},
        lambda: of_h(ruled(H(6), lambda face: (face >= 4, line_words(1, "E", "medium")))),
        lambda: of_die(d6.map(lambda face: (face >= 4, line_words(1, "E", "medium")))),
    ),
    Restated(
        "cw_to_ff.promotion_draw",
        {"pool": POOL},
        lambda: of_h(ruled(H(len(POOL)), lambda face: (POOL[face - 1], tuple(n for n in POOL if n != POOL[face - 1])))),
        lambda: of_die(icepool.Deck(POOL).deal(1).expand()),
    ),
    Restated(
        "the_war_game.musketry",
        {"firers": 60, "inches": 8},
        lambda: of_h(10 @ left_of(2)),
        lambda: of_die(10 @ (d6 - 2).map(lambda left: max(left, 0))),
    ),
    Restated(
        "the_war_game.who_is_hit",
        {"figures": 6, "casualties": 7},
        lambda: of_h(different(7)),
        lambda: of_die(d6.pool(7).expand().map(lambda faces: len(set(faces)))),
    ),
    hitting("the_war_game.skirmish_fire", {"firers": 24, "inches": 6}, 24, 5),
    Restated("the_war_game.charge", {"inches": 9}, first_of_two, first_by_icepool),
    Restated("the_war_game.melee_outcome", {}, first_of_two, first_by_icepool),
    hitting("the_war_game.ride_down", {"figures": 24, "ranks": 1, "inches": 12, "heavy": True}, 24, 4),
    hitting("the_war_game.break_in", {"attackers": 48}, 48, 4),
    hitting("the_war_game.officer_save", {"officers": 9}, 9, 5),
    hitting("the_war_game.round_shot", {"inches": 20, "figures": 24}, 24, 3),
    Restated(
        "the_war_game.melee",
        {"combats": [{"times": 5}], "charging": "neither"},
        lambda: losses_by_dyce(5),
        lambda: losses_by_icepool(5),
    ),
    Restated(
        "the_war_game.canister",
        {"near": 6, "middle": 6, "far": 6},
        lambda: of_h(hits_h(6, 4) + hits_h(6, 5) + hits_h(6, 6)),
        lambda: of_die(hits(6, 4) + hits(6, 5) + hits(6, 6)),
    ),
    Restated("the_war_game.howitzer", {"inches": 30, **FIGURES}, bursts_by_dyce, bursts_by_icepool),
    Restated("the_war_game.fire_spread", {"moves": 15}, lambda: spread_by_dyce(15), lambda: spread_by_icepool(15)),
)
