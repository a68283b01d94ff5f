"""The result: stands that never came on the table, and promotable strength points (VG-9)."""

from collections.abc import Sequence
from dataclasses import dataclass

from battles.conduct.base import Option, Unit
from battles.conduct.cw_to_ff.words import item_words
from battles.conduct.plain import CommonResult
from rulesets.core.brief import Brief
from rulesets.cw_to_ff.findings import FlankFacts, ForceFacts
from rulesets.cw_to_ff.state import Edge


@dataclass(frozen=True)
class TableResult(CommonResult):
    """Every strength point is promotable; stands of flank forces may never have come."""

    def promotable(self, brief: Brief, side: str) -> tuple[Option, ...]:
        items = brief.sides[side].strength
        return tuple(Option(item.id, f"{item_words(item)}, no. {n}") for n, item in enumerate(items, start=1))

    def never_arrived(self, units: Sequence[Unit], found: Sequence[FlankFacts], side: str, turn: int) -> dict[str, int]:
        """Return them by what the rolls say of each edge; where none is made yet, nobody has come."""
        absent = {unit.id: unit.stands for unit in units if unit.place in list(Edge)}
        for facts in found:
            if isinstance(facts, ForceFacts) and facts.side == side:
                absent |= _spread(facts.absent_on(turn), [unit for unit in units if unit.place == facts.edge])
        return absent


def _spread(stands: int, units: Sequence[Unit]) -> dict[str, int]:
    """Return this many stands by unit, from the last unit first."""
    absent = {}
    for unit in reversed(units):
        absent[unit.id] = min(stands, unit.stands)
        stands -= absent[unit.id]
    return absent
