"""9A and 9B: stands lost as strength points lost, and whether the army is demoralized by them."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from pydantic import model_validator

from rulesets.core.fields import ClassCarry, Inputs, choice, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.rulings import R_34, R_35
from rulesets.cw_to_ff.strength import MOST_SP, nearest
from rulesets.cw_to_ff.tables import RATIO

NOTHING = Fraction(0)


class ClassLost(Inputs):
    """One class: crack, or everything else."""

    brought_sp: int = whole("Strength points brought", least=0, most=MOST_SP, unit="SP", default=0)
    stands_lost: int = whole(
        "Stands lost", least=0, most=6000, unit="stands", default=0, help="Killed, wounded and captured alone."
    )
    carry: ClassCarry = choice("Carry", default=NOTHING, help="Of earlier losses, its items together, in SP.")


class Losses(Inputs):
    crack: ClassLost = choice("Crack", default=ClassLost())
    other: ClassLost = choice("Green and veteran", default=ClassLost())
    stands_per_sp: int | None = whole("Stands of a strength point", least=1, most=60, unit="stands", default=None)

    @model_validator(mode="after")
    def _no_more_than_brought(self) -> "Losses":
        for name in ("crack", "other"):
            lost = getattr(self, name)
            if lost.stands_lost and not lost.brought_sp:
                raise ValueError(f"{name}: stands are lost, but no strength points were brought")
        return self


@dataclass(frozen=True)
class ClassLeft:
    """Strength points removed and left, and the carry as a fraction of a strength point and in stands."""

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
        return self.crack.lost_sp + self.other.lost_sp

    def __str__(self) -> str:
        carries = f"carry crack {self.crack.carry_stands}, other {self.other.carry_stands} stands"
        return f"{self.lost_sp} SP: crack {self.crack.lost_sp}, other {self.other.lost_sp}; {carries}"


@procedure(
    id="cw_to_ff.losses_to_strength",
    title="Stands lost as strength points",
    rules=("VG-9A",),
    examples=[
        Example(
            {"crack": {"brought_sp": 2, "stands_lost": 11}, "other": {"brought_sp": 4, "stands_lost": 25}},
            "2 SP: crack 1, other 1; carry crack -9, other 5 stands",
            title="18",
        ),
        Example(
            {"crack": {"brought_sp": 2, "stands_lost": 9}, "other": {"brought_sp": 4, "stands_lost": 29}},
            "1 SP: crack 0, other 1; carry crack 9, other 9 stands",
            title="19",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 30}},
            "2 SP: crack 0, other 2; carry crack 0, other -10 stands",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 29}},
            "1 SP: crack 0, other 1; carry crack 0, other 9 stands",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 10}},
            "1 SP: crack 0, other 1; carry crack 0, other -10 stands",
            title="20",
        ),
        Example(
            {"other": {"brought_sp": 4, "stands_lost": 9}},
            "0 SP: crack 0, other 0; carry crack 0, other 9 stands",
            title="20",
        ),
        Example(
            {"crack": {"brought_sp": 1, "stands_lost": 11}, "other": {"brought_sp": 3, "stands_lost": 25}},
            "2 SP: crack 1, other 1; carry crack 0, other -4 stands",
            title="21",
        ),
    ],
    tables=("cw_to_ff.ratio",),
)
def losses_to_strength(inputs: Losses, work: Reckoning) -> StrengthLost:
    """Crack by itself, the rest together: stands over the ratio, with what earlier battles left over, nearest, halves
    up; what is over is carried on."""
    ratio = inputs.stands_per_sp or work.read(RATIO, "stands")
    crack, other = (_class_left(getattr(inputs, name), ratio, name, work) for name in ("crack", "other"))
    if crack.left_sp == 0 and other.left_sp:
        crack, other = _hand_on(crack, other, ratio, work)
    elif other.left_sp == 0 and crack.left_sp:
        other, crack = _hand_on(other, crack, ratio, work)
    elif crack.left_sp == other.left_sp == 0:
        crack, other = _with_carry(crack, NOTHING, ratio), _with_carry(other, NOTHING, ratio)
    return StrengthLost(crack, other)


def _class_left(lost: ClassLost, ratio: int, name: str, work: Reckoning) -> ClassLeft:
    share = Fraction(lost.stands_lost, ratio)
    rounding = work.chosen(R_34)
    owed = share + lost.carry if rounding == R_34.default else share
    points = floor(owed) if rounding.startswith("down") else nearest(owed)
    points = max(0, min(points, lost.brought_sp)) if lost.stands_lost else 0
    carry = owed - points if rounding == R_34.default else NOTHING
    work.step(
        BOOK.at("9A"), f"strength points lost, {name}", points, stands=lost.stands_lost, ratio=ratio, carry=lost.carry
    )
    return _with_carry(ClassLeft(points, lost.brought_sp - points, carry, NOTHING), carry, ratio)


def _with_carry(left: ClassLeft, carry: Fraction, ratio: int) -> ClassLeft:
    return ClassLeft(left.lost_sp, left.left_sp, carry, carry * ratio)


def _hand_on(giver: ClassLeft, taker: ClassLeft, ratio: int, work: Reckoning) -> tuple[ClassLeft, ClassLeft]:
    """A class left without strength points hands its carry to the other (R-35)."""
    if giver.carry:
        work.step(R_35.cites, "carry handed to the other class", giver.carry * ratio)
    return _with_carry(giver, NOTHING, ratio), _with_carry(taker, taker.carry + giver.carry, ratio)
