"""Charges of infantry and cavalry, the last volley, and riding down."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.the_war_game.tests.helpers import carried_out, chances, odds, refusal, result, said, steps, switched


def infantry(inches: int, formation: str = "column", **more: Any) -> dict[str, Any]:
    return {"inches": inches, "formation": formation, **more}


def cavalry(inches: int, **more: Any) -> dict[str, Any]:
    return {"troops": "cavalry", "inches": inches, **more}


@pytest.mark.rule("WG-CHARGEINF")
class Test_infantry:
    @pytest.mark.parametrize(
        ("formation", "reaches", "short", "charges"),
        [("column", 9, 10, True), ("line", 6, 7, False), ("open order", 7, 8, False)],
    )
    def test_only_a_column_charges(self, *, formation: str, reaches: int, short: int, charges: bool) -> None:
        found = result("charge", infantry(reaches, formation), 5, 1)
        assert (found.contact, found.impetus) == (True, charges)
        assert not result("charge", infantry(short, formation)).contact

    @pytest.mark.parametrize(
        ("files", "ranks", "front"),
        [(4, 6, 12), (4, 4, 12), (4, 3, 10), (4, 2, 8), (4, 1, 4), (6, 4, 14), (3, 8, 10), (2, 12, 8), (1, 4, 4)],
    )
    def test_column_fans_out_from_its_next_3_ranks(self, files: int, ranks: int, front: int) -> None:
        """2 men of each flank from the second rank, 1 each from the third and fourth, if the rank has so many."""
        assert result("charge", infantry(9, files=files, ranks=ranks), 5, 1).front == front

    def test_line_does_not_fan_out(self) -> None:
        assert result("charge", infantry(6, "line"), 5, 1).front is None

    def test_morale_of_infantry_is_not_tested_here(self) -> None:
        assert "only cavalry tests its morale" in refusal("charge", infantry(9, bad_morale=True))


@pytest.mark.rule("WG-CHARGEFIRE")
class Test_fire_at_a_charge:
    @pytest.mark.parametrize("attacker", range(1, 7))
    @pytest.mark.parametrize("defender", range(1, 7))
    def test_higher_die_decides_on_the_last_volley(self, attacker: int, defender: int) -> None:
        again = (6, 1) if attacker == defender else ()
        found = result("charge", infantry(9), attacker, defender, *again)
        assert found.fire == ("a volley at close range" if defender > attacker else "none")

    @pytest.mark.parametrize("formation", ["column", "line", "open order"])
    def test_chances_are_even(self, formation: str) -> None:
        found = chances("charge", infantry(6, formation), "fire")
        assert found == {"none": Fraction(1, 2), "a volley at close range": Fraction(1, 2)}

    def test_advancing_unit_is_fired_at_on_each_move(self) -> None:
        assert said("charge", infantry(10)) == "no contact; the defender fires a normal volley"
        assert odds("charge", infantry(10)) == {"no contact; the defender fires a normal volley": 1}

    def test_defender_without_fire_rolls_nothing(self) -> None:
        assert said("charge", infantry(10, defender_fires=False)) == "no contact, no fire"
        assert said("charge", cavalry(18, defender_fires=False)) == "charge to contact without fire"

    def test_equal_dice_are_rolled_again_under_the_same_key(self) -> None:
        rolled = carried_out("charge", infantry(9, attacker_name="5th TX"), 4, 4, 2, 5).throws
        assert [(throw.subject, throw.k) for throw in rolled] == [
            (("5th TX", "", "attacker"), 0),
            (("5th TX", "", "defender"), 0),
            (("5th TX", "", "attacker"), 1),
            (("5th TX", "", "defender"), 1),
        ]


@pytest.mark.rule("WG-CHARGECAV")
class Test_cavalry:
    @pytest.mark.parametrize(("inches", "contact"), [(1, True), (18, True), (19, False), (60, False)])
    def test_it_comes_within_18_inches_under_a_volley_first(self, *, inches: int, contact: bool) -> None:
        found = result("charge", cavalry(inches), *((5, 1) if contact else ()))
        assert (found.contact, found.fire) == (contact, "none" if contact else "a normal volley")

    def test_bad_morale_stops_it_before_the_dice(self) -> None:
        said_so = "no contact; the defender fires a normal volley"
        assert odds("charge", cavalry(18, bad_morale=True)) == {said_so: 1}
        assert "The cavalry's morale is bad: it stays halted." in steps("charge", cavalry(18, bad_morale=True))

    def test_it_has_the_impetus_of_a_charge(self) -> None:
        assert result("charge", cavalry(12), 1, 2).impetus


def riding(**more: Any) -> dict[str, Any]:
    return {"figures": 6, "ranks": 2, "inches": 12, "heavy": True, **more}


@pytest.mark.rule("WG-RIDE")
class Test_ride_down:
    @pytest.mark.parametrize(("ranks", "through"), [(1, 3), (2, 2)])
    def test_shallow_ranks_are_burst_through(self, ranks: int, through: int) -> None:
        assert result("ride_down", riding(ranks=ranks), *range(1, 7)).through == through

    @pytest.mark.parametrize(("ranks", "chance"), [(1, Fraction(1, 2)), (2, Fraction(1, 3))])
    def test_chance_of_one_figure(self, ranks: int, chance: Fraction) -> None:
        assert chances("ride_down", riding(ranks=ranks, figures=1), "through")[1] == chance

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            ({"ranks": 3}, "Ranks of the infantry: must be fewer than 3 to be ridden down, not 3."),
            ({"inches": 13}, "Distance of the charge: must be 12 or less to ride down infantry, not 13."),
            ({"heavy": False}, "Heavy cavalry: only heavy cavalry may ride down infantry."),
        ],
    )
    def test_it_is_refused_beyond_its_limits(self, change: dict[str, Any], sentence: str) -> None:
        assert refusal("ride_down", riding(**change)) == sentence

    def test_ruling_lets_all_cavalry(self) -> None:
        everybody = switched(210, "all cavalry")
        assert result("ride_down", riding(heavy=False, figures=1), 5, context=everybody).through == 1

    @pytest.mark.parametrize(("inches", "left"), [(12, 6), (0, 18)])
    def test_horsemen_ride_on_for_the_rest_of_their_move(self, inches: int, left: int) -> None:
        assert result("ride_down", riding(inches=inches, figures=1), 6).inches_left == left

    def test_each_removes_the_figure_in_front(self) -> None:
        assert steps("ride_down", riding(figures=2), 6, 5)[-1] == (
            "2 infantry figures removed, those behind move 3″ back and to the side. "
            "The cavalry rides on up to 6″, and may veer 30 degrees."
        )
