"""Fire by batteries and sections: fire points, targets, and friends in the way."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched

HALF = Fraction(1, 2)
HEAVY = {"canister": (8, 16), "shrapnel": (16, 32), "shell": (16, 32), "shot": (24, 48)}
LIGHT = {"canister": (6, 12), "shrapnel": (12, 24), "shell": (12, 24), "shot": (18, 36)}
# gun: its ranges, its farthest range, and the fire points of double canister and canister
GUNS: dict[str, tuple[dict[str, tuple[int, int]], int, tuple[Any, Any]]] = {
    "12-pdr smoothbore": (HEAVY, 60, (4, 2)),
    "3-inch rifle": (HEAVY, 60, (2, 1)),
    "6-pdr smoothbore": (LIGHT, 45, (3, Fraction(3, 2))),
}
NEAR_AND_FAR = {"shrapnel": (2, 1), "shell": (1, HALF), "shot": (1, HALF)}
MOST = 12  # sections


def guns(gun: str = "12-pdr smoothbore", inches: float = 8, sections: int = 2, **more: Any) -> dict[str, Any]:
    return {"gun": gun, "range_inches": inches, "sections": sections, **more}


def points(*sections: dict[str, Any], **target: Any) -> int:
    found: int = result("artillery_fire_points", {"guns": list(sections), **target}).points
    return found


def each(gun: str, inches: float, ammunition: str = "best") -> Fraction:
    return Fraction(points(guns(gun, inches, MOST, ammunition=ammunition)), MOST)


@pytest.mark.rule("RG-ARTY")
class Test_artillery_fire_points:
    @pytest.mark.parametrize("gun", GUNS)
    def test_canister_reaches_up_to_its_ranges(self, gun: str) -> None:
        ranges, _, (double, single) = GUNS[gun]
        near, far = ranges["canister"]
        assert each(gun, 0, "double canister") == each(gun, near, "double canister") == double
        assert each(gun, 0, "canister") == each(gun, far, "canister") == single
        for kind, limit in (("double canister", near), ("canister", far)):
            with pytest.raises(IllegalOrder, match=f"range: must be {limit} or less for {kind}, not {limit} 1/4"):
                each(gun, limit + 0.25, kind)

    @pytest.mark.parametrize("gun", GUNS)
    @pytest.mark.parametrize("kind", NEAR_AND_FAR)
    def test_other_rounds_begin_over_their_ranges(self, gun: str, kind: str) -> None:
        ranges, farthest, _ = GUNS[gun]
        (near, far), (most, least) = ranges[kind], NEAR_AND_FAR[kind]
        assert each(gun, near + 0.25, kind) == each(gun, far, kind) == most
        assert each(gun, far + 0.25, kind) == each(gun, farthest, kind) == least
        with pytest.raises(IllegalOrder, match=f"range: must be over {near} for {kind}, not {near}"):
            each(gun, near, kind)

    @pytest.mark.parametrize("gun", GUNS)
    def test_nobody_fires_beyond_the_house_limit(self, gun: str) -> None:
        farthest = GUNS[gun][1]
        with pytest.raises(IllegalOrder, match=f"range: must be {farthest} or less"):
            each(gun, farthest + 0.25)
        marks = {step.cell[1]: step.mark for step in _steps(guns(gun, farthest)) if step.cell}
        assert marks.pop("farthest") == "house"
        assert set(marks.values()) == {"printed"}

    @pytest.mark.parametrize(
        ("gun", "inches", "best"),
        [
            ("12-pdr smoothbore", 8, 4),
            ("12-pdr smoothbore", 16, 2),
            ("12-pdr smoothbore", 32, 2),
            ("12-pdr smoothbore", 48, 1),
            ("3-inch rifle", 16, 1),
            ("3-inch rifle", 20, 2),
            ("6-pdr smoothbore", 12, Fraction(3, 2)),
            ("6-pdr smoothbore", 36, 1),
        ],
    )
    def test_best_ammunition_gives_the_most_points(self, gun: str, inches: int, best: Fraction) -> None:
        assert each(gun, inches) == best

    @pytest.mark.parametrize(
        ("sections", "words"), [(2, "3 fire points in all."), (3, "4 fire points in all, rounded down from 4 1/2.")]
    )
    def test_trace_says_what_was_rounded(self, sections: int, words: str) -> None:
        assert words in [step.says for step in _steps(guns("6-pdr smoothbore", 12, sections))]

    def test_halves_round_down_after_adding_up(self) -> None:
        assert points(guns("6-pdr smoothbore", 12, 1)) == 1
        assert points(guns("6-pdr smoothbore", 12, 1), guns("6-pdr smoothbore", 12, 2)) == 4

    @pytest.mark.parametrize("flag", ["disordered", "by_prolonge", "surprised"])
    def test_half_effect_halves_its_own_sections(self, flag: str) -> None:
        assert points(guns() | {flag: True}, guns()) == 12
        assert points(guns(disordered=True, by_prolonge=True)) == 2

    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({}, 0),
            ({"moved_far": True}, -1),
            ({"cover": "light works"}, -1),
            ({"cover": "building", "target_lying_down": True}, -3),
            ({"cavalry_skirmishers": True}, -2),
        ],
    )
    def test_target_modifies_the_roll(self, inputs: dict[str, Any], value: int) -> None:
        extras = result("artillery_fire_points", {"guns": [guns()], **inputs}).extras
        assert sum(extra.value for extra in extras) == value

    def test_rifled_guns_roll_better(self) -> None:
        alone = {"guns": [guns("3-inch rifle")]}
        mixed = {"guns": [guns("3-inch rifle"), guns()]}
        assert said("artillery_fire_points", alone) == "4 fire points; +1 rifled guns"
        assert said("artillery_fire_points", mixed) == "12 fire points"
        any_is = switched("R-316", "if any is rifled")
        assert said("artillery_fire_points", mixed, context=any_is) == "12 fire points; +1 rifled guns"
        assert said("artillery_fire_points", {"guns": [guns()]}, context=any_is) == "8 fire points"

    def test_campaign_replaces_the_farthest_range(self) -> None:
        context = replaced("gun_ranges", "6-pdr smoothbore", 50, "farthest")
        asked = {"guns": [guns("6-pdr smoothbore", 50)]}
        assert result("artillery_fire_points", asked, context=context).points == 2


def _steps(section: dict[str, Any]) -> Any:
    return carried_out("artillery_fire_points", {"guns": [section]}).steps


@pytest.mark.rule("RG-ARTY")
def test_guns_set_a_building_on_fire_on_9_or_10() -> None:
    assert [result("building", {"guns_fire": True}, die).burning for die in (8, 9, 10)] == [False, True, True]


class Test_targets:
    @pytest.mark.rule("RG-TARGET")
    @pytest.mark.parametrize(
        ("apart", "inches", "nearest", "in_range", "allowed"),
        [
            (6, 40, False, False, True),
            (6.25, 16, False, False, True),
            (6.25, 16.25, False, False, False),
            (6.25, 16.25, True, False, True),
            (6.25, 16.25, False, True, True),
            (40, 60, True, True, True),
        ],
    )
    def test_separated_guns_combine_only_on_near_or_pressing_targets(
        self, *, apart: float, inches: float, nearest: bool, in_range: bool, allowed: bool
    ) -> None:
        asked = {
            "inches_apart": apart,
            "inches_to_target": inches,
            "nearest_enemy": nearest,
            "in_charge_range": in_range,
        }
        assert result("targets", asked).allowed is allowed

    @pytest.mark.rule("RG-INFTARGET")
    @pytest.mark.parametrize(
        ("ahead", "in_arc", "allowed"),
        [(False, True, True), (True, True, False), (False, False, False), (True, False, False)],
    )
    def test_stands_fire_obliquely_only_without_an_enemy_ahead(
        self, *, ahead: bool, in_arc: bool, allowed: bool
    ) -> None:
        asked = {"firing": "stands obliquely", "enemy_ahead": ahead, "in_arc": in_arc}
        assert result("targets", asked).allowed is allowed


@pytest.mark.rule("RG-OVER")
class Test_over_friends:
    @pytest.mark.parametrize("place", ["from_above", "target_elevated"])
    @pytest.mark.parametrize("die", range(1, 11))
    def test_1_or_2_disorders_the_friends(self, place: str, die: int) -> None:
        asked = {"inches_behind": 6.25, place: True}
        assert result("over_friends", asked, die).friends_disordered is (die <= 2)
        assert result("over_friends", {**asked, "fire_roll": die}).friends_disordered is (die <= 2)

    def test_one_roll_in_five_disorders_them(self) -> None:
        chances = odds("over_friends", {"inches_behind": 10, "from_above": True})
        assert chances["debris disorders the friends"] == Fraction(1, 5)

    @pytest.mark.parametrize(
        ("inputs", "words"),
        [
            ({"inches_behind": 6, "from_above": True}, "Inches behind the friends: must be over 6, not 6"),
            ({"inches_behind": 12}, "Guns are above the friends: the guns must be above the friends, or the target"),
        ],
    )
    def test_other_fire_over_friends_is_refused(self, inputs: dict[str, Any], words: str) -> None:
        with pytest.raises(IllegalOrder, match=words):
            result("over_friends", inputs, 5)
