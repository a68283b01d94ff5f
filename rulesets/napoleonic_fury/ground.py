"""Ground and friends in the way: charges in woods, and retreats through other units."""

from rulesets.core.fields import Inputs, choice, flag, several, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many, signed
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.rulings import R_131
from rulesets.napoleonic_fury.state import Troops
from rulesets.napoleonic_fury.tables import MELEE_MODIFIERS
from rulesets.napoleonic_fury.units import Unit

HERE = BOOK.at("Melee table modifiers")
MELEE = BOOK.at("Melee table")
MOVES = BOOK.at("Movement allowances")
NOTES = BOOK.at("Rule notes")
IN_WOODS = "cavalry in or into woods"


class ChargePath(Inputs):
    """A charge and the ground it meets."""

    leads = ("troops", "crosses_woods", "target_in_woods")
    troops: Unit = choice("Troops")
    crosses_woods: bool = flag("Begins in woods or crosses them")
    target_in_woods: bool = flag("Target in woods")
    target_in_town: bool = flag("Target in a town")


@dataclass(frozen=True)
class ChargeGround:
    """Whether the troops may charge, their melee modifier for woods, and what the ground does to them afterward."""

    may_charge: bool
    modifier: int
    disordered_afterward: bool

    def __str__(self) -> str:
        if not self.may_charge:
            return "may not charge"
        modifier = f", {signed(self.modifier)} in melee" if self.modifier else ""
        return f"may charge{modifier}{', disordered afterward' if self.disordered_afterward else ''}"


@procedure(
    id="napoleonic_fury.charge_over_ground",
    title="Charge over ground",
    rules=("NF-CHARGEWOODS", "NF-HVYWOODS", "NF-MELEEREACT"),
    examples=[
        Example({"troops": "light cavalry", "target_in_woods": True}, "may charge, −4 in melee, disordered afterward"),
        Example({"troops": "heavy cavalry", "target_in_woods": True}, "may not charge"),
        Example({"troops": "line infantry", "target_in_town": True}, "may charge, disordered afterward"),
    ],
    tables=("napoleonic_fury.melee_modifiers",),
)
def charge_over_ground(inputs: ChargePath, work: Reckoning) -> ChargeGround:
    """Tell whether troops may charge over woods, and what woods and towns do to them in the melee."""
    barred = bar_to_charge(
        inputs.troops, crosses_woods=inputs.crosses_woods, target_in_woods=inputs.target_in_woods, work=work
    )
    if barred:
        work.step(HERE, f"{barred}.", barred)
        return ChargeGround(may_charge=False, modifier=0, disordered_afterward=False)
    in_woods = inputs.target_in_woods or inputs.crosses_woods
    modifier = work.read(MELEE_MODIFIERS, IN_WOODS, says="Cavalry in or into woods") if _rides(inputs) else 0
    disordered = disordered_by_ground(inputs.troops, in_woods=in_woods, into_town=inputs.target_in_town)
    found = ChargeGround(may_charge=True, modifier=modifier, disordered_afterward=disordered)
    work.step(MELEE, f"Such troops {found}.", found.may_charge)
    return found


def _rides(inputs: ChargePath) -> bool:
    return inputs.troops.is_cavalry and inputs.target_in_woods


def bar_to_charge(troops: Troops, *, crosses_woods: bool, target_in_woods: bool, work: Reckoning) -> str:
    """Return what bars a charge, or nothing (R-131, R-132)."""
    if troops.is_cavalry and crosses_woods:
        return "Cavalry may not charge in woods"
    if troops is Troops.HEAVY_CAVALRY and target_in_woods and work.chosen(R_131) == R_131.default:
        return "Heavy cavalry may not enter woods"
    return ""


def disordered_by_ground(troops: Troops, *, in_woods: bool, into_town: bool) -> bool:
    """Tell whether a melee in woods or into a town disorders the troops when it ends (R-153)."""
    unsteady = troops.is_cavalry or (troops.is_infantry and troops is not Troops.LIGHT)
    return (in_woods and unsteady) or (into_town and troops.is_infantry)


class Friend(Inputs):
    """A friendly unit in the way of the retreat."""

    name: str = words("Unit", most=40)
    disordered: bool = flag("Already disordered")


class Retreating(Inputs):
    """A unit that must retreat through its friends."""

    leads = ("friends", "from_melee", "disordered")
    friends: tuple[Friend, ...] = several("Units passed through", least=1, most=12)
    from_melee: bool = flag("Forced by a melee", default=True)
    disordered: bool = flag("The retreating unit is disordered", default=True)


@dataclass(frozen=True)
class PassedThrough:
    """The friends that become disordered."""

    disordered: tuple[str, ...]

    def __str__(self) -> str:
        if not self.disordered:
            return "no unit becomes disordered"
        return f"{many(len(self.disordered), 'unit')} disordered: {listed(self.disordered)}"


@procedure(
    id="napoleonic_fury.pass_through_disorder",
    title="Retreat through friends",
    rules=("NF-PASSDIS",),
    examples=[
        Example({"friends": [{"name": "Friant"}, {"name": "Morand", "disordered": True}]}, "1 unit disordered: Friant"),
        Example({"friends": [{"name": "Friant"}], "from_melee": False}, "no unit becomes disordered"),
    ],
)
def pass_through_disorder(inputs: Retreating, work: Reckoning) -> PassedThrough:
    """Disorder friends in good order that a disordered unit must retreat through after a melee (R-133)."""
    spreads = inputs.from_melee and inputs.disordered
    found = PassedThrough(tuple(friend.name for friend in inputs.friends if spreads and not friend.disordered))
    why = "Disordered troops that a melee forces back" if spreads else "Only disordered troops that a melee forces back"
    work.step(NOTES, f"{why} disorder friends in good order: {found}.", found.disordered)
    return found
