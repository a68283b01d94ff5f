"""4A: strength points on the table."""

from typing import Any

import pytest

from rulesets.core.registry import procedure

CONVERT = "cw_to_ff.convert_strength"


def stands(*items: dict[str, Any], **ratio: int) -> Any:
    return procedure(CONVERT).run({"items": list(items), **ratio}).result


@pytest.mark.rule("VG-4A")
class Test_4A:
    def test_three_sp_give_60_stands_and_6_batteries(self) -> None:
        assert str(stands({"size": 3})) == "60 infantry stands, 6 foot batteries"

    def test_cavalry_gets_horse_batteries(self) -> None:
        result = stands({"arm": "cavalry"}, {"size": 2})
        assert (result.infantry, result.cavalry, result.foot_batteries, result.horse_batteries) == (40, 20, 4, 2)

    def test_another_ratio_is_used(self) -> None:
        result = stands({"size": 16}, stands_per_sp=10, batteries_per_sp=1)
        assert (result.stands, result.foot_batteries) == (160, 16)

    @pytest.mark.parametrize(
        ("carry", "left"), [("0", 20), ("9/20", 11), ("-10/20", 30), ("1/40", 20), ("3/40", 19), ("5", 0)]
    )
    def test_carryover_is_subtracted_and_rounded_once(self, carry: str, left: int) -> None:
        assert stands({"carried_loss": carry}).stands == left

    def test_each_item_is_listed_separately(self) -> None:
        lines = stands({"id": "a", "quality": "green"}, {"id": "b", "quality": "crack", "arm": "cavalry"}).items
        assert [(line.id, line.quality, line.stands, line.batteries) for line in lines] == [
            ("a", "green", 20, 2),
            ("b", "crack", 20, 2),
        ]
