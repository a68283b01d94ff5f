"""The order of battle of a side: the site's draft, its edits, and what its owner reads of it (VG-4)."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from battles.conduct.base import Option
from battles.conduct.orders import CopiedOrder, OrderCommand, OrderEdit, OrderPart, OrderView
from campaign.errors import Refusal
from campaign.selectors.procedures import refusing
from rulesets.core.brief import Brief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import BeyondTheTable
from rulesets.core.lined_reader import Faulty
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many
from rulesets.cw_to_ff import order_files
from rulesets.cw_to_ff.flank_marches import Fault
from rulesets.cw_to_ff.named_order import (
    Booked,
    NamedBattery,
    NamedBrigade,
    NamedCorps,
    NamedDivision,
    NamedOrder,
    address_of,
    booking,
)
from rulesets.cw_to_ff.order_copy import copied
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.orders import ORDER
from rulesets.cw_to_ff.site_order import KEPT, Given, checked, earlier_brigades, is_of, site_order, troops_of
from rulesets.cw_to_ff.state import Arm
from rulesets.cw_to_ff.tree_changes import Appoint, Edit, Merge, Move, Rename, Shift, Split
from rulesets.cw_to_ff.tree_edits import edited
from rulesets.fire_and_fury.tables import EFFECTIVENESS

NOT_AN_EDIT = "Choose what to change."
WHOLE = "whole"
SITE = "site"  # the edit that starts over


class FaultyFile(Refusal):
    """A file with faults: each by its line."""

    def __init__(self, sentences: list[str]) -> None:
        super().__init__(" ".join(sentences), field="text")
        self.faults = sentences

    @property
    def sentences(self) -> list[str]:
        return self.faults

    @property
    def errors(self) -> dict[str, list[str]]:
        return {self.field: self.faults}


@dataclass(frozen=True)
class TableOrders:
    """Orders of battle by VG-4, as this campaign plays it."""

    house: Context = BY_THE_BOOK

    def current(self, brief: Brief, side: str, saved: Json | None) -> NamedOrder:
        """Return what was saved; the site's draft if nothing was, or if the army has changed since."""
        with refusing():
            given = Given.of(brief, side, self.house)
            if saved:
                order = NamedOrder.from_json(saved)
                if is_of(given, order):
                    return order
            return site_order(given).order

    def final(self, brief: Brief, side: str, saved: Json | None) -> NamedOrder:
        """Return the order of battle to seal; refuse one that breaks a clause which the site's draft meets."""
        order, given = self.current(brief, side, saved), Given.of(brief, side, self.house)
        with refusing():
            site = site_order(given).order
            broken = checked(given, order).faults if order != site else ()
            allowed = {fault.cites for fault in checked(given, site).faults} if broken else set()
        wrong = [str(fault) for fault in broken if fault.cites not in allowed]
        if wrong:
            raise Refusal(" ".join(["Your order of battle isn’t legal yet.", *wrong]))
        return order

    def about(self, brief: Brief, side: str, saved: Json | None) -> str:
        return _counts(self.current(brief, side, saved))

    def sealed(self, plan: Json) -> Json | None:
        return plan.get(ORDER)

    def file(self, brief: Brief, side: str, saved: Json | None) -> str:
        return order_files.written(self.current(brief, side, saved))

    def read_file(self, brief: Brief, side: str, text: str) -> Json:
        given = Given.of(brief, side, self.house)
        with refusing():
            troops = troops_of(given)
        try:
            return _checkable(given, order_files.read(text, troops))
        except Faulty as faulty:
            raise FaultyFile(faulty.sentences) from None

    def edited(self, brief: Brief, side: str, saved: Json | None, edit: OrderEdit) -> Json:
        given = Given.of(brief, side, self.house)
        with refusing():
            if edit.kind == SITE:
                return site_order(given).order.to_json()
            return _checkable(given, edited(given, self.current(brief, side, saved), _edit_of(edit)))

    def copied(self, brief: Brief, side: str, earlier: Brief, saved: Json) -> CopiedOrder:
        with refusing():
            copy = copied(Given.of(brief, side, self.house), NamedOrder.from_json(saved), earlier.sides[side])
        return CopiedOrder(copy.order.to_json(), copy.changes)

    def view(self, brief: Brief, side: str, saved: Json | None) -> OrderView:
        with refusing():
            return _view(Given.of(brief, side, self.house), self.current(brief, side, saved))


@lru_cache(KEPT)
def _view(given: Given, order: NamedOrder) -> OrderView:
    """Return an order of battle as its owner reads it. Repeats come from memory."""
    site, check = site_order(given), checked(given, order)
    reader = _Reader(given, order, _by_place(check.faults))
    return OrderView(
        about=_counts(order),
        commands=tuple(reader.commands()),
        spare=tuple(reader.leader(leader) for leader in order.supernumerary),
        leaders=tuple(reader.leader(leader) for leader in troops_of(given).leaders),
        faults=reader.faults(WHOLE),
        unmet=tuple(map(str, site.unmet)),
        left_out=tuple(map(str, site.left_out)),
        warnings=tuple(check.warnings),
        broken=len(check.faults),
    )


def _checkable(given: Given, order: NamedOrder) -> Json:
    """Return an order of battle to save; refuse one with more parts than can be checked, which no page could show."""
    with refusing():
        checked(given, order)
    return order.to_json()


