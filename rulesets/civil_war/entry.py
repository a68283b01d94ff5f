"""1.5 and 1.6: arriving strength points and leaders, and the leader draw."""

from collections.abc import Sequence
from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.rulings import H_18, R_198
from rulesets.civil_war.words import MOST_SP, Side, Work, the_side, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import Convolution
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import listed, spoken

MOST_POOL = 60
Link = Literal["land", "river", "sea"]


class EntryPlace(Inputs):
    """A place as its owner sees it on the map."""

    name: str = words("Place", most=60)
    points: int = whole("Victory points", least=0, most=9, default=0, unit="VP")
    held: bool = flag("Held by this side", default=True)
    own_supply_source: bool = flag("Friendly supply source")
    joined: bool = flag("Connected to a live network", default=True)
    joined_by: Link = choice("Connected by", default="land", help="By river if not by land, by sea if by neither.")
    lift_left: int = whole("Lift left for such a link", least=0, most=99, default=0, unit="SP")
    is_capitals: bool = flag("In the capital's network", default=True, help="Counts for the South.")
    network_points: int = whole("Points of its network", least=0, most=999, default=0, unit="VP")
    trans_mississippi: bool = flag("In the Trans-Mississippi")
    theater_left: int = whole("Room left in the Trans-Mississippi", least=0, most=99, default=99, unit="SP")
    enemy_sp_here: bool = flag("Enemy SP in the hex")
    enemy_sp_adjacent: bool = flag("Enemy SP adjacent")
    work: Work = choice("Friendly fort or fortress", default="none")
    entered: int = whole("SP entered here this turn", least=0, most=200, default=0, unit="SP")
    room_left: int = whole("Room left", least=0, most=MOST_SP, default=30, unit="SP")


class Arrivals(Inputs):
    leads = ("side", "turn", "places")
    side: Side = choice("Side")
    turn: int = turn_field()
    left_over: int = whole("Left over from earlier turns", least=0, most=200, default=0, unit="SP")
    available: int = whole(
        "SP available as the turn opened",
        least=0,
        most=200,
        default=0,
        unit="SP",
        help="0 for those due and left over.",
    )
    fan_leaders: bool = flag("With the fan leaders")
    places: tuple[EntryPlace, ...] = several("Places", most=150, default=())

    @model_validator(mode="after")
    def _each_once(self) -> "Arrivals":
        need_once("places", [place.name for place in self.places])
        return self


@dataclass(frozen=True)
class ArrivalsResult:
    """What becomes available in the reinforcement phase. Only the side and the umpire know; leaders are face down."""

    strength_points: int
    leaders: tuple[str, ...]
    at: tuple[str, ...]
    not_at: tuple[str, ...]
    most_at_a_place: int = 0
    known_to: str = "own side"

    def __str__(self) -> str:
        where = f" at {listed(self.at, 'or')}" if self.at else ""
        who = f"; leaders: {', '.join(self.leaders)}" if self.leaders else ""
        return f"{self.strength_points} SP{where}{who}"


@procedure(
    id="civil_war.arrivals",
    title="Arrivals",
    rules=("CW-SPIN", "CW-POOL"),
    examples=[
        Example(
            {
                "side": "CSA",
                "turn": 12,
                "places": [{"name": "Atlanta", "points": 3}, {"name": "Dalton", "held": False}],
            },
            "4 SP at Atlanta",
        ),
        Example(
            {
                "side": "CSA",
                "turn": 12,
                "places": [
                    {"name": "Atlanta", "points": 3, "entered": 2},
                    {"name": "Selma", "points": 1},
                    {"name": "Mobile", "points": 2, "joined": False},
                ],
            },
            "4 SP at Selma",
            title="Half of them at one place, none where the line is cut",
        ),
        Example(
            {
                "side": "CSA",
                "turn": 12,
                "places": [
                    {"name": "Little Rock", "points": 2, "is_capitals": False, "network_points": 4},
                    {"name": "Shreveport", "points": 1, "is_capitals": False, "network_points": 4}
                    | {"trans_mississippi": True},
                ],
            },
            "4 SP at Shreveport",
            title="The Trans-Mississippi needs fewer points",
        ),
    ],
    tables=["civil_war.arriving_sp"],
)
def arrivals(inputs: Arrivals, work: Reckoning) -> ArrivalsResult:
    """Bring in SP and leaders by the schedule; SP enter at friendly places of a live network (CW-1.6, H-18)."""
    begins = f"Turn {inputs.turn}, {the_side(inputs.side)}"
    due = work.read(t.ARRIVING_SP, inputs.turn, inputs.side, says=begins) + inputs.left_over
    most = most_at_a_place(inputs.available or due, work)
    open_to = [place.name for place in inputs.places if is_open(place, most, work)]
    closed = [place.name for place in inputs.places if not is_open(place, most, work)]
    work.step(BOOK.at("H-18"), f"Places open to arrivals: {listed(open_to)}.", open_to, mark=Mark.HOUSE)
    leaders = _leaders_due(inputs, work)
    work.step(BOOK.at("1.5"), f"Leaders due: {listed(leaders)}.", list(leaders), mark=Mark.RECONSTRUCTED)
    return ArrivalsResult(due, leaders, tuple(open_to), tuple(closed), most)


