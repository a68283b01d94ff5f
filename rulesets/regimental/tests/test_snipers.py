"""Snipers among the skirmishers."""

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, result


@pytest.mark.rule("RG-SNIPER")
class Test_sniper:
    @pytest.mark.parametrize("die", range(1, 11))
    def test_sniper_is_there_on_9_or_10(self, die: int) -> None:
        found = result("sniper", {"act": "deploy skirmishers"}, die)
        assert (found.succeeded, found.fallen) == (die >= 9, None)

    @pytest.mark.parametrize(("inches", "least"), [(0, 8), (14.75, 8), (15, 9), (30, 9)])
    def test_shot_hits_on_9_or_better_below_15_inches(self, inches: float, least: int) -> None:
        for die in range(1, 11):
            dice = (die, 6) if die >= least else (die,)
            assert result("sniper", {"range_inches": inches}, *dice).succeeded is (die >= least)

    def test_hit_goes_to_the_fallen_leader_table(self) -> None:
        outcome = carried_out("sniper", {"range_inches": 30, "rank": "divisional", "leader": "Reno"}, 9, 1)
        assert str(outcome.result) == "hit: killed, new leader next turn"
        assert [throw.rule for throw in outcome.throws] == ["RG-SNIPER", "RG-FALLEN"]

    @pytest.mark.parametrize(("rank", "fate"), [("regimental", "colors down"), ("brigade", "no effect")])
    def test_only_a_regimental_commander_has_colors_beside_him(self, rank: str, fate: str) -> None:
        assert result("sniper", {"range_inches": 20, "rank": rank}, 10, 5).fallen.fate == fate

    def test_target_on_foot_has_no_horse(self) -> None:
        assert result("sniper", {"range_inches": 20, "mounted": False}, 10, 4).fallen.fate == "no effect"

    def test_shot_beyond_30_inches_is_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Range: must be 30 or less, not 30 1/4"):
            result("sniper", {"range_inches": 30.25}, 10)

    def test_shot_needs_a_range(self) -> None:
        with pytest.raises(IllegalOrder, match="Range: enter it to fire"):
            result("sniper", {}, 10)
