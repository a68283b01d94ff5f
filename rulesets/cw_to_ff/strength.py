"""4A: strength points as stands and batteries."""

from fractions import Fraction
from math import floor

from pydantic import model_validator

from rulesets.core.fields import Carry, Inputs, choice, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Arm, Quality
from rulesets.cw_to_ff.tables import RATIO

MOST_SP = 200
MOST_STANDS = 24_000  # of 200 SP at 60 stands each, with as much carryover


class Item(Inputs):
    """A strength-point item of the setup."""

    leads = ("id", "size", "quality")
    id: str = words("Item", most=60, default="")
    arm: Arm = choice("Arm", default=Arm.INFANTRY, help="Cavalry if a cavalry leader commands it.")
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    size: int = whole("Strength points", least=1, most=MOST_SP, unit="SP", default=1)
    carried_loss: Carry = choice(
        "Carryover", default=Fraction(0), help="From earlier losses, as a fraction of 1 SP (9A)."
    )


class Army(Inputs):
    items: tuple[Item, ...] = several("Strength points", most=MOST_SP, default=())
    stands_per_sp: int | None = whole("Stands per SP", least=1, most=60, unit="stands", default=None)
    batteries_per_sp: int | None = whole("Batteries per SP", least=0, most=10, unit="batteries", default=None)

    @model_validator(mode="after")
    def _items_once(self) -> "Army":
        need_once("items", [item.id for item in self.items])
        if self.total_sp > MOST_SP:
            raise ValueError(f"items: must be {MOST_SP} SP or less in all, not {self.total_sp}")
        return self

    @property
    def total_sp(self) -> int:
        """Add up the items."""
        return sum(item.size for item in self.items)


@dataclass(frozen=True)
class ItemStands:
    """The stands and batteries that one item brings."""

    id: str
    arm: Arm
    quality: Quality
    stands: int
    batteries: int


@dataclass(frozen=True)
class Stands:
    items: tuple[ItemStands, ...]
    infantry: int
    cavalry: int
    foot_batteries: int
    horse_batteries: int

    @property
    def stands(self) -> int:
        """Count infantry and cavalry stands."""
        return self.infantry + self.cavalry

    def __str__(self) -> str:
        parts = [
            (self.infantry, "infantry stand"),
            (self.cavalry, "cavalry stand"),
            (self.foot_batteries, "foot battery"),
            (self.horse_batteries, "horse battery"),
        ]
        return ", ".join(many(count, thing) for count, thing in parts if count) or "nothing"


@procedure(
    id="cw_to_ff.convert_strength",
    title="Strength on the table",
    rules=("VG-4A",),
    examples=[
        Example({"items": [{"size": 3}]}, "60 infantry stands, 6 foot batteries", title="1"),
        Example({"items": [{"size": 1, "arm": "cavalry"}]}, "20 cavalry stands, 2 horse batteries", title="1"),
        Example({"items": [{"size": 2, "carried_loss": "-4/20"}]}, "44 infantry stands, 4 foot batteries", title="21"),
    ],
    tables=("cw_to_ff.ratio",),
)
def convert_strength(inputs: Army, work: Reckoning) -> Stands:
    """Turn each SP into 20 stands and 2 batteries, or the ratio agreed on, less the carryover; round each item to the
    nearest, halves up (R-4)."""
    ratio = inputs.stands_per_sp or work.read(RATIO, "stands", says="Stands per SP")
    batteries = (
        work.read(RATIO, "batteries", says="Batteries per SP")
        if inputs.batteries_per_sp is None
        else inputs.batteries_per_sp
    )
    items = tuple(_stands_of(item, ratio, batteries) for item in inputs.items)
    totals = {arm: [each for each in items if each.arm is arm] for arm in Arm}
    count = sum(each.stands for each in items)
    says = f"{number(inputs.total_sp)} SP at {many(ratio, 'stand')} each, less carryover: {many(count, 'stand')}."
    work.step(BOOK.at("4A"), says, count, stands_per_SP=ratio, items=len(items))
    return Stands(
        items,
        infantry=sum(each.stands for each in totals[Arm.INFANTRY]),
        cavalry=sum(each.stands for each in totals[Arm.CAVALRY]),
        foot_batteries=sum(each.batteries for each in totals[Arm.INFANTRY]),
        horse_batteries=sum(each.batteries for each in totals[Arm.CAVALRY]),
    )


def _stands_of(item: Item, ratio: int, batteries: int) -> ItemStands:
    stands = nearest(ratio * item.size - ratio * item.carried_loss)
    return ItemStands(item.id, item.arm, item.quality, max(0, stands), batteries * item.size)


def nearest(value: Fraction | int) -> int:
    """Round to the nearest whole number, halves up."""
    return floor(value + Fraction(1, 2))
