"""CW-3.1 to 3.3 and 3.6: columns, shifts, overruns, and the chance for VG-9C."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import Context
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

CHANCES = """
A | 0/6 | 0/6 | 1/6 | 2/4 | 2/3 | 2/2
B | 0/6 | 1/6 | 2/6 | 3/5 | 3/4 | 3/3
C | 0/6 | 1/6 | 2/6 | 2/5 | 2/4 | 2/3
D | 1/6 | 2/6 | 2/5 | 2/6 | 2/5 | 2/4
E | 2/6 | 3/6 | 3/5 | 2/6 | 3/6 | 3/5
F | 2/6 | 2/5 | 2/4 | 1/6 | 2/6 | 2/5
G | 3/6 | 3/5 | 3/4 | 1/6 | 2/6 | 3/6
H | 2/5 | 2/4 | 2/3 | 0/6 | 1/6 | 2/6
J | 3/5 | 3/4 | 3/3 | 0/6 | 1/6 | 2/6
K | 3/4 | 3/3 | 2/2 | 0/6 | 0/6 | 1/6
L | 3/3 | 2/2 | 1/1 | 0/6 | 0/6 | 1/6
"""
LINES = [[part.strip() for part in line.split("|")] for line in CHANCES.strip().splitlines()]
KINDS = [(army, size) for army in ("defender", "attacker") for size in ("small", "medium", "large")]


def shift(**inputs: Any) -> Any:
    return procedure("civil_war.column_shifts").run(inputs).result


@pytest.mark.rule("CW-SHIFT")
class Test_3_3_shifts:
    @pytest.mark.parametrize(
        ("inputs", "left"),
        [
            ({}, 0),
            ({"terrain": "rough"}, 0),
            ({"terrain": "forest"}, 1),
            ({"terrain": "swamp"}, 2),
            ({"terrain": "mountain"}, 0),
            ({"hexside": "unnavigable_river"}, 1),
            ({"hexside": "navigable_river"}, 2),
            ({"hexside": "seasonal_river"}, 2),
            ({"hexside": "seasonal_river", "high_water": False}, 1),
            ({"hexside": "gap_or_road"}, 2),
            ({"work": "fort"}, 1),
            ({"work": "fortress"}, 2),
            ({"defender_demoralized": True}, -1),
            ({"terrain": "forest", "defender_demoralized": True}, 0),
            ({"terrain": "swamp", "hexside": "unnavigable_river"}, 3),
            ({"terrain": "swamp", "hexside": "navigable_river"}, 4),
        ],
    )
    def test_every_situation_shifts_columns(self, inputs: dict[str, Any], left: int) -> None:
        assert shift(**inputs).left == left

    def test_shifts_add_up_before_the_limit_of_4(self) -> None:
        got = shift(terrain="swamp", hexside="navigable_river", work="fortress")
        assert (got.left, got.all) == (4, 6)
        assert shift(terrain="swamp", hexside="navigable_river", work="fort", defender_demoralized=True).left == 4

    def test_landing_ignores_terrain_and_works(self) -> None:
        got = shift(terrain="swamp", hexside="estuary", work="fortress", amphibious=True, defender_demoralized=True)
        assert got.left == -1

    @pytest.mark.parametrize("inputs", [{"terrain": "sea"}, {"hexside": "ridge"}, {"hexside": "estuary"}])
    def test_closed_hexside_blocks_an_attack(self, inputs: dict[str, str]) -> None:
        with pytest.raises(IllegalOrder):
            shift(**inputs)


def column(attacker: int, defender: int, context: Context | None = None, **ground: Any) -> Any:
    inputs = {"attacker_sp": attacker, "defender_sp": defender, **ground}
    return procedure("civil_war.column").run(inputs, context=context or Context()).result


SHIFTED: dict[int, dict[str, Any]] = {
    1: {"terrain": "forest"},
    2: {"terrain": "swamp"},
    3: {"terrain": "swamp", "work": "fort"},
}
SHIFTED[4] = {"terrain": "swamp", "work": "fortress"}
SHIFTED[0] = {}


@pytest.mark.rule("CW-CRT")
class Test_3_2_columns:
    @pytest.mark.parametrize(
        ("attacker", "defender", "code"),
        [
            (5, 5, "E"),
            (4, 3, "F"),
            (5, 3, "F"),
            (6, 4, "F"),
            (7, 4, "G"),
            (9, 5, "G"),
            (11, 6, "H"),
            (20, 11, "H"),
            (4, 5, "D"),
            (4, 6, "D"),
            (4, 7, "C"),
            (5, 9, "C"),
            (6, 11, "B"),
            (11, 20, "B"),
            (1, 1, "E"),
            (2, 1, "J"),
            (5, 2, "J"),
            (3, 1, "K"),
            (7, 2, "K"),
            (4, 1, "L"),
            (19, 4, "L"),
            (21, 4, "L2"),
            (5, 1, "L2"),
            (6, 1, "L3"),
            (7, 1, "L4"),
            (8, 1, "o1"),
            (9, 1, "o2"),
            (10, 1, "o3"),
            (11, 1, "o4"),
            (12, 1, "o"),
            (100, 1, "o"),
            (1, 2, "A"),
            (3, 8, "A"),
            (1, 3, "-"),
            (1, 100, "-"),
        ],
    )
    def test_every_heading_covers_its_edges(self, attacker: int, defender: int, code: str) -> None:
        assert column(attacker, defender).code == code

    @pytest.mark.parametrize(
        ("sp", "size"), [(1, "small"), (3, "small"), (4, "medium"), (9, "medium"), (10, "large"), (100, "large")]
    )
    def test_size_follows_strength(self, sp: int, size: str) -> None:
        assert (column(sp, 5).attacker_size, column(5, sp).defender_size) == (size, size)

    @pytest.mark.parametrize(("left", "letter"), [(0, "L"), (1, "L"), (2, "K"), (3, "J"), (4, "H")])
    def test_worked_example_of_21_against_4_uses_its_column(self, left: int, letter: str) -> None:
        assert column(21, 4, **SHIFTED[left]).column == letter

    @pytest.mark.parametrize(
        ("sp", "letters"), [(4, "LKJHG"), (5, "LLKJH"), (6, "LLLKJ"), (7, "LLLLK"), (2, "JHGFE"), (1, "EDCBA")]
    )
    def test_left_shifts_move_the_column(self, sp: int, letters: str) -> None:
        assert "".join(column(sp, 1, **SHIFTED[left]).column for left in range(5)) == letters

    def test_right_shifts_stop_at_column_l(self) -> None:
        assert column(2, 1, defender_demoralized=True).column == "K"
        assert column(4, 1, defender_demoralized=True).column == "L"
        assert column(5, 1, defender_demoralized=True).column == "L"

    def test_shifts_beyond_column_a_use_it_or_a_dash(self) -> None:
        assert column(4, 5, **SHIFTED[4]).column == "A"
        dash = Context(switches={"R-109": "beyond A is a dash"})
        assert column(4, 5, dash, **SHIFTED[4]).happens == "attacker destroyed"
        assert column(4, 5, dash, **SHIFTED[3]).column == "A"


@pytest.mark.rule("CW-OVERRUN")
class Test_3_2_overruns:
    def overrun(self, attacker: int, defender: int, left: int = 0) -> Any:
        inputs = {"attacker_sp": attacker, "defender_sp": defender, **SHIFTED[left]}
        return procedure("civil_war.overrun").run(inputs).result

    @pytest.mark.parametrize("needed", [1, 2, 3, 4])
    @pytest.mark.parametrize("left", range(5))
    def test_enough_shifts_prevent_an_overrun(self, needed: int, left: int) -> None:
        got = self.overrun(7 + needed, 1, left)
        assert got.happens == ("combat" if left >= needed else "overrun")
        assert got.shifts_that_prevent == needed

    def test_prevented_overrun_uses_column_l(self) -> None:
        assert column(9, 1, **SHIFTED[2]).column == "L"
        assert column(9, 1, **SHIFTED[4]).column == "L"

    def test_overrun_at_12_to_1_cannot_be_prevented(self) -> None:
        assert [self.overrun(12, 1, left).happens for left in range(5)] == ["overrun"] * 5
        assert self.overrun(12, 1).shifts_that_prevent is None

    def test_overrun_does_not_count_as_combat(self) -> None:
        assert not self.overrun(9, 1).counts_as_combat
        assert self.overrun(9, 1, 2).counts_as_combat

    @pytest.mark.parametrize("left", range(5))
    def test_dash_destroys_the_attacker(self, left: int) -> None:
        assert self.overrun(2, 6, left).happens == "attacker destroyed"


@pytest.mark.rule("CW-9C")
class Test_3_6_chance_of_demoralization:
    @pytest.mark.parametrize(
        ("column", "army", "size", "chance"),
        [(row[0], army, size, text) for row in LINES for (army, size), text in zip(KINDS, row[1:], strict=True)],
    )
    def test_every_cell_counts_its_results(self, column: str, army: str, size: str, chance: str) -> None:
        inputs = {"column": column, "army": army, "enemy_size": size}
        got = procedure("civil_war.demoralization_chance").run(inputs).result
        assert f"{got.demoralizing}/{got.lines}" == chance
        assert (len(got.faces), len(got.faces) + len(got.harmless)) == (got.demoralizing, got.lines)

    def test_out_of_supply_army_is_certain_to_be_demoralized(self) -> None:
        inputs = {"column": "A", "army": "defender", "enemy_size": "small", "in_supply": False}
        got = procedure("civil_war.demoralization_chance").run(inputs).result
        assert (got.chance, str(got)) == (Fraction(1), "certain")
