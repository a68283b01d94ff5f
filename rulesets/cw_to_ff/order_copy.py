"""Copies an order of battle of an earlier battle, as far as the army still has its strength points and leaders.

Who is gone is replaced by those who came since, then by invented leaders. What couldn't be kept is said.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TypeVar

from rulesets.core.brief import BriefSide
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, listed, many
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.order_names import names_in
from rulesets.cw_to_ff.order_of_battle import INVENTED, SENIOR_STARS, by_seniority
from rulesets.cw_to_ff.order_search import Forces
from rulesets.cw_to_ff.order_sketch import CorpsSketch, DivisionSketch, Sketch
from rulesets.cw_to_ff.site_order import Given, giver_of, troops_of
from rulesets.cw_to_ff.sketch_written import Writer
from rulesets.cw_to_ff.state import Rank

Command = TypeVar("Command", CorpsSketch, DivisionSketch)


@dataclass(frozen=True)
class OrderCopy:
    """An order of battle of this army made from an earlier one, and a sentence for each thing that isn't the same."""

    order: NamedOrder
    changes: tuple[str, ...]


def copied(given: Given, earlier: NamedOrder, army: BriefSide) -> OrderCopy:
    """Return a side's earlier order of battle for the army of this setup; `army` is the army that it was made for."""
    return _Copier(given, earlier, army).copy()


