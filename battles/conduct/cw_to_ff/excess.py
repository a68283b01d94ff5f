"""What comes on of a flank force that met a smaller one off the table: its owner's choice (VG-7B5a)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from battles.conduct.arrivals import Brought, CameOn, Excess, ExcessUnit
from battles.conduct.base import Option
from battles.conduct.cw_to_ff.secret_work import entry_turns
from battles.conduct.cw_to_ff.words import edge_words, own_words
from campaign.errors import Refusal
from rulesets.core.brief import Brief
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.errors import BeyondTheTable
from rulesets.core.records import dataclass
from rulesets.core.words import many
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts
from rulesets.cw_to_ff.orders import Plan
from rulesets.cw_to_ff.state import Arm, Edge, Quality
from rulesets.fire_and_fury.tables import EFFECTIVENESS

RULE = "VG-7B5a"
NOT_IN_FORCE = "Choose only brigades and batteries of this flank march."
REDUCED_WHOLE = "A brigade can’t come both whole and reduced."


@dataclass(frozen=True)
class TableArrivals:
    """The arrivals of the conversion book."""

    house: Context = BY_THE_BOOK

    def excess(self, brief: Brief, side: str, plan: Plan, edge: str, found: Iterable[FlankFacts]) -> Excess | None:
        for facts in found:
            if isinstance(facts, ForceFacts) and (facts.side, facts.edge) == (side, edge) and facts.is_reduced:
                return self._excess(brief, plan, facts)
        return None

    def _excess(self, brief: Brief, plan: Plan, facts: ForceFacts) -> Excess:
        assert plan.order is not None
        march = plan.by_edge[facts.edge]
        brigades = tuple(
            ExcessUnit(at, b.name, self._about(b.quality, b.arm, b.stands), b.stands, b.quality.value)
            for at, _, b in plan.order.all_brigades()
            if at in march.units
        )
        batteries = tuple(
            ExcessUnit(at, battery.name, "horse" if battery.arm is Arm.CAVALRY else "foot")
            for at, _, battery in plan.order.batteries_by_address()
            if at in march.units
        )
        return Excess(
            edge=facts.edge.value,
            where=own_words(brief, facts.side, facts.edge),
            turn=facts.entry_turn,
            stands=facts.arrives,
            of=facts.stands,
            guns=facts.batteries,
            brigades=brigades,
            batteries=batteries,
            leader=Option(march.leader, brief.sides[facts.side].leader(march.leader).name),
        )

    def _about(self, quality: Quality, arm: Arm, stands: int) -> str:
        kind = f"{quality} {arm}" if arm is Arm.CAVALRY else str(quality)
        return ", ".join(filter(None, [many(stands, f"{kind} stand"), self._triple(quality.value, stands)]))

    def _triple(self, quality: str, stands: int) -> str:
        """Return Fresh, Worn, and Spent at this size, or nothing where the chart has none."""
        try:
            return EFFECTIVENESS.at(stands, quality, context=self.house)
        except BeyondTheTable:
            return ""

    def bring_on(self, excess: Excess, chosen: Brought | None) -> Brought:
        if chosen is None:
            whole, reduced = first_whole({each.id: each.stands for each in excess.brigades}, excess.stands)
            guns = [each.id for each in excess.batteries[: excess.guns]]
            return Brought((*whole, *guns), reduced)
        _check(excess, chosen)
        known = (each.id for each in (*excess.brigades, *excess.batteries))
        return replace(chosen, units=tuple(at for at in known if at in chosen.units))

    def in_words(self, excess: Excess, brought: Brought) -> tuple[Option, ...]:
        """Return what comes on, unit by unit, after the leader, who always does (R-22)."""
        whole = [each for each in (*excess.brigades, *excess.batteries) if each.id in brought.units]
        lines = [Option(each.id, f"{each.name}, {each.about}") for each in whole]
        for each in excess.brigades:
            if each.id == brought.reduced:
                left = left_of(excess, brought)
                triple = self._triple(each.quality, left)
                size = ", ".join(filter(None, [f"reduced to {many(left, 'stand')}", triple]))
                lines.append(Option(each.id, f"{each.name}, {size}"))
        return (excess.leader, *lines)

    def came_on(
        self,
        brief: Brief,
        side: str,
        plan: Plan,
        found: Iterable[FlankFacts],
        before: int,
        brought: Mapping[str, Brought],
    ) -> dict[str, CameOn]:
        came: dict[str, CameOn] = {}
        for facts in found:
            is_here = isinstance(facts, ForceFacts) and facts.side == side and facts.edge in plan.by_edge
            if isinstance(facts, ForceFacts) and is_here and facts.arrives and facts.entry_turn < before:
                stands = self._stands_on(self._excess(brief, plan, facts), facts, brought)
                came |= {unit: CameOn(facts.entry_turn, count) for unit, count in stands.items()}
        return came

    def _stands_on(self, excess: Excess, facts: ForceFacts, brought: Mapping[str, Brought]) -> dict[str, int]:
        """Return the stands of each unit that came on; a battery has none."""
        stands = {each.id: each.stands for each in (*excess.brigades, *excess.batteries)}
        if not facts.is_reduced:
            return stands
        chosen = brought.get(facts.edge.value) or self.bring_on(excess, None)
        came = {at: count for at, count in stands.items() if at in chosen.units}
        return came | ({chosen.reduced: left_of(excess, chosen)} if chosen.reduced else {})

    def where(self, brief: Brief, side: str, edge: str) -> str:
        return own_words(brief, side, Edge(edge)) if side else edge_words(brief, Edge(edge))

    def last_turn(self) -> int:
        return entry_turns(self.house)[-1]


def left_of(excess: Excess, brought: Brought) -> int:
    """Return the stands left for the reduced brigade."""
    return excess.stands - sum(each.stands for each in excess.brigades if each.id in brought.units)


def first_whole(brigades: Mapping[str, int], stands: int) -> tuple[list[str], str]:
    """Return the default: whole brigades in the order of battle, then one that comes reduced to what is left."""
    whole: list[str] = []
    for at, size in brigades.items():
        if size > stands:
            return whole, at if stands else ""
        whole.append(at)
        stands -= size
    return whole, ""


def _check(excess: Excess, chosen: Brought) -> None:
    """Refuse a choice that doesn't bring on exactly the excess."""
    sizes = {each.id: each.stands for each in excess.brigades}
    guns = {each.id for each in excess.batteries}
    if not set(chosen.units) <= sizes.keys() | guns or chosen.reduced not in ("", *sizes):
        raise Refusal(NOT_IN_FORCE, field="brigades")
    if chosen.reduced in chosen.units:
        raise Refusal(REDUCED_WHOLE, cites=RULE, field="reduced")
    _check_stands(excess, chosen, sizes)
    count = len(guns.intersection(chosen.units))
    if count != excess.guns:
        raise Refusal(f"Choose {many(excess.guns, 'battery')}, not {count}.", cites=RULE, field="batteries")


