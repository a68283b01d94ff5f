"""Carrying a procedure out for somebody at the table: from his practice cup, or with the faces of real dice."""

from collections.abc import Sequence
from typing import Any

from campaign.errors import Refusal
from campaign.services.practice import practice_throw
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import CupDice, Dice, ScriptedDice
from rulesets.core.errors import BeyondTheTable, IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Procedure


def carry_out(
    procedure: Procedure[Any, Any],
    inputs: dict[str, Any],
    *,
    faces: Sequence[int] | None,
    user_id: int | None,
    number: int | None = None,
    entropy: str = "",
    context: Context = BY_THE_BOOK,
) -> Outcome[Any]:
    """Typed faces if there are any, else the practice cup; without log-in faces can only be typed."""
    procedure.read(inputs)
    dice = ScriptedDice(*faces) if faces is not None else _practice(user_id, number, entropy)
    try:
        outcome = procedure.run(inputs, dice, context)
    except BeyondTheTable as error:
        raise Refusal(error.sentence, cites=error.cites) from error
    if isinstance(dice, ScriptedDice) and dice.left:
        raise IllegalOrder(f"dice: {len(dice.left)} more than this throw needs.", field="dice")
    return outcome


def _practice(user_id: int | None, number: int | None, entropy: str) -> Dice | None:
    if user_id is None:
        return None
    next_number = number

    def throw(*, rule: str, subject: Sequence[str], turn: int, count: int, sides: int) -> Sequence[int]:
        nonlocal next_number
        thrown = practice_throw(
            user_id=user_id,
            rule=rule,
            subject=subject,
            sides=sides,
            count=count,
            number=next_number,
            entropy=entropy,
        )
        next_number = thrown.number + 1
        return thrown.faces

    return CupDice(throw)
