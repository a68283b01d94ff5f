"""The fallen leader table."""

from fractions import Fraction

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.napoleonic_fury.tests.helpers import WAYS, carried_out, odds_by, result, rolled

pytestmark = pytest.mark.rule("NF-LEADER")
FATES = {
    2: ("felled by a sniper", True, 0),
    3: ("crushed under a falling horse", True, 0),
    4: ("staff officer hit, no effect", False, 0),
    5: ("disabled", True, 0),
    6: ("coolly ignores the fire, no effect", False, 0),
    7: ("shot dead in the saddle", True, 0),
    8: ("horse killed, no effect", False, 0),
    9: ("grievously wounded", True, 0),
    10: ("mere flesh wound, no effect", False, 0),
    11: ("stunned", False, 1),
    12: ("coat pierced, no effect", False, 0),
}
RANGES = {"division": 3, "corps": 7, "wing or small army": 11, "large army": 17}
FRENCH = {"nation": "France"}


@pytest.mark.parametrize("total", FATES)
def test_every_row_is_as_printed(total: int) -> None:
    found = rolled("fallen_leader", total, FRENCH)
    assert (found.fate, found.out_for_good, found.turns_out) == FATES[total]


def test_odds_are_those_of_two_dice() -> None:
    found = odds_by("fallen_leader", FRENCH, lambda each: str(each.fate))
    assert found == {FATES[total][0]: Fraction(ways, 36) for total, ways in WAYS.items()}
    gone = odds_by("fallen_leader", FRENCH, lambda each: (each.out_for_good, each.turns_out))
    assert (gone[True, 0], gone[False, 1]) == (Fraction(17, 36), Fraction(2, 36))


@pytest.mark.parametrize("rank", RANGES)
def test_replacement_has_the_basic_range_less_1_inch(rank: str) -> None:
    assert rolled("fallen_leader", 7, FRENCH | {"rank": rank}).replacement_range == RANGES[rank]
    assert rolled("fallen_leader", 11, FRENCH | {"rank": rank}).replacement_range == 0


def test_disabled_officer_leaves_at_the_end_of_the_player_turn() -> None:
    assert str(rolled("fallen_leader", 5, FRENCH)).startswith(
        "disabled, removed at the end of the player turn; replaced"
    )


def test_detached_officer_is_safe() -> None:
    with pytest.raises(IllegalOrder, match="only an attached officer is at risk"):
        result("fallen_leader", FRENCH | {"attached": False}, 3, 4)
    assert rolled("fallen_leader", 12, FRENCH)


def test_roll_is_keyed_by_leader_and_turn() -> None:
    (throw,) = carried_out("fallen_leader", FRENCH | {"leader": "Ney", "side": "French", "turn": 9}, 3, 4).throws
    assert (throw.rule, throw.subject, throw.turn) == ("NF-LEADER", ("French", "Ney"), 9)
