"""Retreats: who has to leave the hex of a battle, where he may go, and going there (CW-3.7, R-114, R-115)."""

from dataclasses import replace

from rulesets.civil_war.aftermath import Neighbor, Retreat, RetreatResult, Role, retreat
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.casualties import destroy
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ground import Way, ground_of, rides
from rulesets.civil_war.war.state import Contact, State
from rulesets.civil_war.war.taking import enter, win
from rulesets.civil_war.war.views import true_known
from rulesets.civil_war.words import Side, enemy_of

ON_FOOT: Mover = "led infantry"


def begin_retreat(draft: Draft, contact: Contact, demoralized: frozenset[Side]) -> None:
    """Begin the retreat of the side that the combat table's rule makes leave."""
    asked = _asked(draft.state, contact, demoralized)
    who = retreat(asked, draft.work).who
    if who != "nobody":
        let_retreat(draft, contact, contact.attacker if who == "attacker" else enemy_of(contact.attacker))


def let_retreat(draft: Draft, contact: Contact, loser: Side) -> None:
    """Let the loser take his only way out at once, surrender without one, or choose."""
    neighbors = tuple(_neighbor(draft.state, contact, loser, way) for way in _ways(draft.state, contact.hex))
    asked = _asked(draft.state, contact, frozenset({loser}))
    found = retreat(asked.model_copy(update={"neighbours": neighbors}), draft.work)
    choices = _choices(draft.state, contact, loser, found)
    pending = replace(contact, step="retreat", loser=loser, choices=choices)
    if len(choices) > 1:
        draft.contact(pending)
    else:
        finish_retreat(draft, pending, choices[0] if choices else "")


def _asked(state: State, contact: Contact, demoralized: frozenset[Side]) -> Retreat:
    attacker, defender = contact.attacker, enemy_of(contact.attacker)
    return Retreat(
        attacker_left=_left(state, attacker, contact.hex),
        defender_left=_left(state, defender, contact.hex),
        attacker_demoralized=attacker in demoralized,
        defender_demoralized=defender in demoralized,
    )


def _left(state: State, side: Side, hex_id: str) -> int:
    return len(state.points_at.get((side, hex_id), ()))


def _ways(state: State, hex_id: str) -> tuple[Way, ...]:
    return tuple(ground_of(state.world, state.clock.turn).ways[hex_id])


def _neighbor(state: State, contact: Contact, loser: Side, way: Way) -> Neighbor:
    known, hex_ = true_known(state, loser), state.world.graph.hexes[way.to]
    roles: tuple[tuple[Role, Side], ...] = (("attacker", contact.attacker), ("defender", enemy_of(contact.attacker)))
    strength = next((role for role, side in roles if (side, way.to) in state.points_at), "nobody")
    ground = ground_of(state.world, state.clock.turn)
    already = _left(state, loser, way.to)
    room = c.room_left(state.world, ground, known, way.to, already) if hex_.theater else 0
    hexside = way.hexside
    if not (way.open or rides(way, contact.hex, known)) and hexside not in ("ridge", "estuary"):
        hexside = "ridge" if hex_.theater else "estuary"
    return Neighbor.model_validate(
        {
            "hex": way.to,
            "terrain": way.terrain if hex_.theater else "sea",
            "hexside": hexside,
            "rail": rides(way, contact.hex, known),
            "strength_of": strength,
            "attacker_came_from": way.to == contact.came_from,
            "room_left": max(0, room),
        }
    )


def _choices(state: State, contact: Contact, loser: Side, found: RetreatResult) -> tuple[str, ...]:
    """Return the hexes with room, or those one hex beyond full ones."""
    if found.to or found.surrenders:
        return tuple(sorted(found.to))
    known, sp = true_known(state, loser), _left(state, loser, contact.hex)
    ground = ground_of(state.world, state.clock.turn)
    barred = {contact.hex} | ({contact.came_from} if loser != contact.attacker else set())
    beyond = {
        way.to
        for full in found.further
        for way in ground.ways[full]
        if (way.open or rides(way, full, known)) and way.to not in known.enemy_at | barred
    }
    return tuple(
        hex_ for hex_ in sorted(beyond) if c.has_room(state.world, ground, known, hex_, _left(state, loser, hex_), sp)
    )


def choose_retreat(draft: Draft, contact: Contact, to: str) -> None:
    """Note where the loser retreats; the game lets him, so that no order tells of what he finds there."""
    draft.contact(replace(contact, step="leaving", choices=(to,)))


def leave(draft: Draft, contact: Contact) -> None:
    """Carry out the retreat that the loser has chosen."""
    (to,) = contact.choices
    finish_retreat(draft, contact, to)


def finish_retreat(draft: Draft, contact: Contact, to: str) -> None:
    """Carry out a retreat to a hex; without one the force surrenders. The hex goes to whoever stays."""
    loser = contact.loser or contact.attacker
    points = draft.state.points_at.get((loser, contact.hex), ())
    leaders = draft.state.leaders_at.get((loser, contact.hex), ())
    draft.contact(None)
    if to:
        draft.points(*(replace(point, hex=to) for point in points))
        draft.leaders(*(replace(leader, hex=to) for leader in leaders))
        enter(draft, loser, to, ON_FOOT, stays=True)
        draft.say("retreated", "all", loser, hexes=(contact.hex, to))
    else:
        destroy(draft, points, leaders, contact.hex)
        draft.say("surrendered", "all", loser, hexes=(contact.hex,), number=len(points))
    settle_armies(draft)
    if loser != contact.attacker:
        win(draft, contact.attacker, contact.hex)
