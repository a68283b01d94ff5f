"""Reactions to a move that has ended: into the battle it brought, or against those who moved (CW-3.8, H-6)."""

from dataclasses import replace

from rulesets.civil_war.aftermath import Reaction, reaction
from rulesets.civil_war.movement import movement_cost
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.cutting import mend_where_ended
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ground import ground_of, priced
from rulesets.civil_war.war.locks import locked
from rulesets.civil_war.war.state import Contact, Leader
from rulesets.civil_war.war.taking import overcome
from rulesets.civil_war.war.views import true_known
from rulesets.civil_war.words import Side, enemy_of

MOST_PULSE = 99


def react(draft: Draft, contact: Contact) -> None:
    """Overcome what the move found, mend rails where it ended, and let leaders next to it roll; then battles begin."""
    side = enemy_of(contact.attacker)
    for hex_ in contact.passed:
        overcome(draft, contact.attacker, hex_)
    if contact.hex in contact.passed:
        mend_where_ended(draft, contact.attacker, contact.hex)
    contact = replace(contact, passed=())
    is_battle = (side, contact.hex) in draft.state.points_at
    wanted = "support" if is_battle else "attack"
    came_from = ""
    for leader in _near(draft, side, contact.hex):
        came_from = _rolls(draft, leader, wanted, contact) or came_from
    settle_armies(draft)
    if is_battle:
        _meet(draft, contact)
    elif came_from and (contact.attacker, contact.hex) in draft.state.points_at:
        _meet(draft, Contact(contact.hex, side, came_from))
    else:
        draft.contact(None)


def _meet(draft: Draft, contact: Contact) -> None:
    """Let both sides decide how to fight, if the war asks them, or fight on the combat table."""
    draft.contact(replace(contact, step="decision" if draft.state.world.asks else "fight"))
    if draft.state.world.asks:
        draft.say("to decide", "all", contact.attacker, hexes=(contact.hex,))


def _near(draft: Draft, side: Side, hex_id: str) -> list[Leader]:
    world, state = draft.state.world, draft.state
    near = [each for each in world.graph.near(hex_id) if each not in locked(state)]
    found = [leader for each in near for leader in state.leaders_at.get((side, each), ())]
    return sorted((each for each in found if not c.is_naval(world, each)), key=lambda each: (-each.stars, each.id))


def _rolls(draft: Draft, seen: Leader, wanted: str, contact: Contact) -> str:
    """Roll for one leader, and let him move if he reacts; return where he came from, or nothing.

    One leader in a hex may roll in a pulse (H-26), so his roll counts for all who are there.
    """
    leader, state = draft.state.leaders[seen.id], draft.state
    points = state.points_at.get((leader.side, leader.hex), ())
    if leader.instruction != wanted or not points or leader.hex == contact.hex:
        return ""
    if wanted == "attack" and (contact.attacker, contact.hex) not in state.points_at:
        return ""
    fit = tuple(point for point in points if not point.demoralized)
    asked = Reaction(
        side=leader.side,
        leader=leader.name,
        initiative=c.rating(state.world, leader, "initiative"),
        demoralized=len(fit) < len(points),
        rolled_this_pulse=leader.rolled_in == draft.clock.pulses,
        turn=draft.clock.turn,
        pulse=min(MOST_PULSE, max(1, draft.clock.pulse)),
    )
    found = reaction(asked, draft.work)
    if not found.why:
        draft.leaders(
            *(replace(each, rolled_in=draft.clock.pulses) for each in state.leaders_at[leader.side, leader.hex])
        )
    return _goes(draft, leader, contact.hex) if found.reacts else ""


def _goes(draft: Draft, leader: Leader, to: str) -> str:
    """Move a leader who reacts one hex with all he may lead, if the way is open and there is room."""
    state, side, start = draft.state, leader.side, leader.hex
    leader = state.leaders[leader.id]
    points, leaders = state.points_at[side, start], state.leaders_at[side, start]
    has_army = any(army.commander in {each.id for each in leaders} for army in state.armies.values())
    found = c.command(state.world, side, leaders, len(points), army=has_army, mover=leader.name)
    going = points[: found.takes]
    known, ground = true_known(state, side), ground_of(state.world, draft.clock.turn)
    free = replace(known, enemy_at=known.enemy_at - {to})
    asked = priced((start, to), c.mover_of(found), free, state.world, ground)
    already = len(state.points_at.get((side, to), ()))
    if not going or asked is None or movement_cost(asked, draft.work).broken:
        return ""
    if not c.has_room(state.world, ground, free, to, already, len(going)):
        return ""
    along = leaders if found.commands_army and found.commander == leader.name else (leader,)
    draft.points(*(replace(point, hex=to) for point in going))
    draft.leaders(*(replace(each, hex=to) for each in along))
    draft.say("reacted", "all", side, hexes=(start, to))
    return start
