"""Facts 3.4: fallen leaders."""

from fractions import Fraction

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.fire_and_fury.tests.helpers import carried_out, odds, result, switched

ONE_DIE = {1: "killed", 2: "killed", 3: "wounded", 4: "disabled", 5: "stunned", **dict.fromkeys(range(6, 11), "unhurt")}
TWO_DICE = {2: "killed", 3: "killed", 5: "disabled", 7: "killed", 9: "wounded", 11: "stunned"}
TWO = switched("FF-R14", "two six-sided dice")


class Test_3_4_fallen_leaders:
    @pytest.mark.parametrize("face", range(1, 11))
    def test_every_d10_result_gives_its_fate(self, face: int) -> None:
        assert result("fallen_leader", {}, face).fate == ONE_DIE[face]

    @pytest.mark.parametrize("total", range(2, 13))
    def test_every_2d6_total_gives_its_fate(self, total: int) -> None:
        dice = (total // 2, total - total // 2)
        assert result("fallen_leader", {}, *dice, context=TWO).fate == TWO_DICE.get(total, "unhurt")

    def test_two_dice_remove_a_leader_in_17_of_36_rolls(self) -> None:
        chances = odds("fallen_leader", {}, TWO)
        assert chances["stunned, out for 1 turn"] == Fraction(2, 36)
        assert sum(chance for said, chance in chances.items() if "average" in said) == Fraction(17, 36)

    def test_lost_leader_is_replaced_by_an_average_one_of_his_rank(self) -> None:
        assert result("fallen_leader", {"rank": "army"}, 4).replaced_by == "an average army leader"
        assert result("fallen_leader", {}, 5).replaced_by == ""

    def test_stunned_leader_misses_one_turn(self) -> None:
        found = result("fallen_leader", {}, 5)
        assert (found.turns_out, found.out_for_good) == (1, False)

    def test_unattached_leader_is_not_at_risk(self) -> None:
        with pytest.raises(IllegalOrder, match="only a leader attached to a brigade is at risk"):
            result("fallen_leader", {"attached": False}, 1)

    def test_list_is_marked_reconstructed(self) -> None:
        assert carried_out("fallen_leader", {}, 1).steps[-1].mark == "reconstructed"