def _edit_of(edit: OrderEdit) -> Edit:
    """Return the edit that a form describes."""
    match edit.kind:
        case "move":
            return Move(edit.what, edit.to)
        case "shift":
            return Shift(edit.what, edit.to, edit.stands)
        case "split":
            return Split(edit.what, edit.stands)
        case "merge":
            return Merge(edit.what, edit.to)
        case "rename":
            return Rename(edit.what, edit.name, edit.commander)
        case "appoint":
            return Appoint(edit.leader, edit.what)
        case _:
            raise Refusal(NOT_AN_EDIT, field="edit")


def _by_place(faults: Iterable[Fault]) -> dict[str, list[Fault]]:
    """Return the broken clauses by address; those of no one place are under `WHOLE`."""
    found: dict[str, list[Fault]] = {}
    for fault in faults:
        at = address_of(fault.path)
        found.setdefault(WHOLE if at is None else at, []).append(fault)
    return found


def _counts(order: NamedOrder) -> str:
    divisions = [division for _, _, division in order.all_divisions()]
    brigades = [brigade for division in divisions for brigade in division.brigades]
    stands = sum(brigade.stands for brigade in brigades)
    guns = sum(1 for _ in order.all_batteries())
    return (
        f"{len(order.corps)} corps, {many(len(divisions), 'division')}, {many(len(brigades), 'brigade')} "
        f"of {many(stands, 'stand')}, {many(guns, 'battery')}"
    )


class _Reader:
    """Puts an order of battle into words, part by part."""

    def __init__(self, given: Given, order: NamedOrder, faults: Mapping[str, list[Fault]]) -> None:
        self.given, self.order, self._faults = given, order, faults
        self.troops = troops_of(given)
        self.booked = booking(order, self.troops)
        self.earlier = earlier_brigades(given, order)
        self.numbers = {item.id: n for n, item in enumerate(self.troops.present.items, start=1)}

    def faults(self, address: str) -> tuple[str, ...]:
        return tuple(str(fault) for fault in self._faults.get(address, ()))

    def leader(self, leader: str) -> Option:
        known = self.troops.leaders[leader]
        stars = "★" * known.stars
        return Option(leader, f"{known.name or leader} {stars}{' cavalry' if known.cavalry else ''}")

    def led_by(self, leader: str, commander: str) -> str:
        """Name whoever leads a command."""
        if leader != INVENTED:
            return self.leader(leader).label
        return f"{commander}, invented" if commander else "an invented leader"

    def commands(self) -> Iterable[OrderCommand]:
        order = self.order
        chief = self.leader(order.leader).label if order.leader != INVENTED else "no army leader"
        yield OrderCommand(
            "", "army", order.name, chief, faults=self.faults(""), batteries=self.batteries("", order.batteries)
        )
        for n, corps in enumerate(order.corps):
            yield self.corps(f"c{n}", corps)
            for m, division in enumerate(corps.divisions):
                yield self.division(f"c{n}d{m}", corps, division)
        for m, division in enumerate(order.divisions):
            yield self.division(f"d{m}", None, division)

    def corps(self, at: str, corps: NamedCorps) -> OrderCommand:
        points = sum(len(division.points) for division in corps.divisions)
        about = f"{self.led_by(corps.leader, corps.commander)}; {points} SP"
        guns = self.batteries(at, corps.batteries)
        return OrderCommand(at, "corps", corps.name, about, corps.commander, self.faults(at), batteries=guns)

    def division(self, at: str, corps: NamedCorps | None, division: NamedDivision) -> OrderCommand:
        stands = sum(brigade.stands for brigade in division.brigades)
        led = self.led_by(division.leader, division.commander)
        return OrderCommand(
            at,
            "division",
            division.name,
            f"{led}; {len(division.points)} SP, {many(stands, 'stand')}",
            division.commander,
            self.faults(at),
            tuple(self.brigade(f"{at}b{n}", brigade) for n, brigade in enumerate(division.brigades)),
            tuple(self.point(f"{at}p{n}", point, corps, division) for n, point in enumerate(division.points)),
            self.batteries(at, division.batteries),
        )

    def brigade(self, at: str, brigade: NamedBrigade) -> OrderPart:
        kind = f"{brigade.quality} {brigade.arm}" if brigade.arm is Arm.CAVALRY else str(brigade.quality)
        parts = [many(brigade.stands, f"{kind} stand"), self.triple(brigade), self.booked_words(self.booked[at])]
        about = ", ".join(filter(None, parts))
        continues = self.earlier[at].id if at in self.earlier else ""
        return OrderPart(at, brigade.name, about, brigade.commander, self.faults(at), continues)

    def triple(self, brigade: NamedBrigade) -> str:
        """Return Fresh, Worn, and Spent, or nothing where the chart has none."""
        try:
            return EFFECTIVENESS.at(brigade.stands, brigade.quality, context=self.given.house)
        except BeyondTheTable:
            return ""

    def booked_words(self, booked: Booked) -> str:
        if len(booked) == 1:
            return f"SP {self.numbers[booked[0][0]]}"
        return f"SP {listed(f'{self.numbers[point]} ({stands})' for point, stands in booked)}" if booked else ""

    def point(self, at: str, point: str, corps: NamedCorps | None, division: NamedDivision) -> OrderPart:
        arm = self.troops.arm_of(point, corps, division)
        return OrderPart(at, f"SP {self.numbers[point]}", f"{self.troops.points[point].quality} {arm}")

    def batteries(self, at: str, batteries: Iterable[NamedBattery]) -> tuple[OrderPart, ...]:
        return tuple(
            OrderPart(f"{at}g{n}", battery.name, "horse" if battery.arm is Arm.CAVALRY else "foot")
            for n, battery in enumerate(batteries)
        )
