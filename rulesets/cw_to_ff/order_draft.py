"""Drafts a legal order of battle by 4A to 4E for the troops and leaders present, by stated preferences.

In this order: the fewest leaders without a command, the junior ones first; the fewest invented leaders; cavalry under
cavalry leaders; brigades of one quality, as even as possible; the senior leader has the larger command and the better
troops.
"""

from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import ceil

from rulesets.core.context import Context
from rulesets.core.errors import BeyondTheTable
from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.order_check import check_order
from rulesets.cw_to_ff.order_of_battle import (
    INVENTED,
    MOST_BRIGADES,
    Brigade,
    Corps,
    Division,
    LeaderCounter,
    OrderOfBattle,
    Present,
    Proposed,
)
from rulesets.cw_to_ff.order_pairs import Pair
from rulesets.cw_to_ff.order_places import SUPERNUMERARY
from rulesets.cw_to_ff.order_search import MOST_IN_DIVISION, Choice, Counts, Fill, Forces, Taken, Unit
from rulesets.cw_to_ff.order_tree import order_tree
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.fire_and_fury.tables import EFFECTIVENESS

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
    """A division in the making; `horse` is the cavalry leader whose own points these are."""

    units: list[Unit]
    leader: str = INVENTED
    horse: str = INVENTED

    @property
    def is_led_cavalry(self) -> bool:
        """Tell whether a cavalry division leader leads it."""
        return bool(self.horse) and self.leader == self.horse

    @property
    def worth(self) -> tuple[int, int]:
        """Sort by size, then by the best troops; the first is best."""
        return -len(self.units), min(BEST_FIRST.index(unit.point.quality) for unit in self.units)


