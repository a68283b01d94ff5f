"""Facts 2.5: victory points, with worked example 24 of the conversion."""

from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.fire_and_fury.tests.helpers import result, switched, typed


def points(**inputs: Any) -> int:
    return int(result("victory_points", inputs).total)


class Test_2_5_victory_points:
    @pytest.mark.parametrize(
        ("ended", "standard", "south_mountain"),
        [("Fresh", 0, 0), ("Worn", 1, 0), ("Spent", 2, 2), ("destroyed", 4, 4), ("quit the field", 4, 4)],
    )
    def test_a_brigade_scores_its_worst_state_only(self, ended: str, standard: int, south_mountain: int) -> None:
        brigades = [{"ended": ended}]
        assert points(brigades=brigades) == standard
        assert points(brigades=brigades, schedule="South Mountain") == south_mountain

    @pytest.mark.parametrize(
        ("began", "ended", "value"),
        [
            ("Worn", "Worn", 0),
            ("Worn", "Fresh", 0),
            ("Worn", "Spent", 2),
            ("Spent", "Spent", 0),
            ("Spent", "destroyed", 4),
        ],
    )
    def test_nothing_for_a_state_in_which_it_began(self, began: str, ended: str, value: int) -> None:
        assert points(brigades=[{"began": began, "ended": ended}]) == value

    @pytest.mark.parametrize(
        ("rank", "value"),
        [
            ("exceptional brigade commander", 1),
            ("brigade commander", 0),
            ("division leader", 1),
            ("corps leader", 1),
            ("army leader", 1),
        ],
    )
    def test_leaders_out_of_action(self, rank: str, value: int) -> None:
        leaders = [{"rank": rank, "number": 2}]
        assert points(leaders=leaders) == points(leaders=leaders, schedule="South Mountain") == 2 * value

    def test_batteries_and_objectives(self) -> None:
        assert points(batteries=3, objectives=[{"name": "National Road", "points": 10}]) == 13

    def test_worked_example_24(self) -> None:
        brigades = [{"ended": "Worn", "number": 3}, {"ended": "Spent", "number": 2}, {"ended": "destroyed"}]
        leaders, ridge = [{"rank": "division leader"}], [{"name": "ridge", "points": 5}]
        assert points(brigades=brigades, batteries=2, leaders=leaders, objectives=ridge) == 19

    def test_a_club_changes_a_value_by_override(self) -> None:
        club = Context.of([typed("victory_points", "brigade destroyed", "standard", 6)])
        assert result("victory_points", {"brigades": [{"ended": "destroyed"}]}, context=club).total == 6


class Test_2_5_winner:
    @pytest.mark.parametrize(("usa", "csa", "said"), [(5, 4, "USA wins"), (4, 5, "CSA wins"), (5, 5, "nobody wins")])
    def test_more_points_win(self, usa: int, csa: int, said: str) -> None:
        assert str(result("winner", {"usa": usa, "csa": csa})) == said

    @pytest.mark.parametrize(("attacker", "said"), [("USA", "CSA wins"), ("CSA", "USA wins")])
    def test_by_switch_a_tie_is_the_defenders(self, attacker: str, said: str) -> None:
        option = switched("FF-R19", "the defender")
        assert str(result("winner", {"usa": 5, "csa": 5, "attacker": attacker}, context=option)) == said

    @pytest.mark.parametrize(("usa", "said"), [(21, "USA wins"), (20, "CSA wins"), (0, "CSA wins")])
    def test_south_mountain_asks_the_union_for_a_lead_of_eleven(self, usa: int, said: str) -> None:
        assert str(result("winner", {"usa": usa, "csa": 10, "must_lead": "USA", "lead": 11})) == said

    def test_the_confederacy_may_be_asked_likewise(self) -> None:
        assert str(result("winner", {"usa": 4, "csa": 6, "must_lead": "CSA", "lead": 3})) == "USA wins"
        assert str(result("winner", {"usa": 3, "csa": 6, "must_lead": "CSA", "lead": 3})) == "CSA wins"
