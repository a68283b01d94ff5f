"""The contract for a battle report's effects on the map, with its frozen value.

A bridge is a book that brings a strategic book's battles to the table (`Book.bridges`). It implements the contract
in its `hand_over.py`.
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
    """One side's aftermath: losses, carryover, the items that fought, and demoralization.

    Points are lost and carried by class. `removals` are the items that leave the map: the owner's choice first, then
    those that fought, those with the least history first. `keepers` stay, longest history first; the first keeps the
    class's carryover.
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
        """Return the classes in which points are lost, with their names."""

    def class_of(self, item: BriefItem) -> str:
        """Return the class of a strength point."""

    def work_out_side(self, brief: Brief, side: str, said: ReportSide, house: Context) -> SideAftermath:
        """Work out one side's aftermath from its army and its part of the report only."""
