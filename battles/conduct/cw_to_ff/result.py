"""The result: stands that never came on the table, and promotable strength points (VG-9)."""

from collections.abc import Mapping, Sequence

from battles.conduct.arrivals import Brought
from battles.conduct.base import NOTHING_CHOSEN, Option, Unit
from battles.conduct.cw_to_ff.excess import absent_by_unit
from battles.conduct.cw_to_ff.words import item_words
from battles.conduct.plain import CommonResult
from rulesets.core.brief import Brief
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts
from rulesets.cw_to_ff.state import Edge


@dataclass(frozen=True)
class TableResult(CommonResult):
    """Every strength point is promotable; stands of flank forces may never have come."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        items = brief.sides[side].strength
        return tuple(Option(item.id, f"{item_words(item)}, no. {n}") for n, item in enumerate(items, start=1))

    def never_arrived(
        self,
        units: Sequence[Unit],
        found: Sequence[FlankFacts],
        side: str,
        turn: int,
        brought: Mapping[str, Brought] = NOTHING_CHOSEN,
    ) -> dict[str, int]:
        """Return them by what the rolls say of each edge; where none is made yet, nobody has come."""
        absent = {unit.id: unit.stands for unit in units if unit.place in list(Edge)}
        for facts in found:
            if isinstance(facts, ForceFacts) and facts.side == side and facts.entry_turn <= turn:
                there = [(unit.id, unit.stands) for unit in units if unit.place == facts.edge]
                absent |= absent_by_unit(there, facts.arrives, brought.get(facts.edge.value))
        return absent
