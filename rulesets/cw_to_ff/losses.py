"""9A: stands lost on the table as strength points lost."""

from fractions import Fraction
from math import floor

from pydantic import model_validator

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import ClassCarry, Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many, number
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_34, R_35
from rulesets.cw_to_ff.strength import MOST_SP, nearest
from rulesets.cw_to_ff.tables import RATIO

NOTHING = Fraction(0)
MOST_STANDS = 12_000  # of the most SP at the highest ratio


class ClassLost(Inputs):
    """One class: crack, or everything else."""

    brought_sp: int = whole("SP brought", least=0, most=MOST_SP, unit="SP", default=0)
    stands_lost: int = whole(
        "Stands lost", least=0, most=MOST_STANDS, unit="stands", default=0, help="Killed, wounded, and captured only."
    )
    carry: ClassCarry = choice("Carryover", default=NOTHING, help="From earlier losses of all its items, in SP.")
    stands_brought: int | None = whole(
        "Stands brought",
        least=0,
        most=MOST_STANDS,
        unit="stands",
        default=None,
        help="Leave blank for SP times stands per SP, less the carryover.",
    )


class Losses(Inputs):
    crack: ClassLost = choice("Crack", default=ClassLost())
    other: ClassLost = choice("Green and veteran", default=ClassLost())
    stands_per_sp: int | None = whole("Stands per SP", least=1, most=60, unit="stands", default=None)

    @model_validator(mode="after")
    def _no_more_than_brought(self) -> "Losses":
        for name in ("crack", "other"):
            lost = getattr(self, name)
            if lost.stands_lost and not lost.brought_sp:
                raise ValueError(f"{name}: enter the SP brought, since stands are lost")
        return self


@dataclass(frozen=True)
class ClassLeft:
    """SP removed and left, and the carryover as a fraction of an SP and in stands."""

    lost_sp: int
    left_sp: int
    carry: Fraction
    carry_stands: Fraction


@dataclass(frozen=True)
class StrengthLost:
    crack: ClassLeft
    other: ClassLeft

    @property
    def lost_sp(self) -> int:
        """Add up both classes."""
        return self.crack.lost_sp + self.other.lost_sp

    def __str__(self) -> str:
        carries = f"crack {number(self.crack.carry_stands)}, other {number(self.other.carry_stands)}"
        lost = f"loses {self.lost_sp} SP: crack {self.crack.lost_sp}, other {self.other.lost_sp}"
        return f"{lost}; carryover in stands: {carries}"


@procedure(
    id="cw_to_ff.losses_to_strength",
    title="Losses in strength points",
    rules=("VG-9A",),
    examples=[
        Example(
            {"crack": {"brought_sp": 2, "stands_lost": 11}, "other": {"brought_sp": 4, "stands_lost": 25}},
            "loses 2 SP: crack 1, other 1; carryover in stands: crack −9, other 5",
            title="18",
        ),
        Example(
            {"crack": {"brought_sp": 2, "stands_lost": 9}, "other": {"brought_sp": 4, "stands_lost": 29}},
            "loses 1 SP: crack 0, other 1; carryover in stands: crack 9, other 9",
            title="19",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 30}},
            "loses 2 SP: crack 0, other 2; carryover in stands: crack 0, other −10",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 29}},
            "loses 1 SP: crack 0, other 1; carryover in stands: crack 0, other 9",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 10}},
            "loses 1 SP: crack 0, other 1; carryover in stands: crack 0, other −10",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 9}},
            "loses 0 SP: crack 0, other 0; carryover in stands: crack 0, other 9",
            title="20",
        ),
        Example(
            {"crack": {"brought_sp": 1, "stands_lost": 11}, "other": {"brought_sp": 3, "stands_lost": 25}},
            "loses 2 SP: crack 1, other 1; carryover in stands: crack 0, other −4",
            title="21",
        ),
    ],
    tables=("cw_to_ff.ratio",),
    is_common=True,
)
def losses_to_strength(inputs: Losses, work: Reckoning) -> StrengthLost:
    """Divide the stands lost by the ratio, crack separately from the rest, add the carryover of earlier battles, and
    round to the nearest, halves up; the remainder carries over."""
    ratio = inputs.stands_per_sp or work.read(RATIO, "stands", says="Stands per SP")
    crack, other = (_class_left(getattr(inputs, name), ratio, name, work) for name in ("crack", "other"))
    if crack.left_sp == 0 and other.left_sp:
        crack, other = _hand_on(crack, other, ratio, work)
    elif other.left_sp == 0 and crack.left_sp:
        other, crack = _hand_on(other, crack, ratio, work)
    elif crack.left_sp == other.left_sp == 0:
        crack, other = _with_carry(crack, NOTHING, ratio), _with_carry(other, NOTHING, ratio)
    return StrengthLost(crack, other)


def _class_left(lost: ClassLost, ratio: int, name: str, work: Reckoning) -> ClassLeft:
    _no_more_than_brought(lost, ratio, name)
    share = Fraction(lost.stands_lost, ratio)
    rounding = work.chosen(R_34)
    owed = share + lost.carry if rounding == R_34.default else share
    points = floor(owed) if rounding.startswith("down") else nearest(owed)
    points = max(0, min(points, lost.brought_sp)) if lost.stands_lost else 0
    carry = owed - points if rounding == R_34.default else NOTHING
    over = f", carryover {number(lost.carry)}" if lost.carry else ""
    says = f"{first_up(name)}: {many(lost.stands_lost, 'stand')} lost at {ratio} per SP{over}: {points} SP lost."
    work.step(BOOK.at("9A"), says, points, stands=lost.stands_lost, ratio=ratio, carry=lost.carry)
    return _with_carry(ClassLeft(points, lost.brought_sp - points, carry, NOTHING), carry, ratio)


def _no_more_than_brought(lost: ClassLost, ratio: int, name: str) -> None:
    """Refuse stands that the class never had on the table or off it (VG-4A, R-4)."""
    brought = lost.stands_brought
    if brought is None:
        brought = max(0, nearest(ratio * (lost.brought_sp - lost.carry)))
    if lost.stands_lost > brought:
        sentence = f"must be {brought} or less, the stands it brought, not {lost.stands_lost}."
        raise IllegalOrder(f"{name}.stands_lost: {sentence}", cites=BOOK.at("4A"), field=f"{name}.stands_lost")


def _with_carry(left: ClassLeft, carry: Fraction, ratio: int) -> ClassLeft:
    return ClassLeft(left.lost_sp, left.left_sp, carry, carry * ratio)


def _hand_on(giver: ClassLeft, taker: ClassLeft, ratio: int, work: Reckoning) -> tuple[ClassLeft, ClassLeft]:
    """Hand the carryover of a class without SP to the other class (R-35)."""
    if giver.carry:
        stands = giver.carry * ratio
        work.step(R_35.cites, f"Carryover of {number(stands)} stands goes to the other class.", stands)
    return _with_carry(giver, NOTHING, ratio), _with_carry(taker, taker.carry + giver.carry, ratio)