def _check_stands(excess: Excess, chosen: Brought, sizes: Mapping[str, int]) -> None:
    left = left_of(excess, chosen)
    whole = excess.stands - left
    if left < 0:
        said = f"The brigades that you chose have {whole} stands; only {excess.stands} come on."
        raise Refusal(said, cites=RULE, field="brigades")
    if left and not chosen.reduced:
        said = (
            f"The brigades that you chose have {whole} of the {excess.stands} stands. Choose one more to come reduced."
        )
        raise Refusal(said, cites=RULE, field="reduced")
    if chosen.reduced and not 0 < left < sizes[chosen.reduced]:
        fits = "so none is left for another brigade" if not left else "so that brigade can come whole"
        said = f"The brigades that you chose have {whole} of the {excess.stands} stands, {fits}."
        raise Refusal(said, cites=RULE, field="reduced")


def absent_by_unit(brigades: Sequence[tuple[str, int]], stands: int, brought: Brought | None) -> dict[str, int]:
    """Return how many stands of each brigade stay off the table when so many come on."""
    sizes = dict(brigades)
    whole, reduced = (brought.units, brought.reduced) if brought else first_whole(sizes, stands)
    left = stands - sum(size for at, size in sizes.items() if at in whole)
    return {at: 0 if at in whole else size - left if at == reduced else size for at, size in sizes.items()}
