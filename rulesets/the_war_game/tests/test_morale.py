"""Morale, the 50% rule, the general's rally, and saves for officers."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.the_war_game.tests.helpers import chances, odds, refusal, result, said, switched


def points(**inputs: Any) -> int:
    """Return the points to which the die is added, from the dice that pass."""
    return sum(bool(result("morale", inputs, die).good) for die in range(1, 7)) - 1


@pytest.mark.rule("WG-MORALE")
class Test_morale:
    @pytest.mark.parametrize(
        ("lost", "original", "deducted"),
        [
            (3, 24, 0),
            (4, 24, 1),
            (5, 24, 1),
            (6, 24, 2),
            (11, 24, 2),
            (1, 12, 0),
            (2, 12, 1),
            (3, 12, 2),
            (5, 12, 2),
            (1, 7, 0),
            (2, 7, 2),
            (3, 17, 1),
            (4, 17, 1),
            (5, 17, 2),
        ],
    )
    def test_losses_deduct_from_exact_shares(self, lost: int, original: int, deducted: int) -> None:
        """With 5 points, without the second other officer's 1, a die of 1 just passes."""
        assert points(lost=lost, original=original, second_officer=False) == 5 - deducted

    @pytest.mark.parametrize(("officer", "worth"), [("colonel", 3), ("first_officer", 2), ("second_officer", 1)])
    def test_each_officer_is_worth_his_points(self, officer: str, worth: int) -> None:
        absent = {"colonel", "first_officer", "second_officer"} - {officer}
        assert points(**dict.fromkeys(absent, False)) == worth

    def test_unit_without_officers_passes_only_on_a_6(self) -> None:
        gone = {"colonel": False, "first_officer": False, "second_officer": False}
        assert [result("morale", gone, die).good for die in (5, 6)] == [False, True]

    def test_6_is_good(self) -> None:
        assert [result("morale", {"colonel": False, "lost": 4}, die).good for die in (3, 4)] == [False, True]

    @pytest.mark.parametrize(
        ("doing", "does"),
        [
            ("in melee", "breaks off and makes a full move to the rear"),
            ("advancing or firing", "halts for the next move and cannot fire"),
            ("falling back", "keeps falling back"),
        ],
    )
    def test_bad_morale_depends_on_what_the_unit_does(self, doing: str, does: str) -> None:
        found = result("morale", {"doing": doing, "colonel": False, "lost": 6}, 1)
        assert (found.good, found.does, found.needs_next) == (False, does, 7)

    @pytest.mark.parametrize(("test", "needed"), [(1, 6), (2, 7), (3, 8), (4, 9), (5, 10)])
    def test_each_further_test_needs_1_more(self, test: int, needed: int) -> None:
        inputs = {"test": test, "lost": 6, "doing": "falling back"}
        passing = [die for die in range(1, 7) if result("morale", inputs, die).good]
        assert passing == [die for die in range(1, 7) if 4 + die >= needed]

    def test_unit_rallies_or_is_dispersed_at_the_last_test(self) -> None:
        inputs = {"test": 5, "lost": 6, "doing": "falling back"}
        assert said("morale", inputs, 6) == "good morale: rallies"
        assert said("morale", inputs, 5) == "bad morale: dispersed"
        assert result("morale", {**inputs, "test": 4}, 1).needs_next == 10

    def test_ruling_adds_both_deductions(self) -> None:
        inputs = {"lost": 6, "second_officer": False}
        both = switched(219, "both")
        assert [result("morale", inputs, die, context=both).good for die in (3, 4)] == [False, True]
        assert result("morale", inputs, 3).good

    def test_losses_above_the_original_are_refused(self) -> None:
        assert refusal("morale", {"lost": 25}) == "Rank and file lost: must be 24 or less, not 25."

    @given(lost=st.integers(0, 119), test=st.integers(1, 5), colonel=st.booleans(), first=st.booleans())
    def test_more_losses_never_raise_the_chance(self, *, lost: int, test: int, colonel: bool, first: bool) -> None:
        inputs = {"original": 120, "test": test, "colonel": colonel, "first_officer": first}
        good = [chances("morale", {**inputs, "lost": n}, "good").get(True, 0) for n in (lost, lost + 1)]
        assert good[1] <= good[0]


@pytest.mark.rule("WG-FIFTY")
class Test_half_strength:
    @pytest.mark.parametrize(("lost", "original"), [(12, 24), (24, 24), (6, 12), (4, 7)])
    def test_unit_at_half_goes_to_the_rear_without_a_roll(self, lost: int, original: int) -> None:
        inputs = {"lost": lost, "original": original}
        assert said("morale", inputs) == "half strength: goes to the rear for good"
        assert odds("morale", inputs) == {"half strength: goes to the rear for good": 1}

    @pytest.mark.parametrize(("lost", "original"), [(11, 24), (5, 12), (3, 7)])
    def test_unit_above_half_tests(self, lost: int, original: int) -> None:
        assert said("morale", {"lost": lost, "original": original}, 6) == "good morale: carries on"

    @pytest.mark.parametrize(
        ("where", "does"),
        [
            ("first move of melee", "may finish the second move of the melee"),
            ("in houses", "may remain in the houses"),
        ],
    )
    def test_exceptions_may_stay_with_good_morale(self, where: str, does: str) -> None:
        inputs = {"lost": 12, "at_half": where, "doing": "in melee"}
        assert said("morale", inputs, 2) == f"good morale: {does}"
        assert not result("morale", inputs, 1).good


@pytest.mark.rule("WG-RALLY")
class Test_rally:
    @pytest.mark.parametrize("die", range(1, 7))
    def test_die_gives_the_moves(self, die: int) -> None:
        found = result("rally", {}, die)
        assert found.moves == die
        assert str(found).endswith("the general stays with the unit")

    def test_unit_at_half_strength_is_not_rallied(self) -> None:
        sentence = refusal("rally", {"half_lost": True})
        assert sentence == "Unit at half strength or less: a unit at half strength or less can't be rallied."


@pytest.mark.rule("WG-OFFSAVE")
class Test_officer_save:
    @pytest.mark.parametrize(("die", "saved"), [(1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (6, 1)])
    def test_5_or_6_saves(self, die: int, saved: int) -> None:
        found = result("officer_save", {}, die)
        assert (found.saved, found.dead) == (saved, 1 - saved)

    def test_chance_is_a_third(self) -> None:
        assert odds("officer_save", {}) == {"dead": Fraction(2, 3), "saved": Fraction(1, 3)}
