"""4A to 4E met at once: a legal order of battle for what is present, by stated preferences.

In this order: every counter has a command; fewest invented leaders; cavalry under cavalry leaders; brigades of one
quality, as even as can be; the senior leader has the larger command and the better troops.
"""

from collections import Counter as Tally
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import ceil

from rulesets.core.errors import BeyondTheTable
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.sentences import many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.order_of_battle import (
    INVENTED,
    Brigade,
    Corps,
    Division,
    LeaderCounter,
    OrderOfBattle,
    Point,
    Present,
    by_seniority,
    ranks_of,
    stands_of,
)
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.cw_to_ff.tables import BRIGADE_STANDS, COMMAND, PARTS, RATIO
from rulesets.fire_and_fury.tables import EFFECTIVENESS

BEST_FIRST = (Quality.CRACK, Quality.VETERAN, Quality.GREEN)


@dataclass(frozen=True)
class Draft:
    """The order, how many leaders it invents, and the clauses that cannot be met with what is present."""

    order: OrderOfBattle
    invented: int
    unmet: tuple[Fault, ...] = ()

    def __str__(self) -> str:
        divisions = [division for _, division in self.order.all_divisions()]
        brigades = sum(len(division.brigades) for division in divisions)
        extra = f", {len(self.order.supernumerary)} supernumerary" if self.order.supernumerary else ""
        unmet = "".join(f"; {fault.sentence}" for fault in self.unmet)
        counts = f"{len(self.order.corps)} corps, {many(len(divisions), 'division')}, {many(brigades, 'brigade')}"
        return f"{counts}; {many(self.invented, 'invented leader')}{extra}{unmet}"


@dataclass
class _Command:
    """A division in the making. `cavalry` names the leader under whom its points are cavalry."""

    leader: str = INVENTED
    points: list[Point] = field(default_factory=list)
    room: int = 0
    cavalry: str = INVENTED


@dataclass(frozen=True)
class _Limits:
    """What the tables allow, as this campaign plays them."""

    ratio: int
    batteries: int
    division: int
    corps_least: int
    corps: int
    divisions: int
    brigades_least: int
    brigades: int
    aim: int
    brigade_stands: int

    @classmethod
    def of(cls, given: Present, work: Reckoning) -> "_Limits":
        per_sp = given.batteries_per_sp
        return cls(
            ratio=given.stands_per_sp or work.read(RATIO, "stands"),
            batteries=work.read(RATIO, "batteries") if per_sp is None else per_sp,
            division=work.read(COMMAND, Rank.DIVISION, "most"),
            corps_least=work.read(COMMAND, Rank.CORPS, "least"),
            corps=work.read(COMMAND, Rank.CORPS, "most"),
            divisions=work.read(PARTS, "fewest divisions of a corps"),
            brigades_least=work.read(PARTS, "fewest brigades of a division"),
            brigades=work.read(PARTS, "most brigades of a division"),
            aim=work.read(BRIGADE_STANDS, "aimed at"),
            brigade_stands=work.read(BRIGADE_STANDS, "most allowed"),
        )


