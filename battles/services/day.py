"""The game day: public steps, and the requests for them (VG-8)."""

from battles.models import Battle, BattleState, ClockRequest, TurnRequest
from battles.selectors.reads import (
    NOT_THE_DAY,
    REQUEST_WORDS,
    SIDES,
    clock_of,
    find_battle,
    side_word,
)
from battles.services.common import (
    open_battle_act,
    reload,
    require,
    require_commander,
    require_entropy,
    require_state,
    require_swept,
)
from campaign.audiences import PUBLIC
from campaign.errors import AlreadyDone
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import SOURCES
from campaign.visibility import Viewer


def request_step(
    viewer: Viewer,
    battle_id: int,
    *,
    asks_for: str,
    turn: int,
    entropy: str = "",
    key: str | None = None,
) -> None:
    """Ask for a public step. It happens when both sides ask for the same, or when the umpire does.

    A request depends only on its turn, never on what else the page showed: both sides may ask at once.
    """
    battle = find_battle(viewer, battle_id)
    side = "" if viewer.is_umpire else require_commander(viewer, battle)
    payload = {"side": side, "asks_for": asks_for}
    with open_battle_act(viewer, battle, "battle.request", payload=payload, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        require_now(turn, battle.turn)
        require(
            asks_for in ClockRequest.values,
            "Check a request for the next turn, the turn before, or the end.",
            field="asks_for",
        )
        require_swept(battle)
        require(asks_for != ClockRequest.BACK or battle.turn > 1, "This is the first turn.")
        if side:
            _ask(act, battle, side, asks_for)
            cups.add_entropy(battle.cups, side, require_entropy(entropy))
        if not side or _both_ask_for(battle, asks_for):
            _go(act, battle, asks_for)


def require_now(turn: int, now: int) -> None:
    """Refuse a request for a turn that is over."""
    require(turn == now, f"It’s now turn {now}.")


def _ask(act: Act, battle: Battle, side: str, asks_for: str) -> None:
    own = TurnRequest.objects.filter(battle=battle, step=battle.step, side=side).first()
    if own is None:
        own = TurnRequest(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
        own.step, own.asks_for = battle.step, asks_for
        act.create(own)
    elif own.asks_for == asks_for:
        raise AlreadyDone
    else:
        own.asks_for = asks_for
        act.save(own)
    act.tell(
        PUBLIC, f"{side_word(side)} {REQUEST_WORDS[ClockRequest(asks_for)]}.", kind="battle.request", turn=battle.turn
    )


def _both_ask_for(battle: Battle, asks_for: str) -> bool:
    return TurnRequest.objects.filter(battle=battle, step=battle.step, asks_for=asks_for).count() == len(SIDES)


def _go(act: Act, battle: Battle, asks_for: str) -> None:
    """Take a public step."""
    if asks_for == ClockRequest.END:
        end_in(act, battle)
        return
    sentence = _move_clock(battle, by=1 if asks_for == ClockRequest.ON else -1)
    begin_step(act, battle)
    act.tell(PUBLIC, sentence, kind="battle.turn", turn=battle.turn)


def end_in(act: Act, battle: Battle, *, why: str = "") -> None:
    """End the fighting; `why` says so if nobody asked for it."""
    battle.state = BattleState.RESULT
    begin_step(act, battle)
    ended = f"{why}The fighting at {battle.name} ended after turn {battle.turn}. Each side enters its result."
    act.tell(PUBLIC, ended, kind="battle.turn", turn=battle.turn)


def _move_clock(battle: Battle, *, by: int) -> str:
    night_falls = by > 0 and clock_of(battle, battle.turn).is_last_of_day
    battle.turn += by
    clock = clock_of(battle, battle.turn)
    now = f"urn {battle.turn}{at_hour(clock.hour)}."
    if night_falls:
        return f"Night fell and both armies stayed. Day {clock.day}: t{now}"
    return f"T{now}" if by > 0 else f"Back to t{now}"


def begin_step(act: Act, battle: Battle) -> None:
    """Begin a public step: freeze random digits, publish each cup's checkpoint, and owe a sweep."""
    battle.step += 1
    battle.since, battle.is_swept = act.at, False
    act.save(battle)
    cups.freeze(battle.cups)
    cups.publish_heads(battle.cups, battle.step, turn=battle.turn)


def at_hour(hour: str) -> str:
    return f", {hour}" if hour else ""
