"""What a book is asked so that its battles can be fought here: three small contracts, and the values they speak in.

A `Conduct` is one book's three parts, bound to the numbers and rulings that the battle is fought by. `PlanT` and
`FactsT` are the book's own: what a side seals, and what the umpire's secret work has found. Whoever holds a conduct
passes them along and looks into neither.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from campaign.parts import OddsLine, TraceLine
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.plain import Json
from rulesets.core.report import End, LeaderSaid, Report, StandsLost

Throw = Callable[..., tuple[int, ...]]


class BookPlan(Protocol):
    """A side's plan in its settled form, a frozen value of its book."""

    def to_json(self) -> Json:
        """Return the plan as its row keeps it."""


PlanT = TypeVar("PlanT", bound=BookPlan)
FactsT = TypeVar("FactsT")
PlanIn = TypeVar("PlanIn", bound=BookPlan, contravariant=True)
FactsIn = TypeVar("FactsIn", contravariant=True)
FactsOut = TypeVar("FactsOut", covariant=True)


# What a plan is chosen from, and what was chosen.


@dataclass(frozen=True)
class Option:
    """A choice that is offered."""

    value: str
    label: str
    detail: str = ""


@dataclass(frozen=True)
class PlanChoices:
    """What a side may choose in its plan, and why it may not."""

    ban: str = ""
    ban_cites: str = ""
    edges: tuple[Option, ...] = ()
    leaders: tuple[Option, ...] = ()
    items: tuple[Option, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chances:
    """What a choice would come to: its results with their exact odds."""

    choice: str
    odds: tuple[OddsLine, ...]


@dataclass(frozen=True)
class Chosen:
    """What was chosen for one table edge, finished or not: who leads, and which strength points."""

    leader: str = ""
    items: tuple[str, ...] = ()


ChosenPlan = Mapping[str, Chosen]  # by table edge


@dataclass(frozen=True)
class Unit:
    """What stays together under one name, and the items to which its stands are booked, in order."""

    id: str
    name: str
    place: str
    booked: tuple[tuple[str, int], ...]

    @property
    def stands(self) -> int:
        return sum(stands for _, stands in self.booked)


class Planning(Protocol[PlanT]):
    """From the Brief to two sealed plans."""

    def check_brief(self, brief: Brief) -> None:
        """Refuse a Brief whose units the book cannot work with."""

    def public_part(self, brief: Brief) -> PublicBrief:
        """Return what both sides and the observer may know of a Brief."""

    def choices(self, brief: Brief, side: str) -> PlanChoices:
        """Return what a side may choose in its plan; bans are worked out before anything is chosen."""

    def chances(self, brief: Brief, side: str) -> tuple[Chances, ...]:
        """Return the odds of what may be chosen, for the page alone."""

    def settle(self, brief: Brief, side: str, chosen: ChosenPlan) -> PlanT:
        """Return the plan in its settled form; refuse with every clause that is broken."""

    def read(self, brief: Brief, side: str, plain: Json) -> PlanT:
        """Read a plan written by hand: each part of its kind, then as `settle`."""

    def from_json(self, plain: Json) -> PlanT:
        """Read a plan as its row keeps it."""

    def in_words(self, brief: Brief, side: str, plan: PlanT) -> tuple[str, ...]:
        """Return the plan as its owner reads it."""

    def units(self, brief: Brief, side: str, plan: PlanT | None) -> tuple[Unit, ...]:
        """Return what is on and off the table with its booking; without a plan all of it is on the table."""

    def breastworks(self, brief: Brief, side: str, plan: PlanT) -> str:
        """Return the owner's breastworks in words; empty if there are none."""


# The game day.


@dataclass(frozen=True)
class Clock:
    """A turn of the battle as people read it."""

    turn: int
    day: int
    turn_of_day: int
    turns_a_day: int
    hour: str
    dusk: str

    @property
    def is_last_of_day(self) -> bool:
        return self.turns_a_day > 0 and self.turn_of_day == self.turns_a_day


@dataclass(frozen=True)
class Terms:
    """What the ground and the season mean for both sides, as everybody may read it."""

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandThrow:
    """A throw for which the umpire may type the faces of real dice."""

    field: str
    label: str
    rule: str
    subject: tuple[str, ...]
    sides: int


@dataclass(frozen=True)
class Dispatch:
    """A sentence that falls due on a turn, for one side or, without a side, for everybody."""

    turn: int
    side: str
    kind: str
    text: str


@dataclass(frozen=True)
class Found(Generic[FactsOut]):
    """What the umpire's secret work has found: facts, dispatches, and what is told at the end."""

    subject: str
    facts: FactsOut
    dispatches: tuple[Dispatch, ...] = ()
    disclosure: str = ""
    trace: tuple[TraceLine, ...] = ()


class Day(Protocol[PlanIn, FactsOut]):
    """The day on the table. What is public is worked out from the public part of the Brief only."""

    def about(self, public: PublicBrief) -> str:
        """Return one line under the battle's name."""

    def terms(self, public: PublicBrief) -> Terms:
        """Return ground, sides, ratio, and bans."""

    def clock(self, public: PublicBrief, turn: int) -> Clock:
        """Return the hour and day of a turn."""

    def hand_throws(self) -> Sequence[HandThrow]:
        """Return the throws of the opening for which faces may be typed; the same for every plan."""

    def find(self, brief: Brief, plans: Mapping[str, PlanIn], throw: Throw) -> Sequence[Found[FactsOut]]:
        """Do the umpire's secret work at the opening, in canonical order."""

    def facts_from_json(self, plain: Json) -> FactsOut:
        """Read facts as their row keeps them."""

    def read_facts(self, plain: Json) -> FactsOut:
        """Read facts written by hand; refuse what this book could not have found."""


# The result.


@dataclass(frozen=True)
class EnteredResult:
    """A side's result as it was entered: losses by unit, leaders, points, and how the battle ended for it."""

    end: End
    points: int = 0
    losses: Mapping[str, StandsLost] = field(default_factory=dict)
    leaders: Mapping[str, LeaderSaid] = field(default_factory=dict)
    promotion: str | None = None
    removals: tuple[str, ...] = ()


class Result(Protocol[FactsIn]):
    """From the end of the fighting to the Report."""

    def leaders(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the leaders of a side."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the strength points of which one may be promoted."""

    def never_arrived(self, units: Sequence[Unit], found: Sequence[FactsIn], side: str, turn: int) -> dict[str, int]:
        """Return the stands by unit that had not come on the table when the fighting ended on this turn."""

    def report(self, brief: Brief, results: Mapping[str, EnteredResult], units: Mapping[str, Sequence[Unit]]) -> Report:
        """Return what happened on the table, and nothing worked out from it."""


@dataclass(frozen=True)
class Conduct(Generic[PlanT, FactsT]):
    """How a book's battles are fought."""

    planning: Planning[PlanT]
    day: Day[PlanT, FactsT]
    result: Result[FactsT]
