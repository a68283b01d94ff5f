"""Finds who can have a command (4B to 4E): of all legal choices the best, without forming divisions one by one.

Only what decides it is counted. A strength point is empty (it needs a full one in its division), half (two of them make
a division), or full; a cavalry leader takes some of the points that were with that leader on the map; every other
division takes what is left. Choices that come to the same counts are compared once, by what they are worth: the fewest
leaders left out, senior ones last; then the fewest invented leaders; then the most cavalry.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import IntEnum
from functools import cached_property
from itertools import combinations, combinations_with_replacement, product
from math import ceil
from typing import NamedTuple

from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.order_of_battle import (
    MOST_BRIGADES,
    LeaderCounter,
    Point,
    Present,
    by_seniority,
    ranks_of,
    stands_of,
)
from rulesets.cw_to_ff.order_pairs import Kind, Pairing
from rulesets.cw_to_ff.state import Quality, Rank
from rulesets.cw_to_ff.tables import BRIGADE_STANDS, COMMAND, PARTS, RATIO

BITS = 10
MOST_COUNT = (1 << BITS) - 1
MOST_IN_DIVISION = 2  # points that the search puts into one division, where the table allows more


@dataclass(frozen=True)
class Limits:
    """The limits of the tables, as this campaign plays them."""

    ratio: int
    batteries: int
    division: int
    corps: int
    divisions: int
    brigades_least: int
    brigades: int
    aim: int
    brigade_stands: int

    @classmethod
    def of(cls, given: Present, work: Reckoning) -> "Limits":
        """Read the tables."""
        per_sp = given.batteries_per_sp
        return cls(
            ratio=given.stands_per_sp or work.read(RATIO, "stands", says="Stands per SP"),
            batteries=work.read(RATIO, "batteries", says="Batteries per SP") if per_sp is None else per_sp,
            division=work.read(COMMAND, Rank.DIVISION, "most", says="Most under a division leader"),
            corps=work.read(COMMAND, Rank.CORPS, "most", says="Most under a corps leader"),
            divisions=work.read(PARTS, "fewest divisions of a corps", says="Fewest divisions of a corps"),
            brigades_least=work.read(PARTS, "fewest brigades of a division", says="Fewest brigades of a division"),
            brigades=work.read(PARTS, "most brigades of a division", says="Most brigades of a division"),
            aim=work.read(BRIGADE_STANDS, "aimed at", says="Usual size of a brigade"),
            brigade_stands=work.read(BRIGADE_STANDS, "most allowed", says="Largest brigade"),
        )


class Unit(NamedTuple):
    """One strength point. The first of its item carries the carryover."""

    point: Point
    carries: bool
    stands: int

    @property
    def kind(self) -> Kind:
        """Return what it has in common with points that are alike in a division."""
        return self.point.quality, self.stands


class Fill(IntEnum):
    """How far a point's stands go towards the brigades of a division."""

    EMPTY = 0
    HALF = 1
    FULL = 2


class Counts(NamedTuple):
    """Points by how far they fill a division."""

    empty: int = 0
    half: int = 0
    full: int = 0

    @property
    def points(self) -> int:
        """Count them all."""
        return sum(self)


class Taken(NamedTuple):
    """What a cavalry leader takes: points, the divisions they make, and led divisions of others for a corps."""

    leader: str
    points: Counts
    divisions: int = 0
    borrows: int = 0


@dataclass(frozen=True)
class Choice:
    """Who has a command, and how many divisions there are outside the cavalry leaders'."""

    taken: tuple[Taken, ...]
    corps: int
    divisional: int
    foot: int
    left_out: tuple[str, ...]


