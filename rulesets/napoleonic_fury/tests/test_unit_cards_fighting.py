"""Unit cards: what fire, fallen leaders, and melee read from them and write back."""

from typing import Any

import pytest

from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure
from rulesets.core.units import Value
from rulesets.napoleonic_fury.tests.cards import (
    BRIGADE,
    DAVOUT,
    ENEMY,
    ENEMY_BRIGADE,
    ENEMY_GUNS,
    ENEMY_HORSE,
    FRIANT,
    GUNS,
    HUSSARS,
    OWN,
    TURN,
    after,
    card,
    carried_out,
    filled,
    played,
)
from rulesets.napoleonic_fury.tests.helpers import TWO_DICE
from rulesets.napoleonic_fury.unit_cards import CARDS
from rulesets.napoleonic_fury.unit_cards.effects import shared
from rulesets.napoleonic_fury.unit_cards.kinds import ARRIVING, CAPTURED, DISABLED, FALLEN_OUT, IN_COMMAND, STUNNED

# Fire.


@pytest.mark.rule("NF-RANGE")
def test_fire_points_come_from_the_stands_of_a_line() -> None:
    column = card("infantry", "B", formation="column")
    firers = filled("fire_points", firers=(BRIGADE, column, GUNS, card("cavalry", dismounted=True)))["firers"]
    assert [firer.get("stands") for firer in firers] == [6, None, 1, 6]
    assert [firer["kind"] for firer in firers] == ["infantry", "infantry", "horse artillery", "dismounted cavalry"]
    near = [{**firer, "range_inches": 1} for firer in firers]
    assert procedure("napoleonic_fury.fire_points").run({"firers": near}).result.points == 6 + 1 + 8 + 6


NEAR = {"firers": [{"range_inches": 2}]}


@pytest.mark.rule("NF-EFFECT")
@pytest.mark.parametrize(
    ("dice", "changed"),
    [
        ((1, 2), {}),
        ((3, 4), {"disordered": True}),
        ((5, 6), {"disordered": True, "stands": 5, "recent_losses": 1, "lost_in": "3 USA"}),
    ],
)
def test_fire_disorders_and_costs_stands(dice: tuple[int, int], changed: dict[str, Value]) -> None:
    assert after(played("fire", *dice, firer=BRIGADE, target=ENEMY_BRIGADE, typed=NEAR)) == changed


@pytest.mark.rule("NF-EFFECT")
@pytest.mark.parametrize(
    ("state", "dice", "changed"),
    [
        ("good", (3, 4), {"silenced": True}),
        ("good", (5, 6), {"silenced": True, "state": "damaged"}),
        ("damaged", (5, 6), {"state": "wrecked"}),
    ],
)
def test_fire_silences_damages_and_wrecks_guns(state: str, dice: tuple[int, int], changed: dict[str, Value]) -> None:
    """Limbered guns add 1."""
    guns = card("battery", "F", ENEMY, nation="Austria", state=state, limbered=True)
    assert after(played("fire", *dice, firer=BRIGADE, target=guns, typed=NEAR)) == changed


@pytest.mark.rule("NF-FIREMOD")
def test_target_card_tells_square_march_column_and_breakthrough() -> None:
    square = card("infantry", "E", ENEMY, formation="square", changed_formation=True)
    march = card("cavalry", "C", ENEMY, formation="march column", breakthrough=True)
    seen = filled("fire", firer=BRIGADE, target=square)
    assert (seen["target"], seen["square"], seen["changed_formation"], seen["march_column"]) == (
        "infantry",
        True,
        True,
        False,
    )
    seen = filled("fire", firer=BRIGADE, target=march)
    assert (seen["target"], seen["march_column"], seen["breakthrough"]) == ("mounted cavalry", True, True)
    inputs = {**seen, "firers": [{**seen["firers"][0], "range_inches": 2}]}
    rule = procedure("napoleonic_fury.fire")
    assert any("6 × 1 = 6" in step.says for step in rule.run(inputs, ScriptedDice(1, 1)).steps)


@pytest.mark.rule("NF-FIREMOD")
@pytest.mark.parametrize(("step", "modifier"), [("offensive", -1), ("defensive", 0)])
def test_guns_that_unlimbered_are_worse_only_in_their_own_turn(step: str, modifier: int) -> None:
    austrian = card("battery", "G", nation="Austria", moved_guns=True)
    inputs = filled("fire", firer=austrian, target=ENEMY_BRIGADE)
    inputs |= {"firers": [{**inputs["firers"][0], "range_inches": 9}], "step": step}
    steps = procedure("napoleonic_fury.fire").run(inputs, ScriptedDice(1, 1)).steps
    assert next(each.out for each in steps if each.says.startswith("Fire modifiers")) == modifier


@pytest.mark.rule("NF-LEADER")
@pytest.mark.parametrize(
    ("total", "changed"),
    [
        (7, {"fate": FALLEN_OUT, "changes_on": 4, "attached_to": ""}),
        (5, {"fate": DISABLED, "changes_on": 4}),
        (11, {"fate": STUNNED, "changes_on": 5, "attached_to": ""}),
        (12, {}),
    ],
)
def test_fallen_leader_is_removed_and_replaced_in_time(total: int, changed: dict[str, Value]) -> None:
    assert after(played("fallen_leader", *TWO_DICE[total], leader=FRIANT)) == changed


