"""4: the order of battle as a value, and the rank of a leader."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from rulesets.core.fields import Inputs, choice, flag, need_once, several, whole, words
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, many
from rulesets.cw_to_ff.rulings import R_5
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.cw_to_ff.strength import MOST_SP, Army, Item, nearest
from rulesets.cw_to_ff.tables import RANK

INVENTED = ""
ARMY_STARS, SENIOR_STARS = 4, 3
MOST_BRIGADES, MOST_LEADERS = 60, 20  # of one army
MOST_BATTERIES = 2000
MOST_LISTED = 1000  # brigades that an order of battle can list and still be checked
Id = Annotated[str, Field(max_length=60)]


class LeaderCounter(Inputs):
    """A leader at the battle."""

    leads = ("id", "stars", "cavalry")
    id: str = words("Leader", most=60)
    name: str = words("Name", default="")
    stars: int = whole("Stars", least=1, most=4, unit="stars", default=1)
    seniority: int = whole("Seniority", least=0, most=500, default=0, help="1 is the most senior of that rank.")
    cavalry: bool = flag("Cavalry leader")


class Point(Item):
    """A strength-point item, with the cavalry leader it was with."""

    under: str | None = words("Cavalry leader on the map", most=60, default=None)


class Brigade(Inputs):
    quality: Quality = choice("Quality", default=Quality.VETERAN)
    arm: Arm = choice("Arm", default=Arm.INFANTRY)
    stands: int = whole("Stands", least=1, most=2000, unit="stands")
    batteries: int = whole("Batteries", least=0, most=200, unit="batteries", default=0)
    name: str = words("Name", default="")
    triple: str = words("Triple", most=12, default="", help="Filled in where Fire and Fury's chart has one.")


class Division(Inputs):
    """A division. List an item once for each of its points here; leave the leader blank for an invented one."""

    leader: str = words("Leader", most=60, default=INVENTED)
    items: tuple[Id, ...] = several("Strength points", most=MOST_SP, default=())
    brigades: tuple[Brigade, ...] = several("Brigades", most=60, default=())
    carried: tuple[Id, ...] = several(
        "Items whose carryover counts here",
        most=MOST_SP,
        default=(),
        help="Leave blank to count it where it is first listed.",
    )
    batteries: int = whole("Foot batteries", least=0, most=200, unit="batteries", default=0)
    horse_batteries: int = whole("Horse batteries", least=0, most=200, unit="batteries", default=0)
    name: str = words("Name", default="")


class Corps(Inputs):
    leader: str = words("Leader", most=60, default=INVENTED)
    divisions: tuple[Division, ...] = several("Divisions", most=MOST_SP, default=())
    batteries: int = whole("Foot batteries", least=0, most=200, unit="batteries", default=0)
    horse_batteries: int = whole("Horse batteries", least=0, most=200, unit="batteries", default=0)
    name: str = words("Name", default="")


class OrderOfBattle(Inputs):
    """An army. Supernumerary leaders are those without a command."""

    army_leader: str = words("Army leader", most=60, default=INVENTED)
    corps: tuple[Corps, ...] = several("Corps", most=MOST_SP, default=())
    divisions: tuple[Division, ...] = several("Divisions outside any corps", most=MOST_SP, default=())
    supernumerary: tuple[Id, ...] = several("Supernumerary leaders", most=60, default=())
    batteries: int = whole("Foot batteries at army level", least=0, most=MOST_BATTERIES, unit="batteries", default=0)
    horse_batteries: int = whole(
        "Horse batteries at army level", least=0, most=MOST_BATTERIES, unit="batteries", default=0
    )

    @model_validator(mode="after")
    def _has_limits_in_all(self) -> "OrderOfBattle":
        divisions = [division for _, division in self.all_divisions()]
        brigades = sum(len(division.brigades) for division in divisions)
        for count, most, what in ((len(divisions), MOST_SP, "divisions"), (brigades, MOST_LISTED, "brigades")):
            if count > most:
                raise ValueError(f"{count:,} {what} are too many. Enter at most {most:,} in all.")
        return self

    def all_divisions(self) -> Iterator[tuple[Corps | None, Division]]:
        """Yield every division with its corps."""
        yield from ((corps, division) for corps in self.corps for division in corps.divisions)
        yield from ((None, division) for division in self.divisions)


class Present(Army):
    """The strength points and leaders present."""

    leads: ClassVar[tuple[str, ...]] = ("items", "leaders")
    items: tuple[Point, ...] = several("Strength points", most=200, default=())
    leaders: tuple[LeaderCounter, ...] = several("Leaders", most=MOST_LEADERS, default=())

    @model_validator(mode="after")
    def _ids_and_horses(self) -> "Present":
        need_once("items", [item.id for item in self.items], empty_too=True)
        need_once("leaders", [leader.id for leader in self.leaders])
        cavalry = {leader.id for leader in self.leaders if leader.cavalry}
        names = {leader.id: leader.name for leader in self.leaders if leader.name}
        for item in self.items:
            if item.under is not None and item.under not in cavalry:
                leader = names.get(item.under, item.under) or "an unnamed leader"
                raise ValueError(f"items: {item.id or 'one'} is with {leader}, who is not a cavalry leader here")
            if item.arm is Arm.CAVALRY and item.under is None:
                raise ValueError(f"items: {item.id or 'one'} is cavalry; name its cavalry leader")
        return self


class Proposed(Present):
    leads = ("items", "leaders", "order")
    order: OrderOfBattle = choice("Order of battle", default=OrderOfBattle())


class Stars(Inputs):
    """A leader, and the other leaders present."""

    stars: int = whole("Stars", least=1, most=4, unit="stars")
    is_senior: bool = flag("Senior three-star leader")
    four_star_present: bool = flag("A four-star leader is present")


@dataclass(frozen=True)
class Ranked:
    rank: Rank

    def __str__(self) -> str:
        return f"{self.rank} leader"


@procedure(
    id="cw_to_ff.leader_rank",
    title="Leader rank",
    rules=("VG-4B",),
    examples=[
        Example({"stars": 1}, "division leader"),
        Example({"stars": 2}, "corps leader"),
        Example({"stars": 3, "is_senior": True}, "army leader"),
        Example({"stars": 3}, "corps leader"),
        Example({"stars": 4}, "army leader"),
    ],
    tables=("cw_to_ff.rank",),
)
def leader_rank(inputs: Stars, work: Reckoning) -> Ranked:
    """Rank a leader by stars; without a four-star, the senior three-star leads the army (R-5)."""
    leads = inputs.is_senior and not inputs.four_star_present and work.chosen(R_5) == R_5.default
    who = f"{'The senior' if leads else 'A'} leader of {many(inputs.stars, 'star')}"
    return Ranked(work.read(RANK, inputs.stars, "yes" if leads else "no", says=lambda r: f"{who} is {a(r)} leader."))


def ranks_of(leaders: tuple[LeaderCounter, ...], work: Reckoning) -> dict[str, Rank]:
    """Return every leader's rank, by id."""
    four = any(leader.stars == ARMY_STARS for leader in leaders)
    three = [leader for leader in leaders if leader.stars == SENIOR_STARS]
    senior = min(three, key=by_seniority, default=None)
    return {
        leader.id: leader_rank(Stars(stars=leader.stars, is_senior=leader is senior, four_star_present=four), work).rank
        for leader in leaders
    }


def by_seniority(leader: LeaderCounter) -> tuple[int, int, str]:
    """Sort by stars, then seniority: the order in which commands are given."""
    return -leader.stars, leader.seniority or 999, leader.id


def arm_under(leaders: Mapping[str, bool], under: str | None) -> Arm:
    """Return the arm of a point in a command: cavalry only under the cavalry leader it was with (R-3).

    `leaders` are those above it in the order of battle, each with whether it is a cavalry leader."""
    return Arm.CAVALRY if under is not None and leaders.get(under, False) else Arm.INFANTRY


def stands_of(point: Point, count: int, ratio: int, *, carries: bool) -> int:
    """Return the stands of some points of an item; its carryover counts where the item is first listed (R-4)."""
    return max(0, nearest(ratio * count - (ratio * point.carried_loss if carries else 0)))
