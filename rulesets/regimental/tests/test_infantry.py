"""Fire by infantry and cavalry: fire points, ammunition, and flank fire."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.regimental.tests.helpers import carried_out, odds, result, said, switched

HALF = Fraction(1, 2)
SMOOTHBORE, RIFLED, RIFLE = "smoothbore", "rifled smoothbore", "Springfield or Enfield"
# weapon: the last inch of each band, and its fire points a stand
BANDS: dict[str, list[tuple[int, Any]]] = {
    RIFLE: [(8, 1), (16, 1), (24, HALF)],
    RIFLED: [(8, 1), (16, HALF)],
    "breech-loading carbine": [(8, 1), (16, HALF)],
    "repeater": [(8, 4), (16, 1)],
    SMOOTHBORE: [(4, 1), (8, HALF)],
    "pistol or shotgun": [(0, HALF)],
}


def fired(weapon: str = RIFLE, inches: float = 8, stands: int = 4, **more: Any) -> dict[str, Any]:
    return {"weapon": weapon, "range_inches": inches, "stands": stands, **more}


def points(*firers: dict[str, Any], **volley: Any) -> int:
    found: int = result("fire_points", {"firers": list(firers), **volley}).points
    return found


@pytest.mark.rule("RG-FIRE")
class Test_fire_points:
    @pytest.mark.parametrize("weapon", BANDS)
    def test_every_edge_of_every_band_reads_its_points(self, weapon: str) -> None:
        first = 0.0
        for last, each in BANDS[weapon]:
            assert points(fired(weapon, first)) == points(fired(weapon, last)) == 4 * each
            first = last + 0.25

    @pytest.mark.parametrize("weapon", BANDS)
    def test_beyond_the_last_band_nobody_fires(self, weapon: str) -> None:
        with pytest.raises(IllegalOrder) as refused:
            points(fired(weapon, BANDS[weapon][-1][0] + 0.25))
        assert refused.value.field == "firers.0.range_inches"

    def test_refusal_names_the_reach(self) -> None:
        with pytest.raises(IllegalOrder, match="range: must be 16 or less for repeaters, not 16 1/4"):
            points(fired("repeater", 16.25))
        with pytest.raises(IllegalOrder, match="range: pistols and shotguns fire only in melee, not 1"):
            points(fired("pistol or shotgun", 1))

    @pytest.mark.parametrize(("stands", "total"), [(1, 0), (2, 1), (3, 1), (5, 2), (40, 20)])
    def test_halves_round_down(self, stands: int, total: int) -> None:
        assert points(fired(RIFLE, 20, stands)) == total

    @pytest.mark.parametrize(
        ("stands", "words"), [(4, "2 fire points in all."), (5, "2 fire points in all, rounded down from 2 1/2.")]
    )
    def test_trace_says_what_was_rounded(self, stands: int, words: str) -> None:
        assert words in [step.says for step in carried_out("fire_points", {"firers": [fired(RIFLE, 20, stands)]}).steps]

    def test_halves_of_several_units_add_up_first(self) -> None:
        two = (fired(RIFLE, 20, 3), fired(RIFLED, 12, 3))
        assert points(*two) == 3
        asked = {"firers": list(two)}
        assert result("fire_points", asked, context=switched("R-314", "for each unit")).points == 2

    @pytest.mark.parametrize(("inches", "total"), [(8, 8), (16, 4), (24, 2)])
    def test_second_reading_doubles_the_rifle_at_close_range(self, inches: int, total: int) -> None:
        context = switched("R-313", "2, 1, ½")
        outcome = carried_out("fire_points", {"firers": [fired(RIFLE, inches)]}, context=context)
        assert outcome.result.points == total
        assert "R-313" in [step.override for step in outcome.steps]

    def test_rifle_is_marked_as_a_reading(self) -> None:
        marks = {
            step.mark
            for step in carried_out("fire_points", {"firers": [fired()]}).steps
            if step.table.endswith("points")
        }
        assert marks == {"reconstructed"}

    @pytest.mark.parametrize(
        ("weapon", "total"),
        [(RIFLE, 2), (RIFLED, 2), (SMOOTHBORE, 2), ("breech-loading carbine", 4), ("repeater", 16)],
    )
    def test_lying_down_halves_all_but_breechloaders(self, weapon: str, total: int) -> None:
        assert points(fired(weapon, 4, lying_down=True)) == total

    @pytest.mark.parametrize("flag", ["skirmishers", "surprised"])
    def test_half_effect_halves_only_its_own_stands(self, flag: str) -> None:
        assert points(fired() | {flag: True}, fired(stands=3)) == 5

    def test_half_effects_multiply(self) -> None:
        assert points(fired(stands=8, lying_down=True, surprised=True, skirmishers=True), screened=True) == 1

    def test_repeaters_are_for_the_union_and_pistols_for_the_south(self) -> None:
        assert points(fired("repeater"), side="USA") == points(fired("repeater")) == 16
        with pytest.raises(IllegalOrder, match="1st firer, weapon: only the Union has repeaters"):
            points(fired("repeater"), side="CSA")
        with pytest.raises(IllegalOrder, match="only Confederate cavalry fires pistols and shotguns"):
            points(fired("pistol or shotgun", 0), side="USA")
        assert points(fired("pistol or shotgun", 0), side="CSA") == 2

    def test_pistols_are_not_fired_lying_down(self) -> None:
        with pytest.raises(IllegalOrder, match="lying down: pistols and shotguns are fired on horseback"):
            points(fired("pistol or shotgun", 0, lying_down=True))

    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({}, 0),
            ({"cover": "light works"}, -1),
            ({"cover": "breastworks"}, -2),
            ({"cover": "building"}, -2),
            ({"target_lying_down": True}, -1),
            ({"cavalry_skirmishers": True}, -2),
            ({"cavalry_skirmishers": True, "cover": "building", "target_lying_down": True}, -5),
        ],
    )
    def test_target_modifies_the_roll(self, inputs: dict[str, Any], value: int) -> None:
        extras = result("fire_points", {"firers": [fired()], **inputs}).extras
        assert sum(extra.value for extra in extras) == value

    def test_fire_and_fury_takes_points_and_modifiers_as_they_are(self) -> None:
        asked = {"firers": [fired(stands=8)], "held_fire": True}
        found = carried_out("fire_points", asked).to_json()["result"]
        volley = {"firers": [{"points_each": found["points"]}], "extras": found["extras"]}
        plain = {"firers": [{"points_each": 8}]}
        fire = procedure("fire_and_fury.fire")
        assert fire.odds(volley).of(lambda hit: hit.disordered) == Fraction(7, 10)
        assert fire.odds(plain).of(lambda hit: hit.disordered) == Fraction(6, 10)


@pytest.mark.rule("RG-VOLLEY")
class Test_point_blank_volley:
    def test_held_fire_adds_one_at_close_range(self) -> None:
        assert said("fire_points", {"firers": [fired()], "held_fire": True}) == "4 fire points; +1 point-blank volley"

    @pytest.mark.parametrize(("weapon", "inches"), [(RIFLE, 8.25), (SMOOTHBORE, 4.25), ("repeater", 12)])
    def test_volley_beyond_close_range_is_refused(self, weapon: str, inches: float) -> None:
        with pytest.raises(IllegalOrder, match=r"range: must be \d or less for a point-blank volley"):
            points(fired(), fired(weapon, inches), held_fire=True)


@pytest.mark.rule("RG-AMMO")
class Test_low_ammunition:
    @pytest.mark.parametrize(("side", "least"), [("CSA", 9), ("USA", 10)])
    @pytest.mark.parametrize("die", range(1, 11))
    def test_confederates_run_low_on_a_9_already(self, side: str, least: int, die: int) -> None:
        assert result("low_ammunition", {"side": side}, die).low is (die >= least)
        assert result("low_ammunition", {"side": side, "fire_roll": die}).low is (die >= least)

    def test_confederates_run_low_twice_as_often(self) -> None:
        chances = [odds("low_ammunition", {"side": side})["low on ammunition"] for side in ("CSA", "USA")]
        assert chances == [Fraction(1, 5), Fraction(1, 10)]


@pytest.mark.rule("RG-FLANK")
class Test_flank_fire:
    @pytest.mark.parametrize(
        ("left", "right", "words"),
        [
            (3, 3, "holds its line"),
            (4, 3, "left flank back 1″"),
            (3, 4, "right flank back 1″"),
            (4, 4, "whole regiment back 1″"),
            (40, 0, "left flank back 1″"),
        ],
    )
    def test_four_stands_push_a_flank_back(self, left: int, right: int, words: str) -> None:
        assert said("flank_fire", {"left_stands": left, "right_stands": right}) == words

    @pytest.mark.parametrize("safe", ["skirmishers_out", "lying_down", "in_works"])
    def test_screened_lying_or_covered_unit_holds(self, safe: str) -> None:
        outcome = carried_out("flank_fire", {"left_stands": 8, "right_stands": 8, safe: True})
        assert str(outcome.result) == "holds its line"
        assert outcome.steps[0].says.startswith("Flank fire does not push it back, since it ")
