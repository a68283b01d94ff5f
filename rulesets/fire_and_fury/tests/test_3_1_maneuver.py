"""Facts 2.2 and 3.1: command radius and the maneuver roll."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.fire_and_fury.tests.helpers import carried_out, odds, result, switched

GOOD = ("retires", "disengages", "holds", "tardy", "well handled")
DISORDERED = ("quits the field", "broken", "wavering", "shaken", "rallies", "rallies with elan")
IN_TEN = {
    -2: ((2, 2, 2, 2, 2), (2, 2, 2, 2, 2, 0)),
    -1: ((1, 2, 2, 2, 3), (1, 2, 2, 2, 3, 0)),
    0: ((0, 2, 2, 2, 4), (0, 2, 2, 2, 3, 1)),
    1: ((0, 1, 2, 2, 5), (0, 1, 2, 2, 3, 2)),
    2: ((0, 0, 2, 2, 6), (0, 0, 2, 2, 3, 3)),
    3: ((0, 0, 1, 2, 7), (0, 0, 1, 2, 3, 4)),
    4: ((0, 0, 0, 2, 8), (0, 0, 0, 2, 3, 5)),
    5: ((0, 0, 0, 1, 9), (0, 0, 0, 1, 3, 6)),
    6: ((0, 0, 0, 0, 10), (0, 0, 0, 0, 3, 7)),
}


def with_modifier(value: int, **inputs: Any) -> dict[str, Any]:
    return {"status": "Worn", "extras": [{"label": "as tested", "value": value}], **inputs}


def added(**inputs: Any) -> int:
    """Read the modifier in the trace."""
    steps = carried_out("maneuver", {"status": "Worn", **inputs}, 5).steps
    numbers = next(dict(step.numbers) for step in steps if step.says.startswith("Maneuver: die"))
    return int(numbers["modifiers"])


class Test_3_1_maneuver_table:
    @pytest.mark.parametrize("modifier", IN_TEN)
    def test_good_order_odds_match_the_table(self, modifier: int) -> None:
        expected = {name: Fraction(n, 10) for name, n in zip(GOOD, IN_TEN[modifier][0], strict=True) if n}
        assert odds("maneuver", with_modifier(modifier)) == expected

    @pytest.mark.parametrize("modifier", IN_TEN)
    def test_disordered_odds_match_the_table(self, modifier: int) -> None:
        expected = {name: Fraction(n, 10) for name, n in zip(DISORDERED, IN_TEN[modifier][1], strict=True) if n}
        assert odds("maneuver", with_modifier(modifier, condition="disordered")) == expected

    @pytest.mark.parametrize(
        ("total", "good", "disordered"),
        [
            (0, "retires", "quits the field"),
            (1, "disengages", "broken"),
            (2, "disengages", "broken"),
            (3, "holds", "wavering"),
            (4, "holds", "wavering"),
            (5, "tardy", "shaken"),
            (6, "tardy", "shaken"),
            (7, "well handled", "rallies"),
            (9, "well handled", "rallies"),
            (10, "well handled", "rallies with elan"),
            (18, "well handled", "rallies with elan"),
            (-8, "retires", "quits the field"),
        ],
    )
    def test_every_edge_reads_its_row(self, total: int, good: str, disordered: str) -> None:
        die, modifier = (9, total - 9) if total > 9 else (1, total - 1)
        assert str(result("maneuver", with_modifier(modifier), die)) == good
        assert str(result("maneuver", with_modifier(modifier, condition="disordered"), die)) == disordered

    @pytest.mark.parametrize(
        ("condition", "die", "move", "change", "afterwards", "skedaddles"),
        [
            ("good order", 1, "retreats out of enemy musketry range", False, "good order", 0),
            ("good order", 3, "none", False, "good order", 0),
            ("good order", 5, "up to half a move", False, "good order", 0),
            ("good order", 7, "up to a full move", True, "good order", 0),
            ("disordered", 1, "retreats a full move", False, "disordered", 1),
            ("disordered", 3, "none", False, "disordered", 0),
            ("disordered", 5, "none", False, "good order", 0),
            ("disordered", 7, "up to half a move", False, "good order", 0),
            ("disordered", 10, "up to a full move", True, "good order", 0),
        ],
    )
    def test_each_result_gives_its_move(
        self, *, condition: str, die: int, move: str, change: bool, afterwards: str, skedaddles: int
    ) -> None:
        found = result("maneuver", {"status": "Worn", "condition": condition}, die)
        assert (found.move, found.may_change_formation, found.afterwards, found.skedaddles) == (
            move,
            change,
            afterwards,
            skedaddles,
        )

    def test_brigade_that_quits_skedaddles_whole(self) -> None:
        found = result("maneuver", {"status": "Spent", "condition": "disordered"}, 2)
        assert (found.move, found.skedaddles) == ("leaves the table", None)

    def test_competition_ruling_removes_only_a_brigade_without_retreat(self) -> None:
        option = switched("FF-R4", "only if its retreat is barred")
        inputs = {"status": "Spent", "condition": "disordered"}
        assert str(result("maneuver", inputs, 2, context=option)) == "broken"
        assert str(result("maneuver", {**inputs, "retreat_barred": True}, 2, context=option)) == "quits the field"


class Test_3_1_modifiers:
    @pytest.mark.parametrize(
        ("place", "exceptional", "value"),
        [
            ("in radius", False, 1),
            ("in radius", True, 2),
            ("attached", False, 2),
            ("attached", True, 3),
            ("out of radius", True, 0),
        ],
    )
    def test_leader_modifies_by_place_and_rating(self, *, place: str, exceptional: bool, value: int) -> None:
        assert added(leaders=[{"rank": "corps", "place": place, "exceptional": exceptional}]) == value

    def test_each_leader_counts(self) -> None:
        leaders = [{"rank": "division", "place": "attached"}, {"rank": "corps", "exceptional": True}]
        assert added(leaders=leaders) == 4

    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({"exceptional_commander": True}, 1),
            ({"in_column": True}, 1),
            ({"status": "Fresh"}, 2),
            ({"status": "Spent"}, -2),
            ({}, 0),
        ],
    )
    def test_commander_column_and_state_modify(self, inputs: dict[str, Any], value: int) -> None:
        assert added(**inputs) == value

    def test_extra_modifier_keeps_its_citation(self) -> None:
        extra = {"label": "poltroon out of radius", "value": -1, "cites": "VG-7A2a", "mark": "printed"}
        steps = carried_out("maneuver", {"extras": [extra]}, 4).steps
        assert ("VG-7A2a", "Poltroon out of radius: −1.", -1, "printed") in [
            (s.cites, s.says, s.out, s.mark) for s in steps
        ]

    def test_trace_shows_die_plus_modifiers(self) -> None:
        steps = carried_out("maneuver", {"status": "Spent"}, 7).steps
        assert next(step.out for step in steps if step.says.startswith("Maneuver: die")) == 5

    def test_roll_is_keyed_by_side_brigade_turn_and_reroll(self) -> None:
        inputs = {"side": "CSA", "brigade": "Archer", "turn": 3}
        first = carried_out("maneuver", inputs, 4).throws[0]
        again = carried_out("maneuver", {**inputs, "again": 1}, 4).throws[0]
        assert (first.rule, first.subject, first.turn) == ("FF-Manoeuvre", ("CSA", "Archer"), 3)
        assert again.subject == ("CSA", "Archer", "re-roll 1")


class Test_2_2_command_radius:
    @pytest.mark.parametrize(
        ("inputs", "reached"),
        [
            ({"inches": 18}, True),
            ({"inches": 19}, False),
            ({"inches": 10, "inches_in_cover": 2}, True),
            ({"inches": 10, "inches_in_cover": 3}, False),
            ({"inches": 5, "barred": True}, False),
            ({"inches": 18, "terrain_cost": 6}, True),
        ],
    )
    def test_radius_is_an_18_inch_line_of_sight(self, *, inputs: dict[str, Any], reached: bool) -> None:
        assert result("command_radius", inputs).reached is reached

    @pytest.mark.parametrize(("inches", "reached"), [(12, True), (13, False)])
    def test_ruling_subtracts_terrain_cost(self, *, inches: int, reached: bool) -> None:
        option = switched("FF-R2", "less the cost of terrain")
        inputs = {"inches": inches, "terrain_cost": 6, "inches_in_cover": 6}
        assert result("command_radius", inputs, context=option).reached is reached
