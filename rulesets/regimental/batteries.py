"""Batteries in trouble: disorder, prolonge, and captured guns."""

from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many, number
from rulesets.regimental import BOOK
from rulesets.regimental.extras import exact, halved, inches
from rulesets.regimental.rulings import R_322, R_323
from rulesets.regimental.state import Ammunition
from rulesets.regimental.tables import BATTERY_RECOVERY, CAPTURED, PROLONGE

SHAKEN, BY_HAND = BOOK.at("Disordered batteries"), BOOK.at("Prolonge")
TAKEN = BOOK.at("Captured sections")


class Disordered(Inputs):
    """A disordered battery at the start of a turn, or after a withdrawal."""

    leads = ("turns_without_fire", "inches_withdrawn")
    turns_without_fire: int = whole("Turns since it last received fire", least=0, most=99, unit="turns", default=0)
    inches_withdrawn: float = inches("Inches withdrawn in one turn", default=0.0)


@dataclass(frozen=True)
class Recovery:
    """Its order, and the share of its fire points."""

    disordered: bool
    share_of_fire: Fraction

    def __str__(self) -> str:
        return f"disordered, fire points times {number(self.share_of_fire)}" if self.disordered else "in good order"


@procedure(
    id="regimental.disordered_battery",
    title="Disordered batteries",
    rules=("RG-DISBAT",),
    examples=[
        Example({}, "disordered, fire points times 1/2"),
        Example({"turns_without_fire": 1}, "in good order"),
        Example({"inches_withdrawn": 4}, "in good order"),
    ],
    tables=("regimental.battery_recovery", "regimental.half_effect"),
)
def disordered_battery(inputs: Disordered, work: Reckoning) -> Recovery:
    """Tell whether a disordered battery recovers, after a quiet turn or a withdrawal, and how it fires (R-321)."""
    quiet = work.read(
        BATTERY_RECOVERY,
        "turns without fire received",
        says=lambda v: f"It recovers after {many(v, 'turn')} without fire.",
    )
    back = work.read(BATTERY_RECOVERY, "inches withdrawn", says=lambda v: f"It recovers after a withdrawal of {v}″.")
    if inputs.turns_without_fire >= quiet or exact(inputs.inches_withdrawn) >= back:
        work.step(SHAKEN, "The battery is in good order again.", out=False)
        return Recovery(disordered=False, share_of_fire=Fraction(1))
    return Recovery(disordered=True, share_of_fire=halved("by a disordered battery", work))


class Hauling(Inputs):
    """Guns moved by hand, or withdrawn by rope while they fire."""

    leads = ("act", "length", "full_move")
    act: Literal["move by hand", "withdraw firing"] = choice("Act", default="move by hand")
    length: float = inches("Inches moved", default=0.0)
    full_move: float = inches("Battery's full move", default=8.0, help="By Fire and Fury; for withdrawing.")
    degrees: int = whole("Degrees that a section turns", least=0, most=180, default=0)


@dataclass(frozen=True)
class Hauled:
    """The limit, what is left of the turn, and the share of its fire points."""

    inches_at_most: Fraction
    share_of_turn_left: Fraction
    share_of_fire: Fraction

    def __str__(self) -> str:
        left = "half the turn left, " if self.share_of_turn_left == Fraction(1, 2) else ""
        return f"up to {number(self.inches_at_most)}″, {left}fire points times {number(self.share_of_fire)}"


@procedure(
    id="regimental.prolonge",
    title="Prolonge",
    rules=("RG-PROL",),
    examples=[
        Example({"length": 1, "degrees": 45}, "up to 1″, half the turn left, fire points times 1/2"),
        Example({"act": "withdraw firing", "length": 0.5}, "up to 4″, fire points times 1/2"),
    ],
    tables=("regimental.prolonge", "regimental.half_effect"),
)
def prolonge(inputs: Hauling, work: Reckoning) -> Hauled:
    """Move guns by hand with ropes and handspikes, or withdraw them firing, section by section (R-322, R-325)."""
    by_hand = inputs.act == "move by hand"
    most = Fraction(_haul("inches moved by hand, at most", work)) if by_hand else _withdrawal(inputs, work)
    _within("length", exact(inputs.length), most)
    turns = _haul("degrees turned, at most", work) if by_hand else Fraction(0)
    _within("degrees", inputs.degrees, turns)
    used = _haul("share of a turn used by hand", work) if by_hand else Fraction(0)
    return Hauled(most, 1 - Fraction(used), halved("by prolonge", work))


