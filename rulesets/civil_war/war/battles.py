"""Battles that aren't fought with miniatures: the combat table, its losses, and who has to retreat (CW-3)."""

from dataclasses import dataclass, replace

from rulesets.civil_war.columns import Strengths, overrun
from rulesets.civil_war.contract import worth
from rulesets.civil_war.fighting import Combat, CombatResult, Leaders, Suffers, combat
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.casualties import check_leaders, item_of, take_losses
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ground import Known, ground_of
from rulesets.civil_war.war.network import Supplies
from rulesets.civil_war.war.retreats import begin_retreat
from rulesets.civil_war.war.state import Contact, Leader, Point, State
from rulesets.civil_war.war.taking import enter
from rulesets.civil_war.war.views import true_known, true_supplies
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.brief import BriefSide

WINNERS_ARM: Mover = "led infantry"


@dataclass(frozen=True)
class Army:
    """One side of a battle as it begins."""

    side: Side
    points: tuple[Point, ...]
    leaders: tuple[Leader, ...]


def army_at(state: State, side: Side, hex_id: str) -> Army:
    """Return all SP and leaders of a side in a hex."""
    return Army(side, state.points_at.get((side, hex_id), ()), state.leaders_at.get((side, hex_id), ()))


def engage(draft: Draft, side: Side, hex_id: str, came_from: str) -> None:
    """Note that a move has ended in a hex; what follows comes before the next order."""
    draft.contact(Contact(hex_id, side, came_from))


def overrun_on_the_way(draft: Draft, side: Side, hex_id: str, came_from: str) -> bool:
    """Overrun the enemy in a hex and go on, if the odds are high enough (CW-3.2)."""
    contact = Contact(hex_id, side, came_from)
    if overrun(Strengths.model_validate(_strengths(draft, contact)), draft.work).happens != "overrun":
        return False
    fight(draft, contact)
    return True


def _strengths(draft: Draft, contact: Contact) -> dict[str, object]:
    state = draft.state
    attacker, defender = (army_at(state, side, contact.hex) for side in (contact.attacker, enemy_of(contact.attacker)))
    ground = ground_of(state.world, state.clock.turn)
    way = ground.by_ends.get((contact.came_from, contact.hex))
    work = state.works.get(contact.hex)
    counts = work is not None and work.side == defender.side and work.counts_from <= state.clock.pulses
    hexside = way.hexside if way else "none"
    return {
        "attacker_sp": len(attacker.points),
        "defender_sp": len(defender.points),
        "terrain": state.world.graph.hexes[contact.hex].terrain,
        "hexside": "none" if hexside in ("ridge", "estuary") else hexside,
        "high_water": ground.high_water,
        "work": work.kind if work is not None and counts else "none",
        "defender_demoralized": any(point.demoralized for point in defender.points),
    }


def fight(draft: Draft, contact: Contact) -> None:
    """Fight the battle of a contact at once, and begin the loser's retreat."""
    draft.tick(battles=draft.clock.battles + 1)
    state = draft.state
    attacker = army_at(state, contact.attacker, contact.hex)
    defender = army_at(state, enemy_of(contact.attacker), contact.hex)
    found = combat(Combat.model_validate({**_strengths(draft, contact), **_rest(state, contact)}), draft.work)
    draft.contact(None)
    _tell(draft, contact, attacker, defender, found)
    won = _winner(found, contact.attacker)
    for army, suffers in ((attacker, found.attacker), (defender, found.defender)):
        _suffer(draft, army, suffers, contact.hex, counts=found.counts_as_combat, won=army.side == won)
    settle_armies(draft)
    left = {army.side: len(army_at(draft.state, army.side, contact.hex).points) for army in (attacker, defender)}
    if left[attacker.side] and not left[defender.side]:
        enter(draft, attacker.side, contact.hex, WINNERS_ARM, stays=True)
    elif left[attacker.side]:
        begin_retreat(draft, contact, found)


def _rest(state: State, contact: Contact) -> dict[str, object]:
    """Return what the combat table asks for besides the strengths."""
    side, enemy = contact.attacker, enemy_of(contact.attacker)
    return {
        "attacker": _leaders(state, army_at(state, side, contact.hex)),
        "defender": _leaders(state, army_at(state, enemy, contact.hex)),
        "attacker_in_supply": in_supply(state, side, contact.hex),
        "defender_in_supply": in_supply(state, enemy, contact.hex),
        "turn": state.clock.turn,
        "pulse": min(99, max(1, state.clock.pulse)),
        "place": f"{contact.hex}, battle {state.clock.battles}",
    }


