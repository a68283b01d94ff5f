"""What a conduct is asked, and the plain values it answers with."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from campaign.parts import OddsLine

Json = dict[str, Any]
Throw = Callable[..., tuple[int, ...]]


@dataclass(frozen=True)
class Unit:
    """What stands together under one name, and the items its stands are booked to, in order."""

    id: str
    name: str
    place: str
    booked: tuple[tuple[str, int], ...]

    @property
    def stands(self) -> int:
        return sum(stands for _, stands in self.booked)


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
class Dispatch:
    """A sentence that falls due on a turn, for one side or, without a side, for everybody."""

    turn: int
    side: str
    kind: str
    text: str


@dataclass(frozen=True)
class Found:
    """What the neutral chair has worked out: facts for the umpire, dispatches, and what is told at the end."""

    subject: str
    facts: Json
    dispatches: tuple[Dispatch, ...] = ()
    disclosure: str = ""
    trace: tuple[Json, ...] = ()


@dataclass(frozen=True)
class HandThrow:
    """A throw for which the umpire may type the faces of real dice."""

    field: str
    label: str
    rule: str
    subject: tuple[str, ...]
    sides: int


@dataclass(frozen=True)
class Option:
    """A choice offered in a plan."""

    value: str
    label: str
    detail: str = ""


@dataclass(frozen=True)
class Chances:
    """What a choice would come to: its results with their exact odds."""

    choice: str
    odds: tuple[OddsLine, ...]


@dataclass(frozen=True)
class PlanChoices:
    """What a side may choose in its plan, and why it may not."""

    ban: str = ""
    ban_cites: str = ""
    edges: tuple[Option, ...] = ()
    leaders: tuple[Option, ...] = ()
    items: tuple[Option, ...] = ()
    notes: tuple[str, ...] = field(default_factory=tuple)
    chances: tuple[Chances, ...] = ()


@dataclass(frozen=True)
class Terms:
    """What the ground and the season mean for both sides, as everybody may read it."""

    facts: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


class Conduct(Protocol):
    """One book's way from the Brief to the Report. `brief` is the Brief as JSON."""

    book: str

    def check_brief(self, brief: Json) -> None:
        """Whether the book can be played with what the Brief says of its units."""

    def face(self, brief: Json) -> Json:
        """What both sides and the observer may know of the Brief."""

    def about(self, face: Json) -> str:
        """One line under the battle's name."""

    def public_terms(self, face: Json) -> Terms:
        """Ground, sides, ratio, bans: worked out from what is public only."""

    def choices(self, brief: Json, side: str) -> PlanChoices:
        """What may be chosen in a side's plan; bans are computed before the choice."""

    def check_plan(self, brief: Json, side: str, plan: Json) -> Json:
        """The plan in its settled form; raises with every clause that is broken."""

    def read_plan(self, brief: Json, side: str, body: Json) -> Json:
        """A plan as a row keeps it, written by hand: every part of its kind, then as `check_plan`."""

    def check_facts(self, facts: Json) -> None:
        """Facts of the chair's finding, written by hand: refused unless this book's chair could have found such."""

    def plan_in_words(self, brief: Json, side: str, plan: Json) -> list[str]:
        """The plan as its owner reads it."""

    def units(self, brief: Json, side: str, plan: Json) -> list[Unit]:
        """What stands on and off the table, with its booking."""

    def clock(self, face: Json, turn: int) -> Clock:
        """Hour and day of a turn."""

    def hand_throws(self) -> Sequence[HandThrow]:
        """The throws of the opening for which faces may be typed; the same list for every plan."""

    def find(self, brief: Json, plans: Mapping[str, Json], throw: Throw) -> list[Found]:
        """The chair's secret work at the opening, in canonical order."""

    def never_arrived(self, units: Sequence[Unit], found: Sequence[Json], side: str, turn: int) -> dict[str, int]:
        """Stands by unit that had not come on the table when the fighting ended on this turn."""

    def leaders(self, brief: Json, side: str) -> list[Option]:
        """The leaders of a side, for the result."""

    def promotable(self, brief: Json, side: str) -> list[Option]:
        """The strength points of which one may be promoted."""

    def report(self, brief: Json, side_results: Mapping[str, Json], units: Mapping[str, Sequence[Unit]]) -> Json:
        """The Report, as JSON: what happened on the table and nothing worked out from it."""

    def breastworks(self, brief: Json, side: str, plan: Json) -> str:
        """The owner's breastworks, in words; empty where he has none."""
