"""Orders of battle as files: written for people to edit, and read with every fault by its line."""

import json
from collections import Counter
from dataclasses import field
from typing import Any, TypeVar

from rulesets.core.errors import IllegalOrder
from rulesets.core.lined_json import Lined
from rulesets.core.lined_reader import Faulty, LinedReader
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff.named_order import (
    NamedBattery,
    NamedBrigade,
    NamedCorps,
    NamedDivision,
    NamedOrder,
    Troops,
)
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.state import Arm, Quality
from rulesets.cw_to_ff.tree_changes import clean_name

MOST_BYTES = 256_000
MOST_STANDS = 2000
NOT_HERE = "is not in this army. Use an ID from your own exported order of battle."
Kind = TypeVar("Kind", Quality, Arm)


def written(order: NamedOrder) -> str:
    """Return the file of an order of battle."""
    return json.dumps(order.to_json(), indent=1, ensure_ascii=False) + "\n"


def read(text: str, troops: Troops) -> NamedOrder:
    """Read a file; refuse it with all its faults, or return a whole order of battle of this army."""
    size = len(text.encode(errors="replace"))
    if size > MOST_BYTES:
        raise Faulty([(1, f"The file has {size:,} bytes; the limit is {MOST_BYTES:,}.")])
    reader = _Reader(troops=troops)
    lined = reader.tree(text)
    if lined is None:
        raise Faulty(reader.faults)
    order = reader.order(lined)
    reader.lists_once()
    if not reader.faults:
        reader.fits(order, lined)
    if reader.faults:
        raise Faulty(reader.faults)
    return order


@dataclass(kw_only=True)
class _Reader(LinedReader):
    troops: Troops
    led: list[tuple[str, int]] = field(default_factory=list)
    listed: list[tuple[str, int]] = field(default_factory=list)

    def name(self, at: Lined | None, *, may_be_empty: bool = False) -> str:
        try:
            given = self.text(at)
            return clean_name(given, "", may_be_empty=may_be_empty or at is None or not isinstance(at.value, str))
        except IllegalOrder as error:
            assert at is not None
            self.wrong(at, error.sentence)
            return ""

    def kind(self, at: Lined | None, kinds: type[Kind]) -> Kind:
        found = self.one_of(at, [each.value for each in kinds])
        return kinds(found) if found else next(iter(kinds))

    def stands(self, at: Lined | None) -> int:
        return self.whole("stands", at, 1, MOST_STANDS) or 1

    def leader(self, at: Lined | None) -> str:
        """Return a leader of this army. Any other ID is refused in the same words, whoever it is of."""
        leader = self.text(at)
        if at is not None and leader != INVENTED:
            if leader not in self.troops.leaders:
                self.wrong(at, f"this leader {NOT_HERE}")
            self.led.append((leader, at.line))
        return leader

    def point(self, at: Lined) -> str:
        """Return a strength point of a division, listed once for each SP of it there."""
        point = self.known_point(at)
        self.listed.append((point, at.line))
        return point

    def known_point(self, at: Lined) -> str:
        point = self.text(at)
        if point not in self.troops.points:
            self.wrong(at, f"this strength point {NOT_HERE}")
        return point

    # parts

    def order(self, at: Lined) -> NamedOrder:
        parts = self.members(at, "leader", "name", "corps", "divisions", "supernumerary", "batteries")
        return NamedOrder(
            self.leader(parts.get("leader")),
            self.name(parts.get("name")),
            self.many(parts.get("corps"), self.corps),
            self.many(parts.get("divisions"), self.division),
            tuple(leader for leader in self.many(parts.get("supernumerary"), self.leader) if leader),
            self.many(parts.get("batteries"), self.battery),
        )

    def corps(self, at: Lined) -> NamedCorps:
        parts = self.members(at, "leader", "commander", "name", "divisions", "batteries")
        return NamedCorps(
            *self.command(parts),
            self.many(parts.get("divisions"), self.division),
            self.many(parts.get("batteries"), self.battery),
        )

    def division(self, at: Lined) -> NamedDivision:
        parts = self.members(at, "leader", "commander", "name", "points", "brigades", "batteries", "carried")
        return NamedDivision(
            *self.command(parts),
            self.many(parts.get("points"), self.point),
            self.many(parts.get("brigades"), self.brigade),
            self.many(parts.get("batteries"), self.battery),
            self.many(parts.get("carried"), self.known_point),
        )

    def command(self, parts: dict[str, Lined]) -> tuple[str, str, str]:
        leader, commander = self.leader(parts.get("leader")), self.name(parts.get("commander"), may_be_empty=True)
        return leader, commander if leader == INVENTED else "", self.name(parts.get("name"))

    def brigade(self, at: Lined) -> NamedBrigade:
        parts = self.members(at, "name", "commander", "quality", "arm", "stands")
        return NamedBrigade(
            self.name(parts.get("name")),
            self.name(parts.get("commander"), may_be_empty=True),
            self.kind(parts.get("quality"), Quality),
            self.kind(parts.get("arm"), Arm),
            self.stands(parts.get("stands")),
        )

    def battery(self, at: Lined) -> NamedBattery:
        parts = self.members(at, "name", "arm")
        return NamedBattery(self.name(parts.get("name")), self.kind(parts.get("arm"), Arm))

    # the army

    def lists_once(self) -> None:
        """Note leaders and strength points that are listed too often, each at its lines."""
        leaders, points = (Counter(name for name, _ in found) for found in (self.led, self.listed))
        for leader, line in self.led:
            if leaders[leader] > 1:
                self.faults.append((line, "this leader is listed more than once."))
        for point, line in self.listed:
            item = self.troops.points.get(point)
            if item and points[point] > item.size:
                sentence = f"{point} is listed {many(points[point], 'time')}; it has {item.size} SP."
                self.faults.append((line, sentence))

    def fits(self, order: NamedOrder, at: Lined) -> None:
        """Note leaders, points, stands, and batteries of the army that the file hasn't."""
        for leader in self.troops.leaders.keys() - {leader for leader, _ in self.led}:
            self.wrong(at, f"{self.troops.leaders[leader].name or leader} is missing; list each leader once.")
        listed = Counter(point for point, _ in self.listed)
        for point, item in self.troops.points.items():
            if listed[point] != item.size:
                self.wrong(at, f"{point} is listed {many(listed[point], 'time')}; it has {item.size} SP.")
        if not self.faults:
            self.stands_fit(order, at)
        per_sp = self.troops.present.batteries_per_sp or 0
        have, wanted = sum(1 for _ in order.all_batteries()), per_sp * self.troops.present.total_sp
        if have != wanted:
            self.wrong(at, f"the army has {many(have, 'battery')}; its strength points give {wanted}.")

    def stands_fit(self, order: NamedOrder, at: Lined) -> None:
        """Compare each division's brigades with its points."""
        shares = self.troops.shares(order)
        for address, _, division in order.all_divisions():
            over: Counter[Any] = Counter()
            for kind, _, stands in shares[address]:
                over[kind] -= stands
            for brigade in division.brigades:
                over[brigade.kind] += brigade.stands
            for (quality, arm), stands in sorted(over.items()):
                if stands:
                    more = f"{many(abs(stands), f'{quality} {arm} stand')} too {'many' if stands > 0 else 'few'}"
                    self.wrong(_division_line(at, address), f"the brigades of this division have {more}.")


def _division_line(at: Lined, address: str) -> Lined:
    """Return the division of an address in the file."""
    corps, _, division = address.rpartition("d")
    among = at.value["corps"].value[int(corps[1:])] if corps else at
    found: Lined = among.value["divisions"].value[int(division)]
    return found