class _Copier:
    """Keeps the points, then the leaders, then fills what is open, and notes what changed."""

    def __init__(self, given: Given, earlier: NamedOrder, army: BriefSide) -> None:
        self.given, self.earlier = given, earlier
        self.troops = troops_of(given)
        self.leaders, self.points = self.troops.leaders, self.troops.points
        forces = Forces.of(self.troops.present, Reckoning(context=given.house))
        self.ranks, self.limits = forces.ranks, forces.limits
        self.giver = giver_of(given, names_in(earlier))
        self.known = {leader.id: leader.name for leader in army.leaders}
        self.qualities = {item.id: item.quality for item in army.strength}
        self.sketch = Sketch.of(earlier)
        self.by_seniority = [leader.id for leader in sorted(self.leaders.values(), key=by_seniority)]
        self.spare = list(self.by_seniority)
        self.changes: list[str] = []

    def copy(self) -> OrderCopy:
        self.keep_leaders()
        new = self.keep_points()
        new = self.in_open_places(new)
        self.drop_empty()
        self.in_new_divisions(new)
        self.mend_corps()
        self.appoint()
        self.say_leaders()
        writer = Writer(self.troops, self.giver, self.given.house, self.limits)
        order = writer.written(self.sketch)
        self.say_parts(writer.redrawn, writer.guns)
        return OrderCopy(order, tuple(self.changes))

    # leaders who stay

    def keep_leaders(self) -> None:
        """Keep each leader who is here and whose rank still fits."""
        sketch = self.sketch
        sketch.leader = self.kept(sketch.was, Rank.ARMY)
        for corps in sketch.corps:
            corps.leader = self.kept(corps.was, Rank.CORPS)
        for division in sketch.all_divisions():
            division.leader = self.kept(division.was, Rank.DIVISION)

    def kept(self, leader: str, rank: Rank) -> str:
        """Return the leader if he may still lead at this rank, and take him from those without a command."""
        if leader not in self.spare or not self.fits(leader, rank):
            return INVENTED
        self.spare.remove(leader)
        return leader

    def fits(self, leader: str, rank: Rank) -> bool:
        """Tell whether a leader may serve at a rank (4B); a three-star leads a corps where another leads the army."""
        own = self.ranks[leader]
        is_second = own is Rank.ARMY and rank is Rank.CORPS and self.leaders[leader].stars == SENIOR_STARS
        return own is rank or (is_second and self.sketch.leader not in (INVENTED, leader))

    # strength points

    def keep_points(self) -> list[str]:
        """Keep each point that is here, and return those that are new; the rest are open places."""
        left = Counter({point: item.size for point, item in self.points.items()})
        gone = 0
        for corps, division in self.sketch.places():
            horse = self.horse_over(corps, division)
            for point in division.were:
                if left[point] and self.may_be_under(point, horse):
                    left[point] -= 1
                    division.points.append(point)
                else:
                    gone += point not in self.points
                    division.open.append(self.qualities.get(point, ""))
        new = list(left.elements())
        if gone:
            lost = many(gone, "strength point")
            self.changes.append(f"{lost} of that battle {'isn’t' if gone == 1 else 'aren’t'} in this army.")
        if strange := sum(point not in self.qualities for point in new):
            came = many(strange, "strength point")
            self.changes.append(f"{came} of this army {'wasn’t' if strange == 1 else 'weren’t'} in that battle.")
        return new

    def horse_over(self, corps: CorpsSketch | None, division: DivisionSketch) -> str:
        """Return the nearest cavalry leader over a division, who leads his own points only (4A, R-3)."""
        above = (division.leader, corps.leader if corps else INVENTED)
        return next((leader for leader in above if leader in self.leaders and self.leaders[leader].cavalry), INVENTED)

    def may_be_under(self, point: str, horse: str) -> bool:
        return horse == INVENTED or self.points[point].under == horse

    def in_open_places(self, new: list[str]) -> list[str]:
        """Give open places to new points, of the same quality if possible; return those without a place."""
        for is_alike in (True, False):
            for corps, division in self.sketch.places():
                horse = self.horse_over(corps, division)
                for quality in list(division.open):
                    fitting = (p for p in new if (self.points[p].under or INVENTED) == horse)
                    point = next((p for p in fitting if not is_alike or self.points[p].quality == quality), None)
                    if point is not None:
                        new.remove(point)
                        division.points.append(point)
                        division.open.remove(quality)
        return new

    def drop_empty(self) -> None:
        """Leave out divisions without points and corps without divisions; their leaders are free again."""
        sketch = self.sketch
        for corps in sketch.corps:
            corps.divisions = self.not_empty(corps.divisions)
        sketch.divisions, sketch.corps = self.not_empty(sketch.divisions), self.not_empty(sketch.corps)

    def not_empty(self, commands: list[Command]) -> list[Command]:
        for command in commands:
            if not command.has_parts:
                self.free(command.leader)
                self.sketch.batteries += command.batteries
                self.changes.append(f"{command.name} is left out: none of its strength points is here.")
        return [command for command in commands if command.has_parts]

    def free(self, leader: str) -> None:
        """Return a leader to those without a command."""
        self.spare = [each for each in self.by_seniority if each == leader or each in self.spare]

    def in_new_divisions(self, new: list[str]) -> None:
        """Make divisions of the points that are left: those of one cavalry leader together, then of one quality."""
        kinds: dict[tuple[str, str], list[str]] = {}
        for point in new:
            item = self.points[point]
            kinds.setdefault((item.under or "", "" if item.under else item.quality), []).append(point)
        for points in kinds.values():
            for n in range(0, len(points), self.limits.division):
                self.sketch.divisions.append(DivisionSketch(points=points[n : n + self.limits.division]))

    # corps

    def mend_corps(self) -> None:
        """Fill up corps of too few divisions, and dissolve those that nobody can fill."""
        for corps in list(self.sketch.corps):
            if len(corps.divisions) < self.limits.divisions and not self.fill_up(corps):
                self.sketch.corps.remove(corps)
                self.sketch.divisions += corps.divisions
                self.sketch.batteries += corps.batteries
                self.free(corps.leader)
                self.changes.append(f"{corps.name} has too few divisions left, so the corps is dissolved.")

    def fill_up(self, corps: CorpsSketch) -> bool:
        """Give a corps the divisions that it lacks; tell whether there were enough."""
        lacks = self.limits.divisions - len(corps.divisions)
        taken = list(self.free_divisions(corps))[:lacks]
        halved = list(self.divisible(corps))[: lacks - len(taken)]
        if len(taken) + len(halved) < lacks:
            return False
        for holder, division in taken:
            holder.divisions.remove(division)
        corps.divisions += [division for _, division in taken]
        corps.divisions += [_half(division) for division in halved]
        for division in halved:
            division.points.pop()
        return True

    def divisible(self, wanting: CorpsSketch) -> Iterator[DivisionSketch]:
        """Yield divisions of several points, one of which could be a division of this corps; its own come first."""
        if wanting.leader != INVENTED:
            for division in sorted(self.sketch.all_divisions(), key=lambda each: each not in wanting.divisions):
                if len(division.points) > 1 and self.may_join(_half(division), wanting):
                    yield division

    def free_divisions(self, wanting: CorpsSketch) -> Iterator[tuple[Sketch | CorpsSketch, DivisionSketch]]:
        """Yield divisions that a corps could have: those outside any, then what the largest can spare."""
        yield from ((self.sketch, each) for each in self.sketch.divisions if self.may_join(each, wanting))
        for corps in sorted(self.sketch.corps, key=lambda each: -len(each.divisions)):
            over = len(corps.divisions) - self.limits.divisions
            joining = [each for each in reversed(corps.divisions) if self.may_join(each, wanting)]
            if corps is not wanting and over > 0:
                yield from ((corps, each) for each in joining[:over])

    def may_join(self, division: DivisionSketch, corps: CorpsSketch | None) -> bool:
        horse = self.horse_over(corps, division)
        return all(self.may_be_under(point, horse) for point in division.points)

    # leaders who get a command

    def appoint(self) -> None:
        """Give commands without a leader to those who have none, the senior first; cavalry leaders before others."""
        sketch = self.sketch
        if sketch.leader == INVENTED:
            sketch.leader = next((each for each in self.spare if self.fits(each, Rank.ARMY)), INVENTED)
            self.spare = [each for each in self.spare if each != sketch.leader]
        for leader in self.mounted_first(Rank.CORPS):
            self.give_corps(leader)
        for leader in self.mounted_first(Rank.DIVISION):
            self.give_division(leader)
        sketch.supernumerary = self.spare

    def mounted_first(self, rank: Rank) -> list[str]:
        found = [leader for leader in self.spare if self.fits(leader, rank)]
        return sorted(found, key=lambda leader: not self.leaders[leader].cavalry)

    def give_corps(self, leader: str) -> None:
        """Appoint a leader to a corps without one, or to a new one of divisions that others can spare."""
        open_ = (corps for corps in _open(self.sketch.corps) if self.may_have(leader, corps.divisions, corps))
        corps = next(open_, None)
        if corps is None:
            corps = CorpsSketch(leader=leader)
            if not self.fill_up(corps):
                return
            self.sketch.corps.append(corps)
        corps.leader = leader
        self.spare.remove(leader)

    def give_division(self, leader: str) -> None:
        """Appoint a leader to a division without one, or to a point of a division that has several."""
        for division in _open(self.sketch.all_divisions()):
            if self.may_have(leader, [division], None):
                division.leader = leader
                self.spare.remove(leader)
                return
        for corps, division in list(self.sketch.places()):
            half = _half(division, leader)
            is_sound = self.may_have(leader, [half], None) and self.may_join(half, corps)
            if len(division.points) > 1 and is_sound:
                division.points.pop()
                (corps or self.sketch).divisions.append(half)
                self.spare.remove(leader)
                return

    def may_have(self, leader: str, divisions: list[DivisionSketch], corps: CorpsSketch | None) -> bool:
        """Tell whether a leader may lead these divisions: a cavalry leader only those of his own points."""
        if not self.leaders[leader].cavalry:
            return True
        own = (each for each in divisions if corps is None or self.horse_over(None, each) == INVENTED)
        return all(self.points[point].under == leader for division in own for point in division.points)

    # what changed

    def say_leaders(self) -> None:
        """Note each command under another leader, and the leaders who weren't in that battle."""
        sketch, seen = self.sketch, set(self.known)
        led: list[Sketch | CorpsSketch | DivisionSketch] = [sketch, *sketch.corps, *sketch.all_divisions()]
        for each in led:
            if each.was not in (INVENTED, each.leader):
                self.changes.append(f"{self.why(each.was)}, so {each.name} is under {self.named(each.leader)}.")
        new = [leader for leader in self.leaders if leader not in seen]
        if new:
            who = first_up(listed(map(self.named, new)))
            self.changes.append(f"{who} {'wasn’t' if len(new) == 1 else 'weren’t'} in that battle.")
        if sketch.supernumerary:
            self.changes.append(f"Without a command: {listed(map(self.named, sketch.supernumerary))}.")

    def why(self, leader: str) -> str:
        name = self.known.get(leader) or leader
        if leader not in self.leaders:
            return f"{name} isn’t in this army"
        return f"{self.named(leader)} is {a(self.ranks[leader])} leader now"

    def named(self, leader: str) -> str:
        return (self.leaders[leader].name or leader) if leader != INVENTED else "an invented leader"

    def say_parts(self, redrawn: list[str], guns: int) -> None:
        if redrawn:
            self.changes.append(f"Brigades are drawn again where the strength points changed: {listed(redrawn)}.")
        if guns:
            more = "more" if guns > 0 else "fewer"
            self.changes.append(f"The army has {many(abs(guns), 'battery')} {more} than in that battle.")


def _half(division: DivisionSketch, leader: str = INVENTED) -> DivisionSketch:
    """Return a new division of the last point of another, which still has it."""
    return DivisionSketch(leader=leader, points=division.points[-1:])


def _open(commands: Iterable[Command]) -> list[Command]:
    """Return the commands without a leader, first those that have lost theirs."""
    return sorted((each for each in commands if each.leader == INVENTED), key=lambda each: each.was == INVENTED)
