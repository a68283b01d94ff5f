"""The disorder and good order tables, and their modifiers."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedures
from rulesets.napoleonic_fury.state import Handling
from rulesets.napoleonic_fury.tests.helpers import (
    TWO_DICE,
    WAYS,
    carried_out,
    marks_of,
    odds_by,
    out_of,
    result,
    rolled,
    switched,
)

PLAIN = {"nation": "Spain", "status": "Worn"}  # no modifier at all
ORDER = [str(each) for each in Handling]
# The last total of each result, from the worst; the next result begins 1 higher
DISORDER = {"routs": 1, "broken": 3, "wavering": 5, "shaken": 7, "rallies": 10, "rallies with elan": 99}
GOOD_ORDER = {
    "excellent": (2, 4, 5, 6, 7),
    "good": (2, 4, 6, 7, 8),
    "average": (2, 4, 6, 8, 9),
    "poor": (3, 5, 7, 9, 10),
}
RESULTS = ORDER[6:]
DOES = {
    "routs": ("leaves the table", "none", "off the table", 0),
    "broken": ("loses a stand, retreats a full move", "none", "disordered", 1),
    "wavering": ("retreats 3″ in disorder", "none", "disordered", 0),
    "shaken": ("holds its ground but rallies", "none", "good order", 0),
    "rallies": ("may move half, without formation change", "half move", "good order", 0),
    "rallies with elan": ("may make a full move", "full move", "good order", 0),
    "retreat": ("retreats half a move", "none", "good order", 0),
    "hold": ("holds its ground", "none", "good order", 0),
    "hold or formation change": ("holds its ground, may change formation", "formation change", "good order", 0),
    "half move or formation change": (
        "may move half or change formation",
        "half move or formation change",
        "good order",
        0,
    ),
    "half move and formation change": (
        "may move half and change formation",
        "half move and formation change",
        "good order",
        0,
    ),
    "well handled": ("may make a full move", "full move", "good order", 0),
}
# Unmodified chances in 36, as the decoded tables give them
DISORDER_ODDS = {"broken": 3, "wavering": 7, "shaken": 11, "rallies": 12, "rallies with elan": 3}
GOOD_ORDER_ODDS = {
    "excellent": (1, 5, 4, 5, 6, 15),
    "good": (1, 5, 9, 6, 5, 10),
    "average": (1, 5, 9, 11, 4, 6),
    "poor": (3, 7, 11, 9, 3, 3),
}


def modifier(**inputs: Any) -> int:
    return int(result("maneuver_modifiers", PLAIN | inputs).modifier)


def to_reach(total: int) -> tuple[int, dict[str, Any]]:
    """Return a natural total and inputs whose modifiers make it this total, from 0 to 22."""
    natural = max(2, min(12, total))
    rest = total - natural
    status, officers = ("Spent", rest + 2) if rest < 0 else ("Worn", rest)
    return natural, PLAIN | {"status": status, "officers": [{}] * officers}


@pytest.mark.rule("NF-DISORDER")
class Test_disorder:
    @pytest.mark.parametrize("total", range(0, 18))
    def test_every_total_reads_its_result(self, total: int) -> None:
        natural, inputs = to_reach(total)
        expected = next(handling for handling, last in DISORDER.items() if total <= last)
        found = rolled("disorder", natural, inputs)
        assert found.handling == expected
        assert (found.does, found.allowed, found.afterwards, found.stands_lost) == DOES[expected]

    def test_unmodified_odds_match_the_table(self) -> None:
        found = odds_by("disorder", PLAIN, lambda each: str(each.handling))
        assert found == {handling: Fraction(ways, 36) for handling, ways in DISORDER_ODDS.items()}

    def test_lowest_total_routs_and_highest_rallies_with_elan(self) -> None:
        assert rolled("disorder", 2, PLAIN | {"status": "Spent"}).handling == "routs"
        officers = [{"place": "attached", "exceptional": True}] * 10
        assert rolled("disorder", 2, PLAIN | {"officers": officers}).handling == "rallies with elan"

    def test_what_elan_allows_is_marked_as_ours(self) -> None:
        assert marks_of(carried_out("disorder", PLAIN, 6, 6))["disorder_effect"] == "house"
        assert marks_of(carried_out("disorder", PLAIN, 5, 5))["disorder_effect"] == "printed"

    def test_roll_is_keyed_by_unit_and_turn(self) -> None:
        named = PLAIN | {"side": "Allies", "unit": "Zoé's", "turn": 4}
        (throw,) = carried_out("disorder", named, 3, 4).throws
        assert (throw.rule, throw.subject, throw.turn, throw.sides) == ("NF-DISORDER", ("Allies", "Zoe's"), 4, 6)


@pytest.mark.rule("NF-ORDER")
class Test_good_order:
    @pytest.mark.parametrize("rating", GOOD_ORDER)
    @pytest.mark.parametrize("total", range(0, 18))
    def test_every_total_reads_its_result(self, rating: str, total: int) -> None:
        natural, inputs = to_reach(total)
        expected = RESULTS[sum(last < total for last in GOOD_ORDER[rating])]
        found = rolled("good_order", natural, inputs | {"rating": rating})
        assert found.handling == expected
        assert (found.does, found.allowed, found.afterwards, found.stands_lost) == DOES[expected]

    @pytest.mark.parametrize("rating", GOOD_ORDER_ODDS)
    def test_unmodified_odds_match_the_table(self, rating: str) -> None:
        found = odds_by("good_order", PLAIN | {"rating": rating}, lambda each: str(each.handling))
        expected = zip(RESULTS, GOOD_ORDER_ODDS[rating], strict=True)
        assert found == {handling: Fraction(ways, 36) for handling, ways in expected}

    @pytest.mark.parametrize("total", [10, 11])
    def test_cells_of_the_lost_plus_sign_are_marked(self, total: int) -> None:
        for rating in GOOD_ORDER:
            marks = marks_of(carried_out("good_order", PLAIN | {"rating": rating}, *TWO_DICE[total]))
            assert marks["good_order"] == ("reconstructed" if rating == "good" else "printed")

    @pytest.mark.rule("NF-CHAIN")
    @pytest.mark.parametrize(
        ("rating", "worse"), [("excellent", "good"), ("good", "average"), ("average", "poor"), ("poor", "poor")]
    )
    def test_unit_outside_the_chain_uses_a_column_worse(self, rating: str, worse: str) -> None:
        def handling(each: Any) -> str:
            return str(each.handling)

        outside = odds_by("good_order", PLAIN | {"rating": rating, "out_of_command": True}, handling)
        assert outside == odds_by("good_order", PLAIN | {"rating": worse}, handling)
        assert outside != odds_by("good_order", PLAIN | {"rating": "excellent"}, handling)


@pytest.mark.rule("NF-MANMOD")
class Test_modifiers:
    @pytest.mark.parametrize(
        ("inputs", "value"),
        [
            ({}, 0),
            ({"exceptional_commander": True}, 1),
            ({"officers": [{}]}, 1),
            ({"officers": [{"exceptional": True}]}, 2),
            ({"officers": [{"place": "attached"}]}, 2),
            ({"officers": [{"place": "attached", "exceptional": True}]}, 3),
            ({"officers": [{"rank": "corps", "place": "attached"}]}, 2),
            ({"officers": [{"rank": "corps"}]}, 0),
            ({"officers": [{"rank": "corps", "exceptional": True}]}, 0),
            ({"officers": [{"place": "out of range", "exceptional": True}]}, 0),
            ({"troops": "light infantry"}, 1),
            ({"troops": "light cavalry"}, 1),
            ({"troops": "heavy cavalry"}, 1),
            ({"troops": "Cossacks"}, 1),
            ({"troops": "militia cavalry"}, 1),
            ({"troops": "Landwehr"}, 0),
            ({"status": "Fresh"}, 2),
            ({"status": "Spent"}, -2),
            ({"formation": "march column"}, 2),
            ({"in_woods": True}, -1),
            ({"in_woods": True, "troops": "light infantry"}, 1),
            ({"in_woods": True, "troops": "light cavalry"}, 0),
        ],
    )
    def test_each_line_counts(self, inputs: dict[str, Any], value: int) -> None:
        assert modifier(**inputs) == value

    @pytest.mark.parametrize(
        ("nation", "troops", "in_column", "in_line"),
        [
            ("France", "line infantry", 2, 0),
            ("Britain", "line infantry", 1, 1),
            ("Austria", "light cavalry", 3, 2),
            ("Prussia", "heavy cavalry", 0, 1),
        ],
    )
    def test_nation_counts_in_column_and_line_alone(
        self, nation: str, troops: str, in_column: int, in_line: int
    ) -> None:
        of = {"nation": nation, "troops": troops}
        arm = int(troops.endswith("cavalry"))
        assert modifier(**of, formation="column") == in_column
        assert modifier(**of, formation="line") == in_line
        assert modifier(**of, formation="march column") == 2 + arm

    def test_square_has_no_national_modifier(self) -> None:
        assert modifier(nation="Britain", formation="square") == 0
        with pytest.raises(IllegalOrder, match="Formation: only infantry can form square"):
            modifier(troops="light cavalry", formation="square")

    @pytest.mark.rule("NF-ARMYCMD")
    @pytest.mark.parametrize(("rating", "value"), [("excellent", 4), ("good", 3), ("average", 2), ("poor", 1)])
    def test_army_commander_in_range_adds_his_value(self, rating: str, value: int) -> None:
        commander = {"rank": "large army", "rating": rating}
        assert modifier(officers=[commander]) == value
        assert modifier(officers=[commander, {}]) == value + 1
        assert modifier(officers=[commander | {"place": "out of range"}]) == 0
        assert modifier(officers=[{"rank": "large army"}]) == 0

    @pytest.mark.rule("NF-ARMYCMD")
    @pytest.mark.parametrize(("rating", "value"), [("excellent", 4), ("poor", 3)])
    def test_officer_counts_once_by_his_best_line(self, rating: str, value: int) -> None:
        both = {"rank": "large army", "rating": rating, "place": "attached", "exceptional": True}
        assert modifier(officers=[both]) == value

    def test_only_an_army_commander_has_a_rating(self) -> None:
        with pytest.raises(IllegalOrder, match="1st officer: only an army commander has a rating here"):
            modifier(officers=[{"rank": "corps", "rating": "good"}])
        assert modifier(officers=[{"rank": "corps"}]) == 0

    def test_officers_add_up_or_by_a_ruling_only_the_best_counts(self) -> None:
        officers = PLAIN | {"officers": [{}, {"place": "attached"}, {"place": "attached", "exceptional": True}]}
        assert result("maneuver_modifiers", officers).modifier == 6
        best = switched("R-125", "the best officer")
        assert result("maneuver_modifiers", officers, context=best).modifier == 3
        assert result("maneuver_modifiers", PLAIN | {"officers": [{}]}, context=best).modifier == 1

    def test_sum_is_added_to_the_dice(self) -> None:
        fresh = PLAIN | {"status": "Fresh", "exceptional_commander": True}
        outcome = carried_out("disorder", fresh, 2, 2)
        assert out_of(outcome, "Maneuver: dice") == 7
        assert result("maneuver_modifiers", fresh).modifier == 3


@pytest.mark.rule("NF-DICE")
@pytest.mark.parametrize(
    "each", [p for p in procedures("napoleonic_fury").values() if p.odds_way.name != "no dice"], ids=lambda p: p.id
)
def test_every_roll_is_of_two_six_sided_dice(each: Any) -> None:
    assert "NF-DICE" in each.rules
    example = next(example for example in each.examples if example.dice)
    throws = carried_out(each.name, example.inputs, *example.dice).throws
    assert throws
    assert {(throw.sides, len(throw.faces)) for throw in throws} == {(6, 2)}


UNITS = st.fixed_dictionaries(
    {
        "nation": st.sampled_from(["France", "Britain", "Spain", "Russia"]),
        "troops": st.sampled_from(["line infantry", "light infantry", "light cavalry"]),
        "formation": st.sampled_from(["line", "column", "march column"]),
        "status": st.sampled_from(["Fresh", "Worn", "Spent"]),
    }
)


@given(UNITS, st.sampled_from(sorted(GOOD_ORDER)), st.integers(2, 11))
def test_better_dice_and_a_better_officer_never_do_worse(unit: dict[str, Any], rating: str, natural: int) -> None:
    def rank(name: str, dice: int, **more: Any) -> int:
        return ORDER.index(rolled(name, dice, unit | more).handling)

    officers = [{"exceptional": True}]
    for name, more in (("disorder", {}), ("good_order", {"rating": rating})):
        assert rank(name, natural, **more) <= rank(name, natural + 1, **more)
        assert rank(name, natural, **more) <= rank(name, natural, **more, officers=officers)


def test_two_dice_cover_every_total() -> None:
    assert sum(WAYS.values()) == 36
    assert {sum(dice) for dice in TWO_DICE.values()} == set(TWO_DICE)
