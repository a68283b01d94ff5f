"""The state of a war as frozen values by piece id, and what an outcome changes in it.

A change names every piece that is different afterwards, as a whole; unchanged parts are shared between states.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, Literal, TypeVar

from rulesets.civil_war.war.scenario import WorkKind
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Arm, Side, Theater

Phase = Literal["reinforcement", "command", "pulse", "action", "table use", "rally", "end", "over"]
Standing = Literal["map", "pool", "drawn", "due", "away", "removed", "dead"]
Instruction = Literal["stay", "support", "attack"]
Pot = Literal["theatre", "discretionary", "naval"]


@dataclass(frozen=True)
class Point:
    """A strength point: due on a turn, waiting to enter, on the map, or lost."""

    id: str
    side: Side
    standing: Literal["map", "waiting", "due", "lost"] = "map"
    hex: str = ""
    arm: Arm = "infantry"
    quality: str = "green"
    due_on: int = 0
    enters_at: str = ""
    demoralized: bool = False
    battles: int = 0
    fought_on: int = 0
    moved_in: int = 0  # the last pulse in which it moved, counted through the whole war
    lost_at: str = ""


@dataclass(frozen=True)
class Leader:
    """A leader: on the map, in the pool, drawn but not placed, due on a turn, away until one, removed, or dead."""

    id: str
    side: Side
    name: str
    stars: int
    standing: Standing = "map"
    hex: str = ""
    due_on: int = 0
    enters_at: str = ""
    revealed: bool = False
    instruction: Instruction = "support"
    moved_in: int = 0
    rolled_in: int = 0


PieceT = TypeVar("PieceT", Point, Leader)
KeyT = TypeVar("KeyT")


def on_map(pieces: Mapping[str, PieceT], where: Callable[[PieceT], KeyT]) -> dict[KeyT, tuple[PieceT, ...]]:
    """Return the points or leaders on the map by where they are."""
    found: dict[KeyT, list[PieceT]] = {}
    for piece in pieces.values():
        if piece.standing == "map":
            found.setdefault(where(piece), []).append(piece)
    return {key: tuple(here) for key, here in found.items()}


@dataclass(frozen=True)
class Army:
    """An army; it is where its commander is."""

    id: str
    side: Side
    name: str
    commander: str


@dataclass(frozen=True)
class Work:
    """A fort or fortress in a hex. It counts from a pulse on; what the scenario prints counts against no limit."""

    hex: str
    side: Side
    kind: WorkKind
    built_on: int = 0
    counts_from: int = 0
    printed: bool = False
    raised: bool = False  # to a fortress, by its owner


@dataclass(frozen=True)
class Depot:
    """A depot in a hex."""

    hex: str
    side: Side
    built_on: int = 0
    counts_from: int = 0


ACCOUNTS = ("east", "west", "trans_mississippi", "discretionary", "naval")  # of command points, in a purse


@dataclass(frozen=True)
class Purse:
    """A side's command points left, all that was paid this turn, and its priorities."""

    east: int = 0
    west: int = 0
    trans_mississippi: int = 0
    discretionary: int = 0
    naval: int = 0
    paid: int = 0
    priorities: tuple[Theater, ...] = ()
    next_priorities: tuple[Theater, ...] = ()
    river_lift: int = 0  # SP that may still go by river this turn
    draws: int = 0  # leaders drawn this turn
    removed_on: int = 0  # the last turn on which an army commander was removed

    @property
    def has_points(self) -> bool:
        """Return whether any command points are left."""
        return any(getattr(self, name) for name in ACCOUNTS)


@dataclass(frozen=True)
class Clock:
    """Where the turn is. `left` is what the side now spending has of the difference."""

    turn: int
    phase: Phase = "reinforcement"
    pulse: int = 0  # of the turn
    pulses: int = 0  # of the whole war
    rolls: int = 0
    use_track: int = 1
    table_uses: int = 0
    initiative: Side | None = None
    spending: Side | None = None
    difference: int = 0
    left: int = 0
    spent: int = 0
    entered: int = 0
    free_entry: Literal["none", "owed", "sp", "leader"] = "none"
    winning_total: int = 2
    battles: int = 0  # fought this turn
    shaken: tuple[Side, ...] = ()  # sides with a demoralized army as the Rally phase began
    result: str = ""


