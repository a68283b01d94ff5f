"""The order of battle that a side edits and seals: the tree of commands, with names, commanders, and batteries.

Every part has an address made of its place: `c0` a corps, `c0d1` its division, `d0` a division outside any corps,
`c0d1b2` a brigade, `c0d1p0` a strength point, `c0d1g0` a battery. The army itself is the empty address.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.order_of_battle import (
    INVENTED,
    Brigade,
    Corps,
    Division,
    LeaderCounter,
    OrderOfBattle,
    Point,
    Present,
    arm_under,
    stands_of,
)
from rulesets.cw_to_ff.state import Arm, Quality

LONGEST_NAME = 60
Kind = tuple[Quality, Arm]


@dataclass(frozen=True)
class NamedBattery:
    name: str
    arm: Arm = Arm.INFANTRY  # cavalry for horse artillery

    @classmethod
    def from_json(cls, plain: Json) -> "NamedBattery":
        return cls(plain["name"], Arm(plain["arm"]))


@dataclass(frozen=True)
class NamedBrigade:
    name: str
    commander: str
    quality: Quality
    arm: Arm
    stands: int

    @property
    def kind(self) -> Kind:
        return self.quality, self.arm

    @classmethod
    def from_json(cls, plain: Json) -> "NamedBrigade":
        kind = Quality(plain["quality"]), Arm(plain["arm"])
        return cls(plain["name"], plain["commander"], *kind, plain["stands"])


@dataclass(frozen=True)
class NamedDivision:
    """A division: `leader` is a leader present, or empty for the invented `commander`. Each of its points is listed.

    `carried` names the points whose carryover counts here; without a division that says so, it counts where a point
    is first listed (R-4).
    """

    leader: str
    commander: str
    name: str
    points: tuple[str, ...]
    brigades: tuple[NamedBrigade, ...]
    batteries: tuple[NamedBattery, ...] = ()
    carried: tuple[str, ...] = ()

    @classmethod
    def from_json(cls, plain: Json) -> "NamedDivision":
        return cls(
            plain["leader"],
            plain["commander"],
            plain["name"],
            tuple(plain["points"]),
            tuple(map(NamedBrigade.from_json, plain["brigades"])),
            tuple(map(NamedBattery.from_json, plain["batteries"])),
            tuple(plain["carried"]),
        )


@dataclass(frozen=True)
class NamedCorps:
    leader: str
    commander: str
    name: str
    divisions: tuple[NamedDivision, ...]
    batteries: tuple[NamedBattery, ...] = ()

    @classmethod
    def from_json(cls, plain: Json) -> "NamedCorps":
        return cls(
            plain["leader"],
            plain["commander"],
            plain["name"],
            tuple(map(NamedDivision.from_json, plain["divisions"])),
            tuple(map(NamedBattery.from_json, plain["batteries"])),
        )


@dataclass(frozen=True)
class NamedOrder:
    """An army. Supernumerary leaders have no command."""

    leader: str
    name: str
    corps: tuple[NamedCorps, ...]
    divisions: tuple[NamedDivision, ...]
    supernumerary: tuple[str, ...] = ()
    batteries: tuple[NamedBattery, ...] = ()

    def to_json(self) -> Json:
        plain: Json = as_json(self)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "NamedOrder":
        """Read what `to_json` wrote."""
        return cls(
            plain["leader"],
            plain["name"],
            tuple(map(NamedCorps.from_json, plain["corps"])),
            tuple(map(NamedDivision.from_json, plain["divisions"])),
            tuple(plain["supernumerary"]),
            tuple(map(NamedBattery.from_json, plain["batteries"])),
        )

    def all_leaders(self) -> Iterator[str]:
        """Yield every leader who is named, with a command or without one."""
        of_corps = (corps.leader for corps in self.corps)
        of_divisions = (division.leader for _, _, division in self.all_divisions())
        leading = (self.leader, *of_corps, *of_divisions)
        yield from (leader for leader in (*leading, *self.supernumerary) if leader != INVENTED)

    def all_divisions(self) -> Iterator[tuple[str, NamedCorps | None, NamedDivision]]:
        """Yield every division with its address and its corps."""
        for n, corps in enumerate(self.corps):
            yield from ((f"c{n}d{m}", corps, division) for m, division in enumerate(corps.divisions))
        yield from ((f"d{m}", None, division) for m, division in enumerate(self.divisions))

    def all_brigades(self) -> Iterator[tuple[str, str, NamedBrigade]]:
        """Yield every brigade with its address and its division's."""
        for at, _, division in self.all_divisions():
            yield from ((f"{at}b{n}", at, brigade) for n, brigade in enumerate(division.brigades))

    def all_batteries(self) -> Iterator[NamedBattery]:
        yield from (battery for _, _, battery in self.batteries_by_address())

    def batteries_by_address(self) -> Iterator[tuple[str, str, NamedBattery]]:
        """Yield every battery with its address and that of its command."""
        holders: list[tuple[str, tuple[NamedBattery, ...]]] = [("", self.batteries)]
        holders += [(f"c{n}", corps.batteries) for n, corps in enumerate(self.corps)]
        holders += [(at, division.batteries) for at, _, division in self.all_divisions()]
        for holder, batteries in holders:
            yield from ((f"{holder}g{n}", holder, battery) for n, battery in enumerate(batteries))

    def as_checked(self) -> OrderOfBattle:
        """Return the order as the checker reads it."""
        return OrderOfBattle(
            army_leader=self.leader,
            corps=tuple(
                Corps(
                    leader=corps.leader,
                    divisions=tuple(map(_as_checked, corps.divisions)),
                    name=corps.name,
                    **_counted(corps.batteries),
                )
                for corps in self.corps
            ),
            divisions=tuple(map(_as_checked, self.divisions)),
            supernumerary=self.supernumerary,
            **_counted(self.batteries),
        )


