"""Maneuver, fire, and combat: the rolls of Fire and Fury with what this book adds, checked from outside."""

from fractions import Fraction
from math import floor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.context import Context, Override
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.registry import procedure
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched

RIFLES = {"stands": 8, "range_inches": 8}
# The last die with modifiers of each effect, typed again from the fact sheet.
EFFECTS = ("desultory", "lively", "telling", "deadly", "withering")
ROWS = {
    1: (9,),
    3: (7, 10),
    6: (5, 8),
    8: (4, 7, 10),
    12: (3, 6, 9),
    16: (2, 5, 8),
    20: (1, 4, 7, 10),
    34: (-1, 2, 5, 8),
}


def effect_of(points: int, total: int) -> str:
    total = max(-1, min(11, total))
    ends = ROWS[max(row for row in ROWS if row <= points)]
    return EFFECTS[sum(total > end for end in ends)]


@pytest.mark.rule("RG-FIRE")
class TestFire:
    """RG-FIRE: all fire at one target makes one roll."""

    @pytest.mark.parametrize(
        ("stands", "modifiers", "added"),
        [
            (1, {}, 0),
            (3, {"in_woods": True}, -1),
            (8, {"held_fire": True}, 1),
            (12, {"cover": "light works", "in_woods": True}, -1),
            (16, {"cover": "breastworks", "target_lying_down": True}, -3),
            (20, {"cavalry_skirmishers": True, "target": "mounted cavalry"}, -1),
            (34, {"target": "column", "held_fire": True}, 2),
        ],
    )
    def test_odds_match_the_table_typed_again(self, stands: int, modifiers: dict[str, Any], added: int) -> None:
        expected: dict[str, Fraction] = {}
        for die in range(1, 11):
            effect = effect_of(stands, die + added)
            expected[effect] = expected.get(effect, Fraction(0)) + Fraction(1, 10)
        asked = {"firers": [{"stands": stands, "range_inches": 8}], **modifiers}
        found: dict[str, Fraction] = {}
        for end, chance in procedure("regimental.fire").odds(asked).chances.items():
            effect = getattr(end, "effect")  # noqa: B009
            found[effect] = found.get(effect, Fraction(0)) + chance
        assert found == expected

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(
            st.fixed_dictionaries(
                {
                    "stands": st.integers(1, 12),
                    "range_inches": st.sampled_from([4, 8, 16, 24]),
                    "disordered": st.booleans(),
                    "low_on_ammunition": st.booleans(),
                    "enfilade": st.booleans(),
                    "lying_down": st.booleans(),
                    "skirmishers": st.booleans(),
                }
            ),
            min_size=1,
            max_size=4,
        ),
        st.integers(0, 3),
    )
    def test_points_are_added_up_and_rounded_down_once(self, firers: list[dict[str, Any]], sections: int) -> None:
        exact = Fraction(2 * sections)
        for firer in firers:
            points = Fraction(firer["stands"]) * (Fraction(1, 2) if firer["range_inches"] == 24 else 1)
            for halved in ("disordered", "low_on_ammunition", "lying_down", "skirmishers"):
                points /= 2 if firer[halved] else 1
            exact += points * (2 if firer["enfilade"] else 1)
        guns = [{"sections": sections, "range_inches": 20}] if sections else []
        whole = floor(exact)
        found = result("fire", {"firers": firers, "guns": guns}, *((1,) if whole else ()))
        assert found.points == whole

    def test_no_points_need_no_die(self) -> None:
        asked = {"firers": [{"stands": 1, "range_inches": 20}], "side": "CSA"}
        assert said("fire", asked) == "desultory: no effect"

    @pytest.mark.parametrize(("side", "least"), [("CSA", 9), ("USA", 10), ("", 10)])
    def test_firers_run_low_by_side(self, side: str, least: int) -> None:
        for die in range(1, 11):
            assert result("fire", {"firers": [RIFLES], "side": side}, die).low_on_ammunition is (die >= least)
        guns = [{"sections": 2, "range_inches": 8}]
        assert not result("fire", {"guns": guns, "side": side}, 10).low_on_ammunition

    def test_natural_10_endangers_the_commander_of_a_regiment_alone(self) -> None:
        assert result("fire", {"firers": [RIFLES]}, 10).leader_at_risk
        assert not result("fire", {"firers": [RIFLES], "held_fire": True}, 9).leader_at_risk
        assert not result("fire", {"firers": [RIFLES], "target": "unlimbered battery"}, 10).leader_at_risk

    @pytest.mark.rule("RG-VOLLEY")
    def test_bonuses_need_all_who_fire_and_the_penalty_any_guns(self) -> None:
        guns = [{"gun": "3-inch rifle", "sections": 1, "range_inches": 20}]
        together = {"firers": [RIFLES], "guns": guns, "held_fire": True, "moved_far": True}
        labels = [step.says for step in carried_out("fire", together, 5).steps]
        assert "Fire: die 5 − 1 = 4." in labels
        assert "Guns fire too, so this is not a point-blank volley." in labels
        alone = {"guns": guns, "moved_far": True}
        assert "Fire: die 5 + 0 = 5." in [step.says for step in carried_out("fire", alone, 5).steps]

    def test_only_the_better_of_woods_and_works_counts_unless_the_campaign_adds_them(self) -> None:
        asked = {"firers": [RIFLES], "cover": "light works", "in_woods": True}
        assert "Fire: die 5 − 1 = 4." in [step.says for step in carried_out("fire", asked, 5).steps]
        both = switched("FF-R9", "both")
        assert "Fire: die 5 − 2 = 3." in [step.says for step in carried_out("fire", asked, 5, context=both).steps]

    def test_own_numbers_of_a_campaign_count(self) -> None:
        louder = replaced("fire_points", "Springfield or Enfield", 3, "close")
        assert result("fire", {"firers": [RIFLES]}, 5, context=louder).points == 24
        bloodier = Context.of([Override("fire_and_fury.fire_effect", "lively", "stands lost", 4, "Ours", "So.")])
        assert result("fire", {"firers": [RIFLES]}, 5, context=bloodier).stands_lost == 4

    def test_nobody_firing_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="enter those who fire, or guns"):
            result("fire", {})

    def test_more_points_than_the_table_has_rows_are_its_last_row(self) -> None:
        firers = [{"weapon": "repeater", "stands": 40, "range_inches": 8}] * 20
        found = result("fire", {"firers": firers}, 10)
        assert (found.points, found.effect) == (3200, "withering")


