"""CW-3.1 to 3.5: combat, leaders, and exact odds."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.civil_war import tables as t
from rulesets.civil_war.fighting import Suffers
from rulesets.core.book import Mark
from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.odds import Enumeration
from rulesets.core.registry import procedure

COLUMN_VALUES = {
    "A": (-6, 5),
    "B": (-4, 4),
    "C": (-3, 3),
    "D": (-1, 1),
    "E": (0, 0),
    "F": (1, -1),
    "G": (2, -2),
    "H": (3, -3),
    "J": (4, -4),
    "K": (6, -5),
    "L": (8, -6),
}
SIZE_VALUES = {"small": -2, "medium": 0, "large": 2}


def expected(score: int) -> str:
    bands = ((4, "none"), (7, "1"), (9, "d"), (12, "d1"), (17, "d2"))
    return next((result for most, result in bands if score <= most), "d3")


def fight(*dice: int, sp: tuple[int, int] = (5, 5), **inputs: Any) -> Any:
    given_inputs = {"attacker_sp": sp[0], "defender_sp": sp[1], **inputs}
    return procedure("civil_war.combat").run(given_inputs, ScriptedDice(*dice)).result


class Test_3_5_cells:
    @pytest.mark.parametrize("column", list(COLUMN_VALUES))
    @pytest.mark.parametrize("size", list(SIZE_VALUES))
    @pytest.mark.parametrize("die", range(1, 7))
    def test_every_cell_follows_the_formula(self, column: str, size: str, die: int) -> None:
        of_defender, of_attacker = COLUMN_VALUES[column]
        base = 2 * die + SIZE_VALUES[size]
        assert t.LOSS_OF_DEFENDER.at(column, f"{size} {die}") == expected(base + of_defender)
        assert t.LOSS_OF_ATTACKER.at(column, f"{size} {die}") == expected(base + of_attacker)

    @pytest.mark.parametrize(("size", "loss"), [("small", "d1"), ("medium", "d2"), ("large", "d2")])
    def test_only_known_cells_are_marked_sourced(self, size: str, loss: str) -> None:
        cell = t.LOSS_OF_DEFENDER.cell("J", f"{size} 5")
        assert (cell.value, cell.mark) == (loss, Mark.SOURCED)
        both = [*t.LOSS_OF_DEFENDER.cells(), *t.LOSS_OF_ATTACKER.cells()]
        assert sum(cell.mark is Mark.SOURCED for cell in both) == 4


@pytest.mark.rule("CW-CRT")
class Test_3_5_results:
    def test_each_die_gives_the_other_sides_loss(self) -> None:
        got = fight(6, 1)
        assert (str(got.attacker), str(got.defender)) == ("unhurt", "loses 1 SP, demoralized")
        assert str(fight(1, 6)) == "attacker loses 1 SP, demoralized; defender unhurt"

    def test_attacker_rolls_first(self) -> None:
        inputs = {"attacker_sp": 5, "defender_sp": 5, "place": "1012", "turn": 3, "pulse": 2}
        throws = procedure("civil_war.combat").run(inputs, ScriptedDice(1, 1)).throws
        assert [throw.subject for throw in throws] == [("1012", "pulse 2", "attacker"), ("1012", "pulse 2", "defender")]
        assert {throw.turn for throw in throws} == {3}

    def test_side_loses_no_more_than_it_has(self) -> None:
        got = fight(6, 1, sp=(4, 1), terrain="clear")
        assert (got.defender.lost, got.defender.destroyed, got.defender.demoralized) == (1, True, False)

    def test_out_of_supply_force_ends_demoralized(self) -> None:
        got = fight(1, 1, attacker_in_supply=False, defender_in_supply=False)
        assert (got.attacker.demoralized, got.defender.demoralized) == (True, True)
        assert (got.attacker.lost, got.defender.lost) == (0, 0)

    def test_demoralized_force_cannot_attack(self) -> None:
        with pytest.raises(IllegalOrder, match="cannot attack"):
            fight(attacker_demoralized=True)


@pytest.mark.rule("CW-OVERRUN")
class Test_3_2_overrun_in_combat:
    def test_overrun_needs_no_roll_and_is_not_combat(self) -> None:
        got = fight(sp=(12, 1))
        assert (got.defender.destroyed, got.attacker.lost, got.counts_as_combat) == (True, 0, False)

    def test_dash_destroys_only_the_attacker(self) -> None:
        got = fight(sp=(2, 6))
        assert (got.attacker.destroyed, str(got.defender)) == (True, "unhurt")


@pytest.mark.rule("CW-SHIFT")
def test_combat_uses_the_shifted_column() -> None:
    assert fight(1, 1, sp=(21, 4), terrain="swamp", hexside="unnavigable_river").column == "J"


def hurt(role: str, *, die: int = 2, **leaders: Any) -> str:
    """Return the chances of column E, medium: 1 and 2 none, 3 one, 4 d, 5 and 6 d1."""
    both: dict[str, Any] = {role: leaders}
    return str(fight(die, 1, **both).defender)


@pytest.mark.rule("CW-LEADERCOMBAT")
class Test_3_4_leaders:
    @pytest.mark.parametrize("role", ["attacker", "defender"])
    def test_good_rating_helps_its_side_and_bad_one_the_enemy(self, role: str) -> None:
        sign = 1 if role == "attacker" else -1
        results = [hurt(role, commander=sign * rating) for rating in (-2, 0, 1, 2, 3)]
        assert results == ["unhurt", "unhurt", "loses 1 SP", "demoralized", "loses 1 SP, demoralized"]

    def test_army_counts_subordinates_not_the_commander(self) -> None:
        assert hurt("attacker", army=True, commander=2) == "unhurt"
        assert hurt("attacker", army=True, subordinates=[1, 1]) == "demoralized"
        assert hurt("attacker", army=True, subordinates=[1, -1]) == "loses 1 SP"
        assert hurt("attacker", subordinates=[1, 1]) == "unhurt"

    def test_leaders_add_at_most_3_together(self) -> None:
        assert hurt("attacker", die=1, army=True, subordinates=[2, 2, 2]) == "demoralized"
        mixed = fight(1, 1, attacker={"commander": 2}, defender={"commander": -2})
        assert str(mixed.defender) == "demoralized"

    def test_die_is_capped_at_6(self) -> None:
        assert hurt("attacker", die=6, commander=3) == hurt("attacker", die=6)

    def test_good_army_rating_rerolls_low_dice(self) -> None:
        good = {"army_rating": 2}
        assert str(fight(1, 2, 6, 1, attacker=good).defender) == "loses 1 SP, demoralized"
        assert str(fight(3, 3, 3, 1, attacker=good).defender) == "loses 1 SP"
        assert str(fight(4, 1, attacker=good).defender) == "demoralized"
        assert str(fight(1, 1, attacker={**good, "again_up_to": 0}).defender) == "unhurt"

    def test_bad_army_rating_lets_the_enemy_force_rerolls(self) -> None:
        bad = {"army_rating": -1}
        assert str(fight(6, 1, 1, attacker=bad).defender) == "unhurt"
        assert str(fight(3, 1, attacker=bad).defender) == "loses 1 SP"
        assert str(fight(6, 1, attacker=bad, defender={"force_from": 7}).defender) == "loses 1 SP, demoralized"

    def test_defenders_rating_affects_the_defenders_die(self) -> None:
        assert str(fight(6, 2, 6, defender={"army_rating": 1}).attacker) == "loses 1 SP, demoralized"

    def test_rerolls_keep_the_key_and_count_up(self) -> None:
        inputs = {"attacker_sp": 5, "defender_sp": 5, "attacker": {"army_rating": 3}}
        throws = procedure("civil_war.combat").run(inputs, ScriptedDice(1, 1, 1, 5, 2)).throws
        assert [throw.k for throw in throws] == [0, 1, 2, 3, 0]


SIDE = st.fixed_dictionaries(
    {
        "army": st.booleans(),
        "commander": st.integers(-3, 3),
        "army_rating": st.integers(-3, 3),
        "subordinates": st.lists(st.integers(-3, 3), max_size=4),
        "again_up_to": st.integers(0, 6),
        "force_from": st.integers(1, 7),
    }
)
BATTLES = st.fixed_dictionaries(
    {
        "attacker_sp": st.integers(1, 30),
        "defender_sp": st.integers(1, 30),
        "terrain": st.sampled_from(["clear", "forest", "swamp"]),
        "work": st.sampled_from(["none", "fort", "fortress"]),
        "defender_demoralized": st.booleans(),
        "attacker": SIDE,
        "defender": SIDE,
        "attacker_in_supply": st.booleans(),
        "defender_in_supply": st.booleans(),
    }
)


@pytest.mark.rule("CW-CRT")
class Test_3_odds:
    @given(inputs=BATTLES, seed=st.integers(0, 2**32))
    @settings(max_examples=30)
    def test_odds_add_up_to_one_agree_with_floats_and_include_every_roll(
        self, inputs: dict[str, Any], seed: int
    ) -> None:
        combat = procedure("civil_war.combat")
        exact, floats = combat.odds(inputs), combat.odds(inputs, exact=False)
        assert sum(exact.chances.values()) == 1
        assert all(abs(floats.chances[result] - chance) < 1e-12 for result, chance in exact.chances.items())
        assert combat.run(inputs, ChanceDice(seed)).result in exact.chances

    @pytest.mark.parametrize("rating", [-2, -1, 0, 1, 2])
    def test_odds_match_the_count_of_every_roll(self, rating: int) -> None:
        combat = procedure("civil_war.combat")
        inputs = combat.read({"attacker_sp": 7, "defender_sp": 4, "attacker": {"army_rating": rating, "commander": 1}})
        counted = Enumeration(leaves=50_000).distribution(combat, inputs, Context(), exact=True)
        assert counted.chances == combat.odds(inputs).chances

    def test_odds_of_2_to_1_by_a_medium_force_are_as_printed(self) -> None:
        odds = procedure("civil_war.combat").odds({"attacker_sp": 8, "defender_sp": 4})
        assert odds.of(lambda got: got.defender == Suffers(2, demoralized=True)) == Fraction(2, 6)
        assert odds.of(lambda got: got.attacker.demoralized) == Fraction(1, 6)
