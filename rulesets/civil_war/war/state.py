"""The state of a war as frozen values by piece id, and what an outcome changes in it.

A change names every piece that is different afterwards, as a whole; unchanged parts are shared between states.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field, fields
from functools import cached_property
from typing import Any, Literal

from rulesets.civil_war.war.muster import Muster
from rulesets.civil_war.war.scenario import SIDES, WorkKind
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Arm, Side, Theater
from rulesets.core.records import dataclass

Phase = Literal[
    "reinforcement", "command", "raider", "blockade", "pulse", "action", "table use", "rally", "end", "over"
]
Standing = Literal["map", "pool", "drawn", "due", "away", "removed", "dead"]
Instruction = Literal["stay", "support", "attack"]
Pot = Literal["theatre", "discretionary", "naval"]
Step = Literal["reaction", "decision", "fight", "losses", "aftermath", "retreat", "leaving"]
ToTheTable = Literal["ask", "accept", "decline"]
WhoIsLost = Literal["least worth", "green first", "most worth"]
WhereTo = Literal["supply", "depot", "away from enemy"]
WhoRises = Literal["infantry first", "cavalry first"]


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
    corrected: bool = False  # taken off the map by the umpire: no loss


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
    moved_in: int = 0  # the last pulse in which he moved with SP, and the last in which he went alone (H-26)
    alone_in: int = 0
    rolled_in: int = 0
    counter_on: int = 0  # the turn of his promotion counter on the track
    promotable: bool = False  # his counter is in the promotion pool


def is_shaken(points: Iterable[Point]) -> bool:
    """Return whether there is a demoralized SP among these."""
    return any(point.demoralized for point in points)


def revealed(leaders: Iterable[Leader]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids of those of some leaders whom the enemy knows, and their names, the senior first."""
    known = [leader for leader in leaders if leader.revealed]
    names = tuple(each.name for each in sorted(known, key=lambda each: (-each.stars, each.name)))
    return tuple(sorted(leader.id for leader in known)), names


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


@dataclass(frozen=True)
class Cut:
    """Cut rails in a hex: by whom, and on which turn."""

    hex: str
    side: Side
    cut_on: int = 0


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
    rail_lift: int = 0  # and by rail (H-25)
    draws: int = 0  # leaders drawn this turn
    promotions: int = 0  # counters drawn from the promotion pool this turn
    razes: tuple[str, ...] = ()  # hexes whose works are to be razed in the End phase
    removed_on: int = 0  # the last turn on which an army commander was removed
    may_cut: tuple[str, ...] = ()  # hexes whose rails may be cut in this half-pulse

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
    free_entry: Literal["none", "owed", "sp", "leader", "promotion"] = "none"
    winning_total: int = 2
    battles: int = 0  # fought this turn
    shaken: tuple[Side, ...] = ()  # sides with a demoralized army as the Rally phase began
    kentucky_neutral: bool = False
    washington_fell: bool = False  # once it has, its effects stay
    washington_lost: int = 0  # End phases running in which the enemy held it
    uncovered: bool = False  # the place to be covered wasn't
    result: str = ""


@dataclass(frozen=True)
class Toll:
    """What a battle costs a side: SP lost, and whether the rest is demoralized; with nobody left it's destroyed.

    `chosen` are the SP lost once their owner has said which.
    """

    lost: int
    demoralized: bool = False
    destroyed: bool = False
    chosen: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Contact:
    """A move has ended in a hex: who moved, from which hex, and what is to be done before the next order.

    First what was found in the hexes passed is overcome, and the enemy reacts. If both are in one hex, both sides
    decide how to fight if the war asks them, they fight, each chooses its losses, they are taken, the loser chooses
    his retreat, and leaves. What the enemy's hidden pieces decide is always a step of the game's own.
    """

    hex: str
    attacker: Side
    came_from: str
    step: Step = "reaction"
    loser: Side | None = None
    choices: tuple[str, ...] = ()
    chooser: Side | None = None
    tolls: Mapping[Side, Toll] = field(default_factory=dict)
    passed: tuple[str, ...] = ()  # hexes that the move took; only the mover knows them


@dataclass(frozen=True)
class Waiting:
    """A contact that waits for its battle with miniatures; unless it's postponed, its theater waits too."""

    contact: Contact
    postponed: bool = False


@dataclass(frozen=True)
class Stance:
    """A side's standing instructions: how it answers contacts, whom it loses and promotes, and where it retreats."""

    table: ToTheTable = "ask"
    losses: WhoIsLost = "least worth"
    retreat: WhereTo = "supply"
    promotion: WhoRises = "infantry first"


@dataclass(frozen=True)
class Belief:
    """What a side that sees only nearby hexes knows of a hex: its holder, works, cut rails, and enemies last seen."""

    held: Side | None = None
    work: Work | None = None
    depot: Depot | None = None
    enemy_seen_on: int = 0
    cut: Cut | None = None


NOTHING = Belief()


