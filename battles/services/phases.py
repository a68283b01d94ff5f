"""Move the pointer to the next phase of a player turn, as the side on move or the umpire.

It makes no roll, publishes no checkpoint, and takes no public step; a turn can end without it.
"""

from django.http import Http404

from battles.models import BattleState
from battles.selectors.adjourned import moves_clock
from battles.selectors.phases import phase_of
from battles.selectors.reads import NOT_THE_DAY, find_battle, side_word
from battles.services.common import open_battle_act, reload, require, require_state
from battles.services.day import require_now
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone, Refusal
from campaign.visibility import Viewer

KIND = "battle.phase"


def next_phase(viewer: Viewer, battle_id: int, *, turn: int, phase: int, key: str | None = None) -> None:
    """Go on to the phase after the one that the page showed. Two phones that do so at once move it once."""
    battle = find_battle(viewer, battle_id)
    if not moves_clock(viewer, battle):
        raise Http404
    with open_battle_act(viewer, battle, KIND, payload={"side": viewer.side}, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        require(not battle.adjourned, f"{battle.name} is adjourned. Resume it first.")
        require_now(turn, battle.turn)
        shown, now = phase_of(battle, phase), phase_of(battle)
        if now is None or shown is None:
            raise Refusal("This battle has no such phase.", field="phase")
        require(viewer.is_umpire or viewer.side == shown.side, f"It’s the {side_word(shown.side)} player turn.")
        if now.n == phase + 1:
            raise AlreadyDone
        require(now.n == phase, f"It’s now the {now.words}.")
        require(not now.is_last, "This is the last phase of the turn. Ask for the next turn.")
        battle.phase += 1
        act.save(battle)
        begun = phase_of(battle)
        assert begun is not None
        act.tell(PUBLIC, f"{begun.words.capitalize()}.", turn=battle.turn)