@pytest.mark.parametrize(
    ("total", "fates"),
    [
        (7, [ARRIVING, IN_COMMAND, IN_COMMAND]),
        (5, [ARRIVING, IN_COMMAND, IN_COMMAND]),
        (11, [STUNNED, IN_COMMAND, IN_COMMAND]),
    ],
)
@pytest.mark.rule("NF-LEADER")
def test_replacement_arrives_after_maneuver_of_the_next_turn(total: int, fates: list[str]) -> None:
    leader, seen = carried_out(FRIANT, played("fallen_leader", *TWO_DICE[total], leader=FRIANT)), []
    for turn in range(TURN + 1, TURN + 4):
        leader = carried_out(leader, CARDS.new_turn(leader, turn))
        seen.append(leader["fate"])
    assert seen == fates
    assert leader.is_so("replacement") == (ARRIVING in fates)
    assert (leader["attached_to"], leader["changes_on"]) == ("", 0)


def test_officer_who_is_not_attached_runs_no_risk() -> None:
    with pytest.raises(IllegalOrder, match="only an attached officer"):
        played("fallen_leader", 3, 4, leader=DAVOUT)


# Melee.


def test_melee_adds_stands_and_reads_the_first_unit() -> None:
    second = card("infantry", "B", recent_losses=2, lost_in="3 USA", stands=4)
    inputs = filled(
        "melee", attacker=BRIGADE, attackers=(second, HUSSARS), defender=ENEMY_BRIGADE, defenders=ENEMY_GUNS
    )
    attacker, defender = inputs["attacker"], inputs["defender"]
    assert (attacker["stands"], attacker["status"], attacker["lost_this_phase"], attacker["cavalry_too"]) == (
        16,
        "Fresh",
        2,
        True,
    )
    assert "triple" not in attacker
    assert (defender["stands"], defender["triple"], defender["battery_with_it"]) == (6, "6/4/2", True)
    assert (inputs["side"], inputs["turn"]) == (OWN, TURN)


def test_stands_lost_in_another_player_turn_do_not_count() -> None:
    hit = card("infantry", recent_losses=2, lost_in="3 CSA")
    assert filled("melee", attacker=hit, defender=ENEMY_BRIGADE)["attacker"]["lost_this_phase"] == 0


@pytest.mark.rule("NF-MELEE")
def test_melee_writes_losses_disorder_and_breakthrough() -> None:
    changes = played("melee", 6, 5, 1, 1, attacker=BRIGADE, defender=ENEMY_BRIGADE)
    assert after(changes, "A") == {"breakthrough": True}
    assert after(changes, "E") == {"disordered": True, "stands": 4, "recent_losses": 2, "lost_in": "3 USA"}
    repulsed = played("melee", 1, 1, 6, 5, attacker=BRIGADE, defender=ENEMY_BRIGADE)
    assert after(repulsed, "A") == {"disordered": True, "stands": 4, "recent_losses": 2, "lost_in": "3 USA"}
    assert after(repulsed, "E") == {}


@pytest.mark.rule("NF-MELEE")
def test_melee_silences_damages_and_captures_guns() -> None:
    sides: dict[str, Any] = {"attacker": BRIGADE, "defender": ENEMY_BRIGADE, "defenders": ENEMY_GUNS}
    assert after(played("melee", 6, 5, 1, 1, **sides), "F") == {"state": "captured"}
    assert after(played("melee", 5, 4, 2, 2, **sides), "F") == {"silenced": True, "state": "damaged"}
    assert after(played("melee", 4, 4, 4, 3, **sides), "F") == {"silenced": True}
    assert after(played("melee", 1, 1, 6, 5, **sides), "F") == {}


@pytest.mark.rule("NF-MELEE")
def test_guns_alone_are_lost_in_a_struggle() -> None:
    """Three to one, the guns have −3: 2 + 3 against 5 costs both a stand."""
    changes = played("melee", 1, 1, 1, 4, attacker=card("infantry", stands=4), defender=ENEMY_GUNS)
    assert after(changes, "F") == {"state": "wrecked"}
    assert after(changes, "A") == {"disordered": True, "stands": 3, "recent_losses": 1, "lost_in": "3 USA"}


@pytest.mark.rule("NF-MELEE")
@pytest.mark.parametrize(("dice", "leader"), [((6, 5, 1, 1), "defending_leader"), ((1, 1, 6, 6), "attacking_leader")])
def test_attached_leader_of_the_loser_is_captured(dice: tuple[int, ...], leader: str) -> None:
    side = OWN if leader == "attacking_leader" else ENEMY
    officer = card("leader", "L", side, attached_to="A")
    roles: dict[str, Any] = {"attacker": BRIGADE, "defender": ENEMY_BRIGADE, leader: officer}
    changes = played("melee", *dice, **roles)
    assert after(changes, "L") == {"fate": CAPTURED, "changes_on": 4, "attached_to": ""}


@pytest.mark.parametrize(
    ("lost", "stands", "shares"),
    [(3, [6, 4], [2, 1]), (5, [1, 4], [1, 4]), (9, [1, 2], [1, 2]), (0, [3], [0]), (2, [], [])],
)
def test_losses_are_shared_in_turn(lost: int, stands: list[int], shares: list[int]) -> None:
    assert shared(lost, stands) == shares


@pytest.mark.rule("NF-BRITCAV")
def test_german_legion_is_read_from_its_card() -> None:
    legion = card("cavalry", nation="Britain", german_legion=True)
    assert filled("melee", attacker=legion, defender=ENEMY_HORSE)["attacker"]["german_legion"]
    rule = procedure("napoleonic_fury.melee")
    inputs = filled("melee", attacker=legion, defender=ENEMY_HORSE)
    assert "must charge on" not in rule.run(inputs, ScriptedDice(5, 4, 2, 2)).result.attacker.does
