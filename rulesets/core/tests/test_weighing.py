"""What reckonings for odds refuse and keep."""

import pytest

from rulesets.core.reckoning import Reckoning
from rulesets.core.weighing import MOST_LEAVES, Spread, TreeTooLarge, Weighing, weights_of


def roll(work: Reckoning, sides: int = 6) -> int:
    return work.on_roll(sides, lambda face: face, rule="TOY-1", what="a die")


def test_rule_that_rolls_without_saying_what_follows_is_refused() -> None:
    with pytest.raises(TypeError, match="on_roll"):
        Weighing().roll(6, rule="TOY-1", what="a die")


def test_more_results_than_may_be_weighed_are_refused() -> None:
    work = Weighing()
    for _ in range(MOST_LEAVES // 10):
        roll(work, 10)
    with pytest.raises(TreeTooLarge, match="declare another way"):
        roll(work, 10)


def test_results_are_added_up_before_what_follows() -> None:
    work, asked = Weighing(), list[int]()

    def follows(hits: int) -> str:
        asked.append(hits)
        return f"{hits} hit"

    found = work.after(work.on_roll(6, lambda face: int(face > 4), rule="TOY-1", what="a die"), follows)
    assert asked == [0, 1]
    assert weights_of(found) == ({"0 hit": 4, "1 hit": 2}, 6)


def test_branches_of_different_length_weigh_by_their_dice() -> None:
    work = Weighing()
    found = work.on_roll(6, lambda face: 0 if face < 6 else roll(work, 4), rule="TOY-1", what="a die")
    assert weights_of(found) == ({0: 20, 1: 1, 2: 1, 3: 1, 4: 1}, 24)


def test_last_roll_is_known_behind_equal_results() -> None:
    work = Weighing()
    found = work.after_last(work.on_roll(4, lambda _: "hit", rule="TOY-1", what="a die"), lambda hit, last: last > 3)
    assert isinstance(found, Spread)
    assert weights_of(found) == ({False: 3, True: 1}, 4)
    assert work.after_last("none", lambda what, last: (what, last)) == ("none", 0)