class _Drafter:
    """Forms the divisions and corps that a choice asks for, then their brigades."""

    def __init__(self, forces: Forces, choice: Choice, context: Context) -> None:
        self.forces, self.choice, self.context = forces, choice, context
        self.limits, self.pool = forces.limits, list(forces.units)

    def draft(self) -> OrderOfBattle:
        """Return the order of battle of the choice."""
        mounted = [command for taken in self.choice.taken for command in self.cavalry(taken)]
        foot = [_Command(units) for units in self.formed(self.pool, self.choice.foot)]
        foot.sort(key=lambda command: command.worth)
        kept = {leader.id for leader in self.forces.given.leaders} - {*self.choice.left_out}
        open_ = [*foot, *(command for command in mounted if not command.leader)]
        named = [each.id for each in self.forces.leaders(Rank.DIVISION) if each.id in kept and not each.cavalry]
        for command, leader in zip(open_, named, strict=False):
            command.leader = leader
        corps, loose = self.grouped(kept, foot, mounted)
        return self.written(kept, corps, loose)

    # divisions

    def take(self, units: Iterable[Unit]) -> list[Unit]:
        """Take points from the pool."""
        taken = list(units)
        for unit in taken:
            self.pool.remove(unit)
        return taken

    def cavalry(self, taken: Taken) -> list[_Command]:
        """Form the divisions of what a cavalry leader takes."""
        mine = [unit for unit in self.pool if unit.point.under == taken.leader]
        if self.forces.ranks[taken.leader] is Rank.DIVISION:
            return [_Command(self.take(self.one_division(mine, taken.points)), taken.leader, taken.leader)]
        chosen: list[Unit] = []
        for fill, count in zip(Fill, taken.points, strict=True):
            chosen += [unit for unit in mine if self.forces.fill(unit) is fill][:count]
        divisions = self.formed(self.take(chosen), taken.divisions)
        return [_Command(units, INVENTED, taken.leader) for units in divisions]

    def one_division(self, mine: list[Unit], counts: Counts) -> tuple[Unit, ...]:
        """Return the best points of these kinds that make one division, of one quality if possible."""
        groups = [units for units in combinations(mine, counts.points) if self.forces.counts(units) == counts]
        sound = [units for units in groups if self.forces.brigades_needed(units)]
        return min(sound or groups, key=lambda units: (len({unit.point.quality for unit in units}), *map(_rank, units)))

    def formed(self, units: Sequence[Unit], count: int) -> list[list[Unit]]:
        """Form so many divisions: empty points with full ones, halves with halves, then pairs of one quality."""
        if self.forces.has_large and (pairing := self.forces.pairing_of(units)).is_small:
            pool = list(units)
            pairs = [self.taken_pair(pair, pool) for pair in pairing.pairs(len(units) - count)]
            if len(pairs) == len(units) - count:
                return [*pairs, *([unit] for unit in pool)]
        kinds = {fill: [unit for unit in units if self.forces.fill(unit) is fill] for fill in Fill}
        full, half = kinds[Fill.FULL], kinds[Fill.HALF]
        divisions = [self.pair(half.pop(), full)] if len(half) % 2 and full else []  # first: the harder to place
        divisions += [self.pair(unit, full) for unit in kinds[Fill.EMPTY]]
        while half:
            divisions.append(self.pair(half.pop(0), half))
        for _ in range(len(divisions) + len(full) - count):
            pair = self.best_pair(full)
            if pair:
                divisions.append(pair)
        return [*divisions, *([unit] for unit in full)]

    def pair(self, unit: Unit, others: list[Unit]) -> list[Unit]:
        """Pair a point with another, of the same quality if possible."""
        fitting = [other for other in others if self.forces.brigades_needed((unit, other))] or others
        like = [other for other in fitting if other.point.quality is unit.point.quality]
        if not fitting:
            return [unit]
        other = (like or fitting)[-1]
        others.remove(other)
        return [other, unit]

    def taken_pair(self, pair: Pair, full: list[Unit]) -> list[Unit]:
        """Take two points of these kinds."""
        found = []
        for kind in pair:
            found.append(next(unit for unit in full if unit.kind == kind))
            full.remove(found[-1])
        return sorted(found, key=_rank)

    def best_pair(self, full: list[Unit]) -> list[Unit]:
        """Take the best pair of full points: of one quality if there is one, in the fewest brigades."""
        counts = Tally(unit.point.quality for unit in full)
        for first in sorted(full, key=lambda unit: (counts[unit.point.quality] < MOST_IN_DIVISION, _rank(unit))):
            fits = [(unit, self.forces.brigades_needed((first, unit))) for unit in full if unit is not first]
            fits = [(unit, needed) for unit, needed in fits if needed]
            if fits:
                other = min(fits, key=lambda each: (each[0].point.quality is not first.point.quality, each[1]))[0]
                full.remove(first)
                full.remove(other)
                return [first, other]
        return []

    # corps

    def grouped(
        self, kept: Collection[str], foot: list[_Command], mounted: list[_Command]
    ) -> tuple[list[tuple[str, list[_Command]]], list[_Command]]:
        """Group divisions into corps; those without room are under the army leader or independent (R-10)."""
        corps = [leader for leader in self.forces.leaders(Rank.CORPS) if leader.id in kept]
        groups: dict[str, list[_Command]] = {leader.id: [] for leader in corps}
        led = [command for command in mounted if command.is_led_cavalry]
        for taken in self.choice.taken:
            if taken.leader in groups:
                own = [command for command in mounted if command.horse == taken.leader]
                groups[taken.leader] += own + led[: taken.borrows]
                led = led[taken.borrows :]
        open_ = [groups[leader.id] for leader in corps if not leader.cavalry]
        loose: list[_Command] = []
        has_chief = any(self.forces.ranks[leader] is Rank.ARMY for leader in kept)
        for command in [*foot, *led]:
            group = self.group_for(command, open_, may_be_loose=has_chief and command.is_led_cavalry)
            (loose if group is None else group).append(command)
        return list(groups.items()), loose

    def group_for(
        self, command: _Command, groups: list[list[_Command]], *, may_be_loose: bool
    ) -> list[_Command] | None:
        """Return a corps that needs the division, or the one with the most room."""
        wanting = [group for group in groups if len(group) < self.limits.divisions]
        fitting = [group for group in groups if _points(group) + len(command.units) <= self.limits.corps]
        if not wanting and may_be_loose:
            return None
        return min(wanting or fitting, key=lambda group: (_points(group), len(group)), default=None)

    # written out

    def written(
        self, kept: Collection[str], groups: list[tuple[str, list[_Command]]], loose: list[_Command]
    ) -> OrderOfBattle:
        """Write corps, divisions, and brigades."""
        commands = [command for _, group in groups for command in group] + loose
        self.listed: set[str] = set()
        sizes = self.brigade_sizes(commands)
        done = {id(command): self.division(command, size) for command, size in zip(commands, sizes, strict=True)}
        corps = (Corps(leader=leader, divisions=tuple(done[id(each)] for each in group)) for leader, group in groups)
        army = [leader.id for leader in self.forces.leaders(Rank.ARMY) if leader.id in kept]
        return OrderOfBattle(
            army_leader=army[0] if army else INVENTED,
            corps=tuple(corps),
            divisions=tuple(done[id(each)] for each in loose),
            supernumerary=self.choice.left_out,
        )

    def division(self, command: _Command, sizes: Mapping[Quality, int]) -> Division:
        """Write a division."""
        arm = Arm.CAVALRY if command.horse else Arm.INFANTRY
        batteries = self.limits.batteries * len(command.units)
        stands = _stands(command)
        items = tuple(unit.point.id for unit in command.units)
        first, self.listed = {*items} - self.listed, self.listed | {*items}
        elsewhere = {unit.point.id for unit in command.units if unit.carries} - first
        return Division(
            leader=command.leader,
            items=items,
            carried=tuple(sorted(elsewhere)),
            brigades=tuple(
                Brigade(quality=quality, arm=arm, stands=size, triple=self.triple(size, quality))
                for quality in BEST_FIRST
                if stands.get(quality)
                for size in even(stands[quality], sizes[quality])
            ),
            batteries=batteries if arm is Arm.INFANTRY else 0,
            horse_batteries=batteries if arm is Arm.CAVALRY else 0,
        )

    def triple(self, stands: int, quality: Quality) -> str:
        """Return Fire and Fury's triple, or nothing where its chart has none."""
        try:
            return EFFECTIVENESS.at(stands, quality, context=self.context)
        except BeyondTheTable:
            return ""

    # brigades

    def brigade_sizes(self, commands: list[_Command]) -> list[dict[Quality, int]]:
        """Return each division's number of brigades of each quality, within what the whole army may have (R-59)."""
        stands = [_stands(command) for command in commands]
        counts = [self.brigade_counts(each) for each in stands]
        over = sum(sum(each.values()) for each in counts) - MOST_BRIGADES
        for _ in range(over):
            spare = [
                (share[quality] / (count[quality] - 1), n, quality)
                for n, (share, count) in enumerate(zip(stands, counts, strict=True))
                if sum(count.values()) > self.limits.brigades_least
                for quality in count
                if count[quality] > 1
            ]
            fitting = min((each for each in spare if each[0] <= self.limits.brigade_stands), default=None)
            if fitting is None:
                break
            counts[fitting[1]][fitting[2]] -= 1
        return counts

    def brigade_counts(self, stands: Mapping[Quality, int]) -> dict[Quality, int]:
        """Aim at about eight stands each, within the number of brigades that a division must and may have."""
        counts = {quality: max(1, ceil(share / self.limits.aim)) for quality, share in stands.items()}
        while sum(counts.values()) > self.limits.brigades and any(count > 1 for count in counts.values()):
            smallest = min((q for q in counts if counts[q] > 1), key=lambda q: stands[q] / (counts[q] - 1))
            counts[smallest] -= 1
        while counts and sum(counts.values()) < self.limits.brigades_least:
            divisible = [q for q in counts if counts[q] < stands[q]]
            if not divisible:
                break
            counts[max(divisible, key=lambda q: stands[q] / counts[q])] += 1
        return counts


