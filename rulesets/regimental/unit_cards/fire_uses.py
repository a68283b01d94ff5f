"""Cards in fire: who fires, at whom, and what it does to both."""

from collections.abc import Iterator, Sequence
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.regimental.artillery import FiredOver, Overhead
from rulesets.regimental.batteries import Disordered, Recovery
from rulesets.regimental.infantry import LowAmmunition, Shot
from rulesets.regimental.snipers import Sniped, Sniping
from rulesets.regimental.surprise import Surprised, SurpriseFire
from rulesets.regimental.unit_cards.kinds import Troops, left_of
from rulesets.regimental.unit_cards.values import (
    BATTERIES,
    COLUMNS,
    COMMANDED,
    REGIMENTS,
    TROOPS,
    condition_of,
    disorder,
    fall,
    fighting_stands,
    hit_battery,
    in_cover,
    lose_to_fire,
)
from rulesets.regimental.volleys import Fire, Fired

FIRE = "FF-Musketry and cannonade"
TARGET = Role("target", "Target", Whose.ENEMY, kinds=TROOPS)
REGIMENT = Role("regiment", "Regiment", kinds=REGIMENTS)


def _regiments(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.kind == "regiment"]


def _batteries(cards: Sequence[Card]) -> list[Card]:
    return [card for card in cards if card.kind == "battery"]


def _firer(card: Card) -> dict[str, Any]:
    return {
        "weapon": card.text("weapon"),
        "stands": max(fighting_stands(card), 1),
        "lying_down": card.is_so("lying_down"),
    }


def _firer_in_full(card: Card) -> dict[str, Any]:
    return _firer(card) | {name: card.is_so(name) for name in ("disordered", "low_on_ammunition")}


def _section(card: Card) -> dict[str, Any]:
    return {"gun": card.text("gun"), "sections": left_of(card), "disordered": card.is_so("disordered")}


def _target(card: Card) -> dict[str, Any]:
    """Return what the forms of fire ask of a target."""
    if card.kind == "battery":
        return {"cover": card.text("cover")}
    is_cavalry, out = card.text("arm") == Troops.CAVALRY, card.is_so("skirmishers_out")
    return {
        "cover": card.text("cover"),
        "target_lying_down": card.is_so("lying_down"),
        "cavalry_skirmishers": is_cavalry and out,
    }


def _screened(card: Card) -> dict[str, bool]:
    return {"screened": card.kind == "regiment" and card.is_so("skirmishers_out")}


def _as_target(card: Card) -> str:
    """Return what the base game's fire calls a target."""
    if card.kind == "battery":
        return "limbered battery" if card.is_so("limbered") else "unlimbered battery"
    if card.is_so("mounted"):
        return "mounted cavalry"
    return "column" if card.text("formation") in COLUMNS else "line"


def _fill_fire(chosen: Chosen) -> dict[str, Any]:
    firers, target = chosen.all("firers"), chosen.one("target")
    return {
        "firers": [_firer_in_full(card) for card in _regiments(firers)],
        "guns": [_section(card) for card in _batteries(firers)],
        "target": _as_target(target),
        **_target(target),
        **_screened(target),
        "side": firers[0].side,
        "target_name": target.name,
        "turn": chosen.turn,
    }


def _after_fire(inputs: Fire, fired: Fired, chosen: Chosen) -> Iterator[Change]:
    target = chosen.one("target")
    if target.kind == "battery":
        yield from target.changed("fired_at", chosen.turn, cites="RG-DISBAT")
        yield from hit_battery(target, fired.battery, FIRE)
    else:
        yield from lose_to_fire(target, fired.stands_lost, FIRE)
        if fired.disordered:
            yield from disorder(target, FIRE)
    if fired.low_on_ammunition:
        for card in _regiments(chosen.all("firers")):
            yield from card.changed("low_on_ammunition", after=True, cites="RG-AMMO")


def _fill_points(chosen: Chosen) -> dict[str, Any]:
    firers, target = chosen.all("firers"), chosen.one("target")
    filled = {"firers": [_firer(card) for card in firers], "side": firers[0].side}
    return filled | _target(target) | _screened(target)


def _fill_guns(chosen: Chosen) -> dict[str, Any]:
    return {"guns": [_section(card) for card in chosen.all("firers")]} | _target(chosen.one("target"))


