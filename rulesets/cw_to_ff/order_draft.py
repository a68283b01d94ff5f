"""4A to 4E met at once: a legal order of battle for what is present, by stated preferences.

In this order: every counter has a command, by rank and seniority where there is not enough for all; fewest invented
leaders; cavalry under cavalry leaders; brigades of one quality, as even as can be; the senior leader has the larger
command and the better troops.
"""

from collections import Counter as Tally
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from itertools import product, starmap
from math import ceil
from typing import Any

from rulesets.core.context import Context
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

MOST_GIVEN = 3
BEST_FIRST = (Quality.CRACK, Quality.VETERAN, Quality.GREEN)


@dataclass(frozen=True)
class Draft:
    """The order, how many leaders it invents, the clauses that cannot be met with what is present, and why leaders are
    supernumerary, which 4B and 4C together may demand (R-6)."""

    order: OrderOfBattle
    invented: int
    unmet: tuple[Fault, ...] = ()
    left_out: tuple[Fault, ...] = ()

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


class Takes(Enum):
    """Which of those who stood with him a cavalry corps leader takes."""

    SPARED = "all that the others can spare"
    ALL = "all"
    NONE = "none: his divisions are those of cavalry leaders"


@dataclass(frozen=True)
class _Way:
    """What is open where there are cavalry leaders: how many of their divisions the cavalry corps are given, whom these
    take besides and whether one less, and whether cavalry leaders go first where not all can have a division."""

    given: int = 0
    takes: Takes = Takes.SPARED
    one_less: bool = False
    mounted_first: bool = False


