"""Inputs that cannot be: each is refused in one sentence that names the field, or where within it, and the limit."""

import json
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

HEX, COUNTER = {"hex": "1012"}, {"name": "Pope", "stars": 2}
PLACE, FORCE = {"name": "Atlanta", "points": 3}, {"edge": "left", "stands": 20, "leader": "Jackson"}

NUMBERS = [
    ("civil_war.calendar", {"turn": True}, "turn: must be a whole number (1 to 19), not true."),
    ("civil_war.calendar", {"turn": 1e30}, "turn: must be a whole number (1 to 19), not 1e+30."),
    ("civil_war.calendar", {"turn": float("nan")}, "turn: must be a whole number (1 to 19), not nan."),
    ("civil_war.calendar", {"turn": None}, "turn: must be a whole number (1 to 19), not nothing."),
    (
        "cw_to_ff.convert_strength",
        {"stands_per_sp": False},
        "stands_per_sp: must be a whole number (1 to 60), not false.",
    ),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{"name": "Pope", "stars": "many"}]},
        "1st leader in the hex, stars: must be a whole number (1 to 4), not 'many'.",
    ),
    (
        "civil_war.combat",
        {"attacker_sp": 1, "defender_sp": 1, "attacker": {"subordinates": [1, True]}},
        "Attacker's leaders, 2nd subordinates' tactical rating: must be a whole number, not true.",
    ),
    (
        "fire_and_fury.movement",
        {"arm": "infantry", "legs": [{"inches": 1e-300}]},
        "1st stretch of the way, inches: must be 0.25 or more, not 1e-300.",
    ),
    (
        "fire_and_fury.fire",
        {"firers": [{"points_each": 0.7}]},
        "1st firer, fire points of each stand: must be in steps of 0.5 (0 to 30), not 0.7.",
    ),
    ("fire_and_fury.effectiveness", {"stands": 17, "quality": "green"}, "stands: must be 16 or less, not 17."),
]

WORDS = [
    (
        "civil_war.control",
        {"side": "USA", "by_right": "CSA", "arm": 3},
        "arm: must be infantry, cavalry, leader or naval",
    ),
    ("fire_and_fury.fallen_leader", {"side": "x"}, "side: must be USA, CSA or empty, not 'x'."),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{"name": "", "stars": 3}]},
        "1st leader in the hex, leader: must not be empty.",
    ),
    ("cw_to_ff.draft_order_of_battle", {"leaders": [{"id": ""}]}, "1st leader, leader: must not be empty."),
    ("cw_to_ff.promotion_draw", {"pool": [""]}, "1st counter in the pool: must not be empty."),
]

TWICE = [
    (
        "civil_war.retreat",
        {"attacker_left": 1, "defender_left": 1, "neighbours": [HEX, HEX]},
        "neighbours: 1012 stands",
    ),
    ("civil_war.leader_draw", {"side": "USA", "pool": [COUNTER, COUNTER]}, "pool: Pope ** stands there twice."),
    ("civil_war.arrivals", {"side": "CSA", "places": [PLACE, PLACE]}, "places: Atlanta stands there twice."),
    (
        "civil_war.victory",
        {"places": [{"name": "Atlanta", "by": "USA"}, {"name": "Atlanta", "by": "CSA"}]},
        "places: Atlanta stands there twice.",
    ),
    ("civil_war.victory", {"states": [{"state": "AL"}, {"state": "AL"}]}, "states: AL stands there twice."),
    ("cw_to_ff.promotion_draw", {"pool": ["Sherman", "Sherman"]}, "pool: Sherman stands there twice."),
    ("cw_to_ff.convert_strength", {"items": [{"id": "a"}, {"id": "a"}]}, "items: a stands there twice."),
    ("cw_to_ff.draft_order_of_battle", {"items": [{}, {}]}, "items: each needs a name of its own."),
    ("cw_to_ff.quality_after_battle", {"points": [{}, {}]}, "points: each needs a name of its own."),
    ("cw_to_ff.leader_fates", {"leaders": [{"id": "A"}, {"id": "A"}]}, "leaders: A stands there twice."),
]

