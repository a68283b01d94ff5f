"""Artillery: what a battery may do in a player turn, and where it may unlimber."""

from enum import StrEnum

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, several
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, listed, many, number
from rulesets.napoleonic_fury import BOOK
from rulesets.napoleonic_fury.command import Commander, command_range
from rulesets.napoleonic_fury.rulings import R_130
from rulesets.napoleonic_fury.state import Nation, Rank
from rulesets.napoleonic_fury.tables import BATTERY_FUNCTIONS
from rulesets.napoleonic_fury.units import Guns, inches

HERE = BOOK.at("Rule notes")
MOVES = BOOK.at("Movement allowances")


class Function(StrEnum):
    """Something that a battery does."""

    LIMBER = "limber"
    UNLIMBER = "unlimber"
    MOVE = "move"
    PROLONG = "prolong"
    FIRE = "fire"


MOVING = (Function.MOVE, Function.PROLONG)


class BatteryTurn(Inputs):
    """What a battery does in its own player turn, in order."""

    battery: Guns = choice("Battery")
    limbered: bool = flag("Limbered at the start")
    functions: tuple[Function, ...] = several(
        "Functions in order", most=10, default=(), help=f"Separated by commas: {listed(Function, 'or')}."
    )


@dataclass(frozen=True)
class BatteryMay:
    """Its state at the end, whether it may still fire, and whether that fire has the modifier for moving."""

    limbered: bool
    may_fire: bool
    has_modifier: bool
    functions_left: int

    def __str__(self) -> str:
        state = "limbered" if self.limbered else "unlimbered"
        fire = "may fire" if self.may_fire else "may not fire"
        slower = " with the modifier for unlimbering or prolonging" if self.may_fire and self.has_modifier else ""
        return f"{state}, {fire} in its own turn{slower}; {many(self.functions_left, 'function')} left"


@procedure(
    id="napoleonic_fury.functions",
    title="Battery functions",
    rules=("NF-FUNCTIONS",),
    examples=[
        Example(
            {"battery": "horse battery", "limbered": True, "functions": ["move", "unlimber"]},
            "unlimbered, may fire in its own turn with the modifier for unlimbering or prolonging; 1 function left",
        ),
        Example(
            {"battery": "heavy battery", "limbered": True, "functions": ["move", "unlimber"]},
            "unlimbered, may not fire in its own turn; 0 functions left",
        ),
        Example(
            {"battery": "heavy battery", "functions": ["fire"]},
            "unlimbered, may fire in its own turn; 1 function left",
        ),
    ],
    tables=("napoleonic_fury.battery_functions",),
    is_common=True,
)
def functions(inputs: BatteryTurn, work: Reckoning) -> BatteryMay:
    """Count the functions of a battery; it moves limbered, and prolongs and fires unlimbered (R-130)."""
    allowed = work.read(BATTERY_FUNCTIONS, inputs.battery, says=f"{inputs.battery}, in a player turn")
    left = allowed - len(inputs.functions)
    if left < 0:
        sentence = f"functions: must be {allowed} or fewer in a player turn, not {len(inputs.functions)}."
        raise IllegalOrder(sentence, cites=HERE, field="functions")
    limbered = inputs.limbered
    for n, function in enumerate(inputs.functions):
        _check_order(n, inputs.functions, work)
        limbered = _after(function, n, limbered=limbered)
    fires = Function.FIRE in inputs.functions
    modified = any(function in (Function.UNLIMBER, Function.PROLONG) for function in inputs.functions)
    found = BatteryMay(limbered, not limbered and (fires or left > 0), modified, left)
    work.step(HERE, f"After {many(len(inputs.functions), 'function')} the battery: {found}.", left)
    return found


def _check_order(n: int, done: tuple[Function, ...], work: Reckoning) -> None:
    """Refuse a second move or fire, and anything after fire (R-130)."""
    field, function, before = f"functions.{n}", done[n], done[:n]
    if Function.FIRE in before:
        raise IllegalOrder(f"{field}: fire must come last, in the third phase.", cites=HERE, field=field)
    again = any(each in MOVING for each in before) if function in MOVING else function in before
    if again and work.chosen(R_130) == R_130.default:
        raise IllegalOrder(f"{field}: a battery may {function} only once in a turn.", cites=HERE, field=field)


def _after(function: Function, n: int, *, limbered: bool) -> bool:
    """Tell whether the battery is limbered afterward."""
    needs_limber = function in (Function.MOVE, Function.UNLIMBER)
    if needs_limber != limbered:
        state = "limbered" if limbered else "unlimbered"
        sentence = f"functions.{n}: {a(state)} battery cannot {function}."
        raise IllegalOrder(sentence, cites=HERE, field=f"functions.{n}")
    return function in (Function.LIMBER, Function.MOVE)


class NearOfficer(Inputs):
    """An officer of the battery's chain of command, and how far he is."""

    inches: float = inches("Inches from the battery")
    rank: Rank = choice("Officer", default=Rank.DIVISION)
    exceptional: bool = flag("Exceptional")
    replacement: bool = flag("Replacement officer")


class Unlimbering(Inputs):
    """A battery that wants to unlimber."""

    leads = ("nation", "attached", "officers")
    nation: Nation = choice("Nation")
    attached: bool = flag("Attached to a brigade")
    officers: tuple[NearOfficer, ...] = several("Officers of its chain of command", most=10, default=())


@dataclass(frozen=True)
class MayUnlimber:
    may_unlimber: bool

    def __str__(self) -> str:
        return "may unlimber" if self.may_unlimber else "may not unlimber"


@procedure(
    id="napoleonic_fury.unlimber",
    title="Unlimbering",
    rules=("NF-UNLIMBER",),
    examples=[
        Example({"nation": "Russia", "officers": [{"inches": 3}]}, "may unlimber"),
        Example({"nation": "Russia", "officers": [{"inches": 3.25}]}, "may not unlimber"),
        Example({"nation": "Russia", "attached": True}, "may unlimber"),
    ],
    tables=(
        "napoleonic_fury.command_range",
        "napoleonic_fury.range_changes",
        "napoleonic_fury.army_commander",
    ),
)
def unlimber(inputs: Unlimbering, work: Reckoning) -> MayUnlimber:
    """Tell whether a battery is attached to a brigade or within range of an officer of its chain of command."""
    reached = [_reaches(officer, inputs.nation, n, work) for n, officer in enumerate(inputs.officers)]
    found = MayUnlimber(inputs.attached or any(reached))
    why = "attached to a brigade" if inputs.attached else "in command" if any(reached) else "out of command"
    work.step(MOVES, f"The battery is {why}: it {found}.", found.may_unlimber)
    return found


def _reaches(officer: NearOfficer, nation: Nation, n: int, work: Reckoning) -> bool:
    if officer.exceptional and officer.replacement:
        sentence = f"officers.{n}: a replacement officer has the basic range."
        raise IllegalOrder(sentence, cites=MOVES, field=f"officers.{n}")
    commander = Commander(
        nation=nation, rank=officer.rank, exceptional=officer.exceptional, replacement=officer.replacement
    )
    reach = command_range(commander, work).inches
    says = f"He is {number(officer.inches)}″ away: {'in' if officer.inches <= reach else 'out of'} range."
    work.step(MOVES, says, officer.inches <= reach, inches=officer.inches)
    return officer.inches <= reach