@pytest.mark.rule("RG-MANMOD")
class TestManeuver:
    """RG-MANMOD: the maneuver roll with this book's modifiers."""

    @pytest.mark.parametrize(
        ("asked", "extra"),
        [
            ({}, 0),
            ({"quality": "crack"}, 1),
            ({"quality": "green", "commander": "weak"}, -2),
            ({"in_cover": True, "lying_down": True, "unscreened": True}, -1),
            ({"colors": "down", "passed_by_broken": True, "commander": "exceptional"}, -2),
        ],
    )
    @pytest.mark.parametrize("condition", ["good order", "disordered"])
    def test_odds_are_the_base_game_s_with_the_sum_of_our_modifiers(
        self, asked: dict[str, Any], extra: int, condition: str
    ) -> None:
        extras = [{"label": "ours", "value": extra}] if extra else []
        base = procedure("fire_and_fury.maneuver").odds(
            {"condition": condition, "status": "Worn", "extras": extras, "leaders": [{"rank": "division"}]}
        )
        ours: dict[str, Fraction] = {}
        asked = {**asked, "condition": condition, "status": "Worn", "superiors": [{"rank": "brigade"}]}
        for end, chance in procedure("regimental.maneuver").odds(asked).chances.items():
            handling = getattr(end, "handling")  # noqa: B009
            ours[handling] = ours.get(handling, Fraction(0)) + chance
        assert ours == base.named()

    @pytest.mark.parametrize(("stands", "state"), [(8, "Fresh"), (7, "Fresh"), (6, "Worn"), (5, "Worn"), (4, "Spent")])
    def test_state_comes_from_the_triple_or_the_chart(self, stands: int, state: str) -> None:
        for known in ({"triple": "8.6.4"}, {"full": 8, "quality": "veteran"}):
            assert odds("maneuver", {"stands": stands, **known}) == odds("maneuver", {"status": state})

    def test_too_many_stands_are_refused_by_our_name_of_the_field(self) -> None:
        with pytest.raises(IllegalOrder, match=r"^Stands: must be 8 or less for 8.6.4, not 9"):
            result("maneuver", {"triple": "8.6.4", "stands": 9})
        with pytest.raises(IllegalOrder, match=r"^Stands: must be the 8 at first or fewer, not 9"):
            result("maneuver", {"full": 8, "stands": 9})

    def test_stands_skedaddle_in_words(self) -> None:
        assert said("maneuver", {"condition": "disordered", "status": "Spent"}, 1) == "quits the field"