def _haul(row: str, work: Reckoning) -> Fraction | int:
    return work.read(PROLONGE, row, says=row)


def _withdrawal(inputs: Hauling, work: Reckoning) -> Fraction:
    """Return half the distance: of its full move, or by a ruling of the inch that it moves by hand (R-322)."""
    share = Fraction(_haul("share of the distance withdrawn while firing", work))
    if work.chosen(R_322) != R_322.default:
        return share * _haul("inches moved by hand, at most", work)
    return share * exact(inputs.full_move)


def _within(field: str, given: Fraction | int, most: Fraction | int) -> None:
    if given > most:
        sentence = f"{field}: must be {number(most)} or less by prolonge, not {number(given)}."
        raise IllegalOrder(sentence, cites=BY_HAND, field=field)


class Captors(Inputs):
    """A regiment that has taken sections of guns."""

    leads = ("sections", "stands", "crews")
    sections: int = whole("Sections captured", least=1, most=12, unit="sections")
    stands: int = whole("Stands of the regiment", least=1, most=40, unit="stands", help="Crews included.")
    crews: int = whole("Stands assigned as crews", least=0, most=12, unit="stands", default=1)
    ammunition: Ammunition = choice("Ammunition", default=Ammunition.CANISTER)
    guns_lost: bool = flag("Guns lost or abandoned again")
    crews_destroyed: int = whole("Crews destroyed with the guns", least=0, most=12, unit="stands", default=0)


@dataclass(frozen=True)
class CapturedGuns:
    """The sections that may fire, and the regiment's stands for its state and in a fight."""

    sections_served: int
    stands_for_state: int
    stands_in_the_fight: int

    def __str__(self) -> str:
        guns = f"{many(self.sections_served, 'section')} served" if self.sections_served else "no guns served"
        return f"{guns}; {many(self.stands_for_state, 'stand')} for its state, {self.stands_in_the_fight} in the fight"


@procedure(
    id="regimental.captured_guns",
    title="Captured guns",
    rules=("RG-CAPTURE",),
    examples=[
        Example({"sections": 2, "stands": 8, "crews": 2}, "2 sections served; 8 stands for its state, 6 in the fight"),
        Example(
            {"sections": 2, "stands": 8, "crews": 2, "guns_lost": True, "crews_destroyed": 1},
            "no guns served; 7 stands for its state, 7 in the fight",
        ),
    ],
    tables=("regimental.captured",),
)
def captured_guns(inputs: Captors, work: Reckoning) -> CapturedGuns:
    """Turn captured sections on the enemy: canister only, moved only by prolonge, each with a stand as its crew."""
    _may_serve(inputs, work)
    each = work.read(CAPTURED, "infantry stands for each section", says="Infantry stands for each section")
    if inputs.guns_lost:
        left = inputs.stands - inputs.crews_destroyed
        work.step(TAKEN, f"The guns are lost, and the crews return: {many(left, 'stand')}.", left)
        return CapturedGuns(0, left, left)
    served, fighting = inputs.crews // each, inputs.stands - inputs.crews
    work.step(TAKEN, f"{many(served, 'section')} served, {many(fighting, 'stand')} left for the fight.", served)
    return CapturedGuns(served, inputs.stands, fighting)


def _may_serve(inputs: Captors, work: Reckoning) -> None:
    """Refuse other ammunition (R-323), and more crews than there are stands."""
    double = inputs.ammunition is Ammunition.DOUBLE_CANISTER and work.chosen(R_323) != R_323.default
    if inputs.ammunition is not Ammunition.CANISTER and not double:
        sentence = f"ammunition: captured guns fire only canister, not {inputs.ammunition}."
        raise IllegalOrder(sentence, cites=TAKEN, field="ammunition")
    most = min(inputs.stands, inputs.sections * CAPTURED.at("infantry stands for each section", context=work.context))
    if inputs.crews > most:
        raise IllegalOrder(f"crews: must be {most} or less, not {inputs.crews}.", cites=TAKEN, field="crews")
    destroyed = inputs.crews if inputs.guns_lost else 0
    if inputs.crews_destroyed > destroyed:
        sentence = f"crews_destroyed: must be {destroyed} or less, not {inputs.crews_destroyed}."
        raise IllegalOrder(sentence, cites=TAKEN, field="crews_destroyed")
