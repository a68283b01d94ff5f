"""Formations, maneuver modifiers, linear obstacles, rapid moves, and passage of lines."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched


@pytest.mark.rule("RG-FORM")
class Test_formation:
    @pytest.mark.parametrize("formation", ["column", "road column", "single line"])
    @pytest.mark.parametrize("works", ["none", "prepared in the battle", "of the scenario"])
    def test_three_formations_are_always_allowed(self, formation: str, works: str) -> None:
        assert result("formation", {"formation": formation, "works": works}).allowed

    @pytest.mark.parametrize(
        ("works", "allowed"), [("none", False), ("prepared in the battle", True), ("of the scenario", True)]
    )
    def test_supported_line_needs_prepared_works(self, *, works: str, allowed: bool) -> None:
        assert result("formation", {"formation": "supported line", "works": works}).allowed is allowed

    def test_ruling_leaves_out_works_prepared_in_the_battle(self) -> None:
        context = switched("R-306", "only works of the scenario")
        line = {"formation": "supported line"}
        assert not result("formation", {**line, "works": "prepared in the battle"}, context=context).allowed
        assert result("formation", {**line, "works": "of the scenario"}, context=context).allowed


@pytest.mark.rule("RG-MANMOD")
class Test_maneuver_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({}, 0),
            ({"commander": "exceptional"}, 1),
            ({"commander": "weak"}, -1),
            ({"quality": "crack"}, 1),
            ({"quality": "green"}, -1),
            ({"lying_down": True}, -1),
            ({"unscreened": True}, -1),
            ({"colors": "down"}, -1),
            ({"colors": "captured"}, -1),
            ({"in_cover": True}, 1),
            ({"passed_by_broken": True}, -2),
        ],
    )
    def test_each_modifier_counts(self, inputs: dict[str, Any], value: int) -> None:
        assert result("maneuver_modifiers", inputs).total == value

    def test_all_modifiers_add_up(self) -> None:
        everything = {
            "commander": "weak",
            "quality": "green",
            "lying_down": True,
            "unscreened": True,
            "colors": "down",
            "passed_by_broken": True,
        }
        assert result("maneuver_modifiers", everything).total == -7

    def test_house_values_are_marked_and_the_commander_is_printed(self) -> None:
        found = result("maneuver_modifiers", {"commander": "weak", "quality": "crack"})
        assert [(extra.label, extra.value, extra.cites, extra.mark) for extra in found.extras] == [
            ("weak commander", -1, "RG-Leaders", "printed"),
            ("crack unit", 1, "RG-Maneuver modifiers", "house"),
        ]

    def test_fire_and_fury_takes_them_as_they_are(self) -> None:
        extras = carried_out("maneuver_modifiers", {"quality": "crack"}).to_json()["result"]["extras"]
        chances = procedure("fire_and_fury.maneuver").odds({"status": "Worn", "extras": extras}).named()
        assert chances["well handled"] == Fraction(5, 10)

    def test_campaign_replaces_a_house_value(self) -> None:
        context = replaced("maneuver_modifiers", "crack unit", "2")
        assert result("maneuver_modifiers", {"quality": "crack"}, context=context).total == 2


@pytest.mark.rule("RG-OBST")
class Test_obstacles:
    @pytest.mark.parametrize(
        ("troops", "quality", "words"),
        [
            ("infantry", "green", "crosses for 3″"),
            ("dismounted cavalry", "green", "crosses for 3″"),
            ("mounted cavalry", "crack", "crosses for 3″"),
            ("mounted cavalry", "veteran", "crosses for 3″, disordered"),
            ("mounted cavalry", "green", "may not cross"),
        ],
    )
    @pytest.mark.parametrize("obstacle", ["fence", "hedge", "wall", "works"])
    def test_quality_decides_how_cavalry_crosses(self, troops: str, quality: str, words: str, obstacle: str) -> None:
        assert said("obstacles", {"troops": troops, "quality": quality, "obstacle": obstacle}) == words

    def test_each_obstacle_costs(self) -> None:
        assert result("obstacles", {"troops": "infantry", "times": 3}).inches_lost == 9

    @pytest.mark.parametrize(
        ("obstacle", "turns"), [("fence", Fraction(1, 2)), ("hedge", Fraction(1, 2)), ("wall", 1), ("works", 1)]
    )
    def test_artillery_crosses_only_through_a_gap(self, obstacle: str, turns: Fraction) -> None:
        guns = {"troops": "artillery", "obstacle": obstacle}
        found = result("obstacles", guns)
        assert (found.may_cross, found.turns_to_clear) == (False, turns)
        assert said("obstacles", {**guns, "gap": True}) == "crosses freely"

    def test_clearing_is_said_in_turns(self) -> None:
        guns = {"troops": "artillery", "obstacle": "wall"}
        assert said("obstacles", guns) == "may not cross before a gap is cleared in 1 turn"
        assert said("obstacles", {**guns, "times": 2}) == "may not cross before a gap is cleared in 2 turns"


@pytest.mark.rule("RG-RAPID")
class Test_rapid_move:
    @pytest.mark.parametrize(
        ("full", "rapid", "march"), [(12, 9, 18), (18, Fraction(27, 2), 27), (8, 6, 12), (0.25, "3/16", "3/8")]
    )
    def test_rapid_move_is_three_quarters_and_a_march_half_as_far_again(
        self, full: float, rapid: Fraction, march: Fraction
    ) -> None:
        hurried = result("rapid_move", {"full_move": full})
        marched = result("rapid_move", {"full_move": full, "move": "march column on a track"})
        assert (hurried.reach, hurried.ends_disordered) == (Fraction(rapid), True)
        assert (marched.reach, marched.ends_disordered) == (Fraction(march), False)

    def test_rapid_move_may_be_a_charge_but_a_march_may_not(self) -> None:
        assert result("rapid_move", {"full_move": 12, "charges": True}).ends_disordered
        with pytest.raises(IllegalOrder, match="a march column may not charge"):
            result("rapid_move", {"full_move": 12, "charges": True, "move": "march column on a track"})

    def test_length_over_the_limit_is_refused(self) -> None:
        assert result("rapid_move", {"full_move": 12, "length": 9}).reach == 9
        with pytest.raises(IllegalOrder, match="Length of the move: must be 9″ or less, not 9 1/4″"):
            result("rapid_move", {"full_move": 12, "length": 9.25})


# total: effect on a disordered stationary unit, and on one in good order
CHART = {
    -3: ("quits the field", "disordered, 1 stand skedaddles, retires 6″"),
    2: ("quits the field", "disordered, 1 stand skedaddles, retires 6″"),
    3: ("disordered, 1 stand skedaddles, retires 6″", "disordered, 1 stand skedaddles"),
    4: ("disordered, 1 stand skedaddles, retires 6″", "disordered, 1 stand skedaddles"),
    5: ("1 stand skedaddles", "disordered"),
    6: ("1 stand skedaddles", "disordered"),
    7: ("no effect", "no effect"),
    14: ("no effect", "no effect"),
}


@pytest.mark.rule("RG-POL")
class Test_passage_of_lines:
    @pytest.mark.parametrize("total", CHART)
    @pytest.mark.parametrize(("column", "condition"), list(enumerate(["disordered", "good order"])))
    def test_every_edge_reads_its_row(self, total: int, column: int, condition: str) -> None:
        die = min(10, max(1, total))
        asked = {"condition": condition, "passing_disordered": True, "modifiers": total - die + 1}
        assert said("passage_of_lines", asked, die) == f"{CHART[total][column]}; passing costs 3″"

    @pytest.mark.parametrize(
        ("inputs", "modifier"),
        [
            ({"passing_disordered": True}, -1),
            ({"pursued": True}, -1),
            ({"passing_disordered": True, "pursued": True}, -2),
            ({"condition": "disordered"}, 0),
            ({"condition": "disordered", "modifiers": 3, "pursued": True}, 2),
        ],
    )
    def test_modifiers_add_to_those_of_maneuver(self, inputs: dict[str, Any], modifier: int) -> None:
        steps = carried_out("passage_of_lines", inputs, 5).steps
        assert next(dict(step.numbers)["modifiers"] for step in steps if "die 5" in step.says) == modifier

    @pytest.mark.parametrize(
        ("condition", "die", "afterwards", "stands", "back", "quits"),
        [
            ("disordered", 2, "disordered", 0, 0, True),
            ("disordered", 4, "disordered", 1, 6, False),
            ("disordered", 5, "disordered", 1, 0, False),
            ("disordered", 7, "disordered", 0, 0, False),
            ("good order", 3, "disordered", 1, 6, False),
            ("good order", 4, "disordered", 1, 0, False),
            ("good order", 6, "disordered", 0, 0, False),
            ("good order", 8, "good order", 0, 0, False),
        ],
    )
    def test_reaction_gives_order_stands_and_retreat(
        self, *, condition: str, die: int, afterwards: str, stands: int, back: int, quits: bool
    ) -> None:
        asked = {"condition": condition, "pursued": condition == "good order"}
        found = result("passage_of_lines", asked, die)
        assert (found.condition, found.stands_that_skedaddle, found.inches_back, found.quits_the_field) == (
            afterwards,
            stands,
            back,
            quits,
        )

    def test_units_in_good_order_pass_without_a_roll(self) -> None:
        assert odds("passage_of_lines", {}) == {"no effect; passing costs 3″": 1}

    def test_ruling_rolls_always(self) -> None:
        chances = odds("passage_of_lines", {}, switched("R-309", "always"))
        assert chances["no effect; passing costs 3″"] == Fraction(4, 10)

    def test_disordered_pursued_friends_quit_three_times_in_ten(self) -> None:
        chances = odds("passage_of_lines", {"condition": "disordered", "pursued": True})
        assert chances["quits the field; passing costs 3″"] == Fraction(3, 10)
