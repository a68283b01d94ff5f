"""Cards in maneuver, fire, charges, and the fate of leaders."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.fire_and_fury.charge import Charge, Charging
from rulesets.fire_and_fury.fallen_leaders import FallenLeader, LeaderAtRisk
from rulesets.fire_and_fury.fire import Hit, Volley
from rulesets.fire_and_fury.maneuver import Maneuver, Maneuvering
from rulesets.fire_and_fury.state import Battery, Condition
from rulesets.fire_and_fury.unit_cards.kinds import (
    CHARGE,
    FIRE,
    MANEUVER,
    Rank,
    Troops,
    effectiveness_of,
    left_of,
)

BRIGADES, BATTERIES, LEADERS, TROOPS = ("brigade",), ("battery",), ("leader",), ("brigade", "battery")
BRIGADE = Role("brigade", "Brigade", kinds=BRIGADES)


def troops_of(card: Card) -> str:
    """Return what the forms call its troops."""
    if card.kind == "battery":
        return "battery"
    if card.text("arm") == Troops.INFANTRY:
        return "infantry"
    return "mounted cavalry" if card.is_so("mounted") else "dismounted cavalry"


def state_of(card: Card) -> str:
    """Return Fresh, Worn, or Spent."""
    return effectiveness_of(card, left_of(card)).status.value


def lose(card: Card, stands: int, cites: str, *, field: str = "lost") -> Iterator[Change]:
    """Yield the loss of stands, at most those that are left."""
    yield from card.changed(field, card.whole(field) + min(stands, left_of(card)), cites=cites)


def hit_battery(card: Card, said: str, cites: str) -> Iterator[Change]:
    """Yield the worse of a battery's state and a new one; two states in words are the worse of them."""
    order = list(Battery)
    named = [state for state in order if state in said]
    before = Battery(card.text("state"))
    worst = max([before, *named], key=order.index)
    yield from card.changed("state", worst.value, cites=cites)


