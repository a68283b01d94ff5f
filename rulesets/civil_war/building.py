"""1.3, H-12 and limits.md 1 and 4: forts, fortresses, depots and armies: who may build, and at what price."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.command import may_command_army
from rulesets.civil_war.turns import Activity, Prices, prices
from rulesets.civil_war.words import MOST_SP, Side, Theatre, Work, production_field, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning

Building = Literal["depot", "fort", "fortress", "army"]
ACTIVITIES: dict[Building, Activity] = {
    "depot": "build_depot",
    "fort": "build_fort",
    "fortress": "upgrade_to_fortress",
    "army": "form_army",
}


class Build(Inputs):
    side: Side = choice("Side")
    turn: int = turn_field()
    theatre: Theatre = choice("Theatre", default="East")
    what: Building = choice("What is built")
    sp: int = whole("Strength points of the builder here", least=0, most=MOST_SP, default=1, unit="SP")
    leader_stars: int = whole(
        "Stars of the leader here", least=0, most=4, default=0, help="0: none; naval ones do not count"
    )
    in_supply: bool = flag("In supply", default=True)
    demoralized: bool = flag("Demoralized")
    stands_still: bool = flag("A strength point here does not move this pulse", default=True)
    land_hex: bool = flag("A land hex", default=True)
    enemy_sp_here: bool = flag("Enemy strength points in the hex")
    enemy_sp_adjacent: bool = flag("Enemy strength points next to it")
    work_here: Work = choice("Work in the hex", default="none")
    fort_stood_a_turn: bool = flag("The fort stood a whole turn")
    points: int = whole("Victory points of the place here", least=0, most=9, default=0, unit="VP")
    port: bool = flag("A port in the hex")
    old_fortified_place: bool = flag("A place fortified later in the war")
    hexes_to_depot: int = whole("Hexes to the next own depot", least=0, most=99, default=99)
    hexes_to_rail: int = whole("Hexes to own rail", least=0, most=99, default=99)
    water_to_source: bool = flag(
        "Navigable river or port towards a source of supply", help="past no enemy fort or fortress"
    )
    on_map: int = whole("Of this kind on the map", least=0, most=99, default=0, help="those of the sheet not counted")
    built_here_this_turn: int = whole("Of this kind built this turn in this theatre", least=0, most=99, default=0)
    built_this_turn: int = whole("Of this kind built this turn in all", least=0, most=99, default=0)
    in_theatre: int = whole("Armies in this theatre", least=0, most=9, default=0)
    production: int = production_field()


@dataclass(frozen=True)
class BuildResult:
    """May it be built, at what price; every broken clause at once. It stands from the next pulse on."""

    what: Building
    cp: int
    broken: tuple[str, ...]
    stands_from: str = "next pulse"

    @property
    def allowed(self) -> bool:
        return not self.broken

    def __str__(self) -> str:
        return " ".join(self.broken) if self.broken else f"{self.what} for {self.cp} CP, stands from the next pulse on"


@procedure(
    id="civil_war.build",
    title="Build a depot, fort, fortress or army",
    rules=("CW-BUILD", "CW-PRICE"),
    examples=[
        Example(
            {"side": "USA", "what": "army", "leader_stars": 3, "sp": 4, "turn": 4},
            "army for 1 CP, stands from the next pulse on",
        ),
        Example({"side": "CSA", "what": "fort", "enemy_sp_adjacent": True}, "A fort is not built next to the enemy."),
    ],
    tables=[
        "civil_war.prices",
        "civil_war.price_rises",
        "civil_war.works",
        "civil_war.depots",
        "civil_war.armies",
        "civil_war.armies_in_a_theatre",
        "civil_war.command_limits",
    ],
)
def build(inputs: Build, work: Reckoning) -> BuildResult:
    """Who may build it (H-12), where and how many (the house's limits), and at what price (CW-1.3, 4.7)."""
    checks: dict[Building, Callable[[Build, Reckoning], Iterator[str]]] = {
        "depot": _depot,
        "fort": _fort,
        "fortress": _fortress,
        "army": _army,
    }
    broken = (*_everywhere(inputs), *checks[inputs.what](inputs, work))
    work.step(BOOK.at("H-12"), "broken clauses", list(broken), mark=Mark.HOUSE)
    price = prices(
        Prices(
            side=inputs.side,
            activity=ACTIVITIES[inputs.what],
            theatre=inputs.theatre,
            old_fortified_place=inputs.old_fortified_place,
            production=inputs.production,
        ),
        work,
    )
    return BuildResult(inputs.what, price.cp, broken)


def _everywhere(inputs: Build) -> Iterator[str]:
    if not inputs.land_hex:
        yield "It is built in a land hex."
    if inputs.demoralized:
        yield "A demoralized force builds nothing."
    if inputs.enemy_sp_here:
        yield "The enemy stands in the hex."


def _depot(inputs: Build, work: Reckoning) -> Iterator[str]:
    def limit(name: str) -> int:
        return work.read(t.WORKS, name, inputs.side, label=name)

    if not (inputs.leader_stars and inputs.sp):
        yield "A depot is built by a led force."
    if not inputs.in_supply:
        yield "The builder must be in supply."
    if inputs.hexes_to_depot < limit("hexes between depots"):
        yield "The next own depot is too near."
    depot, rail = limit("depot to the next depot"), limit("depot to rail")
    near = inputs.hexes_to_depot <= depot or inputs.hexes_to_rail <= rail
    if not (near or inputs.water_to_source):
        yield (
            f"A depot lies within {depot} hexes of another, {rail} of own rail, "
            "or on water that leads to a source of supply."
        )
    if inputs.on_map >= work.read(t.DEPOTS, inputs.turn, inputs.side):
        yield "There are as many depots as the side may have."
    if inputs.built_here_this_turn >= limit("depots built in a turn in a theatre"):
        yield "No more depots in this theatre this turn."


def _fort(inputs: Build, work: Reckoning) -> Iterator[str]:
    def limit(name: str) -> int:
        return work.read(t.WORKS, name, inputs.side, label=name)

    if not (inputs.sp and inputs.stands_still):
        yield "A fort is built by a strength point that does not move this pulse."
    if inputs.work_here != "none":
        yield "There is a work in the hex already."
    if inputs.enemy_sp_adjacent:
        yield "A fort is not built next to the enemy."
    if inputs.on_map >= limit("forts built on the map"):
        yield "The side has built all its forts."
    in_theatre = inputs.built_here_this_turn >= limit("forts built in a turn in a theatre")
    if in_theatre or inputs.built_this_turn >= limit("forts built in a turn in all"):
        yield "No more forts this turn."


def _fortress(inputs: Build, work: Reckoning) -> Iterator[str]:
    if inputs.work_here != "fort" or not inputs.fort_stood_a_turn:
        yield "A fortress is made from a fort that stood a whole turn."
    if not (inputs.points or inputs.port):
        yield "A fortress needs a place of one point or more, or a port."
    if inputs.on_map >= work.read(t.WORKS, "fortress upgrades in the game", inputs.side):
        yield "The side has made all its fortresses."


def _army(inputs: Build, work: Reckoning) -> Iterator[str]:
    if not may_command_army(inputs.leader_stars, work):
        yield "An army needs a leader of three stars or more."
    least = work.read(t.WORKS, "strength points to form an army", inputs.side)
    if inputs.sp < least:
        yield f"An army is formed of {least} strength points or more."
    if not inputs.in_supply:
        yield "An army is formed in supply."
    if inputs.on_map >= work.read(t.ARMIES, inputs.turn, inputs.side):
        yield "The side has as many armies as it may have."
    if inputs.in_theatre >= work.read(t.ARMIES_IN_A_THEATRE, inputs.theatre, inputs.side):
        yield "No more armies in this theatre."
