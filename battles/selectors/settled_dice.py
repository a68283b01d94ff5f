"""The rolls that settled a battle, read from the ledger of its revealed public cup."""

from collections.abc import Sequence

from battles.models import Battle, BattleState
from campaign.audiences import PUBLIC
from campaign.models import Throw
from campaign.selectors.ledger import counting_rolls
from rulesets.core.cup import canonical
from rulesets.core.dice import CupDice
from rulesets.core.errors import IllegalOrder
from war.selectors.aftermath import rolls_of


def settled_dice(battle: Battle) -> CupDice | None:
    """Return the dice of a settled battle, read once; none before it is settled."""
    if battle.state != BattleState.APPLIED:
        return None
    if battle.settled_rolls is None:
        battle.settled_rolls = counting_rolls(battle.cups, audience=PUBLIC)
    lines: dict[str, Throw] = battle.settled_rolls
    first = rolls_of(battle.book)[0]
    return CupDice(Ledger(lines).throw) if canonical([first.rule, list(first.subject), 0]) in lines else None


class Ledger:
    """Dice that were rolled before."""

    def __init__(self, lines: dict[str, Throw]) -> None:
        self.lines = lines

    def throw(self, *, rule: str, subject: Sequence[str], turn: int, count: int, sides: int) -> tuple[int, ...]:
        line = self.lines.get(canonical([rule, list(subject), turn]))
        if line is None or line.sides != sides or len(line.faces) < count:
            raise IllegalOrder("The ledger doesn’t have this roll.")
        return tuple(line.faces[:count])
