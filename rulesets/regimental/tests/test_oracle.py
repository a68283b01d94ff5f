"""Exact odds against icepool, and fire points against plain arithmetic, both with the rules only as restated here."""

from collections.abc import Mapping
from fractions import Fraction
from math import floor
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die, d10

from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import as_json
from rulesets.core.registry import procedure
from rulesets.regimental.tests.helpers import result, switched

often = settings(max_examples=60, deadline=None)
d100 = icepool.d(100)
HALF = Fraction(1, 2)
BOOLEANS = st.booleans()
MODIFIERS = st.integers(-20, 20)


def odds(name: str, inputs: Mapping[str, Any], *fields: str, context: Context = BY_THE_BOOK) -> dict[Any, Fraction]:
    """Return the chances of some fields of the result; None becomes empty text."""
    chances: dict[Any, Fraction] = {}
    for found, chance in procedure(f"regimental.{name}").odds(inputs, context).chances.items():
        plain = as_json(found)
        held = tuple("" if plain[field] is None else plain[field] for field in fields)
        chances[held] = chances.get(held, Fraction(0)) + chance
    return chances


def chances_of(die: Die[Any]) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes()}


def row(total: int, *lasts: int) -> int:
    """Return the row of a total, counted from 0, in a table whose rows end at `lasts`."""
    return sum(last < total for last in lasts)


SHARES = {"USA": {1862: (30, 45, 25), 1864: (5, 15, 80)}, "CSA": {1862: (60, 25, 15), 1864: (10, 15, 75)}}
WEAPONS = ("smoothbore", "rifled smoothbore", "Springfield or Enfield")


@pytest.mark.parametrize("side", SHARES)
@pytest.mark.parametrize("year", range(1861, 1866))
def test_weapons_match_icepool(side: str, year: int) -> None:
    """1863 is halfway; 17 1/2 and 47 1/2 percent round up to 18 and 48."""
    early, late = SHARES[side][1862], SHARES[side][1864]
    weight = {1861: 0, 1862: 0, 1863: 1, 1864: 2, 1865: 2}[year]
    first, second, _ = (early[n] * (2 - weight) + late[n] * weight for n in range(3))
    ends = (first + 1) // 2, (first + second + 1) // 2
    expected = d100.map(lambda die: (WEAPONS[row(die, *ends)],))
    assert odds("weapons", {"side": side, "year": year}, "weapon") == chances_of(expected)


@pytest.mark.parametrize(("side", "exceptional_from"), [("CSA", 8), ("USA", 9)])
def test_leader_quality_matches_icepool(side: str, exceptional_from: int) -> None:
    qualities = [("weak", -1), ("average", 0), ("exceptional", 1)]
    expected = d10.map(lambda die: qualities[row(die, 2, exceptional_from - 1)])
    assert odds("leader_quality", {"side": side}, "quality", "modifier") == chances_of(expected)


FATES = {1: "killed", 2: "wounded", 3: "stunned", 4: "horse killed", 5: "colors down"}


def fate(die: int, *, mounted: bool, with_colors: bool) -> str:
    found = FATES.get(die, "no effect")
    missing = (found == "horse killed" and not mounted) or (found == "colors down" and not with_colors)
    return "no effect" if missing else found


@pytest.mark.parametrize("mounted", [False, True])
@pytest.mark.parametrize("with_colors", [False, True])
def test_fallen_leader_matches_icepool(*, mounted: bool, with_colors: bool) -> None:
    expected = d10.map(lambda die: (fate(die, mounted=mounted, with_colors=with_colors),))
    assert odds("fallen_leader", {"mounted": mounted, "with_colors": with_colors}, "fate") == chances_of(expected)


DISORDERED = [
    ("quits the field", 0, 0),
    ("disordered, 1 stand skedaddles, retires", 1, 6),
    ("1 stand skedaddles", 1, 0),
    ("no effect", 0, 0),
]
GOOD_ORDER = [
    ("disordered, 1 stand skedaddles, retires", 1, 6),
    ("disordered, 1 stand skedaddles", 1, 0),
    ("disordered", 0, 0),
    ("no effect", 0, 0),
]


