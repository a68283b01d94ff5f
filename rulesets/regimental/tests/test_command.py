"""Command radius, and fallen leaders."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched

FATES = ["killed", "wounded", "stunned", "horse killed", "colors down", *["no effect"] * 5]


@pytest.mark.rule("RG-CMD")
class Test_command:
    @pytest.mark.parametrize(
        ("stand", "rank"),
        [("brigade", "regimental"), ("division", "brigade"), ("corps", "divisional"), ("army", "corps")],
    )
    def test_command_stand_is_one_level_lower(self, stand: str, rank: str) -> None:
        assert result("command", {"command_stand": stand, "inches_to_unit": 0}).rank == rank

    @pytest.mark.parametrize(
        ("inputs", "radius"),
        [
            ({}, 18),
            ({"on_foot": True}, 9),
            ({"light": "twilight"}, 8),
            ({"light": "dark"}, 8),
            ({"on_foot": True, "light": "twilight"}, 8),
        ],
    )
    def test_smallest_radius_counts_to_the_quarter_inch(self, inputs: dict[str, Any], radius: int) -> None:
        assert result("command", {**inputs, "inches_to_unit": radius}).in_radius
        beyond = result("command", {**inputs, "inches_to_unit": radius + 0.25})
        assert (beyond.radius, beyond.in_radius) == (radius, False)

    @pytest.mark.parametrize(("inches", "at_risk"), [(0, True), (2, True), (2.25, False), (None, False)])
    def test_brigade_commander_is_at_risk_within_2_inches_of_a_target(
        self, *, inches: float | None, at_risk: bool
    ) -> None:
        asked = {"command_stand": "division", "inches_to_unit": 30, "inches_to_target": inches}
        assert result("command", asked).at_risk is at_risk

    def test_ruling_endangers_all_commanders(self) -> None:
        asked = {"command_stand": "corps", "inches_to_unit": 5, "inches_to_target": 1}
        assert not result("command", asked).at_risk
        assert result("command", asked, context=switched("R-303", "all commanders")).at_risk


@pytest.mark.rule("RG-FALLEN")
class Test_fallen_leader:
    @pytest.mark.parametrize("die", range(1, 11))
    def test_every_die_has_its_fate(self, die: int) -> None:
        found = result("fallen_leader", {}, die)
        assert found.fate == FATES[die - 1]
        assert found.out_for_good is (die <= 2)
        assert found.turns_out == (1 if die == 3 else 0)
        assert found.new_radius == (9 if die == 4 else None)
        assert found.maneuver_modifier == (-1 if die == 5 else 0)

    def test_leader_on_foot_loses_no_horse(self) -> None:
        assert said("fallen_leader", {"mounted": False}, 4) == "no effect"

    def test_commander_without_colors_keeps_them(self) -> None:
        assert said("fallen_leader", {"rank": "brigade", "with_colors": False}, 5) == "no effect"

    @pytest.mark.parametrize("die", range(1, 11))
    def test_swept_regiment_loses_its_colors_whatever_is_rolled(self, die: int) -> None:
        found = result("fallen_leader", {"swept": True}, die)
        assert (found.colors_captured, found.vp_to_the_enemy, found.maneuver_modifier) == (True, 1, -1)
        assert found.fate == (FATES[die - 1] if die != 5 else "no effect")

    def test_colors_that_are_elsewhere_cannot_be_captured(self) -> None:
        with pytest.raises(IllegalOrder, match="only a regiment with its colors can lose them"):
            result("fallen_leader", {"swept": True, "with_colors": False}, 1)

    def test_half_of_all_rolls_have_no_effect(self) -> None:
        assert odds("fallen_leader", {})["no effect"] == Fraction(1, 2)

    def test_table_is_shown_as_a_house_value_and_can_be_replaced(self) -> None:
        (read,) = [step for step in carried_out("fallen_leader", {}, 6).steps if step.table]
        assert read.mark == "house"
        assert said("fallen_leader", {}, 2, context=replaced("fallen", "2", "stunned")) == "stunned, out for 1 turn"
