"""The terms that the inputs of this book share."""

from collections.abc import Callable
from typing import Literal

from rulesets.core.fields import Inputs, whole, words

Side = Literal["USA", "CSA"]
Theater = Literal["East", "West", "Trans-Mississippi"]
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


def the_side(side: str) -> str:
    """Return a side in a sentence: the Union, the South."""
    return {"USA": "the Union", "CSA": "the South"}.get(side, side)


def loss_words(begins: str) -> Callable[[str], str]:
    """Return the sentence for a result of the combat table: d1 is 1 SP lost and demoralized."""

    def says(result: str) -> str:
        lost = result.removeprefix("d") if result != "none" else ""
        parts = (f"{lost} SP lost" if lost else "", "demoralized" if result.startswith("d") else "")
        return f"{begins}: {' and '.join(filter(None, parts)) or 'no effect'}."

    return says


def enemy_of(side: Side) -> Side:
    """Return the other side."""
    return "CSA" if side == "USA" else "USA"


def turn_field() -> int:
    """Declare the campaign turn; with side, place, and pulse it is the key of a roll."""
    number: int = whole("Turn", least=1, most=LAST_TURN, default=1, help="1 is July and August 1861.")
    return number


def production_field() -> int:
    """Declare the South's production and imports together; below 100 its effects begin (4.7)."""
    number: int = whole(
        "Confederate production and imports",
        least=0,
        most=300,
        default=100,
        unit="points",
        help="100 while the blockade is not in play. The Trans-Mississippi has its own total.",
    )
    return number


class Dated(Inputs):
    """When and where, for the key of a roll."""

    turn: int = turn_field()
    pulse: int = whole("Pulse", least=1, most=99, default=1)
    place: str = words("Place", default="", help="A place or hex, so that each roll is a separate one.")
