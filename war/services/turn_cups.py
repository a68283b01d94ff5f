"""The dice of strategic turns: each turn's cups are opened a turn ahead, and every order until then adds to them.

The cups of a turn belong to its number, so a turn that is played again after a rewind keeps every roll.
"""

import hashlib
from collections.abc import Callable, Iterable, Sequence

from campaign.app_part import Owner
from campaign.audiences import PUBLIC, UMPIRE, side_audience
from campaign.ids import hex_id
from campaign.models import OwnerKind
from campaign.services import cups
from campaign.services.record import Act
from campaign.sources import ID_BITS
from rulesets.civil_war.war import State
from rulesets.core.dice import CupDice

LEADER_LOSS = "CW-LEADERLOSS"
OF_A_SIDE = frozenset({"CW-H-6", "CW-POOL", "VG-10B", "VG-10E"})  # reactions, draws, and promotions


def cups_of_turn(campaign_id: int, turn: int) -> Owner:
    """Return the owner of a turn's cups."""
    digest = hashlib.sha256(f"{hex_id(campaign_id)}|turn {turn}".encode()).digest()
    return OwnerKind.TURN, int.from_bytes(digest[:8], "big") >> (64 - ID_BITS)


def open_turn(act: Act, turn: int) -> None:
    """Open a turn's cups."""
    cups.open_cups(cups_of_turn(act.campaign_id, turn), title=f"Turn {turn}")


def add_digits(act: Act, side: str, entropy: str, *, turn: int) -> None:
    """Add a side's random digits to the cups of the turn after this one, which are still open.

    Those of this turn are open only if a rewind has opened them again.
    """
    for number in (turn, turn + 1):
        cups.add_entropy(cups_of_turn(act.campaign_id, number), side, entropy)


def begin_turn(act: Act, turn: int, *, last: int) -> None:
    """Freeze a turn's cups as it begins, publish their heads, and open the cups of the next."""
    _freeze(cups_of_turn(act.campaign_id, turn), turn, f"the start of turn {turn}")
    if turn < last:
        open_turn(act, turn + 1)


def _freeze(owner: Owner, turn: int, at: str) -> None:
    """Freeze cups at a public step, whose heads prove that nothing was rolled before it."""
    cups.freeze(owner)
    cups.publish_heads(owner, at, turn=turn)


def publish(act: Act, state: State) -> None:
    """Publish the heads of a turn's cups at a public step."""
    turn = state.clock.turn
    cups.publish_heads(cups_of_turn(act.campaign_id, turn), f"turn {turn}, pulse {state.clock.pulse}", turn=turn)


def end_turn(act: Act, turn: int) -> None:
    """Reveal the public cup of a turn that has ended."""
    cups.reveal_turn(cups_of_turn(act.campaign_id, turn)[1])


def dice_of(act: Act, state: State) -> CupDice:
    """Return the dice of a war's turn: each roll from the cup of those who may see it."""
    return CupDice(_thrower(act, state))


def _thrower(act: Act, state: State) -> Callable[..., Sequence[int]]:
    """Return what throws; a public roll first freezes a public cup that a rewind has opened again."""
    owner = cups_of_turn(act.campaign_id, state.clock.turn)

    def throw(*, rule: str, subject: Iterable[str], turn: int, count: int, sides: int) -> Sequence[int]:
        said = tuple(map(str, subject))
        audience = audience_of(state, rule, said)
        if audience == PUBLIC and cups.takes_digits(owner):
            _freeze(owner, turn, "the first roll after a rewind")
        return cups.throw(owner, audience=audience, rule=rule, subject=said, turn=turn, count=count, sides=sides)

    return throw


def audience_of(state: State, rule: str, subject: Sequence[str]) -> str:
    """Return who sees a roll: a side those of its own leaders, the umpire the fate of unseen ones."""
    side = next((word for word in subject if word in ("USA", "CSA")), "")
    if rule in OF_A_SIDE:
        return side_audience(side)
    if rule == LEADER_LOSS:
        known = any(
            leader.side == side and leader.name in subject and leader.revealed for leader in state.leaders.values()
        )
        return PUBLIC if known else UMPIRE
    return PUBLIC
