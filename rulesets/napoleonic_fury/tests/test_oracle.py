"""Exact odds, checked against icepool, which gets the rules only as restated here."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die, d6

from rulesets.napoleonic_fury.tests.helpers import odds_by

TWO = 2 @ d6
STATE = {"Fresh": 2, "Worn": 0, "Spent": -2}
FEW = settings(max_examples=40)


def chances_of(die: Die[Any]) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


def steps_below(total: int, *lasts: int) -> int:
    """Return the column of a total, counted from 0, in a table whose columns end at `lasts`."""
    return sum(last < total for last in lasts)


HANDLING = ("routs", "broken", "wavering", "shaken", "rallies", "rallies with elan")
ORDERS = (
    "retreat",
    "hold",
    "hold or formation change",
    "half move or formation change",
    "half move and formation change",
    "well handled",
)
LASTS = {
    "excellent": (2, 4, 5, 6, 7),
    "good": (2, 4, 6, 7, 8),
    "average": (2, 4, 6, 8, 9),
    "poor": (3, 5, 7, 9, 10),
}
UNITS = {"line infantry": 0, "light infantry": 1, "light cavalry": 1}
UNIT = st.fixed_dictionaries(
    {
        "status": st.sampled_from(sorted(STATE)),
        "troops": st.sampled_from(sorted(UNITS)),
        "formation": st.sampled_from(["line", "march column"]),
        "officers": st.lists(st.just({"place": "attached"}), max_size=2),
    }
)


def modified(unit: dict[str, Any]) -> Die[int]:
    """Roll for a Spanish unit, whose nation adds nothing."""
    march = 2 * (unit["formation"] == "march column")
    return TWO + (STATE[unit["status"]] + UNITS[unit["troops"]] + march + 2 * len(unit["officers"]))


@given(UNIT)
@pytest.mark.rule("NF-DISORDER")
def test_disorder_matches_icepool(unit: dict[str, Any]) -> None:
    expected = modified(unit).map(lambda total: HANDLING[steps_below(total, 1, 3, 5, 7, 10)])
    assert odds_by("disorder", unit | {"nation": "Spain"}, lambda r: str(r.handling)) == chances_of(expected)


@given(UNIT, st.sampled_from(sorted(LASTS)))
@pytest.mark.rule("NF-ORDER")
def test_good_order_matches_icepool(unit: dict[str, Any], rating: str) -> None:
    expected = modified(unit).map(lambda total: ORDERS[steps_below(total, *LASTS[rating])])
    inputs = unit | {"nation": "Spain", "rating": rating}
    assert odds_by("good_order", inputs, lambda r: str(r.handling)) == chances_of(expected)


@given(UNIT.filter(lambda unit: unit["troops"] == "light cavalry"), st.sampled_from(sorted(LASTS)))
@pytest.mark.rule("NF-REACT")
def test_reaction_matches_icepool(unit: dict[str, Any], rating: str) -> None:
    """From half a move on, it goes half of 16 inches."""
    expected = modified(unit).map(lambda total: 8 if steps_below(total, *LASTS[rating]) >= 3 else 0)
    inputs = unit | {"nation": "Spain", "rating": rating}
    assert odds_by("reaction", inputs, lambda r: int(r.inches)) == chances_of(expected)


@pytest.mark.parametrize("disordered", [False, True])
@pytest.mark.parametrize("column", [False, True])
@pytest.mark.rule("NF-EMERG")
def test_emergency_formation_change_matches_icepool(*, disordered: bool, column: bool) -> None:
    """A Russian unit has −1."""
    attempts = ("fails, and the unit is disordered", "fails", "succeeds")
    roll = TWO - 1 - 2 * disordered + int(column)
    expected = roll.map(lambda total: attempts[steps_below(total, 4, 7)])
    formation = "column" if column else "line"
    inputs = {"nation": "Russia", "disordered": disordered, "formation": formation}
    assert odds_by("emergency_formation_change", inputs, lambda r: str(r.attempt)) == chances_of(expected)


@pytest.mark.rule("NF-EVADE")
def test_evasion_matches_icepool() -> None:
    expected = (TWO <= 9).map(lambda evades: (bool(evades), 12 if evades else 0, not evades))
    inputs = {"nation": "France", "unlimbered": True}
    assert odds_by("evade", inputs, lambda r: (r.evades, int(r.inches), r.disordered)) == chances_of(expected)


@pytest.mark.rule("NF-LEADER")
def test_fallen_leader_matches_icepool() -> None:
    expected = TWO.map(lambda total: total in (2, 3, 5, 7, 9))
    assert odds_by("fallen_leader", {"nation": "France"}, lambda r: r.out_for_good) == chances_of(expected)


VOLLEYS: dict[int, tuple[int, ...]] = {1: (9,), 8: (5, 8, 11), 16: (2, 5, 8, 11), 27: (0, 3, 6, 9), 40: (-9, 1, 3, 6)}


@given(
    points=st.sampled_from(sorted(VOLLEYS)),
    square=st.booleans(),
    enfiladed=st.booleans(),
    woods=st.booleans(),
    works=st.booleans(),
    leader=st.booleans(),
)
@pytest.mark.rule("NF-FIRE", "NF-FIREMOD")
def test_fire_matches_icepool(
    *, points: int, square: bool, enfiladed: bool, woods: bool, works: bool, leader: bool
) -> None:
    """The better of two covers counts, and all together at most 3. A total below 0 is 0."""
    cover = -2 if works else -1 if woods else 0
    modifier = max(-3, min(3, 2 * square + enfiladed + cover))

    def hit(natural: int) -> tuple[Any, ...]:
        effect = steps_below(max(0, natural + modifier), *VOLLEYS[points])
        return effect > 0, max(0, effect - 1), leader and natural == 12

    covers = [name for name, is_there in (("woods", woods), ("stone wall", works)) if is_there]
    inputs = {
        "firers": [{"stands": points, "range_inches": 1, "nation": "France"}],
        "square": square,
        "enfiladed": enfiladed,
        "covers": covers,
        "leader_attached": leader,
    }
    found = odds_by("fire", inputs, lambda r: (r.disordered, r.stands_lost, r.leader_at_risk))
    assert found == chances_of(TWO.map(hit))


def outnumbered(own: int, enemy: int) -> int:
    return -sum(2 * enemy >= own * odds for odds in (3, 4, 6))


def melee(attacker: int, defender: int, states: int, disordered: tuple[bool, bool], struggles: int = 0) -> Die[Any]:
    """Return the rounds of struggle and both sides' stands left; an even score costs each a stand and goes on."""
    if not (attacker and defender):
        return Die([(struggles, attacker, defender)])
    edge = states + outnumbered(attacker, defender) - outnumbered(defender, attacker)
    edge += 2 * (disordered[1] - disordered[0])

    def end(difference: int) -> Any:
        if difference == 0:
            return melee(attacker - 1, defender - 1, states, (True, True), struggles + 1)
        beyond = max(0, abs(difference) - 10)
        lost = (0, 0, 1, 2 + beyond)[steps_below(abs(difference), 0, 3, 6)]
        ours, theirs = (0, lost) if difference > 0 else (lost, 0)
        return struggles, max(0, attacker - ours), max(0, defender - theirs)

    return (TWO - TWO + edge).map(end)


