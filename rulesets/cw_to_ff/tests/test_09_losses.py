"""9A and 9B: losses in strength points, and demoralization."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure


def of(brought: int, lost: int, carry: str = "0") -> dict[str, Any]:
    return {"brought_sp": brought, "stands_lost": lost, "carry": carry}


def losses(crack: dict[str, Any], other: dict[str, Any], context: Context | None = None) -> Any:
    inputs = {"crack": crack, "other": other}
    return procedure("cw_to_ff.losses_to_strength").run(inputs, None, context or Context()).result


@pytest.mark.rule("VG-9A")
class Test_9A:
    def test_crack_is_prorated_separately(self) -> None:
        result = losses(of(2, 11), of(4, 25))
        assert (result.crack.lost_sp, result.crack.carry_stands) == (1, -9)
        assert (result.other.lost_sp, result.other.carry_stands) == (1, 5)

    def test_thirty_eight_stands_in_two_classes_cost_one_point(self) -> None:
        assert losses(of(2, 9), of(4, 29)).lost_sp == 1

    @pytest.mark.parametrize(
        ("lost", "points", "carry"), [(30, 2, -10), (29, 1, 9), (10, 1, -10), (9, 0, 9), (0, 0, 0)]
    )
    def test_losses_round_to_nearest_and_the_rest_carries_over(self, lost: int, points: int, carry: int) -> None:
        result = losses(of(0, 0), of(4, lost))
        assert (result.other.lost_sp, result.other.carry_stands) == (points, carry)

    def test_old_carryover_counts_but_costs_nothing_without_losses(self) -> None:
        assert losses(of(0, 0), of(4, 1, "9/20")).other.lost_sp == 1
        quiet = losses(of(0, 0), of(4, 0, "3/2"))
        assert (quiet.lost_sp, quiet.other.carry) == (0, Fraction(3, 2))

    def test_carryover_of_a_class_may_exceed_that_of_an_item(self) -> None:
        result = losses(of(0, 0), of(12, 3, str(12 * Fraction(9, 20))))
        assert (result.other.lost_sp, result.other.carry_stands) == (6, -9)

    def test_class_without_points_hands_its_carryover_on(self) -> None:
        result = losses(of(1, 11), of(3, 25))
        assert (result.crack.carry, result.other.carry_stands, result.other.left_sp) == (0, -4, 2)

    def test_carryover_lapses_with_the_army(self) -> None:
        assert losses(of(0, 0), of(1, 15)).other.carry == 0

    def test_losses_never_exceed_what_the_class_brought(self) -> None:
        """Of 2 SP, one with a carryover of 3 brings nothing, the other 20 stands."""
        assert losses(of(2, 20, "3") | {"stands_brought": 20}, of(4, 0)).crack.lost_sp == 2

    @pytest.mark.parametrize(("switch", "points"), [("nearest, drop the rest", 2), ("down, drop the rest", 1)])
    def test_ruling_drops_the_rest(self, switch: str, points: int) -> None:
        result = losses(of(0, 0), of(4, 30), Context.of(switches={"R-34": switch}))
        assert (result.lost_sp, result.other.carry) == (points, 0)

    @pytest.mark.parametrize(
        ("brought", "more", "most"),
        [
            (of(2, 41), {}, 40),
            (of(2, 37, "4/20"), {}, 36),
            (of(2, 45, "-4/20"), {}, 44),
            (of(1, 1, "3"), {}, 0),
            (of(2, 31), {"stands_brought": 30}, 30),
        ],
    )
    def test_more_stands_than_the_class_brought_are_refused(
        self, brought: dict[str, Any], more: dict[str, Any], most: int
    ) -> None:
        said = f"Crack, stands lost: must be {most} or less, the stands it brought, not {brought['stands_lost']}"
        with pytest.raises(IllegalOrder, match=said) as refused:
            losses(brought | more, of(4, 0))
        assert (refused.value.cites, refused.value.field) == ("VG-4A", "crack.stands_lost")
        assert losses(brought | more | {"stands_lost": most}, of(4, 0)).crack.lost_sp <= 2

    def test_stands_brought_go_by_the_ratio_agreed_on(self) -> None:
        run = procedure("cw_to_ff.losses_to_strength").run
        assert run({"other": of(2, 20), "stands_per_sp": 10}).result.other.lost_sp == 2
        with pytest.raises(IllegalOrder, match="must be 20 or less"):
            run({"other": of(2, 21), "stands_per_sp": 10})

    def test_absent_class_cannot_lose_stands(self) -> None:
        with pytest.raises(IllegalOrder, match="Crack: enter the SP brought, since stands are lost"):
            losses(of(0, 1), of(4, 0))


battles = st.lists(st.integers(0, 60), min_size=1, max_size=12)


@given(battles)
def test_points_and_carryover_add_up_over_a_campaign(lost: list[int]) -> None:
    carry, points = "0", 0
    for stands in lost:
        result = losses(of(0, 0), of(100, stands, carry)).other
        carry, points = str(result.carry), points + result.lost_sp
    assert points * 20 + Fraction(carry) * 20 == sum(lost)


def after(**inputs: Any) -> Any:
    return procedure("cw_to_ff.demoralization").run(inputs).result


@pytest.mark.rule("VG-9B")
@pytest.mark.parametrize(("lost", "demoralized"), [(2, True), (3, True)])
def test_9B_two_sp_lost_demoralize_win_or_lose(lost: int, *, demoralized: bool) -> None:
    assert after(lost_sp=lost).demoralized is demoralized


@pytest.mark.rule("VG-8C")
@pytest.mark.parametrize("end", ["withdrew", "driven_off"])
def test_8C_army_that_leaves_the_field_is_demoralized(end: str) -> None:
    result = after(lost_sp=0, end=end)
    assert (result.demoralized, result.cites) == (True, "VG-8C")


def test_out_of_supply_army_is_always_demoralized() -> None:
    assert after(lost_sp=0, in_supply=False).demoralized
