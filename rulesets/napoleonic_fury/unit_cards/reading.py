"""What the cards say, as the procedures ask for it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.core.units import Card, Chosen
from rulesets.napoleonic_fury.state import Battery, Elite, Firing, Formation, Nation, Rank, Status, Troops
from rulesets.napoleonic_fury.unit_cards.kinds import (
    BATTERY_CARD,
    CAVALRY_CARD,
    IN_COMMAND,
    OUT,
    STUNNED,
    UNIT_CARDS,
    triple_of,
)

LONGEST_NAME = 40
KEYS = ("nation", "troops", "formation", "year", "trained", "exceptional_commander")
NOT_COUNTED = (Troops.COSSACKS, Troops.MILITIA_CAVALRY)
Filled = dict[str, Any]


def name_of(card: Card) -> str:
    """Return a unit's name as roll keys have room for it."""
    return card.name[:LONGEST_NAME]


def all_of(chosen: Chosen, role: str) -> tuple[Card, ...]:
    """Return the unit whose modifiers count, and those with it."""
    return (chosen.one(role), *chosen.all(f"{role}s"))


def player_turn(turn: int, side: str) -> str:
    """Name a player turn, in which stands lost to fire still count in a melee."""
    return f"{turn} {side}"


def of_unit(card: Card, *names: str) -> Filled:
    """Return some values of a card under their own names, leaving out those that its kind doesn't have."""
    return {name: card[name] for name in names if name in card.values}


def status_of(card: Card) -> Status:
    return triple_of(card).status(card.whole("stands"))


def stands_lost(card: Card) -> int:
    return triple_of(card).full - card.whole("stands")


def lost_in(card: Card, turn: str) -> int:
    """Return the stands that a unit lost in this player turn."""
    return card.whole("recent_losses") if card["lost_in"] == turn else 0


def in_command(leader: Card) -> bool:
    return leader["fate"] == IN_COMMAND


def is_there(leader: Card | None) -> bool:
    """Tell whether an officer can be with a unit; one who arrives after maneuver can."""
    return leader is not None and leader["fate"] not in (STUNNED, *OUT)


def is_exceptional(leader: Card) -> bool:
    """Tell whether an officer is exceptional; a replacement isn't."""
    return leader.is_so("exceptional") and not leader.is_so("replacement")


def rating_of(leader: Card | None) -> Filled:
    """Return the rating of an officer in command, if he has one."""
    has_one = leader is not None and in_command(leader) and leader["rating"] != "none"
    return {"rating": leader["rating"]} if leader is not None and has_one else {}


def officers_near(unit: Card, leaders: Sequence[Card], *, corps_in_play: bool) -> list[Filled]:
    """Return officers as maneuver asks for them; whether one is in range is for people to measure."""
    return [_officer(unit, leader, corps_in_play=corps_in_play) for leader in leaders if in_command(leader)]


def _officer(unit: Card, leader: Card, *, corps_in_play: bool) -> Filled:
    commands_army = leader["rank"] in (Rank.WING, Rank.ARMY)
    return {
        "rank": leader["rank"],
        "exceptional": is_exceptional(leader),
        **({"place": "attached"} if leader["attached_to"] == unit.name else {}),
        **(rating_of(leader) if commands_army and corps_in_play else {}),
    }


def maneuvering(chosen: Chosen) -> Filled:
    """Return a unit about to roll, with the officers who help it."""
    unit, leaders = chosen.one("unit"), chosen.all("officers")
    commander = chosen.maybe("commander")
    known = (*leaders, *([commander] if commander else []))
    corps_in_play = any(leader["rank"] == Rank.CORPS for leader in known)
    return {
        **of_unit(unit, *KEYS),
        "status": status_of(unit).value,
        "officers": officers_near(unit, leaders, corps_in_play=corps_in_play),
    }


def roll_key(chosen: Chosen) -> Filled:
    """Return what names a unit's roll."""
    unit = chosen.one("unit")
    return {"side": unit.side, "unit": name_of(unit), "turn": chosen.turn}


