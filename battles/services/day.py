"""The game day: public steps, and the requests for them (VG-8)."""

from collections.abc import Mapping

from battles.models import Battle, BattleState, ClockRequest, TurnRequest
from battles.selectors.ending import BOTH, WAYS, ends_in_words, ends_of, request_in_words, requests_of, who_leaves
from battles.selectors.reads import (
    NOT_THE_DAY,
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
from rulesets.core.carries import carries
from rulesets.core.report import End

Ends = Mapping[str, str]
LEFT = {End.WITHDREW: "quit the field", End.DRIVEN_OFF: "was driven off the field"}


def request_step(
    viewer: Viewer,
    battle_id: int,
    *,
    asks_for: str,
    turn: int,
    leaves: str = "",
    how: str = End.WITHDREW,
    entropy: str = "",
    key: str | None = None,
) -> None:
    """Ask for a public step. It happens when both sides ask for the same, or when the umpire does.

    The end names who leaves the field; a side that leaves it alone needs no agreement. A request depends only on its
    turn, never on what else the page showed: both sides may ask at once.
    """
    battle = find_battle(viewer, battle_id)
    side = "" if viewer.is_umpire else require_commander(viewer, battle)
    payload = {"side": side, "asks_for": asks_for}
    if asks_for == ClockRequest.END:
        payload |= {"leaves": leaves, "how": how}
    with open_battle_act(viewer, battle, "battle.request", payload=payload, key=key) as act:
        battle = reload(battle)
        require_state(battle, BattleState.DAY, NOT_THE_DAY)
        require(not battle.adjourned, f"{battle.name} is adjourned. Resume it first.")
        require_now(turn, battle.turn)
        require(
            asks_for in ClockRequest.values,
            "Check a request for the next turn, the turn before, or the end.",
            field="asks_for",
        )
        require_swept(battle)
        require(asks_for != ClockRequest.BACK or battle.turn > 1, "This is the first turn.")
        ends = _ends(leaves, how) if asks_for == ClockRequest.END else {}
        if side:
            _ask(act, battle, side, asks_for, ends)
            cups.add_entropy(battle.cups, side, require_entropy(entropy))
        is_alone = bool(ends) and who_leaves(ends) == side
        if not side or is_alone or _both_ask_for(battle, asks_for, ends):
            _go(act, battle, asks_for, ends)


def require_now(turn: int, now: int) -> None:
    """Refuse a request for a turn that is over."""
    require(turn == now, f"It’s now turn {now}.")


@carries("VG-8day", "VG-8C")
def _ends(leaves: str, how: str) -> dict[str, str]:
    """Return how each side ends the fighting: at least one leaves the field."""
    known = leaves in (*SIDES, BOTH)
    require(known, "Name who leaves the field: two armies can’t both hold it.", cites="VG-8", field="leaves")
    require(how in WAYS, "Choose whether the army withdraws or is driven off.", cites="VG-8", field="how")
    return ends_of(leaves, how)


def _ask(act: Act, battle: Battle, side: str, asks_for: str, ends: Ends) -> None:
    own = next((row for row in requests_of(battle) if row.side == side), None)
    if own is None:
        own = TurnRequest(id=SOURCES.new_id(PUBLIC), campaign_id=battle.campaign_id, battle=battle, side=side)
        own.step, own.asks_for, own.ends = battle.step, asks_for, ends
        act.create(own)
    elif (own.asks_for, own.ends) == (asks_for, ends):
        raise AlreadyDone
    else:
        own.asks_for, own.ends = asks_for, ends
        act.save(own)
    alone = ends and who_leaves(ends) == side
    words = f"{side_word(side)} {LEFT[End(ends[side])]}." if alone else request_in_words(own)
    act.tell(PUBLIC, words, kind="battle.request", turn=battle.turn)


def _both_ask_for(battle: Battle, asks_for: str, ends: Ends) -> bool:
    return [(row.asks_for, row.ends) for row in requests_of(battle)] == [(asks_for, ends)] * len(SIDES)


def _go(act: Act, battle: Battle, asks_for: str, ends: Ends) -> None:
    """Take a public step."""
    if asks_for == ClockRequest.END:
        end_in(act, battle, ends)
        return
    on = asks_for == ClockRequest.ON
    sentence = _night_falls(battle) if on and clock_of(battle, battle.turn).is_last_of_day else _move(battle, on=on)
    begin_step(act, battle)
    act.tell(PUBLIC, sentence, kind="battle.turn", turn=battle.turn)


def end_in(act: Act, battle: Battle, ends: Ends, *, why: str = "", cites: str = "VG-8") -> None:
    """End the fighting as these ends say; `why` says so if nobody asked for it."""
    battle.state, battle.ends = BattleState.RESULT, dict(ends)
    begin_step(act, battle)
    ended = f"{why}The fighting at {battle.name} ended after turn {battle.turn}: {ends_in_words(ends)}."
    act.tell(PUBLIC, f"{ended} Each side enters its result. ({cites}.)", kind="battle.turn", turn=battle.turn)


@carries("VG-8A")
def _night_falls(battle: Battle) -> str:
    """End the day: both armies may stay or withdraw, and neither knows what the other does."""
    battle.state = BattleState.NIGHT
    said = f"Night fell at {battle.name} after turn {battle.turn}."
    return f"{said} Each side seals whether it stays or withdraws. (VG-8A, VG-8B.)"


def _move(battle: Battle, *, on: bool) -> str:
    battle.turn += 1 if on else -1
    _, now = in_clock_words(battle)
    return f"T{now}" if on else f"Back to t{now}"


def in_clock_words(battle: Battle) -> tuple[int, str]:
    """Return the day, and the turn without its first letter: "urn 2, 6:30."."""
    clock = clock_of(battle, battle.turn)
    return clock.day, f"urn {battle.turn}{at_hour(clock.hour)}."


def begin_step(act: Act, battle: Battle) -> None:
    """Begin a public step: freeze random digits, publish each cup's checkpoint, and owe a sweep."""
    battle.step, battle.phase = battle.step + 1, 0
    battle.since, battle.is_swept = act.at, False
    act.save(battle)
    cups.freeze(battle.cups)
    cups.publish_heads(battle.cups, battle.step, turn=battle.turn)


def at_hour(hour: str) -> str:
    return f", {hour}" if hour else ""