@FEW
@given(
    attacker=st.integers(1, 6),
    defender=st.integers(1, 6),
    states=st.tuples(st.sampled_from(sorted(STATE)), st.sampled_from(sorted(STATE))),
    disordered=st.tuples(st.booleans(), st.booleans()),
)
@pytest.mark.rule("NF-MELEE")
def test_melee_matches_icepool(
    *, attacker: int, defender: int, states: tuple[str, str], disordered: tuple[bool, bool]
) -> None:
    """Two Spanish brigades in line, which have no other modifier; both lose the same stands in a struggle."""
    inputs = {
        "attacker": {"nation": "Spain", "stands": attacker, "status": states[0], "disordered": disordered[0]},
        "defender": {"nation": "Spain", "stands": defender, "status": states[1], "disordered": disordered[1]},
    }
    found = odds_by("melee", inputs, lambda r: (r.struggles, attacker - r.attacker.lost, defender - r.defender.lost))
    expected = melee(attacker, defender, STATE[states[0]] - STATE[states[1]], disordered)
    assert found == chances_of(expected)


def square(cavalry: int, infantry: int, lost: tuple[int, int] = (0, 0)) -> Die[Any]:
    """Return what cavalry in column and a square lose: the cavalry one stand at most, however long they struggle."""
    left = cavalry - lost[0], infantry - lost[1]
    if not all(left):
        return Die([lost])
    edge = 2 - 4 - 4 + outnumbered(*left) - outnumbered(*left[::-1]) - lost[0] + lost[1]

    def end(difference: int) -> Any:
        if difference == 0:
            return square(cavalry, infantry, (1, lost[1] + 1))
        beyond = max(0, abs(difference) - 10)
        now = (0, 0, 1, 2 + beyond)[steps_below(abs(difference), 0, 3, 6)]
        if difference > 0:
            return lost[0], min(infantry, lost[1] + now)
        return min(1, lost[0] + now), lost[1]

    return (TWO - TWO + edge).map(end)


@FEW
@given(st.integers(1, 5), st.integers(1, 5))
@pytest.mark.rule("NF-SQLOSS")
def test_cavalry_against_a_square_matches_icepool(cavalry: int, infantry: int) -> None:
    """Both are disordered after a struggle, which cancels out."""
    horse = {"troops": "light cavalry", "formation": "column", "stands": cavalry}
    inputs = {
        "attacker": {"nation": "Austria", **horse},
        "defender": {"nation": "Spain", "formation": "square", "stands": infantry},
    }
    found = odds_by("melee", inputs, lambda r: (r.attacker.lost, r.defender.lost))
    assert found == chances_of(square(cavalry, infantry))