@often
@given(modifiers=MODIFIERS, disordered=BOOLEANS, passing_disordered=BOOLEANS, pursued=BOOLEANS, always=BOOLEANS)
def test_passage_of_lines_matches_icepool(
    *, modifiers: int, disordered: bool, passing_disordered: bool, pursued: bool, always: bool
) -> None:
    rolls = disordered or passing_disordered or pursued or always
    column = DISORDERED if disordered else GOOD_ORDER
    total = d10 + modifiers - passing_disordered - pursued
    expected = total.map(lambda n: column[row(n, 2, 4, 6) if rolls else 3])
    asked = {
        "condition": "disordered" if disordered else "good order",
        "modifiers": modifiers,
        "passing_disordered": passing_disordered,
        "pursued": pursued,
    }
    fields = "reaction", "stands_that_skedaddle", "inches_back"
    context = switched("R-309", "always") if always else BY_THE_BOOK
    assert odds("passage_of_lines", asked, *fields, context=context) == chances_of(expected)


@pytest.mark.parametrize(("troops", "wanted"), [("mounted cavalry", "counter-charge"), ("limbered guns", "retire")])
@pytest.mark.parametrize("stands", range(1, 9))
def test_charge_reaction_matches_icepool(troops: str, wanted: str, stands: int) -> None:
    """Veteran Confederate chargers fire half a point a stand, unless the guns get away."""

    def ended(die: int) -> tuple[str, int]:
        done = wanted if die >= 5 else "receive the charge"
        return done, 0 if done == "retire" else stands // 2

    charger = {"troops": "mounted cavalry", "side": "CSA", "stands": stands}
    asked = {"target": {"troops": troops, "reaction": wanted}, "charger": charger}
    assert odds("charge", asked, "reaction", "charger_hand_weapons") == chances_of(d10.map(ended))


@pytest.mark.parametrize(("side", "least"), [("CSA", 9), ("USA", 10)])
def test_low_ammunition_matches_icepool(side: str, least: int) -> None:
    assert odds("low_ammunition", {"side": side}, "low") == chances_of(d10.map(lambda die: (die >= least,)))


@often
@given(quarters=st.integers(0, 120), mounted=BOOLEANS, rank=st.sampled_from(["regimental", "brigade", "divisional"]))
def test_sniper_matches_icepool(*, quarters: int, mounted: bool, rank: str) -> None:
    """The second d10 counts only after a hit."""
    bonus = 1 if quarters < 60 else 0

    def shot(first: int, second: int) -> str:
        if first + bonus < 9:
            return "missed"
        return fate(second, mounted=mounted, with_colors=rank == "regimental")

    asked = {"range_inches": quarters / 4, "mounted": mounted, "rank": rank}
    found: dict[str, Fraction] = {}
    for end, chance in procedure("regimental.sniper").odds(asked).chances.items():
        name = as_json(end)["fallen"]["fate"] if as_json(end)["succeeded"] else "missed"
        found[name] = found.get(name, Fraction(0)) + chance
    assert found == chances_of(icepool.map(shot, d10, d10))


def test_deployed_sniper_matches_icepool() -> None:
    asked = {"act": "deploy skirmishers"}
    assert odds("sniper", asked, "succeeded") == chances_of(d10.map(lambda die: (die >= 9,)))


EFFECTS = ("recoils", "checked", "no effect"), ("driven back", "recoils", "checked")


@often
@given(disordered=BOOLEANS, artillery=BOOLEANS, behind=BOOLEANS, killed=BOOLEANS, low_seven=BOOLEANS)
def test_surprise_fire_matches_icepool(
    *, disordered: bool, artillery: bool, behind: bool, killed: bool, low_seven: bool
) -> None:
    total = d10 - artillery - 2 * behind - killed
    column = EFFECTS[disordered]
    expected = total.map(lambda n: (column[row(n, 2, 7 if low_seven else 6)],))
    asked = {
        "range_inches": 3,
        "condition": "disordered" if disordered else "good order",
        "artillery": artillery,
        "from_behind": behind,
        "leader_killed": killed,
    }
    context = switched("R-328", "as 3 to 6") if low_seven else BY_THE_BOOK
    assert odds("surprise_fire", asked, "effect", context=context) == chances_of(expected)


def test_fire_over_friends_matches_icepool() -> None:
    asked = {"inches_behind": 7, "from_above": True}
    assert odds("over_friends", asked, "friends_disordered") == chances_of(d10.map(lambda die: (die <= 2,)))


