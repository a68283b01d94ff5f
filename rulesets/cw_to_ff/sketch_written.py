"""Writes a copied order of battle: names of commands under other leaders, brigades of today's stands, batteries."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import field, replace

from rulesets.core.context import Context
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.named_order import (
    Kind,
    NamedBrigade,
    NamedCorps,
    NamedDivision,
    NamedOrder,
    Troops,
)
from rulesets.cw_to_ff.order_names import NameGiver, called_after
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.order_search import Limits
from rulesets.cw_to_ff.order_sketch import CorpsSketch, DivisionSketch, Sketch
from rulesets.cw_to_ff.state import Arm
from rulesets.cw_to_ff.tree_edits import Desk, even


@dataclass
class Writer:
    """Turns a sketch into an order of battle, and notes what was drawn again."""

    troops: Troops
    giver: NameGiver
    house: Context
    limits: Limits
    redrawn: list[str] = field(default_factory=list)
    guns: int = 0  # more than in the sketch

    @property
    def desk(self) -> Desk:
        return Desk(self.troops, self.giver, self.house)

    def written(self, sketch: Sketch) -> NamedOrder:
        self.count_guns(sketch)
        name = sketch.name
        if sketch.leader != sketch.was and _is_ours(name, "army"):
            name = self.called(sketch.leader, "army") if sketch.leader != INVENTED else "The army"
        order = NamedOrder(
            leader=sketch.leader,
            name=name,
            corps=tuple(map(self.corps, sketch.corps)),
            divisions=tuple(map(self.division, sketch.divisions)),
            supernumerary=tuple(sketch.supernumerary),
            batteries=tuple(sketch.batteries),
        )
        return self.desk.with_fitting_guns(self.with_brigades(order))

    def corps(self, corps: CorpsSketch) -> NamedCorps:
        divisions = tuple(map(self.division, corps.divisions))
        return NamedCorps(corps.leader, *self.command(corps, "corps"), divisions, tuple(corps.batteries))

    def division(self, division: DivisionSketch) -> NamedDivision:
        points = tuple(division.points)
        carried = tuple(point for point in division.carried if point in points)
        named = self.command(division, "division")
        return NamedDivision(division.leader, *named, points, division.brigades, tuple(division.batteries), carried)

    def command(self, command: CorpsSketch | DivisionSketch, what: str) -> tuple[str, str]:
        """Return the invented commander, and the name: a name given by hand stays."""
        if command.leader == command.was and command.name:
            return command.commander, command.name
        if command.leader != INVENTED:
            name = self.called(command.leader, what)
            return "", name if _is_ours(command.name, what) else command.name
        commander, name = self.giver.invented(Arm.INFANTRY, what)
        return commander, name if _is_ours(command.name, what) else command.name

    def called(self, leader: str, what: str) -> str:
        return called_after(self.troops.leaders[leader], what)

    # batteries

    def count_guns(self, sketch: Sketch) -> None:
        """Leave out batteries that the points don't give, and add those that are missing (4A)."""
        self.guns = -self.over(sketch)
        own = {id(each): self.per_sp * len(each.points) for each in sketch.all_divisions()}
        for holder in _holders(sketch):
            while self.over(sketch) > 0 and len(holder.batteries) > own.get(id(holder), 0):
                holder.batteries.pop()
        if not self.within_limits(sketch):
            for holder in _holders(sketch):
                del holder.batteries[own.get(id(holder), 0) :]
        for division in sketch.all_divisions():
            while self.over(sketch) < 0 and len(division.batteries) < own[id(division)]:
                division.batteries.append(self.giver.battery(Arm.INFANTRY))

    def within_limits(self, sketch: Sketch) -> bool:
        """Tell whether no division and no corps has too many batteries (4C)."""
        counts = [len(each.batteries) for each in sketch.all_divisions()]
        in_corps = [
            len(corps.batteries) + sum(len(each.batteries) for each in corps.divisions) for corps in sketch.corps
        ]
        most, most_in_corps = self.per_sp * self.limits.division, self.per_sp * self.limits.corps
        return all(count <= most for count in counts) and all(count <= most_in_corps for count in in_corps)

    @property
    def per_sp(self) -> int:
        return self.troops.present.batteries_per_sp or 0

    def over(self, sketch: Sketch) -> int:
        """Return by how many the batteries are more than the points give."""
        have = sum(len(each.batteries) for each in _holders(sketch))
        return have - self.per_sp * self.troops.present.total_sp

    # brigades

    def with_brigades(self, order: NamedOrder) -> NamedOrder:
        """Draw brigades again in each division whose stands aren't the same."""
        shares = self.troops.shares(order)
        done: dict[str, NamedDivision] = {}
        for address, _, division in order.all_divisions():
            wanted: Counter[Kind] = Counter()
            for kind, _, stands in shares[address]:
                wanted[kind] += stands
            done[address] = replace(division, brigades=self.brigades(division, +wanted))
        corps = tuple(
            replace(each, divisions=tuple(done[f"c{n}d{m}"] for m in range(len(each.divisions))))
            for n, each in enumerate(order.corps)
        )
        return replace(order, corps=corps, divisions=tuple(done[f"d{m}"] for m in range(len(order.divisions))))

    def brigades(self, division: NamedDivision, wanted: Counter[Kind]) -> tuple[NamedBrigade, ...]:
        """Return a division's brigades with the stands that its points have now: as many as before if they may be."""
        old = division.brigades
        if _stands(old) == wanted:
            return old
        if old:
            self.redrawn.append(division.name)
        counts = self.counts(old, wanted)
        kept = {kind: [each for each in old if each.kind == kind][:count] for kind, count in counts.items()}
        loose = iter([each for each in old if not any(each is one for mine in kept.values() for one in mine)])
        return tuple(self.resized(kept, loose, counts, wanted))

    def resized(
        self,
        kept: dict[Kind, list[NamedBrigade]],
        loose: Iterator[NamedBrigade],
        counts: dict[Kind, int],
        wanted: Counter[Kind],
    ) -> Iterator[NamedBrigade]:
        """Yield the brigades of each kind; those of a kind that is gone are used for another, with their names."""
        for (quality, arm), count in counts.items():
            mine = kept[quality, arm]
            is_same = len(mine) == count and sum(each.stands for each in mine) == wanted[quality, arm]
            sizes = [each.stands for each in mine] if is_same else even(wanted[quality, arm], count)
            for n, size in enumerate(sizes):
                one = mine[n] if n < len(mine) else next(loose, None)
                blank = NamedBrigade("", "", quality, arm, size)
                yield replace(one, quality=quality, arm=arm, stands=size) if one else self.giver.brigade(blank)

    def counts(self, old: tuple[NamedBrigade, ...], wanted: Counter[Kind]) -> dict[Kind, int]:
        """Return the number of brigades of each kind: as before, if that is allowed (4E)."""
        before = Counter(each.kind for each in old)
        if len(before) == len(wanted) == 1:
            before = Counter(dict.fromkeys(wanted, len(old)))
        limits = self.limits
        are_few = limits.brigades_least <= before.total() <= limits.brigades
        fits = all(before[kind] <= count <= limits.brigade_stands * before[kind] for kind, count in wanted.items())
        if before.keys() == wanted.keys() and are_few and fits:
            return {kind: before[kind] for kind in wanted}
        return self.desk.counts(wanted)


def _holders(sketch: Sketch) -> list[Sketch | CorpsSketch | DivisionSketch]:
    return [*sketch.all_divisions(), *sketch.corps, sketch]


def _stands(brigades: tuple[NamedBrigade, ...]) -> Counter[Kind]:
    stands: Counter[Kind] = Counter()
    for brigade in brigades:
        stands[brigade.kind] += brigade.stands
    return stands


def _is_ours(name: str, what: str) -> bool:
    """Tell whether the site gave a command its name, so that another leader changes it."""
    return not name or name.endswith(f"’s {what}") or name == f"The {what}"
