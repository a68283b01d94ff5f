"""The pointer to the phase of a player turn: the attacker's turn, then the defender's (H-13).

It only says where the table is. Nothing waits for it, and a turn can end without it.
"""

from battles.models import Battle, BattleState
from battles.selectors.adjourned import moves_clock
from battles.selectors.reads import conduct, public_brief_of, side_word
from campaign.visibility import Viewer
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Phase:
    """A phase of a player turn; `n` counts from 0 through both player turns."""

    n: int
    side: str
    name: str
    is_first: bool
    is_last: bool

    @property
    def words(self) -> str:
        return f"{side_word(self.side)} player turn: {self.name}"


def phase_of(battle: Battle, n: int | None = None) -> Phase | None:
    """Return the phase that it is now, or the one with a number, if the book has player turns."""
    names, public = conduct(battle).day.phases(), public_brief_of(battle)
    n = battle.phase if n is None else n
    if battle.state != BattleState.DAY or not 0 <= n < 2 * len(names):
        return None
    whose, at = divmod(n, len(names))
    side = (public.attacker, public.defender)[whose]
    return Phase(n, side, names[at], is_first=at == 0, is_last=n == 2 * len(names) - 1)


@dataclass(frozen=True)
class PhaseView:
    """The phase as a viewer reads it; `next_words` label the button of whoever can go on."""

    n: int
    side: str
    words: str
    next_words: str = ""


def phase_view(viewer: Viewer, battle: Battle) -> PhaseView | None:
    """Return the phase of the turn, with the next one for the side on move and the umpire."""
    now = phase_of(battle)
    if now is None:
        return None
    following = phase_of(battle, now.n + 1)
    may = moves_clock(viewer, battle) and (viewer.is_umpire or viewer.side == now.side)
    is_on = viewer.game_is_on and not battle.is_postponed and not battle.adjourned and not viewer.viewing_as
    if following is None or not may or not is_on:
        return PhaseView(now.n, now.side, now.words)
    return PhaseView(now.n, now.side, now.words, following.words if following.is_first else following.name.capitalize())
