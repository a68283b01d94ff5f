"""Facts 3.2: musketry and cannonade."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import BeyondTheTable, IllegalOrder, UnknownNumber
from rulesets.fire_and_fury.state import Fire
from rulesets.fire_and_fury.tables import FIRE
from rulesets.fire_and_fury.tests.helpers import carried_out, odds, result, switched, typed

LOWEST, HIGHEST = -4, 15
# fire points of a row: the last die result of no effect, disordered, one stand, two stands; None: no such column
PRINTED: list[tuple[range, tuple[int | None, ...]]] = [
    (range(1, 2), (9,)),
    (range(2, 3), (8,)),
    (range(3, 4), (7, 10)),
    (range(4, 5), (7, 9)),
    (range(5, 6), (6, 9)),
    (range(6, 8), (5, 8)),
    (range(8, 10), (4, 7, 10)),
    (range(10, 12), (4, 7, 9)),
    (range(12, 15), (3, 6, 9)),
    (range(15, 20), (2, 5, 8)),
    (range(20, 25), (1, 4, 7, 10)),
    (range(25, 30), (0, 3, 6, 9)),
    (range(30, 35), (-1, 2, 5, 8)),
    (range(35, 40), (None, 1, 4, 7)),
    (range(40, 45), (None, 0, 3, 6)),
    (range(45, 50), (None, -1, 2, 5)),
    (range(50, 55), (None, -1, 1, 4)),
    (range(55, 90), (None, -1, 1, 3)),
]
UNMODIFIED = {
    1: (9, 1, 0, 0, 0),
    4: (7, 2, 1, 0, 0),
    8: (4, 3, 3, 0, 0),
    12: (3, 3, 3, 1, 0),
    20: (1, 3, 3, 3, 0),
    30: (0, 2, 3, 3, 2),
    35: (0, 1, 3, 3, 3),
    50: (0, 0, 1, 3, 6),
    55: (0, 0, 1, 2, 7),
}


def volley(points: float = 8, **inputs: Any) -> dict[str, Any]:
    """Give this many fire points by stands of 1 point, or of 1/2 if it isn't even."""
    each, stands = (1.0, int(points)) if points == int(points) else (0.5, int(points * 2))
    firers = [{"stands": min(stands - n, 40), "points_each": each} for n in range(0, stands, 40)]
    return {"firers": firers, **inputs}


def points_of(*firers: dict[str, Any], context: Context | None = None) -> Any:
    steps = carried_out("fire", {"firers": list(firers)}, 5, context=context or Context()).steps
    return next(step.out for step in steps if "in all" in step.says)


def modifier_of(**inputs: Any) -> int:
    steps = carried_out("fire", volley(8, **inputs), 5).steps
    return int(next(dict(step.numbers)["modifiers"] for step in steps if step.says.startswith("Fire: die")))


class Test_3_2_fire_table:
    @pytest.mark.parametrize(("rows", "ends"), PRINTED)
    def test_every_edge_of_every_row_reads_its_column(self, rows: range, ends: tuple[int | None, ...]) -> None:
        for points in (rows[0], rows[-1]):
            for column, end in enumerate(ends):
                if end is not None:
                    assert FIRE.at(points, end) is list(Fire)[column]
                    assert FIRE.at(points, end + 1) is list(Fire)[column + 1]
            assert FIRE.at(points, HIGHEST) is list(Fire)[len(ends)]
            assert FIRE.at(points, LOWEST) is next(f for f, end in zip(Fire, ends, strict=False) if end is not None)

    @pytest.mark.parametrize("points", UNMODIFIED)
    def test_unmodified_odds_match_the_table(self, points: int) -> None:
        found = dict.fromkeys(Fire, Fraction(0))
        for said, chance in odds("fire", volley(points)).items():
            found[Fire(said.split(":")[0])] += chance
        assert tuple(int(chance * 10) for chance in found.values()) == UNMODIFIED[points]
        assert sum(found.values()) == 1

    @pytest.mark.parametrize("points", [50, 60])
    def test_rows_below_the_lost_label_are_marked_reconstructed(self, points: int) -> None:
        marks = {step.table: step.mark for step in carried_out("fire", volley(points), 5).steps}
        assert marks["fire_and_fury.fire"] == "reconstructed"

    @pytest.mark.parametrize(
        ("points", "die", "foot", "battery"),
        [
            (8, 4, "desultory: no effect", "desultory: no effect"),
            (8, 5, "lively: disordered", "lively: silenced"),
            (8, 8, "telling: disordered, 1 stand lost", "telling: damaged and silenced"),
            (20, 8, "deadly: disordered, 2 stands lost", "deadly: wrecked"),
            (30, 9, "withering: disordered, 3 stands lost", "withering: wrecked"),
        ],
    )
    def test_each_column_has_its_effect(self, points: int, die: int, foot: str, battery: str) -> None:
        assert str(result("fire", volley(points), die)) == foot
        guns = result("fire", volley(points, target="unlimbered battery"), die)
        assert (str(guns), guns.stands_lost, guns.disordered) == (battery, 0, False)

    def test_trace_shows_die_plus_modifiers(self) -> None:
        steps = carried_out("fire", volley(8, behind_works=True), 7).steps
        assert next(step.out for step in steps if step.says.startswith("Fire: die")) == 5


