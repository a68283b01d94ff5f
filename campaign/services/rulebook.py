"""Carry out a rule for a person at the table, with their practice cup or their own dice."""

from collections.abc import Sequence
from typing import Any

from campaign.gate import heavy
from campaign.selectors.procedures import within_tables
from campaign.services.practice import practice_throw
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import CupDice, Dice, ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Procedure


@heavy
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
    """Carry out a rule with the entered dice, or else the practice cup; without a login, dice must be entered."""
    procedure.read(inputs)
    dice = ScriptedDice(*faces) if faces is not None else _practice(user_id, number, entropy)
    with within_tables():
        outcome = procedure.run(inputs, dice, context)
    if isinstance(dice, ScriptedDice) and dice.left:
        raise IllegalOrder(f"dice: enter {len(dice.left)} fewer.", field="dice")
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
