"""Every table against the page, typed a second time in the page's own order."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.registry import tables
from rulesets.core.table import Table
from rulesets.the_war_game.tables import HOUSE_SHOT, ROUND_SHOT

HALF, SEVEN_AND_A_HALF = Fraction(1, 2), Fraction(15, 2)
TABLES = tables("the_war_game")
PAGE: dict[str, Sequence[Sequence[Any]]] = {
    "moves": [
        *([6], [4], [SEVEN_AND_A_HALF], [SEVEN_AND_A_HALF], [9]),
        *([9], [18]),
        *([6], [1]),
        [6],
        *([6], [9], [SEVEN_AND_A_HALF]),
    ],
    "faster_guns": [[9], [4]],
    "terrain": [[HALF] * 4, [1] * 4, [HALF] * 4, [HALF, 1, 0, 0], [0, HALF, 0, 0]],
    "fords": [[2], [2], [2], [4]],
    "buildings": [[7]],
    "ranges": [[0, 24], [0, 18], [0, 18], [0, 60], [0, 24], [20, 50]],
    "musket_bands": [[8, 16, 24], [6, 12, 18], [6, 12, 18]],
    "musketry": [[2, 3, 1, 2], [3, 4, 2, 3], [4, 5, 3, 4]],
    "skirmish_bands": [[12], [24]],
    "skirmish_fire": [[5, 6], [6, "none"], [6, 6], [6, "none"], [5, 6], [6, "none"]],
    "charge_fire": [["volley at close range"], ["no volley"]],
    "fan_out": [[2], [1], [1]],
    "ride_down": [[4, 5], [12, 12], [3, 3]],
    "melee": [
        *([1, 1], [Fraction(3, 2), 1]),
        *([1, 1], [Fraction(3, 2), 1]),
        *([2, 1], [1, 1], [1, Fraction(3, 2)]),
    ],
    "melee_advantages": [[1], [1], [1], [2]],
    "exhausted": [[2, 3], [1, 2]],
    "exhaustion": [[2], [2]],
    "break_in": [[4]],
    "melee_moves": [[4], [2]],
    "command": [[3], [2], [1]],
    "losses": [[Fraction(1, 6), -1], [Fraction(1, 4), -2]],
    "morale_needed": [[6], [7], [8], [9], [10]],
    "officer_save": [[5]],
    "detachment": [[1], [8], [4]],
    "round_shot": [[3], [4], [5], [6]],
    "damage_less": [[0], [1], [2]],
    "damage": [[10], [20], [10], [20]],
    "canister": [[4], [5], [6]],
    "canister_cone": [[8, 2], [16, 4], [24, 6]],
    "burst": [["misfire"], ["left"], ["short"], ["right"], ["beyond"], ["center"]],
    "burst_size": [[6], [2]],
    "howitzer": [[4]],
    "house_shell": [[0], [1], [2], [3]],
    "fire_spread": [[15], [3], [3]],
    "house_shot": [
        ["none", "kills 1, stops", "kills 1, stops", "kills 2, goes on", "kills 3, goes on"],
        ["none", "none", "kills 1, stops", "kills 2, goes on", "kills 2, goes on"],
        ["none", "none", "none", "kills 1, stops", "kills 1, stops"],
    ],
}
NOT_PRINTED = {
    "faster_guns": {("artillery with its team", ""), ("artillery by hand", "")},
    "ranges": {(weapon, end) for weapon in ("smoothbore musket", "carbine") for end in ("from", "to")},
    "musket_bands": {
        ("rifle musket", "near"),
        *((weapon, band) for weapon in ("smoothbore musket", "carbine") for band in ("near", "middle", "far")),
    },
    "melee": {(f"1 cavalry against {n} infantry", side) for n in (1, 2) for side in ("first named", "second named")},
    "canister_cone": {(band, what) for band in ("near", "middle", "far") for what in ("reaches", "width at its end")},
    "burst_size": {("whole circle", ""), ("center", "")},
}


def test_every_table_is_typed_here() -> None:
    assert {f"the_war_game.{name}" for name in PAGE} == set(TABLES)


@pytest.mark.parametrize("name", PAGE)
def test_every_cell_matches_the_page(name: str) -> None:
    table = TABLES[f"the_war_game.{name}"]
    assert [list(cells) for cells in table.rows.values()] == [list(row) for row in PAGE[name]]


@pytest.mark.parametrize("name", PAGE)
def test_only_doubtful_cells_are_marked(name: str) -> None:
    cells = TABLES[f"the_war_game.{name}"].cells()
    assert {(cell.row, cell.column) for cell in cells if cell.mark is not Mark.PRINTED} == NOT_PRINTED.get(name, set())


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.id)
def test_table_has_a_citation_and_no_gap(table: Table[Any]) -> None:
    assert table.problems() == []
    assert str(table.cites).startswith("WG-")
    assert table.note or all(cell.mark is Mark.PRINTED for cell in table.cells())


@pytest.mark.parametrize(("inches", "least"), [(0, 3), (24, 3), (25, 4), (36, 4), (37, 5), (48, 5), (49, 6), (60, 6)])
def test_round_shot_border_belongs_to_the_nearer_band(inches: int, least: int) -> None:
    assert ROUND_SHOT.at(inches) == least


@pytest.mark.parametrize(
    ("inches", "effects"),
    [
        (0, "0 0 1 1 2+ 3+"),
        (36, "0 0 1 1 2+ 3+"),
        (37, "0 0 0 1 2+ 2+"),
        (48, "0 0 0 1 2+ 2+"),
        (49, "0 0 0 0 1 1"),
        (60, "0 0 0 0 1 1"),
    ],
)
def test_every_die_at_every_border_has_its_effect_on_a_house(inches: int, effects: str) -> None:
    words = {"0": "none", "1": "kills 1, stops", "2+": "kills 2, goes on", "3+": "kills 3, goes on"}
    assert [HOUSE_SHOT.at(inches, die) for die in range(1, 7)] == [words[effect] for effect in effects.split()]
