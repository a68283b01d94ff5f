"""2.1, 2.2, and limits L-1 to L-3: command, what a leader takes along, and stacking."""

from typing import Literal

from pydantic import model_validator

from rulesets.civil_war import BOOK
from rulesets.civil_war import tables as t
from rulesets.civil_war.turns import Prices, prices
from rulesets.civil_war.words import MOST_SP, Side, Terrain
from rulesets.core.book import Mark
from rulesets.core.errors import IllegalOrder
from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import first_up, listed, many, spoken

NO_NUMBER = 1000
REMOVED_STARS = 3
AsArm = Literal["infantry", "cavalry", "as they stand"]


class LeaderHere(Inputs):
    """A leader in the hex."""

    name: str = words("Leader", most=60)
    stars: int = whole("Stars", least=1, most=4)
    seniority: int = whole("Seniority", least=0, most=999, default=0, help="0 to read the seniority table.")
    cavalry: bool = flag("Cavalry leader")
    naval: bool = flag("Naval leader")


class WhoCommands(Inputs):
    side: Side = choice("Side")
    leaders: tuple[LeaderHere, ...] = several("Leaders in the hex", most=30, default=())
    sp: int = whole("SP in the hex", least=0, most=MOST_SP, unit="SP")
    army: bool = flag("Army in the hex")
    mover: str = words("Moving leader", most=60, default="", help="Leave blank for the commander.")
    takes: int = whole("SP taken along", least=0, most=MOST_SP, default=0, unit="SP", help="0 for as many as allowed.")
    landing: bool = flag("Amphibious landing")

    @model_validator(mode="after")
    def _check(self) -> "WhoCommands":
        names = [leader.name for leader in self.leaders]
        need_once("leaders", names)
        both = [leader.name for leader in self.leaders if leader.cavalry and leader.naval]
        if both:
            raise ValueError(f"leaders: {both[0]} must lead cavalry or ships, not both")
        if self.mover and self.mover not in names:
            raise ValueError(f"mover: must be a leader in the hex, not {self.mover}")
        return self


@dataclass(frozen=True)
class Command:
    """The commander, the order of the others, and what the moving leader may take along."""

    commander: str
    order: tuple[str, ...]
    commands_army: bool
    army_dissolves: bool
    mover: str
    limit: int
    takes: int
    stays: int
    as_arm: AsArm
    most_cavalry: int
    broken: tuple[str, ...]

    def __str__(self) -> str:
        if self.broken:
            return " ".join(self.broken)
        if not self.mover:
            return "nobody commands here; SP move one by one"
        who = f"{self.commander or 'nobody'} commands{' the army' if self.commands_army else ''}"
        then = " and" if self.mover == self.commander else f"; {self.mover}"
        return f"{who}{then} moves {self.takes} of {self.takes + self.stays} SP, {spoken(self.as_arm)}"


@procedure(
    id="civil_war.who_commands",
    title="Command",
    rules=("CW-COMMAND", "CW-CAVALRY"),
    examples=[
        Example(
            {
                "side": "CSA",
                "army": True,
                "sp": 9,
                "leaders": [
                    {"name": "Beauregard", "stars": 3},
                    {"name": "A.S. Johnston", "stars": 3},
                    {"name": "Forrest", "stars": 1, "cavalry": True},
                ],
            },
            "A.S. Johnston commands the army and moves 9 of 9 SP, as they are",
            title="Corinth, spring 1862",
        ),
        Example(
            {"side": "USA", "sp": 4, "leaders": [{"name": "Halleck", "stars": 3}]},
            "Halleck commands and moves 3 of 4 SP, infantry",
            title="St. Louis, spring 1862: no army",
        ),
    ],
    tables=["civil_war.command_limits", "civil_war.landing_limits"],
)
def who_commands(inputs: WhoCommands, work: Reckoning) -> Command:
    """Rank leaders by stars, then seniority; a leader takes SP by his stars, an army commander all (CW-2.1, L-2)."""
    on_land = _by_seniority(inputs, work)
    leads_army = inputs.army and inputs.sp > 0 and bool(on_land) and may_command_army(on_land[0].stars, work)
    mover = next((leader for leader in inputs.leaders if leader.name == inputs.mover), None)
    mover = mover or (on_land[0] if on_land else None)
    as_army = leads_army and mover is on_land[0]
    limit = _limit(mover, inputs, work, as_army=as_army) if mover else 0
    may_take = min(limit, inputs.sp)
    takes = min(inputs.takes, may_take) if inputs.takes else may_take
    arm, most_cavalry = _arm(mover, takes, as_army=as_army, work=work)
    return Command(
        commander=on_land[0].name if on_land else "",
        order=tuple(leader.name for leader in on_land),
        commands_army=leads_army,
        army_dissolves=inputs.army and not leads_army,
        mover=mover.name if mover else "",
        limit=limit,
        takes=takes,
        stays=inputs.sp - takes,
        as_arm=arm,
        most_cavalry=most_cavalry,
        broken=_too_many(mover, limit, inputs),
    )


def may_command_army(stars: int, work: Reckoning) -> bool:
    """Tell whether a leader of this rank may command an army."""
    begins = f"Army commander of {many(stars, 'star')}"
    return stars > 0 and work.read(t.COMMAND_LIMITS, stars, "army commander", says=begins) > 0


