"""An army in a box: cards for its brigades, batteries, and leaders out of its sealed order of battle (VG-4, 5, 7D)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from battles.conduct.box import (
    ArmyBox,
    BatteryCard,
    BrigadeCard,
    LeaderCard,
    RuleBlock,
    StandGroup,
    StandLabel,
    TreeLine,
)
from battles.conduct.cw_to_ff.box_rules import rule_blocks
from battles.conduct.cw_to_ff.orders import TableOrders
from battles.conduct.cw_to_ff.planning import FlankMarchPlanning
from battles.conduct.cw_to_ff.wear import CHART, starting_triple
from battles.conduct.cw_to_ff.words import side_words
from battles.conduct.plain import TABLE
from rulesets.core.brief import Brief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from rulesets.core.report import Fate
from rulesets.core.words import first_up, listed, many
from rulesets.cw_to_ff.named_order import (
    Booked,
    NamedBattery,
    NamedBrigade,
    NamedCorps,
    NamedDivision,
    NamedOrder,
    Troops,
    booking,
)
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.site_order import Given, troops_of
from rulesets.cw_to_ff.state import Arm, Edge, edge_of
from rulesets.fire_and_fury.state import Status, Triple

ARMY, CORPS, DIVISION, UNIT = range(4)


@dataclass(frozen=True)
class TableBoxes:
    """Boxes by the conversion book, with this campaign's numbers."""

    house: Context = BY_THE_BOOK

    def army(self, brief: Brief, side: str, plan: Json) -> ArmyBox:
        orders, planning = TableOrders(self.house), FlankMarchPlanning(self.house)
        sealed, given = planning.from_json(plan), Given.of(brief, side, self.house)
        order = orders.current(brief, side, orders.sealed(plan))
        works = planning.breastworks(brief, side, sealed)
        units = (*planning.units(brief, side, sealed), *planning.batteries(brief, side, sealed))
        places = {unit.id: _place_words(brief, side, unit.place) for unit in units if unit.place != TABLE}
        packer = _Packer(brief, side, order, troops_of(given), places, self.house)
        return ArmyBox(
            name=order.name,
            about=orders.about(brief, side, orders.sealed(plan)),
            plan=(
                *planning.in_words(brief, side, sealed),
                *planning.deployment_in_words(sealed),
                *filter(None, (works,)),
            ),
            tree=tuple(packer.tree()),
            brigades=tuple(packer.brigades()),
            batteries=tuple(packer.batteries()),
            leaders=tuple(packer.leaders()),
            labels=tuple(packer.labels()),
            cites=CHART,
        )

    def fates(self) -> tuple[str, ...]:
        return tuple(str(fate) for fate in Fate if fate is not Fate.UNHURT)

    def rules(self) -> tuple[RuleBlock, ...]:
        return rule_blocks(self.house)

    def day_cites(self) -> str:
        return "VG-8"


def _place_words(brief: Brief, side: str, place: str) -> str:
    """Name the flank around which a unit marches, as its own side sees the table."""
    own = edge_of(Edge(place), defends=side == brief.defender)
    return f"marches around the {side_words(side)} {own}"