@dataclass(frozen=True)
class Board:
    """What lies on the map by hex: as it is, or as a side believes it to be."""

    held: Mapping[str, Side]
    works: Mapping[str, Work]
    depots: Mapping[str, Depot]
    cuts: Mapping[str, Cut]


def work_against(works: Mapping[str, Work], attacker: Side, hex_id: str, clock: Clock) -> str:
    """Return the kind of work behind which the defender of a hex stands; it counts from a pulse on (L-4)."""
    work = works.get(hex_id)
    counts = work is not None and work.side != attacker and work.counts_from <= clock.pulses
    return work.kind if work is not None and counts else "none"


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
    waiting: Mapping[str, Waiting] = field(default_factory=dict)  # by hex
    stances: Mapping[Side, Stance] = field(default_factory=dict)  # without one, a side has the default
    cuts: Mapping[str, Cut] = field(default_factory=dict)  # by hex

    @cached_property
    def kept(self) -> dict[tuple[str, Side], Any]:
        """Return what was worked out from this state for a side: `views.py` keeps it here."""
        return {}

    @cached_property
    def points_filed(self) -> Muster[Point]:
        """Return the strength points by side and hex; their enemy sees whether a hex has a demoralized one."""
        return Muster.of_all(self.points, is_shaken)

    @cached_property
    def leaders_filed(self) -> Muster[Leader]:
        """Return the leaders by side and hex; their enemy sees those who were revealed."""
        return Muster.of_all(self.leaders, revealed)

    @property
    def points_at(self) -> Mapping[tuple[Side, str], tuple[Point, ...]]:
        """Return the strength points on the map by side and hex."""
        return self.points_filed.at

    @property
    def leaders_at(self) -> Mapping[tuple[Side, str], tuple[Leader, ...]]:
        """Return the leaders on the map by side and hex."""
        return self.leaders_filed.at

    @cached_property
    def believed(self) -> Mapping[Side, Board]:
        """Return what each side believes of the board."""
        return {side: _believed(self.beliefs, side) for side in SIDES}

    def sp_hexes(self, side: Side) -> frozenset[str]:
        """Return the hexes where a side has strength points."""
        return self.points_filed.hexes[side]


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
    waiting: Mapping[str, Waiting | None] = field(default_factory=dict)
    stances: Mapping[Side, Stance] = field(default_factory=dict)
    cuts: Mapping[str, Cut | None] = field(default_factory=dict)
    contact: tuple[Contact | None, ...] = ()  # one, if it changed


def _believed(beliefs: Mapping[tuple[Side, str], Belief], side: Side) -> Board:
    own = {hex_: belief for (owner, hex_), belief in beliefs.items() if owner == side}
    return Board(
        {hex_: belief.held for hex_, belief in own.items() if belief.held},
        {hex_: belief.work for hex_, belief in own.items() if belief.work},
        {hex_: belief.depot for hex_, belief in own.items() if belief.depot},
        {hex_: belief.cut for hex_, belief in own.items() if belief.cut},
    )


FILED = {"points_filed": "points", "leaders_filed": "leaders"}
SINGLE = frozenset({"clock", "contact"})
TABLES = tuple(each.name for each in fields(Changes) if each.name not in SINGLE)
OF_STATE = tuple(each.name for each in fields(State))


def apply(state: State, changes: Changes) -> State:
    """Return the state after these changes."""
    new: dict[str, Any] = {name: _merged(getattr(state, name), more) for name, more in _changed(changes)}
    if changes.clock is not None:
        new["clock"] = changes.clock
    if changes.contact:
        new["contact"] = changes.contact[0]
    after = _with(state, new) if new else state
    for name, table in FILED.items():
        filed = state.__dict__.get(name)
        if filed is not None:
            more = getattr(changes, table)
            after.__dict__[name] = filed.after(getattr(after, table), more) if more else filed
    if not changes.beliefs and "believed" in state.__dict__:
        after.__dict__["believed"] = state.believed
    return after


def _with(state: State, new: Mapping[str, Any]) -> State:
    """Return a state with other tables, as `replace` does, but faster: nothing is called more often."""
    after = object.__new__(State)
    after.__dict__.update({name: state.__dict__[name] for name in OF_STATE}, **new)
    return after


def _changed(changes: Changes) -> list[tuple[str, Mapping[Any, Any]]]:
    return [(name, more) for name in TABLES if (more := getattr(changes, name))]


def _merged(old: Mapping[Any, Any], more: Mapping[Any, Any]) -> dict[Any, Any]:
    merged = {**old, **more}
    return {key: value for key, value in merged.items() if value is not None} if None in more.values() else merged


def all_of(changes: Sequence[Changes]) -> Changes:
    """Return changes as one, each after those before it."""
    tables: dict[str, dict[Any, Any]] = {name: {} for name in TABLES}
    clock: Clock | None = None
    contact: tuple[Contact | None, ...] = ()
    for each in changes:
        clock, contact = each.clock or clock, each.contact or contact
        for name, more in _changed(each):
            tables[name].update(more)
    return Changes(clock=clock, contact=contact, **tables)
