"""An outcome in the making: the state so far, what changed, what happened, and the worksheet of the rules asked."""

from dataclasses import replace
from typing import Any, Literal

from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import (
    Changes,
    Clock,
    Contact,
    Leader,
    Point,
    Purse,
    State,
    Waiting,
    all_of,
    apply,
)
from rulesets.civil_war.war.views import looked_around
from rulesets.civil_war.words import Side
from rulesets.core.dice import Dice
from rulesets.core.outcome import Step
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass

Kind = Literal[
    "moved",
    "stopped",
    "stood fast",
    "entered",
    "entry blocked",
    "drew a leader",
    "placed a leader",
    "promotion due",
    "promoted",
    "built",
    "dissolved",
    "removed a commander",
    "recalled",
    "to be razed",
    "razed",
    "rallied",
    "burned",
    "cut",
    "mended",
    "instructed",
    "prioritized",
    "ended the half-pulse",
    "reacted",
    "to decide",
    "fights here",
    "waits for the table",
    "postponed",
    "resumed",
    "settled",
    "took a stance",
    "fought",
    "overran",
    "lost",
    "surrendered",
    "retreated",
    "leader lost",
    "army passed on",
    "took",
    "kentucky",
    "washington fell",
    "uncovered",
    "arrivals",
    "command points",
    "initiative",
    "tied",
    "turn ended",
    "new turn",
    "war over",
]
STOPPED = "Something in the way stopped it; it stays paid."  # whatever it was
KnownTo = Literal["all", "USA", "CSA"]


@dataclass(frozen=True)
class Event:
    """Something that happened, and who learns of it from the act itself; sight may tell others more.

    `steps` are those of the rules since the event before.
    """

    kind: Kind
    known_to: KnownTo
    side: Side | None = None
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    number: int = 0
    words: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Resolved:
    """What an order came to; `steps` are those of the rules that led to no event."""

    changes: Changes
    events: tuple[Event, ...]
    steps: tuple[Step, ...] = ()


class Draft:
    """Takes changes and events, and always knows the state after them."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.work = Reckoning(dice, state.world.house)
        self._changes: list[Changes] = []
        self._events: list[Event] = []
        self._told = 0
        self._kept_back: tuple[Step, ...] = ()

    @property
    def clock(self) -> Clock:
        return self.state.clock

    def change(self, **tables: Any) -> None:
        """Put pieces in place of what they were."""
        changes = Changes(**tables)
        self._changes.append(changes)
        self.state = apply(self.state, changes)

    def tick(self, **values: Any) -> None:
        """Set the clock."""
        self.change(clock=replace(self.clock, **values))

    def points(self, *points: Point) -> None:
        """Put strength points."""
        self.change(points={point.id: point for point in points})

    def leaders(self, *leaders: Leader) -> None:
        """Put leaders."""
        self.change(leaders={leader.id: leader for leader in leaders})

    def purse(self, side: Side, **values: Any) -> None:
        """Set parts of a side's purse."""
        purse: Purse = replace(self.state.purses[side], **values)
        self.change(purses={side: purse})

    def contact(self, contact: Contact | None) -> None:
        """Set the contact that is to be settled, or none."""
        self.change(contact=(contact,))

    def waiting(self, hex_id: str, waiting: Waiting | None) -> None:
        """Set the contact that waits in a hex for its battle with miniatures, or none."""
        self.change(waiting={hex_id: waiting})

    def say(
        self,
        kind: Kind,
        known_to: KnownTo,
        side: Side | None = None,
        *,
        hexes: tuple[str, ...] = (),
        pieces: tuple[str, ...] = (),
        number: int = 0,
        words: str = "",
    ) -> None:
        """Note what happened."""
        self._events.append(Event(kind, known_to, side, hexes, pieces, number, words, self._steps()))

    def keep_back(self) -> None:
        """Keep the steps since the last event from the readers of the next one: they name what nobody has learned."""
        self._kept_back += self._steps()

    def _steps(self) -> tuple[Step, ...]:
        """Return the steps of the rules since the last event."""
        steps = tuple(self.work.steps[self._told :])
        self._told = len(self.work.steps)
        return steps

    def done(self) -> Resolved:
        """Let both sides look around, and return what came of it all."""
        for side in SIDES:
            seen = looked_around(self.state, side)
            if seen:
                self.change(beliefs=seen)
        return Resolved(all_of(self._changes), tuple(self._events), self._kept_back + self._steps())