def in_supply(state: State, side: Side, hex_id: str) -> bool:
    """Return whether a force is in supply as a battle is set up: the enemy in its own hex cuts nothing off."""
    known = true_known(state, side)
    around = Known(side, known.held, known.enemy_at - {hex_id}, known.enemy_works)
    supplies = true_supplies(state, side)
    return Supplies(supplies.world, supplies.ground, around, supplies.depots).answer(hex_id).in_supply


def _leaders(state: State, army: Army) -> Leaders:
    """Return the leaders of one side as they count: without ships, the commander apart (CW-3.4)."""
    world = state.world
    here = [leader for leader in army.leaders if not c.is_naval(world, leader)]
    if not here:
        return Leaders()
    has_army = any(each.commander in {leader.id for leader in here} for each in state.armies.values())
    found = c.command(world, army.side, here, len(army.points), army=has_army)
    commander = next(leader for leader in here if leader.name == found.commander)
    others = [leader for leader in here if leader is not commander][:20]
    return Leaders(
        army=found.commands_army,
        commander=c.rating(world, commander, "tactical"),
        army_rating=c.rating(world, commander, "command") if found.commands_army else 0,
        subordinates=tuple(c.rating(world, leader, "tactical") for leader in others),
    )


def _winner(found: CombatResult, attacker: Side) -> Side:
    """Return who wins: the defender, unless he is destroyed or he alone is demoralized."""
    if found.defender.destroyed and not found.attacker.destroyed:
        return attacker
    beaten = found.defender.demoralized and not found.attacker.demoralized and not found.attacker.destroyed
    return attacker if beaten else enemy_of(attacker)


def _tell(draft: Draft, contact: Contact, attacker: Army, defender: Army, found: CombatResult) -> None:
    """Say what a battle reveals to both sides: leaders, strengths at its start, and losses (H-23)."""
    draft.leaders(*(replace(each, revealed=True) for army in (attacker, defender) for each in army.leaders))
    draft.say(
        "fought" if found.counts_as_combat else "overran", "all", attacker.side, hexes=(contact.hex,), words=str(found)
    )
    for army, suffers in ((attacker, found.attacker), (defender, found.defender)):
        pieces = tuple(sorted(leader.id for leader in army.leaders))
        draft.say(
            "lost", "all", army.side, hexes=(contact.hex,), pieces=pieces, number=suffers.lost, words=str(suffers)
        )


def _suffer(draft: Draft, army: Army, suffers: Suffers, hex_id: str, *, counts: bool, won: bool) -> None:
    """Take a side's losses, mark and season the survivors, and check its leaders."""
    gone = take_losses(draft, army.points, suffers.lost, hex_id)
    left = [draft.state.points[point.id] for point in army.points if point.id not in gone]
    if counts:
        qualities = _qualities(draft, army, gone, won=won)
        turn = draft.clock.turn
        draft.points(
            *(
                replace(
                    point,
                    quality=qualities.get(point.id, point.quality),
                    battles=point.battles + 1,
                    fought_on=turn,
                    demoralized=point.demoralized or suffers.demoralized,
                )
                for point in left
            )
        )
    if counts or suffers.destroyed:
        check_leaders(draft, army.leaders, hex_id, destroyed=suffers.destroyed)


def _qualities(draft: Draft, army: Army, gone: frozenset[str], *, won: bool) -> dict[str, str]:
    """Return the survivors' quality by the seed; the winner promotes the point that is worth most (VG-4F)."""
    conversion = draft.state.world.conversion
    if conversion is None:
        return {}
    side = BriefSide(strength=tuple(item_of(point) for point in army.points))
    house = draft.state.world.house
    found = conversion.seasoned(side, gone=gone, won=won, promote="", house=house)
    if won and found.candidates:
        best = min(found.candidates, key=lambda id_: (worth(item_of(draft.state.points[id_])), id_))
        found = conversion.seasoned(side, gone=gone, won=won, promote=best, house=house)
    return dict(found.qualities)
