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
    def test_skedaddlers_return_and_may_improve_the_state(self) -> None:
        result = morning()
        assert (result.stands, result.status, result.lost_for_good) == (6, "Worn", 4)

    def test_brigade_off_the_table_is_out_but_not_lost(self) -> None:
        result = morning(on_table=0, skedaddled=6)
        assert (result.plays_on, result.stands, result.lost_for_good) == (False, 0, 4)

    def test_ruling_starts_it_fresh(self) -> None:
        assert morning(Context.of(switches={"R-29": "starts Fresh whatever its number"})).status == "Fresh"

    def test_stands_must_add_up(self) -> None:
        with pytest.raises(IllegalOrder, match="must add up to 10, the brigade's full strength, not 11"):
            morning(on_table=5)
