"""The words of a war's pages: sides, phases, accounts, hexes, and pieces as people name them."""

from rulesets.civil_war import BOOK
from rulesets.civil_war.war import World
from rulesets.civil_war.war.state import Pot, Purse
from rulesets.civil_war.words import Side, Theater
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, many

SIDES: dict[Side, str] = {"USA": "Union", "CSA": "Confederate"}
POINTS_OF: dict[str, Theater] = {"east": "East", "west": "West", "trans_mississippi": "Trans-Mississippi"}
PHASES = {
    "reinforcement": "Reinforcement",
    "command": "Command",
    "raider": "Commerce raiders",
    "blockade": "Blockade",
    "pulse": "Action",
    "action": "Action",
    "table use": "End of the action",
    "rally": "Rally",
    "end": "End of the turn",
    "over": "The war is over",
}
INSTRUCTIONS = {
    "stay": "Stay where he is",
    "support": "Support a battle next to him",
    "attack": "Attack whoever moves next to him",
}


@dataclass(frozen=True)
class Option:
    """A value that may be chosen, and its label."""

    value: str
    label: str


@dataclass(frozen=True)
class Fact:
    """A sentence that a page says, and its rule."""

    words: str
    cites: str


def cite(section: str) -> str:
    """Return a citation of the book of the war: CW-1.4."""
    return str(BOOK.at(section))


def place_of(world: World, hex_id: str) -> str:
    """Return a hex as people name it, within a sentence."""
    return world.graph.hexes[hex_id].name if hex_id in world.graph.hexes else "no hex"


def accounts_in_play(world: World) -> tuple[str, ...]:
    """Return the accounts of a purse that a scenario uses, in the order in which they are shown."""
    theaters = (name for name, theater in POINTS_OF.items() if theater in world.scenario.theaters)
    return (*theaters, "discretionary", "naval")


def account_words(name: str) -> str:
    """Return the name of an account: West, discretionary."""
    return POINTS_OF.get(name) or first_up(name)


def pot_words(pot: Pot, theater: Theater, purse: Purse) -> str:
    """Return a pot as a choice, with what is in it."""
    name = next(name for name, each in POINTS_OF.items() if each == theater) if pot == "theatre" else str(pot)
    return f"{account_words(name)}, {getattr(purse, name)} left"


def kind_words(number: int, quality: str, arm: str) -> str:
    """Return strength points of one kind: 4 veteran infantry."""
    return f"{number} {quality} {arm}"


def stars_words(stars: int) -> str:
    """Return a leader's rank in words."""
    return many(stars, "star")
