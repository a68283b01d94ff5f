"""Who leads whom in a hex, what it costs, and whether there is room: the book's procedures, asked for pieces."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from rulesets.civil_war import tables as t
from rulesets.civil_war.command import Command, LeaderHere, Room, WhoCommands, room, who_commands
from rulesets.civil_war.movement import Mover
from rulesets.civil_war.turns import Activity, Price, Prices, prices
from rulesets.civil_war.war.ground import PRODUCTION, Ground, Known
from rulesets.civil_war.war.state import Leader, Pot, Purse
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side, Theater
from rulesets.core.weighing import Silent

MOST_LEADERS, FAR, MOST_KEPT = 30, 99, 4096
Counters = tuple[tuple[str, int], ...]  # by name and stars
Rating = Literal["initiative", "tactical", "command"]
POTS: dict[Theater, str] = {"East": "east", "West": "west", "Trans-Mississippi": "trans_mississippi"}
NEVER_OVER = 6  # SP that have room anywhere, short of a campaign that overrides the limits to less


def rating(world: World, leader: Leader, name: Rating) -> int:
    """Return a rating of a leader's counter; no command rating is 0."""
    found = _cell(world, leader.side, leader.name, leader.stars, name)
    return found if isinstance(found, int) else 0


def next_rank(world: World, leader: Leader) -> int:
    """Return the stars of a leader's next counter, or 0 if there is none."""
    found = _cell(world, leader.side, leader.name, leader.stars, "next rank")
    return found if isinstance(found, int) else 0


def has_counter(world: World, leader: Leader, stars: int) -> bool:
    """Return whether a leader has a counter with so many stars in this war."""
    return t.counter_key(leader.side, leader.name, stars) in t.LEADERS.rows


@lru_cache(maxsize=MOST_KEPT)
def _cell(world: World, side: Side, name: str, stars: int, column: str) -> int | str:
    return t.LEADERS.at(t.counter_key(side, name, stars), column, context=world.house)


def arm_of(world: World, leader: Leader) -> str:
    """Return what a leader leads: infantry, cavalry, or ships."""
    return str(_cell(world, leader.side, leader.name, leader.stars, "arm"))


def is_naval(world: World, leader: Leader) -> bool:
    """Return whether a leader leads ships."""
    return arm_of(world, leader) == "naval"


def command(
    world: World,
    side: Side,
    leaders: Sequence[Leader],
    sp: int,
    *,
    army: bool,
    mover: str = "",
    takes: int = 0,
    landing: bool = False,
) -> Command:
    """Return who commands in a hex, and what the mover may take."""
    counters = tuple((each.name, each.stars) for each in sorted(leaders, key=lambda each: (-each.stars, each.id)))
    return _command(world, side, counters[:MOST_LEADERS], sp, mover, takes, army=army, landing=landing)


@lru_cache(maxsize=MOST_KEPT)
def _command(
    world: World,
    side: Side,
    counters: Counters,
    sp: int,
    mover: str,
    takes: int,
    *,
    army: bool,
    landing: bool,
) -> Command:
    """Answer the same question of command once."""
    here = tuple(_here(world, side, name, stars) for name, stars in counters)
    asked = WhoCommands(side=side, leaders=here, sp=sp, army=army, mover=mover, takes=takes, landing=landing)
    return who_commands(asked, Silent(context=world.house))


def _here(world: World, side: Side, name: str, stars: int) -> LeaderHere:
    arm = _cell(world, side, name, stars, "arm")
    return LeaderHere(name=name, stars=stars, cavalry=arm == "cavalry", naval=arm == "naval")


def mover_of(found: Command) -> Mover:
    """Return how a led force moves."""
    return "led cavalry" if found.as_arm == "cavalry" else "led infantry"


@lru_cache(maxsize=MOST_KEPT)
def price_of(
    world: World,
    side: Side,
    activity: Activity,
    theater: Theater,
    *,
    initiative: int = 3,
    by_water: bool = False,
    naval: bool = False,
    free: bool = False,
) -> Price:
    """Return the price of an activity, and what may pay for it."""
    asked = Prices(
        side=side,
        activity=activity,
        theatre=theater,
        initiative=initiative,
        by_water=by_water,
        naval_leader=naval,
        free_reinforcement=free,
        production=PRODUCTION,
    )
    return prices(asked, Silent(context=world.house))


def activity_of(leader: Leader | None, sp: int) -> Activity:
    """Return which activity a move is: of one SP, of a leader with SP, or of a leader alone."""
    if leader is None:
        return "move_sp"
    return "leader_moves_sp" if sp else "move_leader_alone"


def in_pot(purse: Purse, pot: Pot, theater: Theater) -> int:
    """Return the points in a pot; the theater's is the one where the activity begins."""
    return int(getattr(purse, POTS[theater] if pot == "theatre" else pot))


def pots_for(purse: Purse, price: Price) -> tuple[Pot, ...]:
    """Return the pots that can pay a price in full."""
    return tuple(pot for pot in price.pots if in_pot(purse, pot, price.theatre) >= price.cp)


def room_left(world: World, ground: Ground, known: Known, hex_id: str, sp: int) -> int:
    """Return how many more SP may stay in a hex with so many (L-3)."""
    rails, river = _near(world, ground, hex_id)
    rail = any(known.held.get(id_) == known.side for id_ in rails)
    return _limit(world, world.graph.hexes[hex_id].terrain, rail=rail, river=river) - sp


@lru_cache(maxsize=MOST_KEPT)
def _near(world: World, ground: Ground, hex_id: str) -> tuple[tuple[str, ...], bool]:
    """Return the hexes near a hex that have rail, and whether a navigable river is as near."""
    near = world.graph.within((hex_id,), t.NEAR.at("hexes"))
    river = any(way.hexside == "navigable_river" for id_ in near for way in ground.ways[id_])
    return tuple(id_ for id_ in near if id_ in ground.rails), river


@lru_cache(maxsize=MOST_KEPT)
def _limit(world: World, terrain: str, *, rail: bool, river: bool) -> int:
    """Answer the same question of room once."""
    far = {"hexes_to_rail": 0 if rail else FAR, "hexes_to_navigable_river": 0 if river else FAR}
    return room(Room.model_validate({"terrain": terrain, **far}), Silent(context=world.house)).limit


def has_room(world: World, ground: Ground, known: Known, hex_id: str, already: int, more: int) -> bool:
    """Return whether so many more SP may stay in a hex."""
    if already + more <= NEVER_OVER:
        return True
    return room_left(world, ground, known, hex_id, already) >= more
