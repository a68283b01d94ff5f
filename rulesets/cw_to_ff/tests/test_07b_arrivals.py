"""7B: arrivals and meetings of flank forces."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

ARRIVE, MEET = "cw_to_ff.flank_march_arrival", "cw_to_ff.flank_march_meeting"

PER_CENT = {
    1: [(75, 25, 0), (50, 25, 25), (25, 25, 50), (0, 25, 75)],
    2: [(50, 25, 25), (25, 25, 50), (0, 25, 75), (0, 0, 100)],
    3: [(25, 25, 50), (0, 25, 75), (0, 0, 100), (0, 0, 100)],
    4: [(0, 25, 75), (0, 0, 100), (0, 0, 100), (0, 0, 100)],
}
GROUND = [
    {},
    {"hex_terrain": "forest"},
    {"hexside_crossed": "navigable_river"},
    {"hex_terrain": "forest", "hexside_crossed": "navigable_river"},
]
CELLS = [(initiative, m, row) for initiative, rows in PER_CENT.items() for m, row in enumerate(rows)]


def arrive(die: int, **inputs: Any) -> Any:
    return procedure(ARRIVE).run(inputs, ScriptedDice(die)).result


@pytest.mark.rule("VG-7B1")
class Test_7B1:
    @pytest.mark.parametrize(("initiative", "minus", "row"), CELLS)
    def test_odds_match_the_worked_table(self, initiative: int, minus: int, row: tuple[int, int, int]) -> None:
        odds = procedure(ARRIVE).odds({"initiative": initiative, "attacks": True, **GROUND[minus]})
        named = {result.speed: chance for result, chance in odds.chances.items()}  # type: ignore[attr-defined]
        chances = tuple(named.get(speed, 0) for speed in ("swift", "deliberate", "plodding"))
        assert chances == tuple(Fraction(per_cent, 100) for per_cent in row)

    @pytest.mark.parametrize(("die", "speed"), [(4, "swift"), (3, "swift"), (2, "deliberate"), (1, "plodding")])
    def test_roll_above_rating_is_swift_equal_deliberate_below_plodding(self, die: int, speed: str) -> None:
        assert arrive(die, initiative=2).speed == speed

    def test_roll_is_keyed_only_by_side_and_edge(self) -> None:
        throws = procedure(ARRIVE).run({"initiative": 2, "side": "USA", "edge": "right"}, ScriptedDice(2)).throws
        assert [(t.rule, t.subject, t.sides) for t in throws] == [("VG-7B1", ("USA", "right"), 4)]


@pytest.mark.rule("VG-7B2")
def test_7B2_swift_enters_on_turn_4_after_notice_on_3() -> None:
    result = arrive(4, initiative=2)
    assert (result.notice_turn, result.entry_turn) == (3, 4)


@pytest.mark.rule("VG-7B3")
def test_7B3_deliberate_enters_on_turn_9_after_notice_on_8() -> None:
    result = arrive(2, initiative=2)
    assert (result.notice_turn, result.entry_turn) == (8, 9)


@pytest.mark.rule("VG-7B4")
def test_7B4_plodding_enters_on_turn_14_after_notice_on_13() -> None:
    result = arrive(1, initiative=2)
    assert (result.notice_turn, result.entry_turn) == (13, 14)


@pytest.mark.rule("VG-7C1")
def test_7C1_forest_subtracts_1_only_for_the_attacker() -> None:
    assert arrive(3, initiative=2, attacks=True, hex_terrain="forest").speed == "deliberate"
    assert arrive(3, initiative=2, attacks=False, hex_terrain="forest").speed == "swift"


@pytest.mark.rule("VG-7C3")
def test_7C3_unnavigable_river_subtracts_1() -> None:
    assert arrive(3, initiative=2, attacks=True, hexside_crossed="unnavigable_river").speed == "deliberate"


@pytest.mark.rule("VG-7C4")
def test_7C4_navigable_river_subtracts_2() -> None:
    assert arrive(4, initiative=2, attacks=True, hexside_crossed="navigable_river").speed == "deliberate"
    assert arrive(3, initiative=2, attacks=True, hexside_crossed="navigable_river").speed == "plodding"


def marching(speed: str, infantry: int = 0, cavalry: int = 0, batteries: int = 0) -> dict[str, Any]:
    return {"speed": speed, "infantry": infantry, "cavalry": cavalry, "batteries": batteries}


def meet(a: dict[str, Any], b: dict[str, Any], *dice: int, context: Context | None = None) -> Any:
    forces = [{"side": "A", **a}, {"side": "B", **b}]
    return procedure(MEET).run({"forces": forces}, ScriptedDice(*dice), context or Context()).result


def arriving(result: Any) -> tuple[int, int]:
    first, second = result.arriving
    return first.stands, second.stands


@pytest.mark.rule("VG-7B5")
class Test_7B5:
    @pytest.mark.parametrize(
        "speeds", [("swift", "deliberate"), ("deliberate", "plodding"), ("plodding", "deliberate")]
    )
    @pytest.mark.parametrize(("die", "meets"), [(5, True), (6, False)])
    def test_marches_one_step_apart_meet_on_half_the_rolls(
        self, speeds: tuple[str, str], die: int, *, meets: bool
    ) -> None:
        assert meet(marching(speeds[0], 20), marching(speeds[1], 20), die).meets is meets

    def test_swift_and_plodding_never_meet_or_roll(self) -> None:
        result = meet(marching("swift", 20), marching("plodding", 20))
        assert not result.meets
        assert [(each.stands, each.entry_turn) for each in result.arriving] == [(20, 4), (20, 14)]

    def test_chance_is_exactly_one_half(self) -> None:
        forces = [{"side": "A", **marching("swift", 20)}, {"side": "B", **marching("deliberate", 20)}]
        assert procedure(MEET).odds({"forces": forces}).of(lambda result: result.meets) == Fraction(1, 2)


@pytest.mark.rule("VG-7B6")
@pytest.mark.parametrize("speed", ["swift", "deliberate", "plodding"])
def test_7B6_equal_marches_always_meet(speed: str) -> None:
    assert meet(marching(speed, 20), marching(speed, 25)).meets


@pytest.mark.rule("VG-7B5a")
class Test_7B5a:
    def test_larger_force_brings_its_excess_and_smaller_nothing(self) -> None:
        result = meet(marching("deliberate", 40, batteries=4), marching("deliberate", 25))
        larger, smaller = result.arriving
        assert (larger.stands, larger.batteries, larger.entry_turn, larger.leader_arrives) == (15, 2, 9, True)
        assert (smaller.stands, smaller.batteries, smaller.leader_arrives) == (0, 0, False)

    def test_equal_forces_both_fail_to_arrive(self) -> None:
        assert arriving(meet(marching("swift", 30), marching("swift", 30))) == (0, 0)


@pytest.mark.rule("VG-7B5b")
class Test_7B5b:
    @pytest.mark.parametrize(
        ("a", "b", "left"),
        [
            ((0, 20), (30, 0), (0, 0)),
            ((0, 20), (50, 0), (0, 10)),
            ((30, 10), (35, 0), (5, 0)),
            ((60, 0), (20, 15), (10, 0)),
        ],
    )
    def test_cavalry_stand_keeps_off_two_stands(
        self, a: tuple[int, int], b: tuple[int, int], left: tuple[int, int]
    ) -> None:
        assert arriving(meet(marching("deliberate", *a), marching("deliberate", *b))) == left

    def test_ruling_doubles_cavalry_for_both(self) -> None:
        switched = Context.of(switches={"R-20": "cavalry counts double for size and excess"})
        assert arriving(meet(marching("swift", 0, 20), marching("swift", 30), context=switched)) == (5, 0)


sizes = st.integers(0, 200)


@given(
    sizes,
    sizes,
    sizes,
    sizes,
    st.sampled_from(["cavalry counts once for size", "cavalry counts double for size and excess"]),
)
def test_arrivals_never_exceed_the_excess(a: int, b: int, c: int, d: int, switch: str) -> None:
    result = meet(marching("swift", a, b), marching("swift", c, d), context=Context.of(switches={"R-20": switch}))
    first, second = result.arriving
    assert 0 in (first.stands, second.stands)
    assert first.stands <= a + b
    assert second.stands <= c + d
    if switch.startswith("cavalry counts once"):
        assert first.stands <= max(0, a + b - c - 2 * d)
        assert second.stands <= max(0, c + d - a - 2 * b)
    assert first.stands + first.kept_off == a + b


@pytest.mark.rule("VG-7B2")
@pytest.mark.rule("VG-7B3")
@pytest.mark.rule("VG-7B4")
@pytest.mark.parametrize(("die", "notice", "entry"), [(4, 3, 4), (2, 8, 9), (1, 13, 14)])
def test_notice_names_only_the_flank_one_turn_before(die: int, notice: int, entry: int) -> None:
    """Until then only the umpire knows; it enters anywhere in its zone, deployed."""
    found = procedure("cw_to_ff.flank_march_arrival").run({"initiative": 2}, ScriptedDice(die)).result
    assert (found.notice_turn, found.entry_turn) == (notice, entry)
    assert (found.known_to, found.told, found.told_what) == (
        "the umpire, until the notice",
        "both sides",
        "the flank alone",
    )
    assert found.enters == "anywhere in its entry zone, deployed"


@pytest.mark.rule("VG-7C2")
@pytest.mark.parametrize("ground", [{"hex_terrain": "swamp"}, {"hexside_crossed": "gap_road"}])
def test_forbidden_ground_stops_flank_marches(ground: dict[str, str]) -> None:
    for attacks in (True, False):
        with pytest.raises(IllegalOrder, match="neither side may flank march"):
            procedure(ARRIVE).odds({"initiative": 2, "attacks": attacks, **ground})


@pytest.mark.rule("VG-7B5a")
def test_meeting_is_known_only_to_the_owner_of_the_excess() -> None:
    met = meet(marching("swift", 40), marching("swift", 25))
    assert (met.meeting_told_to, [each.told for each in met.arriving]) == (
        met.arriving[0].side,
        ["both sides", "nobody"],
    )
    assert meet(marching("swift", 20), marching("swift", 20)).meeting_told_to == "nobody"
    assert meet(marching("swift", 20), marching("plodding", 20)).meeting_told_to == "nobody"


def test_two_forces_of_one_side_are_refused() -> None:

    with pytest.raises(IllegalOrder, match="must be one of each side"):
        procedure(MEET).run({"forces": [{"side": "A", **marching("swift")}, {"side": "A", **marching("swift")}]})