def battery_state(battery: Card) -> str:
    return Battery.SILENCED.value if battery.is_so("silenced") else battery.text("state")


def firer(card: Card) -> Filled:
    """Return stands or a battery that fires, without the range and the front stands of a column."""
    if card.kind == BATTERY_CARD:
        return {"kind": _guns(card), "stands": 1, "battery": battery_state(card)}
    all_fire = card.kind == CAVALRY_CARD or card["formation"] == Formation.LINE
    return {
        "kind": _musket(card),
        "disordered": card["disordered"],
        **({"stands": card.whole("stands")} if all_fire else {}),
    }


def _guns(card: Card) -> str:
    return (Firing.HORSE if card["troops"] == Troops.HORSE_BATTERY else Firing.HEAVY).value


def _musket(card: Card) -> str:
    if card.kind == CAVALRY_CARD:
        return Firing.DISMOUNTED.value
    return (Firing.LIGHT if card["troops"] == Troops.LIGHT else Firing.INFANTRY).value


def under_fire(target: Card | None) -> Filled:
    """Return what multiplies the points of those who fire at a target."""
    if target is None or target.kind not in UNIT_CARDS:
        return {}
    return {"march_column": target["formation"] == Formation.MARCH, "breakthrough": target["breakthrough"]}


def target_of(target: Card) -> Filled:
    """Return a target as the fire roll asks for it."""
    if target.kind == BATTERY_CARD:
        return {"target": "limbered battery" if target.is_so("limbered") else "unlimbered battery"}
    mounted = "dismounted cavalry" if target.values.get("dismounted") else "mounted cavalry"
    return {
        "target": mounted if target.kind == CAVALRY_CARD else "infantry",
        "square": target["formation"] == Formation.SQUARE,
        "changed_formation": target["changed_formation"],
    }


def counts_twice(card: Card) -> bool:
    """Tell whose stands count double against army fatigue."""
    if card["troops"] in NOT_COUNTED:
        return False
    if card["elite"] == Elite.GRENADIERS:
        return card["nation"] in (Nation.AUSTRIA, Nation.PRUSSIA)
    return card["elite"] in (Elite.GUARD, Elite.OLD_GUARD) and card["nation"] != Nation.BRITAIN


def help_in_melee(unit: Card, leader: Card | None) -> str:
    """Return the leader that a side of a melee has."""
    if leader is not None and is_there(leader):
        return "attached, worth +2" if leader.is_so("worth_two") else "attached"
    return "exceptional brigade commander" if unit.values.get("exceptional_commander") else "none"


def modifying(cards: Sequence[Card]) -> Card:
    """Return the unit whose modifiers count: the first one chosen that isn't a battery, if any."""
    return next((card for card in cards if card.kind in UNIT_CARDS), cards[0])


def fighter(cards: Sequence[Card], leader: Card | None, turn: str) -> Mapping[str, Any]:
    """Return one side of a melee: all its stands, and its modifying unit."""
    unit = modifying(cards)
    if unit.kind == BATTERY_CARD:
        return {
            **of_unit(unit, "nation", "troops"),
            "stands": len(cards),
            "name": name_of(unit),
            "leader": help_in_melee(unit, leader),
        }
    stands = [card for card in cards if card.kind in UNIT_CARDS]
    alone = len(stands) == 1
    return {
        **of_unit(unit, "nation", "troops", "elite", "armored", "formation", "disordered"),
        **({"triple": unit["triple"]} if alone else {"status": status_of(unit).value}),
        "stands": sum(card.whole("stands") for card in stands),
        "leader": help_in_melee(unit, leader),
        "lost_this_phase": sum(lost_in(card, turn) for card in stands),
        "cavalry_too": unit.kind != CAVALRY_CARD and any(card.kind == CAVALRY_CARD for card in stands),
        "name": name_of(unit),
    }