class Test_3_2_fire_points:
    def test_disorder_and_low_ammunition_halve_and_enfilade_doubles(self) -> None:
        assert points_of({"stands": 8, "points_each": 1, "disordered": True}) == 4
        assert points_of({"stands": 8, "points_each": 1, "low_on_ammunition": True}) == 4
        assert points_of({"stands": 8, "points_each": 1, "enfilade": True}) == 16
        assert points_of({"stands": 8, "points_each": 1, "disordered": True, "low_on_ammunition": True}) == 2

    def test_enfilade_doubles_only_its_own_stands(self) -> None:
        assert points_of({"stands": 3, "points_each": 1, "enfilade": True}, {"stands": 5, "points_each": 1}) == 11

    @pytest.mark.parametrize(("option", "points"), [("down", 2), ("nearest, halves up", 3), ("up", 3)])
    def test_sum_is_rounded_once(self, option: str, points: int) -> None:
        half = {"stands": 5, "points_each": 0.5}
        assert points_of(half, context=switched("FF-R7", option)) == points

    def test_less_than_one_point_has_no_effect_and_no_roll(self) -> None:
        outcome = carried_out("fire", volley(0.5))
        assert (str(outcome.result), outcome.throws, outcome.result.stands_lost) == ("desultory: no effect", (), 0)
        assert odds("fire", volley(0.5)) == {"desultory: no effect": 1}

    @pytest.mark.parametrize("state", ["silenced", "wrecked", "captured"])
    def test_battery_out_of_action_cannot_fire(self, state: str) -> None:
        with pytest.raises(IllegalOrder, match=f"a {state} battery cannot fire"):
            points_of({"kind": "12-pdr Napoleon", "points_each": 10, "battery": state})

    def test_battery_is_never_low_on_ammunition(self) -> None:
        with pytest.raises(IllegalOrder, match="only brigades can be"):
            points_of({"kind": "10-pdr Parrott", "points_each": 4, "low_on_ammunition": True})