class _State(NamedTuple):
    """What cavalry leaders have taken so far: points, led divisions, those borrowed, divisions without a leader yet.

    The search adds up states by the thousand, so it packs each into one number."""

    empty: int
    half: int
    full: int
    led: int = 0
    borrowed: int = 0
    free: int = 0

    @property
    def packed(self) -> int:
        """Return the state as one number; adding two numbers adds the states."""
        return sum(count << BITS * n for n, count in enumerate(self))

    @classmethod
    def of(cls, packed: int) -> "_State":
        """Read what `packed` wrote."""
        return cls(*(packed >> BITS * n & MOST_COUNT for n in range(6)))


_Layer = dict[int, tuple[int, int, Taken | None]]


@dataclass(frozen=True)
class Forces:
    """The points and leaders present, sorted for the search."""

    given: Present
    limits: Limits
    ranks: Mapping[str, Rank]
    most_divisions: int
    is_rough: bool = False
    is_relaxed: bool = False

    @classmethod
    def of(cls, given: Present, work: Reckoning) -> "Forces":
        """Read what the search needs. A sole corps leader who cannot have a corps goes a level down (R-6)."""
        limits = Limits.of(given, work)
        forces = cls(given, limits, ranks_of(given.leaders, work), len(given.items))
        forces = replace(forces, most_divisions=forces.most_by_brigades())
        found = forces.best() if forces.has_lone_corps_leader else None
        if found and found.left_out:
            ranks = dict.fromkeys(forces.ranks, Rank.DIVISION)
            return replace(forces, ranks=ranks)
        return forces

    @property
    def has_lone_corps_leader(self) -> bool:
        """Tell whether the only leader is a corps leader."""
        return len(self.ranks) == 1 and Rank.CORPS in self.ranks.values()

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Return every strength point by itself, the best first."""
        ratio, best_first = self.limits.ratio, tuple(reversed(Quality))
        found = [
            Unit(item, n == 0, stands_of(item, 1, ratio, carries=n == 0))
            for item in self.given.items
            for n in range(item.size)
        ]
        return tuple(sorted(found, key=lambda unit: best_first.index(unit.point.quality)))

    def fill(self, unit: Unit) -> Fill:
        """Tell how far a point's stands go."""
        least = self.limits.brigades_least
        if self.is_relaxed or unit.stands >= least:
            return Fill.FULL
        return Fill.HALF if 2 * unit.stands >= least else Fill.EMPTY

    def counts(self, units: Collection[Unit]) -> Counts:
        """Count points by how far they fill a division."""
        fills = [self.fill(unit) for unit in units]
        return Counts(*(fills.count(fill) for fill in Fill))

    @cached_property
    def of_all(self) -> Counts:
        """Count all points."""
        return self.counts(self.units)

    def brigades_needed(self, units: Sequence[Unit]) -> int:
        """Return the fewest brigades of these points in one division, 0 if they can't be one (4E)."""
        return self.brigades_of([unit.kind for unit in units])

    def brigades_of(self, kinds: Sequence[Kind]) -> int:
        """Return the same for points by their quality and stands."""
        stands: dict[Quality, int] = {}
        for quality, count in kinds:
            stands[quality] = stands.get(quality, 0) + count
        needed = sum(ceil(share / self.limits.brigade_stands) for share in stands.values())
        enough = sum(stands.values()) >= self.limits.brigades_least and needed <= self.limits.brigades
        return max(needed, self.limits.brigades_least) if enough else 0

    @cached_property
    def has_large(self) -> bool:
        """Tell whether a point has more stands than one brigade may, so that some pairs need more brigades."""
        return not self.is_relaxed and any(unit.stands > self.limits.brigade_stands for unit in self.units)

    @cached_property
    def by_pairing(self) -> list[int] | None:
        """Return the numbers of divisions that all points can make within the brigades, if every way can be tried."""
        pairing = self.pairing_of(self.units)
        if not self.has_large or not pairing.is_small:
            return None
        return [len(self.units) - n for n, needed in pairing.brigades().items() if needed <= MOST_BRIGADES]

    def pairing_of(self, units: Sequence[Unit]) -> Pairing:
        """Return the ways to pair points."""
        return Pairing([unit.kind for unit in units], self.brigades_of)

    @cached_property
    def most_pairs(self) -> int:
        """Count the full points that can share divisions, as far as one look at each tells."""
        full = [unit for unit in self.units if self.fill(unit) is Fill.FULL]
        largest = max((unit.stands for unit in full), default=0)
        room = self.limits.brigades // 2 * self.limits.brigade_stands
        if self.is_relaxed or largest <= room:
            return len(full) // 2
        if (pairing := self.pairing_of(full)).is_small:
            return max(pairing.brigades(), default=0)
        pairs = 0
        while full:
            first = full.pop()
            partner = next((unit for unit in full if self.brigades_needed((first, unit))), None)
            if partner:
                full.remove(partner)
                pairs += 1
        return pairs

    def most_by_brigades(self) -> int:
        """Return the most divisions that the army's brigades allow (R-59): each pair of points may save some."""
        least, full = self.limits.brigades_least, [unit for unit in self.units if self.fill(unit) is Fill.FULL]
        halves = sum(self.fill(unit) is Fill.HALF for unit in self.units) // 2
        if max((unit.stands for unit in full), default=0) <= self.limits.brigade_stands:
            return MOST_BRIGADES // max(1, least)
        if self.by_pairing is not None:
            return max(self.by_pairing, default=0)
        alone = [self.brigades_needed((unit,)) for unit in full]
        over, count = sum(alone) + halves * least - MOST_BRIGADES, len(full) + halves
        pairs = combinations(range(len(full)), 2) if over > 0 else ()
        saved = {(a, b): alone[a] + alone[b] - needed for a, b in pairs if (needed := self.needed(full[a], full[b]))}
        paired: set[int] = set()
        for pair in sorted(saved, key=lambda pair: -saved[pair]):
            if over > 0 and saved[pair] > 0 and paired.isdisjoint(pair):
                over, count = over - saved[pair], count - 1
                paired.update(pair)
        return count if over <= 0 else 0

    @cached_property
    def _needed(self) -> dict[tuple[int, int, bool], int]:
        return {}

    def needed(self, one: Unit, other: Unit) -> int:
        """Return the fewest brigades of two points, worked out once for each two sizes."""
        key = one.stands, other.stands, one.point.quality is other.point.quality
        if key not in self._needed:
            self._needed[key] = self.brigades_needed((one, other))
        return self._needed[key]

    def divisions(self, counts: Counts) -> tuple[int, int] | None:
        """Return the fewest and the most divisions of these points, or nothing if they can't make any."""
        if min(self.limits.division, MOST_IN_DIVISION) < MOST_IN_DIVISION:
            return None if counts.empty or counts.half else (counts.full, counts.full)
        if counts.full < counts.empty + counts.half % 2:
            return None
        if counts == self.of_all and self.by_pairing is not None and not self.is_rough:
            return (min(self.by_pairing), max(self.by_pairing)) if self.by_pairing else None
        most = counts.full + counts.half // 2
        return max(ceil(counts.points / MOST_IN_DIVISION), most - self.most_pairs), most

    def leaders(self, rank: Rank) -> list[LeaderCounter]:
        """Return the leaders of a rank, the senior one first."""
        return sorted((each for each in self.given.leaders if self.ranks[each.id] is rank), key=by_seniority)

    @cached_property
    def by_rank(self) -> list[LeaderCounter]:
        """Return all leaders in order of rank and seniority."""
        return [leader for rank in (Rank.ARMY, Rank.CORPS, Rank.DIVISION) for leader in self.leaders(rank)]

    def stood_with(self, leader: str) -> list[Unit]:
        """Return the points that a cavalry leader had on the map."""
        return [unit for unit in self.units if unit.point.under == leader]

    # the search

    def best(self, keeping: Collection[str] = ()) -> Choice | None:
        """Return the best legal choice in which these leaders have a command, or nothing if there is none."""
        if ceil(len(self.units) / MOST_IN_DIVISION) > self.most_divisions:
            return None
        return _Search(self, frozenset(keeping)).best()

    def relaxed(self, *, fills: bool) -> "Forces":
        """Return the same without the limit on brigades, and where `fills` also without the fewest stands.

        No order of it is legal, so the first at hand will do."""
        return replace(self, most_divisions=len(self.units) + 1, is_rough=True, is_relaxed=fills)


