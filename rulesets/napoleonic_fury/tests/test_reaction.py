"""Reacting and countercharging cavalry, and troops that evade infantry."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.tests.helpers import carried_out, odds_by, result, rolled, switched

CAVALRY = {"nation": "Spain", "status": "Worn", "officers": [], "rating": "average"}  # +1 as cavalry
FROM = {"excellent": 6, "good": 7, "average": 7, "poor": 8}  # the total from which at least half a move is allowed


@pytest.mark.rule("NF-REACT")
class Test_reaction:
    @pytest.mark.parametrize("rating", FROM)
    @pytest.mark.parametrize("total", range(2, 13))
    def test_cavalry_goes_if_the_result_allows_half_a_move(self, rating: str, total: int) -> None:
        found = rolled("reaction", total, CAVALRY | {"rating": rating})
        assert found.goes == (total + 1 >= FROM[rating])
        assert found.inches == (8 if found.goes else 0)

    @pytest.mark.parametrize(("troops", "half"), [("light cavalry", 8), ("heavy cavalry", 7), ("Cossacks", 8)])
    def test_it_has_half_its_move(self, troops: str, half: int) -> None:
        assert rolled("reaction", 12, CAVALRY | {"troops": troops}).inches == half

    def test_low_result_forces_it_back(self) -> None:
        assert str(rolled("reaction", 2, CAVALRY | {"status": "Spent"})) == "may not move: retreats half a move"
        assert str(rolled("reaction", 4, CAVALRY)) == "may not move: stays"

    def test_ruling_asks_for_well_handled(self) -> None:
        option = switched("R-152", "well handled")
        assert not rolled("reaction", 8, CAVALRY, option).goes
        assert rolled("reaction", 9, CAVALRY, option).goes

    def test_disordered_cavalry_cannot_react(self) -> None:
        with pytest.raises(IllegalOrder, match="only cavalry in good order can react"):
            result("reaction", CAVALRY | {"disordered": True}, 6, 6)
        assert rolled("reaction", 12, CAVALRY)

    def test_infantry_cannot_react(self) -> None:
        with pytest.raises(IllegalOrder, match="Troops: must be light cavalry, heavy cavalry, Cossacks, or militia"):
            result("reaction", CAVALRY | {"troops": "line infantry"}, 6, 6)
        assert rolled("reaction", 12, CAVALRY)

    @pytest.mark.rule("NF-PASSDIS")
    def test_countercharge_rolls_alike(self) -> None:
        charge = CAVALRY | {"purpose": "countercharge"}
        assert odds_by("reaction", charge, lambda each: each.goes) == odds_by("reaction", CAVALRY, lambda r: r.goes)
        assert str(rolled("reaction", 7, charge)) == "may countercharge up to 8″, and its division officer may move"

    def test_roll_has_a_key_of_its_own(self) -> None:
        (throw,) = carried_out("reaction", CAVALRY | {"unit": "Nansouty"}, 3, 4).throws
        assert (throw.rule, throw.subject) == ("NF-REACT", ("", "Nansouty"))


@pytest.mark.rule("NF-EVADE")
class Test_evasion:
    @pytest.mark.parametrize("total", range(2, 13))
    def test_unlimbered_horse_battery_gets_away_up_to_9(self, total: int) -> None:
        found = rolled("evade", total, {"nation": "Prussia", "unlimbered": True})
        assert (found.evades, found.disordered) == (total <= 9, total >= 10)

    def test_odds_are_5_in_6(self) -> None:
        found = odds_by("evade", {"nation": "Britain", "unlimbered": True}, lambda each: each.evades)
        assert found == {True: Fraction(30, 36), False: Fraction(6, 36)}

    @pytest.mark.parametrize(
        ("troops", "inches"),
        [("light cavalry", 16), ("heavy cavalry", 14), ("Cossacks", 16), ("horse battery", 12), ("heavy battery", 9)],
    )
    def test_cavalry_and_limbered_batteries_evade_without_a_roll(self, troops: str, inches: int) -> None:
        outcome = carried_out("evade", {"nation": "Austria", "troops": troops})
        assert (outcome.result.evades, outcome.result.inches, outcome.throws) == (True, inches, ())

    @pytest.mark.parametrize("troops", ["light cavalry", "horse battery", "heavy battery"])
    def test_troops_not_in_good_order_stay(self, troops: str) -> None:
        found = result("evade", {"nation": "France", "troops": troops, "good_order": False})
        assert (found.evades, found.disordered) == (False, False)

    @pytest.mark.parametrize(
        ("inputs", "may"),
        [
            ({"nation": "France"}, True),
            ({"nation": "Britain"}, True),
            ({"nation": "Prussia"}, True),
            ({"nation": "Saxony"}, False),
            ({"nation": "Saxony", "french_ally": True}, True),
            ({"nation": "another minor", "french_ally": True}, True),
            ({"nation": "Baden"}, False),
            ({"nation": "Baden", "french_ally": True}, True),
            ({"nation": "Austria", "french_ally": True}, False),
            ({"nation": "Russia"}, False),
            ({"nation": "France", "troops": "heavy battery"}, False),
            ({"nation": "France", "good_order": False}, False),
        ],
    )
    def test_only_some_unlimbered_batteries_may_try(self, inputs: dict[str, Any], *, may: bool) -> None:
        outcome = carried_out("evade", inputs | {"unlimbered": True}, 1, 1)
        assert (outcome.result.evades, bool(outcome.throws)) == (may, may)

    def test_ruling_counts_french_allies_as_french(self) -> None:
        asked = {"nation": "Baden", "unlimbered": True}
        assert rolled("evade", 9, asked, switched("R-121", "everywhere")).evades

    def test_cavalry_is_never_unlimbered(self) -> None:
        with pytest.raises(IllegalOrder, match="only a battery can be unlimbered"):
            result("evade", {"nation": "France", "troops": "light cavalry", "unlimbered": True})
        assert result("evade", {"nation": "France", "troops": "light cavalry"})
