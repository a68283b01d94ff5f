"""Movement, charges, and melee from cards, with what a melee leaves of both sides."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.units import Card, Change, Chosen, Role, Use, Whose
from rulesets.the_war_game.charge import Charge, RiddenDown
from rulesets.the_war_game.melee import MOST_COMBATS, MeleeLosses
from rulesets.the_war_game.movement import Move
from rulesets.the_war_game.outcome import Does, Exhaustion, MeleeEnd
from rulesets.the_war_game.state import Arm, Cover, Formation, MeleeMove, Order, Pace, Rest
from rulesets.the_war_game.unit_cards.fire import Filled, some, whose
from rulesets.the_war_game.unit_cards.kinds import (
    AFTER,
    CAVALRY,
    CHARGE,
    FOOT,
    GUNS,
    INFANTRY,
    MELEE,
    REGIMENTS,
    SKIRMISHERS,
    TROOPS,
    at,
    name_of,
)

OUTCOME, DURATION, GARRISON = at("Deciding the outcome of a melee"), at("Duration of melee"), at("Movement and terrain")
PACES = {Formation.LINE: Pace.LINE, Formation.COLUMN: Pace.COLUMN, Formation.OPEN: Pace.OPEN}
FILES, MOST_IN_A_CHARGE = 4, 24
NEXT = {MeleeMove.FIRST: MeleeMove.SECOND, MeleeMove.SECOND: MeleeMove.THIRD, MeleeMove.THIRD: MeleeMove.THIRD}
ALWAYS_FIT = 99
Bouts = list[dict[str, Any]]


def arm_of(card: Card) -> Arm:
    """Return what a unit fights as."""
    return "cavalry" if card.kind == CAVALRY.id else "infantry"


def _both(chosen: Chosen) -> tuple[Card, Card]:
    return chosen.one("attacker"), chosen.one("defender")


def _names(chosen: Chosen) -> Filled:
    attacker, defender = _both(chosen)
    return {"turn": chosen.turn, "attacker_name": name_of(attacker), "defender_name": name_of(defender)}


def formation_of(card: Card) -> Formation:
    """Return how foot is formed; skirmishers are always in open order."""
    return Formation(card.text("formation")) if card.kind == INFANTRY.id else Formation.OPEN


# Movement.


def _move(chosen: Chosen) -> Filled:
    unit = chosen.one("unit")
    if unit.kind in GUNS:
        return {"troops": Pace.TEAM.value}
    return {"troops": (Pace.CAVALRY if unit.kind == CAVALRY.id else PACES[formation_of(unit)]).value}


def _moved(inputs: Any, found: Move, chosen: Chosen) -> Iterator[Change]:
    unit = chosen.one("unit")
    if found.inside and "cover" in unit.values and found.inside >= unit.whole("figures"):
        yield from unit.changed("cover", Cover.HOUSE.value, cites=GARRISON)


# The charge.


def _charge(chosen: Chosen) -> Filled:
    attacker, defender = _both(chosen)
    able = arm_of(defender) == "infantry" and defender["order"] == Order.GOOD
    filled = {**_names(chosen), "troops": arm_of(attacker), "defender_fires": able}
    if attacker.kind == CAVALRY.id:
        return {**filled, "bad_morale": attacker.whole("tests_failed") > 0}
    ranks = min(max(1, -(-attacker.whole("figures") // FILES)), MOST_IN_A_CHARGE)
    return {**filled, "formation": formation_of(attacker).value, "files": FILES, "ranks": ranks}


def _charged(inputs: Any, found: Charge, chosen: Chosen) -> Iterator[Change]:
    if not found.contact:
        return
    attacker, defender = _both(chosen)
    yield from attacker.changed("charging", found.impetus, cites=CHARGE)
    yield from attacker.changed("front", min(found.front or 0, attacker.whole("figures")), cites=CHARGE)
    for card in (attacker, defender):
        yield from card.changed("melee", MeleeMove.FIRST.value, cites=MELEE)


def _ride(chosen: Chosen) -> Filled:
    rider = chosen.one("rider")
    return {**whose(rider, chosen), **some("figures", rider.whole("figures")), "heavy": rider.is_so("heavy")}


def _ridden(inputs: Any, found: RiddenDown, chosen: Chosen) -> Iterator[Change]:
    yield from _lost(chosen.one("ridden"), found.through, cites=CHARGE)


def _lost(card: Card, lost: int, *, cites: str) -> Iterator[Change]:
    """Yield the figures that a unit loses in melee."""
    fallen = min(lost, card.whole("figures"))
    yield from card.reduced("figures", by=fallen, cites=cites)
    yield from card.changed("melee_lost", min(card.whole("melee_lost") + fallen, card.whole("original")), cites=cites)


# A move of melee.


def _break_in(chosen: Chosen) -> Filled:
    unit = chosen.one("attacker")
    return {**whose(unit, chosen), **some("attackers", unit.whole("figures"))}


def _fight(chosen: Chosen) -> Filled:
    attacker, defender = _both(chosen)
    bouts = _combats(attacker, defender)
    filled = {**_names(chosen), "charging": _who_charges(attacker, defender), **({"combats": bouts} if bouts else {})}
    move = MeleeMove(attacker.text("melee"))
    if move is not MeleeMove.NONE:
        filled["move"] = move.value
    if _is_exhausted(defender) and not _is_exhausted(attacker):
        rested = Rest.SOME if _clear_moves(defender, chosen) else Rest.NONE
        filled |= {"defender_exhausted": True, "rest": rested.value}
    return filled


def _who_charges(attacker: Card, defender: Card) -> str:
    both = attacker.is_so("charging"), defender.is_so("charging")
    return {(True, True): "both", (True, False): "attacker", (False, True): "defender"}.get(both, "neither")


def _combats(attacker: Card, defender: Card) -> Bouts:
    """Return the combats that the figures allow: on the first move each meets one, later they gang up."""
    ours, theirs = attacker.whole("figures"), defender.whole("figures")
    if attacker["melee"] in (MeleeMove.NONE, MeleeMove.FIRST):
        ours = min(ours, attacker.whole("front") or ours)
        theirs = min(theirs, ours)
    cover = {"behind_wall": _is(defender, Cover.WALL), "in_house": _is(defender, Cover.HOUSE)}
    bouts = _pairs(ours, theirs, arm_of(attacker), arm_of(defender))
    arms = {"attacking": arm_of(attacker), "defending": arm_of(defender)}
    return [{"attackers": a, "defenders": d, "times": n, **arms, **cover} for a, d, n in bouts]


def _is(card: Card, cover: Cover) -> bool:
    return card.kind in FOOT and card["cover"] == cover


def _pairs(ours: int, theirs: int, attacking: Arm, defending: Arm) -> list[tuple[int, int, int]]:
    """Return how many figures of each side meet, and how often."""
    if attacking != defending and defending == "cavalry":
        return [(a, d, n) for d, a, n in _pairs(theirs, ours, defending, attacking)]
    if not ours or not theirs:
        return []
    if attacking == defending:
        most = 2
        combats = min(ours, theirs, MOST_COMBATS)
        small = [(1, 1)] if ours == theirs else [(1, 1), (2, 1) if ours > theirs else (1, 2)]
        more = min(abs(ours - theirs), combats * (most - 1))
        return [(*pair, n) for pair, n in zip(small, (combats - more, more), strict=False) if n]
    riders = min(ours, theirs, MOST_COMBATS)
    each, more = divmod(min(theirs, 3 * riders), riders)
    return [(1, foot, n) for foot, n in ((each, riders - more), (each + 1, more)) if n]


def _fought(inputs: Any, found: MeleeLosses, chosen: Chosen) -> Iterator[Change]:
    attacker, defender = _both(chosen)
    yield from _lost(attacker, found.attacker_lost, cites=MELEE)
    yield from _lost(defender, found.defender_lost, cites=MELEE)
    for card in (attacker, defender):
        yield from card.changed("melee", inputs.move, cites=DURATION)


# How it ends.


def _ending(chosen: Chosen) -> Filled:
    attacker, defender = _both(chosen)
    move = MeleeMove(attacker.text("melee"))
    first = move in (MeleeMove.NONE, MeleeMove.FIRST)
    filled = {**_names(chosen), "attacker": _side(attacker, first=first), "defender": _side(defender, first=first)}
    return filled if move is MeleeMove.NONE else {**filled, "move": move.value}


def _side(card: Card, *, first: bool) -> Filled:
    failed = "tests_failed" in card.values and card.whole("tests_failed") > 0
    filled = {
        "lost": card.whole("melee_lost"),
        "morale": "bad" if failed else "good",
        "left": card.whole("figures"),
        "arm": arm_of(card),
    }
    return {**filled, "lost_to_fire": card.whole("fire_lost")} if first else filled


def _ended(inputs: Any, found: MeleeEnd, chosen: Chosen) -> Iterator[Change]:
    for who in ("attacker", "defender"):
        card, does = chosen.one(who), getattr(found, who)
        following = NEXT[MeleeMove(inputs.move)] if found.fights_on else MeleeMove.NONE
        yield from card.changed("melee", following.value, cites=DURATION)
        yield from card.changed("charging", after=False, cites=MELEE)
        yield from card.changed("front", 0, cites=MELEE)
        yield from _does(card, does, chosen.turn)


def _does(card: Card, does: Does, turn: int) -> Iterator[Change]:
    orders = {"withdraws": Order.BACK, "retires": Order.BACK, "surrenders": Order.SURRENDERED}
    if does in orders:
        yield from card.changed("order", orders[does].value, cites=OUTCOME)
    if does == "retires":
        yield from card.changed("drawn_on", turn, cites=AFTER)


# Exhaustion.


def _is_exhausted(card: Card) -> bool:
    return card.whole("drawn_on") > 0


def _clear_moves(card: Card, chosen: Chosen) -> int:
    """Return the whole moves since a unit's drawn melee; all, if it had none."""
    return max(0, chosen.turn - card.whole("drawn_on") - 1) if _is_exhausted(card) else ALWAYS_FIT


