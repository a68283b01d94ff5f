"""Facts 1.6: a battery's two functions."""

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.fire_and_fury.tests.helpers import result


class Test_1_6_batteries:
    @pytest.mark.parametrize(
        ("limbered", "functions", "may_fire"),
        [
            (True, ["move", "unlimber"], (False, True)),
            (True, ["unlimber"], (True, True)),
            (True, ["unlimber", "fire"], (True, True)),
            (False, ["fire", "limber"], (False, False)),
            (False, ["limber", "move"], (False, False)),
            (False, ["change facing"], (True, True)),
            (False, ["change facing", "fire"], (True, True)),
            (True, [], (False, False)),
        ],
    )
    def test_battery_that_moves_and_unlimbers_fires_only_in_the_enemy_turn(
        self, *, limbered: bool, functions: list[str], may_fire: tuple[bool, bool]
    ) -> None:
        found = result("battery_functions", {"limbered": limbered, "functions": functions})
        assert (found.may_fire_now, found.may_fire_defensively) == may_fire

    def test_third_function_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="must be 2 or fewer in a player turn, not 3"):
            result("battery_functions", {"limbered": True, "functions": ["move", "unlimber", "fire"]})

    @pytest.mark.parametrize(
        ("limbered", "function"), [(False, "move"), (False, "unlimber"), (True, "fire"), (True, "limber")]
    )
    def test_function_in_the_wrong_limber_state_is_refused(self, *, limbered: bool, function: str) -> None:
        with pytest.raises(IllegalOrder, match=f"cannot {function}"):
            result("battery_functions", {"limbered": limbered, "functions": [function]})
