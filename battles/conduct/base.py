"""The contracts for fighting a book's battles here: planning, day, and result, with the values they exchange.

A `Conduct` is one book's three parts, bound to the numbers and rulings that the battle is fought by. `PlanT` and
`FactsT` are the book's own types: a sealed plan, and the facts of a secret result. Callers pass them on unread.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from battles.conduct.box import Boxes
from battles.conduct.score import Scoring
from battles.conduct.wear import Wear
from campaign.parts import OddsLine, TraceLine
from rulesets.core.brief import Brief, PublicBrief
from rulesets.core.deployment import NO_DEPLOYMENT, Deployment
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.report import End, LeaderSaid, Report, StandsLost

if TYPE_CHECKING:  # they build on this file
    from battles.conduct.arrivals import Arrivals, Brought
    from battles.conduct.orders import Orders
    from battles.conduct.rolls import Rolls

Throw = Callable[..., tuple[int, ...]]


@dataclass(frozen=True)
class SlotRoll:
    """A roll of a fixed grid: made for its slot whether the slot is used or not."""

    rule: str
    subject: tuple[str, ...]
    turn: int
    sides: int


ThrowAll = Callable[[Sequence[SlotRoll]], Mapping[SlotRoll, int]]


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
class PlanLeader(Option):
    """A leader who can lead a flank march, with the addresses of the units that may go along."""

    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlanPart:
    """A brigade or battery, by its address in the order of battle."""

    at: str
    name: str
    about: str
    kind: str = "brigade"


@dataclass(frozen=True)
class PlanCommand:
    """A command with the brigades and batteries that it has itself."""

    at: str
    kind: str
    name: str
    about: str
    parts: tuple[PlanPart, ...]


@dataclass(frozen=True)
class PlanChoices:
    """The choices for a side's flank marches, or why there are none; `refused` are the leaders who can't lead one, each
    with the reason."""

    ban: str = ""
    ban_cites: str = ""
    edges: tuple[Option, ...] = ()
    leaders: tuple[PlanLeader, ...] = ()
    refused: tuple[Option, ...] = ()
    commands: tuple[PlanCommand, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chances:
    """The possible results of a choice, with their exact odds."""

    choice: str
    odds: tuple[OddsLine, ...]


@dataclass(frozen=True)
class Chosen:
    """The choices for one table edge so far: the leader, and the brigades and batteries by their addresses."""

    leader: str = ""
    units: tuple[str, ...] = ()


ChosenPlan = Mapping[str, Chosen]  # by table edge


@dataclass(frozen=True)
class Unit:
    """Stands fought as one unit, and the items they belong to, in order. A battery has neither.

    `about` names it without what people typed, for readers of a published game. `called` and `arm` are what the enemy
    sees of it on the table; without them, it isn't one that can be seen there.
    """

    id: str
    name: str
    place: str
    booked: tuple[tuple[str, int], ...]
    about: str = ""
    called: str = ""
    arm: str = ""
    commander: str = ""

    @property
    def stands(self) -> int:
        return sum(stands for _, stands in self.booked)


class Planning(Protocol[PlanT]):
    """From the Brief to two sealed plans."""

    def check_brief(self, brief: Brief) -> None:
        """Refuse a Brief with units that the book can't use."""

    def public_part(self, brief: Brief) -> PublicBrief:
        """Return the part of a Brief that everyone may know."""

    def choices(self, brief: Brief, side: str, order: Json | None = None) -> PlanChoices:
        """Return the choices for a side's flank marches out of its order of battle; bans are known before anything is
        chosen. Without a saved order of battle, it's the site's draft; so it is below."""

    def chances(self, brief: Brief, side: str, order: Json | None = None) -> tuple[Chances, ...]:
        """Return the odds of the choices, for the page only."""

    def commands(self, brief: Brief, side: str, order: Json | None = None) -> tuple[PlanCommand, ...]:
        """Return the commands of an order of battle with their brigades and batteries, for the deployment."""

    def problems(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> tuple[str, ...]:
        """Return everything for which these flank marches and this deployment can't be sealed."""

    def settle(
        self,
        brief: Brief,
        side: str,
        chosen: ChosenPlan,
        order: Json | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> PlanT:
        """Return the plan in its final form, or refuse it with every broken clause."""

    def read(self, brief: Brief, side: str, plain: Json) -> PlanT:
        """Read a plan written by hand: check its types, then check it like `settle`."""

    def from_json(self, plain: Json) -> PlanT:
        """Read a stored plan."""

    def in_words(self, brief: Brief, side: str, plan: PlanT) -> tuple[str, ...]:
        """Return a plan's flank marches as everyone reads them after the battle."""

    def marches_by_slot(self, brief: Brief, side: str, plan: PlanT) -> tuple[str, ...]:
        """Return a plan's flank marches as everyone reads them while the rest stays secret: nobody is named."""

    def deployment_in_words(self, plan: PlanT) -> tuple[str, ...]:
        """Return which units march and where the others are set up, as only the owner and the umpire read it."""

    def units(self, brief: Brief, side: str, plan: PlanT | None) -> tuple[Unit, ...]:
        """Return the units on and off the table with their items; without a plan all are on the table."""

    def batteries(self, brief: Brief, side: str, plan: PlanT | None) -> tuple[Unit, ...]:
        """Return the batteries on and off the table that the plan names one by one."""

    def hidden(self, plan: PlanT) -> frozenset[str]:
        """Return the ids of the units and batteries on the table that their owner marked hidden."""

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
    """A secret result: its facts, dispatches, and disclosure after the battle; `side` if it's one side's alone.

    `turn` is when it was rolled. What `is_own` its side knows from then on, but not before the battle is open. `asks`
    names the edge where its side now chooses what comes on.
    """

    subject: str
    facts: FactsOut | None
    dispatches: tuple[Dispatch, ...] = ()
    disclosure: str = ""
    trace: tuple[TraceLine, ...] = ()
    side: str = ""
    turn: int = 0
    is_own: bool = False
    asks: str = ""


@dataclass(frozen=True)
class SecretDice(Generic[FactsT]):
    """What the secret work rolls with, and the facts that it found before, by subject: those need no roll."""

    throw: Throw
    throw_all: ThrowAll
    known: Mapping[str, FactsT] = field(default_factory=dict)


@dataclass(frozen=True)
class RatingLine:
    """The rating of a leader or a unit in this battle; without a die it was certain, and without a letter average."""

    id: str
    kind: str
    name: str
    slot: str
    place: str
    about: str
    die: int | None
    sides: int
    letter: str
    words: str


class Day(Protocol[PlanIn, FactsOut]):
    """The day on the table. Everything public comes from the public part of the Brief."""

    def about(self, public: PublicBrief) -> str:
        """Return one line under the battle's name."""

    def terms(self, public: PublicBrief) -> Terms:
        """Return ground, sides, ratio, and bans."""

    def clock(self, public: PublicBrief, turn: int) -> Clock:
        """Return the hour and day of a turn."""

    def phases(self) -> Sequence[str]:
        """Return the phases of a player turn, in order, or none if the book has no player turns."""

    def hand_throws(self) -> Sequence[HandThrow]:
        """Return the rolls before the opening for which dice may be typed; the same for every plan."""

    def secret_tables(self) -> Sequence[str]:
        """Return the ids of all tables that `find` may read, whatever the plans say."""

    def find(
        self, brief: Brief, plans: Mapping[str, PlanIn], turn: int, dice: SecretDice[Any]
    ) -> Sequence[Found[FactsOut]]:
        """Make the secret rolls due by this turn, in canonical order; turn 0 is the preparation.

        A replay's throw may raise `NotRolled`; that result then has no facts, and its disclosure says so.
        """

    def ratings(self, facts: Any) -> Sequence[RatingLine]:
        """Return the ratings among the facts of a secret result."""

    def facts_from_json(self, plain: Json) -> FactsOut:
        """Read stored facts."""

    def read_facts(self, plain: Json) -> FactsOut:
        """Read facts written by hand; refuse any that this book could not produce."""


# The result.


@dataclass(frozen=True)
class EnteredResult:
    """A side's entered result: losses by unit, leaders, points, and its end of the battle.

    Where the book counts the points itself, none are entered: only `objectives`, each with the side that holds it.
    """

    end: End
    points: int = 0
    losses: Mapping[str, StandsLost] = field(default_factory=dict)
    leaders: Mapping[str, LeaderSaid] = field(default_factory=dict)
    promotion: str | None = None
    removals: tuple[str, ...] = ()
    retreat: str = ""
    objectives: Mapping[str, str] = field(default_factory=dict)


NOTHING_CHOSEN: "Mapping[str, Brought]" = {}


class Result(Protocol[FactsIn]):
    """From the end of the fighting to the battle report."""

    def leaders(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the leaders of a side."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        """Return the strength points that may be promoted."""

    def never_arrived(
        self,
        units: Sequence[Unit],
        found: Sequence[FactsIn],
        side: str,
        turn: int,
        brought: "Mapping[str, Brought]" = NOTHING_CHOSEN,
    ) -> dict[str, int]:
        """Return each unit's stands that never came on the table before the fighting ended on this turn.

        `brought` is what their owner chose to bring on, by edge.
        """

    def report(self, brief: Brief, results: Mapping[str, EnteredResult], units: Mapping[str, Sequence[Unit]]) -> Report:
        """Return what happened on the table, without its consequences."""


@dataclass(frozen=True)
class Conduct(Generic[PlanT, FactsT]):
    """How a book's battles are fought."""

    planning: Planning[PlanT]
    day: Day[PlanT, FactsT]
    result: Result[FactsT]
    orders: "Orders | None" = None
    arrivals: "Arrivals[PlanT, FactsT] | None" = None
    boxes: Boxes | None = None
    wear: Wear[PlanT, FactsT] | None = None
    rolls: "Rolls | None" = None
    scoring: Scoring[PlanT] | None = None
