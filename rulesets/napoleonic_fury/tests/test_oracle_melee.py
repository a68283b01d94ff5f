"""Exact odds of melees with all their modifiers, checked against icepool, which gets them only as restated here."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die, d6

from rulesets.core.records import dataclass
from rulesets.napoleonic_fury.tests.helpers import odds_by
from rulesets.napoleonic_fury.tests.test_oracle import chances_of, outnumbered, steps_below

SPREAD = 2 @ d6 - 2 @ d6
ENDS = ("repulsed", "falters", "checked", "struggle", "pressed", "driven", "swept")
POSITIONS = {"higher ground": 1, "hedge": 1, "ford": 1, "town": 2, "trench": 2, "breastworks": 3}
HIDE = {"hedge", "town", "trench", "breastworks"}
HORSE = {"light cavalry": 0, "heavy cavalry": 1, "Cossacks": -1}
FOOT = {"line infantry": 0, "light infantry": 0, "militia infantry": -1}
LEADERS = {"none": 0, "exceptional brigade commander": 1, "attached": 1, "attached, worth +2": 2}
STATES = {"Fresh": 2, "Worn": 0, "Spent": -2}
ELITES = {"none": 0, "grenadiers": 2, "guard": 2, "French Old Guard": 3}
NATIONAL = {("France", "column"): 2, ("Britain", "line"): 1, ("Austria", "column"): 1, ("Ottoman Empire", "line"): 1}
NATIONAL |= {("Ottoman Empire", formation): 1 for formation in ("column", "square")}


@dataclass(frozen=True)
class Side:
    """One side as its form has it, with the stands it has lost so far."""

    form: dict[str, Any]
    lost: int = 0
    disordered: bool = False

    @property
    def rides(self) -> bool:
        return self.form["troops"] in HORSE

    @property
    def in_square(self) -> bool:
        return bool(self.form["formation"] == "square")

    @property
    def left(self) -> int:
        return int(self.form["stands"]) - self.lost


def modifier(own: Side, enemy: Side, positions: list[str], *, attacks: bool) -> int:
    """Add up one side's modifiers, line by line of the book."""
    form = own.form
    total = (
        LEADERS[form["leader"]] + STATES[form["status"]] - 2 * form["outflanked"] + outnumbered(own.left, enemy.left)
    )
    total -= 2 * (form["disordered"] or own.disordered) + form["lost_this_phase"] + own.lost
    total += max([POSITIONS[each] for each in positions], default=0) if not attacks else 0
    if own.rides:
        total += 2 + HORSE[form["troops"]] + form["armored"] + (form["elite"] == "guard") - 4 * enemy.in_square
        return int(total + (attacks and form["formation"] == "line"))
    total += FOOT[form["troops"]] + ELITES[form["elite"]]
    if enemy.rides:
        hidden = not attacks and bool(HIDE & set(positions))
        return int(total + (4 if own.in_square else 0 if hidden else -2))
    return int(total + NATIONAL.get((form["nation"], form["formation"]), 0) - 2 * own.in_square)


def loss(own: Side, enemy: Side, stands: int) -> Side:
    """Take stands from a side: all it has at most, and of cavalry against a square 1 in all."""
    most = 1 if own.rides and enemy.in_square else own.form["stands"]
    return replace(own, lost=min(own.lost + stands, most, own.form["stands"]))


def melee(attacker: Side, defender: Side, positions: list[str], struggles: int = 0) -> Die[Any]:
    if not (attacker.left and defender.left):
        return Die([("gone", struggles, attacker.lost, defender.lost)])
    edge = modifier(attacker, defender, positions, attacks=True)
    edge -= modifier(defender, attacker, positions, attacks=False)

    def end(difference: int) -> Any:
        if difference == 0:
            ours, theirs = loss(attacker, defender, 1), loss(defender, attacker, 1)
            ours, theirs = replace(ours, disordered=True), replace(theirs, disordered=True)
            return melee(ours, theirs, positions, struggles + 1)
        stands = (0, 0, 1, 2 + max(0, abs(difference) - 10))[steps_below(abs(difference), 0, 3, 6)]
        ours = loss(attacker, defender, stands if difference < 0 else 0)
        theirs = loss(defender, attacker, stands if difference > 0 else 0)
        return ENDS[steps_below(difference, -7, -4, -1, 0, 3, 6)], struggles, ours.lost, theirs.lost

    return (SPREAD + edge).map(end)


def side_of(troops: dict[str, int], formations: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    rides = troops is HORSE
    return st.fixed_dictionaries(
        {
            "nation": st.sampled_from(["France", "Britain", "Austria", "Ottoman Empire"]),
            "troops": st.sampled_from(sorted(troops)),
            "formation": st.sampled_from(formations),
            "stands": st.integers(1, 5),
            "status": st.sampled_from(sorted(STATES)),
            "leader": st.sampled_from(sorted(LEADERS)),
            "elite": st.sampled_from(["none", "guard"] if rides else sorted(ELITES)),
            "armored": st.booleans() if rides else st.just(value=False),
            "disordered": st.booleans(),
            "outflanked": st.booleans(),
            "lost_this_phase": st.integers(0, 2),
        }
    ).map(lambda form: form | ({"nation": "France"} if form["elite"] == "French Old Guard" else {}))


SIDE = st.one_of(side_of(HORSE, ("line", "column")), side_of(FOOT, ("line", "column", "square")))


@settings(max_examples=40, deadline=None)
@given(attacker=SIDE, defender=SIDE, positions=st.lists(st.sampled_from(sorted(POSITIONS)), max_size=2, unique=True))
@pytest.mark.rule("NF-MELEE", "NF-MELEEMOD", "NF-SQLOSS")
def test_melee_with_all_modifiers_matches_icepool(
    *, attacker: dict[str, Any], defender: dict[str, Any], positions: list[str]
) -> None:
    inputs = {"attacker": attacker, "defender": defender | {"positions": positions}}
    found = odds_by("melee", inputs, seen)
    assert found == chances_of(melee(Side(attacker), Side(defender), positions))


def seen(result: Any) -> tuple[str, int, int, int]:
    """Return the end by its last word; all fights to the last stand are alike."""
    word = "gone" if "last stand" in result.clash else str(result.clash).split()[-1]
    ends = {"field": "swept", "back": "driven"}
    return ends.get(word, word), result.struggles, result.attacker.lost, result.defender.lost
