"""Command ranges, the army commander, and batteries that depend on them."""

from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.state import Nation, Rank
from rulesets.napoleonic_fury.tests.helpers import result, switched

RANGES = {"France": (4, 8, 12, 18), "Britain": (4, 6, 10, 16), "others": (3, 6, 10, 16)}
EXCEPTIONAL = (0, 2, 2, 0)
ARMY = {"excellent": (6, 4), "good": (4, 3), "average": (2, 2), "poor": (0, 1)}
LIKE_FRANCE = ("Hesse", "Baden", "Vistula Legion")


def reach(nation: str, rank: str = "division", **more: Any) -> int:
    return int(result("command_range", {"nation": nation, "rank": rank, **more}).inches)


@pytest.mark.rule("NF-CMDRANGE")
class Test_command_range:
    @pytest.mark.parametrize("nation", Nation)
    @pytest.mark.parametrize("n", range(4))
    def test_every_cell_is_as_printed(self, nation: Nation, n: int) -> None:
        rank, printed = list(Rank)[n], RANGES.get(nation, RANGES["others"])[n]
        assert reach(nation, rank) == printed
        assert reach(nation, rank, exceptional=True) == printed + EXCEPTIONAL[n]
        assert reach(nation, rank, replacement=True) == printed - 1

    @pytest.mark.parametrize("nation", LIKE_FRANCE)
    def test_ruling_counts_french_allies_as_french(self, nation: str) -> None:
        inputs = {"nation": nation, "rank": "corps"}
        assert result("command_range", inputs).inches == 6
        assert result("command_range", inputs, context=switched("R-121", "everywhere")).inches == 8

    def test_replacement_is_never_exceptional(self) -> None:
        with pytest.raises(IllegalOrder, match="Exceptional: a replacement officer has the basic range"):
            reach("France", exceptional=True, replacement=True)
        assert reach("France", replacement=True) == 3


@pytest.mark.rule("NF-ARMYCMD")
class Test_army_commander:
    @pytest.mark.parametrize("rating", ARMY)
    @pytest.mark.parametrize("rank", ["wing or small army", "large army"])
    def test_every_rating_has_its_range_and_modifier(self, rating: str, rank: str) -> None:
        found = result("command_range", {"nation": "Austria", "rank": rank, "rating": rating})
        assert (found.effect_inches, found.modifier) == ARMY[rating]

    def test_without_corps_commanders_he_has_no_effect(self) -> None:
        assert str(result("command_range", {"nation": "Austria", "rank": "large army"})) == "16″"

    @pytest.mark.parametrize("rank", ["division", "corps"])
    def test_other_officers_have_no_rating(self, rank: str) -> None:
        with pytest.raises(IllegalOrder, match="only an army commander has this"):
            reach("Austria", rank, rating="good")
        assert reach("Austria", rank)


@pytest.mark.rule("NF-UNLIMBER")
class Test_unlimber:
    @staticmethod
    def may(**inputs: Any) -> bool:
        return bool(result("unlimber", {"nation": "France", **inputs}).may_unlimber)

    def test_battery_attached_to_a_brigade_may_unlimber(self) -> None:
        assert self.may(attached=True)
        assert not self.may()

    @pytest.mark.parametrize(
        ("officer", "last"),
        [
            ({}, 4),
            ({"replacement": True}, 3),
            ({"rank": "corps"}, 8),
            ({"rank": "corps", "exceptional": True}, 10),
            ({"rank": "large army"}, 18),
        ],
    )
    def test_range_of_an_officer_of_its_chain_ends_at_the_inch(self, officer: dict[str, Any], last: int) -> None:
        assert self.may(officers=[officer | {"inches": last}])
        assert not self.may(officers=[officer | {"inches": last + 0.25}])

    def test_one_officer_in_range_is_enough(self) -> None:
        assert self.may(officers=[{"inches": 30}, {"inches": 7, "rank": "corps"}])

    def test_replacement_is_never_exceptional(self) -> None:
        with pytest.raises(IllegalOrder, match="1st officer of its chain of command: a replacement"):
            self.may(officers=[{"inches": 1, "exceptional": True, "replacement": True}])
        assert self.may(officers=[{"inches": 1, "replacement": True}])


@pytest.mark.rule("NF-FUNCTIONS")
class Test_functions:
    @staticmethod
    def turn(*functions: str, battery: str = "horse battery", limbered: bool = True, **more: Any) -> Any:
        return result("functions", {"battery": battery, "limbered": limbered, "functions": list(functions)}, **more)

    @pytest.mark.parametrize(("battery", "allowed"), [("horse battery", 3), ("heavy battery", 2)])
    def test_battery_has_its_functions_and_no_more(self, battery: str, allowed: int) -> None:
        order = ["move", "unlimber", "fire"]
        assert self.turn(*order[:allowed], battery=battery).functions_left == 0
        with pytest.raises(IllegalOrder, match=f"must be {allowed} or fewer in a player turn, not {allowed + 1}"):
            self.turn(*[*order, "limber"][: allowed + 1], battery=battery)

    def test_horse_battery_moves_unlimbers_and_fires(self) -> None:
        found = self.turn("move", "unlimber", "fire")
        assert (found.limbered, found.may_fire, found.has_modifier) == (False, True, True)

    def test_heavy_battery_that_moves_and_unlimbers_cannot_fire(self) -> None:
        assert not self.turn("move", "unlimber", battery="heavy battery").may_fire

    @pytest.mark.parametrize("before", ["unlimber", "prolong"])
    def test_fire_after_unlimbering_or_prolonging_has_the_modifier(self, before: str) -> None:
        assert self.turn(before, "fire", limbered=before == "unlimber").has_modifier
        assert not self.turn("fire", limbered=False).has_modifier

    @pytest.mark.parametrize(
        ("functions", "limbered", "refused"),
        [
            (("move",), False, "1st function in order: an unlimbered battery cannot move"),
            (("unlimber",), False, "an unlimbered battery cannot unlimber"),
            (("limber",), True, "a limbered battery cannot limber"),
            (("prolong",), True, "a limbered battery cannot prolong"),
            (("fire",), True, "a limbered battery cannot fire"),
            (("fire", "limber"), False, "2nd function in order: fire must come last"),
            (("move", "move"), True, "may move only once in a turn"),
            (("move", "unlimber", "prolong"), True, "may prolong only once in a turn"),
        ],
    )
    def test_impossible_order_is_refused(self, *, functions: tuple[str, ...], limbered: bool, refused: str) -> None:
        with pytest.raises(IllegalOrder, match=refused):
            self.turn(*functions, limbered=limbered)

    def test_ruling_allows_a_second_move_but_no_second_fire(self) -> None:
        option = switched("R-130", "yes, except fire")
        assert self.turn("move", "move", context=option).limbered
        with pytest.raises(IllegalOrder, match="fire must come last"):
            self.turn("fire", "fire", limbered=False, context=option)
