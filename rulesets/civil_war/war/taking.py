"""What changes hands where a force goes: hexes, works, depots, and leaders found alone (CW-2.2, 4.3, L-4)."""

from dataclasses import replace

from rulesets.civil_war.movement import Control, Mover, control
from rulesets.civil_war.war.armies import stranded
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.words import Side, enemy_of


def enter(draft: Draft, side: Side, here: str, mover: Mover, *, stays: bool) -> None:
    """Take control of a hex without enemy SP, with its work and depot (CW-4.3, L-4)."""
    if mover == "leader alone":
        return
    state, enemy = draft.state, enemy_of(side)
    asked = Control(
        side=side,
        arm="cavalry" if mover == "led cavalry" else "infantry",
        by_right=state.world.by_right(here),
        held_by=state.held[here],
        stays=stays,
        in_kentucky=state.world.graph.hexes[here].state == "KY",
        turn=state.clock.turn,
    )
    found = control(asked, draft.work)
    if found.held_by == side != state.held[here]:
        draft.change(held={here: side})
        draft.say("took", "all", side, hexes=(here,))
    work, depot = state.works.get(here), state.depots.get(here)
    if work is not None and work.side == enemy:
        draft.change(works={here: replace(work, side=side, kind="fort", raised=False)})
    if depot is not None and depot.side == enemy:
        draft.change(depots={here: None})
    stranded(draft, enemy, here)
