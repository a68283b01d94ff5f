"""Cards in a charge: the reaction, the combat, and captured guns."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.regimental.batteries import Captors, CapturedGuns
from rulesets.regimental.combat import Combat, Fight
from rulesets.regimental.state import Charged
from rulesets.regimental.unit_cards.kinds import Colors, Troops, left_of
from rulesets.regimental.unit_cards.values import (
    LEADERS,
    REGIMENTS,
    TROOPS,
    commander_of,
    disorder,
    fighting_stands,
    hit_battery,
    lose,
    state_of_card,
    troops_of,
)

COMBAT = "FF-Charge combat"
ATTACKER = Role("attacker", "Attacker", kinds=REGIMENTS)
DEFENDER = Role("defender", "Defender", Whose.ENEMY, kinds=TROOPS)


def _as_target(card: Card) -> str:
    """Return what the charge reaction calls the target."""
    if card.kind == "battery":
        return (Charged.LIMBERED if card.is_so("limbered") else Charged.UNLIMBERED).value
    return (Charged.MOUNTED if card.is_so("mounted") else Charged.FORMED).value


def _party(card: Card) -> dict[str, Any]:
    stands = {"side": card.side, "stands": max(fighting_stands(card), 1)}
    return stands | ({"quality": card.text("quality")} if card.kind == "regiment" else {})


def _fill_reaction(chosen: Chosen) -> dict[str, Any]:
    charger, target = chosen.one("attacker"), chosen.one("defender")
    mounted = charger.text("arm") == Troops.CAVALRY and charger.is_so("mounted")
    return {
        "charger": _party(charger) | {"troops": "mounted cavalry" if mounted else "infantry"},
        "target": _party(target) | {"troops": _as_target(target), "disordered": target.is_so("disordered")},
        "unit": target.name[:40],
        "turn": chosen.turn,
    }


def _side(card: Card, leader: Card | None, turn: int) -> dict[str, Any]:
    """Return one side of the combat."""
    filled: dict[str, Any] = {
        "troops": troops_of(card),
        "stands": max(fighting_stands(card), 1),
        "disordered": card.is_so("disordered"),
        "leader": leader is not None,
        "name": card.name[:40],
    }
    if card.kind == "battery":
        return filled
    return {
        **filled,
        **state_of_card(card),
        "commander": commander_of(card, turn),
        "low_on_ammunition": card.is_so("low_on_ammunition"),
        "lost_to_fire": card.whole("lost_to_fire"),
    }


def _fill_combat(chosen: Chosen) -> dict[str, Any]:
    attacker, defender = chosen.one("attacker"), chosen.one("defender")
    cover: dict[str, Any] = {"cover": defender.text("cover")}
    if defender.kind == "regiment":
        cover["lying_down"] = defender.is_so("lying_down")
    return {
        "attacker": _side(attacker, chosen.maybe("attacker_leader"), chosen.turn),
        "defender": _side(defender, chosen.maybe("defender_leader"), chosen.turn) | cover,
        "side": attacker.side,
        "turn": chosen.turn,
    }


def _after_combat(inputs: Fight, found: Combat, chosen: Chosen) -> Iterator[Change]:
    attacker, defender = chosen.one("attacker"), chosen.one("defender")
    yield from lose(attacker, found.attacker_lost, COMBAT)
    if "disordered" in found.attacker:
        yield from disorder(attacker, COMBAT)
    if defender.kind == "battery":
        yield from _battery_taken(defender, found)
        return
    yield from lose(defender, found.defender_lost, COMBAT)
    if "disordered" in found.defender:
        yield from disorder(defender, COMBAT)
    if found.is_swept:
        yield from defender.changed("colors", Colors.CAPTURED.value, cites="RG-FALLEN")


def _battery_taken(card: Card, found: Combat) -> Iterator[Change]:
    """Yield what the combat does to a battery, which loses as many sections as other troops lose stands (R-332)."""
    if "taken" in found.defender:
        yield from lose(card, left_of(card), COMBAT, field="captured")
    elif found.defender_lost:
        yield from lose(card, found.defender_lost, COMBAT)
        yield from disorder(card, "RG-DISBAT")
    else:
        yield from hit_battery(card, found.defender if "battery" in found.defender else "", COMBAT)


def _fill_modifiers(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    return {
        "commander": commander_of(card, chosen.turn),
        "cover": card.text("cover"),
        "lying_down": card.is_so("lying_down"),
        "low_on_ammunition": card.is_so("low_on_ammunition"),
    }


def _fill_captured(chosen: Chosen) -> dict[str, Any]:
    captors, guns = chosen.one("captors"), chosen.maybe("guns")
    stands = {"stands": left_of(captors), "crews": captors.whole("crews") or 1}
    return stands | ({"sections": left_of(guns)} if guns else {})


def _after_captured(inputs: Captors, found: CapturedGuns, chosen: Chosen) -> Iterator[Change]:
    captors, guns = chosen.one("captors"), chosen.maybe("guns")
    here = "RG-CAPTURE"
    yield from captors.changed("crews", 0 if inputs.guns_lost else inputs.crews, cites=here)
    if inputs.guns_lost:
        yield from lose(captors, inputs.crews_destroyed, here)
    elif guns:
        yield from lose(guns, inputs.sections, here, field="captured")


CHARGE_USES = (
    Use("regimental.charge", (ATTACKER, DEFENDER), _fill_reaction),
    Use(
        "regimental.combat",
        (
            ATTACKER,
            DEFENDER,
            Role("attacker_leader", "Commander attached to the attacker", kinds=LEADERS, least=0),
            Role("defender_leader", "Commander attached to the defender", Whose.ENEMY, kinds=LEADERS, least=0),
        ),
        _fill_combat,
        _after_combat,
    ),
    Use(
        "regimental.combat_modifiers",
        (Role("regiment", "Defending regiment", kinds=REGIMENTS),),
        _fill_modifiers,
    ),
    Use(
        "regimental.surprise_attack",
        (Role("regiment", "Defending regiment", kinds=REGIMENTS),),
        lambda chosen: {"skirmishers_out": chosen.one("regiment").is_so("skirmishers_out")},
    ),
    Use(
        "regimental.captured_guns",
        (
            Role("captors", "Captors", kinds=REGIMENTS),
            Role("guns", "Guns captured just now", Whose.ENEMY, kinds=("battery",), least=0),
        ),
        _fill_captured,
        _after_captured,
    ),
)