CONTRADICTIONS = [
    (
        "cw_to_ff.convert_strength",
        {"items": [{"size": 150}, {"size": 51}]},
        "items: 200 strength points are the most, not",
    ),
    (
        "cw_to_ff.leader_fates",
        {"leaders": [{"id": "A", "fate": "killed", "on_table": False}]},
        "leaders: A was never on the table, so he cannot have been killed there.",
    ),
    (
        "cw_to_ff.quality_after_battle",
        {"points": [{"id": "a"}], "won": True, "promote": "b"},
        "promote: b is no strength",
    ),
    (
        "cw_to_ff.flank_march_arrival",
        {"initiative": 2, "hexside_crossed": "gap_road"},
        "hexside_crossed: In a swamp, or across a gap or road, neither side",
    ),
    (
        "cw_to_ff.draft_order_of_battle",
        {"items": [{"id": "a", "arm": "cavalry"}]},
        "items: a is cavalry, but stood with no cavalry leader.",
    ),
    (
        "cw_to_ff.draft_order_of_battle",
        {"items": [{"id": "a", "under": "l"}], "leaders": [{"id": "l"}]},
        "items: a stood with l, who is no cavalry leader here.",
    ),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{**COUNTER, "cavalry": True, "naval": True}]},
        "leaders: Pope leads cavalry or ships, not both.",
    ),
    (
        "fire_and_fury.effectiveness",
        {"triple": "10.8.6", "stands": 5, "quality": "green"},
        "stands: 10.8.6 has 10 stands, not 5.",
    ),
    ("fire_and_fury.effectiveness", {"triple": "8.6.4", "day_began_with": 9}, "day_began_with: 8.6.4 has at most 8"),
    ("fire_and_fury.fire", {"firers": [{"points_each": 1}, {}]}, "2nd firer, range: give the range, or the fire"),
    (
        "fire_and_fury.fire",
        {"firers": [{"kind": "horse artillery", "battery": "wrecked"}]},
        "1st firer: a battery that is wrecked does not fire.",
    ),
    (
        "fire_and_fury.charge",
        {"attacker": {"march_column": True}, "defender": {}},
        "Attacker, in march column: a brigade in march column",
    ),
    (
        "fire_and_fury.charge",
        {"attacker": {}, "defender": {"triple": "8.6.4", "stands": 9}},
        "Defender, stands in the combat: 8.6.4 has at most 8 stands, not 9.",
    ),
    (
        "fire_and_fury.battery_functions",
        {"functions": ["fire", "move"]},
        "2nd function in order: a battery that is unlimbered cannot move.",
    ),
]


@pytest.mark.parametrize(("name", "inputs", "said"), [*NUMBERS, *WORDS, *TWICE, *CONTRADICTIONS])
def test_what_cannot_be_is_refused_with_field_and_limit(name: str, inputs: dict[str, Any], said: str) -> None:
    """The same on the way to a result as on the way to odds."""
    for attempt in (procedure(name).run, procedure(name).odds):
        with pytest.raises(IllegalOrder) as refused:
            attempt(inputs)
        assert refused.value.sentence.startswith(said)
        assert "\n" not in refused.value.sentence


def test_one_leader_leads_one_flank_force() -> None:
    forces = [FORCE, {**FORCE, "edge": "right"}]
    check = procedure("cw_to_ff.check_flank_march").run({"army_stands": 100, "forces": forces}).result
    assert [fault.sentence for fault in check.faults] == ["Jackson leads 2 forces; he can lead one."]


def test_a_length_is_counted_in_quarters() -> None:
    move = procedure("fire_and_fury.movement").run({"arm": "infantry", "legs": [{"inches": 5.2500000001}]})
    assert json.loads(json.dumps(move.to_json()))["result"]["cost"] == "21/4"
