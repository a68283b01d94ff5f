"""4A: strength points as stands and batteries."""

from dataclasses import dataclass
from fractions import Fraction
from math import floor

from pydantic import model_validator

from rulesets.core.fields import Carry, Inputs, choice, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.state import Arm, Quality
from rulesets.cw_to_ff.tables import RATIO

MOST_SP = 200


class Item(Inputs):
    """A strength-point item of the Brief."""

    id: str = words("Item", most=60, default="")
    arm: Arm = choice("Arm", default=Arm.INFANTRY, help="Cavalry if a cavalry leader commands it.")
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    size: int = whole("Strength points", least=1, most=MOST_SP, unit="SP", default=1)
    carried_loss: Carry = choice("Carry", default=Fraction(0), help="Of earlier losses, as a fraction of one SP (9A).")


class Army(Inputs):
    items: tuple[Item, ...] = several("Strength points", most=MOST_SP, default=())
    stands_per_sp: int | None = whole("Stands of a strength point", least=1, most=60, unit="stands", default=None)
    batteries_per_sp: int | None = whole("Its batteries", least=0, most=10, unit="batteries", default=None)

    @model_validator(mode="after")
    def _items_once(self) -> "Army":
        need_once("items", (item.id for item in self.items))
        if self.total_sp > MOST_SP:
            raise ValueError(f"items: {MOST_SP} strength points are the most, not {self.total_sp}")
        return self

    @property
    def total_sp(self) -> int:
        return sum(item.size for item in self.items)


@dataclass(frozen=True)
class ItemStands:
    """What one item brings to the table."""

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
        return self.infantry + self.cavalry

    def __str__(self) -> str:
        parts = [
            (self.infantry, "infantry stands"),
            (self.cavalry, "cavalry stands"),
            (self.foot_batteries, "foot batteries"),
            (self.horse_batteries, "horse batteries"),
        ]
        return ", ".join(f"{number} {word}" for number, word in parts if number) or "nothing"


@procedure(
    id="cw_to_ff.convert_strength",
    title="Strength points as stands and batteries",
    rules=("VG-4A",),
    examples=[
        Example({"items": [{"size": 3}]}, "60 infantry stands, 6 foot batteries", title="1"),
        Example({"items": [{"size": 1, "arm": "cavalry"}]}, "20 cavalry stands, 2 horse batteries", title="1"),
        Example({"items": [{"size": 2, "carried_loss": "-4/20"}]}, "44 infantry stands, 4 foot batteries", title="21"),
    ],
    tables=("cw_to_ff.ratio",),
)
def convert_strength(inputs: Army, work: Reckoning) -> Stands:
    """Twenty stands and two batteries a strength point, or the ratio agreed on; a carry is taken off, rounded once an
    item, halves up (R-4)."""
    ratio = inputs.stands_per_sp or work.read(RATIO, "stands")
    batteries = work.read(RATIO, "batteries") if inputs.batteries_per_sp is None else inputs.batteries_per_sp
    items = tuple(_stands_of(item, ratio, batteries) for item in inputs.items)
    totals = {arm: [each for each in items if each.arm is arm] for arm in Arm}
    work.step(BOOK.at("4A"), "stands", sum(each.stands for each in items), stands_per_SP=ratio, items=len(items))
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
    """Nearest whole number, halves up."""
    return floor(value + Fraction(1, 2))