class Test_3_2_unknown_cells:
    FIRER = {"stands": 8, "range_inches": 2}

    def test_infantry_range_and_points_are_unknown(self) -> None:
        with pytest.raises(UnknownNumber, match=r"The umpire enters it \(FF-Fire points\)\."):
            points_of(self.FIRER)

    def test_range_alone_is_not_enough(self) -> None:
        ranges = Context.of([typed("fire_ranges", "infantry", "nearest", 2)])
        with pytest.raises(
            UnknownNumber, match="Fire points per stand or battery, infantry, nearest: this number is unknown"
        ):
            points_of(self.FIRER, context=ranges)

    def test_entered_number_is_used_and_named_in_the_trace(self) -> None:
        cells = [
            typed("fire_ranges", "infantry", "nearest", 2),
            typed("fire_ranges", "infantry", "second", 4),
            typed("fire_points", "infantry", "nearest", 2),
            typed("fire_points", "infantry", "second", 1),
        ]
        club = Context.of(cells)
        assert points_of(self.FIRER, context=club) == 16
        assert points_of({"stands": 8, "range_inches": 2.5}, context=club) == 8
        steps = carried_out("fire", {"firers": [self.FIRER]}, 5, context=club).steps
        assert steps[0].override == steps[1].override == "The club's book"

    def test_entered_zero_is_zero(self) -> None:
        cells = [
            typed("fire_ranges", "mounted cavalry", "nearest", 2),
            typed("fire_points", "mounted cavalry", "nearest", 0),
        ]
        assert points_of({"kind": "mounted cavalry", "range_inches": 2}, context=Context.of(cells)) == 0

    def test_last_range_band_is_the_limit(self) -> None:
        reaches = {"nearest": 2, "second": 4, "third": 0, "farthest": 0}.items()
        club = Context.of([typed("fire_ranges", "infantry", band, reach) for band, reach in reaches])
        with pytest.raises(BeyondTheTable, match="Infantry cannot reach 5"):
            points_of({"stands": 8, "range_inches": 5}, context=club)

    def test_canister_scores_10_points_once_its_range_is_entered(self) -> None:
        club = Context.of([typed("fire_ranges", "12-pdr Napoleon", "nearest", 4)])
        assert points_of({"kind": "12-pdr Napoleon", "range_inches": 3}, context=club) == 10

    def test_damaged_battery_needs_an_entered_multiplier(self) -> None:
        firer = {"kind": "20-pdr Parrott", "points_each": 8, "battery": "damaged"}
        with pytest.raises(UnknownNumber, match="damaged battery"):
            points_of(firer)
        assert points_of(firer, context=Context.of([typed("fire_multipliers", "damaged battery", "", "1/2")])) == 4

    def test_firer_without_points_or_range_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="range: enter it, or enter the fire points"):
            points_of({"stands": 8})


class Test_3_2_die_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({"target": "column"}, 1),
            ({"target": "mounted cavalry"}, 1),
            ({"target": "limbered battery"}, 1),
            ({"target": "unlimbered battery"}, 0),
            ({}, 0),
            ({"in_woods": True}, -1),
            ({"behind_works": True}, -2),
            ({"in_woods": True, "behind_works": True}, -2),
            ({"lost_case": True}, -2),
            ({"extras": [{"label": "umpire", "value": 1}]}, 1),
        ],
    )
    def test_each_modifier_counts(self, inputs: dict[str, Any], value: int) -> None:
        assert modifier_of(**inputs) == value

    def test_ruling_adds_woods_and_works(self) -> None:
        inputs = volley(8, in_woods=True, behind_works=True)
        assert str(result("fire", inputs, 7, context=switched("FF-R9", "both"))) == "desultory: no effect"
        assert str(result("fire", inputs, 7)) == "lively: disordered"


class Test_3_2_a_natural_ten:
    def test_natural_10_leaves_firing_brigades_low_on_ammunition(self) -> None:
        assert result("fire", volley(8), 10).low_on_ammunition
        assert not result("fire", volley(8, target="column"), 9).low_on_ammunition

    def test_natural_10_spares_batteries(self) -> None:
        assert not result("fire", {"firers": [{"kind": "horse artillery", "points_each": 8}]}, 10).low_on_ammunition

    def test_natural_10_endangers_an_attached_leader(self) -> None:
        assert result("fire", volley(8, leader_attached=True), 10).leader_at_risk
        assert not result("fire", volley(8, leader_attached=True), 9).leader_at_risk
        assert not result("fire", volley(8), 10).leader_at_risk


def test_3_2_roll_is_keyed_by_target_step_and_turn() -> None:
    inputs = {"side": "USA", "target_name": "Archer", "step": "defensive", "turn": 4}
    (throw,) = carried_out("fire", volley(8, **inputs), 5).throws
    assert (throw.rule, throw.subject, throw.turn) == (
        "FF-Musketry and cannonade",
        ("USA", "Archer", "defensive"),
        4,
    )
