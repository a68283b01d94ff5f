"""Movement: what a move costs in inches, and how far the rest of it goes."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Arm
from rulesets.fire_and_fury.tables import MOVEMENT

HERE = BOOK.at("Movement")
QUARTER = 0.25
SHARES = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}


def inches(title: str, *, most: int, help: str = "") -> Any:
    """A length read off the table, to the quarter inch."""
    return Field(
        title=title,
        ge=QUARTER,
        le=most,
        multiple_of=QUARTER,
        description=help or None,
        json_schema_extra={"unit": "inches"},
    )


class Leg(Inputs):
    """A stretch over one kind of ground."""

    inches: float = inches("Inches", most=120)
    ground: Literal["open", "road", "rough"] = choice("Over", default="open")


class Moving(Inputs):
    """One brigade, battery or leader and its way."""

    arm: Arm = choice("Who moves")
    allowed: Literal["full", "half", "none"] = choice("By its manoeuvre result it moves", default="full")
    legs: tuple[Leg, ...] = several("Stretches of the way", most=30, default=())
    fords: int = whole("Fords crossed", least=0, most=9, default=0)
    lines_passed: int = whole("Lines of own troops passed through", least=0, most=9, default=0)
    changes_saddle: bool = flag("Mounts or dismounts")


@dataclass(frozen=True)
class Move:
    """Inches, exactly; `left` is below none when the way is too long."""

    allowance: Fraction
    cost: Fraction
    on_open: Fraction
    on_road: Fraction
    on_rough: Fraction

    @property
    def left(self) -> Fraction:
        return self.allowance - self.cost

    def __str__(self) -> str:
        if self.left < 0:
            return f"too far by {_mixed(-self.left)} inches"
        reach = f"{_mixed(self.on_road)} on road, {_mixed(self.on_rough)} in rough"
        return f"costs {_mixed(self.cost)} of {_mixed(self.allowance)} inches; left {_mixed(self.on_open)}, or {reach}"


@procedure(
    id="fire_and_fury.movement",
    title="Movement",
    examples=[
        Example({"arm": "infantry"}, "costs 0 of 12 inches; left 12, or 24 on road, 6 in rough"),
        Example(
            {"arm": "infantry", "allowed": "half", "legs": [{"inches": 2, "ground": "rough"}]},
            "costs 4 of 6 inches; left 2, or 4 on road, 1 in rough",
        ),
        Example({"arm": "foot artillery", "fords": 1, "legs": [{"inches": 5}]}, "too far by 1 inches"),
    ],
    tables=("fire_and_fury.movement",),
)
def movement(inputs: Moving, work: Reckoning) -> Move:
    """Allowance by arm and manoeuvre result; each inch costs by its ground, each crossing takes inches off."""
    if inputs.changes_saddle and inputs.arm not in (Arm.CAVALRY, Arm.DISMOUNTED):
        sentence = "changes_saddle: only cavalry mounts and dismounts."
        raise IllegalOrder(sentence, cites=HERE, field="changes_saddle")
    basic = _rate(inputs.arm, "basic", work)
    allowance = basic * SHARES[inputs.allowed]
    cost = sum((_cost(leg, inputs.arm, work) for leg in inputs.legs), Fraction(0))
    cost += _crossings(inputs, work) + (basic / 2 if inputs.changes_saddle else 0)
    work.step(HERE, "inches left", allowance - cost, allowance=allowance, cost=cost)
    left = max(allowance - cost, Fraction(0))
    return Move(allowance, cost, left, left * _rate(inputs.arm, "road", work), left * _rate(inputs.arm, "rough", work))


def _rate(arm: Arm, rate: str, work: Reckoning) -> Fraction:
    return Fraction(work.read(MOVEMENT, arm, rate, label=f"{arm}: {rate}") or 0)


def _cost(leg: Leg, arm: Arm, work: Reckoning) -> Fraction:
    length = Fraction(round(leg.inches / QUARTER), 4)
    if leg.ground == "open":
        return length
    rate = _rate(arm, leg.ground, work)
    if rate <= 0:
        raise IllegalOrder(f"legs: {arm} may not go over {leg.ground}.", cites=HERE, field="legs")
    return length / rate


def _crossings(inputs: Moving, work: Reckoning) -> Fraction:
    """Only what is crossed is looked up, so that an unknown cost stops only who pays it."""
    cost = Fraction(0)
    if inputs.fords:
        cost += inputs.fords * _rate(inputs.arm, "fording", work)
    if inputs.lines_passed:
        cost += inputs.lines_passed * _rate(inputs.arm, "passage of lines", work)
    return cost


def _mixed(value: Fraction) -> str:
    """7 1/2 for people."""
    entire, rest = divmod(value, 1)
    return " ".join(part for part in (str(entire) if entire or not rest else "", str(rest) if rest else "") if part)
