"""Armies after any change: the senior leader takes over, and an army without SP or without one dissolves (L-1)."""

from dataclasses import replace

from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.state import Army, Leader
from rulesets.civil_war.words import Side


def form_army(draft: Draft, side: Side, leader: str, hex_id: str) -> None:
    """Form an army under a leader, and name it after where he is."""
    names = {army.id for army in draft.state.armies.values()}
    base = f"Army at {draft.state.world.graph.hexes[hex_id].name}"
    name = next(
        name for n in range(1, 100) if (name := base if n == 1 else f"{base} {n}") and f"{side} {name}" not in names
    )
    draft.change(armies={f"{side} {name}": Army(f"{side} {name}", side, name, leader)})
    settle_armies(draft, side)


def settle_armies(draft: Draft, of: Side | None = None) -> None:
    """Pass each army, or each of one side, on to the senior leader where it is, or dissolve it."""
    for army in sorted(draft.state.armies.values(), key=lambda each: each.id):
        if of not in (None, army.side):
            continue
        commander = draft.state.leaders[army.commander]
        found = _successor(draft, army, commander.hex) if commander.standing == "map" else None
        _pass_on(draft, army, found)


def lost_commander(draft: Draft, leader: Leader, hex_id: str) -> None:
    """Pass on the armies of a leader who is gone, in the hex where he was."""
    for army in sorted(draft.state.armies.values(), key=lambda each: each.id):
        if army.commander == leader.id:
            _pass_on(draft, army, _successor(draft, army, hex_id))


def _pass_on(draft: Draft, army: Army, to: Leader | None) -> None:
    if to is None:
        draft.change(armies={army.id: None})
        draft.say("dissolved", "all", army.side, words=army.name)
    elif to.id != army.commander:
        draft.change(armies={army.id: replace(army, commander=to.id)})
        draft.say("army passed on", army.side, army.side, pieces=(army.id, to.id), words=army.name)


def _successor(draft: Draft, army: Army, hex_id: str) -> Leader | None:
    """Return who commands the SP of a hex as an army, if anybody may; two armies in a hex keep their own."""
    state = draft.state
    leaders = state.leaders_at.get((army.side, hex_id), ())
    others = {each.commander for each in state.armies.values() if each.id != army.id}
    free = [leader for leader in leaders if leader.id not in others]
    sp = len(state.points_at.get((army.side, hex_id), ()))
    found = c.command(state.world, army.side, free, sp, army=True)
    if not found.commands_army:
        return None
    return next(leader for leader in free if leader.name == found.commander)


def stranded(draft: Draft, side: Side, hex_id: str) -> None:
    """Send leaders left without SP, or found by the enemy, to the next turn's pool (R-116)."""
    for leader in draft.state.leaders_at.get((side, hex_id), ()):
        draft.leaders(replace(leader, standing="away", hex="", due_on=draft.clock.turn + 1))
        draft.say("leader lost", side, side, hexes=(hex_id,), pieces=(leader.id,))
        lost_commander(draft, leader, hex_id)
