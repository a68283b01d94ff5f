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
    def test_every_face_of_the_one_die(self, face: int) -> None:
        assert result("fallen_leader", {}, face).fate == ONE_DIE[face]

    @pytest.mark.parametrize("total", range(2, 13))
    def test_every_total_of_two_dice(self, total: int) -> None:
        dice = (total // 2, total - total // 2)
        assert result("fallen_leader", {}, *dice, context=TWO).fate == TWO_DICE.get(total, "unhurt")

    def test_two_dice_take_a_leader_for_good_in_seventeen_of_thirty_six(self) -> None:
        chances = odds("fallen_leader", {}, TWO)
        assert chances["stunned, out one turn"] == Fraction(2, 36)
        assert sum(chance for said, chance in chances.items() if "average" in said) == Fraction(17, 36)

    def test_who_is_out_for_good_is_replaced_by_an_average_leader_of_his_rank(self) -> None:
        assert result("fallen_leader", {"rank": "army"}, 4).replaced_by == "an average army leader"
        assert result("fallen_leader", {}, 5).replaced_by == ""

    def test_the_stunned_miss_one_turn(self) -> None:
        found = result("fallen_leader", {}, 5)
        assert (found.turns_out, found.out_for_good) == (1, False)

    def test_only_attached_leaders_are_at_risk(self) -> None:
        with pytest.raises(IllegalOrder, match="is not at risk"):
            result("fallen_leader", {"attached": False}, 1)

    def test_the_list_says_that_it_is_reconstructed(self) -> None:
        assert carried_out("fallen_leader", {}, 1).steps[-1].mark == "reconstructed"
