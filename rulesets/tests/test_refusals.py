"""Impossible inputs: each is refused in one sentence with the field, or its place within it, and the limit."""

import json
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

HEX, COUNTER = {"hex": "1012"}, {"name": "Pope", "stars": 2}
PLACE, FORCE = {"name": "Atlanta", "points": 3}, {"edge": "left", "stands": 20, "leader": "Jackson"}

NUMBERS = [
    ("civil_war.calendar", {"turn": True}, "Turn: must be a whole number from 1 to 19, not true."),
    ("civil_war.calendar", {"turn": 1e30}, "Turn: must be a whole number from 1 to 19, not 1e+30."),
    ("civil_war.calendar", {"turn": float("nan")}, "Turn: must be a whole number from 1 to 19, not nan."),
    ("civil_war.calendar", {"turn": None}, "Turn: must be a whole number from 1 to 19, not empty."),
    (
        "cw_to_ff.convert_strength",
        {"stands_per_sp": False},
        "Stands per SP: must be a whole number from 1 to 60, not false.",
    ),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{"name": "Pope", "stars": "many"}]},
        "1st leader in the hex, stars: must be a whole number from 1 to 4, not “many”.",
    ),
    (
        "civil_war.combat",
        {"attacker_sp": 1, "defender_sp": 1, "attacker": {"subordinates": [1, True]}},
        "Attacker's leaders, 2nd subordinates' tactical rating: must be a whole number, not true.",
    ),
    (
        "fire_and_fury.movement",
        {"arm": "infantry", "legs": [{"inches": 1e-300}]},
        "1st stretch of the path, inches: must be 0.25 or more, not 1e-300.",
    ),
    (
        "fire_and_fury.fire",
        {"firers": [{"points_each": 0.7}]},
        "1st firer, fire points per stand: must be in steps of 0.5 from 0 to 30, not 0.7.",
    ),
    ("fire_and_fury.effectiveness", {"stands": 17, "quality": "green"}, "Full strength: must be 16 or less, not 17."),
]

WORDS = [
    (
        "civil_war.control",
        {"side": "USA", "by_right": "CSA", "arm": 3},
        "Entering force: must be infantry, cavalry, leader, or naval, not 3.",
    ),
    ("fire_and_fury.fallen_leader", {"side": "x"}, "Side: must be USA, CSA, or empty, not “x”."),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{"name": "", "stars": 3}]},
        "1st leader in the hex, leader: fill this in.",
    ),
    ("cw_to_ff.draft_order_of_battle", {"leaders": [{"id": ""}]}, "1st leader, leader: fill this in."),
    ("cw_to_ff.promotion_draw", {"pool": [""]}, "1st counter in the pool: fill this in."),
]

TWICE = [
    (
        "civil_war.retreat",
        {"attacker_left": 1, "defender_left": 1, "neighbours": [HEX, HEX]},
        "Adjacent hexes: 1012 is listed twice.",
    ),
    (
        "civil_war.leader_draw",
        {"side": "USA", "pool": [COUNTER, COUNTER]},
        "Counters in the pool: Pope ** is listed twice.",
    ),
    ("civil_war.arrivals", {"side": "CSA", "places": [PLACE, PLACE]}, "Places: Atlanta is listed twice."),
    (
        "civil_war.victory",
        {"places": [{"name": "Atlanta", "by": "USA"}, {"name": "Atlanta", "by": "CSA"}]},
        "Places: Atlanta is listed twice.",
    ),
    ("civil_war.victory", {"states": [{"state": "AL"}, {"state": "AL"}]}, "States: AL is listed twice."),
    ("cw_to_ff.promotion_draw", {"pool": ["Sherman", "Sherman"]}, "Counters in the pool: Sherman is listed twice."),
    ("cw_to_ff.convert_strength", {"items": [{"id": "a"}, {"id": "a"}]}, "Strength points: a is listed twice."),
    ("cw_to_ff.draft_order_of_battle", {"items": [{}, {}]}, "Strength points: name each one."),
    ("cw_to_ff.quality_after_battle", {"points": [{}, {}]}, "Strength points in the army: name each one."),
    ("cw_to_ff.leader_fates", {"leaders": [{"id": "A"}, {"id": "A"}]}, "Leaders from counters: A is listed twice."),
]