class _Drafter:
    """Takes the leaders from the highest rank and seniority down, then fills their commands."""

    def __init__(
        self, given: Present, limits: _Limits, ranks: dict[str, Rank], context: Context, way: _Way = _Way()
    ) -> None:
        self.given, self.limits, self.ranks, self.context, self.way = given, limits, ranks, context, way
        self.unmet: list[Fault] = []
        self.supernumerary: list[str] = []
        self.pool = [point for item in given.items for point in [item] * item.size]
        self.pool.sort(key=lambda point: BEST_FIRST.index(point.quality))

    def refuse(self, clause: str, sentence: str) -> None:
        self.unmet.append(Fault(str(BOOK.at(clause)), sentence, "the strength points"))

    def leaders(self, rank: Rank) -> list[LeaderCounter]:
        return sorted((each for each in self.given.leaders if self.ranks[each.id] is rank), key=by_seniority)

    def arrange(self, share: int, without: int) -> tuple[bool, tuple[bool, ...], int, int]:
        """Commands and corps, before brigades; what it is worth by the preferences, the least being the best."""
        total, army = len(self.pool), self.leaders(Rank.ARMY)
        self.chief = army[0].id if army else INVENTED
        self.supernumerary += [leader.id for leader in army[1:]]
        corps, divisional = self.commanders(total // share, without)
        horse = self.cavalry_divisions(corps, divisional, total)
        commands = self.foot_divisions(corps, divisional, horse) + horse
        self.groups, self.loose = self.grouped(corps, commands, has_chief=bool(army))
        is_sound = all(len(group) >= self.limits.divisions for _, group in self.groups)
        left_out = tuple(each.id in self.supernumerary for each in self.by_rank())
        invented = sum(command.leader == INVENTED for command in commands)
        return not is_sound, left_out, invented, -sum(len(c.points) for c in commands if c.cavalry)

    def draft(self) -> Draft:
        if not self.given.items:
            self.refuse("4C", "There are no strength points: nobody can be given a command.")
        return self.written(self.chief, self.groups, self.loose)

    def by_rank(self) -> list[LeaderCounter]:
        return [leader for rank in (Rank.ARMY, Rank.CORPS, Rank.DIVISION) for leader in self.leaders(rank)]

    def ways(self) -> Iterator[_Way]:
        """One, but where there are cavalry leaders."""
        ranks = [self.ranks[each.id] for each in self.given.leaders if each.cavalry]
        corps, divisional = ranks.count(Rank.CORPS), ranks.count(Rank.DIVISION)
        given = range(1 + min(divisional, corps * self.limits.divisions, MOST_GIVEN))
        crowded = ranks and list(self.ranks.values()).count(Rank.DIVISION) > len(self.pool) // self.limits.division
        takes = Takes if corps else [Takes.SPARED]
        less, first = ((False, True)[: 1 + bool(open_)] for open_ in (corps, crowded and divisional))
        return starmap(_Way, product(given, takes, less, first))

    # who leads

    def commanders(self, total: int, without: int) -> tuple[list[LeaderCounter], list[LeaderCounter]]:
        """Corps and division leaders for whom there is enough; an only leader goes a level down (R-6)."""
        corps, divisional = self.leaders(Rank.CORPS), self.leaders(Rank.DIVISION)
        if len(self.given.leaders) == 1 and corps and 0 < total < self.limits.corps_least:
            corps, divisional = [], corps
        able = [each for each in divisional if not each.cavalry or self.stood_with(each)]
        if self.way.mounted_first:
            able.sort(key=lambda each: not each.cavalry)
        mounted = sum(each.cavalry for each in able[:total])
        corps = self.kept(corps, self.with_enough(corps, mounted), total // self.limits.corps_least - without)
        return corps, self.kept(divisional, able, total)

    def with_enough(self, corps: list[LeaderCounter], mounted: int) -> list[LeaderCounter]:
        """A cavalry corps is of those who stood with its leader, or of divisions under cavalry leaders."""
        able: list[LeaderCounter] = []
        for each in corps:
            wanting = max(0, self.limits.divisions - len(self.stood_with(each))) if each.cavalry else 0
            if wanting <= mounted:
                able.append(each)
                mounted -= wanting
        return able

    def kept(self, leaders: list[LeaderCounter], able: list[LeaderCounter], most: int) -> list[LeaderCounter]:
        kept = able[: max(0, most)]
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
        self.given_away = 0
        spare = total - max(len(divisional), len(corps) * self.limits.divisions)
        for leader in [each for each in divisional if each.cavalry]:
            mine = self.stood_with(leader)[: min(self.limits.division, 1 + max(0, spare))]
            spare -= len(mine) - 1
            horse.append(_Command(leader.id, self.take(mine), len(mine), leader.id))
        for leader in [each for each in corps if each.cavalry]:
            mine, given = self.own_and_given(leader, spare, horse)
            spare -= max(0, len(mine) - max(0, self.limits.divisions - given))
            count = min(len(mine), max(self.limits.divisions - given, ceil(len(mine) / self.limits.division)))
            mine = self.take(mine)
            horse += [_Command(INVENTED, mine[n::count], len(mine[n::count]), leader.id) for n in range(count)]
            self.given_away += given
        return horse

    def own_and_given(self, leader: LeaderCounter, spare: int, horse: list[_Command]) -> tuple[list[Point], int]:
        """Who stood with him and goes with him, and how many divisions under cavalry leaders he is given besides."""
        least, most = self.limits.corps_least, self.limits.corps
        limit = most if self.way.takes is Takes.ALL else max(least, min(most, least + spare))
        mine = self.stood_with(leader)[:limit]
        if self.way.one_less:
            mine = mine[:-1]
        left = sum(command.leader == command.cavalry for command in horse) - self.given_away
        more = min(left, max(0, min(self.limits.divisions, self.way.given - self.given_away)))
        if self.way.takes is Takes.NONE and more >= self.limits.divisions:
            mine = []
        return mine, min(left, max(self.limits.divisions - len(mine), more))

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
        free = sum(command.leader == INVENTED for command in horse)
        mounted = sum(command.leader == command.cavalry for command in horse) - self.given_away
        wanting = self.limits.divisions * sum(not each.cavalry for each in corps) - mounted
        count = max(len(named) - free, ceil(len(self.pool) / self.limits.division), wanting)
        count = min(count, len(self.pool))
        foot = [_Command(leader) for leader in (named + [INVENTED] * count)[:count]]
        self.lend(named[count:], horse)
        for n, command in enumerate(foot):
            command.room = 1 + (n < len(self.pool) - count)
        self.fill(foot)
        return foot

    def lend(self, left_over: list[str], horse: list[_Command]) -> None:
        """Division leaders without infantry take the divisions of a cavalry corps; the rest are supernumerary."""
        self.split(len(left_over), horse)
        free = [command for command in horse if command.leader == INVENTED]
        for command, leader in zip(free, left_over, strict=False):
            command.leader = leader
        self.supernumerary += left_over[len(free) :]

    def split(self, wanted: int, horse: list[_Command]) -> None:
        """Divisions of two points made two of one, until so many are free."""
        for command in list(horse):
            if sum(each.leader == INVENTED for each in horse) >= wanted:
                return
            if command.leader == INVENTED and len(command.points) > 1:
                horse.append(_Command(INVENTED, [command.points.pop()], 1, command.cavalry))
                command.room = len(command.points)

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
        for division in sorted(divisions, key=lambda d: (_kind(d), -len(d.points))):
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
            if self.points(group) + len(division.points) <= self.limits.corps
            and (leader not in horse_corps or (division.cavalry and len(group) < self.limits.divisions))
        ]
        wanting = [group for group in fitting if len(group) < self.limits.divisions]
        if division.cavalry:
            own = [
                group for leader, group in groups if leader in horse_corps and any(group is each for each in wanting)
            ]
            wanting = own or wanting
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
        left_out = tuple(self.why_left_out(leader) for leader in self.by_rank() if leader.id in self.supernumerary)
        return Draft(order, leaders.count(INVENTED), tuple(self.unmet), left_out)

    def why_left_out(self, leader: LeaderCounter) -> Fault:
        rank, who = self.ranks[leader.id], leader.name or leader.id
        least = {Rank.DIVISION: 1, Rank.CORPS: self.limits.corps_least}.get(rank, 0)
        if rank is Rank.ARMY:
            why = "another leads the army"
        elif leader.cavalry and sum(item.size for item in self.given.items if item.under == leader.id) < least:
            why = f"fewer than {many(least, 'strength point')} stood with him"
        else:
            why = f"no command of {many(least, 'strength point')} is left for a {rank} leader"
        return Fault(str(BOOK.at("4B")), f"{who} is supernumerary: {why}.", "the supernumerary leaders")

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
            self.refuse(
                "4E", f"{many(sum(stands.values()), 'stand')} cannot make {self.limits.brigades_least} brigades."
            )
        most = max((ceil(stands[q] / counts[q]) for q in counts), default=0)
        if most > self.limits.brigade_stands:
            self.refuse("4E", f"A brigade would have {most} stands; {self.limits.brigade_stands} is the most.")


def best_draft(given: Present, work: Reckoning) -> Draft:
    """The best arrangement by the preferences; where its brigades cannot be made, with other sizes of divisions, so
    that no clause is named which another size meets."""
    limits, ranks = _Limits.of(given, work), ranks_of(given.leaders, work)
    drafts: list[Draft] = []
    for sized, share in ((limits, 1), (replace(limits, division=1), 1), (limits, limits.division)):
        drafts.append(_best_arranged(given, sized, ranks, work.context, share).draft())
        if not drafts[-1].unmet:
            break
    return min(drafts, key=lambda draft: len(draft.unmet))


def _best_arranged(given: Present, limits: _Limits, ranks: dict[str, Rank], context: Context, share: int) -> "_Drafter":
    """Every way is gone, `share` points at least to a division; where no corps can be filled, with a corps less."""
    most = min(list(ranks.values()).count(Rank.CORPS), sum(item.size for item in given.items) // limits.corps_least)
    for without in range(most + 1):
        found: list[tuple[Any, _Drafter]] = []
        for way in _Drafter(given, limits, ranks, context).ways():
            drafter = _Drafter(given, limits, ranks, context, way)
            found.append((drafter.arrange(share, without), drafter))
        (unsound, *_), best = min(found, key=lambda each: each[0])
        if not unsound:
            break
    return best


def _kind(command: _Command) -> int:
    """Whose corps is settled first: of a cavalry leader's own, of infantry, of a division's own cavalry leader."""
    if not command.cavalry:
        return 1
    return 2 if command.leader == command.cavalry else 0


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
    tables=("cw_to_ff.ratio", "cw_to_ff.rank", "cw_to_ff.command", "cw_to_ff.parts", "cw_to_ff.brigade_stands"),
)
def draft_order_of_battle(inputs: Present, work: Reckoning) -> Draft:
    """A legal order for the strength points and leaders present, or the clauses that cannot be met."""
    draft = best_draft(inputs, work)
    work.step(BOOK.at("4"), "leaders invented", draft.invented, strength_points=inputs.total_sp)
    return draft
