"""1.4: pulses: initiative, spending, and ties."""

from collections.abc import Callable
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Side, the_side, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution, Kept
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number

CITED = BOOK.at("1.4")


class Pulse(Inputs):
    leads = ("use_track", "union_has_left", "confederates_have_left")
    turn: int = turn_field()
    roll: int = whole("Roll of the turn", least=1, most=200, default=1, help="Count ties.")
    use_track: int = whole("Use track space", least=1, most=30, default=1, help="Uses of the table this turn.")
    union_has_left: bool = flag("Union has points or reinforcements left", default=True, help="By H-19.")
    confederates_have_left: bool = flag("South has points or reinforcements left", default=True)


@dataclass(frozen=True)
class PulseResult:
    """The side with the initiative and its difference, or a tie, which draws points or ends the turn."""

    what: Literal["initiative", "draw", "turn ends"]
    winner: Side | None = None
    difference: int = 0
    winning_total: int = 0
    promotion_may_enter: bool = False
    tied_total: int = 0
    use_track: int = 1

    def __str__(self) -> str:
        if self.what == "initiative":
            return f"{the_side(self.winner or '')} has the initiative, difference {self.difference}"
        if self.what == "draw":
            return f"tied at {self.tied_total}: both sides draw command points, then reroll"
        return (
            f"tied at {self.tied_total}: the turn ends"
            if self.tied_total
            else "the turn ends: neither side has anything left"
        )


def _rests_on(inputs: Pulse) -> tuple[int, bool]:
    return inputs.use_track, inputs.union_has_left or inputs.confederates_have_left


@procedure(
    id="civil_war.pulse",
    title="Pulse",
    rules=("CW-PULSE", "CW-TIE"),
    odds=Kept(Convolution(), rest_on=_rests_on),
    examples=[
        Example({"use_track": 1}, "the Union has the initiative, difference 3", dice=(5, 4, 4, 2)),
        Example({"use_track": 2}, "tied at 7: the turn ends", dice=(5, 2, 4, 3)),
        Example({"use_track": 1}, "tied at 7: both sides draw command points, then reroll", dice=(5, 2, 4, 3)),
    ],
    tables=["civil_war.ties"],
    is_common=True,
)
def pulse(inputs: Pulse, work: Reckoning) -> PulseResult:
    """Roll 2d6 per side, the Union first; an odd winning roll lets a promotion enter (CW-1.4, R-103)."""
    if not (inputs.union_has_left or inputs.confederates_have_left):
        work.step(CITED, "Neither side has anything left, so the turn ends.", "turn ends", mark=Mark.SOURCED)
        return PulseResult("turn ends", use_track=inputs.use_track)
    return _initiative_roll(
        "USA",
        inputs,
        work,
        lambda union: _initiative_roll("CSA", inputs, work, lambda south: _compared(union, south, inputs, work)),
    )


def _compared(union: int, south: int, inputs: Pulse, work: Reckoning) -> PulseResult:
    if union == south:
        return _tie(union, inputs.use_track, work)
    winner: Side = "USA" if union > south else "CSA"
    best = max(union, south)
    difference = abs(union - south)

    def says() -> str:
        return f"Union {union}, South {south}: {the_side(winner)} has the initiative, difference {difference}."

    work.step(CITED, says, difference, mark=Mark.SOURCED, USA=union, CSA=south)
    return PulseResult("initiative", winner, difference, best, best % 2 == 1, use_track=inputs.use_track)


def _initiative_roll(side: str, inputs: Pulse, work: Reckoning, then: Callable[[int], PulseResult]) -> PulseResult:
    subject = side, f"roll {inputs.roll}"
    what = f"{the_side(side)}'s initiative"
    return work.on_roll(6, then, rule="CW-PULSE", subject=subject, turn=inputs.turn, count=2, what=what)


