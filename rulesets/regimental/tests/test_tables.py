"""Every cell of every table against the document, typed a second time from it and from the list of its losses.

A cell without a sign is printed, + is a house value, * a reading of a garbled place, ' from another source.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.draw import SIGNS
from rulesets.core.registry import tables
from rulesets.core.table import Table

TYPED_AGAIN: Mapping[str, str] = {
    "scale": """
        yards in an inch | 20
        minutes in a turn | 10
        men in a stand | 50
        guns in a gun stand | 2""",
    "command_ranks": """
        brigade | regimental
        division | brigade
        corps | divisional*
        army | corps*""",
    "command_radius": """
        on horseback | 18
        on foot | 9+
        in twilight | 8
        in the dark | 8+""",
    "leader_risk": "from a unit that is a target | 2",
    "leader_quality": """
        1 to 2 | weak | weak
        3 to 7 | average | average
        8 | exceptional | average
        9 to 10 | exceptional | exceptional""",
    "leader_modifier": """
        exceptional | +1
        average | 0
        weak | −1""",
    "fallen": """
        1 | killed+
        2 | wounded+
        3 | stunned+
        4 | horse killed+
        5 | colors down+
        6 to 10 | no effect+""",
    "fallen_effect": """
        turns that a stunned leader is out | 1+
        VP to the enemy for captured colors | 1+""",
    "formations": """
        column | yes | yes
        road column | yes | yes
        single line | yes | yes
        supported line | no | yes""",
    "maneuver_modifiers": """
        crack unit | +1+
        green unit | −1+
        in works or a building | +1+
        lying down | −1+
        no skirmishers within 8″ of enemy infantry | −1+
        colors down | −1+
        colors captured | −1+
        broken friends passed through this turn | −2+""",
    "obstacle_kinds": """
        fence | light
        hedge | light+
        wall | hard
        works | hard+""",
    "obstacles": """
        infantry | yes | 3 | no
        crack cavalry | yes | 3 | no
        veteran cavalry | yes | 3 | yes
        green cavalry | no | 0 | no
        artillery | no | 0 | no""",
    "clearing": """
        light | 1/2
        hard | 1""",
    "rates": """
        rapid move in rough ground | 3/4
        march column on a track | 1 1/2""",
    "passage": """
        2 or less | quits the field | disordered, 1 stand skedaddles, retires
        3 to 4 | disordered, 1 stand skedaddles, retires | disordered, 1 stand skedaddles
        5 to 6 | 1 stand skedaddles | disordered
        7 or more | no effect | no effect""",
    "passage_modifiers": """
        passing unit disordered | −1
        passing unit pursued in a breakthrough charge | −1""",
    "passage_effect": """
        quits the field | no | 0 | 0
        disordered, 1 stand skedaddles, retires | yes | 1 | 6
        disordered, 1 stand skedaddles | yes | 1 | 0
        1 stand skedaddles | no | 1 | 0
        disordered | yes | 0 | 0
        no effect | no | 0 | 0""",
    "passage_cost": "passing unit | 3+",
    "lying_move": """
        lie down | 1/2+
        get up | 1/2+""",
    "lying_fire": """
        Springfield or Enfield | 1/2+
        rifled smoothbore | 1/2+
        breech-loading carbine | 1
        repeater | 1
        smoothbore | 1/2+""",
    "skirmish": """
        stands in the unit for each skirmishing | 4+
        figures per infantry stand | 3+
        figures per dismounted cavalry stand | 3
        figures per mounted cavalry stand | 3+
        cavalry stands for each that holds horses | 4+
        inches ahead of the unit, at most | 8+
        inches beyond which they screen from infantry fire | 8+
        inches at which formed enemies drive them in | 4+""",
    "works": """
        light works | 2
        breastworks | 6+""",
    "building": """
        regiments inside, at most | 1
        d10 that sets it on fire, at least | 9
        stands lost per turn in a fire | 1""",
    "weapon_shares": """
        smoothbore | 30 | 5 | 60 | 10
        rifled smoothbore | 45 | 15 | 25 | 15
        Springfield or Enfield | 25 | 80 | 15 | 75""",
    "fire_ranges": """
        Springfield or Enfield | 8 | 16 | 24
        rifled smoothbore | 8 | 16 | 0
        breech-loading carbine | 8 | 16 | 0
        repeater | 8 | 16 | 0
        smoothbore | 4 | 8 | 0
        pistol or shotgun | 0 | 0 | 0""",
    "fire_points": """
        Springfield or Enfield | 1* | 1* | 1/2*
        Springfield or Enfield, second reading | 2* | 1* | 1/2*
        rifled smoothbore | 1 | 1/2 | 0
        breech-loading carbine | 1 | 1/2 | 0
        repeater | 4 | 1 | 0
        smoothbore | 1 | 1/2 | 0
        pistol or shotgun | 1/2 | 0 | 0""",
    "half_effect": """
        by skirmishers | 1/2+
        at a screened unit | 1/2+
        by a surprised unit | 1/2
        by hand weapons, if halved again | 1/2*
        by a disordered battery | 1/2
        by prolonge | 1/2""",
    "fire_modifiers": """
        point-blank volley | +1
        rifled guns | +1
        target moved over 6″ | −1
        target in light works | −1
        target in breastworks | −2+
        target in a building | −2
        target lying down | −1+
        target cavalry skirmishers | −2""",
    "ammunition": """
        Confederate | 9
        Union | 10'""",
    "flank_fire": """
        firing stands, at least | 4
        inches back | 1""",
    "sniper": """
        d10 for a sniper, at least | 9
        range in inches, at most | 30
        d10 to hit, at least | 9
        range in inches below which the roll is better | 15
        added to the roll | 1""",
    "gun_ranges": """
        12-pdr smoothbore | 8 | 16 | 16 | 32 | 16 | 32 | 24 | 48 | 60+
        3-inch rifle | 8 | 16 | 16 | 32 | 16 | 32 | 24 | 48 | 60+
        6-pdr smoothbore | 6 | 12 | 12 | 24 | 12 | 24 | 18 | 36 | 45+""",
    "gun_points": """
        12-pdr smoothbore | 4 | 2 | 2 | 1 | 1 | 1/2 | 1 | 1/2
        3-inch rifle | 2 | 1 | 2 | 1 | 1 | 1/2 | 1 | 1/2
        6-pdr smoothbore | 3 | 1 1/2 | 2 | 1 | 1 | 1/2 | 1 | 1/2""",
    "grouping": """
        widely separated over | 6
        distant target over | 16""",
    "over_friends": """
        inches behind them, more than | 6
        d10 that disorders them, at most | 2""",
    "battery_recovery": """
        turns without fire received | 1
        inches withdrawn | 4""",
    "prolonge": """
        inches moved by hand, at most | 1
        degrees turned, at most | 45*
        share of a turn used by hand | 1/2
        share of the distance withdrawn while firing | 1/2""",
    "captured": "infantry stands for each section | 1",
    "reactions": """
        formed infantry or dismounted cavalry | yes+ | yes+ | no+ | no+ | no+
        mounted cavalry | no+ | yes+ | yes+ | no+ | no+
        unlimbered guns | yes+ | yes+ | no+ | no+ | no+
        limbered guns | no+ | yes+ | no+ | yes+ | no+
        skirmishers | no+ | no+ | no+ | no+ | yes+""",
    "reaction_rolls": """
        counter-charge | 5+
        retire | 5+""",
    "fall_back": "fall back | 8+",
    "combat_modifiers": """
        defender in light works | +1
        defender in breastworks | +2+
        defender in a building | +2
        defender uphill | +1+
        defender lying down | −1+
        defender surprised | −1
        low on ammunition | −1+
        point-blank volley just delivered | +1+""",
    "concealed": """
        surprise fire | 4
        surprise attack | 4""",
    "surprise": """
        2 or less | recoils | driven back
        3 to 6 | checked | recoils
        7 | no effect* | checked*
        8 or more | no effect | checked""",
    "surprise_modifiers": """
        fire includes artillery | −1
        fire from behind the flank | −2
        leader killed | −1""",
    "surprise_loss": """
        driven back | 1
        recoils | 0
        checked | 0
        no effect | 0""",
    "fog": """
        inches at which units are seen | 4
        inches at which units are seen in woods | 2
        first turn to roll | 3
        d10 that clears it, at least | 7
        share of their moves for batteries off the table | 1/2""",
    "sight": """
        twilight | 8
        dark | 4""",
    "twilight": "length | 2",
}
TABLES = {table.id.partition(".")[2]: table for table in tables("regimental").values()}


