"""Reaction: cavalry that moves or countercharges in the enemy's turn, and troops that evade infantry."""

from fractions import Fraction
from typing import Literal

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.maneuver import MODIFIER_TABLES, InGoodOrder, Maneuver, handled
from rulesets.napoleonic_fury.movement import mounted_move
from rulesets.napoleonic_fury.rulings import R_152
from rulesets.napoleonic_fury.state import Allowed, Handling, Nation, Troops
from rulesets.napoleonic_fury.tables import EVASION
from rulesets.napoleonic_fury.units import Cavalry, in_key, is_french, side_name, unit_name

HERE = BOOK.at("Sequence of play")
NOTES = BOOK.at("Rule notes")
MAJORS = (Nation.AUSTRIA, Nation.RUSSIA, Nation.SPAIN, Nation.OTTOMANS)
GOES = (Allowed.FULL, Allowed.HALF, Allowed.EITHER, Allowed.BOTH)


class Reacting(InGoodOrder):
    """Cavalry of the side whose turn it isn't."""

    leads = ("rating", "nation", "purpose")
    troops: Cavalry = choice("Troops", default=Troops.LIGHT_CAVALRY)
    purpose: Literal["move", "countercharge"] = choice("Attempt", default="move")
    disordered: bool = flag("Disordered")


@dataclass(frozen=True)
class Reaction:
    """Whether the cavalry goes, how far, and what the maneuver result says otherwise."""

    goes: bool
    inches: Fraction
    purpose: str
    handling: Handling

    def __str__(self) -> str:
        if not self.goes:
            back = "retreats half a move" if self.handling is Handling.RETREATS else "stays"
            return f"may not {self.purpose}: {back}"
        return f"may {self.purpose} up to {number(self.inches)}″, and its division officer may move"


@procedure(
    id="napoleonic_fury.reaction",
    title="Reaction of cavalry",
    rules=("NF-REACT", "NF-PASSDIS", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example(
            {"rating": "good", "nation": "France"},
            "may move up to 8″, and its division officer may move",
            dice=(3, 4),
        ),
        Example(
            {"rating": "poor", "nation": "Austria", "troops": "heavy cavalry", "purpose": "countercharge"},
            "may countercharge up to 7″, and its division officer may move",
            dice=(2, 3),
        ),
        Example(
            {"rating": "poor", "nation": "Spain", "status": "Spent", "purpose": "countercharge"},
            "may not countercharge: stays",
            dice=(2, 3),
        ),
    ],
    tables=(
        "napoleonic_fury.good_order",
        "napoleonic_fury.good_order_effect",
        *MODIFIER_TABLES,
        "napoleonic_fury.other_movement",
    ),
    is_common=True,
)
def reaction(inputs: Reacting, work: Reckoning) -> Reaction:
    """Roll on the good order table for cavalry that reacts, or countercharges cavalry that charges it (R-152)."""
    if inputs.disordered:
        raise IllegalOrder("disordered: only cavalry in good order can react.", cites=HERE, field="disordered")
    return work.after(handled(inputs, work, rule="NF-REACT"), lambda result: _reacted(result, inputs, work))


def _reacted(result: Maneuver, inputs: Reacting, work: Reckoning) -> Reaction:
    goes = result.allowed in GOES
    if work.chosen(R_152) != R_152.default:
        goes = result.allowed is Allowed.FULL
    half = mounted_move(inputs.troops, work) / 2 if goes else Fraction(0)
    found = Reaction(goes, half, inputs.purpose, result.handling)
    work.step(HERE, f"Reacting cavalry has half its move and no breakthrough: it {found}.", goes)
    return found


class Evading(Inputs):
    """Troops that enemy infantry attempts to reach."""

    leads = ("nation", "troops", "unlimbered")
    nation: Nation = choice("Nation")
    troops: Literal[
        Troops.LIGHT_CAVALRY,
        Troops.HEAVY_CAVALRY,
        Troops.COSSACKS,
        Troops.MILITIA_CAVALRY,
        Troops.HORSE_BATTERY,
        Troops.HEAVY_BATTERY,
    ] = choice("Troops", default=Troops.HORSE_BATTERY)
    unlimbered: bool = flag("Unlimbered")
    good_order: bool = flag("In good order", default=True)
    french_ally: bool = flag("Minor allied to France")
    side: str = side_name()
    unit: str = unit_name("Unit")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Evasion:
    """Whether the troops get away, how far they may move, and whether the attempt disordered them."""

    evades: bool
    inches: Fraction
    disordered: bool

    def __str__(self) -> str:
        if self.evades:
            return f"evades, up to {number(self.inches)}″ away"
        return "is caught and disordered" if self.disordered else "may not evade"


@procedure(
    id="napoleonic_fury.evade",
    title="Evading infantry",
    rules=("NF-EVADE", "NF-DICE"),
    odds=Convolution(),
    examples=[
        Example({"nation": "France", "unlimbered": True}, "evades, up to 12″ away", dice=(4, 5)),
        Example({"nation": "France", "unlimbered": True}, "is caught and disordered", dice=(5, 5)),
        Example({"nation": "Austria", "troops": "heavy cavalry"}, "evades, up to 14″ away"),
        Example({"nation": "Austria", "unlimbered": True}, "may not evade"),
    ],
    tables=("napoleonic_fury.evasion", "napoleonic_fury.other_movement"),
)
def evade(inputs: Evading, work: Reckoning) -> Evasion:
    """Let cavalry and limbered batteries evade infantry; some unlimbered horse batteries must roll 2d6."""
    if inputs.unlimbered and inputs.troops.is_cavalry:
        raise IllegalOrder("unlimbered: only a battery can be unlimbered.", cites=NOTES, field="unlimbered")
    reason = _reason_to_stay(inputs, work)
    if reason:
        work.step(NOTES, f"It may not evade: {reason}.", reason)
        return Evasion(evades=False, inches=Fraction(0), disordered=False)
    if inputs.unlimbered:
        return work.after(_limbers_up(inputs, work), lambda able: _evasion(inputs, work, able=able))
    return _evasion(inputs, work, able=True)


def _evasion(inputs: Evading, work: Reckoning, *, able: bool) -> Evasion:
    if not able:
        return Evasion(evades=False, inches=Fraction(0), disordered=True)
    inches = mounted_move(inputs.troops, work)
    return Evasion(evades=True, inches=inches, disordered=False)


def _reason_to_stay(inputs: Evading, work: Reckoning) -> str:
    if not inputs.good_order:
        return "it is not in good order"
    if not inputs.unlimbered:
        return ""
    if inputs.troops is not Troops.HORSE_BATTERY:
        return "it is an unlimbered heavy battery"
    return "" if _may_limber_up(inputs, work) else "its nation's horse batteries can't do so unlimbered"


def _may_limber_up(inputs: Evading, work: Reckoning) -> bool:
    if inputs.nation in (Nation.BRITAIN, Nation.PRUSSIA) or is_french(inputs.nation, work):
        return True
    return inputs.french_ally and inputs.nation not in MAJORS


def _limbers_up(inputs: Evading, work: Reckoning) -> bool:
    subject = (in_key(inputs.side), in_key(inputs.unit))
    return work.on_roll(
        6,
        lambda dice: work.read(EVASION, dice, says=f"2d6 {dice}, limbers up and evades"),
        rule="NF-EVADE",
        cites=NOTES,
        subject=subject,
        turn=inputs.turn,
        count=2,
        what="limbering up",
    )