def _tie(total: int, use_track: int, work: Reckoning) -> PulseResult:
    if work.read(t.TIES, use_track, total, says=_of_a_tie) == "ends":
        return PulseResult("turn ends", tied_total=total, use_track=use_track)
    work.step(CITED, f"The use track moves to space {use_track + 1}.", use_track + 1, mark=Mark.SOURCED)
    return PulseResult("draw", tied_total=total, use_track=use_track + 1)


def _of_a_tie(result: str) -> str:
    return "The tie ends the turn." if result == "ends" else "On this tie, both sides draw command points."


class Spending(Inputs):
    difference: int = whole(
        "Difference of the dice", least=1, most=30, unit="points", help="Or a multiple of it (R-195)."
    )
    has_initiative: bool = flag("Has the initiative")
    free_reinforcement: Literal["none", "sp", "leader", "promotion"] = choice("Free reinforcement", default="none")
    winning_total: int = whole(
        "Winning total", least=2, most=12, default=7, help="An odd total lets a promotion enter."
    )
    entered: int = whole("Other reinforcements entered", least=0, most=100, default=0)
    cp_spent: int = whole("Command points spent", least=0, most=100, default=0, unit="CP")
    cp_left: int = whole(
        "Command points left", least=0, most=200, default=0, unit="CP", help="Only those that can pay for an order."
    )
    reinforcements_left: int = whole(
        "Reinforcements left", least=0, most=200, default=0, help="Only those with a legal place to enter."
    )
    cheapest: int = whole(
        "Cheapest remaining choice",
        least=1,
        most=10,
        default=1,
        unit="points",
        help="Of the difference. Standing fast takes 1.",
    )


@dataclass(frozen=True)
class SpendingResult:
    """Whether a side has finished its pulse, or every broken clause at once."""

    broken: tuple[str, ...]
    unspent: int
    lapses: int

    @property
    def may_end(self) -> bool:
        """Tell whether no clause is broken."""
        return not self.broken

    def __str__(self) -> str:
        if self.broken:
            return " ".join(self.broken)
        return f"done; {many(self.lapses, 'point')} lost" if self.lapses else "done"


@procedure(
    id="civil_war.spending",
    title="Spending the difference",
    rules=("CW-PULSE",),
    examples=[
        Example({"difference": 3, "cp_spent": 3}, "done"),
        Example({"difference": 3, "cp_spent": 1, "cp_left": 4}, "Spend 2 more points of the difference."),
        Example(
            {"difference": 3, "cp_spent": 1, "cp_left": 0, "reinforcements_left": 0},
            "done; 2 points lost",
            title="Points that cannot pay for any order count as nothing left",
        ),
    ],
)
def spending(inputs: Spending, work: Reckoning) -> SpendingResult:
    """Check that the free reinforcement entered first and that each side spent the difference (CW-1.4, R-102, H-19)."""
    used = inputs.entered + inputs.cp_spent
    unspent = inputs.difference - used
    broken = [*_free_reinforcement(inputs), *_difference(inputs, unspent)]
    says = f"Difference {inputs.difference}, used {used}: {number(unspent)} left."
    work.step(CITED, says, unspent, mark=Mark.SOURCED, difference=inputs.difference, used=used)
    return SpendingResult(tuple(broken), max(0, unspent), 0 if broken else max(0, unspent))


def _free_reinforcement(inputs: Spending) -> list[str]:
    free = inputs.free_reinforcement
    if not inputs.has_initiative:
        return ["Only the side with the initiative gets a free reinforcement."] if free != "none" else []
    broken = []
    if free == "none" and (inputs.reinforcements_left or inputs.entered):
        broken.append("Enter the free reinforcement first.")
    if free == "promotion" and inputs.winning_total % 2 == 0:
        broken.append("A promotion can enter only on an odd winning roll.")
    return broken


def _difference(inputs: Spending, unspent: int) -> list[str]:
    if unspent < 0:
        return [f"{many(-unspent, 'point')} too many spent; the difference is {inputs.difference}."]
    can = inputs.cp_left >= 1 or inputs.reinforcements_left >= 1
    if can and unspent >= inputs.cheapest:
        return [f"Spend {many(unspent, 'more point')} of the difference."]
    return []
