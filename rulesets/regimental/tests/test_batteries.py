"""Batteries in trouble: disorder, prolonge, and captured guns."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import result, switched

HALF = Fraction(1, 2)


@pytest.mark.rule("RG-DISBAT")
class Test_disordered_battery:
    @pytest.mark.parametrize(
        ("quiet", "inches", "disordered"), [(0, 0, True), (0, 3.75, True), (0, 4, False), (1, 0, False), (7, 12, False)]
    )
    def test_battery_recovers_by_a_quiet_turn_or_4_inches(self, *, quiet: int, inches: float, disordered: bool) -> None:
        found = result("disordered_battery", {"turns_without_fire": quiet, "inches_withdrawn": inches})
        assert (found.disordered, found.share_of_fire) == (disordered, HALF if disordered else 1)


@pytest.mark.rule("RG-PROL")
class Test_prolonge:
    @pytest.mark.parametrize(("length", "degrees"), [(0, 0), (1, 0), (0, 45), (1, 45)])
    def test_guns_move_an_inch_by_hand_turn_45_degrees_and_fire_at_half_effect(
        self, length: float, degrees: int
    ) -> None:
        found = result("prolonge", {"length": length, "degrees": degrees})
        assert (found.inches_at_most, found.share_of_turn_left, found.share_of_fire) == (1, HALF, HALF)

    @pytest.mark.parametrize(
        ("inputs", "words"),
        [
            ({"length": 1.25}, "Inches moved: must be 1 or less by prolonge, not 1 1/4"),
            ({"degrees": 46}, "Degrees that a section turns: must be 45 or less by prolonge, not 46"),
            ({"act": "withdraw firing", "length": 4.25}, "must be 4 or less by prolonge, not 4 1/4"),
            ({"act": "withdraw firing", "degrees": 1}, "must be 0 or less by prolonge, not 1"),
        ],
    )
    def test_more_is_refused(self, inputs: dict[str, Any], words: str) -> None:
        with pytest.raises(IllegalOrder, match=words):
            result("prolonge", inputs)

    @pytest.mark.parametrize(("full", "half"), [(8, 4), (12, 6), (7.5, Fraction(15, 4))])
    def test_battery_withdraws_firing_by_half_its_move(self, full: float, half: Fraction) -> None:
        found = result("prolonge", {"act": "withdraw firing", "full_move": full})
        assert (found.inches_at_most, found.share_of_turn_left, found.share_of_fire) == (half, 1, HALF)

    def test_ruling_takes_half_of_the_inch(self) -> None:
        context = switched("R-322", "half of 1 inch")
        assert result("prolonge", {"act": "withdraw firing", "length": 0.5}, context=context).inches_at_most == HALF


@pytest.mark.rule("RG-CAPTURE")
class Test_captured_guns:
    @pytest.mark.parametrize(("crews", "served", "fighting"), [(0, 0, 8), (1, 1, 7), (3, 3, 5)])
    def test_crew_counts_for_the_state_but_not_in_the_fight(self, crews: int, served: int, fighting: int) -> None:
        found = result("captured_guns", {"sections": 3, "stands": 8, "crews": crews})
        assert (found.sections_served, found.stands_for_state, found.stands_in_the_fight) == (served, 8, fighting)

    @pytest.mark.parametrize(("destroyed", "left"), [(0, 8), (1, 7), (2, 6)])
    def test_crews_return_when_the_guns_are_lost(self, destroyed: int, left: int) -> None:
        asked = {"sections": 2, "stands": 8, "crews": 2, "guns_lost": True, "crews_destroyed": destroyed}
        found = result("captured_guns", asked)
        assert (found.sections_served, found.stands_for_state, found.stands_in_the_fight) == (0, left, left)

    @pytest.mark.parametrize("ammunition", ["double canister", "shrapnel", "shell", "shot"])
    def test_captured_guns_fire_only_canister(self, ammunition: str) -> None:
        asked = {"sections": 1, "stands": 4, "ammunition": ammunition}
        with pytest.raises(IllegalOrder, match=f"captured guns fire only canister, not {ammunition}"):
            result("captured_guns", asked)
        double = switched("R-323", "yes")
        if ammunition == "double canister":
            assert result("captured_guns", asked, context=double).sections_served == 1
        else:
            with pytest.raises(IllegalOrder):
                result("captured_guns", asked, context=double)

    @pytest.mark.parametrize(
        ("inputs", "words"),
        [
            ({"sections": 2, "stands": 8, "crews": 3}, "Stands assigned as crews: must be 2 or less, not 3"),
            ({"sections": 6, "stands": 4, "crews": 5}, "Stands assigned as crews: must be 4 or less, not 5"),
            ({"sections": 2, "stands": 8, "crews_destroyed": 1}, "must be 0 or less, not 1"),
            (
                {"sections": 2, "stands": 8, "crews": 1, "guns_lost": True, "crews_destroyed": 2},
                "Crews destroyed with the guns: must be 1 or less, not 2",
            ),
        ],
    )
    def test_impossible_crews_are_refused(self, inputs: dict[str, Any], words: str) -> None:
        with pytest.raises(IllegalOrder, match=words):
            result("captured_guns", inputs)
