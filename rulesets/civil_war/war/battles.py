"""Battles that aren't fought with miniatures: the combat table, its losses, and who has to retreat (CW-3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rulesets.civil_war.columns import Strengths, overrun
from rulesets.civil_war.contract import worth
from rulesets.civil_war.fighting import Combat, CombatResult, Leaders, Suffers, combat
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.casualties import fates, first_lost, item_of
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ground import ground_of
from rulesets.civil_war.war.network import Supplies
from rulesets.civil_war.war.orders import SideResult
from rulesets.civil_war.war.promoting import may_rise
from rulesets.civil_war.war.results import conclude
from rulesets.civil_war.war.retreats import begin_retreat
from rulesets.civil_war.war.state import Contact, Leader, Point, Stance, State, Toll, WhoRises, work_against
from rulesets.civil_war.war.views import true_known, true_supplies
from rulesets.civil_war.words import Arm, Side, enemy_of
from rulesets.core.brief import BriefSide
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Army:
    """One side of a battle as it begins."""

    side: Side
    points: tuple[Point, ...]
    leaders: tuple[Leader, ...]


def army_at(state: State, side: Side, hex_id: str) -> Army:
    """Return all SP and leaders of a side in a hex."""
    return Army(side, state.points_at.get((side, hex_id), ()), state.leaders_at.get((side, hex_id), ()))


def overrun_on_the_way(draft: Draft, side: Side, hex_id: str, came_from: str) -> bool:
    """Overrun the enemy in a hex and go on, if the odds are high enough (CW-3.2)."""
    contact = Contact(hex_id, side, came_from)
    if overrun(Strengths.model_validate(_strengths(draft, contact)), draft.work).happens != "overrun":
        draft.keep_back()
        return False
    fight(draft, contact)
    return True


def _strengths(draft: Draft, contact: Contact) -> dict[str, object]:
    state = draft.state
    attacker, defender = (army_at(state, side, contact.hex) for side in (contact.attacker, enemy_of(contact.attacker)))
    ground = ground_of(state.world, state.clock.turn)
    way = ground.by_ends.get((contact.came_from, contact.hex))
    hexside = way.hexside if way else "none"
    return {
        "attacker_sp": len(attacker.points),
        "defender_sp": len(defender.points),
        "terrain": state.world.graph.hexes[contact.hex].terrain,
        "hexside": "none" if hexside in ("ridge", "estuary") else hexside,
        "high_water": ground.high_water,
        "work": work_against(state.works, contact.attacker, contact.hex, state.clock),
        "defender_demoralized": any(point.demoralized for point in defender.points),
    }


def fight(draft: Draft, contact: Contact) -> None:
    """Roll for the battle of a contact; its losses are chosen before they are taken."""
    draft.tick(battles=draft.clock.battles + 1)
    state = draft.state
    attacker = army_at(state, contact.attacker, contact.hex)
    defender = army_at(state, enemy_of(contact.attacker), contact.hex)
    found = combat(Combat.model_validate({**_strengths(draft, contact), **_rest(state, contact)}), draft.work)
    _tell(draft, contact, attacker, defender, found)
    tolls = {attacker.side: _toll(found.attacker), defender.side: _toll(found.defender)}
    contact = replace(contact, tolls=tolls)
    if not found.counts_as_combat:
        _finish(draft, contact, counts=False)
    elif not _ask(draft, contact):
        finish(draft, contact)


def _toll(suffers: Suffers) -> Toll:
    return Toll(suffers.lost, suffers.demoralized, suffers.destroyed)


def choose_losses(draft: Draft, side: Side, contact: Contact, points: frozenset[str]) -> None:
    """Note which SP a side has chosen to lose; once both have, the game takes them, so that no order tells of fates."""
    toll = replace(contact.tolls[side], chosen=tuple(sorted(points)))
    contact = replace(contact, tolls={**contact.tolls, side: toll})
    if not _ask(draft, contact):
        draft.contact(replace(contact, step="aftermath", chooser=None))


def _ask(draft: Draft, contact: Contact) -> bool:
    """Ask the attacker, then the defender, which SP are lost, wherever some are lost and others stay.

    Forces of equal SP are asked, too: the enemy must not learn from the wait that a force is mixed.
    """
    for side in (contact.attacker, enemy_of(contact.attacker)):
        toll, standing = contact.tolls[side], len(army_at(draft.state, side, contact.hex).points)
        if draft.state.world.asks and toll.chosen is None and 0 < toll.lost < standing:
            draft.contact(replace(contact, step="losses", chooser=side))
            return True
    return False


def finish(draft: Draft, contact: Contact) -> None:
    """Take the losses of a battle on the combat table, and begin the loser's retreat."""
    _finish(draft, contact, counts=True)