@pytest.mark.rule("RG-COMBMOD")
class TestCombat:
    """RG-COMBMOD: charge combat with this book's modifiers."""

    @pytest.mark.parametrize(
        ("attacker", "defender", "edge"),
        [
            ({}, {}, 0),
            ({"commander": "exceptional"}, {"cover": "building"}, -1),
            ({"low_on_ammunition": True}, {"uphill": True, "commander": "weak"}, -1),
            ({"volley": True}, {"lying_down": True, "surprised": True}, 3),
        ],
    )
    def test_odds_match_two_dice_and_the_losses_of_each_round(
        self, attacker: dict[str, Any], defender: dict[str, Any], edge: int
    ) -> None:
        """Count every pair of dice by hand, for sides of 2 stands of which the Confederates are charged."""
        sides = {"stands": 2, "status": "Worn", "troops": "mounted cavalry"}
        ends: dict[str, Fraction] = {}
        going_on = Fraction(1)
        for _ in range(2):
            again = Fraction(0)
            for ours in range(1, 11):
                for theirs in range(1, 11):
                    clash = clash_of(ours - theirs + edge)
                    if clash == "desperate struggle":
                        again += going_on / 100
                    else:
                        ends[clash] = ends.get(clash, Fraction(0)) + going_on / 100
            going_on = again
        ends["both fought to the last stand"] = going_on
        asked = {"attacker": {**sides, **attacker}, "defender": {**sides, **defender}, "side": "USA"}
        found: dict[str, Fraction] = {}
        for end, chance in procedure("regimental.combat").odds(asked).chances.items():
            clash = getattr(end, "clash")  # noqa: B009
            found[clash] = found.get(clash, Fraction(0)) + chance
        assert found == ends

    def test_triple_falls_with_the_stands_of_a_struggle(self) -> None:
        fresh = {"stands": 7, "triple": "7.6.3"}
        asked = {"attacker": fresh, "defender": {"stands": 7, "status": "Fresh"}, "side": "CSA"}
        steps = carried_out("combat", asked, 4, 5, 9, 1)
        assert "Attacker Worn: 0." in [step.says for step in steps.steps]

    def test_support_is_unknown_until_the_umpire_enters_it(self) -> None:
        with pytest.raises(BeyondTheTable):
            result("combat", {"attacker": {"supported": True}, "defender": {}, "side": "USA"}, 5, 5)
        known = Context.of([Override("fire_and_fury.charge_modifiers", "supported", "", 1, "Ours", "So.")])
        asked = {"attacker": {"supported": True, "stands": 2}, "defender": {"stands": 2}, "side": "CSA"}
        assert result("combat", asked, 9, 5, context=known).clash == "driven back"

    def test_confederates_yell_on_either_side(self) -> None:
        sides = {"attacker": {"status": "Worn"}, "defender": {"status": "Worn"}}
        assert result("combat", {**sides, "side": "CSA"}, 5, 5).clash == "hard pressed"
        assert result("combat", {**sides, "side": "USA"}, 5, 5).clash == "assault checked"


def clash_of(difference: int) -> str:
    """Read the charge table, typed again."""
    ends = ((7, "swept from the field"), (4, "driven back"), (1, "hard pressed"), (0, "desperate struggle"))
    worse = ((-3, "assault checked"), (-6, "assault falters"), (-60, "charge repulsed"))
    return next(clash for least, clash in (*ends, *worse) if difference >= least)