def _fill_maneuver(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("brigade")
    ranked = [each for each in chosen.all("leaders") if each.text("rank") != Rank.ARMY and not each.whole("out_until")]
    return {
        "condition": (Condition.DISORDERED if card.is_so("disordered") else Condition.GOOD_ORDER).value,
        "status": state_of(card),
        "in_column": card.is_so("in_column"),
        "exceptional_commander": card.is_so("exceptional"),
        "leaders": [{"rank": each.text("rank"), "exceptional": each.is_so("exceptional")} for each in ranked],
        "side": card.side,
        "brigade": card.name[:40],
        "turn": chosen.turn,
    }


def _after_maneuver(inputs: Maneuvering, found: Maneuver, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("brigade")
    if found.skedaddles is None:
        yield from lose(card, left_of(card), MANEUVER, field="quit")
        return
    yield from card.changed("disordered", found.afterwards is Condition.DISORDERED, cites=MANEUVER)
    yield from lose(card, found.skedaddles, MANEUVER, field="skedaddled")


def _firer(card: Card) -> dict[str, Any]:
    """Return those who fire; their fire points, or the range, are entered by whoever has the book."""
    if card.kind == "battery":
        return {"kind": card.text("gun"), "stands": 1, "battery": card.text("state")}
    return {
        "kind": troops_of(card),
        "stands": left_of(card),
        "disordered": card.is_so("disordered"),
        "low_on_ammunition": card.is_so("low_on_ammunition"),
    }


def _as_target(card: Card) -> str:
    if card.kind == "battery":
        return "limbered battery" if card.is_so("limbered") else "unlimbered battery"
    if card.is_so("mounted"):
        return "mounted cavalry"
    return "column" if card.is_so("in_column") else "line"


def _fill_fire(chosen: Chosen) -> dict[str, Any]:
    firers, target = chosen.all("firers"), chosen.one("target")
    return {
        "firers": [_firer(card) for card in firers],
        "target": _as_target(target),
        "behind_works": target.is_so("behind_works"),
        "leader_attached": chosen.maybe("leader") is not None,
        "side": firers[0].side,
        "target_name": target.name[:40],
        "turn": chosen.turn,
    }


def _after_fire(inputs: Volley, hit: Hit, chosen: Chosen) -> Iterator[Change]:
    target = chosen.one("target")
    if target.kind == "battery":
        yield from hit_battery(target, hit.battery, FIRE)
    else:
        lost = min(hit.stands_lost, left_of(target))
        yield from lose(target, lost, FIRE)
        yield from target.changed("lost_to_fire", target.whole("lost_to_fire") + lost, cites=CHARGE)
        if hit.disordered:
            yield from target.changed("disordered", after=True, cites=FIRE)
    if hit.low_on_ammunition:
        for card in chosen.all("firers"):
            if card.kind == "brigade":
                yield from card.changed("low_on_ammunition", after=True, cites=FIRE)


def _fighter(card: Card, leader: Card | None) -> dict[str, Any]:
    filled: dict[str, Any] = {
        "stands": left_of(card),
        "troops": troops_of(card),
        "leader": leader is not None or (card.kind == "brigade" and card.is_so("exceptional")),
        "confederate": card.side == "CSA",
        "name": card.name[:40],
    }
    if card.kind == "battery":
        return filled
    return {
        **filled,
        "triple": effectiveness_of(card, left_of(card)).triple,
        "disordered": card.is_so("disordered"),
        "lost_to_fire": card.whole("lost_to_fire"),
    }


def _fill_charge(chosen: Chosen) -> dict[str, Any]:
    attacker, defender = chosen.one("attacker"), chosen.one("defender")
    return {
        "attacker": _fighter(attacker, chosen.maybe("attacker_leader")),
        "defender": _fighter(defender, chosen.maybe("defender_leader")),
        "side": attacker.side,
        "turn": chosen.turn,
    }


def _after_charge(inputs: Charging, found: Charge, chosen: Chosen) -> Iterator[Change]:
    attacker, defender = chosen.one("attacker"), chosen.one("defender")
    yield from lose(attacker, found.attacker_lost, CHARGE)
    if "disordered" in found.attacker:
        yield from attacker.changed("disordered", after=True, cites=CHARGE)
    if defender.kind == "battery":
        gone = {"taken": Battery.CAPTURED, "destroyed": Battery.WRECKED}
        said = next((state.value for word, state in gone.items() if word in found.defender), found.defender)
        yield from hit_battery(defender, said, CHARGE)
        return
    yield from lose(defender, found.defender_lost, CHARGE)
    if "disordered" in found.defender:
        yield from defender.changed("disordered", after=True, cites=CHARGE)


def _fill_fallen(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("leader")
    return {"rank": card.text("rank"), "side": card.side, "leader": card.name[:40], "turn": chosen.turn}


def _after_fallen(inputs: LeaderAtRisk, found: FallenLeader, chosen: Chosen) -> Iterator[Change]:
    card = chosen.one("leader")
    yield from card.changed("fate", found.fate.value, cites="FF-Fallen leaders")
    if found.turns_out:
        yield from card.changed("out_until", chosen.turn + found.turns_out, cites="FF-Fallen leaders")


def _fill_state(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("brigade")
    return {"triple": effectiveness_of(card, left_of(card)).triple, "stands_left": left_of(card)}


def _fill_movement(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("unit")
    arms = {"infantry": "infantry", "mounted cavalry": "cavalry", "dismounted cavalry": "dismounted cavalry"}
    if card.kind == "leader":
        return {"arm": "leader"}
    horse = card.kind == "battery" and card.text("gun") == "horse artillery"
    return {"arm": arms.get(troops_of(card), "horse artillery" if horse else "foot artillery")}


USES = (
    Use(
        "fire_and_fury.maneuver",
        (BRIGADE, Role("leaders", "Its corps and division leaders", kinds=LEADERS, least=0, most=4)),
        _fill_maneuver,
        _after_maneuver,
    ),
    Use("fire_and_fury.movement", (Role("unit", "Unit"),), _fill_movement),
    Use(
        "fire_and_fury.fire",
        (
            Role("firers", "Firers", kinds=TROOPS, most=12),
            Role("target", "Target", Whose.ENEMY, kinds=TROOPS),
            Role("leader", "Leader attached to the target", Whose.ENEMY, kinds=LEADERS, least=0),
        ),
        _fill_fire,
        _after_fire,
    ),
    Use(
        "fire_and_fury.charge",
        (
            Role("attacker", "Attacker", kinds=BRIGADES),
            Role("defender", "Defender", Whose.ENEMY, kinds=TROOPS),
            Role("attacker_leader", "Leader attached to the attacker", kinds=LEADERS, least=0),
            Role("defender_leader", "Leader attached to the defender", Whose.ENEMY, kinds=LEADERS, least=0),
        ),
        _fill_charge,
        _after_charge,
    ),
    Use("fire_and_fury.fallen_leader", (Role("leader", "Leader", kinds=LEADERS),), _fill_fallen, _after_fallen),
    Use("fire_and_fury.effectiveness", (BRIGADE,), _fill_state),
    Use(
        "fire_and_fury.battery_functions",
        (Role("battery", "Battery", kinds=BATTERIES),),
        lambda chosen: {"limbered": chosen.one("battery").is_so("limbered")},
        lambda inputs, found, chosen: chosen.one("battery").changed("limbered", found.limbered, cites="FF-Artillery"),
    ),
)