def _named(role: str) -> Any:
    """Return a fill of the unit's name and the turn, which are in the key of a roll."""
    return lambda chosen: {"unit": chosen.one(role).name, "turn": chosen.turn}


def _fill_ammunition(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    return {"side": card.side, "unit": card.name, "turn": chosen.turn}


def _after_ammunition(inputs: Shot, found: LowAmmunition, chosen: Chosen) -> Iterator[Change]:
    if found.low:
        yield from chosen.one("regiment").changed("low_on_ammunition", after=True, cites="RG-AMMO")


def _fill_flank(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    return {
        "skirmishers_out": card.is_so("skirmishers_out"),
        "lying_down": card.is_so("lying_down"),
        "in_works": in_cover(card),
    }


def _fill_sniper(chosen: Chosen) -> dict[str, Any]:
    card, target = chosen.one("regiment"), chosen.maybe("target")
    filled: dict[str, Any] = {"side": card.side, "unit": card.name, "turn": chosen.turn}
    filled["act"] = "fire" if card.is_so("sniper") else "deploy skirmishers"
    if target is not None:
        rank = "regimental" if target.kind == "regiment" else target.text("rank")
        filled |= {"rank": rank, "mounted": not target.is_so("on_foot"), "leader": target.name[:40]}
    return filled


def _after_sniper(inputs: Sniping, found: Sniped, chosen: Chosen) -> Iterator[Change]:
    card, target = chosen.one("regiment"), chosen.maybe("target")
    if inputs.act != "fire":
        yield from card.changed("skirmishers_out", after=True, cites="RG-SKIRM")
        yield from card.changed("sniper", found.succeeded, cites="RG-SNIPER")
    elif target is not None and found.fallen is not None:
        yield from fall(target, found.fallen, chosen.turn)


def _fill_surprise(chosen: Chosen) -> dict[str, Any]:
    card = chosen.one("regiment")
    return {
        "condition": condition_of(card),
        "skirmishers_out": card.is_so("skirmishers_out"),
        "side": card.side,
        "unit": card.name,
        "turn": chosen.turn,
    }


def _after_surprise(inputs: Surprised, found: SurpriseFire, chosen: Chosen) -> Iterator[Change]:
    yield from lose_to_fire(chosen.one("regiment"), found.stands_lost, "RG-SURPRISE")


def _after_overhead(inputs: Overhead, found: FiredOver, chosen: Chosen) -> Iterator[Change]:
    if found.friends_disordered:
        yield from disorder(chosen.one("regiment"), "RG-OVER")


def _fill_recovery(chosen: Chosen) -> dict[str, Any]:
    """Count the quiet turns between the last fire received and this turn (R-321)."""
    return {"turns_without_fire": min(max(chosen.turn - chosen.one("battery").whole("fired_at") - 1, 0), 99)}


def _after_recovery(inputs: Disordered, found: Recovery, chosen: Chosen) -> Iterator[Change]:
    yield from chosen.one("battery").changed("disordered", found.disordered, cites="RG-DISBAT")


FIRE_USES = (
    Use("regimental.fire", (Role("firers", "Firers", kinds=TROOPS, most=12), TARGET), _fill_fire, _after_fire),
    Use("regimental.fire_points", (Role("firers", "Firers", kinds=REGIMENTS, most=12), TARGET), _fill_points),
    Use(
        "regimental.artillery_fire_points",
        (Role("firers", "Batteries", kinds=BATTERIES, most=12), TARGET),
        _fill_guns,
    ),
    Use("regimental.low_ammunition", (REGIMENT,), _fill_ammunition, _after_ammunition),
    Use("regimental.flank_fire", (REGIMENT,), _fill_flank),
    Use(
        "regimental.sniper",
        (REGIMENT, Role("target", "Target commander", Whose.ENEMY, kinds=COMMANDED, least=0)),
        _fill_sniper,
        _after_sniper,
    ),
    Use("regimental.surprise_fire", (REGIMENT,), _fill_surprise, _after_surprise),
    Use("regimental.over_friends", (REGIMENT,), _named("regiment"), _after_overhead),
    Use(
        "regimental.disordered_battery",
        (Role("battery", "Battery", kinds=BATTERIES),),
        _fill_recovery,
        _after_recovery,
    ),
)