def _points(group: list[_Command]) -> int:
    """Count the points of a corps."""
    return sum(len(command.units) for command in group)


def _rank(unit: Unit) -> int:
    return BEST_FIRST.index(unit.point.quality)


def _stands(command: _Command) -> dict[Quality, int]:
    """Count a division's stands of each quality."""
    stands: dict[Quality, int] = {}
    for unit in command.units:
        stands[unit.point.quality] = stands.get(unit.point.quality, 0) + unit.stands
    return {quality: share for quality, share in stands.items() if share}


def best_draft(given: Present, work: Reckoning) -> Draft:
    """Return the best legal order; where there is none, the nearest to it, with the clauses that it breaks."""
    forces = Forces.of(given, work)
    tries = (forces, forces.relaxed(fills=False), forces.relaxed(fills=True))
    order = next(_Drafter(each, choice, work.context).draft() for each in tries if (choice := each.best()))
    proposed = Proposed.model_construct(**{name: getattr(given, name) for name in Present.model_fields}, order=order)
    unmet = check_order(proposed, Reckoning(context=work.context), forces).faults
    leaders = [corps.leader for corps in order.corps] + [division.leader for _, division in order.all_divisions()]
    left_out = tuple(_why_left_out(forces, leader) for leader in forces.by_rank if leader.id in order.supernumerary)
    return Draft(order, leaders.count(INVENTED), unmet, left_out)


def _why_left_out(forces: Forces, leader: LeaderCounter) -> Fault:
    """Explain why a leader is supernumerary."""
    rank, who = forces.ranks[leader.id], leader.name or leader.id
    least = {Rank.DIVISION: 1, Rank.CORPS: forces.limits.divisions}.get(rank, 0)
    if rank is Rank.ARMY:
        why = "another leads the army"
    elif leader.cavalry and len(forces.stood_with(leader.id)) < least:
        why = f"fewer than {least} SP on the map with that leader"
    else:
        why = f"no command of {least} SP is left for a {rank} leader"
    sentence = f"{who} is supernumerary: {why}."
    return Fault(str(BOOK.at("4B")), sentence, SUPERNUMERARY.words, SUPERNUMERARY.path)


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
