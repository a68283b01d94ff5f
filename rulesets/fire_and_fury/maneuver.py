"""Maneuver: command radius, and how a brigade handles its orders."""

from typing import Literal

from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import number, plus
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import ExtraModifier, add_extras, in_key, more_modifiers, unit_name
from rulesets.fire_and_fury.rulings import R_2, R_4
from rulesets.fire_and_fury.state import Condition, Handling, Status
from rulesets.fire_and_fury.tables import (
    COMMAND_RADIUS,
    HANDLING_EFFECT,
    MANEUVER,
    MANEUVER_MODIFIERS,
    STATUS_MODIFIER,
)

HERE, KEY = BOOK.at("Maneuver"), "FF-Manoeuvre"  # recorded rolls keep their key
Place = Literal["attached", "in radius", "out of radius"]
State = Literal["Fresh", "Worn", "Spent"]


class LineOfCommand(Inputs):
    """The line from a leader to a brigade, as measured on the table."""

    inches: int = whole("Inches from leader to brigade", least=0, most=120, unit="inches")
    inches_in_cover: int = whole("Inches through woods or town", least=0, most=120, unit="inches", default=0)
    barred: bool = flag("Blocked by impassable ground or an enemy brigade")
    terrain_cost: int = whole(
        "Terrain cost", least=0, most=120, unit="inches", default=0, help="Used only if that ruling is on."
    )


@dataclass(frozen=True)
class InRadius:
    reached: bool

    def __str__(self) -> str:
        return "in radius" if self.reached else "out of radius"


@procedure(
    id="fire_and_fury.command_radius",
    title="Command radius",
    examples=[
        Example({"inches": 18}, "in radius"),
        Example({"inches": 12, "inches_in_cover": 3}, "out of radius"),
    ],
    tables=("fire_and_fury.command_radius",),
)
def command_radius(inputs: LineOfCommand, work: Reckoning) -> InRadius:
    """Tell whether a brigade is within the radius of a corps or division leader (FF-R2)."""
    radius = work.read(COMMAND_RADIUS, "inches", says="Command radius")
    if work.chosen(R_2) != R_2.default:
        reached = inputs.inches <= radius - inputs.terrain_cost
    else:
        cover = work.read(COMMAND_RADIUS, "inches into woods or town", says="Reach into woods or town")
        reached = inputs.inches <= radius and inputs.inches_in_cover <= cover and not inputs.barred
    found = InRadius(reached)
    work.step(BOOK.at("Leaders"), f"The brigade is {inputs.inches}″ away: {found}.", reached, inches=inputs.inches)
    return found


class CommandLeader(Inputs):
    """A corps leader, or the brigade's own division leader."""

    rank: Literal["corps", "division"] = choice("Rank")
    place: Place = choice("Place", default="in radius")
    exceptional: bool = flag("Exceptional")


class Maneuvering(Inputs):
    """A brigade about to move."""

    condition: Condition = choice("Order", default=Condition.GOOD_ORDER)
    status: State = choice("State", default="Fresh")
    in_column: bool = flag("In column")
    exceptional_commander: bool = flag("Exceptional brigade commander")
    leaders: tuple[CommandLeader, ...] = several("Corps leaders and its division leader", most=10, default=())
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    retreat_barred: bool = flag("Retreat blocked by an enemy brigade or impassable ground")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    brigade: str = unit_name("Brigade")
    turn: int = whole("Turn", least=0, most=999, default=0)
    again: int = whole("Reroll", least=0, most=9, default=0, help="0 for the first roll of the turn.")


@dataclass(frozen=True)
class Maneuver:
    """The result; `skedaddles` counts stands, and None is the whole brigade."""

    handling: Handling
    move: str
    may_change_formation: bool
    afterwards: Condition
    skedaddles: int | None

    def __str__(self) -> str:
        return str(self.handling)


@procedure(
    id="fire_and_fury.maneuver",
    title="Maneuver",
    odds=Convolution(),
    examples=[
        Example({"status": "Fresh"}, "well handled", dice=(5,)),
        Example({"condition": "disordered", "status": "Spent"}, "broken", dice=(4,)),
        Example({"status": "Worn", "leaders": [{"rank": "division", "exceptional": True}]}, "tardy", dice=(4,)),
    ],
    tables=(
        "fire_and_fury.maneuver",
        "fire_and_fury.maneuver_modifiers",
        "fire_and_fury.status_modifier",
        "fire_and_fury.handling_effect",
    ),
    is_common=True,
)
def maneuver(inputs: Maneuvering, work: Reckoning) -> Maneuver:
    """Roll a d10, add the modifiers, and read the result for a brigade in good order or disordered."""
    modifier = maneuver_modifier(inputs, work)
    again = (f"re-roll {inputs.again}",) if inputs.again else ()
    subject = (inputs.side, in_key(inputs.brigade), *again)
    return work.on_roll(
        10,
        lambda die: _maneuvered(die, modifier, inputs, work),
        rule=KEY,
        cites=HERE,
        subject=subject,
        turn=inputs.turn,
        what="maneuver",
    )


def _maneuvered(die: int, modifier: int, inputs: Maneuvering, work: Reckoning) -> Maneuver:
    total = die + modifier
    work.step(HERE, f"Maneuver: die {die} {plus(modifier)} = {number(total)}.", total, die=die, modifiers=modifier)
    handling = work.read(MANEUVER, total, inputs.condition, says=f"Maneuver total {number(total)}, {inputs.condition}")
    return _effect(_quits(handling, inputs, work), work)


def maneuver_modifier(inputs: Maneuvering, work: Reckoning) -> int:
    """Add up the modifiers."""
    total = work.read(STATUS_MODIFIER, Status(inputs.status), says=f"{inputs.status} brigade")
    for leader in inputs.leaders:
        total += _leader(leader, work)
    if inputs.exceptional_commander:
        total += work.read(MANEUVER_MODIFIERS, "exceptional brigade commander", says="Exceptional brigade commander")
    if inputs.in_column:
        total += work.read(MANEUVER_MODIFIERS, "column", says="In column")
    return total + add_extras(inputs.extras, work)


def _leader(leader: CommandLeader, work: Reckoning) -> int:
    if leader.place == "out of radius":
        return 0
    row = "attached" if leader.place == "attached" else "detached"
    row += " exceptional leader" if leader.exceptional else " leader"
    row += "" if leader.place == "attached" else " in radius"
    return work.read(MANEUVER_MODIFIERS, row, says=_leader_words(leader))


def _leader_words(leader: CommandLeader) -> str:
    exceptional = "exceptional " if leader.exceptional else ""
    return f"{exceptional}{leader.rank} leader {leader.place}"


def _quits(handling: Handling, inputs: Maneuvering, work: Reckoning) -> Handling:
    """Break a brigade whose retreat is open instead, if the campaign plays that ruling (FF-R4)."""
    if handling is not Handling.QUITS or work.chosen(R_4) == R_4.default or inputs.retreat_barred:
        return handling
    return Handling.BROKEN


def _effect(handling: Handling, work: Reckoning) -> Maneuver:
    move = str(work.read(HANDLING_EFFECT, handling, "move", says=f"{handling}, move"))
    change = bool(HANDLING_EFFECT.at(handling, "formation change", context=work.context))
    afterwards = Condition(str(HANDLING_EFFECT.at(handling, "afterwards", context=work.context)))
    gone = str(HANDLING_EFFECT.at(handling, "stands that skedaddle", context=work.context))
    return Maneuver(handling, move, change, afterwards, None if gone == "all" else int(gone))
