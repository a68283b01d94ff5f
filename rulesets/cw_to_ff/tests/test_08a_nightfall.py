"""8A2: the morning of a later day."""

from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

LEFT = {"triple": "10.8.5", "on_table": 4, "skedaddled": 2, "killed": 3, "captured": 1}


def morning(context: Context | None = None, **changes: Any) -> Any:
    return procedure("cw_to_ff.nightfall").run({**LEFT, **changes}, None, context or Context()).result


@pytest.mark.rule("VG-8A2")
class Test_8A2:
    def test_skedaddlers_return_and_a_spent_brigade_may_be_worn_again(self) -> None:
        result = morning()
        assert (result.stands, result.status, result.lost_for_good) == (6, "Worn", 4)

    def test_a_brigade_off_the_table_is_out_of_the_battle_but_its_stands_are_not_lost(self) -> None:
        result = morning(on_table=0, skedaddled=6)
        assert (result.plays_on, result.stands, result.lost_for_good) == (False, 0, 4)

    def test_it_may_start_fresh_by_switch(self) -> None:
        assert morning(Context.of(switches={"R-29": "starts Fresh whatever its number"})).status == "Fresh"

    def test_stands_must_add_up(self) -> None:
        with pytest.raises(IllegalOrder, match="the stands told of are 11, the brigade began with 10"):
            morning(on_table=5)
