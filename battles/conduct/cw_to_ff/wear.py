"""Wear on the table: a brigade's triple, its state by the stands present, and who may fall with it (VG-4, 7D, 8A)."""

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from battles.conduct.arrivals import Brought
from battles.conduct.base import Option
from battles.conduct.plain import TABLE
from battles.conduct.wear import OF_COMMAND
from campaign.selectors.procedures import run
from rulesets.core.brief import Brief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import BeyondTheTable
from rulesets.core.records import dataclass
from rulesets.core.words import first_up
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.order_of_battle import INVENTED
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.rulings import R_29
from rulesets.cw_to_ff.worn import nightfall, worn_start
from rulesets.fire_and_fury.state import Status, Triple
from rulesets.fire_and_fury.tables import EFFECTIVENESS

CHART = f"{EFFECTIVENESS.cites}, {EFFECTIVENESS.mark} where no page prints it"


@dataclass(frozen=True)
class TableWear:
    """Wear by the conversion book, with this campaign's numbers."""

    house: Context = BY_THE_BOOK

    def triples(self, brief: Brief, side: str, plan: Plan, sizes: Mapping[str, int]) -> Mapping[str, str]:
        if plan.order is None:
            return {}
        found = {
            at: starting_triple(brief, side, brigade.quality, sizes[at], self.house)
            for at, _, brigade in plan.order.all_brigades()
            if sizes.get(at)
        }
        return {at: str(triple) for at, triple in found.items() if triple}

    def status(self, triple: str, stands: int, *, morning: int = 0) -> str:
        if morning and stands >= morning and self.house.chosen(R_29) != R_29.default:
            return first_up(Status.FRESH)
        return first_up(Triple.parse(triple).status(stands)) if triple else ""

    def status_cites(self) -> str:
        return CHART

    def next_morning(self, triple: str, on_table: int, skedaddled: int, lost: int) -> int:
        total = on_table + skedaddled + lost
        if not triple or Triple.parse(triple).most != total:  # a campaign's own chart may name another full strength
            return on_table + skedaddled if on_table else 0
        asked = {"triple": triple, "on_table": on_table, "skedaddled": skedaddled, "killed": lost}
        return run(nightfall, asked, house=self.house).result.stands

    def commanders(self, brief: Brief, side: str, plan: Plan) -> tuple[Option, ...]:
        leaders = {leader.id: leader.name for leader in brief.sides[side].leaders}
        commands = list(commands_of(plan.order)) if plan.order else []
        posts = {leader: about for leader, _, _, about in commands if leader in leaders}
        counters = [Option(leader, name, posts.get(leader, "")) for leader, name in leaders.items()]
        invented = [
            Option(f"{OF_COMMAND}{at}", name or "Invented leader", about)
            for leader, at, name, about in commands
            if leader not in leaders
        ]
        return (*counters, *invented)

    def absent_batteries(
        self,
        batteries: Mapping[str, str],
        found: Iterable[FlankFacts],
        side: str,
        turn: int,
        brought: Mapping[str, Brought],
    ) -> frozenset[str]:
        absent = {at for at, place in batteries.items() if place != TABLE}
        for facts in found:
            if isinstance(facts, ForceFacts) and facts.side == side and facts.entry_turn <= turn:
                marching = [at for at, place in batteries.items() if place == facts.edge]
                absent -= set(_entering(marching, facts, brought.get(facts.edge.value)))
        return frozenset(absent)


def _entering(marching: list[str], facts: ForceFacts, brought: Brought | None) -> Iterable[str]:
    if not facts.is_reduced:
        return marching if facts.arrives else ()
    return brought.units if brought else marching[: facts.batteries]


def commands_of(order: NamedOrder) -> Iterator[tuple[str, str, str, str]]:
    """Yield each command's leader, address, invented commander, and name: corps, divisions, then brigades."""
    if order.leader != INVENTED:
        yield order.leader, "", "", order.name
    for n, corps in enumerate(order.corps):
        yield corps.leader, f"c{n}", corps.commander, corps.name
    for at, _, division in order.all_divisions():
        yield division.leader, at, division.commander, division.name
    for at, _, brigade in order.all_brigades():
        yield INVENTED, at, brigade.commander, brigade.name


def starting_triple(brief: Brief, side: str, quality: str, stands: int, house: Context) -> Triple | None:
    """Return Fresh, Worn, and Spent as a brigade starts, or nothing where the chart has none."""
    worn = side == brief.defender and brief.sides[side].demoralized
    if house == BY_THE_BOOK:
        return _by_the_book(quality, stands, worn=worn)
    return _starting(quality, stands, house, worn=worn)


@lru_cache(maxsize=256)
def _by_the_book(quality: str, stands: int, *, worn: bool) -> Triple | None:
    return _starting(quality, stands, BY_THE_BOOK, worn=worn)


def _starting(quality: str, stands: int, house: Context, *, worn: bool) -> Triple | None:
    try:
        full = EFFECTIVENESS.at(stands, quality, context=house)
    except BeyondTheTable:
        return None
    asked = {"triple": full, "defends": worn, "demoralized": worn}
    return Triple.parse(run(worn_start, asked, house=house).result.triple)
