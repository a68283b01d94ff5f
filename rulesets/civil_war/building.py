"""1.3, H-12, and limits L-1 and L-4: forts, fortresses, depots, and armies: who may build, and at what price."""

from collections.abc import Callable, Iterator
from typing import Literal

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.command import may_command_army
from rulesets.civil_war.turns import Activity, Prices, prices
from rulesets.civil_war.words import MOST_SP, Side, Theater, Work, production_field, turn_field
from rulesets.core.book import Mark
from rulesets.core.fields import Inputs, choice, flag, whole
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many

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
    theatre: Theater = choice("Theater", default="East")
    what: Building = choice("Build")
    sp: int = whole("Builder's SP here", least=0, most=MOST_SP, default=1, unit="SP")
    leader_stars: int = whole(
        "Leader's stars", least=0, most=4, default=0, help="0 for no leader. Naval leaders don't count."
    )
    in_supply: bool = flag("In supply", default=True)
    demoralized: bool = flag("Demoralized")
    stands_still: bool = flag("An SP here doesn't move this pulse", default=True)
    land_hex: bool = flag("Land hex", default=True)
    enemy_sp_here: bool = flag("Enemy SP in the hex")
    enemy_sp_adjacent: bool = flag("Enemy SP adjacent")
    work_here: Work = choice("Fort or fortress in the hex", default="none")
    fort_stood_a_turn: bool = flag("Fort has been here a full turn")
    points: int = whole("Victory points of the place", least=0, most=9, default=0, unit="VP")
    port: bool = flag("Port in the hex")
    old_fortified_place: bool = flag("Place fortified later in the war")
    hexes_to_depot: int = whole("Hexes to the nearest friendly depot", least=0, most=99, default=99)
    hexes_to_rail: int = whole("Hexes to friendly rail", least=0, most=99, default=99)
    water_to_source: bool = flag(
        "Water route to a supply source", help="By navigable river or port, past no enemy fort or fortress."
    )
    on_map: int = whole(
        "Built ones on the map", least=0, most=99, default=0, help="Of this kind, without those printed on the map."
    )
    built_here_this_turn: int = whole("Built this turn in this theater", least=0, most=99, default=0)
    built_this_turn: int = whole("Built this turn in all theaters", least=0, most=99, default=0)
    in_theatre: int = whole("Armies in this theater", least=0, most=9, default=0)
    production: int = production_field()


@dataclass(frozen=True)
class BuildResult:
    """The price, or every broken clause at once. The building counts from the next pulse."""

    what: Building
    cp: int
    broken: tuple[str, ...]
    stands_from: str = "next pulse"

    @property
    def allowed(self) -> bool:
        """Tell whether no clause is broken."""
        return not self.broken

    def __str__(self) -> str:
        return " ".join(self.broken) if self.broken else f"{self.what} for {self.cp} CP, in play from the next pulse"


@procedure(
    id="civil_war.build",
    title="Building",
    rules=("CW-BUILD", "CW-PRICE"),
    examples=[
        Example(
            {"side": "USA", "what": "army", "leader_stars": 3, "sp": 4, "turn": 4},
            "army for 1 CP, in play from the next pulse",
        ),
        Example(
            {"side": "CSA", "what": "fort", "enemy_sp_adjacent": True}, "A fort cannot be built adjacent to the enemy."
        ),
    ],
    tables=[
        "civil_war.prices",
        "civil_war.price_rises",
        "civil_war.works",
        "civil_war.depots",
        "civil_war.armies",
        "civil_war.armies_in_a_theater",
        "civil_war.command_limits",
    ],
)
def build(inputs: Build, work: Reckoning) -> BuildResult:
    """Check who may build, where, and how many (H-12, L-1, L-4), and look up the price (CW-1.3, 4.7)."""
    checks: dict[Building, Callable[[Build, Reckoning], Iterator[str]]] = {
        "depot": _depot,
        "fort": _fort,
        "fortress": _fortress,
        "army": _army,
    }
    broken = (*_everywhere(inputs), *checks[inputs.what](inputs, work))
    work.step(BOOK.at("H-12"), " ".join(broken) or "It may be built here.", list(broken), mark=Mark.HOUSE)
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
        yield "Build in a land hex."
    if inputs.demoralized:
        yield "A demoralized force cannot build."
    if inputs.enemy_sp_here:
        yield "Enemy SP are in the hex."


def _depot(inputs: Build, work: Reckoning) -> Iterator[str]:
    def limit(name: str) -> int:
        return work.read(t.WORKS, name, inputs.side, says=name)

    if not (inputs.leader_stars and inputs.sp):
        yield "A depot needs a leader and SP."
    if not inputs.in_supply:
        yield "The builder must be in supply."
    if inputs.hexes_to_depot < limit("hexes between depots"):
        yield "Another friendly depot is too close."
    depot, rail = limit("depot to the next depot"), limit("depot to rail")
    near = inputs.hexes_to_depot <= depot or inputs.hexes_to_rail <= rail
    if not (near or inputs.water_to_source):
        yield (
            f"A depot must be within {many(depot, 'hex')} of another or {rail} of friendly rail, "
            "or on a water route to a supply source."
        )
    if inputs.on_map >= work.read(t.DEPOTS, inputs.turn, inputs.side, says="Depots on the map, at most"):
        yield "The side has all the depots it may have."
    if inputs.built_here_this_turn >= limit("depots built in a turn in a theater"):
        yield "No more depots may be built in this theater this turn."


def _fort(inputs: Build, work: Reckoning) -> Iterator[str]:
    def limit(name: str) -> int:
        return work.read(t.WORKS, name, inputs.side, says=name)

    if not (inputs.sp and inputs.stands_still):
        yield "A fort needs an SP that doesn't move this pulse."
    if inputs.work_here != "none":
        yield "The hex already has a fort or fortress."
    if inputs.enemy_sp_adjacent:
        yield "A fort cannot be built adjacent to the enemy."
    if inputs.on_map >= limit("forts built on the map"):
        yield "The side has built all its forts."
    in_theater = inputs.built_here_this_turn >= limit("forts built in a turn in a theater")
    if in_theater or inputs.built_this_turn >= limit("forts built in a turn in all"):
        yield "No more forts may be built this turn."


def _fortress(inputs: Build, work: Reckoning) -> Iterator[str]:
    if inputs.work_here != "fort" or not inputs.fort_stood_a_turn:
        yield "A fortress needs a fort that has been there a full turn."
    if not (inputs.points or inputs.port):
        yield "A fortress needs a place worth at least 1 VP, or a port."
    if inputs.on_map >= work.read(
        t.WORKS, "fortress upgrades in the game", inputs.side, says="Fortress upgrades in the game"
    ):
        yield "The side has built all its fortresses."


def _army(inputs: Build, work: Reckoning) -> Iterator[str]:
    if not may_command_army(inputs.leader_stars, work):
        yield "An army needs a leader of at least 3 stars."
    least = work.read(t.WORKS, "strength points to form an army", inputs.side, says="SP to form an army, at least")
    if inputs.sp < least:
        yield f"An army needs at least {least} SP."
    if not inputs.in_supply:
        yield "An army must be formed in supply."
    if inputs.on_map >= work.read(t.ARMIES, inputs.turn, inputs.side, says="Armies on the map, at most"):
        yield "The side has all the armies it may have."
    if inputs.in_theatre >= work.read(t.ARMIES_IN_A_THEATER, inputs.theatre, inputs.side, says="Armies here, at most"):
        yield "No more armies may be formed in this theater."