def most_at_a_place(available: int, work: Reckoning) -> int:
    """Return how many SP may enter at one place in a turn: half of those available, rounded up (H-18)."""
    most = available if work.chosen(H_18) != H_18.default else (available + 1) // 2
    work.step(BOOK.at("H-18"), f"At one place, at most {most} of {available} SP.", most, mark=Mark.HOUSE)
    return most


def is_open(place: EntryPlace, most: int, work: Reckoning) -> bool:
    """Tell whether another SP may enter at a place (H-18)."""
    counts = place.held and (place.points > 0 or place.own_supply_source)
    is_guarded = place.work != "none" or work.chosen(R_198) != R_198.default
    is_safe = not place.enemy_sp_here and (is_guarded or not place.enemy_sp_adjacent)
    has_room = place.entered < most and place.room_left > 0
    return counts and is_safe and has_room and _is_served(place, work)


def _is_served(place: EntryPlace, work: Reckoning) -> bool:
    """Tell whether men can reach a place: over land or with boats, and in a network that raises them (H-18)."""
    is_reached = place.joined and (place.joined_by == "land" or place.lift_left > 0)
    where = "Trans-Mississippi" if place.trans_mississippi else "elsewhere"
    raises = place.is_capitals or place.network_points >= t.OTHER_NETWORK.at(where, context=work.context)
    return is_reached and raises and (place.theater_left > 0 or not place.trans_mississippi)


def trans_mississippi_takes(work: Reckoning, *, river_is_lost: bool) -> int:
    """Return how many SP the South may enter in the Trans-Mississippi in a turn (H-18)."""
    return work.read(t.TRANS_MISSISSIPPI, "Mississippi lost" if river_is_lost else "Mississippi open")


def _leaders_due(inputs: Arrivals, work: Reckoning) -> tuple[str, ...]:
    """Return the counters whose entry turn this is: names with stars, sorted."""
    ours = (counter for counter in t.COUNTERS if counter["side"] == inputs.side)
    due = []
    for counter in ours:
        key = t.counter_key(inputs.side, counter["name"], int(counter["rank_stars"]))
        if t.LEADERS.at(key, "entry turn", context=work.context) != inputs.turn:
            continue
        if inputs.fan_leaders or t.LEADERS.at(key, "set", context=work.context) == "game":
            due.append(f"{counter['name']} {'*' * int(counter['rank_stars'])}")
    return tuple(sorted(due))


class PoolCounter(Inputs):
    """A face-down counter in the pool."""

    name: str = words("Leader", most=60)
    stars: int = whole("Stars", least=1, most=4)
    on_map_with: int = whole(
        "Stars on the map", least=0, most=4, default=0, help="Of his counter on the map; 0 if there is none."
    )


class LeaderDraw(Inputs):
    leads = ("side", "pool")
    side: Side = choice("Side")
    turn: int = turn_field()
    draw: int = whole("Draw of the turn", least=1, most=99, default=1)
    pool: tuple[PoolCounter, ...] = several("Counters in the pool", least=1, most=MOST_POOL)

    @model_validator(mode="after")
    def _each_once(self) -> "LeaderDraw":
        need_once("pool", [f"{counter.name} {'*' * counter.stars}" for counter in self.pool])
        return self


@dataclass(frozen=True)
class Drawn:
    """The leader drawn. The enemy learns his name in his first combat."""

    name: str
    stars: int
    enters: Literal["with own strength points", "in place of his lower counter", "nowhere: he outranks this counter"]
    known_to: str = "own side"
    enemy_learns: str = "at his first combat"

    def __str__(self) -> str:
        return f"{self.name} {'*' * self.stars}, enters {spoken(self.enters)}"


@procedure(
    id="civil_war.leader_draw",
    title="Leader draw",
    rules=("CW-POOL",),
    odds=Convolution(),
    examples=[
        Example(
            {"side": "USA", "pool": [{"name": "Pope", "stars": 2}, {"name": "Curtis", "stars": 1}]},
            "Pope **, enters with friendly strength points",
            dice=(2,),
        )
    ],
)
def leader_draw(inputs: LeaderDraw, work: Reckoning) -> Drawn:
    """Draw a leader at random (R-104); a promotion replaces his lower counter at once (CW-1.5)."""
    pool = sorted(inputs.pool, key=lambda counter: (counter.name, counter.stars, counter.on_map_with))
    if len(pool) == 1:
        return _drawn(1, pool, work)
    subject = inputs.side, f"draw {inputs.draw}"
    return work.on_roll(
        len(pool),
        lambda at: _drawn(at, pool, work),
        rule="CW-POOL",
        subject=subject,
        turn=inputs.turn,
        what="the draw",
    )


def _drawn(at: int, pool: Sequence[PoolCounter], work: Reckoning) -> Drawn:
    drawn = pool[at - 1]
    says = f"Drew {drawn.name}, number {at} of {len(pool)}."
    work.step(BOOK.at("1.5"), says, drawn.name, mark=Mark.SOURCED, counters=len(pool), number=at)
    return Drawn(drawn.name, drawn.stars, _how_he_enters(drawn))


def _how_he_enters(
    drawn: PoolCounter,
) -> Literal["with own strength points", "in place of his lower counter", "nowhere: he outranks this counter"]:
    if not drawn.on_map_with:
        return "with own strength points"
    return "in place of his lower counter" if drawn.on_map_with < drawn.stars else "nowhere: he outranks this counter"
