"""1.5 and 1.6: arriving strength points and leaders, and the draw from the pool."""

from dataclasses import dataclass
from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.words import Side, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.odds import Enumeration
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning

MOST_POOL = 60


class EntryPlace(Inputs):
    """A place as the map shows it to its owner."""

    name: str = words("Place", most=60)
    points: int = whole("Victory points", least=0, most=9, default=0, unit="VP")
    held: bool = flag("Held by this side", default=True)
    own_supply_source: bool = flag("A source of supply of this side")
    joined: bool = flag("Joined to the side's network")


class Arrivals(Inputs):
    side: Side = choice("Side")
    turn: int = turn_field()
    left_over: int = whole("Not entered on earlier turns", least=0, most=200, default=0, unit="SP")
    fan_leaders: bool = flag("With the fan leaders")
    places: tuple[EntryPlace, ...] = several("Places", most=150, default=())

    @model_validator(mode="after")
    def _each_once(self) -> "Arrivals":
        need_once("places", (place.name for place in self.places))
        return self


@dataclass(frozen=True)
class ArrivalsResult:
    """What becomes available in the reinforcement phase. The side and the umpire know it; leaders lie face down."""

    strength_points: int
    leaders: tuple[str, ...]
    at: tuple[str, ...]
    not_at: tuple[str, ...]
    known_to: str = "own side"

    def __str__(self) -> str:
        where = f" at {', '.join(self.at)}" if self.at else ""
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
        )
    ],
    tables=["civil_war.arriving_sp"],
)
def arrivals(inputs: Arrivals, work: Reckoning) -> ArrivalsResult:
    """CW-1.6 and H-8: by the schedule, at own places with points or at own sources of supply joined to the network."""
    due = work.read(t.ARRIVING_SP, inputs.turn, inputs.side) + inputs.left_over
    open_to = [place.name for place in inputs.places if _is_open(place)]
    closed = [place.name for place in inputs.places if not _is_open(place)]
    work.step(BOOK.at("H-8"), "places open to arrivals", open_to, mark=Mark.HOUSE)
    leaders = _leaders_due(inputs, work)
    work.step(BOOK.at("1.5"), "leaders due", list(leaders), mark=Mark.RECONSTRUCTED)
    return ArrivalsResult(due, leaders, tuple(open_to), tuple(closed))


def _is_open(place: EntryPlace) -> bool:
    return place.held and (place.points > 0 or (place.own_supply_source and place.joined))


def _leaders_due(inputs: Arrivals, work: Reckoning) -> tuple[str, ...]:
    """Counters whose turn of entry this is, as `name` with his stars, by name."""
    ours = (counter for counter in t.COUNTERS if counter["side"] == inputs.side)
    due = []
    for counter in ours:
        key = t.counter_key(inputs.side, counter["name"], int(counter["rank_stars"]))
        if t.LEADERS.at(key, "entry turn", context=work.context) != inputs.turn:
            continue
        if inputs.fan_leaders or t.LEADERS.at(key, "set") == "game":
            due.append(f"{counter['name']} {'*' * int(counter['rank_stars'])}")
    return tuple(sorted(due))


class PoolCounter(Inputs):
    """A counter face down in the pool."""

    name: str = words("Leader", most=60)
    stars: int = whole("Stars", least=1, most=4)
    on_map_with: int = whole("Stars of his counter on the map", least=0, most=4, default=0, help="0: not on the map")


class LeaderDraw(Inputs):
    side: Side = choice("Side")
    turn: int = turn_field()
    draw: int = whole("Which draw of the turn", least=1, most=99, default=1)
    pool: tuple[PoolCounter, ...] = several("Counters in the pool", least=1, most=MOST_POOL)

    @model_validator(mode="after")
    def _each_once(self) -> "LeaderDraw":
        need_once("pool", (f"{counter.name} {'*' * counter.stars}" for counter in self.pool))
        return self


@dataclass(frozen=True)
class Drawn:
    """Who was drawn. The enemy learns his name when he first takes part in combat."""

    name: str
    stars: int
    enters: Literal["with own strength points", "in place of his lower counter", "nowhere: he outranks this counter"]
    known_to: str = "own side"
    enemy_learns: str = "at his first combat"

    def __str__(self) -> str:
        return f"{self.name} {'*' * self.stars}, {self.enters}"


@procedure(
    id="civil_war.leader_draw",
    title="A leader from the pool",
    rules=("CW-POOL",),
    odds=Enumeration(leaves=MOST_POOL),
    examples=[
        Example(
            {"side": "USA", "pool": [{"name": "Pope", "stars": 2}, {"name": "Curtis", "stars": 1}]},
            "Pope **, with own strength points",
            dice=(2,),
        )
    ],
)
def leader_draw(inputs: LeaderDraw, work: Reckoning) -> Drawn:
    """CW-1.5: at random (R-104); a promotion takes the place of his lower counter at once, where he stands."""
    pool = sorted(inputs.pool, key=lambda counter: (counter.name, counter.stars, counter.on_map_with))
    at = 1
    if len(pool) > 1:
        subject = inputs.side, f"draw {inputs.draw}"
        at = work.throw(len(pool), rule="CW-POOL", subject=subject, turn=inputs.turn, label="the draw").total
    drawn = pool[at - 1]
    work.step(BOOK.at("1.5"), "drawn", drawn.name, mark=Mark.SOURCED, counters=len(pool), number=at)
    return Drawn(drawn.name, drawn.stars, _how_he_enters(drawn))


def _how_he_enters(
    drawn: PoolCounter,
) -> Literal["with own strength points", "in place of his lower counter", "nowhere: he outranks this counter"]:
    if not drawn.on_map_with:
        return "with own strength points"
    return "in place of his lower counter" if drawn.on_map_with < drawn.stars else "nowhere: he outranks this counter"
