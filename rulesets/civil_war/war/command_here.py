"""Who leads whom in a hex, what it costs, and whether there is room: the book's procedures, asked for pieces."""

from collections.abc import Iterable, Sequence
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

MOST_LEADERS, FAR, MOST_PRICES = 30, 99, 4096
Rating = Literal["initiative", "tactical", "command"]
POTS: dict[Theater, str] = {"East": "east", "West": "west", "Trans-Mississippi": "trans_mississippi"}
NEVER_OVER = 6  # SP that have room anywhere, short of a campaign that overrides the limits to less


def rating(world: World, leader: Leader, name: Rating) -> int:
    """Return a rating of a leader's counter; no command rating is 0."""
    found = _cell(world, leader.side, leader.name, leader.stars, name)
    return found if isinstance(found, int) else 0


@lru_cache(maxsize=MOST_PRICES)
def _cell(world: World, side: Side, name: str, stars: int, column: str) -> int | str:
    return t.LEADERS.at(t.counter_key(side, name, stars), column, context=world.house)


def arm_of(world: World, leader: Leader) -> str:
    """Return what a leader leads: infantry, cavalry, or ships."""
    return str(_cell(world, leader.side, leader.name, leader.stars, "arm"))


def is_naval(world: World, leader: Leader) -> bool:
    """Return whether a leader leads ships."""
    return arm_of(world, leader) == "naval"


def here(world: World, leaders: Iterable[Leader]) -> tuple[LeaderHere, ...]:
    """Return leaders as the rule of command takes them."""
    return tuple(
        LeaderHere(name=each.name, stars=each.stars, cavalry=arm == "cavalry", naval=arm == "naval")
        for each in sorted(leaders, key=lambda each: (-each.stars, each.id))[:MOST_LEADERS]
        for arm in [arm_of(world, each)]
    )


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
    asked = WhoCommands(
        side=side, leaders=here(world, leaders), sp=sp, army=army, mover=mover, takes=takes, landing=landing
    )
    return who_commands(asked, Silent(context=world.house))


def mover_of(found: Command) -> Mover:
    """Return how a led force moves."""
    return "led cavalry" if found.as_arm == "cavalry" else "led infantry"


@lru_cache(maxsize=MOST_PRICES)
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
    terrain = world.graph.hexes[hex_id].terrain
    near = world.graph.within((hex_id,), t.NEAR.at("hexes"))
    rail = any(known.held.get(id_) == known.side and any(way.rail for way in ground.ways[id_]) for id_ in near)
    river = any(way.hexside == "navigable_river" for id_ in near for way in ground.ways[id_])
    asked = Room.model_validate(
        {
            "terrain": terrain,
            "sp": sp,
            "hexes_to_rail": 0 if rail else FAR,
            "hexes_to_navigable_river": 0 if river else FAR,
        }
    )
    return room(asked, Silent(context=world.house)).limit - sp


def has_room(world: World, ground: Ground, known: Known, hex_id: str, already: int, more: int) -> bool:
    """Return whether so many more SP may stay in a hex."""
    if already + more <= NEVER_OVER:
        return True
    return room_left(world, ground, known, hex_id, already) >= more