def _finish(draft: Draft, contact: Contact, *, counts: bool) -> None:
    contact = replace(contact, chooser=None)
    armies = [army_at(draft.state, side, contact.hex) for side in (contact.attacker, enemy_of(contact.attacker))]
    won = _winner(contact)
    results = {army.side: _result(draft, contact, army, counts=counts, won=army.side == won) for army in armies}
    if conclude(draft, contact, results):
        begin_retreat(draft, contact, frozenset(side for side in results if contact.tolls[side].demoralized))


def _result(draft: Draft, contact: Contact, army: Army, *, counts: bool, won: bool) -> SideResult:
    """Return what the combat table did to a side, with its leaders' rolls and its survivors' quality."""
    toll, ids = contact.tolls[army.side], frozenset(point.id for point in army.points)
    least = (point.id for point in first_lost(draft.state, army.points)[: toll.lost])
    gone = frozenset(least if toll.chosen is None else toll.chosen)
    rolled = counts or toll.destroyed
    found = fates(draft, army.leaders, contact.hex, destroyed=toll.destroyed) if rolled else {}
    return SideResult(
        gone=gone,
        demoralized=toll.demoralized and counts,
        fought=ids if counts else frozenset(),
        quality=_qualities(draft, army, gone, won=won) if counts else {},
        leaders={id_: fate for id_, (fate, _) in found.items()},
        due_on={id_: back_on for id_, (_, back_on) in found.items() if back_on},
        counters={each.id: draft.clock.turn for each in army.leaders if counts and may_rise(draft.state.world, each)},
    )


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
    around = replace(known, enemy_at=known.enemy_at - {hex_id})
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


def _winner(contact: Contact) -> Side:
    """Return who wins: the defender, unless he is destroyed or he alone is demoralized."""
    attacker, defender = contact.attacker, enemy_of(contact.attacker)
    attacking, defending = contact.tolls[attacker], contact.tolls[defender]
    if defending.destroyed and not attacking.destroyed:
        return attacker
    beaten = defending.demoralized and not attacking.demoralized and not attacking.destroyed
    return attacker if beaten else defender


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


def _qualities(draft: Draft, army: Army, gone: frozenset[str], *, won: bool) -> dict[str, str]:
    """Return the survivors' quality by the seed; the winner promotes a point of the arm it prefers (VG-4F)."""
    conversion = draft.state.world.conversion
    if conversion is None:
        return {}
    side = BriefSide(strength=tuple(item_of(point) for point in army.points))
    house = draft.state.world.house
    found = conversion.seasoned(side, gone=gone, won=won, promote="", house=house)
    if won and found.candidates:
        points = [draft.state.points[id_] for id_ in found.candidates]
        found = conversion.seasoned(side, gone=gone, won=won, promote=_rises(draft.state, points).id, house=house)
    return dict(found.qualities)


def _rises(state: State, points: Sequence[Point]) -> Point:
    """Return who rises among a winner's candidates: of the arm its stance prefers the one that is worth most."""
    first = FIRST[state.stances.get(points[0].side, Stance()).promotion]
    return min(points, key=lambda point: (point.arm != first, worth(item_of(point)), point.id))


FIRST: Mapping[WhoRises, Arm] = {"infantry first": "infantry", "cavalry first": "cavalry"}
