"""9, 9C, 9D, 9E, and 4F: the winner, demoralization by roll, leaders, and quality."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure

DEMORALIZATION = "cw_to_ff.demoralization"


def win(attacker: int, defender: int, context: Context | None = None, **ends: str) -> Any:
    points = {"attacker_points": attacker, "defender_points": defender, **ends}
    return procedure("cw_to_ff.winner").run(points, None, context or Context()).result


@pytest.mark.rule("VG-9")
class Test_9:
    def test_most_points_win_even_off_the_field(self) -> None:
        result = win(19, 12, attacker_end="withdrew")
        assert (result.winner, result.retreats, result.may_promote) == ("attacker", "defender", True)
        assert win(3, 4).retreats == "attacker"

    def test_tie_has_no_winner_and_the_attacker_retreats(self) -> None:
        result = win(5, 5, defender_end="withdrew")
        assert (result.winner, result.retreats, result.may_promote) == (None, "attacker", False)

    def test_ruling_lets_the_field_decide_a_tie(self) -> None:
        field = Context.of(switches={"R-31": "the army off the field loses"})
        assert win(5, 5, field, defender_end="withdrew").retreats == "defender"
        assert win(5, 5, field).retreats == "attacker"


def line(column: str, army: str, enemy: str, lost: int = 1, **more: Any) -> dict[str, Any]:
    return {"lost_sp": lost, "column": column, "army": army, "enemy_size": enemy, **more}


@pytest.mark.rule("VG-9C")
@pytest.mark.rule("CW-9C")
class Test_9C:
    @pytest.mark.parametrize(
        ("column", "army", "enemy", "chance"),
        [
            ("E", "defender", "medium", Fraction(3, 6)),
            ("C", "attacker", "medium", Fraction(2, 4)),
            ("C", "defender", "medium", Fraction(1, 6)),
            ("D", "attacker", "medium", Fraction(2, 5)),
            ("F", "attacker", "large", Fraction(2, 5)),
            ("F", "defender", "large", Fraction(2, 4)),
            ("A", "defender", "small", Fraction(0)),
            ("L", "defender", "large", Fraction(1)),
        ],
    )
    def test_odds_match_the_line(self, column: str, army: str, enemy: str, chance: Fraction) -> None:
        odds = procedure(DEMORALIZATION).odds(line(column, army, enemy))
        assert odds.of(lambda result: result.demoralized is True) == chance

    def test_result_that_costs_2_is_rerolled_as_the_next_k(self) -> None:
        outcome = procedure(DEMORALIZATION).run(line("C", "attacker", "medium", side="CSA"), ScriptedDice(5, 6, 4))
        assert outcome.result.demoralized
        assert [(throw.k, throw.subject) for throw in outcome.throws] == [(n, ("CSA",)) for n in range(3)]

    def test_each_result_is_read_on_the_printed_line(self) -> None:
        steps = procedure(DEMORALIZATION).run(line("C", "attacker", "medium"), ScriptedDice(5, 4)).steps
        read = [(step.cell, step.out) for step in steps if step.table == "civil_war.loss_of_attacker"]
        assert read == [(("C", "medium 5"), "d2"), (("C", "medium 4"), "d1")]

    def test_ruling_counts_only_the_actual_loss(self) -> None:
        context = Context.of(switches={"R-38": "the very loss alone"})
        odds = procedure(DEMORALIZATION).odds(line("E", "defender", "medium", lost=0), context)
        assert odds.of(lambda result: result.demoralized is True) == Fraction(1, 3)

    def test_missing_line_leaves_it_open(self) -> None:
        assert procedure(DEMORALIZATION).run({"lost_sp": 0}).result.demoralized is None

    def test_out_of_supply_army_is_certain_to_be_demoralized(self) -> None:
        assert procedure(DEMORALIZATION).run({"lost_sp": 0, "in_supply": False}).result.demoralized

    def test_two_sp_lost_or_leaving_the_field_needs_no_roll(self) -> None:
        assert procedure(DEMORALIZATION).run(line("A", "defender", "small", lost=2)).result.demoralized
        assert (
            procedure(DEMORALIZATION).run(line("A", "defender", "small", lost=0, end="driven_off")).result.demoralized
        )


@pytest.mark.rule("VG-9D")
class Test_9D:
    def fates(self, context: Context | None = None, **leader: Any) -> str:
        inputs = {"leaders": [{"id": "Polk", **leader}]}
        result = procedure("cw_to_ff.leader_fates").run(inputs, None, context or Context()).result
        fate: str = result.fates[0][1]
        return fate

    @pytest.mark.parametrize(
        ("fate", "strategic"),
        [
            ("killed", "killed"),
            ("disabled", "wounded"),
            ("wounded", "wounded"),
            ("captured", "wounded"),
            ("stunned", "safe"),
            ("unhurt", "safe"),
        ],
    )
    def test_table_fate_becomes_a_strategic_fate(self, fate: str, strategic: str) -> None:
        assert self.fates(fate=fate) == strategic

    def test_leader_who_never_arrived_checks_for_loss(self) -> None:
        assert self.fates(on_table=False) == "must check for loss"

    def test_ruling_turns_captured_into_killed(self) -> None:
        assert self.fates(Context.of(switches={"R-40": "captured is killed"}), fate="captured") == "killed"


def after(*points: tuple[str, str], context: Context | None = None, **more: Any) -> Any:
    listed = [{"id": name, "quality": quality} for name, quality in points]
    inputs = {"points": listed, "won": True, **more}
    return procedure("cw_to_ff.quality_after_battle").run(inputs, None, context or Context()).result


def stayed_away(name: str) -> dict[str, Any]:
    return {"id": name, "quality": "green", "on_table": False}


@pytest.mark.rule("VG-9E")
@pytest.mark.rule("VG-4F2")
class Test_9E_and_4F2:
    def test_green_points_on_the_table_become_veteran(self) -> None:
        assert dict(after(("a", "green"), ("b", "veteran"), ("c", "crack")).after) == {
            "a": "veteran",
            "b": "veteran",
            "c": "crack",
        }

    def test_flank_force_that_never_arrived_stays_green(self) -> None:
        result = after(points=[stayed_away("a"), {"id": "b", "quality": "green"}])
        assert dict(result.after) == {"a": "green", "b": "veteran"}


@pytest.mark.rule("VG-4F1")
def test_4F1_point_that_never_fought_is_green() -> None:
    assert dict(after(points=[stayed_away("a")], won=False).after) == {"a": "green"}


@pytest.mark.rule("VG-4F3")
class Test_4F3:
    def test_candidates_began_veteran(self) -> None:
        assert after(("a", "veteran"), ("b", "veteran"), ("c", "green")).candidates == ("a", "b")

    def test_all_green_army_may_promote_to_crack(self) -> None:
        result = after(("a", "green"), ("b", "green"), promote="b")
        assert dict(result.after) == {"a": "veteran", "b": "crack"}

    @pytest.mark.parametrize("switch", ["began veteran", "any surviving veteran"])
    def test_green_point_that_never_arrived_is_not_a_candidate(self, switch: str) -> None:
        points = [{"id": "a", "quality": "green"}, stayed_away("b")]
        result = after(points=points, promote="b", context=Context.of(switches={"R-43": switch}))
        assert result.candidates == ("a",)
        assert dict(result.after) == {"a": "veteran", "b": "green"}

    def test_crack_and_green_army_has_no_candidates(self) -> None:
        assert after(("a", "crack"), ("b", "green"), promote="b").promoted == ""

    def test_only_winning_survivors_are_candidates(self) -> None:
        assert after(("a", "veteran"), won=False, promote="a").promoted == ""
        dead = [{"id": "a", "survives": False}, {"id": "b"}]
        assert after(points=dead).candidates == ("b",)

    def test_ruling_allows_any_surviving_veteran(self) -> None:
        context = Context.of(switches={"R-43": "any surviving veteran"})
        assert after(("a", "crack"), ("b", "green"), context=context).candidates == ("b",)
