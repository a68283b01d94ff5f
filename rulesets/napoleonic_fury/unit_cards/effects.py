"""What the results of this book's procedures do to the cards."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from rulesets.core.units import Card, Change, Chosen
from rulesets.napoleonic_fury.artillery import BatteryMay, BatteryTurn
from rulesets.napoleonic_fury.fallen_leaders import FallenLeader
from rulesets.napoleonic_fury.fatigue import Fatigue, Losses
from rulesets.napoleonic_fury.fighters import Fighting
from rulesets.napoleonic_fury.fire import Hit, Volley
from rulesets.napoleonic_fury.formation import EmergencyChange
from rulesets.napoleonic_fury.ground import PassedThrough
from rulesets.napoleonic_fury.maneuver import Maneuver
from rulesets.napoleonic_fury.melee import Melee, SideAfter
from rulesets.napoleonic_fury.movement import Move, Moving
from rulesets.napoleonic_fury.reaction import Evasion, Reaction
from rulesets.napoleonic_fury.rulings import R_154, R_155, R_156, R_157, R_158
from rulesets.napoleonic_fury.state import Afterwards, Allowed, Battery, Clash, Fate
from rulesets.napoleonic_fury.unit_cards.kinds import (
    ARRIVING,
    BATTERY_CARD,
    CAPTURED,
    DISABLED,
    FALLEN,
    FALLEN_OUT,
    IN_COMMAND,
    MOST_STANDS,
    OUT,
    SEQUENCE,
    STUNNED,
    UNIT_CARDS,
)
from rulesets.napoleonic_fury.unit_cards.reading import all_of, lost_in, modifying, name_of, player_turn

ARMY = "army"
Changes = Iterator[Change]


def lose(card: Card, stands: int, turn: str, *, cites: str) -> Changes:
    """Take stands from a unit, and keep them for melees of the same player turn."""
    if stands:
        yield from card.reduced("stands", by=stands, cites=cites)
        yield from card.changed("recent_losses", min(lost_in(card, turn) + stands, MOST_STANDS), cites=cites)
        yield from card.changed("lost_in", turn, cites=cites)


def harm(battery: Card, *, damaged: bool = False, wrecked: bool = False, cites: str) -> Changes:
    """Silence a battery, and damage or wreck it; one damaged twice is wrecked."""
    twice = damaged and battery["state"] == Battery.DAMAGED
    if wrecked or twice:
        yield from battery.changed("state", Battery.WRECKED.value, cites=cites if wrecked else R_155.id)
        return
    yield from battery.changed("silenced", after=True, cites=cites)
    if damaged:
        yield from battery.changed("state", Battery.DAMAGED.value, cites=cites)


# Maneuver.


def rolled(inputs: Any, result: Maneuver, chosen: Chosen) -> Changes:
    """Write back what a unit that rolled may do, and its order and stands; after army fatigue it stays disordered."""
    unit, cites = chosen.one("unit"), "NF-DISORDER"
    yield from unit.changed("allowed", result.allowed.value, cites=cites)
    if result.afterwards is Afterwards.REMOVED:
        yield from unit.changed("quit", unit.whole("quit") + unit.whole("stands"), cites=cites)
        yield from unit.changed("stands", 0, cites=cites)
        return
    yield from unit.reduced("stands", by=result.stands_lost, cites=cites)
    stays = unit["fatigue"] == ARMY or result.afterwards is Afterwards.DISORDERED
    yield from unit.changed("disordered", stays, cites="NF-FATIGUE" if unit["fatigue"] == ARMY else cites)


def ordered(inputs: Any, result: Maneuver, chosen: Chosen) -> Changes:
    """Write back what a unit in good order may do."""
    yield from chosen.one("unit").changed("allowed", result.allowed.value, cites="NF-ORDER")


def reacted(inputs: Any, result: Reaction, chosen: Chosen) -> Changes:
    """Write back the half move of cavalry that reacts."""
    may = Allowed.HALF if result.goes else Allowed.NONE
    yield from chosen.one("unit").changed("allowed", may.value, cites="NF-REACT")


def changed_at_once(inputs: Any, result: EmergencyChange, chosen: Chosen) -> Changes:
    """Write back the formation and order after an emergency formation change."""
    unit, cites = chosen.one("unit"), "NF-EMERG"
    if unit["formation"] != result.formation:
        yield from unit.changed("changed_formation", after=True, cites="NF-FIREMOD")
    yield from unit.changed("formation", result.formation.value, cites=cites)
    yield from unit.changed("disordered", result.disordered, cites=cites)


def moved(inputs: Moving, result: Move, chosen: Chosen) -> Changes:
    """Write back a new formation, and that guns were prolonged. A path that is too long changes nothing."""
    mover = chosen.one("mover")
    if result.left < 0:
        return
    if mover.kind == BATTERY_CARD and inputs.prolongs:
        yield from mover.changed("moved_guns", after=True, cites="NF-PROLONG")
    if mover.kind in UNIT_CARDS and inputs.into is not None and inputs.into != mover["formation"]:
        yield from mover.changed("formation", inputs.into.value, cites="NF-FORMCOST")
        yield from mover.changed("changed_formation", after=True, cites="NF-FIREMOD")


def served(inputs: BatteryTurn, result: BatteryMay, chosen: Chosen) -> Changes:
    """Write back what a battery did in its turn."""
    battery, cites = chosen.one("battery"), "NF-FUNCTIONS"
    yield from battery.changed("limbered", result.limbered, cites=cites)
    yield from battery.changed("moved_guns", battery.is_so("moved_guns") or result.has_modifier, cites="NF-FIREMOD")


def evaded(inputs: Any, result: Evasion, chosen: Chosen) -> Changes:
    """Limber up a battery that got away; one that was caught is silenced."""
    unit = chosen.one("unit")
    if unit.kind != BATTERY_CARD:
        return
    if result.evades:
        yield from unit.changed("limbered", after=True, cites="NF-EVADE")
    elif result.disordered:
        yield from unit.changed("silenced", after=True, cites=R_157.id)


def passed(inputs: Any, result: PassedThrough, chosen: Chosen) -> Changes:
    """Disorder the friends that were passed through."""
    for friend in chosen.all("friends"):
        if name_of(friend) in result.disordered:
            yield from friend.changed("disordered", after=True, cites="NF-PASSDIS")


# Fire.


def hit(inputs: Volley, result: Hit, chosen: Chosen) -> Changes:
    """Write back what fire did to its target."""
    target, cites = chosen.one("target"), "NF-EFFECT"
    if target.kind == BATTERY_CARD:
        if result.battery:
            wrecked = result.battery == Battery.WRECKED
            yield from harm(target, damaged="damaged" in result.battery, wrecked=wrecked, cites=cites)
        return
    if result.disordered:
        yield from target.changed("disordered", after=True, cites=cites)
    phasing = chosen.one("firer").side if inputs.step == "offensive" else target.side
    yield from lose(target, result.stands_lost, player_turn(inputs.turn, phasing), cites=cites)


def fell(inputs: Any, result: FallenLeader, chosen: Chosen) -> Changes:
    """Write back the fate of an officer, and when he is back or replaced."""
    leader, turn = chosen.one("leader"), chosen.turn
    if result.fate is Fate.DISABLED:
        yield from leader.changed("fate", DISABLED, cites="NF-LEADER")
        yield from leader.changed("changes_on", turn + 1, cites="NF-LEADER")
    elif result.out_for_good:
        yield from gone(leader, FALLEN_OUT, turn, cites="NF-LEADER")
    elif result.turns_out:
        yield from leader.changed("fate", STUNNED, cites="NF-LEADER")
        yield from leader.changed("changes_on", turn + 1 + result.turns_out, cites=R_158.id)
        yield from leader.changed("attached_to", "", cites="NF-LEADER")


def gone(leader: Card, fate: str, turn: int, *, cites: str) -> Changes:
    """Remove an officer; his replacement arrives in the next turn."""
    yield from leader.changed("fate", fate, cites=cites)
    yield from leader.changed("changes_on", turn + 1, cites="NF-LEADER")
    yield from leader.changed("attached_to", "", cites=cites)


# Melee.


def fought(inputs: Fighting, result: Melee, chosen: Chosen) -> Changes:
    """Write back what a melee did to both sides."""
    attackers, defenders = all_of(chosen, "attacker"), all_of(chosen, "defender")
    turn = player_turn(inputs.turn, attackers[0].side)
    breaks_through = result.clash is Clash.SWEPT and not inputs.attacker.reacting
    for card in attackers:
        yield from card.changed("breakthrough", breaks_through, cites="NF-MELEE")
    yield from _side(attackers, result.attacker, turn)
    units = [card for card in defenders if card.kind in UNIT_CARDS]
    yield from _side(units, result.defender, turn)
    yield from _batteries(defenders, result)
    for role, whose in (("attacking_leader", "attacker's"), ("defending_leader", "defender's")):
        leader = chosen.maybe(role)
        if leader is not None and result.captured_leader == whose:
            yield from gone(leader, CAPTURED, inputs.turn, cites="NF-MELEE")


def _side(cards: Sequence[Card], after: SideAfter, turn: str) -> Changes:
    if after.disordered:
        for card in cards:
            yield from card.changed("disordered", after=True, cites="NF-MELEE")
    shares = shared(after.lost, [card.whole("stands") for card in cards])
    for card, stands in zip(cards, shares, strict=True):
        yield from lose(card, stands, turn, cites=R_156.id if len(cards) > 1 else "NF-MELEE")


def shared(lost: int, stands: Iterable[int]) -> list[int]:
    """Divide losses among units, a stand each in turn, as far as each has them (R-156)."""
    left = list(stands)
    shares = [0] * len(left)
    while lost > 0 and any(left):
        for n, have in enumerate(left):
            if lost and have:
                left[n], shares[n], lost = have - 1, shares[n] + 1, lost - 1
    return shares


def _batteries(defenders: Sequence[Card], result: Melee) -> Changes:
    """Write back what became of batteries; those that fought alone are lost by stands."""
    batteries = [card for card in defenders if card.kind == BATTERY_CARD]
    if modifying(defenders).kind == BATTERY_CARD:
        for card in batteries[: result.defender.lost]:
            yield from card.changed("state", Battery.WRECKED.value, cites="NF-MELEE")
        batteries = batteries[result.defender.lost :]
    for card in batteries:
        if result.battery == Battery.CAPTURED:
            yield from card.changed("state", Battery.CAPTURED.value, cites="NF-MELEE")
        elif result.battery != "none":
            yield from harm(card, damaged="damaged" in result.battery, cites="NF-MELEE")


def tired(inputs: Losses, result: Fatigue, chosen: Chosen) -> Changes:
    """Mark the units of a fatigued formation; an army that breaks is disordered for good."""
    if not result.fatigued:
        return
    for card in chosen.all("units"):
        if card["fatigue"] != ARMY:
            yield from card.changed("fatigue", inputs.level, cites="NF-FATIGUE")
        if inputs.level == ARMY:
            yield from card.changed("disordered", after=True, cites="NF-FATIGUE")


# The turn.


def new_turn(card: Card, turn: int) -> Changes:
    """Yield what a new turn resets: maneuver results, marks of the last turn, silenced guns, and officers due."""
    if card.kind in UNIT_CARDS:
        yield from card.changed("allowed", Allowed.NONE.value, cites=SEQUENCE)
        for name in ("changed_formation", "breakthrough"):
            yield from card.changed(name, after=False, cites=SEQUENCE)
        yield from card.changed("recent_losses", 0, cites=SEQUENCE)
        yield from card.changed("lost_in", "", cites=SEQUENCE)
    elif card.kind == BATTERY_CARD:
        yield from card.changed("silenced", after=False, cites=R_154.id)
        yield from card.changed("moved_guns", after=False, cites=SEQUENCE)
    else:
        yield from _officer_due(card, turn)


def _officer_due(leader: Card, turn: int) -> Changes:
    """Bring back an officer who was stunned, or his replacement; one who is disabled goes first."""
    due = leader.whole("changes_on")
    if leader["fate"] == DISABLED and due and turn >= due:
        yield from leader.changed("attached_to", "", cites=FALLEN)
    if not due or turn < due:
        return
    later = {STUNNED: IN_COMMAND, ARRIVING: IN_COMMAND, **dict.fromkeys((*OUT, DISABLED), ARRIVING)}
    after = later.get(leader.text("fate"), leader.text("fate"))
    yield from leader.changed("fate", after, cites=FALLEN)
    yield from leader.changed("replacement", leader.is_so("replacement") or after == ARRIVING, cites=FALLEN)
    yield from leader.changed("changes_on", turn + 1 if after == ARRIVING else 0, cites=FALLEN)
