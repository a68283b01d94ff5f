"""Unit cards: what they may say, what drawing up and maneuver read from them and write back, and the turn."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure, procedures
from rulesets.core.units import Card, NewUnit, Value
from rulesets.napoleonic_fury.tests.cards import (
    BRIGADE,
    DAVOUT,
    ENEMY_BRIGADE,
    FRIANT,
    GUNS,
    HUSSARS,
    OWN,
    after,
    card,
    filled,
    played,
)
from rulesets.napoleonic_fury.unit_cards import CARDS
from rulesets.napoleonic_fury.unit_cards.kinds import CAPTURED, FALLEN_OUT, STUNNED

WITHOUT_CARDS = {"napoleonic_fury.convert_unit"}


def test_every_rule_but_the_conversion_is_played_from_cards() -> None:
    assert {use.procedure for use in CARDS.uses} == set(procedures("napoleonic_fury")) - WITHOUT_CARDS


# Drawing up, and what a card may say.


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("infantry", {"triple": "6/4"}, "must be three numbers or dashes"),
        ("infantry", {"stands": 7}, "stands: must be at most the 6 of 6/4/2"),
        ("infantry", {"stands": 5, "quit": 2}, "with those that routed"),
        ("infantry", {"elite": "French Old Guard", "nation": "Austria"}, "elite: must not be French Old Guard unless"),
        ("infantry", {"trained": True}, "trained: must be no unless Spanish"),
        ("infantry", {"triple": "41/4/2", "stands": 6}, "triple: must begin with 40 or less, not 41"),
        ("cavalry", {"german_legion": True}, "german_legion: must be no unless British"),
        ("cavalry", {"formation": "square"}, "formation: must be column, line, or march column"),
        ("cavalry", {"elite": "grenadiers"}, "elite: must be none or guard"),
        ("battery", {"state": "silenced"}, "state: must be good, damaged, wrecked, or captured"),
        ("leader", {"rating": "bad"}, "rating: must be none, excellent, good, average, or poor"),
    ],
)
def test_card_refuses_what_no_such_unit_has(kind: str, values: dict[str, Value], said: str) -> None:
    given: dict[str, Value] = {
        "nation": "France",
        **({"triple": "6/4/2", "stands": 6} if kind in ("infantry", "cavalry") else {}),
    }
    faults = CARDS.faults([NewUnit(OWN, kind, "A", {**given, **values})])
    assert len(faults) == 1
    assert said in str(faults[0])


def test_strength_counts_stands_and_batteries_but_not_officers() -> None:
    tired = card("infantry", stands=2, quit=1)
    found = [CARDS.strength(each) for each in (tired, GUNS, FRIANT)]
    assert [(each.left, each.of) for each in found] == [(2, 6), (1, 1), (1, 0)]
    assert found[0].lost_to == {"quit": 1}


@pytest.mark.parametrize(
    ("out", "captured"),
    [
        (card("battery", state="wrecked"), {}),
        (card("battery", state="captured"), {"captured": 1}),
        (card("infantry", stands=0), {}),
    ],
)
def test_what_is_gone_cannot_be_chosen(out: Card, captured: dict[str, int]) -> None:
    assert CARDS.is_out(out)
    assert CARDS.strength(out).lost_to == captured


def test_side_is_named_after_the_nations_seen() -> None:
    saxons = card("infantry", "S", nation="Saxony")
    assert CARDS.army([BRIGADE, saxons, HUSSARS]) == "French and Saxon"
    assert CARDS.army([]) == ""


@pytest.mark.rule("NF-NATION")
def test_nation_is_read_from_a_card() -> None:
    early = card("infantry", nation="Prussia", year=1806)
    assert filled("nations", unit=early) == {"arm": "infantry", "nation": "Prussia", "year": 1806, "trained": False}
    assert procedure("napoleonic_fury.nations").run(filled("nations", unit=early)).result.line == 1


@pytest.mark.rule("NF-SCALE")
def test_scale_adds_up_the_stands_of_both_arms() -> None:
    russians = card("battery", "R", nation="Russia")
    inputs = filled("scale", units=(BRIGADE, HUSSARS), batteries=(GUNS, russians))
    assert inputs == {"infantry_stands": 6, "cavalry_stands": 6, "turns": 3, "russian_heavy": 1}
    assert procedure("napoleonic_fury.scale").run(inputs).result.men == 6 * 480 + 6 * 240


@pytest.mark.rule("NF-CMDRANGE")
def test_replacement_is_not_exceptional() -> None:
    lost = replace(DAVOUT, values={**DAVOUT.values, "exceptional": True, "replacement": True})
    inputs = filled("command_range", leader=lost)
    assert inputs == {"nation": "France", "rank": "corps", "replacement": True, "exceptional": False}
    assert procedure("napoleonic_fury.command_range").run(inputs).result.inches == 7


# Maneuver.


@pytest.mark.rule("NF-MANMOD")
def test_status_and_attached_officer_are_read_from_cards() -> None:
    worn = card("infantry", stands=4, formation="column")
    inputs = filled("maneuver_modifiers", unit=worn, officers=FRIANT)
    assert inputs["status"] == "Worn"
    assert inputs["officers"] == [{"rank": "division", "exceptional": True, "place": "attached"}]
    assert procedure("napoleonic_fury.maneuver_modifiers").run(inputs).result.modifier == 2 + 3


@pytest.mark.rule("NF-ARMYCMD")
def test_army_commander_counts_only_with_a_corps_commander() -> None:
    charles = card("leader", "Charles", rank="large army", rating="good")
    alone = filled("maneuver_modifiers", unit=BRIGADE, officers=charles)
    both = filled("maneuver_modifiers", unit=BRIGADE, officers=charles, commander=DAVOUT)
    assert alone["officers"] == [{"rank": "large army", "exceptional": False}]
    assert both["officers"] == [{"rank": "large army", "exceptional": False, "rating": "good"}]
    rule = procedure("napoleonic_fury.maneuver_modifiers")
    assert rule.run(both).result.modifier - rule.run(alone).result.modifier == 3


def test_officer_out_of_command_helps_nobody() -> None:
    stunned = replace(FRIANT, values={**FRIANT.values, "fate": STUNNED})
    assert filled("maneuver_modifiers", unit=BRIGADE, officers=stunned)["officers"] == []


@pytest.mark.parametrize("fate", [STUNNED, FALLEN_OUT, CAPTURED])
def test_officer_who_is_gone_helps_nowhere(fate: str) -> None:
    gone = replace(FRIANT, values={**FRIANT.values, "fate": fate})
    assert (
        filled("melee", attacker=BRIGADE, defender=ENEMY_BRIGADE, attacking_leader=gone)["attacker"]["leader"] == "none"
    )
    assert filled("emergency_formation_change", unit=BRIGADE, leader=gone)["leader"] == "none"
    assert "rating" not in filled("good_order", unit=BRIGADE, commander=gone)


SPENT = card("infantry", stands=2, nation="Spain", disordered=True)


@pytest.mark.rule("NF-DISORDER")
@pytest.mark.parametrize(
    ("dice", "changed"),
    [
        ((1, 2), {"quit": 2, "stands": 0}),
        ((2, 3), {"stands": 1}),
        ((3, 4), {}),
        ((4, 5), {"disordered": False}),
        ((5, 5), {"disordered": False, "allowed": "half move"}),
    ],
)
def test_disorder_roll_writes_stands_order_and_move(dice: tuple[int, int], changed: dict[str, Value]) -> None:
    assert after(played("disorder", *dice, unit=SPENT)) == changed


@pytest.mark.rule("NF-DISORDER")
def test_unit_of_a_broken_army_stays_disordered() -> None:
    broken = card("infantry", disordered=True, fatigue="army")
    assert after(played("disorder", 6, 6, unit=broken)) == {"allowed": "full move"}


@pytest.mark.rule("NF-ORDER")
def test_good_order_roll_takes_the_commanders_column() -> None:
    assert filled("good_order", unit=BRIGADE, commander=DAVOUT)["rating"] == "excellent"
    poor = card("leader", "P", rank="corps", rating="poor")
    assert after(played("good_order", 3, 3, unit=BRIGADE, commander=DAVOUT)) == {"allowed": "full move"}
    assert after(played("good_order", 3, 3, unit=BRIGADE, commander=poor)) == {
        "allowed": "half move or formation change"
    }


@pytest.mark.rule("NF-REACT")
def test_reaction_gives_cavalry_half_a_move() -> None:
    assert after(played("reaction", 6, 6, unit=HUSSARS, commander=DAVOUT)) == {"allowed": "half move"}
    with pytest.raises(IllegalOrder, match="only cavalry in good order"):
        played("reaction", 6, 6, unit=card("cavalry", disordered=True), commander=DAVOUT)


@pytest.mark.rule("NF-FORMCOST")
def test_move_writes_the_new_formation() -> None:
    handled = card("infantry", allowed="full move")
    typed = {"formation_changes": 1, "into": "column"}
    assert after(played("movement", mover=handled, typed=typed)) == {"formation": "column", "changed_formation": True}
    assert played("movement", mover=handled, typed={**typed, "legs": [{"inches": 4}]}) == []  # 1 inch too far
    assert played("movement", mover=handled, typed={"legs": [{"inches": 6}]}) == []


@pytest.mark.rule("NF-MOVE")
@pytest.mark.parametrize(
    ("who", "typed", "said"),
    [
        (BRIGADE, {"into": "column"}, "must be 1 or more to end in column, not 0"),
        (HUSSARS, {"into": "square", "formation_changes": 1, "allowed": "full move"}, "only infantry can form square"),
        (GUNS, {"into": "line"}, "only infantry and cavalry have a formation"),
        (FRIANT, {"into": "line"}, "only infantry and cavalry have a formation"),
    ],
)
def test_formation_at_the_end_must_be_possible(who: Card, typed: dict[str, Any], said: str) -> None:
    with pytest.raises(IllegalOrder, match=said):
        played("movement", mover=who, typed=typed)


@pytest.mark.rule("NF-PROLONG")
def test_prolonged_guns_are_marked() -> None:
    assert after(played("movement", mover=GUNS, typed={"prolongs": True})) == {"moved_guns": True}


@pytest.mark.rule("NF-FUNCTIONS")
def test_battery_functions_write_its_limber() -> None:
    limbered = card("battery", troops="horse battery", limbered=True)
    typed = {"functions": ["move", "unlimber", "fire"]}
    assert after(played("functions", battery=limbered, typed=typed)) == {"limbered": False, "moved_guns": True}


@pytest.mark.rule("NF-UNLIMBER")
def test_unlimbering_asks_only_for_inches() -> None:
    inputs = filled("unlimber", battery=GUNS, officers=(FRIANT, DAVOUT))
    near = [{**officer, "inches": inches} for officer, inches in zip(inputs["officers"], (4.25, 8), strict=True)]
    rule = procedure("napoleonic_fury.unlimber")
    assert rule.run({**inputs, "officers": near}).result.may_unlimber
    assert not rule.run({**inputs, "officers": near[:1]}).result.may_unlimber
    assert filled("unlimber", battery=card("battery", attached_to="A"))["attached"]


@pytest.mark.rule("NF-EMERG")
def test_emergency_square_is_written_back() -> None:
    assert after(played("emergency_formation_change", 3, 3, unit=BRIGADE, leader=FRIANT)) == {
        "formation": "square",
        "changed_formation": True,
    }
    russians = card("infantry", nation="Russia")
    assert after(played("emergency_formation_change", 2, 3, unit=russians)) == {"disordered": True}
    assert played("emergency_formation_change", 3, 4, unit=russians) == []


@pytest.mark.rule("NF-CHARGEWOODS")
def test_charge_reads_the_troops() -> None:
    assert filled("charge_over_ground", unit=HUSSARS) == {"troops": "light cavalry"}
    assert played("charge_over_ground", unit=HUSSARS, typed={"target_in_woods": True}) == []


@pytest.mark.rule("NF-EVADE")
@pytest.mark.parametrize(
    ("who", "dice", "changed"),
    [
        (GUNS, (4, 5), {"limbered": True}),
        (GUNS, (5, 5), {"silenced": True}),
        (card("battery", silenced=True), (), {}),
        (HUSSARS, (), {}),
    ],
)
def test_guns_that_evade_limber_up_or_are_silenced(who: Card, dice: tuple[int, ...], changed: dict[str, Value]) -> None:
    assert after(played("evade", *dice, unit=who)) == changed


@pytest.mark.rule("NF-PASSDIS")
def test_retreat_disorders_only_friends_in_good_order() -> None:
    broken, shaken = card("infantry", "B", disordered=True), card("infantry", "S", disordered=True)
    changes = played("pass_through_disorder", unit=broken, friends=(BRIGADE, shaken))
    assert [(each.card, each.field, each.after) for each in changes] == [(BRIGADE.id, "disordered", True)]


# Fatigue, and the turn.


@pytest.mark.rule("NF-FATIGUE")
def test_fatigue_adds_up_losses_and_marks_the_units() -> None:
    guard = card("infantry", "G", elite="guard", stands=3)
    cossacks = card("cavalry", "K", nation="Russia", troops="Cossacks", stands=5)
    army = card("leader", "N", rank="large army", rating="good")
    inputs = filled("fatigue", units=(guard, cossacks, BRIGADE), leader=army)
    assert inputs == {
        "rating": "good",
        "level": "army",
        "stands": 18,
        "lost": 4,
        "counted_twice": 3,
        "not_counted": 1,
    }
    worn = tuple(card("infantry", name, stands=2) for name in "AB")
    changes = played("fatigue", units=worn, leader=army)
    assert after(changes, "A") == after(changes, "B") == {"fatigue": "army", "disordered": True}
    assert after(played("fatigue", units=worn, leader=FRIANT), "A") == {"fatigue": "division"}
    assert played("fatigue", units=(BRIGADE,), leader=FRIANT) == []


@pytest.mark.parametrize(("nation", "elite", "twice"), [("Britain", "guard", 0), ("Austria", "grenadiers", 2)])
def test_british_guard_counts_once_and_austrian_grenadiers_twice(nation: str, elite: str, twice: int) -> None:
    unit = card("infantry", nation=nation, elite=elite, stands=4)
    assert filled("fatigue", units=unit)["counted_twice"] == twice


def test_new_turn_resets_the_marks_of_the_last() -> None:
    used = card(
        "infantry", allowed="full move", changed_formation=True, breakthrough=True, recent_losses=1, lost_in="2 USA"
    )
    assert after(CARDS.new_turn(used, 4)) == {
        "allowed": "none",
        "changed_formation": False,
        "breakthrough": False,
        "recent_losses": 0,
        "lost_in": "",
    }
    assert after(CARDS.new_turn(card("battery", silenced=True, moved_guns=True), 4)) == {
        "silenced": False,
        "moved_guns": False,
    }
    assert list(CARDS.new_turn(BRIGADE, 4)) == []