class _Search:
    """Goes through the cavalry leaders; what they take decides the rest."""

    def __init__(self, forces: Forces, keeping: frozenset[str]) -> None:
        self.forces, self.keeping = forces, keeping
        order = [leader.id for leader in forces.by_rank]
        one, never = 1 << (len(order) + 22), 1 << (len(order) + 40)
        self.price = {leader: one + (1 << (20 + len(order) - n)) for n, leader in enumerate(order)}
        self.price |= dict.fromkeys(keeping, never)
        self.all = forces.of_all
        self.armies = self.of_rank(Rank.ARMY)
        self.corps = self.of_rank(Rank.CORPS)
        self.divisional = self.of_rank(Rank.DIVISION)
        self.left_out_armies = self.dropped(self.armies)[min(1, len(self.armies))]
        self.left_out_corps, self.left_out_divisional = self.dropped(self.corps), self.dropped(self.divisional)

    def dropped(self, leaders: list[str]) -> list[int]:
        """Return the price of all these leaders but the first, for each number of first ones."""
        return [sum(self.price[leader] for leader in leaders[kept:]) for kept in range(len(leaders) + 1)]

    def of_rank(self, rank: Rank) -> list[str]:
        """Return the leaders of a rank but those of cavalry, in the order in which they get commands."""
        found = [each for each in self.forces.leaders(rank) if rank is Rank.ARMY or not each.cavalry]
        return sorted((each.id for each in found), key=lambda leader: leader not in self.keeping)

    def best(self) -> Choice | None:
        """Return the best choice. Most armies have a command for everyone, which is looked for first."""
        horse = [each for each in self.forces.by_rank if each.cavalry and self.forces.ranks[each.id] is not Rank.ARMY]
        options = {leader.id: [*self.options(leader)] for leader in horse}
        if self.forces.is_rough:
            return self.best_of({leader: _largest(some) for leader, some in options.items()})
        choice = self.best_of({leader: some or [None] for leader, some in options.items()})
        forced = {*self.armies[1:], *(leader for leader, some in options.items() if not some)}
        if choice and forced.issuperset(choice.left_out):
            return choice
        return self.best_of({leader: [None, *some] for leader, some in options.items()})

    def best_of(self, options: Mapping[str, Sequence[Taken | None]]) -> Choice | None:
        """Return the best of all last states, with the choices that led to it."""
        layers = self.layers(options)
        found: tuple[int, int, tuple[int, int, int, int]] | None = None
        for state, (cost, *_) in sorted(layers[-1].items(), key=lambda each: each[1][0]):
            if found and cost >= found[0]:
                break
            rest = self.rest(_State.of(state))
            if rest and (found is None or cost + rest[0] < found[0]):
                found = cost + rest[0], state, rest
        return self.traced(layers, *found[1:]) if found else None

    def traced(self, layers: list[_Layer], state: int, rest: tuple[int, int, int, int]) -> Choice | None:
        """Return the choices that led to a last state."""
        _, corps, divisional, foot = rest
        taken: list[Taken] = []
        for layer in reversed(layers[1:]):
            _, before, option = layer[state]
            if option:
                taken.insert(0, option)
            state = before
        kept = {each.leader for each in taken} | {*self.corps[:corps], *self.divisional[:divisional], *self.armies[:1]}
        left_out = tuple(each.id for each in self.forces.by_rank if each.id not in kept)
        return Choice(tuple(taken), corps, divisional, foot, left_out) if not self.keeping & {*left_out} else None

    def layers(self, options: Mapping[str, Sequence[Taken | None]]) -> list[_Layer]:
        """Return, for each cavalry leader in turn, the states that can be reached and the best way to each."""
        layers: list[_Layer] = [{0: (0, 0, None)}]
        for leader, some in options.items():
            steps = [(*self.step(leader, option), option) for option in some]
            after: _Layer = {}
            for state, (cost, *_) in layers[-1].items():
                for more, price, option in steps:
                    known = after.get(state + more)
                    if known is None or cost + price < known[0]:
                        after[state + more] = cost + price, state, option
            layers.append(after)
        return layers

    def step(self, leader: str, option: Taken | None) -> tuple[int, int]:
        """Return what a choice adds to the state, and its price."""
        if option is None:
            return 0, self.price[leader]
        led = self.forces.ranks[leader] is Rank.DIVISION
        state = _State(*option.points, int(led), option.borrows, 0 if led else option.divisions)
        return state.packed, -option.points.points

    def options(self, leader: LeaderCounter) -> Iterator[Taken]:
        """Yield what a cavalry leader may take of the leader's own points."""
        mine = self.forces.stood_with(leader.id)
        if self.forces.ranks[leader.id] is Rank.DIVISION:
            yield from (Taken(leader.id, counts, 1) for counts in sorted(self.division_of(mine)))
            return
        fewest, own = self.forces.limits.divisions, self.forces.counts(mine)
        for some in product(*(range(count + 1) for count in own)):
            counts = Counts(*some)
            made = self.forces.divisions(counts) if counts.points <= self.forces.limits.corps else None
            most = max(fewest, made[0] + len(self.divisional)) if made else 0
            for count in range(made[0], min(made[1], most) + 1) if made else ():
                yield Taken(leader.id, counts, count, max(0, fewest - count))

    def division_of(self, mine: list[Unit]) -> set[Counts]:
        """Return the kinds of points that make one division of a cavalry leader's own."""
        single = {self.forces.counts((unit,)) for unit in mine if self.makes_one((unit,))}
        kinds: dict[tuple[Quality, int], list[Unit]] = {}
        for unit in mine:
            kinds.setdefault((unit.point.quality, unit.stands), []).append(unit)
        pairs = combinations_with_replacement(kinds.values(), 2) if self.forces.limits.division > 1 else ()
        return single | {
            self.forces.counts((a[0], b[-1]))
            for a, b in pairs
            if (a is not b or len(a) > 1) and self.makes_one((a[0], b[-1]))
        }

    def makes_one(self, units: tuple[Unit, ...]) -> bool:
        """Tell whether points make one division."""
        return self.forces.is_relaxed or bool(self.forces.brigades_needed(units))

    def rest(self, state: _State) -> tuple[int, int, int, int] | None:
        """Return the price of the other leaders, how many corps and division leaders have a command, and how many
        divisions there are outside the cavalry's; nothing if the rest of the points can't make a legal order."""
        most, spare = self.forces.most_divisions - state.led - state.free, state.led - state.borrowed
        left = Counts(*(count - gone for count, gone in zip(self.all, state, strict=False)))
        made = self.forces.divisions(left) if spare >= 0 else None
        if made is None or made[0] > most:
            return None
        top, fewest = min(made[1], most), self.forces.limits.divisions
        corps = min(len(self.corps), (top + spare) // fewest)
        divisional = min(len(self.divisional), top + state.free)
        foot = max(made[0], corps * fewest - spare, divisional - state.free)
        dropped = self.left_out_armies + self.left_out_corps[corps] + self.left_out_divisional[divisional]
        return dropped + (foot + state.free - divisional << 10), corps, divisional, foot


def _largest(taken: Sequence[Taken]) -> Sequence[Taken | None]:
    """Return the largest of what a leader may take alone, or nothing."""
    return [each for each in taken if not each.borrows][-1:] or (None,)
