"""The terms of this book: sides, cards, kinds of blocks, and the ground."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Literal

from rulesets.core.fields import Inputs, choice, several, whole, words
from rulesets.core.records import dataclass
from rulesets.core.words import many

Side = Literal["USA", "CSA"]
Theater = Literal["West", "East"]
Season = Literal["dry", "mud"]
MOST_BLOCKS = 60  # in a hex or a pool; the largest pool of a set-up has fewer
MOST_STEPS = 4


class Kind(StrEnum):
    """The kinds of blocks (2.3, 7.2)."""

    INFANTRY = "infantry"
    BRIGADE = "brigade"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"
    HEAVY_ARTILLERY = "heavy artillery"
    GARRISON = "garrison"
    HQ = "headquarters"


class Card(StrEnum):
    """The cards of the deck (3.1)."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    SUPPLY_2 = "Supply 2"
    SUPPLY_3 = "Supply 3"


class Ground(StrEnum):
    """The hex that is entered."""

    CLEAR = "clear"
    FOREST = "forest"
    MARSH = "marsh"
    MOUNTAIN = "mountain"


class Hexside(StrEnum):
    """The hexside that is crossed."""

    OPEN = "open"
    MINOR_RIVER = "minor river"
    MAJOR_RIVER = "major river"
    PASS = "mountain pass"
    RIDGE = "ridge"


class Crossing(Inputs):
    """A hex entered, and the hexside crossed on the way."""

    leads = ("ground", "hexside", "railroad")
    ground: Ground = choice("Hex entered", default=Ground.CLEAR)
    hexside: Hexside = choice("Hexside crossed", default=Hexside.OPEN, help="An estuary is a major river.")
    railroad: bool = choice("Railroad across the hexside", default=False)


def winter_field() -> Any:
    """Declare whether it is the Winter turn."""
    return choice("Winter turn", default=False, help="Game Turn 6: the whole map is mud.")


def turn_field() -> Any:
    """Declare the turn, which is in the key of a roll."""
    return whole("Game Turn", least=1, most=99, default=1)


def place_field() -> Any:
    """Declare the place, which is in the key of a roll."""
    return words("Place", most=40, default="", help="A town or hex, so that each roll is a separate one.")


def blocks_field(title: str = "Blocks", *, default: int = 1) -> Any:
    """Declare a number of blocks."""
    return whole(title, least=1, most=MOST_BLOCKS, unit="blocks", default=default)


def list_of_blocks(title: str, *, least: int = 0, help: str = "") -> Any:
    """Declare a list of blocks."""
    return several(title, least=least, most=MOST_BLOCKS, help=help)


def season(*, winter: bool) -> Season:
    """Return the column of the season."""
    return "mud" if winter else "dry"


@dataclass(frozen=True)
class Verdict:
    """Whether something is allowed, or every broken clause at once."""

    broken: tuple[str, ...]

    @property
    def allowed(self) -> bool:
        """Tell whether no clause is broken."""
        return not self.broken


def blocks(count: int) -> str:
    """Count blocks."""
    return many(count, "block")


def steps(count: int) -> str:
    """Count steps."""
    return many(count, "step")


def first_of(strengths: Sequence[int]) -> str:
    """Write strengths as they are listed: 4, 3, 3."""
    return ", ".join(map(str, strengths)) or "none"
