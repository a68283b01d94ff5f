"""The contracts for fighting a book's battles here: planning, day, and result, with the values they exchange.

A `Conduct` is one book's three parts, bound to the numbers and rulings that the battle is fought by. `PlanT` and
`FactsT` are the book's own types: a sealed plan, and the facts of a secret result. Callers pass them on unread.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, Protocol, TypeVar

from campaign.parts import OddsLine, TraceLine
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.plain import Json
from rulesets.core.report import End, LeaderSaid, Report, StandsLost

Throw = Callable[..., tuple[int, ...]]


class NotRolled(LookupError):
    """A replay asked for dice that the ledger doesn't have."""


class BookPlan(Protocol):
    """A side's plan in its final form, a frozen value of its book."""

    def to_json(self) -> Json:
        """Return the plan for storage."""


PlanT = TypeVar("PlanT", bound=BookPlan)
FactsT = TypeVar("FactsT")
PlanIn = TypeVar("PlanIn", bound=BookPlan, contravariant=True)
FactsIn = TypeVar("FactsIn", contravariant=True)
FactsOut = TypeVar("FactsOut", covariant=True)


# Choices for a plan.


@dataclass(frozen=True)
class Option:
    """An offered choice."""

    value: str
    label: str
    detail: str = ""


@dataclass(frozen=True)
class PlanChoices:
    """The choices for a side's plan, or why there are none."""

    ban: str = ""
    ban_cites: str = ""
    edges: tuple[Option, ...] = ()
    leaders: tuple[Option, ...] = ()
    items: tuple[Option, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chances:
    """The possible results of a choice, with their exact odds."""

    choice: str
    odds: tuple[OddsLine, ...]


@dataclass(frozen=True)
class Chosen:
    """The choices for one table edge so far: the leader and the strength points."""

    leader: str = ""
    items: tuple[str, ...] = ()


ChosenPlan = Mapping[str, Chosen]  # by table edge


@dataclass(frozen=True)
class Unit:
    """Stands fought as one unit, and the items they belong to, in order."""

    id: str
    name: str
    place: str
    booked: tuple[tuple[str, int], ...]

    @property
    def stands(self) -> int:
        return sum(stands for _, stands in self.booked)


# The order of battle.


@dataclass(frozen=True)
class OrderPart:
    """A brigade, a battery, or a strength point, by its address in the order of battle."""

    at: str
    name: str
    about: str
    commander: str = ""
    faults: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderCommand:
    """The army, a corps, or a division, with what it has itself."""

    at: str
    kind: str
    name: str
    about: str
    commander: str = ""
    faults: tuple[str, ...] = ()
    brigades: tuple[OrderPart, ...] = ()
    points: tuple[OrderPart, ...] = ()
    batteries: tuple[OrderPart, ...] = ()


@dataclass(frozen=True)
class OrderView:
    """An order of battle as its owner reads it; `faults` are of no one place, and `unmet` can’t be met at all."""

    about: str
    commands: tuple[OrderCommand, ...]
    spare: tuple[Option, ...]
    leaders: tuple[Option, ...]
    faults: tuple[str, ...]
    unmet: tuple[str, ...]
    warnings: tuple[str, ...]
    broken: int

    @property
    def is_legal(self) -> bool:
        return not self.broken


@dataclass(frozen=True)
class OrderEdit:
    """One edit of an order of battle, by addresses of the page."""

    kind: str
    what: str = ""
    to: str = ""
    leader: str = ""
    stands: int = 0
    name: str = ""
    commander: str = ""


class Orders(Protocol):
    """A book's orders of battle. `saved` is what a seat saved, or nothing: then it is the site's draft."""

    def view(self, brief: Brief, side: str, saved: Json | None) -> OrderView:
        """Return an order of battle as its owner reads it, with every broken clause."""

    def about(self, brief: Brief, side: str, saved: Json | None) -> str:
        """Return the size of an order of battle in words."""

    def sealed(self, plan: Json) -> Json | None:
        """Return the order of battle in a stored plan."""

    def file(self, brief: Brief, side: str, saved: Json | None) -> str:
        """Return an order of battle as a file."""

    def read_file(self, brief: Brief, side: str, text: str) -> Json:
        """Return the order of battle of a file, or refuse it with every fault and its line."""

    def edited(self, brief: Brief, side: str, saved: Json | None, edit: OrderEdit) -> Json:
        """Return the edited order of battle, or refuse the edit."""


class Planning(Protocol[PlanT]):
    """From the Brief to two sealed plans."""

    def check_brief(self, brief: Brief) -> None:
        """Refuse a Brief with units that the book can't use."""

    def public_part(self, brief: Brief) -> PublicBrief:
        """Return the part of a Brief that everyone may know."""

    def choices(self, brief: Brief, side: str) -> PlanChoices:
        """Return the choices for a side's plan; bans are known before anything is chosen."""

    def chances(self, brief: Brief, side: str) -> tuple[Chances, ...]:
        """Return the odds of the choices, for the page only."""

    def settle(self, brief: Brief, side: str, chosen: ChosenPlan, order: Json | None = None) -> PlanT:
        """Return the plan in its final form, or refuse it with every broken clause. Without a saved order of battle,
        it has the site's draft."""

    def read(self, brief: Brief, side: str, plain: Json) -> PlanT:
        """Read a plan written by hand: check its types, then check it like `settle`."""

    def from_json(self, plain: Json) -> PlanT:
        """Read a stored plan."""

    def in_words(self, brief: Brief, side: str, plan: PlanT) -> tuple[str, ...]:
        """Return the plan as its owner reads it."""

    def units(self, brief: Brief, side: str, plan: PlanT | None) -> tuple[Unit, ...]:
        """Return the units on and off the table with their items; without a plan all are on the table."""

    def breastworks(self, brief: Brief, side: str, plan: PlanT) -> str:
        """Return the owner's breastworks in words, or ""."""


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
    """The public effects of ground and season on both sides."""

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class HandThrow:
    """A roll for which the umpire may type real dice."""

    field: str
    label: str
    rule: str
    subject: tuple[str, ...]
    sides: int


@dataclass(frozen=True)
class Dispatch:
    """A sentence due on a turn, for one side or, without a side, for everyone."""

    turn: int
    side: str
    kind: str
    text: str


@dataclass(frozen=True)
class Found(Generic[FactsOut]):
    """A secret result: its facts, dispatches, and disclosure after the battle; `side` if it's one side's alone."""

    subject: str
    facts: FactsOut | None
    dispatches: tuple[Dispatch, ...] = ()
    disclosure: str = ""
    trace: tuple[TraceLine, ...] = ()
    side: str = ""


class Day(Protocol[PlanIn, FactsOut]):
    """The day on the table. Everything public comes from the public part of the Brief."""

    def about(self, public: PublicBrief) -> str:
        """Return one line under the battle's name."""

    def terms(self, public: PublicBrief) -> Terms:
        """Return ground, sides, ratio, and bans."""

    def clock(self, public: PublicBrief, turn: int) -> Clock:
        """Return the hour and day of a turn."""

    def hand_throws(self) -> Sequence[HandThrow]:
        """Return the opening rolls for which dice may be typed; the same for every plan."""

    def secret_tables(self) -> Sequence[str]:
        """Return the ids of all tables that `find` may read, whatever the plans say."""

    def find(self, brief: Brief, plans: Mapping[str, PlanIn], throw: Throw) -> Sequence[Found[FactsOut]]:
        """Make the opening's secret rolls, in canonical order.

        A replay's throw may raise `NotRolled`; that result then has no facts, and its disclosure says so.
        """

    def facts_from_json(self, plain: Json) -> FactsOut:
        """Read stored facts."""

    def read_facts(self, plain: Json) -> FactsOut:
        """Read facts written by hand; refuse any that this book could not produce."""


# The result.


@dataclass(frozen=True)
class EnteredResult:
    """A side's entered result: losses by unit, leaders, points, and its end of the battle."""

    end: End
    points: int = 0
    losses: Mapping[str, StandsLost] = field(default_factory=dict)
    leaders: Mapping[str, LeaderSaid] = field(default_factory=dict)
    promotion: str | None = None
    removals: tuple[str, ...] = ()


class Result(Protocol[FactsIn]):
    """From the end of the fighting to the battle report."""

    def leaders(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the leaders of a side."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the strength points that may be promoted."""

    def never_arrived(self, units: Sequence[Unit], found: Sequence[FactsIn], side: str, turn: int) -> dict[str, int]:
        """Return each unit's stands that never came on the table before the fighting ended on this turn."""

    def report(self, brief: Brief, results: Mapping[str, EnteredResult], units: Mapping[str, Sequence[Unit]]) -> Report:
        """Return what happened on the table, without its consequences."""


@dataclass(frozen=True)
class Conduct(Generic[PlanT, FactsT]):
    """How a book's battles are fought."""

    planning: Planning[PlanT]
    day: Day[PlanT, FactsT]
    result: Result[FactsT]
    orders: Orders | None = None
