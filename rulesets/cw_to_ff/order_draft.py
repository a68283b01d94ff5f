"""Drafts a legal order of battle by 4A to 4E for the troops and leaders present, by stated preferences.

In this order: every leader has a command, by rank and seniority where there isn't enough for all; the fewest invented
leaders; cavalry under cavalry leaders; brigades of one quality, as even as possible; the senior leader has the larger
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
from rulesets.core.words import many
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
from rulesets.cw_to_ff.order_tree import order_tree
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.cw_to_ff.tables import BRIGADE_STANDS, COMMAND, PARTS, RATIO
from rulesets.fire_and_fury.tables import EFFECTIVENESS

MOST_GIVEN = 3
BEST_FIRST = (Quality.CRACK, Quality.VETERAN, Quality.GREEN)


@dataclass(frozen=True)
class Draft:
    """The order, the number of invented leaders, the clauses that can't be met, and why leaders are supernumerary, as
    4B and 4C together may demand (R-6)."""

    order: OrderOfBattle
    invented: int
    unmet: tuple[Fault, ...] = ()
    left_out: tuple[Fault, ...] = ()

    def in_lines(self, inputs: Present) -> Iterator[str]:
        """Yield the counts, the order as a tree, and what can't be met."""
        yield self._counts()
        yield from order_tree(self.order, inputs)
        yield from (f"Can’t be met: {fault}" for fault in self.unmet)
        yield from (str(fault) for fault in self.left_out)

    def __str__(self) -> str:
        unmet = "".join(f" {fault.sentence}" for fault in self.unmet)
        return f"{self._counts()}{'.' if unmet else ''}{unmet}"

    def _counts(self) -> str:
        divisions = [division for _, division in self.order.all_divisions()]
        brigades = sum(len(division.brigades) for division in divisions)
        extra = f", {len(self.order.supernumerary)} supernumerary" if self.order.supernumerary else ""
        counts = f"{len(self.order.corps)} corps, {many(len(divisions), 'division')}, {many(brigades, 'brigade')}"
        return f"{counts}; {many(self.invented, 'invented leader')}{extra}"


@dataclass
class _Command:
    """A division in the making. `cavalry` names the leader under whom its points are cavalry."""

    leader: str = INVENTED
    points: list[Point] = field(default_factory=list)
    room: int = 0
    cavalry: str = INVENTED


@dataclass(frozen=True)
class _Limits:
    """The limits of the tables, as this campaign plays them."""

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
        """Read the tables."""
        per_sp = given.batteries_per_sp
        return cls(
            ratio=given.stands_per_sp or work.read(RATIO, "stands", says="Stands per SP"),
            batteries=work.read(RATIO, "batteries", says="Batteries per SP") if per_sp is None else per_sp,
            division=work.read(COMMAND, Rank.DIVISION, "most", says="Most under a division leader"),
            corps_least=work.read(COMMAND, Rank.CORPS, "least", says="Least under a corps leader"),
            corps=work.read(COMMAND, Rank.CORPS, "most", says="Most under a corps leader"),
            divisions=work.read(PARTS, "fewest divisions of a corps", says="Fewest divisions of a corps"),
            brigades_least=work.read(PARTS, "fewest brigades of a division", says="Fewest brigades of a division"),
            brigades=work.read(PARTS, "most brigades of a division", says="Most brigades of a division"),
            aim=work.read(BRIGADE_STANDS, "aimed at", says="Usual size of a brigade"),
            brigade_stands=work.read(BRIGADE_STANDS, "most allowed", says="Largest brigade"),
        )


class Takes(Enum):
    """Which of his points on the map a cavalry corps leader takes."""

    SPARED = "all that the others can spare"
    ALL = "all"
    NONE = "none: his divisions are those of cavalry leaders"


@dataclass(frozen=True)
class _Way:
    """One choice where there are cavalry leaders: how many of their divisions go to the cavalry corps, which points
    these also take and whether one less, and whether cavalry leaders go first where not all can have a division."""

    given: int = 0
    takes: Takes = Takes.SPARED
    one_less: bool = False
    mounted_first: bool = False


