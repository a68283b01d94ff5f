"""An outcome in the making: the state so far, what changed, what happened, and the worksheet of the rules asked."""

from dataclasses import dataclass, replace
from typing import Any, Literal

from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import Changes, Clock, Contact, Leader, Point, Purse, State, apply, both
from rulesets.civil_war.war.views import looked_around
from rulesets.civil_war.words import Side
from rulesets.core.dice import Dice
from rulesets.core.reckoning import Reckoning

Kind = Literal[
    "moved",
    "stopped",
    "stood fast",
    "entered",
    "entry blocked",
    "drew a leader",
    "placed a leader",
    "built",
    "dissolved",
    "removed a commander",
    "rallied",
    "burned",
    "instructed",
    "prioritized",
    "ended the half-pulse",
    "reacted",
    "fought",
    "overran",
    "lost",
    "surrendered",
    "retreated",
    "leader lost",
    "army passed on",
    "took",
    "arrivals",
    "command points",
    "initiative",
    "tied",
    "turn ended",
    "new turn",
    "war over",
]
KnownTo = Literal["all", "USA", "CSA"]


@dataclass(frozen=True)
class Event:
    """Something that happened, and who learns of it from the act itself; sight may tell others more."""

    kind: Kind
    known_to: KnownTo
    side: Side | None = None
    hexes: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    number: int = 0
    words: str = ""


@dataclass(frozen=True)
class Resolved:
    """What an order came to."""

    changes: Changes
    events: tuple[Event, ...]


class Draft:
    """Takes changes and events, and always knows the state after them."""

    def __init__(self, state: State, dice: Dice) -> None:
        self.state = state
        self.work = Reckoning(dice, state.world.house)
        self._changes = Changes()
        self._events: list[Event] = []

    @property
    def clock(self) -> Clock:
        return self.state.clock

    def change(self, **tables: Any) -> None:
        """Put pieces in place of what they were."""
        changes = Changes(**tables)
        self._changes = both(self._changes, changes)
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
        self._events.append(Event(kind, known_to, side, hexes, pieces, number, words))

    def done(self) -> Resolved:
        """Let both sides look around, and return what came of it all."""
        for side in SIDES:
            seen = looked_around(self.state, side)
            if seen:
                self.change(beliefs=seen)
        return Resolved(self._changes, tuple(self._events))
