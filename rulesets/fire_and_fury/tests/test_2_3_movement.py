"""Facts 2.3: inches."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder, UnknownNumber
from rulesets.fire_and_fury.tests.helpers import result, typed

RATES = [
    ("infantry", 12, Fraction(2), Fraction(1, 2), 3),
    ("cavalry", 18, Fraction(2), Fraction(1, 3), 3),
    ("leader", 18, Fraction(2), Fraction(1, 3), 3),
    ("foot artillery", 8, Fraction(3), Fraction(1, 4), 4),
    ("horse artillery", 12, Fraction(3), Fraction(1, 6), 6),
]


def move(arm: str, **inputs: Any) -> Any:
    return result("movement", {"arm": arm, **inputs})


class Test_2_3_movement:
    @pytest.mark.parametrize(("arm", "basic", "road", "rough", "ford"), RATES)
    def test_every_rate_gives_its_move(self, arm: str, basic: int, road: Fraction, rough: Fraction, ford: int) -> None:
        found = move(arm)
        assert (found.left, found.on_road, found.on_rough) == (basic, basic * road, basic * rough)
        assert move(arm, fords=1).cost == ford

    @pytest.mark.parametrize(("arm", "basic", "road", "rough", "ford"), RATES)
    def test_full_move_leaves_nothing_on_any_ground(
        self, arm: str, basic: int, road: Fraction, rough: Fraction, ford: int
    ) -> None:
        for ground, length in (("open", basic), ("road", basic * road), ("rough", basic * rough)):
            assert move(arm, legs=[{"inches": float(length), "ground": ground}]).left == 0
            assert move(arm, legs=[{"inches": float(length) + 0.25, "ground": ground}]).left < 0

    @pytest.mark.parametrize("arm", ["infantry", "cavalry"])
    def test_passage_of_lines_costs_3_inches(self, arm: str) -> None:
        assert move(arm, lines_passed=2).cost == 6

    def test_ground_and_crossings_add_up(self) -> None:
        legs = [{"inches": 4, "ground": "road"}, {"inches": 1.5, "ground": "rough"}, {"inches": 2}]
        found = move("infantry", legs=legs, fords=1)
        assert (found.cost, str(found)) == (10, "costs 10″ of 12″, leaving 2″ in the open, 4″ on road, or 1″ in rough")

    def test_half_move_and_no_move_limit_the_allowance(self) -> None:
        assert move("infantry", allowed="half").left == 6
        assert str(move("infantry", allowed="none", legs=[{"inches": 1}])) == "1″ too far"

    def test_mounting_costs_half_a_move(self) -> None:
        assert move("cavalry", changes_saddle=True).left == 9
        assert move("cavalry", changes_saddle=True, allowed="half").left == 0

    def test_infantry_cannot_mount(self) -> None:
        with pytest.raises(IllegalOrder, match="only cavalry"):
            move("infantry", changes_saddle=True)


class Test_2_3_unknown_cells:
    @pytest.mark.parametrize("arm", ["leader", "foot artillery", "horse artillery"])
    def test_passage_of_lines_is_unknown_for_other_troops(self, arm: str) -> None:
        with pytest.raises(UnknownNumber, match="The umpire enters it"):
            move(arm, lines_passed=1)

    def test_dismounted_cavalry_moves_once_its_rate_is_entered(self) -> None:
        with pytest.raises(UnknownNumber, match=r"\(FF-Movement\)"):
            move("dismounted cavalry")
        cells = {"basic": 12, "road": 2, "rough": "1/2"}
        filled = Context.of([typed("movement", "dismounted cavalry", rate, value) for rate, value in cells.items()])
        assert result("movement", {"arm": "dismounted cavalry"}, context=filled).on_rough == 6

    def test_zero_rate_closes_the_ground(self) -> None:
        closed = Context.of([typed("movement", "horse artillery", "rough", 0)])
        with pytest.raises(IllegalOrder, match="cannot enter rough ground"):
            result("movement", {"arm": "horse artillery", "legs": [{"inches": 1, "ground": "rough"}]}, context=closed)
