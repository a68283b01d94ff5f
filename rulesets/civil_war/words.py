"""The words that the inputs of this book share."""

from typing import Literal

from rulesets.core.fields import Inputs, whole, words

Side = Literal["USA", "CSA"]
Theatre = Literal["East", "West", "Trans-Mississippi"]
Terrain = Literal["clear", "rough", "forest", "swamp", "mountain", "sea"]
Hexside = Literal[
    "none", "unnavigable_river", "seasonal_river", "navigable_river", "gap_or_road", "ridge", "estuary", "ferry"
]
Work = Literal["none", "fort", "fortress"]
Arm = Literal["infantry", "cavalry"]
Column = Literal["A", "B", "C", "D", "E", "F", "G", "H", "J", "K", "L"]
Size = Literal["small", "medium", "large"]

LAST_TURN = 19
MOST_SP = 100


def enemy_of(side: Side) -> Side:
    return "CSA" if side == "USA" else "USA"


def turn_field() -> int:
    """The campaign turn; with side, place and pulse it keys a throw."""
    number: int = whole("Turn", least=1, most=LAST_TURN, default=1, help="1 is July and August 1861")
    return number


def production_field() -> int:
    """Production and imports of the South together: below 100 its effects begin (4.7)."""
    number: int = whole(
        "Confederate production and imports",
        least=0,
        most=300,
        default=100,
        unit="points",
        help="100 while the blockade is not in play; in the Trans-Mississippi its own total",
    )
    return number


class Dated(Inputs):
    """When and where: the subject of a throw."""

    turn: int = turn_field()
    pulse: int = whole("Pulse", least=1, most=99, default=1)
    place: str = words("Place", default="", help="a place or hex, so that each throw is known apart")
