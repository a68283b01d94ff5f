"""Exact odds against icepool, which gets the rules only as restated here from the page."""

from fractions import Fraction
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from icepool import Die, d6

from rulesets.the_war_game.tests.helpers import chances, switched

FEW = settings(max_examples=40)


def chances_of(die: Die[Any]) -> dict[Any, Fraction]:
    return {outcome: die.probability(outcome) for outcome in die.outcomes() if die.probability(outcome)}


def hits(dice: int, least: int) -> Die[int]:
    """Return how many of so many dice reach a number."""
    return dice @ (d6 >= least).map(lambda reached: int(reached))


def band(inches: int, *ends: int) -> int:
    """Return the number of the band, counted from 0, the nearer one on a border."""
    return sum(end < inches for end in ends)


# Musketry


@given(
    firers=st.integers(6, 60),
    inches=st.integers(0, 24),
    cover=st.booleans(),
    first=st.booleans(),
    way=st.sampled_from(["each die", "the sum of the dice"]),
)
def test_musketry_matches_icepool(*, firers: int, inches: int, cover: bool, first: bool, way: str) -> None:
    """Near 2, middle 3, far 4; cover costs 1 more, and a first volley 1 less."""
    less = 2 + band(inches, 8, 16) + cover - first
    dice = firers // 6
    if way == "each die":
        expected = dice @ (d6 - less).map(lambda left: max(left, 0))
    else:
        expected = (dice @ d6 - less).map(lambda left: max(left, 0))
    inputs = {"firers": firers, "inches": inches, "in_cover": cover, "first_volley": first}
    assert chances("musketry", inputs, "casualties", context=switched(203, way)) == chances_of(expected)