def _by_seniority(inputs: WhoCommands, work: Reckoning) -> list[LeaderHere]:
    """Sort the land leaders, the commander first; naval leaders never command on land."""
    numbers = {leader.name: _seniority(leader, inputs.side, work) for leader in inputs.leaders if not leader.naval}
    land = [leader for leader in inputs.leaders if not leader.naval]
    return sorted(land, key=lambda leader: (-leader.stars, numbers[leader.name], leader.name))


def _seniority(leader: LeaderHere, side: Side, work: Reckoning) -> int:
    if leader.seniority:
        return leader.seniority
    key = t.counter_key(side, leader.name, leader.stars)
    if key in t.SENIORITY.rows:
        return work.read(t.SENIORITY, key, says=f"{leader.name}, seniority")
    says = f"{first_up(leader.name)} has no seniority, so all others come first."
    work.step("R-107", says, NO_NUMBER, mark=Mark.HOUSE)
    return NO_NUMBER


def _limit(mover: LeaderHere, inputs: WhoCommands, work: Reckoning, *, as_army: bool) -> int:
    if mover.naval:
        return work.read(t.SEA_LIMITS, inputs.side, says=f"{mover.name}, landing") if inputs.landing else 0
    kind = "army commander" if as_army else "leader"
    return work.read(t.COMMAND_LIMITS, mover.stars, kind, says=f"{mover.name}, at most")


def _arm(mover: LeaderHere | None, takes: int, work: Reckoning, *, as_army: bool) -> tuple[AsArm, int]:
    """Count SP under a cavalry leader as cavalry; in an army only as many as his stars (R-106)."""
    cavalry = bool(mover and mover.cavalry)
    most = min(takes, mover.stars) if mover and cavalry else 0
    if as_army:
        if cavalry:
            work.step("R-106", f"Up to {most} SP of the army count as cavalry.", most, mark=Mark.HOUSE)
        return "as they stand", most
    arm: AsArm = "cavalry" if cavalry else "infantry"
    work.step(BOOK.at("2.2"), f"The SP count as {arm}.", arm, mark=Mark.PRINTED)
    return arm, most


def _too_many(mover: LeaderHere | None, limit: int, inputs: WhoCommands) -> tuple[str, ...]:
    broken = []
    if inputs.takes > inputs.sp:
        broken.append(f"The hex has only {inputs.sp} SP.")
    if mover and inputs.takes > limit:
        broken.append(f"{first_up(mover.name)} may take {limit} SP, not {inputs.takes}.")
    if mover is None and inputs.takes:
        broken.append("Nobody here may lead SP.")
    return tuple(broken)


class RemoveCommander(Inputs):
    side: Side = choice("Side")
    stars: int = whole("Stars", least=1, most=4)
    commands_army: bool = flag("Commands an army", default=True)
    has_two_star_counter: bool = flag("Has a two-star counter")


@dataclass(frozen=True)
class Removal:
    """The price of removing an army commander, and his possible fates."""

    cp: int
    choices: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.cp} CP: {listed(self.choices, 'or')}"


@procedure(
    id="civil_war.remove_commander",
    title="Army commander removal",
    rules=("CW-PRICE",),
    examples=[Example({"side": "USA", "stars": 3}, "2 CP: moved elsewhere or removed")],
    tables=["civil_war.prices"],
)
def remove_commander(inputs: RemoveCommander, work: Reckoning) -> Removal:
    """Price the removal of a three-star leader who commands an army (CW-1.3)."""
    if inputs.stars != REMOVED_STARS or not inputs.commands_army:
        raise IllegalOrder(
            "stars: only a three-star leader who commands an army can be removed.",
            cites=BOOK.at("1.3"),
            field="stars",
        )
    price = prices(Prices(side=inputs.side, activity="remove_army_commander"), work)
    choices = ("moved elsewhere", "removed", *(("demoted",) if inputs.has_two_star_counter else ()))
    return Removal(price.cp, choices)


class Room(Inputs):
    terrain: Terrain = choice("Terrain")
    hexes_to_rail: int = whole("Hexes to friendly rail", least=0, most=99, default=0)
    hexes_to_navigable_river: int = whole("Hexes to a navigable river", least=0, most=99, default=99)
    sp: int = whole("The side's SP", least=0, most=MOST_SP, default=0, unit="SP")


@dataclass(frozen=True)
class RoomResult:
    """The stacking limit, and the SP over it."""

    limit: int
    over: int

    def __str__(self) -> str:
        return f"up to {self.limit} SP" + (f", {self.over} too many" if self.over else "")


@procedure(
    id="civil_war.room",
    title="Stacking limit",
    examples=[Example({"terrain": "swamp", "sp": 14}, "up to 12 SP, 2 too many")],
    tables=["civil_war.room", "civil_war.near"],
)
def room(inputs: Room, work: Reckoning) -> RoomResult:
    """Check stacking after each order and each retreat; depots, forts, and leaders don't count (CW-L-3)."""
    if inputs.terrain == "sea":
        work.step(BOOK.at("4.2"), "Land forces cannot be at sea.", 0, mark=Mark.SOURCED)
        return RoomResult(0, inputs.sp)
    limit = work.read(t.ROOM, inputs.terrain, says=f"{inputs.terrain} hex, at most")
    if min(inputs.hexes_to_rail, inputs.hexes_to_navigable_river) > work.read(
        t.NEAR, "hexes", says="Near rail or river, up to"
    ):
        limit = min(limit, work.read(t.ROOM, "far from rail and river", says="Far from rail and river, at most"))
    return RoomResult(limit, max(0, inputs.sp - limit))
