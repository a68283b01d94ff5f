"""Cut rails: where a force may cut them, and what mends them (H-22, R-197)."""

from rulesets.civil_war.rulings import R_197
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ground import ground_of
from rulesets.civil_war.war.state import State
from rulesets.civil_war.words import Side, enemy_of


def let_cut(draft: Draft, side: Side, here: str, held_before: str) -> None:
    """Let a side cut the rails where its move has ended, in its own half-pulse, if the hex was the enemy's."""
    state = draft.state
    if held_before != enemy_of(side) or state.clock.spending != side or not may_be_cut(state, here):
        return
    draft.purse(side, may_cut=tuple(sorted({*state.purses[side].may_cut, here})))


def may_be_cut(state: State, here: str) -> bool:
    """Return whether a hex has rails, and the campaign lets them be cut."""
    is_on = state.world.house.chosen(R_197) == R_197.default
    return is_on and here in ground_of(state.world, state.clock.turn).rails


def cut_no_more(draft: Draft, side: Side) -> None:
    """Let a side cut nothing more once its half-pulse is over."""
    if draft.state.purses[side].may_cut:
        draft.purse(side, may_cut=())


def mend_where_ended(draft: Draft, side: Side, here: str) -> None:
    """Mend the rails of a hex where SP of its holder have ended a move."""
    state = draft.state
    if here in state.cuts and state.held.get(here) == side and (side, here) in state.points_at:
        _mend(draft, side, here)


def mend_in_time(draft: Draft) -> None:
    """Mend, in the End phase, what was cut on an earlier turn and has no enemy SP of its holder in or next to it."""
    state = draft.state
    for here, cut in sorted(state.cuts.items()):
        holder = state.held.get(here)
        if holder and cut.cut_on < state.clock.turn and not _is_threatened(state, holder, here):
            _mend(draft, holder, here)


def _is_threatened(state: State, holder: Side, here: str) -> bool:
    return not state.sp_hexes(enemy_of(holder)).isdisjoint((here, *state.world.graph.near(here)))


def _mend(draft: Draft, holder: Side, here: str) -> None:
    draft.change(cuts={here: None})
    draft.say("mended", "all", holder, hexes=(here,))
