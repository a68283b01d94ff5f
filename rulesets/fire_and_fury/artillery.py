"""Artillery: what a battery may do in a player turn."""

from enum import StrEnum

from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, flag, several
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, many
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.tables import BATTERY_FUNCTIONS

HERE = BOOK.at("Artillery")


class Function(StrEnum):
    """Something that a battery does."""

    LIMBER = "limber"
    UNLIMBER = "unlimber"
    MOVE = "move"
    FACE = "change facing"
    FIRE = "fire"


class BatteryTurn(Inputs):
    """What a battery does in its own player turn, in order."""

    limbered: bool = flag("Limbered at the start")
    functions: tuple[Function, ...] = several("Functions in order", most=10, default=())


@dataclass(frozen=True)
class BatteryMay:
    """Whether it is limbered at the end, and may fire in its own turn and in the enemy's."""

    limbered: bool
    may_fire_now: bool
    may_fire_defensively: bool

    def __str__(self) -> str:
        own = "may fire in its own turn" if self.may_fire_now else "may not fire in its own turn"
        other = "may fire in the enemy's" if self.may_fire_defensively else "may not fire in the enemy's"
        return f"{own}, {other}"


@procedure(
    id="fire_and_fury.battery_functions",
    title="Battery functions",
    examples=[
        Example({}, "may fire in its own turn, may fire in the enemy's"),
        Example(
            {"limbered": True, "functions": ["move", "unlimber"]},
            "may not fire in its own turn, may fire in the enemy's",
        ),
    ],
    tables=("fire_and_fury.battery_functions",),
)
def battery_functions(inputs: BatteryTurn, work: Reckoning) -> BatteryMay:
    """Count functions per player turn, firing included; a battery moves limbered and fires unlimbered (FF-R20)."""
    allowed = work.read(BATTERY_FUNCTIONS, "functions", says="Functions per player turn")
    done = len(inputs.functions)
    if done > allowed:
        sentence = f"functions: must be {allowed} or fewer in a player turn, not {done}."
        raise IllegalOrder(sentence, cites=HERE, field="functions")
    limbered = inputs.limbered
    for n, function in enumerate(inputs.functions):
        limbered = _after(function, n, limbered=limbered)
    left = Function.FIRE in inputs.functions or done < allowed
    says = f"After {many(done, 'function')} the battery is {'limbered' if limbered else 'unlimbered'}."
    work.step(HERE, says, limbered, functions=done)
    return BatteryMay(limbered, left and not limbered, not limbered)


def _after(function: Function, n: int, *, limbered: bool) -> bool:
    """Tell whether the battery is limbered afterward."""
    needs_limber = function in (Function.MOVE, Function.UNLIMBER)
    if function is not Function.FACE and needs_limber != limbered:
        state = "limbered" if limbered else "unlimbered"
        sentence = f"functions.{n}: {a(state)} battery cannot {function}."
        raise IllegalOrder(sentence, cites=HERE, field=f"functions.{n}")
    return function is Function.LIMBER or (limbered and function is not Function.UNLIMBER)
