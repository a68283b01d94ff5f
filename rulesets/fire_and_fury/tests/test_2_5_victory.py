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
    def test_brigade_scores_only_its_worst_state(self, ended: str, standard: int, south_mountain: int) -> None:
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
    def test_starting_state_scores_nothing(self, began: str, ended: str, value: int) -> None:
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
    def test_leaders_out_of_action_score_by_rank(self, rank: str, value: int) -> None:
        leaders = [{"rank": rank, "number": 2}]
        assert points(leaders=leaders) == points(leaders=leaders, schedule="South Mountain") == 2 * value

    def test_batteries_and_objectives_score(self) -> None:
        assert points(batteries=3, objectives=[{"name": "National Road", "points": 10}]) == 13

    def test_worked_example_24_scores_as_printed(self) -> None:
        brigades = [{"ended": "Worn", "number": 3}, {"ended": "Spent", "number": 2}, {"ended": "destroyed"}]
        leaders, ridge = [{"rank": "division leader"}], [{"name": "ridge", "points": 5}]
        assert points(brigades=brigades, batteries=2, leaders=leaders, objectives=ridge) == 19

    def test_override_changes_a_value(self) -> None:
        club = Context.of([typed("victory_points", "brigade destroyed", "standard", 6)])
        assert result("victory_points", {"brigades": [{"ended": "destroyed"}]}, context=club).total == 6


class Test_2_5_winner:
    @pytest.mark.parametrize(
        ("usa", "csa", "said"), [(5, 4, "the Union wins"), (4, 5, "the South wins"), (5, 5, "nobody wins")]
    )
    def test_side_with_more_points_wins(self, usa: int, csa: int, said: str) -> None:
        assert str(result("winner", {"usa": usa, "csa": csa})) == said

    @pytest.mark.parametrize(("attacker", "said"), [("USA", "the South wins"), ("CSA", "the Union wins")])
    def test_ruling_gives_a_tie_to_the_defender(self, attacker: str, said: str) -> None:
        option = switched("FF-R19", "the defender")
        assert str(result("winner", {"usa": 5, "csa": 5, "attacker": attacker}, context=option)) == said

    @pytest.mark.parametrize(("usa", "said"), [(21, "the Union wins"), (20, "the South wins"), (0, "the South wins")])
    def test_south_mountain_requires_a_union_lead_of_11(self, usa: int, said: str) -> None:
        assert str(result("winner", {"usa": usa, "csa": 10, "must_lead": "USA", "lead": 11})) == said

    def test_scenario_may_require_a_confederate_lead(self) -> None:
        assert str(result("winner", {"usa": 4, "csa": 6, "must_lead": "CSA", "lead": 3})) == "the Union wins"
        assert str(result("winner", {"usa": 3, "csa": 6, "must_lead": "CSA", "lead": 3})) == "the South wins"