class _Drafter:
    """Takes the leaders from the highest rank and seniority down, then fills their commands."""

    def __init__(self, given: Present, work: Reckoning) -> None:
        self.given, self.limits, self.context = given, _Limits.of(given, work), work.context
        self.ranks = ranks_of(given.leaders, work)
        self.unmet: list[Fault] = []
        self.supernumerary: list[str] = []
        self.pool = [point for item in given.items for point in [item] * item.size]
        self.pool.sort(key=lambda point: BEST_FIRST.index(point.quality))

    def refuse(self, clause: str, sentence: str) -> None:
        self.unmet.append(Fault(str(BOOK.at(clause)), sentence, "the strength points"))

    def leaders(self, rank: Rank) -> list[LeaderCounter]:
        return sorted((each for each in self.given.leaders if self.ranks[each.id] is rank), key=by_seniority)

    def draft(self) -> Draft:
        if not self.pool:
            self.refuse("4C", "There are no strength points: nobody can be given a command.")
        total, army = len(self.pool), self.leaders(Rank.ARMY)
        chief = army[0].id if army else INVENTED
        self.supernumerary += [leader.id for leader in army[1:]]
        corps, divisional = self.commanders(total)
        horse = self.cavalry_divisions(corps, divisional, total)
        foot = self.foot_divisions(corps, divisional, horse)
        groups, loose = self.grouped(corps, foot + horse, has_chief=bool(army))
        return self.written(chief, groups, loose)

    # who leads

    def commanders(self, total: int) -> tuple[list[LeaderCounter], list[LeaderCounter]]:
        """Corps and division leaders for whom there is enough; an only leader goes a level down (R-6)."""
        corps, divisional = self.leaders(Rank.CORPS), self.leaders(Rank.DIVISION)
        if len(self.given.leaders) == 1 and corps and 0 < total < self.limits.corps_least:
            corps, divisional = [], corps
        corps = self.kept(corps, total // self.limits.corps_least, self.limits.corps_least)
        return corps, self.kept(divisional, total, 1)

    def kept(self, leaders: list[LeaderCounter], most: int, least_cavalry: int) -> list[LeaderCounter]:
        able = [each for each in leaders if not each.cavalry or len(self.stood_with(each)) >= least_cavalry]
        kept = able[:most]
        self.supernumerary += [each.id for each in leaders if each not in kept]
        return kept

    def stood_with(self, leader: LeaderCounter) -> list[Point]:
        return [point for point in self.pool if point.under == leader.id]

    # cavalry

    def cavalry_divisions(
        self, corps: list[LeaderCounter], divisional: list[LeaderCounter], total: int
    ) -> list[_Command]:
        """Cavalry leaders take those who stood with them, but leave every other leader enough to command."""
        horse: list[_Command] = []
        spare = total - max(len(divisional), len(corps) * self.limits.divisions)
        for leader in [each for each in divisional if each.cavalry]:
            mine = self.stood_with(leader)[: min(self.limits.division, 1 + max(0, spare))]
            spare -= len(mine) - 1
            horse.append(_Command(leader.id, self.take(mine), len(mine), leader.id))
        for leader in [each for each in corps if each.cavalry]:
            mine = self.take(self.stood_with(leader)[: max(self.limits.corps_least, min(self.limits.corps, 2 + spare))])
            spare -= len(mine) - self.limits.corps_least
            count = max(self.limits.divisions, ceil(len(mine) / self.limits.division))
            horse += [_Command(INVENTED, mine[n::count], len(mine[n::count]), leader.id) for n in range(count)]
        return horse

    def take(self, points: Sequence[Point]) -> list[Point]:
        left = Tally(point.id for point in points)
        kept = []
        for point in self.pool:
            if left[point.id]:
                left[point.id] -= 1
            else:
                kept.append(point)
        self.pool = kept
        return list(points)

    # infantry

    def foot_divisions(
        self, corps: list[LeaderCounter], divisional: list[LeaderCounter], horse: list[_Command]
    ) -> list[_Command]:
        """As few divisions as hold everybody, give every leader one and every corps two."""
        named = [leader.id for leader in divisional if not leader.cavalry]
        own = sum(not any(command.cavalry == each.id for command in horse) for each in corps)
        lent = sum(command.leader == command.cavalry for command in horse)
        count = max(len(named), ceil(len(self.pool) / self.limits.division), self.limits.divisions * own - lent)
        count = min(count, len(self.pool))
        foot = [_Command(leader) for leader in (named + [INVENTED] * count)[:count]]
        self.lend(named[count:], horse)
        for n, command in enumerate(foot):
            command.room = 1 + (n < len(self.pool) - count)
        self.fill(foot)
        return foot

    def lend(self, left_over: list[str], horse: list[_Command]) -> None:
        """Division leaders without infantry take the divisions of a cavalry corps; the rest are supernumerary."""
        free = [command for command in horse if command.leader == INVENTED]
        for command, leader in zip(free, left_over, strict=False):
            command.leader = leader
        self.supernumerary += left_over[len(free) :]

    def fill(self, divisions: list[_Command]) -> None:
        """Pairs of one quality to those with room for two, the better ones to the senior."""
        for command in divisions:
            first = self.first_of_a_pair() if command.room > 1 else self.first_single()
            command.points = self.take([first])
            if command.room > 1:
                like = [point for point in self.pool if point.quality is first.quality]
                command.points += self.take([(like or self.pool)[0]])

    def first_of_a_pair(self) -> Point:
        counts = Tally(point.quality for point in self.pool)
        return next((point for point in self.pool if counts[point.quality] > 1), self.pool[0])

    def first_single(self) -> Point:
        counts = Tally(point.quality for point in self.pool)
        return next((point for point in self.pool if counts[point.quality] % 2), self.pool[0])

    # corps

    def grouped(
        self, corps: list[LeaderCounter], divisions: list[_Command], *, has_chief: bool
    ) -> tuple[list[tuple[str, list[_Command]]], list[_Command]]:
        """Divisions to corps; what finds no room stands under the army leader or by itself (R-10)."""
        groups: list[tuple[str, list[_Command]]] = [(leader.id, []) for leader in corps]
        loose: list[_Command] = []
        for division in sorted(divisions, key=lambda d: (bool(d.cavalry), -len(d.points))):
            group = self.group_for(division, groups, has_chief=has_chief)
            (loose if group is None else group).append(division)
        return groups, loose

    def group_for(
        self, division: _Command, groups: list[tuple[str, list[_Command]]], *, has_chief: bool
    ) -> list[_Command] | None:
        """A cavalry leader's own divisions to him; otherwise a corps that wants one, or has most room."""
        horse_corps = {each.id for each in self.given.leaders if each.cavalry}
        if division.cavalry and division.leader != division.cavalry:
            return next(group for leader, group in groups if leader == division.cavalry)
        fitting = [
            group
            for leader, group in groups
            if leader not in horse_corps and self.points(group) + len(division.points) <= self.limits.corps
        ]
        wanting = [group for group in fitting if len(group) < self.limits.divisions]
        if not wanting and division.cavalry and has_chief:
            return None
        return min(wanting or fitting, key=lambda group: (self.points(group), len(group)), default=None)

    @staticmethod
    def points(group: list[_Command]) -> int:
        return sum(len(division.points) for division in group)

    # written out

    def written(self, chief: str, groups: list[tuple[str, list[_Command]]], loose: list[_Command]) -> Draft:
        self.carried: set[str] = set()
        corps = tuple(
            Corps(leader=leader, divisions=tuple(map(self.division, group))) for leader, group in groups if group
        )
        order = OrderOfBattle(
            army_leader=chief,
            corps=corps,
            divisions=tuple(map(self.division, loose)),
            supernumerary=tuple(self.supernumerary),
        )
        leaders = [each.leader for each in corps] + [division.leader for _, division in order.all_divisions()]
        return Draft(order, leaders.count(INVENTED), tuple(self.unmet))

    def division(self, command: _Command) -> Division:
        arm = Arm.CAVALRY if command.cavalry else Arm.INFANTRY
        batteries = self.limits.batteries * len(command.points)
        return Division(
            leader=command.leader,
            items=tuple(point.id for point in command.points),
            brigades=self.brigades(command, arm),
            batteries=batteries if arm is Arm.INFANTRY else 0,
            horse_batteries=batteries if arm is Arm.CAVALRY else 0,
        )

    def brigades(self, command: _Command, arm: Arm) -> tuple[Brigade, ...]:
        stands = self.stands_by_quality(command)
        counts = self.brigade_counts(stands)
        return tuple(
            Brigade(quality=quality, arm=arm, stands=size, triple=self.triple(size, quality))
            for quality in BEST_FIRST
            if stands.get(quality)
            for size in even(stands[quality], counts[quality])
        )

    def triple(self, stands: int, quality: Quality) -> str:
        """Fire and Fury's three numbers, empty where its chart has none."""
        try:
            return EFFECTIVENESS.at(stands, quality, context=self.context)
        except BeyondTheTable:
            return ""

    def stands_by_quality(self, command: _Command) -> dict[Quality, int]:
        stands: dict[Quality, int] = {}
        for item, count in Tally(point.id for point in command.points).items():
            point = next(each for each in command.points if each.id == item)
            share = stands_of(point, count, self.limits.ratio, carries=item not in self.carried)
            self.carried.add(item)
            stands[point.quality] = stands.get(point.quality, 0) + share
        return {quality: share for quality, share in stands.items() if share}

    def brigade_counts(self, stands: dict[Quality, int]) -> dict[Quality, int]:
        """About eight stands each, then as many as a division needs and no more than it may have."""
        counts = {quality: max(1, ceil(share / self.limits.aim)) for quality, share in stands.items()}
        while sum(counts.values()) > self.limits.brigades and any(count > 1 for count in counts.values()):
            largest = min((q for q in counts if counts[q] > 1), key=lambda q: stands[q] / (counts[q] - 1))
            counts[largest] -= 1
        while counts and sum(counts.values()) < self.limits.brigades_least:
            divisible = [q for q in counts if counts[q] < stands[q]]
            if not divisible:
                break
            counts[max(divisible, key=lambda q: stands[q] / counts[q])] += 1
        self.check_brigades(stands, counts)
        return counts

    def check_brigades(self, stands: dict[Quality, int], counts: dict[Quality, int]) -> None:
        if sum(counts.values()) < self.limits.brigades_least:
            self.refuse("4E", f"{sum(stands.values())} stands cannot make {self.limits.brigades_least} brigades.")
        most = max((ceil(stands[q] / counts[q]) for q in counts), default=0)
        if most > self.limits.brigade_stands:
            self.refuse("4E", f"A brigade would have {most} stands; {self.limits.brigade_stands} is the most.")


def even(stands: int, brigades: int) -> list[int]:
    """So many stands in so many brigades, as even as can be, larger ones first."""
    share, over = divmod(stands, brigades)
    return [share + (n < over) for n in range(brigades)]


@procedure(
    id="cw_to_ff.draft_order_of_battle",
    title="Draft an order of battle",
    rules=("VG-4A", "VG-4B", "VG-4C", "VG-4D", "VG-4E"),
    examples=[
        Example(
            {"items": [{"id": "a", "size": 1}], "leaders": [{"id": "l"}]},
            "0 corps, 1 division, 3 brigades; 0 invented leaders",
            title="3",
        ),
        Example(
            {"items": [{"id": "a", "size": 2}], "leaders": [{"id": "l", "stars": 2}]},
            "1 corps, 2 divisions, 6 brigades; 2 invented leaders",
            title="2",
        ),
    ],
    tables=("cw_to_ff.command", "cw_to_ff.parts", "cw_to_ff.brigade_stands"),
)
def draft_order_of_battle(inputs: Present, work: Reckoning) -> Draft:
    """A legal order for the strength points and leaders present, or the clauses that cannot be met."""
    draft = _Drafter(inputs, work).draft()
    work.step(BOOK.at("4"), "leaders invented", draft.invented, strength_points=inputs.total_sp)
    return draft
