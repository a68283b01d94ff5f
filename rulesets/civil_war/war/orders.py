"""The orders of a side, and what it's offered: orders as they are, and moves to be completed."""

from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from typing import Literal

from rulesets.civil_war.building import Building
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.war.reach import RiverSearch, Route, Search
from rulesets.civil_war.war.state import Instruction, Pot, Stance
from rulesets.civil_war.words import Side, Theater
from rulesets.core.records import dataclass


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
class TakePromotion:
    """Draw from the promotion pool, as the free reinforcement of an odd winning roll."""


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
    """Remove the commander of an army: to a hex, to the box if there is none, or to a lower counter where he is."""

    leader: str
    pot: Pot
    hex: str = ""
    demoted: bool = False


@dataclass(frozen=True)
class Recall:
    """Bring a leader back from the box into the pool."""

    leader: str
    pot: Pot


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
class CutRail:
    """Cut the rails of a hex that was the enemy's before a move ended in it."""

    hex: str


@dataclass(frozen=True)
class Raze:
    """Have a work of one's own razed in the End phase, or spare it after all."""

    hex: str
    spare: bool = False


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
class ChooseLosses:
    """Choose which SP a side loses in the battle just fought."""

    points: frozenset[str]


@dataclass(frozen=True)
class TakeStance:
    """Give a side's standing instructions."""

    stance: Stance


# What the site or the umpire orders


@dataclass(frozen=True)
class Proceed:
    """Let the game take its next step, which is no side's own."""


@dataclass(frozen=True)
class FightHere:
    """Fight on the combat table: the contact to be decided, or one that waits for the table in a hex."""

    hex: str = ""


@dataclass(frozen=True)
class ToTable:
    """Let the contact to be decided wait for its battle with miniatures."""


@dataclass(frozen=True)
class Postpone:
    """Let play go on around a contact that waits."""

    hex: str


@dataclass(frozen=True)
class Resume:
    """Let everything around a contact wait for it again."""

    hex: str


Fate = Literal["killed", "wounded", "captured", "without a force"]


@dataclass(frozen=True)
class SideResult:
    """What a battle did to a side: SP gone, those that fought, the survivors' new qualities, and its leaders.

    A leader with a fate leaves the map; he returns on the turn in `due_on`, if there is one. `counters` are the turns
    of new promotion counters, and `seen` the leaders whom the enemy saw.
    """

    gone: frozenset[str] = frozenset()
    demoralized: bool = False
    fought: frozenset[str] = frozenset()
    quality: Mapping[str, str] = field(default_factory=dict)
    leaders: Mapping[str, Fate] = field(default_factory=dict)
    due_on: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    seen: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Settle:
    """Settle a contact that waits by its battle with miniatures.

    The loser retreats to a hex, surrenders, or chooses where to go; without a loser the combat table's rule decides.
    """

    hex: str
    sides: Mapping[Side, SideResult]
    loser: Side | None = None
    retreat_to: str = ""
    surrenders: bool = False


GameOrder = Proceed | FightHere | ToTable | Postpone | Resume | Settle
# A side gives these at any time between contacts; rails it cuts only in its own half-pulse.
FreeOrder = Burn | CutRail | Instruct | Prioritize | Raze | TakeStance
Order = (
    Move
    | StandFast
    | EnterPoint
    | DrawLeader
    | PlaceLeader
    | TakePromotion
    | BuildHere
    | Dissolve
    | Remove
    | Recall
    | RallyForce
    | Burn
    | CutRail
    | Raze
    | Instruct
    | Prioritize
    | EndHalf
    | Retreat
    | ChooseLosses
    | TakeStance
    | GameOrder
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

    def most_to(self, to: str) -> int:
        """Return how many SP may go to one of those hexes."""
        return min(self.most, self.search.most_to(to))

    def route(self, to: str) -> Route:
        """Return a cheapest route to one of those hexes."""
        return self.search.route(to)


@dataclass(frozen=True)
class LossOffer:
    """Losses to be chosen: so many of these SP."""

    points: tuple[str, ...]
    number: int


Offer = Order | MoveOffer | LossOffer
