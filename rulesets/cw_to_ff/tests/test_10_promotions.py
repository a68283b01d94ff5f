"""10: promotion counters and the pool."""

from fractions import Fraction

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

ROLL, DRAW = "cw_to_ff.promotion_roll", "cw_to_ff.promotion_draw"


@pytest.mark.rule("VG-10E")
def test_undrawn_counters_wait_in_the_pool() -> None:
    drawn = procedure("cw_to_ff.promotion_draw").run({"pool": ["Sherman", "Thomas", "Meade"]}, ScriptedDice(2)).result
    assert (drawn.counter, drawn.left_in_pool) == ("Thomas", ("Sherman", "Meade"))


def to_pool(turn: int, tactical: int, die: int) -> bool:
    inputs = {"counter_turn": 2, "turn": turn, "tactical": tactical}
    result: bool = procedure(ROLL).run(inputs, ScriptedDice(die)).result.to_pool
    return result


@pytest.mark.rule("VG-10B")
@pytest.mark.rule("VG-10C")
class Test_10B_and_10C:
    @pytest.mark.parametrize(
        ("turn", "tactical", "die", "pool"),
        [(3, 1, 2, True), (3, 1, 3, False), (5, 1, 4, True), (3, -1, 1, False), (4, -1, 1, True), (4, -1, 2, False)],
    )
    def test_die_less_turns_waited_meets_the_tactical_rating(
        self, turn: int, tactical: int, die: int, *, pool: bool
    ) -> None:
        assert to_pool(turn, tactical, die) is pool

    @pytest.mark.parametrize("waited", range(8))
    @pytest.mark.parametrize("tactical", range(-2, 3))
    def test_chance_grows_with_rating_and_turns(self, waited: int, tactical: int) -> None:
        odds = procedure(ROLL).odds({"counter_turn": 2, "turn": 2 + waited, "tactical": tactical})
        assert odds.of(lambda result: result.to_pool) == Fraction(max(0, min(6, tactical + waited)), 6)

    def test_turn_before_the_battle_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Current turn: must be 2, the counter's turn, or more, not 1"):
            to_pool(1, 1, 1)


@pytest.mark.rule("VG-10E")
class Test_10E:
    def test_draw_is_random_with_equal_chances(self) -> None:
        pool = {"pool": ["Sherman", "Thomas", "Meade"]}
        assert [procedure(DRAW).run(pool, ScriptedDice(n)).result.counter for n in (1, 2, 3)] == pool["pool"]
        assert set(procedure(DRAW).odds(pool).chances.values()) == {Fraction(1, 3)}

    def test_single_counter_needs_no_roll(self) -> None:
        assert procedure(DRAW).run({"pool": ["Sherman"]}).result.counter == "Sherman"

    def test_empty_pool_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Counters in the pool: must have at least 1 entry, not 0"):
            procedure(DRAW).run({"pool": []})
