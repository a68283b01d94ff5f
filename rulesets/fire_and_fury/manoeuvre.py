"""Manoeuvre: who is in radius, and what a brigade makes of its orders."""

from dataclasses import dataclass
from typing import Literal

from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.fire_and_fury import BOOK
from rulesets.fire_and_fury.extras import ExtraModifier, add_extras, in_key, more_modifiers, unit_name
from rulesets.fire_and_fury.rulings import R_2, R_4
from rulesets.fire_and_fury.state import Condition, Handling, Status
from rulesets.fire_and_fury.tables import (
    COMMAND_RADIUS,
    HANDLING_EFFECT,
    MANOEUVRE,
    MANOEUVRE_MODIFIERS,
    STATUS_MODIFIER,
)

HERE = BOOK.at("Manoeuvre")
Place = Literal["attached", "in radius", "out of radius"]
State = Literal["Fresh", "Worn", "Spent"]


class LineOfCommand(Inputs):
    """From a leader to a brigade, as a person reads it off the table."""

    inches: int = whole("Inches from leader to brigade", least=0, most=120, unit="inches")
    inches_in_cover: int = whole("Of these through woods or town", least=0, most=120, unit="inches", default=0)
    barred: bool = flag("Impassable ground or an enemy brigade is between")
    terrain_cost: int = whole(
        "Inches that terrain costs", least=0, most=120, unit="inches", default=0, help="Counts only if so switched."
    )


@dataclass(frozen=True)
class InRadius:
    reached: bool

    def __str__(self) -> str:
        return "in radius" if self.reached else "out of radius"


@procedure(
    id="fire_and_fury.command_radius",
    title="Is a brigade in command radius?",
    examples=[
        Example({"inches": 18}, "in radius"),
        Example({"inches": 12, "inches_in_cover": 3}, "out of radius"),
    ],
    tables=("fire_and_fury.command_radius",),
)
def command_radius(inputs: LineOfCommand, work: Reckoning) -> InRadius:
    """Corps and division leaders reach brigades within their radius (FF-R2)."""
    radius = work.read(COMMAND_RADIUS, "inches")
    if work.chosen(R_2) != R_2.default:
        reached = inputs.inches <= radius - inputs.terrain_cost
    else:
        cover = work.read(COMMAND_RADIUS, "inches into woods or town")
        reached = inputs.inches <= radius and inputs.inches_in_cover <= cover and not inputs.barred
    work.step(BOOK.at("Leaders"), "in radius", reached, inches=inputs.inches)
    return InRadius(reached)


class CommandLeader(Inputs):
    """A corps leader, or the brigade's own division leader."""

    rank: Literal["corps", "division"] = choice("Rank")
    place: Place = choice("Where", default="in radius")
    exceptional: bool = flag("Exceptional")


class Manoeuvring(Inputs):
    """One brigade whose turn it is to move."""

    condition: Condition = choice("The brigade is in", default=Condition.GOOD_ORDER)
    status: State = choice("State", default="Fresh")
    in_column: bool = flag("In column")
    exceptional_commander: bool = flag("Its commander is exceptional")
    leaders: tuple[CommandLeader, ...] = several("Corps and own division leaders", most=10, default=())
    extras: tuple[ExtraModifier, ...] = more_modifiers()
    retreat_barred: bool = flag("An enemy brigade or impassable ground bars its retreat")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    brigade: str = unit_name("Brigade")
    turn: int = whole("Turn", least=0, most=999, default=0)
    again: int = whole("Re-roll", least=0, most=9, default=0, help="0 for the first roll of the turn.")


@dataclass(frozen=True)
class Manoeuvre:
    """`skedaddles` are stands; None is the whole brigade."""

    handling: Handling
    move: str
    may_change_formation: bool
    afterwards: Condition
    skedaddles: int | None

    def __str__(self) -> str:
        return str(self.handling)


@procedure(
    id="fire_and_fury.manoeuvre",
    title="Manoeuvre",
    odds=Enumeration(leaves=10),
    examples=[
        Example({"status": "Fresh"}, "well handled", dice=(5,)),
        Example({"condition": "disordered", "status": "Spent"}, "broken", dice=(4,)),
        Example({"status": "Worn", "leaders": [{"rank": "division", "exceptional": True}]}, "tardy", dice=(4,)),
    ],
    tables=(
        "fire_and_fury.manoeuvre",
        "fire_and_fury.manoeuvre_modifiers",
        "fire_and_fury.status_modifier",
        "fire_and_fury.handling_effect",
    ),
)
def manoeuvre(inputs: Manoeuvring, work: Reckoning) -> Manoeuvre:
    """One die and its modifiers, read for a brigade in good order or disordered."""
    modifier = manoeuvre_modifier(inputs, work)
    again = (f"re-roll {inputs.again}",) if inputs.again else ()
    subject = (inputs.side, in_key(inputs.brigade), *again)
    die = work.throw(10, rule=str(HERE), subject=subject, turn=inputs.turn, label="manoeuvre").total
    work.step(HERE, "die and modifiers", die + modifier, die=die, modifiers=modifier)
    handling = work.read(MANOEUVRE, die + modifier, inputs.condition)
    return _effect(_quits(handling, inputs, work), work)


def manoeuvre_modifier(inputs: Manoeuvring, work: Reckoning) -> int:
    """All that is added to the die."""
    total = work.read(STATUS_MODIFIER, Status(inputs.status))
    for leader in inputs.leaders:
        total += _leader(leader, work)
    if inputs.exceptional_commander:
        total += work.read(MANOEUVRE_MODIFIERS, "exceptional brigade commander")
    if inputs.in_column:
        total += work.read(MANOEUVRE_MODIFIERS, "column")
    return total + add_extras(inputs.extras, work)


def _leader(leader: CommandLeader, work: Reckoning) -> int:
    if leader.place == "out of radius":
        return 0
    row = "attached" if leader.place == "attached" else "detached"
    row += " exceptional leader" if leader.exceptional else " leader"
    row += "" if leader.place == "attached" else " in radius"
    return work.read(MANOEUVRE_MODIFIERS, row, label=f"{leader.rank} leader, {leader.place}")


def _quits(handling: Handling, inputs: Manoeuvring, work: Reckoning) -> Handling:
    """FF-R4: by the competition ruling a brigade with its retreat open is broken instead."""
    if handling is not Handling.QUITS or work.chosen(R_4) == R_4.default or inputs.retreat_barred:
        return handling
    return Handling.BROKEN


def _effect(handling: Handling, work: Reckoning) -> Manoeuvre:
    move = str(work.read(HANDLING_EFFECT, handling, "move", label="move"))
    change = bool(HANDLING_EFFECT.at(handling, "formation change", context=work.context))
    afterwards = Condition(str(HANDLING_EFFECT.at(handling, "afterwards", context=work.context)))
    gone = str(HANDLING_EFFECT.at(handling, "stands that skedaddle", context=work.context))
    return Manoeuvre(handling, move, change, afterwards, None if gone == "all" else int(gone))
