"""What a bridge works out of a battle's Report for the map: a contract, and the frozen value that it answers with.

A bridge is a book that brings the battles of a strategic book to a table (`Book.bridges`). Its folder has a
`hand_over.py` with what stands here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from rulesets.core.brief import Brief, BriefItem
from rulesets.core.context import Context
from rulesets.core.outcome import Step
from rulesets.core.report import ReportSide


@dataclass(frozen=True)
class SideAftermath:
    """What follows for one side: what it loses, what carries over, who was there, and whether it is demoralized.

    Points are lost and carried by class. `removals` are the items that leave the map: those that the owner gives up
    first, then those with the least history. `keepers` are those that stay, the longest history first: the carryover of
    the class stays with the first.
    """

    side: str
    lost_by_class: Mapping[str, int]
    carry_by_class: Mapping[str, Fraction]
    removals: Mapping[str, tuple[str, ...]]
    keepers: Mapping[str, tuple[str, ...]]
    fought: frozenset[str]
    demoralized: bool
    demoralized_words: str
    steps: tuple[Step, ...] = ()

    @property
    def lost(self) -> int:
        return sum(self.lost_by_class.values())


class HandOver(Protocol):
    """A bridge's `hand_over.py`."""

    def classes(self) -> Mapping[str, str]:
        """Return the classes in which points are lost, and what people call them."""

    def class_of(self, item: BriefItem) -> str:
        """Return the class of a strength point."""

    def work_out_side(self, brief: Brief, side: str, said: ReportSide, house: Context) -> SideAftermath:
        """Work out what follows for one side, from its own army and its own part of the Report alone."""