@given(firers=st.integers(1, 30), inches=st.integers(0, 24))
def test_musketry_of_half_groups_matches_icepool(firers: int, inches: int) -> None:
    less = 2 + band(inches, 8, 16)
    one = (d6 - less).map(lambda left: max(left, 0))
    half = one.map(lambda left: left // 2) if firers % 6 >= 3 else Die([0])
    expected = (firers // 6) @ one + half if firers >= 6 else half
    option = switched(204, "3 or more roll a die for half its casualties, rounded down")
    assert chances("musketry", {"firers": firers, "inches": inches}, "casualties", context=option) == chances_of(
        expected
    )


def test_who_fires_first_matches_icepool() -> None:
    expected = icepool.map(lambda usa, csa: "" if usa == csa else "USA" if usa > csa else "CSA", d6, d6)
    assert chances("who_fires_first", {}, "first") == chances_of(expected)


@given(casualties=st.integers(1, 7), figures=st.integers(1, 6))
def test_who_is_hit_in_one_group_matches_icepool(casualties: int, figures: int) -> None:
    """The different numbers among the dice, without those that no figure has."""
    expected = d6.pool(casualties).expand().map(lambda faces: len({f for f in faces if f <= figures}))
    assert chances("who_is_hit", {"figures": figures, "casualties": casualties}, "killed") == chances_of(expected)


SKIRMISHERS_NEED = {
    ("organized body", False): (5, 6),
    ("organized body", True): (6, 7),
    ("infantry in open order", False): (5, 6),
    ("infantry in open order", True): (6, 7),
}


@given(
    firers=st.integers(1, 24),
    inches=st.integers(0, 24),
    target=st.sampled_from(sorted(SKIRMISHERS_NEED)),
)
def test_skirmish_fire_matches_icepool(firers: int, inches: int, target: tuple[str, bool]) -> None:
    least = SKIRMISHERS_NEED[target][band(inches, 12)]
    inputs = {"firers": firers, "inches": inches, "target": target[0], "in_cover": target[1]}
    assert chances("skirmish_fire", inputs, "killed") == chances_of(hits(firers, least))


@given(firers=st.integers(1, 24), inches=st.integers(0, 24), mounted=st.booleans())
def test_picking_off_matches_icepool(*, firers: int, inches: int, mounted: bool) -> None:
    possible = inches <= 12 or mounted
    expected = hits(firers if possible else 0, 6).map(lambda found: min(found, 1)) if possible else Die([0])
    inputs = {"firers": firers, "inches": inches, "target": "mounted officer" if mounted else "selected individual"}
    assert chances("skirmish_fire", inputs, "killed") == chances_of(expected)


# Charge and melee


def test_last_volley_matches_icepool() -> None:
    differ = (d6 - d6).reroll([0], depth="inf").map(lambda edge: "none" if edge > 0 else "a volley at close range")
    assert chances("charge", {"inches": 9}, "fire") == chances_of(differ)


def test_moving_in_first_matches_icepool() -> None:
    differ = (d6 - d6).reroll([0], depth="inf").map(lambda edge: "attacker" if edge > 0 else "defender")
    assert chances("melee_outcome", {}, "moves_in_first") == chances_of(differ)


@given(figures=st.integers(1, 24), ranks=st.integers(1, 2))
def test_ride_down_matches_icepool(figures: int, ranks: int) -> None:
    inputs = {"figures": figures, "ranks": ranks, "inches": 12, "heavy": True}
    assert chances("ride_down", inputs, "through") == chances_of(hits(figures, 3 + ranks))


@given(attackers=st.integers(1, 48))
def test_break_in_matches_icepool(attackers: int) -> None:
    assert chances("break_in", {"attackers": attackers}, "inside") == chances_of(hits(attackers, 4))


COMBATS = {
    (1, "infantry", 1, "infantry"): (d6, d6),
    (2, "infantry", 1, "infantry"): (d6 * 3, d6 * 2),
    (1, "infantry", 2, "infantry"): (d6 * 2, d6 * 3),
    (1, "cavalry", 1, "cavalry"): (d6, d6),
    (2, "cavalry", 1, "cavalry"): (d6 * 3, d6 * 2),
    (1, "cavalry", 1, "infantry"): (d6 * 2, d6),
    (1, "infantry", 1, "cavalry"): (d6, d6 * 2),
    (1, "cavalry", 2, "infantry"): (d6, d6),
    (1, "cavalry", 3, "infantry"): (d6 * 2, d6 * 3),
    (3, "infantry", 1, "cavalry"): (d6 * 3, d6 * 2),
}
DOUBLED = [
    sides for sides, (ours, theirs) in COMBATS.items() if 3 in (ours.max_outcome() // 6, theirs.max_outcome() // 6)
]


def one_combat(sides: tuple[Any, ...], attacker: int, defender: int) -> Die[Any]:
    """Return who loses a figure; scores with halves are doubled on both sides, and so is what is added."""
    ours, theirs = COMBATS[sides]
    scale = 2 if sides in DOUBLED else 1
    edge = ours + scale * attacker - (theirs + scale * defender)
    return edge.map(lambda by: (int(by < 0), int(by > 0)))


@FEW
@given(
    sides=st.sampled_from(sorted(COMBATS)),
    times=st.integers(1, 5),
    charging=st.sampled_from(["attacker", "defender", "both", "neither"]),
    downhill=st.booleans(),
    wall=st.booleans(),
    house=st.booleans(),
    exhausted=st.sampled_from([None, "no rest", "a move of rest"]),
    move=st.sampled_from(["first", "second"]),
)
def test_melee_matches_icepool(
    *,
    sides: tuple[Any, ...],
    times: int,
    charging: str,
    downhill: bool,
    wall: bool,
    house: bool,
    exhausted: str | None,
    move: str,
) -> None:
    """Charging counts on the first move; an exhausted enemy gives 2 without rest, 1 with, and 1 more later."""
    first = move == "first"
    wall = wall and sides[3] == "infantry"
    attacker = downhill + (first and charging in ("attacker", "both"))
    attacker += {None: 0, "no rest": 3 - first, "a move of rest": 2 - first}[exhausted]
    defender = wall + 2 * house + (first and charging in ("defender", "both"))
    names = dict(zip(("attackers", "attacking", "defenders", "defending"), sides, strict=True))
    inputs = {
        "combats": [{**names, "times": times, "behind_wall": wall, "in_house": house}],
        "charging": charging,
        "downhill": downhill,
        "defender_exhausted": exhausted is not None,
        "rest": exhausted or "no rest",
        "move": move,
    }
    expected = sum_of(one_combat(sides, attacker, defender), times)
    assert chances("melee", inputs, "attacker_lost", "defender_lost") == chances_of(expected)


def sum_of(die: Die[Any], times: int) -> Die[Any]:
    """Add up pairs of losses."""
    total: Die[Any] = Die([(0, 0)])
    for _ in range(times):
        total = icepool.map(lambda so_far, more: (so_far[0] + more[0], so_far[1] + more[1]), total, die, star=False)
    return total


@pytest.mark.parametrize(("option", "cavalry"), [("doubles its die", d6 * 2), ("rolls two dice", 2 @ d6)])
def test_cavalry_against_infantry_matches_icepool(option: str, cavalry: Die[int]) -> None:
    expected = (d6 - cavalry).map(lambda by: (int(by < 0), int(by > 0)))
    inputs = {"combats": [{"defending": "cavalry"}], "charging": "neither"}
    found = chances("melee", inputs, "attacker_lost", "defender_lost", context=switched(211, option))
    assert found == chances_of(expected)


@pytest.mark.parametrize(("option", "cavalry"), [("straight", d6), ("cavalry doubles its die", d6 * 2)])
def test_cavalry_against_two_infantry_matches_icepool(option: str, cavalry: Die[int]) -> None:
    expected = (cavalry - d6).map(lambda by: (int(by < 0), int(by > 0)))
    inputs = {"combats": [{"attacking": "cavalry", "defenders": 2}], "charging": "neither"}
    found = chances("melee", inputs, "attacker_lost", "defender_lost", context=switched(212, option))
    assert found == chances_of(expected)


# Morale


@given(
    lost=st.integers(0, 23),
    colonel=st.booleans(),
    first=st.booleans(),
    second=st.booleans(),
    test=st.integers(1, 5),
)
def test_morale_matches_icepool(*, lost: int, colonel: bool, first: bool, second: bool, test: int) -> None:
    points = 3 * colonel + 2 * first + second - (2 if lost >= 6 else 1 if lost >= 4 else 0)
    expected = (d6 + points >= 5 + test) if lost < 12 else Die([False])
    inputs = {
        "lost": lost,
        "colonel": colonel,
        "first_officer": first,
        "second_officer": second,
        "test": test,
    }
    assert chances("morale", inputs, "good") == chances_of(expected)


def test_rally_matches_icepool() -> None:
    assert chances("rally", {}, "moves") == chances_of(d6)


@given(officers=st.integers(1, 9))
def test_officer_save_matches_icepool(officers: int) -> None:
    assert chances("officer_save", {"officers": officers}, "saved") == chances_of(hits(officers, 5))


# Artillery


@given(inches=st.integers(0, 60), figures=st.integers(1, 48))
def test_round_shot_matches_icepool(inches: int, figures: int) -> None:
    expected = hits(figures, 3 + band(inches, 24, 36, 48))
    assert chances("round_shot", {"inches": inches, "figures": figures}, "killed") == chances_of(expected)


@given(near=st.integers(0, 12), middle=st.integers(0, 12), far=st.integers(1, 12))
def test_canister_matches_icepool(near: int, middle: int, far: int) -> None:
    expected = hits(near, 4) + hits(middle, 5) + hits(far, 6)
    assert chances("canister", {"near": near, "middle": middle, "far": far}, "killed") == chances_of(expected)


SECTORS = {1: "misfire", 2: "left", 3: "short", 4: "right", 5: "beyond", 6: "center"}


@FEW
@given(figures=st.fixed_dictionaries({sector: st.integers(0, 8) for sector in list(SECTORS.values())[1:]}))
def test_howitzer_matches_icepool(figures: dict[str, int]) -> None:
    def burst(face: int) -> Any:
        sector = SECTORS[face]
        return hits(figures.get(sector, 0), 4).map(lambda killed: (sector, killed))

    found = chances("howitzer", {"inches": 30, **figures}, "sector", "killed")
    assert found == chances_of(d6.map(burst))


@given(inches=st.integers(0, 60), total=st.integers(0, 19))
def test_ball_at_a_gun_matches_icepool(inches: int, total: int) -> None:
    less = 0 if inches < 36 else 1 if inches < 48 else 2
    added = icepool.map(lambda hit, die: max(die - less, 0) if hit else 0, d6 >= 3 + band(inches, 24, 36, 48), d6)
    expected = added.map(lambda more: (more, state_of(total + more)))
    assert chances("counter_battery", {"inches": inches, "total": total}, "added", "state") == chances_of(expected)


def state_of(total: int) -> str:
    return "destroyed" if total >= 20 else "fires every other move" if total >= 10 else "in action"


@given(inches=st.integers(20, 50), total=st.integers(0, 19))
def test_shell_at_a_gun_matches_icepool(inches: int, total: int) -> None:
    less = 0 if inches < 36 else 1 if inches < 48 else 2
    expected = icepool.map(lambda hit, die: max(die - less, 0) if hit else 0, d6 == 6, d6)
    inputs = {"inches": inches, "total": total, "shot": "shell"}
    assert chances("counter_battery", inputs, "added") == chances_of(expected)


KILLS = ((0, 0, 1, 1, 2, 3), (0, 0, 0, 1, 2, 2), (0, 0, 0, 0, 1, 1))


@given(inches=st.integers(0, 60), total=st.integers(0, 19))
def test_ball_at_a_house_matches_icepool(inches: int, total: int) -> None:
    less = 0 if inches < 36 else 1 if inches < 48 else 2
    row = KILLS[band(inches, 36, 48)]
    expected = d6.map(lambda die: (row[die - 1], row[die - 1] > 1, total + max(die - less, 0)))
    assert chances("house_shot", {"inches": inches, "total": total}, "killed", "goes_further", "total") == chances_of(
        expected
    )


@given(inches=st.integers(20, 50), total=st.integers(0, 19), garrison=st.integers(0, 7))
def test_shell_at_a_house_matches_icepool(inches: int, total: int, garrison: int) -> None:
    expected = icepool.map(
        lambda hit, die: (min(max(die - 3, 0), garrison), total + die) if hit else (0, total), d6 == 6, d6
    )
    inputs = {"inches": inches, "total": total, "garrison": garrison}
    assert chances("house_shell", inputs, "killed", "total") == chances_of(expected)


@given(moves=st.integers(1, 15))
def test_fire_spread_matches_icepool(moves: int) -> None:
    expected: Any = Die([0])
    for move in range(moves, 0, -1):
        expected = (d6 >= 3).if_else(move, expected)
    assert chances("fire_spread", {"moves": moves}, "caught_on") == chances_of(expected)