class _Drafter:
    """Takes leaders from the highest rank and seniority down, then fills their commands."""

    def __init__(
        self, given: Present, limits: _Limits, ranks: dict[str, Rank], context: Context, way: _Way = _Way()
    ) -> None:
        self.given, self.limits, self.ranks, self.context, self.way = given, limits, ranks, context, way
        self.unmet: list[Fault] = []
        self.supernumerary: list[str] = []
        self.pool = [point for item in given.items for point in [item] * item.size]
        self.pool.sort(key=lambda point: BEST_FIRST.index(point.quality))

    def refuse(self, clause: str, sentence: str) -> None:
        """Note a clause that can't be met."""
        self.unmet.append(Fault(str(BOOK.at(clause)), sentence, "the strength points"))

    def leaders(self, rank: Rank) -> list[LeaderCounter]:
        """Return the leaders of a rank, the senior one first."""
        return sorted((each for each in self.given.leaders if self.ranks[each.id] is rank), key=by_seniority)

    def arrange(self, share: int, without: int) -> tuple[bool, tuple[bool, ...], int, int]:
        """Form divisions and corps, without brigades; return the score by the preferences, lowest best."""
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
        """Write the order that was arranged."""
        if not self.given.items:
            self.refuse("4C", "Without strength points, nobody can have a command.")
        return self.written(self.chief, self.groups, self.loose)

    def by_rank(self) -> list[LeaderCounter]:
        """Return all leaders in order of rank and seniority."""
        return [leader for rank in (Rank.ARMY, Rank.CORPS, Rank.DIVISION) for leader in self.leaders(rank)]

    def ways(self) -> Iterator[_Way]:
        """Yield the choices: only one without cavalry leaders."""
        ranks = [self.ranks[each.id] for each in self.given.leaders if each.cavalry]
        corps, divisional = ranks.count(Rank.CORPS), ranks.count(Rank.DIVISION)
        given = range(1 + min(divisional, corps * self.limits.divisions, MOST_GIVEN))
        crowded = ranks and list(self.ranks.values()).count(Rank.DIVISION) > len(self.pool) // self.limits.division
        takes = Takes if corps else [Takes.SPARED]
        less, first = ((False, True)[: 1 + bool(open_)] for open_ in (corps, crowded and divisional))
        return starmap(_Way, product(given, takes, less, first))

    # who leads

    def commanders(self, total: int, without: int) -> tuple[list[LeaderCounter], list[LeaderCounter]]:
        """Return the corps and division leaders for whom there is enough; a sole leader goes one level down (R-6)."""
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
        """Keep cavalry corps leaders who have enough points on the map, or divisions under cavalry leaders."""
        able: list[LeaderCounter] = []
        for each in corps:
            wanting = max(0, self.limits.divisions - len(self.stood_with(each))) if each.cavalry else 0
            if wanting <= mounted:
                able.append(each)
                mounted -= wanting
        return able

    def kept(self, leaders: list[LeaderCounter], able: list[LeaderCounter], most: int) -> list[LeaderCounter]:
        """Keep the first of those who are able; the rest are supernumerary."""
        kept = able[: max(0, most)]
        self.supernumerary += [each.id for each in leaders if each not in kept]
        return kept

    def stood_with(self, leader: LeaderCounter) -> list[Point]:
        """Return the points that a cavalry leader had on the map."""
        return [point for point in self.pool if point.under == leader.id]

    # cavalry

    def cavalry_divisions(
        self, corps: list[LeaderCounter], divisional: list[LeaderCounter], total: int
    ) -> list[_Command]:
        """Give cavalry leaders the points they had on the map, but leave every other leader enough to command."""
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
        """Return the points that a cavalry corps leader takes, and how many led cavalry divisions he also gets."""
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
        """Take these points from the pool."""
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
        """Form the fewest divisions that hold all points, with one for every leader and two for every corps."""
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
        """Give divisions of a cavalry corps to division leaders without infantry; the rest are supernumerary."""
        self.split(len(left_over), horse)
        free = [command for command in horse if command.leader == INVENTED]
        for command, leader in zip(free, left_over, strict=False):
            command.leader = leader
        self.supernumerary += left_over[len(free) :]

    def split(self, wanted: int, horse: list[_Command]) -> None:
        """Split divisions of two points until enough are free."""
        for command in list(horse):
            if sum(each.leader == INVENTED for each in horse) >= wanted:
                return
            if command.leader == INVENTED and len(command.points) > 1:
                horse.append(_Command(INVENTED, [command.points.pop()], 1, command.cavalry))
                command.room = len(command.points)

    def fill(self, divisions: list[_Command]) -> None:
        """Give pairs of one quality to divisions with room for two, the better ones to the senior leaders."""
        for command in divisions:
            first = self.first_of_a_pair() if command.room > 1 else self.first_single()
            command.points = self.take([first])
            if command.room > 1:
                like = [point for point in self.pool if point.quality is first.quality]
                command.points += self.take([(like or self.pool)[0]])

    def first_of_a_pair(self) -> Point:
        """Return a point of a quality that has another."""
        counts = Tally(point.quality for point in self.pool)
        return next((point for point in self.pool if counts[point.quality] > 1), self.pool[0])

    def first_single(self) -> Point:
        """Return a point that leaves pairs whole."""
        counts = Tally(point.quality for point in self.pool)
        return next((point for point in self.pool if counts[point.quality] % 2), self.pool[0])

    # corps

    def grouped(
        self, corps: list[LeaderCounter], divisions: list[_Command], *, has_chief: bool
    ) -> tuple[list[tuple[str, list[_Command]]], list[_Command]]:
        """Group divisions into corps; those without room are under the army leader or independent (R-10)."""
        groups: list[tuple[str, list[_Command]]] = [(leader.id, []) for leader in corps]
        loose: list[_Command] = []
        for division in sorted(divisions, key=lambda d: (_kind(d), -len(d.points))):
            group = self.group_for(division, groups, has_chief=has_chief)
            (loose if group is None else group).append(division)
        return groups, loose

    def group_for(
        self, division: _Command, groups: list[tuple[str, list[_Command]]], *, has_chief: bool
    ) -> list[_Command] | None:
        """Return the corps for a division: its cavalry leader's, one that needs it, or the one with the most room."""
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
        """Count the points of a corps."""
        return sum(len(division.points) for division in group)

    # written out

    def written(self, chief: str, groups: list[tuple[str, list[_Command]]], loose: list[_Command]) -> Draft:
        """Write corps, divisions, and brigades."""
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
        """Explain why a leader is supernumerary."""
        rank, who = self.ranks[leader.id], leader.name or leader.id
        least = {Rank.DIVISION: 1, Rank.CORPS: self.limits.corps_least}.get(rank, 0)
        if rank is Rank.ARMY:
            why = "another leads the army"
        elif leader.cavalry and sum(item.size for item in self.given.items if item.under == leader.id) < least:
            why = f"fewer than {least} SP on the map with that leader"
        else:
            why = f"no command of {least} SP is left for a {rank} leader"
        return Fault(str(BOOK.at("4B")), f"{who} is supernumerary: {why}.", "the supernumerary leaders")

    def division(self, command: _Command) -> Division:
        """Write a division."""
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
        """Write the brigades of a division."""
        stands = self.stands_by_quality(command)
        counts = self.brigade_counts(stands)
        return tuple(
            Brigade(quality=quality, arm=arm, stands=size, triple=self.triple(size, quality))
            for quality in BEST_FIRST
            if stands.get(quality)
            for size in even(stands[quality], counts[quality])
        )

    def triple(self, stands: int, quality: Quality) -> str:
        """Return Fire and Fury's triple, or nothing where its chart has none."""
        try:
            return EFFECTIVENESS.at(stands, quality, context=self.context)
        except BeyondTheTable:
            return ""

    def stands_by_quality(self, command: _Command) -> dict[Quality, int]:
        """Count a division's stands of each quality."""
        stands: dict[Quality, int] = {}
        for item, count in Tally(point.id for point in command.points).items():
            point = next(each for each in command.points if each.id == item)
            share = stands_of(point, count, self.limits.ratio, carries=item not in self.carried)
            self.carried.add(item)
            stands[point.quality] = stands.get(point.quality, 0) + share
        return {quality: share for quality, share in stands.items() if share}

    def brigade_counts(self, stands: dict[Quality, int]) -> dict[Quality, int]:
        """Aim at about eight stands each, within the number of brigades that a division must and may have."""
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
        """Note brigades that are too few or too large."""
        if sum(counts.values()) < self.limits.brigades_least:
            self.refuse(
                "4E", f"{many(sum(stands.values()), 'stand')} can't make {self.limits.brigades_least} brigades."
            )
        most = max((ceil(stands[q] / counts[q]) for q in counts), default=0)
        if most > self.limits.brigade_stands:
            self.refuse("4E", f"A brigade would have {most} stands; the limit is {self.limits.brigade_stands}.")