def as_typed(table: Table[Any]) -> list[str]:
    lines: dict[str, list[str]] = {}
    for cell in table.cells():
        lines.setdefault(cell.row, [cell.row]).append(f"{table.in_words(cell.value)}{SIGNS[cell.mark]}")
    return [" | ".join(line) for line in lines.values()]


def test_every_table_is_typed_again() -> None:
    assert TABLES.keys() == TYPED_AGAIN.keys()


@pytest.mark.parametrize("name", TYPED_AGAIN)
def test_every_cell_is_as_the_document_has_it(name: str) -> None:
    assert as_typed(TABLES[name]) == [line.strip() for line in TYPED_AGAIN[name].strip().splitlines()]


@pytest.mark.parametrize("name", TYPED_AGAIN)
def test_table_with_a_number_that_is_not_printed_says_why(name: str) -> None:
    """A misread heading and the modifiers collected from many places are explained too."""
    table = TABLES[name]
    assert table.note or all(cell.mark is Mark.PRINTED for cell in table.cells())


def test_nothing_is_left_unknown() -> None:
    assert [cell for table in TABLES.values() for cell in table.cells() if cell.mark is Mark.UNKNOWN] == []


@pytest.mark.parametrize("column", ["Union 1862", "Union 1864", "Confederate 1862", "Confederate 1864"])
def test_weapons_of_a_year_add_up_to_100(column: str) -> None:
    assert sum(cell.value for cell in TABLES["weapon_shares"].cells() if cell.column == column) == 100