@dataclass(frozen=True)
class _Packer:
    """Turns an order of battle into cards; `places` has the units that aren't on the table, by address."""

    brief: Brief
    side: str
    order: NamedOrder
    troops: Troops
    places: Mapping[str, str]
    house: Context

    @cached_property
    def booked(self) -> Mapping[str, Booked]:
        return booking(self.order, self.troops)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Return the number of each strength point, as on the order of battle's page."""
        return {item.id: n for n, item in enumerate(self.troops.present.items, start=1)}

    def led_by(self, leader: str, commander: str) -> str:
        if leader == INVENTED:
            return commander or "an invented leader"
        return self.troops.leaders[leader].name or leader

    # Cards.

    def brigades(self) -> Iterator[BrigadeCard]:
        """Yield a card for each brigade, those on the table first."""
        cards = list(self._brigades())
        yield from (card for card in cards if not card.place)
        yield from sorted((card for card in cards if card.place), key=lambda card: card.place)

    def _brigades(self) -> Iterator[BrigadeCard]:
        for address, corps, division in self.order.all_divisions():
            for n, brigade in enumerate(division.brigades):
                at = f"{address}b{n}"
                yield self.brigade(brigade, corps, division, self.booked[at], self.places.get(at, ""))

    def brigade(
        self, brigade: NamedBrigade, corps: NamedCorps | None, division: NamedDivision, booked: Booked, place: str
    ) -> BrigadeCard:
        triple = self.triple(brigade)
        starts = ", starts Worn (VG-7D2)" if _starts_worn(triple) else ""
        return BrigadeCard(
            name=brigade.name,
            commander=brigade.commander,
            kind=f"{brigade.quality} {brigade.arm}",
            command=_below(division.name, corps.name if corps else ""),
            triple=str(triple) if triple else "",
            groups=tuple(_groups(triple)) if triple else (StandGroup("stands", brigade.stands),),
            starts=starts,
            booked=self.booked_words(booked),
            place=place,
        )

    def triple(self, brigade: NamedBrigade) -> Triple | None:
        """Return Fresh, Worn, and Spent as the brigade starts, or nothing where the chart has none."""
        return starting_triple(self.brief, self.side, brigade.quality, brigade.stands, self.house)

    def booked_words(self, booked: Booked) -> str:
        if len(booked) == 1:
            return f"SP {self.numbers[booked[0][0]]}"
        return f"SP {listed(f'{self.numbers[point]} ({stands})' for point, stands in booked)}" if booked else ""

    def batteries(self) -> Iterator[BatteryCard]:
        for holder, name, batteries in self.holders():
            for n, battery in enumerate(batteries):
                yield BatteryCard(battery.name, _guns(battery), name, self.places.get(f"{holder}g{n}", ""))

    def holders(self) -> Iterator[tuple[str, str, Iterable[NamedBattery]]]:
        """Yield the army and each corps and division by address, with its name and its batteries."""
        yield "", self.order.name, self.order.batteries
        for n, each in enumerate(self.order.corps):
            yield f"c{n}", each.name, each.batteries
        for address, corps, division in self.order.all_divisions():
            yield address, _below(division.name, corps.name if corps else ""), division.batteries

    def leaders(self) -> Iterator[LeaderCard]:
        for leader, commander, command in self.commands():
            known = self.troops.leaders.get(leader)
            rank = f"{'★' * known.stars}{' cavalry' if known.cavalry else ''}" if known else "invented"
            average = "" if known else "average, VG-4D"
            yield LeaderCard(self.led_by(leader, commander), rank, command, average=average)

    def commands(self) -> Iterator[tuple[str, str, str]]:
        """Yield every leader with the commander who stands in for one, and what they command."""
        if self.order.leader != INVENTED:
            yield self.order.leader, "", self.order.name
        for each in self.order.corps:
            yield each.leader, each.commander, each.name
        for _, over, division in self.order.all_divisions():
            yield division.leader, division.commander, _below(division.name, over.name if over else "")
        for leader in self.order.supernumerary:
            yield leader, "", "supernumerary"

    def labels(self) -> Iterator[StandLabel]:
        """Yield a label for the stand of each leader and each brigade's command."""
        yield from (StandLabel(card.name, card.command) for card in self.leaders())
        yield from (StandLabel(card.name, card.commander or card.command) for card in self._brigades())

    # The tree.

    def tree(self) -> Iterator[TreeLine]:
        order = self.order
        chief = self.led_by(order.leader, "") if order.leader != INVENTED else "no army leader"
        yield TreeLine(ARMY, order.name, chief)
        yield from self.gun_lines("", order.batteries)
        seen: list[str] = []
        for address, corps, division in order.all_divisions():
            if corps and (at := address.partition("d")[0]) not in seen:
                seen.append(at)
                points = sum(len(each.points) for each in corps.divisions)
                yield TreeLine(CORPS, corps.name, self.led_by(corps.leader, corps.commander), f"{points} SP")
                yield from self.gun_lines(at, corps.batteries)
            stands = sum(brigade.stands for brigade in division.brigades)
            led = self.led_by(division.leader, division.commander)
            yield TreeLine(DIVISION, division.name, led, f"{len(division.points)} SP, {many(stands, 'stand')}")
            for n, brigade in enumerate(division.brigades):
                yield self.brigade_line(brigade, self.places.get(f"{address}b{n}", ""))
            yield from self.gun_lines(address, division.batteries)

    def brigade_line(self, brigade: NamedBrigade, place: str) -> TreeLine:
        about = ", ".join(filter(None, (brigade.commander, f"{brigade.quality} {brigade.arm}")))
        triple = self.triple(brigade)
        return TreeLine(UNIT, brigade.name, about, str(triple) if triple else many(brigade.stands, "stand"), place)

    def gun_lines(self, holder: str, batteries: Iterable[NamedBattery]) -> Iterator[TreeLine]:
        """Yield a line for the batteries of one kind in one place."""
        named: dict[tuple[str, str], list[str]] = {}
        for n, battery in enumerate(batteries):
            named.setdefault((_guns(battery), self.places.get(f"{holder}g{n}", "")), []).append(battery.name)
        for (kind, place), names in named.items():
            yield TreeLine(UNIT, listed(names), kind, many(len(names), "battery"), place)


def _below(division: str, corps: str) -> str:
    return ", ".join(filter(None, (division, corps)))


def _guns(battery: NamedBattery) -> str:
    return "horse artillery" if battery.arm is Arm.CAVALRY else "foot artillery"


def _starts_worn(triple: Triple | None) -> bool:
    return triple is not None and triple.full is None


def _groups(triple: Triple) -> Iterator[StandGroup]:
    """Yield the states that a brigade goes through, with the stands that it can lose in each."""
    counts: dict[Status, int] = {}
    for left in range(triple.most, 0, -1):
        status = triple.status(left)
        counts[status] = counts.get(status, 0) + 1
    yield from (StandGroup(first_up(status), stands, n > 0) for n, (status, stands) in enumerate(counts.items()))