def _tired(chosen: Chosen) -> Filled:
    return {"clear_moves": min(_clear_moves(chosen.one("unit"), chosen), ALWAYS_FIT)}


def _rested(inputs: Any, found: Exhaustion, chosen: Chosen) -> Iterator[Change]:
    unit = chosen.one("unit")
    if found.state != "fit":
        return
    if _is_exhausted(unit) and unit["order"] == Order.BACK:
        yield from unit.changed("order", Order.GOOD.value, cites=AFTER)
    yield from unit.changed("drawn_on", 0, cites=AFTER)


TWO_SIDES = (
    Role("attacker", "Attacker", kinds=TROOPS),
    Role("defender", "Defender", whose=Whose.ENEMY, kinds=TROOPS),
)
USES = (
    Use(
        "the_war_game.movement",
        (Role("unit", "Unit", kinds=(*TROOPS, *GUNS)),),
        fill=_move,
        effects=_moved,
    ),
    Use("the_war_game.charge", TWO_SIDES, fill=_charge, effects=_charged),
    Use(
        "the_war_game.ride_down",
        (
            Role("rider", "Cavalry", kinds=(CAVALRY.id,)),
            Role("ridden", "Infantry", whose=Whose.ENEMY, kinds=(INFANTRY.id, SKIRMISHERS.id)),
        ),
        fill=_ride,
        effects=_ridden,
    ),
    Use("the_war_game.break_in", (Role("attacker", "Attacker", kinds=REGIMENTS),), fill=_break_in),
    Use("the_war_game.melee", TWO_SIDES, fill=_fight, effects=_fought),
    Use("the_war_game.melee_outcome", TWO_SIDES, fill=_ending, effects=_ended),
    Use("the_war_game.exhaustion", (Role("unit", "Unit", kinds=TROOPS),), fill=_tired, effects=_rested),
)
