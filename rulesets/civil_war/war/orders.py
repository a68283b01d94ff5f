"""The orders of a side, and what it's offered: orders as they are, and moves to be completed."""

from dataclasses import dataclass
from functools import cached_property

from rulesets.civil_war.building import Building
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war.reach import RiverSearch, Route, Search
from rulesets.civil_war.war.state import Instruction, Pot
from rulesets.civil_war.words import Theater


@dataclass(frozen=True)
class Move:
    """Move along a path that begins where the pieces are: a leader with SP and others along, alone, or one SP."""

    leader: str
    points: frozenset[str]
    path: tuple[str, ...]
    pot: Pot
    along: frozenset[str] = frozenset()
    by_water: bool = False


@dataclass(frozen=True)
class StandFast:
    """Activate an SP or a leader with SP without a move (H-19)."""

    piece: str
    pot: Pot


@dataclass(frozen=True)
class EnterPoint:
    """Enter a waiting SP in a hex."""

    point: str
    hex: str


@dataclass(frozen=True)
class DrawLeader:
    """Draw a leader from the pool."""


@dataclass(frozen=True)
class PlaceLeader:
    """Place the leader just drawn in a hex; without one he goes back to the pool."""

    leader: str
    hex: str = ""


@dataclass(frozen=True)
class BuildHere:
    """Let an SP or a leader with SP build in its hex."""

    piece: str
    what: Building
    pot: Pot


@dataclass(frozen=True)
class Dissolve:
    """Dissolve an army."""

    army: str


@dataclass(frozen=True)
class Remove:
    """Remove the commander of an army: to a hex, or from the war if there is none."""

    leader: str
    pot: Pot
    hex: str = ""


@dataclass(frozen=True)
class RallyForce:
    """Rally the force in a leader's hex."""

    leader: str
    pot: Pot


@dataclass(frozen=True)
class Burn:
    """Burn a depot of one's own."""

    hex: str


@dataclass(frozen=True)
class Instruct:
    """Give a leader his standing instruction for reactions."""

    leader: str
    instruction: Instruction


@dataclass(frozen=True)
class Prioritize:
    """Choose the priorities of the next turn, in secret."""

    theaters: tuple[Theater, ...]


@dataclass(frozen=True)
class EndHalf:
    """End this side's half of the pulse."""


@dataclass(frozen=True)
class Retreat:
    """Retreat the loser of a battle to a hex."""

    hex: str


@dataclass(frozen=True)
class Proceed:
    """Let the game take its next step, which is no side's own."""


Order = (
    Move
    | StandFast
    | EnterPoint
    | DrawLeader
    | PlaceLeader
    | BuildHere
    | Dissolve
    | Remove
    | RallyForce
    | Burn
    | Instruct
    | Prioritize
    | EndHalf
    | Retreat
    | Proceed
)


@dataclass(frozen=True)
class MoveOffer:
    """A move to be completed: which SP and leaders may go, at least and at most how many SP, and where to.

    It may end within reach: only in `ends` if there are any, and in none that is `full`. A demoralized SP may not go
    into an attack.
    """

    leader: str
    points: tuple[str, ...]
    least: int
    most: int
    along: tuple[str, ...]
    search: Search | RiverSearch
    pots: tuple[Pot, ...]
    price: int
    ends: frozenset[str] | None = None
    full: frozenset[str] = frozenset()
    by_water: bool = False

    @property
    def mover(self) -> Mover:
        """Return how the force moves."""
        return self.search.mover

    @cached_property
    def to(self) -> tuple[str, ...]:
        """Return the hexes where the move may end."""
        found = self.search.ends
        return tuple(hex_ for hex_ in found if hex_ not in self.full and (self.ends is None or hex_ in self.ends))

    def route(self, to: str) -> Route:
        """Return a cheapest route to one of those hexes."""
        return self.search.route(to)


Offer = Order | MoveOffer
