"""Surprise fire and surprise attacks."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched

# total: effect on a unit still in good order, and on one disordered by the fire
EFFECTS = {
    -3: ("recoils", "driven back"),
    2: ("recoils", "driven back"),
    3: ("checked", "recoils"),
    6: ("checked", "recoils"),
    7: ("no effect", "checked"),
    10: ("no effect", "checked"),
}
FLAGS = {
    -3: {"artillery": True, "leader_killed": True, "from_behind": True},
    2: {},
    3: {"artillery": True},
    6: {"leader_killed": True, "artillery": True},
    7: {"from_behind": True},
    10: {},
}
MODIFIERS = {"artillery": -1, "leader_killed": -1, "from_behind": -2}


@pytest.mark.rule("RG-SURPRISE")
class Test_surprise_fire:
    @pytest.mark.parametrize("total", EFFECTS)
    @pytest.mark.parametrize(("column", "condition"), [(0, "good order"), (1, "disordered")])
    def test_every_edge_reads_its_row(self, total: int, column: int, condition: str) -> None:
        flags = FLAGS[total]
        die = total - sum(MODIFIERS[flag] for flag in flags)
        asked = {"range_inches": 4, "condition": condition, **flags}
        assert result("surprise_fire", asked, die).effect == EFFECTS[total][column]

    @pytest.mark.parametrize("flag", MODIFIERS)
    def test_each_modifier_counts(self, flag: str) -> None:
        steps = carried_out("surprise_fire", {"range_inches": 1, flag: True}, 9).steps
        assert next(step.out for step in steps if "die 9" in step.says) == 9 + MODIFIERS[flag]

    @pytest.mark.parametrize(
        ("condition", "die", "stands", "back", "words"),
        [
            ("disordered", 1, 1, 0, "driven back out of musket range, 1 stand lost"),
            ("disordered", 4, 0, 5, "recoils 5″, the rest of its move"),
            ("good order", 1, 0, 5, "recoils 5″, the rest of its move"),
            ("good order", 4, 0, 0, "checked: halts where it was hit"),
            ("good order", 9, 0, 0, "no effect"),
        ],
    )
    def test_each_effect_has_its_loss_and_move(
        self, condition: str, die: int, stands: int, back: int, words: str
    ) -> None:
        found = result("surprise_fire", {"range_inches": 2, "condition": condition, "move_left": 5}, die)
        assert (found.stands_lost, found.inches_back, str(found)) == (stands, back, words)

    @pytest.mark.parametrize(("condition", "effect"), [("good order", "checked"), ("disordered", "recoils")])
    def test_ruling_reads_a_7_with_the_row_above(self, condition: str, effect: str) -> None:
        asked = {"range_inches": 2, "condition": condition}
        context = switched("R-328", "as 3 to 6")
        assert result("surprise_fire", asked, 7, context=context).effect == effect
        assert result("surprise_fire", asked, 8, context=context).effect == EFFECTS[10][condition == "disordered"]

    def test_a_7_is_marked_as_a_reading_and_can_be_replaced(self) -> None:
        asked = {"range_inches": 2}
        marks = [step.mark for step in carried_out("surprise_fire", asked, 7).steps if step.table.endswith(".surprise")]
        assert marks == ["reconstructed"]
        context = replaced("surprise", "7", "checked", "good order")
        assert result("surprise_fire", asked, 7, context=context).effect == "checked"

    @pytest.mark.parametrize("firers", ["hidden", "rising from cover"])
    def test_range_is_up_to_4_inches(self, firers: str) -> None:
        assert said("surprise_fire", {"range_inches": 4, "firers": firers}, 9) == "no effect"
        with pytest.raises(IllegalOrder, match="Range at the point of fire: must be 4 or less, not 4 1/4"):
            result("surprise_fire", {"range_inches": 4.25, "firers": firers}, 9)

    def test_skirmishers_prevent_it(self) -> None:
        with pytest.raises(IllegalOrder, match="a unit with skirmishers out cannot be surprised"):
            result("surprise_fire", {"range_inches": 2, "skirmishers_out": True}, 9)

    def test_four_rolls_in_ten_leave_good_order_alone(self) -> None:
        assert odds("surprise_fire", {"range_inches": 2})["no effect"] == Fraction(4, 10)


@pytest.mark.rule("RG-SURPATT")
class Test_surprise_attack:
    @pytest.mark.parametrize(
        ("inputs", "surprised"),
        [
            ({"inches_at_start": 4}, True),
            ({"inches_at_start": 4.25}, False),
            ({"inches_at_start": 1, "concealed": False}, False),
            ({"inches_at_start": 1, "skirmishers_out": True}, False),
        ],
    )
    def test_concealed_charge_within_4_inches_surprises(self, *, inputs: dict[str, Any], surprised: bool) -> None:
        found = result("surprise_attack", inputs)
        expected = (True, Fraction(1, 2), -1) if surprised else (False, 1, 0)
        assert (found.surprised, found.share_of_fire, found.combat_modifier) == expected

    def test_ruling_lets_skirmishers_be_surprised(self) -> None:
        asked = {"inches_at_start": 1, "skirmishers_out": True}
        assert result("surprise_attack", asked, context=switched("R-312", "no")).surprised