@dataclass(frozen=True)
class Contact:
    """A move has ended in a hex: who moved, from which hex, and what is to be done before the next order.

    First the enemy reacts, then both fight if they are in one hex, then the loser retreats.
    """

    hex: str
    attacker: Side
    came_from: str
    step: Literal["reaction", "fight", "retreat"] = "reaction"
    loser: Side | None = None
    choices: tuple[str, ...] = ()


@dataclass(frozen=True)
class Belief:
    """What a side that sees only nearby hexes knows of a hex: its holder, its works, and enemies last seen there."""

    held: Side | None = None
    work: Work | None = None
    depot: Depot | None = None
    enemy_seen_on: int = 0


@dataclass(frozen=True)
class State:
    """Everything that is true in a war."""

    world: World
    clock: Clock
    points: Mapping[str, Point]
    leaders: Mapping[str, Leader]
    armies: Mapping[str, Army]
    works: Mapping[str, Work]
    depots: Mapping[str, Depot]
    held: Mapping[str, Side]
    purses: Mapping[Side, Purse]
    entered_at: Mapping[tuple[Side, str], int] = field(default_factory=dict)  # SP entered this turn
    available: Mapping[Side, int] = field(default_factory=dict)  # SP to enter as the turn opened
    beliefs: Mapping[tuple[Side, str], Belief] = field(default_factory=dict)
    contact: Contact | None = None

    @cached_property
    def views(self) -> dict[Side, Any]:
        """Return what each side has been found to know of this state; `views.py` keeps it here."""
        return {}

    @cached_property
    def points_at(self) -> Mapping[tuple[Side, str], tuple[Point, ...]]:
        """Return the strength points on the map by side and hex."""
        return on_map(self.points, lambda point: (point.side, point.hex))

    @cached_property
    def leaders_at(self) -> Mapping[tuple[Side, str], tuple[Leader, ...]]:
        """Return the leaders on the map by side and hex."""
        return on_map(self.leaders, lambda leader: (leader.side, leader.hex))

    def sp_hexes(self, side: Side) -> frozenset[str]:
        """Return the hexes where a side has strength points."""
        return frozenset(hex_ for owner, hex_ in self.points_at if owner == side)


@dataclass(frozen=True)
class Changes:
    """The pieces that are different after an outcome; None takes one away."""

    clock: Clock | None = None
    points: Mapping[str, Point] = field(default_factory=dict)
    leaders: Mapping[str, Leader] = field(default_factory=dict)
    armies: Mapping[str, Army | None] = field(default_factory=dict)
    works: Mapping[str, Work | None] = field(default_factory=dict)
    depots: Mapping[str, Depot | None] = field(default_factory=dict)
    held: Mapping[str, Side] = field(default_factory=dict)
    purses: Mapping[Side, Purse] = field(default_factory=dict)
    entered_at: Mapping[tuple[Side, str], int | None] = field(default_factory=dict)
    available: Mapping[Side, int] = field(default_factory=dict)
    beliefs: Mapping[tuple[Side, str], Belief] = field(default_factory=dict)
    contact: tuple[Contact | None, ...] = ()  # one, if it changed


KEPT = {"points_at": "points", "leaders_at": "leaders"}  # indexes that outlive changes of other pieces
SINGLE = frozenset({"clock", "contact"})
TABLES = tuple(each.name for each in fields(Changes) if each.name not in SINGLE)


def apply(state: State, changes: Changes) -> State:
    """Return the state after these changes."""
    new: dict[str, Any] = {name: _merged(getattr(state, name), more) for name, more in _changed(changes)}
    if changes.clock is not None:
        new["clock"] = changes.clock
    if changes.contact:
        new["contact"] = changes.contact[0]
    after = replace(state, **new) if new else state
    for name, table in KEPT.items():
        if table not in new and name in state.__dict__:
            after.__dict__[name] = state.__dict__[name]
    return after


def _changed(changes: Changes) -> list[tuple[str, Mapping[Any, Any]]]:
    return [(name, more) for name in TABLES if (more := getattr(changes, name))]


def _merged(old: Mapping[Any, Any], more: Mapping[Any, Any]) -> dict[Any, Any]:
    merged = {**old, **more}
    return {key: value for key, value in merged.items() if value is not None} if None in more.values() else merged


def both(one: Changes, other: Changes) -> Changes:
    """Return two changes as one, the second after the first."""
    tables: dict[str, Any] = {name: {**getattr(one, name), **getattr(other, name)} for name in TABLES}
    return Changes(clock=other.clock or one.clock, contact=other.contact or one.contact, **tables)
