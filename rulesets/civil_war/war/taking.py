"""What changes hands where a force goes: hexes, works, depots, and leaders found alone (CW-2.2, 4.3, L-4)."""

from dataclasses import replace
from typing import Literal

from rulesets.civil_war.movement import Control, Mover, control
from rulesets.civil_war.war.armies import stranded
from rulesets.civil_war.war.cutting import let_cut, mend_where_ended
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.neutrality import is_over
from rulesets.civil_war.words import Side, enemy_of

Holder = Side | Literal["nobody"]


def enter(draft: Draft, side: Side, here: str, mover: Mover, *, stays: bool) -> None:
    """Take a hex without enemy SP, and what is found there."""
    take(draft, side, here, mover, stays=stays)
    overcome(draft, side, here)


def win(draft: Draft, side: Side, here: str) -> None:
    """Take a hex that a battle has won, and what is found there: there the move that led to it has ended."""
    held_before = take(draft, side, here, "led infantry", stays=True)
    overcome(draft, side, here)
    mend_where_ended(draft, side, here)
    let_cut(draft, side, here, held_before)


def take(draft: Draft, side: Side, here: str, mover: Mover, *, stays: bool) -> Holder:
    """Take control of a hex without enemy SP (CW-4.3); return who held it before."""
    break_neutrality(draft, side, here)
    state = draft.state
    held_before: Holder = state.held.get(here, "nobody")
    asked = Control(
        side=side,
        arm="cavalry" if mover == "led cavalry" else "infantry",
        by_right=state.world.by_right(here),
        held_by=held_before,
        stays=stays,
        in_kentucky=here in state.world.kentucky,
        turn=state.clock.turn,
    )
    found = control(asked, draft.work)
    if found.held_by == side != state.held.get(here):
        draft.change(held={here: side})
        draft.say("took", "all", side, hexes=(here,))
    return held_before


def overcome(draft: Draft, side: Side, here: str) -> None:
    """Take the enemy's work in a hex without SP of his, destroy his depot, and catch his leaders (CW-2.2, L-4)."""
    state, enemy = draft.state, enemy_of(side)
    work, depot = state.works.get(here), state.depots.get(here)
    if work is not None and work.side == enemy:
        draft.change(works={here: replace(work, side=side, kind="fort", raised=False)})
    if depot is not None and depot.side == enemy:
        draft.change(depots={here: None})
    stranded(draft, enemy, here)


def open_kentucky(draft: Draft) -> None:
    """Open Kentucky to whoever enters it, as turn 2 begins with nobody in it (H-7)."""
    if is_over(draft.state.world, draft.clock):
        draft.tick(kentucky_neutral=False)
        draft.say("kentucky", "all")


def break_neutrality(draft: Draft, side: Side, here: str) -> None:
    """End Kentucky's neutrality if SP enter it: the other side takes what nobody holds at once (H-7)."""
    state = draft.state
    if not state.clock.kentucky_neutral or here not in state.world.kentucky:
        return
    other = enemy_of(side)
    draft.tick(kentucky_neutral=False)
    draft.change(held={hex_: other for hex_ in sorted(state.world.kentucky) if hex_ not in state.held})
    draft.say("kentucky", "all", side, hexes=(here,), words=other)