def _as_checked(division: NamedDivision) -> Division:
    brigades = (Brigade(quality=b.quality, arm=b.arm, stands=b.stands, name=b.name) for b in division.brigades)
    return Division(
        leader=division.leader,
        items=division.points,
        carried=division.carried,
        brigades=tuple(brigades),
        name=division.name,
        **_counted(division.batteries),
    )


def _counted(batteries: tuple[NamedBattery, ...]) -> dict[str, Any]:
    horse = sum(battery.arm is Arm.CAVALRY for battery in batteries)
    return {"batteries": len(batteries) - horse, "horse_batteries": horse}


@dataclass(frozen=True)
class Troops:
    """The strength points and leaders of one army, looked up by id, with the ratio that it fights by."""

    present: Present
    ratio: int

    @cached_property
    def points(self) -> Mapping[str, Point]:
        return {point.id: point for point in self.present.items}

    @cached_property
    def leaders(self) -> Mapping[str, LeaderCounter]:
        return {leader.id: leader for leader in self.present.leaders}

    def arm_of(self, point: str, corps: NamedCorps | None, division: NamedDivision) -> Arm:
        """Return cavalry for a point under the cavalry leader it was with on the map (R-3)."""
        above = (division.leader, corps.leader if corps else INVENTED)
        mounted = {leader: self.leaders[leader].cavalry for leader in above if leader in self.leaders}
        return arm_under(mounted, self.points[point].under)

    def shares(self, order: NamedOrder) -> dict[str, list[tuple[Kind, str, int]]]:
        """Return the stands that each point brings to each division: their kind, the point's id, and how many."""
        bearers = _bearers(order)
        found: dict[str, list[tuple[Kind, str, int]]] = {}
        for address, corps, division in order.all_divisions():
            mine = found[address] = []
            for point, count in Counter(division.points).items():
                kind = self.points[point].quality, self.arm_of(point, corps, division)
                stands = stands_of(self.points[point], count, self.ratio, carries=bearers[point] == address)
                mine.append((kind, point, stands))
        return found


def _bearers(order: NamedOrder) -> dict[str, str]:
    """Return the address of the division in which each point's carryover counts."""
    divisions = [(address, division) for address, _, division in order.all_divisions()][::-1]
    first = {point: address for address, division in divisions for point in division.points}
    return first | {
        point: address for address, division in divisions for point in division.carried if point in division.points
    }


Booked = tuple[tuple[str, int], ...]


def booking(order: NamedOrder, troops: Troops) -> dict[str, Booked]:
    """Assign every stand to its strength point, by brigade: points and brigades of one kind in a division, in order.

    A brigade with more stands than its points have is assigned fewer; `is_whole` tells.
    """
    found: dict[str, Booked] = {}
    shares = troops.shares(order)
    for address, _, division in order.all_divisions():
        left = shares[address]
        for n, brigade in enumerate(division.brigades):
            found[f"{address}b{n}"], left = _taken(left, brigade)
    return found


def _taken(left: list[tuple[Kind, str, int]], brigade: NamedBrigade) -> tuple[Booked, list[tuple[Kind, str, int]]]:
    """Take a brigade's stands from what is left; return both."""
    wanted, booked, after = brigade.stands, [], []
    for kind, point, stands in left:
        taken = min(wanted, stands) if kind == brigade.kind else 0
        if taken:
            booked.append((point, taken))
            wanted -= taken
        if stands > taken:
            after.append((kind, point, stands - taken))
    return tuple(booked), after


def address_of(path: Sequence[str | int]) -> str | None:
    """Return the address of a checker's path, or none for the whole: corps 0, divisions 1 is `c0d1`."""
    if path[:1] == ("army_leader",):
        return ""
    letters = {"corps": "c", "divisions": "d", "brigades": "b"}
    steps = list(zip(path[::2], path[1::2], strict=False))
    if not steps or any(name not in letters for name, _ in steps):
        return None
    return "".join(f"{letters[str(name)]}{n}" for name, n in steps)


def is_whole(order: NamedOrder, troops: Troops) -> bool:
    """Tell whether every point of the army is listed once, and each of its stands is in one brigade."""
    listed = Counter(point for _, _, division in order.all_divisions() for point in division.points)
    if listed != {point.id: point.size for point in troops.present.items}:
        return False
    shares, booked = troops.shares(order), booking(order, troops)
    for address, _, division in order.all_divisions():
        stands = sum(count for _, _, count in shares[address])
        mine = [booked[f"{address}b{n}"] for n in range(len(division.brigades))]
        full = all(sum(count for _, count in each) == b.stands for each, b in zip(mine, division.brigades, strict=True))
        if not full or stands != sum(brigade.stands for brigade in division.brigades):
            return False
    return True