CONTRADICTIONS = [
    (
        "cw_to_ff.convert_strength",
        {"items": [{"size": 150}, {"size": 51}]},
        "Strength points: must be 200 SP or less in all, not 201.",
    ),
    (
        "cw_to_ff.leader_fates",
        {"leaders": [{"id": "A", "fate": "killed", "on_table": False}]},
        "Leaders from counters: A was never on the table, so the fate must be unhurt, not killed.",
    ),
    (
        "cw_to_ff.quality_after_battle",
        {"points": [{"id": "a"}], "won": True, "promote": "b"},
        "Strength point to promote: b is not a strength point of this army.",
    ),
    (
        "cw_to_ff.flank_march_arrival",
        {"initiative": 2, "hexside_crossed": "gap_road"},
        "Hexside the attacker crossed: neither side may flank march in a swamp hex or across a gap or road.",
    ),
    (
        "cw_to_ff.draft_order_of_battle",
        {"items": [{"id": "a", "arm": "cavalry"}]},
        "Strength points: a is cavalry; name its cavalry leader.",
    ),
    (
        "cw_to_ff.draft_order_of_battle",
        {"items": [{"id": "a", "under": "l"}], "leaders": [{"id": "l"}]},
        "Strength points: a is with l, who is not a cavalry leader here.",
    ),
    (
        "civil_war.who_commands",
        {"side": "USA", "sp": 4, "leaders": [{**COUNTER, "cavalry": True, "naval": True}]},
        "Leaders in the hex: Pope must lead cavalry or ships, not both.",
    ),
    (
        "fire_and_fury.effectiveness",
        {"triple": "10.8.6", "stands": 5, "quality": "green"},
        "Full strength: must be 10 for 10.8.6, not 5.",
    ),
    (
        "fire_and_fury.effectiveness",
        {"triple": "8.6.4", "day_began_with": 9},
        "Stands at the start of the day: must be 8 or less for 8.6.4, not 9.",
    ),
    (
        "fire_and_fury.fire",
        {"firers": [{"points_each": 1}, {}]},
        "2nd firer, range: enter it, or enter the fire points per stand.",
    ),
    (
        "fire_and_fury.fire",
        {"firers": [{"kind": "horse artillery", "battery": "wrecked"}]},
        "1st firer: a wrecked battery cannot fire.",
    ),
    (
        "fire_and_fury.charge",
        {"attacker": {"march_column": True}, "defender": {}},
        "Attacker, in march column: a brigade in march column cannot charge.",
    ),
    (
        "fire_and_fury.charge",
        {"attacker": {}, "defender": {"triple": "8.6.4", "stands": 9}},
        "Defender, stands in the combat: must be 8 or less for 8.6.4, not 9.",
    ),
    (
        "fire_and_fury.battery_functions",
        {"functions": ["fire", "move"]},
        "2nd function in order: an unlimbered battery cannot move.",
    ),
]


@pytest.mark.parametrize(("name", "inputs", "said"), [*NUMBERS, *WORDS, *TWICE, *CONTRADICTIONS])
def test_impossible_input_is_refused_with_field_and_limit(name: str, inputs: dict[str, Any], said: str) -> None:
    """It is the same for a result and for odds."""
    for attempt in (procedure(name).run, procedure(name).odds):
        with pytest.raises(IllegalOrder) as refused:
            attempt(inputs)
        assert refused.value.sentence.startswith(said)
        assert "\n" not in refused.value.sentence


def test_choice_is_taken_as_refusals_spell_it() -> None:
    ground = procedure("cw_to_ff.breastworks")
    asked = {"hexside_crossed": "gap or road", "stands_on_table": 10}
    assert ground.run(asked).result == ground.run({**asked, "hexside_crossed": "gap_road"}).result
    with pytest.raises(IllegalOrder, match="unnavigable river, navigable river, or gap or road, not “moat”"):
        ground.run({**asked, "hexside_crossed": "moat"})


def test_inputs_read_by_the_titles_of_their_fields() -> None:
    fire = procedure("fire_and_fury.fire")
    assert fire.asked_in_words(fire.examples[2].inputs) == (
        "1st firer: firing stands 3, fire points per stand 1; Leader attached to the target"
    )


def test_leader_of_two_flank_forces_is_refused() -> None:
    forces = [FORCE, {**FORCE, "edge": "right"}]
    check = procedure("cw_to_ff.check_flank_march").run({"army_stands": 100, "forces": forces}).result
    assert [fault.sentence for fault in check.faults] == ["Jackson leads 2 forces; a leader may lead only 1."]


def test_length_counts_in_quarter_inches() -> None:
    move = procedure("fire_and_fury.movement").run({"arm": "infantry", "legs": [{"inches": 5.2500000001}]})
    assert json.loads(json.dumps(move.to_json()))["result"]["cost"] == "21/4"
