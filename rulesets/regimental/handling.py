"""Maneuver: the roll of Fire and Fury with what this book adds."""

from typing import Any, Literal

from rulesets.core.fields import Inputs, choice, flag, several, whole
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.regimental.base import STATE_TABLES, Strength, as_extras, by_base, state_of
from rulesets.regimental.extras import in_key, unit_name
from rulesets.regimental.maneuver import Handled, maneuver_modifiers
from rulesets.regimental.state import Condition

RANKS = {"brigade": "division", "divisional": "corps"}  # a commander is one level lower here than in the base game


class Superior(Inputs):
    """A commander over the regiment's own."""

    rank: Literal["brigade", "divisional"] = choice("Rank", default="brigade")
    place: Literal["attached", "in radius", "out of radius"] = choice("Place", default="in radius")
    exceptional: bool = flag("Exceptional")


class Maneuvering(Handled, Strength):
    """A regiment about to move."""

    leads = ("condition", "stands", "superiors")
    condition: Condition = choice("Order", default=Condition.GOOD_ORDER)
    in_column: bool = flag("In column")
    superiors: tuple[Superior, ...] = several("Its brigade and divisional commanders", most=4, default=())
    retreat_barred: bool = flag("Retreat blocked by an enemy regiment or impassable ground")
    side: Literal["USA", "CSA", ""] = choice("Side", default="")
    unit: str = unit_name("Regiment")
    turn: int = whole("Turn", least=0, most=999, default=0)


@dataclass(frozen=True)
class Maneuver:
    """How the regiment handles its orders; None stands are all it has."""

    handling: str
    move: str
    may_change_formation: bool
    condition: Condition
    stands_that_skedaddle: int | None

    def __str__(self) -> str:
        gone = self.stands_that_skedaddle
        lost = f"; {many(gone, 'stand')} skedaddle{'s' if gone == 1 else ''}" if gone else ""
        return f"{self.handling}, {self.condition}{lost}" if gone is not None else self.handling


@procedure(
    id="regimental.maneuver",
    title="Maneuver",
    rules=("RG-MANMOD",),
    odds=Convolution(),
    examples=[
        Example({"status": "Fresh"}, "well handled, good order", dice=(5,)),
        Example(
            {"triple": "8.6.4", "stands": 6, "quality": "green", "superiors": [{"exceptional": True}]},
            "holds, good order",
            dice=(3,),
        ),
    ],
    tables=(
        "regimental.maneuver_modifiers",
        "regimental.leader_modifier",
        "fire_and_fury.maneuver",
        "fire_and_fury.maneuver_modifiers",
        "fire_and_fury.handling_effect",
        *STATE_TABLES,
    ),
    is_common=True,
)
def maneuver(inputs: Maneuvering, work: Reckoning) -> Maneuver:
    """Roll a d10 for a regiment's orders, with the modifiers of Fire and Fury and of this book."""
    extras = maneuver_modifiers(inputs, work).extras
    asked = by_base(
        "maneuver",
        {
            "condition": inputs.condition,
            "status": state_of(inputs, work),
            "in_column": inputs.in_column,
            "leaders": [
                {"rank": RANKS[each.rank], "place": each.place, "exceptional": each.exceptional}
                for each in inputs.superiors
            ],
            "extras": as_extras(extras),
            "retreat_barred": inputs.retreat_barred,
            "side": inputs.side,
            "brigade": in_key(inputs.unit),
            "turn": inputs.turn,
        },
        work,
    )
    return work.after(asked, _ours)


def _ours(found: Any) -> Maneuver:
    """Return a result of the base game as ours."""
    return Maneuver(
        str(found.handling),
        found.move,
        found.may_change_formation,
        Condition(str(found.afterwards)),
        found.skedaddles,
    )
