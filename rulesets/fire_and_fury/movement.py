"""Movement: the cost of a move in inches, and how far the rest of it goes."""

from fractions import Fraction
from typing import Any, Literal

from pydantic import Field

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, number
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.state import Arm
from rulesets.fire_and_fury.tables import MOVEMENT

HERE = BOOK.at("Movement")
QUARTER = 0.25
RATES = {
    "basic": "{}″ in the open",
    "road": "{} times as far on road",
    "rough": "{} times as far in rough",
    "fording": "{}″ per ford",
    "passage of lines": "{}″ per line passed",
}
SHARES = {"full": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}


def inches(title: str, *, most: int, help: str = "") -> Any:
    """Declare a length measured on the table, to the quarter inch."""
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
    ground: Literal["open", "road", "rough"] = choice("Ground", default="open")


class Moving(Inputs):
    """A brigade, battery, or leader, and its path."""

    arm: Arm = choice("Troops")
    allowed: Literal["full", "half", "none"] = choice("Move allowed by the maneuver result", default="full")
    legs: tuple[Leg, ...] = several("Stretches of the path", most=30, default=())
    fords: int = whole("Fords crossed", least=0, most=9, default=0)
    lines_passed: int = whole("Friendly lines passed through", least=0, most=9, default=0)
    changes_saddle: bool = flag("Mounts or dismounts")


@dataclass(frozen=True)
class Move:
    """Exact inches; `left` is negative when the path is too long."""

    allowance: Fraction
    cost: Fraction
    on_open: Fraction
    on_road: Fraction
    on_rough: Fraction

    @property
    def left(self) -> Fraction:
        """Return the inches that remain."""
        return self.allowance - self.cost

    def __str__(self) -> str:
        if self.left < 0:
            return f"{number(-self.left)}″ too far"
        on_open, on_road, on_rough = map(number, (self.on_open, self.on_road, self.on_rough))
        left = f"{on_open}″ in the open, {on_road}″ on road, or {on_rough}″ in rough"
        return f"costs {number(self.cost)}″ of {number(self.allowance)}″, leaving {left}"


@procedure(
    id="fire_and_fury.movement",
    title="Movement",
    examples=[
        Example({"arm": "infantry"}, "costs 0″ of 12″, leaving 12″ in the open, 24″ on road, or 6″ in rough"),
        Example(
            {"arm": "infantry", "allowed": "half", "legs": [{"inches": 2, "ground": "rough"}]},
            "costs 4″ of 6″, leaving 2″ in the open, 4″ on road, or 1″ in rough",
        ),
        Example({"arm": "foot artillery", "fords": 1, "legs": [{"inches": 5}]}, "1″ too far"),
    ],
    tables=("fire_and_fury.movement",),
    is_common=True,
)
def movement(inputs: Moving, work: Reckoning) -> Move:
    """Take the cost of ground and crossings from the allowance for the troops and their maneuver result."""
    if inputs.changes_saddle and inputs.arm not in (Arm.CAVALRY, Arm.DISMOUNTED):
        sentence = "changes_saddle: only cavalry can mount or dismount."
        raise IllegalOrder(sentence, cites=HERE, field="changes_saddle")
    basic = _rate(inputs.arm, "basic", work)
    allowance = basic * SHARES[inputs.allowed]
    cost = sum((_cost(leg, inputs.arm, work) for leg in inputs.legs), Fraction(0))
    cost += _crossings(inputs, work) + (basic / 2 if inputs.changes_saddle else 0)
    rest = allowance - cost
    says = f"Allowance {number(allowance)}″, cost {number(cost)}″: {number(rest)}″ left."
    work.step(HERE, says, rest, allowance=allowance, cost=cost)
    left = max(rest, Fraction(0))
    return Move(allowance, cost, left, left * _rate(inputs.arm, "road", work), left * _rate(inputs.arm, "rough", work))


def _rate(arm: Arm, rate: str, work: Reckoning) -> Fraction:
    return Fraction(
        work.read(MOVEMENT, arm, rate, says=lambda v: f"{first_up(arm)}: {RATES[rate].format(number(v or 0))}.") or 0
    )


def _cost(leg: Leg, arm: Arm, work: Reckoning) -> Fraction:
    length = Fraction(round(leg.inches / QUARTER), 4)
    if leg.ground == "open":
        return length
    rate = _rate(arm, leg.ground, work)
    if rate <= 0:
        raise IllegalOrder(f"legs: {arm} cannot enter {leg.ground} ground.", cites=HERE, field="legs")
    return length / rate


def _crossings(inputs: Moving, work: Reckoning) -> Fraction:
    """Look up only what is crossed, so that an unknown cost stops only those who pay it."""
    cost = Fraction(0)
    if inputs.fords:
        cost += inputs.fords * _rate(inputs.arm, "fording", work)
    if inputs.lines_passed:
        cost += inputs.lines_passed * _rate(inputs.arm, "passage of lines", work)
    return cost
