"""The rules of Fire and Fury that a table rolls, what a unit fills in, and what keys the dice."""

from typing import Any

from battles.conduct.rolls import Army, TableUnit, TableUse
from rulesets.core.plain import Json
from rulesets.cw_to_ff.at_table import led_maneuver
from rulesets.cw_to_ff.named_order import NamedBattery, NamedBrigade
from rulesets.cw_to_ff.state import Arm
from rulesets.fire_and_fury.artillery import battery_functions
from rulesets.fire_and_fury.charge import charge
from rulesets.fire_and_fury.fallen_leaders import fallen_leader
from rulesets.fire_and_fury.fire import fire
from rulesets.fire_and_fury.state import Firing

BRIGADE, BATTERY, LEADER = "brigade", "battery", "leader"
MANEUVER, FIRE, CHARGE, FALLEN, FUNCTIONS = "maneuver", "fire", "charge", "fallen-leader", "battery"
RANKS = {"a": "army", "c": "corps", "d": "division"}
JOINS = (
    "An army leader may join the brigade: +3 if he is E, +2 if average, +1 if P. Meanwhile all his corps leaders count "
    "as outside his radius.",
    "VG-11C",
)
USES = (
    TableUse(
        MANEUVER,
        led_maneuver,
        (BRIGADE,),
        has_rerolls=True,
        notes=(("Measure whether the brigade is within 18″ of each unattached leader.", ""),),
        hidden_inputs=("side", "brigade", "turn", "again", "leaders.n.name", "army_leader.name"),
    ),
    TableUse(
        FIRE,
        fire,
        (BRIGADE, BATTERY),
        notes=(("Add the other units that fire at the same target as rows of their own.", ""),),
        hidden_inputs=("side", "target_name", "turn"),
    ),
    TableUse(
        CHARGE,
        charge,
        (BRIGADE,),
        notes=(("Enter the defender as its owner or the umpire tells you.", ""),),
        hidden_inputs=("side", "turn", "attacker.name", "defender.name"),
        target="defender",
        targets=(BRIGADE, BATTERY),
    ),
    TableUse(FALLEN, fallen_leader, (LEADER,), hidden_inputs=("side", "leader", "turn")),
    TableUse(FUNCTIONS, battery_functions, (BATTERY,)),
)


def filled(
    use: TableUse, army: Army, unit: TableUnit, brigade: NamedBrigade | None, own: dict[str, str], *, is_led: bool
) -> Json:
    """Return what is known of a unit as a rule takes it; of the enemy, nothing is filled in."""
    if use.name == FIRE:
        return {"firers": [_firer(unit, brigade)]}
    if use.name == CHARGE:
        attacker = fighter(army, unit, brigade, own, is_led=is_led)
        return {"attacker": attacker, use.target: {"confederate": army.side != "CSA"}}
    if use.name == FALLEN:
        return {"rank": _rank(unit), "attached": True}
    return {}


def fighter(
    army: Army, unit: TableUnit, brigade: NamedBrigade | None, own: dict[str, str], *, is_led: bool
) -> dict[str, Any]:
    """Return a unit as it stands in a charge, on either side of it."""
    rides = brigade is not None and brigade.arm is Arm.CAVALRY
    troops = BATTERY if unit.kind == BATTERY else "mounted cavalry" if rides else "infantry"
    confederate = army.side == "CSA"
    return {"stands": unit.stands or 1, "troops": troops, "leader": is_led, "confederate": confederate, **own}


def _firer(unit: TableUnit, brigade: NamedBrigade | None) -> Json:
    if unit.kind == BATTERY or brigade is None:
        return {"kind": Firing.NAPOLEON.value, "stands": 1}
    kind = "mounted cavalry" if brigade.arm is Arm.CAVALRY else "infantry"
    return {"kind": kind, "stands": unit.stands}


def with_guns(asked: Json, battery: NamedBattery | None, before: Json) -> Json:
    """Return a fire with the kind of its first row: of this unit's last fire, else horse artillery for cavalry's guns.

    An order of battle doesn't name guns, so a battery begins with the most common ones.
    """
    (firer,) = asked["firers"]
    kinds = [Firing(each["kind"]) for each in before.get("firers", ())][:1]
    if kinds and kinds[0].is_brigade == (battery is None):
        return {**asked, "firers": [{**firer, "kind": kinds[0].value}]}
    if battery is not None and battery.arm is Arm.CAVALRY:
        return {**asked, "firers": [{**firer, "kind": Firing.HORSE.value}]}
    return asked


def _rank(unit: TableUnit) -> str:
    """Return the rank of a post by its address: army, c0, c0d1."""
    return "division" if "d" in unit.id else RANKS[unit.id[0]]


def keyed(use: TableUse, army: Army, unit: TableUnit, asked: Json, again: int) -> Json:
    """Return the inputs with what keys the dice: the side, the unit's own label, and the turn."""
    if use.name == FUNCTIONS:
        return asked
    same = {**asked, "side": army.side, "turn": army.turn}
    if use.name == MANEUVER:
        return {**same, "brigade": unit.label, "again": again}
    if use.name == FIRE:
        return {**same, "target_name": unit.label}
    if use.name == CHARGE:
        attacker, defender = ({**dict(asked.get(who) or {}), "name": ""} for who in ("attacker", "defender"))
        return {**same, "attacker": {**attacker, "name": unit.label}, "defender": defender}
    return {**same, "leader": f"{_rank(unit)[0].upper()}: {unit.label.partition(' leader with ')[2]}"}


def outside_of(radius: str) -> str:
    return f"A corps leader more than {radius} from the army leader gives 1 less. If so, uncheck his radius under More."


def said_openly(whose: str, who: str, letter: str) -> str:
    return f"This roll shows everyone that {whose} {who} is {letter}."
