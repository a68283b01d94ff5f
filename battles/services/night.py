"""The night: each side seals whether it stays or withdraws, and both choices open together (VG-8A, 8B)."""

from battles.models import Battle, BattleState, NightChoice
from battles.selectors.night import choices_of
from battles.selectors.reads import NOT_THE_NIGHT, SIDES, find_battle, side_word
from battles.services.common import (
    open_battle_act,
    reload,
    require,
    require_commander,
    require_entropy,
    require_state,
    require_swept,
    require_umpire,
)
from battles.services.day import begin_step, end_in, in_clock_words, require_now
from campaign.audiences import PUBLIC
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.core.carries import carries
from rulesets.core.report import End

CHOSEN, OPENED = "battle.night", "battle.night_opened"


def choose_for_night(
    viewer: Viewer, battle_id: int, *, choice: str, turn: int, entropy: str = "", key: str | None = None
) -> None:
    """Seal whether a side stays or withdraws. Once both have, both choices open.

    A choice depends only on its night, never on what else the page showed: both sides may choose at once.
    """
    battle = find_battle(viewer, battle_id)
    side = require_commander(viewer, battle)
    with open_battle_act(viewer, battle, CHOSEN, payload={"side": side}, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.NIGHT, NOT_THE_NIGHT)
        require_now(turn, battle.turn)
        require(choice in ("stay", "withdraw"), "Choose to stay or to withdraw.", cites="VG-8", field="choice")
        require_swept(battle)
        known = choices_of(battle)
        require(side not in known, f"{side_word(side)} has already sealed its choice for this night.")
        known[side] = _seal(act, battle, side, withdraws=choice == "withdraw")
        cups.add_entropy(battle.cups, side, require_entropy(entropy))
        if len(known) == len(SIDES):
            open_in(act, battle, known)


def _seal(act: Act, battle: Battle, side: str, *, withdraws: bool) -> NightChoice:
    row = NightChoice(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
    row.step, row.withdraws = battle.step, withdraws
    words = f"{side_word(side)} sealed whether it stays at {battle.name} overnight or withdraws."
    act.tell(PUBLIC, words, turn=battle.turn)
    return act.create(row)


def open_night(viewer: Viewer, battle_id: int, *, version: int | None = None, key: str | None = None) -> None:
    """Open the night's choices as the umpire; a side that sealed none stays."""
    require_umpire(viewer)
    battle = find_battle(viewer, battle_id)
    with open_battle_act(viewer, battle, OPENED, version=version, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.NIGHT, NOT_THE_NIGHT)
        require_swept(battle)
        open_in(act, battle, choices_of(battle))


@carries("VG-8A", "VG-8B")
def open_in(act: Act, battle: Battle, known: dict[str, NightChoice], *, why: str = "") -> None:
    """Open both choices: the next day begins, or the battle ends with whoever withdrew. Silence is to stay."""
    for side in SIDES:
        if side not in known:
            silent = f"{why}{side_word(side)} sealed no choice for the night, so it stays at {battle.name}. (VG-8A.)"
            act.tell(PUBLIC, silent, turn=battle.turn)
    withdrew = {side for side, row in known.items() if row.withdraws}
    if withdrew:
        ends = {side: (End.WITHDREW if side in withdrew else End.HELD).value for side in SIDES}
        end_in(act, battle, ends, why="The choices for the night were opened. ", cites="VG-8B")
        return
    battle.state, battle.turn = BattleState.DAY, battle.turn + 1
    day, now = in_clock_words(battle)
    begin_step(act, battle)
    words = f"Both armies stayed at {battle.name} overnight. Day {day}: t{now} (VG-8A.)"
    act.tell(PUBLIC, words, kind="battle.turn", turn=battle.turn)