def best_draft(given: Present, work: Reckoning) -> Draft:
    """Return the best arrangement by the preferences. Where its brigades can't be made, try other sizes of divisions,
    so that no clause is named that another size meets."""
    limits, ranks = _Limits.of(given, work), ranks_of(given.leaders, work)
    drafts: list[Draft] = []
    for sized, share in ((limits, 1), (replace(limits, division=1), 1), (limits, limits.division)):
        drafts.append(_best_arranged(given, sized, ranks, work.context, share).draft())
        if not drafts[-1].unmet:
            break
    return min(drafts, key=lambda draft: len(draft.unmet))


def _best_arranged(given: Present, limits: _Limits, ranks: dict[str, Rank], context: Context, share: int) -> "_Drafter":
    """Try every choice with at least `share` points per division; where no corps can be filled, try one corps less."""
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
    """Sort divisions for corps: a cavalry corps leader's own, infantry, then led cavalry."""
    if not command.cavalry:
        return 1
    return 2 if command.leader == command.cavalry else 0


def even(stands: int, brigades: int) -> list[int]:
    """Divide stands into brigades as evenly as possible, larger ones first."""
    share, over = divmod(stands, brigades)
    return [share + (n < over) for n in range(brigades)]


@procedure(
    id="cw_to_ff.draft_order_of_battle",
    title="Order of battle draft",
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
    is_common=True,
)
def draft_order_of_battle(inputs: Present, work: Reckoning) -> Draft:
    """Draft a legal order of battle for the SP and leaders present, or name the clauses that can't be met."""
    draft = best_draft(inputs, work)
    says = f"{inputs.total_sp} SP: {many(draft.invented, 'invented leader')}."
    work.step(BOOK.at("4"), says, draft.invented, strength_points=inputs.total_sp)
    return draft
