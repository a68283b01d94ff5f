"""1.4: pulses: who has the initiative, what must be spent, what a tie does."""

from dataclasses import dataclass
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Side, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning


class Pulse(Inputs):
    turn: int = turn_field()
    roll: int = whole("Which roll of the turn", least=1, most=200, default=1, help="ties count")
    use_track: int = whole("Space of the use track", least=1, most=30, default=1, help="uses of the table this turn")
    union_has_left: bool = flag("The Union has points or reinforcements left", default=True)
    confederates_have_left: bool = flag("The South has points or reinforcements left", default=True)


@dataclass(frozen=True)
class PulseResult:
    """Who has the initiative and by how much; or a tie, which draws points and advances the track, or ends the turn."""

    what: Literal["initiative", "draw", "turn ends"]
    winner: Side | None = None
    difference: int = 0
    winning_total: int = 0
    promotion_may_enter: bool = False
    tied_total: int = 0
    use_track: int = 1

    def __str__(self) -> str:
        if self.what == "initiative":
            return f"{self.winner} has the initiative, difference {self.difference}"
        if self.what == "draw":
            return f"tied at {self.tied_total}: both draw command points, then roll again"
        return f"tied at {self.tied_total}: the turn ends" if self.tied_total else "the turn ends: nothing is left"


@procedure(
    id="civil_war.pulse",
    title="A pulse: initiative, or a tie",
    rules=("CW-PULSE", "CW-TIE"),
    odds=Enumeration(leaves=1296),
    examples=[
        Example({"use_track": 1}, "USA has the initiative, difference 3", dice=(5, 4, 4, 2)),
        Example({"use_track": 2}, "tied at 7: the turn ends", dice=(5, 2, 4, 3)),
        Example({"use_track": 1}, "tied at 7: both draw command points, then roll again", dice=(5, 2, 4, 3)),
    ],
    tables=["civil_war.ties"],
)
def pulse(inputs: Pulse, work: Reckoning) -> PulseResult:
    """CW-1.4: 2d6 each, the Union's first; R-103 on the odd roll that lets a promotion in."""
    if not (inputs.union_has_left or inputs.confederates_have_left):
        work.step(BOOK.at("1.4"), "both sides have spent and entered everything", "turn ends", mark=Mark.SOURCED)
        return PulseResult("turn ends", use_track=inputs.use_track)
    union, south = (_initiative_roll(side, inputs, work) for side in ("USA", "CSA"))
    if union == south:
        return _tie(union, inputs.use_track, work)
    winner: Side = "USA" if union > south else "CSA"
    best = max(union, south)
    work.step(BOOK.at("1.4"), "dice difference", abs(union - south), mark=Mark.SOURCED, USA=union, CSA=south)
    return PulseResult("initiative", winner, abs(union - south), best, best % 2 == 1, use_track=inputs.use_track)


def _initiative_roll(side: str, inputs: Pulse, work: Reckoning) -> int:
    subject = side, f"roll {inputs.roll}"
    label = f"initiative, {side}"
    return work.throw(6, rule="CW-PULSE", subject=subject, turn=inputs.turn, count=2, label=label).total


def _tie(total: int, use_track: int, work: Reckoning) -> PulseResult:
    if work.read(t.TIES, use_track, total) == "ends":
        return PulseResult("turn ends", tied_total=total, use_track=use_track)
    work.step(BOOK.at("1.4"), "use track", use_track + 1, mark=Mark.SOURCED)
    return PulseResult("draw", tied_total=total, use_track=use_track + 1)


class Spending(Inputs):
    difference: int = whole("Dice difference", least=1, most=10, unit="points")
    has_initiative: bool = flag("This side has the initiative")
    free_reinforcement: Literal["none", "sp", "leader", "promotion"] = choice("Free reinforcement", default="none")
    winning_total: int = whole("Winner's total", least=2, most=12, default=7, help="an odd one lets a promotion in")
    entered: int = whole("Further reinforcements entered", least=0, most=100, default=0)
    cp_spent: int = whole("Command points spent", least=0, most=100, default=0, unit="CP")
    cp_left: int = whole("Command points left", least=0, most=200, default=0, unit="CP")
    reinforcements_left: int = whole("Reinforcements left", least=0, most=200, default=0)
    cheapest: int = whole(
        "Cheapest thing still to be had", least=1, most=10, default=1, unit="points", help="of the difference"
    )


@dataclass(frozen=True)
class SpendingResult:
    """Whether a side has done its part of a pulse; every broken clause at once."""

    broken: tuple[str, ...]
    unspent: int
    lapses: int

    @property
    def may_end(self) -> bool:
        return not self.broken

    def __str__(self) -> str:
        if self.broken:
            return " ".join(self.broken)
        return f"done; {self.lapses} points lapse" if self.lapses else "done"


@procedure(
    id="civil_war.spending",
    title="Has a side spent the difference?",
    rules=("CW-PULSE",),
    examples=[
        Example({"difference": 3, "cp_spent": 3}, "done"),
        Example({"difference": 3, "cp_spent": 1, "cp_left": 4}, "2 points of the difference must still be spent."),
    ],
)
def spending(inputs: Spending, work: Reckoning) -> SpendingResult:
    """CW-1.4: the free reinforcement first, then each side spends the difference; no passing, but R-102."""
    used = inputs.entered + inputs.cp_spent
    unspent = inputs.difference - used
    broken = [*_free_reinforcement(inputs), *_difference(inputs, unspent)]
    work.step(BOOK.at("1.4"), "unspent", unspent, mark=Mark.SOURCED, difference=inputs.difference, used=used)
    return SpendingResult(tuple(broken), max(0, unspent), 0 if broken else max(0, unspent))


def _free_reinforcement(inputs: Spending) -> list[str]:
    free = inputs.free_reinforcement
    if not inputs.has_initiative:
        return ["Only the side with the initiative has a free reinforcement."] if free != "none" else []
    broken = []
    if free == "none" and (inputs.reinforcements_left or inputs.entered):
        broken.append("The free reinforcement is entered first.")
    if free == "promotion" and inputs.winning_total % 2 == 0:
        broken.append("A promotion enters only on an odd winning roll.")
    return broken


def _difference(inputs: Spending, unspent: int) -> list[str]:
    if unspent < 0:
        return [f"{-unspent} points more were spent than the difference."]
    can = inputs.cp_left >= 1 or inputs.reinforcements_left >= 1
    if can and unspent >= inputs.cheapest:
        return [f"{unspent} points of the difference must still be spent."]
    return []