def test_building_matches_icepool() -> None:
    assert odds("building", {"guns_fire": True}, "burning") == chances_of(d10.map(lambda die: (die >= 9,)))


@pytest.mark.parametrize("turn", range(1, 8))
def test_fog_matches_icepool(turn: int) -> None:
    """The higher of 2 dice; batteries come in by 4 inches for each foggy turn."""
    reach = str(4 * (turn - 1))
    highest = icepool.highest(d10, d10)
    expected = highest.map(lambda die: (True, reach) if turn >= 3 and die >= 7 else (False, "0"))
    assert odds("fog", {"fog_turn": turn, "battery_move": 8}, "clears", "battery_inches") == chances_of(expected)


# Fire points

POINTS: dict[str, list[tuple[int, Any]]] = {
    "Springfield or Enfield": [(8, 1), (16, 1), (24, HALF)],
    "rifled smoothbore": [(8, 1), (16, HALF)],
    "breech-loading carbine": [(8, 1), (16, HALF)],
    "repeater": [(8, 4), (16, 1)],
    "smoothbore": [(4, 1), (8, HALF)],
}
IN_FULL = {"breech-loading carbine", "repeater"}


@st.composite
def a_firer(draw: st.DrawFn) -> dict[str, Any]:
    weapon = draw(st.sampled_from(sorted(POINTS)))
    return {
        "weapon": weapon,
        "stands": draw(st.integers(1, 40)),
        "range_inches": draw(st.integers(0, 4 * POINTS[weapon][-1][0])) / 4,
        "lying_down": draw(BOOLEANS),
        "skirmishers": draw(BOOLEANS),
        "surprised": draw(BOOLEANS),
    }


def reckoned(firer: dict[str, Any], *, screened: bool) -> Fraction:
    inches = firer["range_inches"]
    each = next(points for last, points in POINTS[firer["weapon"]] if inches <= last)
    halvings: int = firer["skirmishers"] + firer["surprised"] + (screened and inches > 8)
    halvings += firer["lying_down"] and firer["weapon"] not in IN_FULL
    return Fraction(firer["stands"] * each) * HALF**halvings


@often
@given(firers=st.lists(a_firer(), min_size=1, max_size=5), screened=BOOLEANS)
def test_fire_points_match_plain_arithmetic(*, firers: list[dict[str, Any]], screened: bool) -> None:
    parts = [reckoned(firer, screened=screened) for firer in firers]
    asked = {"firers": firers, "screened": screened}
    assert result("fire_points", asked).points == floor(sum(parts))
    by_unit = switched("R-314", "for each unit")
    assert result("fire_points", asked, context=by_unit).points == sum(map(floor, parts))


CANISTER: dict[str, tuple[Any, Any]] = {
    "12-pdr smoothbore": (4, 2),
    "3-inch rifle": (2, 1),
    "6-pdr smoothbore": (3, Fraction(3, 2)),
}


@st.composite
def a_section(draw: st.DrawFn) -> dict[str, Any]:
    gun = draw(st.sampled_from(sorted(CANISTER)))
    return {
        "gun": gun,
        "sections": draw(st.integers(1, 12)),
        "range_inches": draw(st.integers(0, 4 * (45 if gun.startswith("6") else 60))) / 4,
        "disordered": draw(BOOLEANS),
        "by_prolonge": draw(BOOLEANS),
    }


def best_of(gun: str, inches: float) -> Any:
    """Return the most points at this range: canister, shrapnel at 2 and then at 1."""
    scale = Fraction(3, 4) if gun.startswith("6") else 1
    double, single = CANISTER[gun]
    if inches <= 8 * scale:
        return double
    if inches <= 16 * scale:
        return single
    return 2 if inches <= 32 * scale else 1


@often
@given(guns=st.lists(a_section(), min_size=1, max_size=5))
def test_artillery_fire_points_match_plain_arithmetic(guns: list[dict[str, Any]]) -> None:
    exactly = sum(
        Fraction(part["sections"] * best_of(part["gun"], part["range_inches"]))
        / 2 ** (part["disordered"] + part["by_prolonge"])
        for part in guns
    )
    assert result("artillery_fire_points", {"guns": guns}).points == floor(exactly)
