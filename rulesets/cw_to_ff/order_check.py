"""Checks an order of battle by 4A to 4E and names every broken clause at once; independent of how it was drafted."""

from collections import Counter as Tally
from collections.abc import Iterator
from dataclasses import field
from functools import cached_property

from rulesets.core.procedure import Example, procedure
from rulesets.core.reckoning import Reckoning
from rulesets.core.records import dataclass
from rulesets.core.words import a, first_up, listed, many, quoted
from rulesets.cw_to_ff import BOOK
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.order_of_battle import (
    INVENTED,
    MOST_BRIGADES,
    SENIOR_STARS,
    Brigade,
    Corps,
    Division,
    LeaderCounter,
    OrderOfBattle,
    Point,
    Proposed,
    arm_under,
    ranks_of,
    stands_of,
)
from rulesets.cw_to_ff.order_places import ARMY, BATTERIES, CHIEF, SUPERNUMERARY, Place, Places
from rulesets.cw_to_ff.order_search import Forces
from rulesets.cw_to_ff.state import Arm, Quality, Rank
from rulesets.cw_to_ff.tables import BRIGADE_STANDS, COMMAND, PARTS, RATIO


@dataclass(frozen=True)
class OrderCheck:
    """Every broken clause, and warnings about what is allowed but odd."""

    faults: tuple[Fault, ...]
    warnings: tuple[str, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Tell whether no clause is broken."""
        return not self.faults

    def in_lines(self, inputs: Proposed) -> Iterator[str]:
        """Yield each broken clause and each warning."""
        yield "legal" if self.is_legal else "not allowed:"
        yield from (f"  {fault}" for fault in self.faults)
        yield from (f"  Warning: {warning}" for warning in self.warnings)

    def __str__(self) -> str:
        if self.is_legal:
            return "legal" + (f" ({many(len(self.warnings), 'warning')})" if self.warnings else "")
        return "not allowed: " + " ".join(fault.sentence for fault in self.faults)


FEWEST_DIVISIONS = "fewest divisions of a corps"


@dataclass
class _Check:
    """The clauses, a method each; none stops at the first fault."""

    given: Proposed
    work: Reckoning
    faults: list[Fault] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def refuse(self, clause: str, sentence: str, place: Place) -> None:
        """Note a broken clause."""
        self.faults.append(Fault(str(BOOK.at(clause)), sentence, place.words, place.path))

    @cached_property
    def points(self) -> dict[str, Point]:
        """Return the strength-point items by id."""
        return {item.id: item for item in self.given.items}

    @cached_property
    def leaders(self) -> dict[str, LeaderCounter]:
        """Return the leaders present by id."""
        return {leader.id: leader for leader in self.given.leaders}

    @cached_property
    def ranks(self) -> dict[str, Rank]:
        """Return the leaders' ranks by id."""
        return ranks_of(self.given.leaders, self.work)

    @cached_property
    def ratio(self) -> int:
        """Return the stands per SP."""
        return self.given.stands_per_sp or self.work.read(RATIO, "stands", says="Stands per SP")

    @cached_property
    def batteries_per_sp(self) -> int:
        """Return the batteries per SP."""
        per_sp = self.given.batteries_per_sp
        return self.work.read(RATIO, "batteries", says="Batteries per SP") if per_sp is None else per_sp

    def limit(self, rank: Rank, which: str) -> int:
        """Return the SP that a leader of this rank commands, `least` or `most`."""
        return self.work.read(COMMAND, rank, which, says=f"{which.capitalize()} under {a(rank)} leader")

    def parts(self, which: str) -> int:
        """Return a limit on brigades or divisions."""
        return self.work.read(PARTS, which, says=first_up(which))

    @cached_property
    def places(self) -> Places:
        """Return what names the commands."""
        return Places(self.given.order, self.leaders)

    def named(self, leader: str) -> str:
        """Name a leader."""
        return self.places.named(leader)

    # 4B: every leader once, in a place that the rank allows

    def every_leader_once(self) -> None:
        """Refuse leaders who are absent, left out, or listed twice."""
        places = self.places.of_leaders()
        placed = Tally(leader for leader, _ in places)
        for stranger, place in sorted(dict(places).items()):
            if stranger not in self.leaders:
                self.refuse("4B", f"{first_up(quoted(stranger))} is not at the battle.", place)
        for leader in self.given.leaders:
            if placed[leader.id] != 1:
                often = f"listed {placed[leader.id]} times" if placed[leader.id] else "not in the order of battle"
                place = dict(places).get(leader.id, ARMY)
                self.refuse("4B", f"{self.named(leader.id)} is {often}; list each leader once.", place)

    def fits(self, leader: str, rank: Rank) -> bool:
        """Tell whether a leader may lead at this rank; a sole one who can't have a corps goes a level down (R-6)."""
        own = self.ranks[leader]
        if own is Rank.ARMY and rank is Rank.CORPS:
            return self.leaders[leader].stars == SENIOR_STARS
        if own is Rank.CORPS and len(self.leaders) == 1:
            own = self.forces.ranks[leader]
        return own is rank

    def ranks_fit(self) -> None:
        """Check each commander's rank."""
        order = self.given.order
        for corps in order.corps:
            self.rank_fits(corps.leader, Rank.CORPS, self.places.corps(corps))
        for corps_or_none, division in order.all_divisions():
            self.rank_fits(division.leader, Rank.DIVISION, self.places.division(corps_or_none, division))
        if order.army_leader in self.leaders:
            self.rank_fits(order.army_leader, Rank.ARMY, CHIEF)

    def rank_fits(self, leader: str, rank: Rank, place: Place) -> None:
        """Check one commander's rank."""
        if leader in self.leaders and not self.fits(leader, rank):
            own = self.ranks[leader]
            self.refuse("4B", f"{self.named(leader)} is {a(own)} leader and cannot serve as {a(rank)} leader.", place)

    def supernumeraries(self) -> None:
        """Refuse a supernumerary leader who could have a command while all others keep theirs (R-6)."""
        left_out = {leader for leader in self.given.order.supernumerary if leader in self.leaders}
        others = self.leaders.keys() - left_out
        best = self.forces.best(keeping=others) if left_out else None
        if best is None or len(best.left_out) == len(left_out):
            return
        for leader in dict.fromkeys(self.given.order.supernumerary):
            if leader in left_out and self.forces.best(keeping=others | {leader}):
                sentence = f"{self.named(leader)} is supernumerary, but could have a command."
                self.refuse("4B", sentence, SUPERNUMERARY)

    @cached_property
    def forces(self) -> Forces:
        """Return what the search for commands needs."""
        return Forces.of(self.given, self.work)

    # 4A: strength points, arms

    def every_point_once(self) -> None:
        """Refuse strength points that are unknown, left out, or listed twice; an army needs some."""
        if not self.points:
            self.refuse("4C", "Without strength points, nobody can have a command.", ARMY)
        divisions = list(self.given.order.all_divisions())
        placed = Tally(item for _, division in divisions for item in division.items)
        last = {item: (corps, division) for corps, division in divisions for item in division.items}
        for item in sorted(placed.keys() - self.points.keys()):
            sentence = f"{first_up(quoted(item))} is not a strength point of this army."
            self.refuse("4A", sentence, self.places.division(*last[item]))
        for item, point in self.points.items():
            if placed[item] != point.size:
                place = self.places.division(*last[item]) if placed[item] > point.size else ARMY
                sentence = (
                    f"The order of battle has {placed[item]} SP of {item or 'the unnamed item'}; it needs {point.size}."
                )
                self.refuse("4A", sentence, place)

    def arm_of(self, item: str, corps: Corps | None, division: Division) -> Arm:
        """Return cavalry for points under the cavalry leader they were with on the map (R-3)."""
        above = {leader: self.is_cavalry(leader) for leader in (division.leader, corps.leader if corps else "")}
        return arm_under(above, self.points[item].under)

    def is_cavalry(self, leader: str) -> bool:
        """Tell whether a cavalry leader is meant."""
        return leader in self.leaders and self.leaders[leader].cavalry

    def cavalry_leaders(self) -> None:
        """Refuse points that a cavalry leader didn't have on the map; the nearest such leader counts (R-3)."""
        for corps, division in self.given.order.all_divisions():
            leads = division.leader if self.is_cavalry(division.leader) else corps.leader if corps else ""
            if self.is_cavalry(leads):
                strange = [i for i in division.items if i in self.points and self.points[i].under != leads]
                if strange:
                    sentence = f"{self.named(leads)} cannot lead {listed(strange)}: not with that leader on the map."
                    self.refuse("4A", sentence, self.places.division(corps, division))

    # 4C and 4D: sizes

    def sizes(self) -> None:
        """Check the strength of each division and corps."""
        order = self.given.order
        for corps_or_none, division in order.all_divisions():
            place = self.places.division(corps_or_none, division)
            self.size(division.leader, Rank.DIVISION, len(division.items), place)
        for corps in order.corps:
            points, place = sum(len(division.items) for division in corps.divisions), self.places.corps(corps)
            self.size(corps.leader, Rank.CORPS, points, place)
            fewest = self.parts(FEWEST_DIVISIONS)
            if len(corps.divisions) < fewest:
                has = many(len(corps.divisions), "division")
                self.refuse("4C", f"{first_up(place.words)} has {has}; it needs at least {fewest}.", place)

    def size(self, leader: str, rank: Rank, points: int, place: Place) -> None:
        """Check the strength of one command."""
        least, most = self.limit(rank, "least"), self.limit(rank, "most")
        if not least <= points <= most:
            clause = "4D" if leader == INVENTED else "4C"
            has = f"{points} SP ({many(points * self.ratio, 'stand')})"
            needs = f"{least} to {most} SP ({least * self.ratio} to {most * self.ratio} stands)"
            self.refuse(clause, f"{first_up(place.words)} has {has}; it needs {needs}.", place)

    # 4E: brigades and batteries

    def brigades(self) -> None:
        """Check the brigades of each division."""
        fewest, most = (self.parts(f"{limit} brigades of a division") for limit in ("fewest", "most"))
        for corps, division in self.given.order.all_divisions():
            place, count = self.places.division(corps, division), len(division.brigades)
            who = first_up(place.words)
            if not fewest <= count <= most:
                self.refuse("4E", f"{who} has {many(count, 'brigade')}; it needs {fewest} to {most}.", place)
            self.stands_match(corps, division, who, place)
            for n, brigade in enumerate(division.brigades):
                self.brigade_size(brigade, who, self.places.brigade(place, n))

    def brigades_in_all(self) -> None:
        """Refuse an army of more brigades than are rated (R-59)."""
        count = sum(len(division.brigades) for _, division in self.given.order.all_divisions())
        if count > MOST_BRIGADES:
            self.refuse("4E", f"The army has {count:,} brigades; the limit is {MOST_BRIGADES}.", ARMY)

    @cached_property
    def bearers(self) -> dict[str, Division]:
        """Return the division in which each item's carryover counts: the one that says so, or the first."""
        divisions = [division for _, division in self.given.order.all_divisions()]
        first = {item: division for division in reversed(divisions) for item in division.items}
        return first | {item: division for division in reversed(divisions) for item in division.carried}

    def carryover(self) -> None:
        """Refuse carryover that counts twice, or in a division without its item (R-4)."""
        for corps, division in self.given.order.all_divisions():
            for item in division.carried:
                if item not in division.items or self.bearers[item] is not division:
                    why = "it is not here" if item not in division.items else "it counts in another division"
                    sentence = f"The carryover of {quoted(item)} cannot count here: {why}."
                    self.refuse("4A", sentence, self.places.division(corps, division))

    def stands_match(self, corps: Corps | None, division: Division, who: str, place: Place) -> None:
        """Compare the brigades' stands with the division's strength points: in all (4C), and of each kind (4E)."""
        wanted: Tally[tuple[Quality, Arm]] = Tally()
        for item, count in Tally(division.items).items():
            if item in self.points:
                kind = self.points[item].quality, self.arm_of(item, corps, division)
                carries = self.bearers.get(item) is division
                wanted[kind] += stands_of(self.points[item], count, self.ratio, carries=carries)
        have: Tally[tuple[Quality, Arm]] = Tally()
        for brigade in division.brigades:
            have[brigade.quality, brigade.arm] += brigade.stands
        clause = "4E" if have.total() == wanted.total() else "4C"
        for quality, arm in sorted(wanted.keys() | have.keys()):
            if have[quality, arm] != wanted[quality, arm]:
                stands = many(have[quality, arm], f"{quality} {arm} stand")
                self.refuse(clause, f"{who} has {stands}; its SP give {wanted[quality, arm]}.", place)

    def brigade_size(self, brigade: Brigade, who: str, place: Place) -> None:
        """Refuse a brigade that is too large, and warn about an odd size."""
        low, high, most = (
            self.work.read(BRIGADE_STANDS, limit, says=f"Stands in a brigade, {limit}")
            for limit in ("fewest without a warning", "most without a warning", "most allowed")
        )
        if brigade.stands > most:
            sentence = f"{who} has a brigade of {many(brigade.stands, 'stand')}; the limit is {most}."
            self.refuse("4E", sentence, place)
        elif not low <= brigade.stands <= high:
            self.warnings.append(f"{who} has a brigade of {many(brigade.stands, 'stand')}.")

    def batteries(self) -> None:
        """Count the batteries, and check the limits of divisions and corps."""
        order, per_sp = self.given.order, self.batteries_per_sp
        arms = Tally(
            self.arm_of(item, corps, division)
            for corps, division in order.all_divisions()
            for item in division.items
            if item in self.points
        )
        divisions = [division for _, division in order.all_divisions()]
        brigades = [brigade for division in divisions for brigade in division.brigades]
        holders: list[Corps | Division | OrderOfBattle] = [*order.corps, *divisions, order]
        foot = sum(h.batteries for h in holders) + sum(b.batteries for b in brigades if b.arm is Arm.INFANTRY)
        horse = sum(h.horse_batteries for h in holders) + sum(b.batteries for b in brigades if b.arm is Arm.CAVALRY)
        for word, have, arm in (("foot", foot, Arm.INFANTRY), ("horse", horse, Arm.CAVALRY)):
            if have != arms[arm] * per_sp:
                sentence = f"The army has {many(have, f'{word} battery')}; its SP give {arms[arm] * per_sp}."
                self.refuse("4A", sentence, BATTERIES)
        for corps_or_none, division in order.all_divisions():
            place = self.places.division(corps_or_none, division)
            self.battery_limit(Rank.DIVISION, _batteries_of(division), place)
        for corps in order.corps:
            have = corps.batteries + corps.horse_batteries + sum(map(_batteries_of, corps.divisions))
            self.battery_limit(Rank.CORPS, have, self.places.corps(corps))

    def battery_limit(self, rank: Rank, have: int, place: Place) -> None:
        """Check the batteries of one command."""
        most = self.batteries_per_sp * self.limit(rank, "most")
        if have > most:
            self.refuse("4C", f"{first_up(place.words)} has {many(have, 'battery')}; the limit is {most}.", place)

    def all(self) -> OrderCheck:
        """Check every clause."""
        self.every_leader_once()
        self.ranks_fit()
        self.supernumeraries()
        self.every_point_once()
        self.cavalry_leaders()
        self.sizes()
        self.carryover()
        self.brigades()
        self.brigades_in_all()
        self.batteries()
        says = f"Order of battle for {self.given.total_sp} SP: {many(len(self.faults), 'clause')} broken."
        self.work.step(BOOK.at("4"), says, len(self.faults), strength_points=self.given.total_sp)
        return OrderCheck(tuple(self.faults), tuple(self.warnings))


def _batteries_of(division: Division) -> int:
    return division.batteries + division.horse_batteries + sum(brigade.batteries for brigade in division.brigades)


def _two(sp: int, brigades: list[int], **more: object) -> dict[str, object]:
    quality = {"quality": "veteran"}
    items = [{"id": "a", "size": sp}]
    division = {"leader": "l", "items": ["a"] * sp, "brigades": [{"stands": n, **quality} for n in brigades]}
    return {
        "items": items,
        "leaders": [{"id": "l"}],
        "order": {"divisions": [{**division, "batteries": sp * 2}]},
        **more,
    }


@procedure(
    id="cw_to_ff.check_order_of_battle",
    title="Order of battle check",
    rules=("VG-4A", "VG-4B", "VG-4C", "VG-4D", "VG-4E"),
    examples=[
        Example(_two(2, [8, 8, 8, 8, 8]), "legal"),
        Example(
            _two(3, [12, 12, 12, 12, 12]),
            "not allowed: L's division has 3 SP (60 stands); it needs 1 to 2 SP (20 to 40 stands). "
            "L's division has 6 batteries; the limit is 4.",
        ),
        Example(_two(1, [20]), "not allowed: L's division has 1 brigade; it needs 2 to 5."),
    ],
    tables=("cw_to_ff.ratio", "cw_to_ff.rank", "cw_to_ff.command", "cw_to_ff.parts", "cw_to_ff.brigade_stands"),
    is_common=True,
)
def check_order_of_battle(inputs: Proposed, work: Reckoning) -> OrderCheck:
    """Check every clause of 4A to 4E, and name all broken ones at once."""
    return check_order(inputs, work)


def check_order(given: Proposed, work: Reckoning, forces: Forces | None = None) -> OrderCheck:
    """Check every clause; the draft asks this of itself, with the forces that it has searched."""
    check = _Check(given, work)
    if forces:
        check.forces = forces
    return check.all()
