"""Movement, terrain, and detachments."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.the_war_game.state import Pace
from rulesets.the_war_game.tests.helpers import refusal, result, said, switched

INCHES = {
    "infantry in line": "6″",
    "infantry in line, firing": "4″",
    "infantry in column": "7 1/2″",
    "infantry in open order": "7 1/2″",
    "infantry charging": "9″",
    "cavalry": "9″",
    "cavalry charging": "18″",
    "artillery with its team": "6″",
    "artillery by hand": "1″",
    "wagon": "6″",
    "barge up the river": "6″",
    "barge down the river": "9″",
    "barge on a canal": "7 1/2″",
}
LINE, COLUMN, OPEN = "infantry in line", "infantry in column", "infantry in open order"


def leg(inches: float, **more: str) -> dict[str, Any]:
    return {"inches": inches, **more}


def test_every_pace_is_tested() -> None:
    assert set(INCHES) == set(Pace)


@pytest.mark.rule("WG-MOVE")
class Test_moves:
    @pytest.mark.parametrize("troops", INCHES)
    def test_troops_move_as_printed(self, troops: str) -> None:
        assert said("movement", {"troops": troops}) == INCHES[troops]

    @pytest.mark.parametrize(("troops", "inches"), [("artillery with its team", 9), ("artillery by hand", 4)])
    def test_ruling_makes_artillery_faster(self, troops: str, inches: int) -> None:
        assert result("movement", {"troops": troops}, context=switched(226, "faster")).allowance == inches

    def test_ruling_leaves_other_troops_alone(self) -> None:
        assert said("movement", {"troops": LINE}, context=switched(226, "faster")) == "6″"

    def test_open_ground_costs_its_inches(self) -> None:
        assert said("movement", {"troops": COLUMN, "legs": [leg(7.25)]}) == "costs 7 1/4″ of 7 1/2″, leaving 1/4″"

    def test_path_over_the_allowance_is_too_far(self) -> None:
        assert said("movement", {"troops": LINE, "legs": [leg(6.25)]}) == "1/4″ too far"


@pytest.mark.rule("WG-TERRAIN")
class Test_terrain:
    @pytest.mark.parametrize(
        ("troops", "where", "cost"),
        [
            (LINE, {"slope": "uphill"}, 4),
            (OPEN, {"slope": "uphill"}, 4),
            ("cavalry charging", {"slope": "uphill"}, 4),
            ("wagon", {"slope": "uphill"}, 4),
            ("cavalry", {"slope": "downhill"}, 2),
            (LINE, {"slope": "level"}, 2),
            (LINE, {"ground": "scenic terrain"}, 4),
            ("cavalry", {"ground": "scenic terrain"}, 4),
            ("artillery with its team", {"ground": "scenic terrain"}, 4),
            (LINE, {"ground": "woods"}, 4),
            (COLUMN, {"ground": "woods"}, 4),
            (OPEN, {"ground": "woods"}, 2),
            (OPEN, {"ground": "swamp or marsh"}, 4),
            (OPEN, {"ground": "woods", "slope": "uphill"}, 4),
            (LINE, {"ground": "woods", "slope": "uphill"}, 8),
        ],
    )
    def test_ground_slows_a_stretch_of_2_inches(self, troops: str, where: dict[str, str], cost: int) -> None:
        assert result("movement", {"troops": troops, "legs": [leg(2, **where)]}).cost == cost

    @pytest.mark.parametrize(
        ("troops", "ground"),
        [
            ("cavalry", "woods"),
            ("cavalry charging", "woods"),
            ("wagon", "woods"),
            ("artillery by hand", "woods"),
            (LINE, "swamp or marsh"),
            (COLUMN, "swamp or marsh"),
            ("cavalry", "swamp or marsh"),
            ("artillery with its team", "swamp or marsh"),
        ],
    )
    def test_closed_ground_is_refused(self, troops: str, ground: str) -> None:
        sentence = refusal("movement", {"troops": troops, "legs": [leg(2), leg(1, ground=ground)]})
        assert sentence.startswith("2nd stretch of the path: ")
        assert sentence.endswith(f"cannot enter {ground}.")

    def test_ruling_counts_only_the_slower(self) -> None:
        inputs = {"troops": LINE, "legs": [leg(2, ground="woods", slope="uphill")]}
        assert result("movement", inputs, context=switched(227, "only the slower")).cost == 4
        assert result("movement", inputs).cost == 8

    @pytest.mark.parametrize(("troops", "moves"), [(LINE, 2), (OPEN, 2), ("cavalry", 2), ("wagon", 4)])
    def test_ford_takes_whole_moves(self, troops: str, moves: int) -> None:
        assert said("movement", {"troops": troops, "fords": True}) == f"{moves} moves to ford"

    def test_ford_and_path_are_refused_in_one_move(self) -> None:
        sentence = refusal("movement", {"troops": LINE, "fords": True, "legs": [leg(1)]})
        assert sentence == "Stretches of the path: a ford takes whole moves, so move before or after it."

    def test_barge_stays_on_its_water(self) -> None:
        assert "barges don't ford" in refusal("movement", {"troops": "barge on a canal", "fords": True})
        on_land = {"troops": "barge on a canal", "legs": [leg(1, ground="woods")]}
        assert "a barge stays on the water" in refusal("movement", on_land)

    @pytest.mark.parametrize(
        ("figures", "sections", "inside"), [(7, 1, 7), (8, 1, 7), (14, 2, 14), (15, 2, 14), (3, 2, 3)]
    )
    def test_section_of_a_building_holds_7_infantry(self, figures: int, sections: int, inside: int) -> None:
        inputs = {"troops": LINE, "garrison": figures, "sections": sections}
        assert result("movement", inputs).inside == inside

    def test_cavalry_garrisons_nothing(self) -> None:
        assert "only infantry can garrison" in refusal("movement", {"troops": "cavalry", "garrison": 1})

    @given(st.sampled_from(list(Pace)), st.integers(1, 60), st.integers(1, 60))
    def test_longer_path_never_costs_less(self, troops: Pace, quarters: int, more: int) -> None:
        shorter, longer = (
            result("movement", {"troops": troops, "legs": [leg(n / 4)]}) for n in (quarters, quarters + more)
        )
        assert longer.cost - shorter.cost == Fraction(more, 4)
        assert longer.left < shorter.left


@pytest.mark.rule("WG-DETACH")
class Test_detachment:
    @pytest.mark.parametrize(
        ("inputs", "retires"),
        [
            ({}, False),
            ({"privates_lost": 3}, False),
            ({"privates_lost": 4}, True),
            ({"privates_lost": 8}, True),
            ({"officer_lost": True}, True),
            ({"officer_lost": True, "privates_lost": 4}, True),
        ],
    )
    def test_it_retires_without_its_officer_or_4_privates(self, *, inputs: dict[str, Any], retires: bool) -> None:
        assert result("detachment", inputs).retires is retires

    def test_unit_gives_up_an_officer_and_8_privates(self) -> None:
        found = result("detachment", {"privates_lost": 2})
        assert (found.privates, found.unit_officers, found.unit_privates) == (6, 2, 16)

    @pytest.mark.parametrize(
        ("inputs", "sentence"),
        [
            ({"unit_officers": 0}, "Officers of the unit when it detaches: must be 1 or more to detach, not 0."),
            ({"unit_privates": 7}, "Privates of the unit when it detaches: must be 8 or more to detach, not 7."),
            ({"privates_lost": 9}, "Privates of the detachment lost: must be 8 or less, not 9."),
        ],
    )
    def test_impossible_detachment_is_refused(self, inputs: dict[str, Any], sentence: str) -> None:
        assert refusal("detachment", inputs) == sentence
