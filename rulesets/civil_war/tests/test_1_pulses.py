"""CW-1.4: pulses, ties, and spending the difference."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure

ENDING = {1: set(), 2: {7}, 3: {6, 7, 8}, 4: {5, 6, 7, 8, 9}, 5: set(range(2, 13)), 9: set(range(2, 13))}


def pulse(*dice: int, **inputs: Any) -> Any:
    return procedure("civil_war.pulse").run(inputs, ScriptedDice(*dice)).result


@pytest.mark.rule("CW-PULSE")
class Test_1_4_initiative:
    def test_higher_total_wins_by_the_difference(self) -> None:
        union, south = pulse(6, 6, 1, 1), pulse(1, 2, 2, 2)
        assert (union.winner, union.difference) == ("USA", 10)
        assert (south.winner, south.difference) == ("CSA", 1)

    def test_odd_winning_roll_lets_a_promotion_enter(self) -> None:
        assert pulse(6, 5, 1, 1).promotion_may_enter
        assert not pulse(6, 6, 1, 2).promotion_may_enter

    def test_turn_ends_without_a_roll_when_nothing_is_left(self) -> None:
        ended = pulse(union_has_left=False, confederates_have_left=False)
        assert str(ended) == "the turn ends: neither side has anything left"
        assert pulse(6, 6, 1, 1, union_has_left=False).what == "initiative"

    def test_each_roll_of_a_turn_has_its_own_key(self) -> None:
        first, second = (
            procedure("civil_war.pulse").run({"roll": roll, "turn": 4}, ScriptedDice(1, 2, 3, 4)).throws
            for roll in (1, 2)
        )
        assert [throw.subject for throw in first] == [("USA", "roll 1"), ("CSA", "roll 1")]
        assert {throw.subject for throw in first}.isdisjoint(throw.subject for throw in second)

    def test_odds_are_even_with_a_tie_in_146_of_1296(self) -> None:
        odds = procedure("civil_war.pulse").odds({"use_track": 5})
        assert (
            odds.of(lambda got: got.winner == "USA") == odds.of(lambda got: got.winner == "CSA") == Fraction(575, 1296)
        )
        assert odds.of(lambda got: got.what == "turn ends") == Fraction(146, 1296)


@pytest.mark.rule("CW-TIE")
class Test_1_4_ties:
    @pytest.mark.parametrize("use", sorted(ENDING))
    @pytest.mark.parametrize("total", range(2, 13))
    def test_every_cell_of_the_use_track_is_read(self, use: int, total: int) -> None:
        half = total // 2
        tied = pulse(half, total - half, total - half, half, use_track=use)
        assert (tied.what == "turn ends") == (total in ENDING[use])
        assert tied.tied_total == total

    def test_draw_advances_the_track(self) -> None:
        assert pulse(3, 3, 3, 3, use_track=2).use_track == 3
        assert pulse(3, 4, 3, 4, use_track=2).use_track == 2


def spent(**inputs: Any) -> Any:
    return procedure("civil_war.spending").run({"difference": 4, **inputs}).result


@pytest.mark.rule("CW-PULSE")
class Test_1_4_spending:
    def test_initiative_enters_its_free_reinforcement_first(self) -> None:
        assert "Enter the free reinforcement first." in str(
            spent(has_initiative=True, cp_spent=4, reinforcements_left=1)
        )
        assert spent(has_initiative=True, cp_spent=4, reinforcements_left=1, free_reinforcement="sp").may_end

    def test_side_without_reinforcements_enters_none(self) -> None:
        assert spent(has_initiative=True, cp_spent=4).may_end

    def test_other_side_gets_no_free_reinforcement(self) -> None:
        assert "Only the side with the initiative" in str(spent(cp_spent=4, free_reinforcement="leader"))

    def test_side_must_spend_while_it_can(self) -> None:
        assert str(spent(cp_spent=1, cp_left=3)) == "Spend 3 more points of the difference."
        assert not spent(entered=1, reinforcements_left=3).may_end

    def test_unspendable_points_lapse(self) -> None:
        assert (spent(cp_spent=1).may_end, spent(cp_spent=1).lapses) == (True, 3)
        assert spent(cp_spent=2, cp_left=5, cheapest=3).lapses == 2

    def test_overspending_is_refused(self) -> None:
        assert "1 point too many spent" in str(spent(cp_spent=3, entered=2))

    def test_promotion_needs_an_odd_winning_roll(self) -> None:
        free = {"has_initiative": True, "free_reinforcement": "promotion", "cp_spent": 4}
        assert spent(**free, winning_total=9).may_end
        assert "odd winning roll" in str(spent(**free, winning_total=8))

    def test_broken_clauses_are_all_named(self) -> None:
        wrong = spent(has_initiative=True, free_reinforcement="promotion", winning_total=8, cp_spent=9)
        assert len(wrong.broken) == 2
