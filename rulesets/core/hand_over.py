"""The contract for a battle report's effects on the map, with its frozen value.

A bridge is a book that brings a strategic book's battles to the table (`Book.bridges`). It implements the contract
in its `hand_over.py`.
"""

from collections.abc import Mapping
from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import Protocol

from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide
from rulesets.core.context import Context
from rulesets.core.dice import Dice
from rulesets.core.outcome import Step
from rulesets.core.records import dataclass
from rulesets.core.report import Fate, Report, ReportSide


class LeaderFate(StrEnum):
    """A leader's fate in the strategic game."""

    KILLED = "killed"
    WOUNDED = "wounded"
    SAFE = "safe"


@dataclass(frozen=True)
class Chance:
    """A possible result of a roll that isn't made yet."""

    words: str
    chance: Fraction


@dataclass(frozen=True)
class LeaderAfter:
    """A leader after the battle; without a fate, `chances` says what his roll may bring.

    He leaves his force if it has lost him, and returns on turn `back_on`, 0 for never. `counter_on` is the turn of his
    promotion counter, 0 for none; `was_seen` says whether the enemy saw him on the table.
    """

    id: str
    name: str
    fate: LeaderFate | None
    was_seen: bool = False
    leaves: bool = False
    back_on: int = 0
    counter_on: int = 0
    chances: tuple[Chance, ...] = ()


@dataclass(frozen=True)
class Morale:
    """Whether an army is demoralized: None where its roll isn't made yet, or nobody knows its line.

    `line`, `chance`, and `line_steps` rest on both armies' strength, so they are the umpire's alone.
    """

    demoralized: bool | None
    words: str
    steps: tuple[Step, ...] = ()
    line: str = ""
    chance: Fraction | None = None
    line_steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Verdict:
    """Who won, if anybody, and who retreats (VG-9)."""

    winner: str
    retreats: str
    words: str
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class Seasoned:
    """The qualities of an army's survivors by item, the candidates for promotion, and the one promoted."""

    qualities: Mapping[str, str] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    promoted: str = ""
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True)
class SideAftermath:
    """One side's aftermath: losses, carryover, the items that fought, morale, quality, and leaders.

    Points are lost and carried by class. `removals` are the items that leave the map: the owner's choice first, then
    those that fought, those with the least history first. `keepers` stay, longest history first; the first keeps the
    class's carryover. `qualities` are those of the survivors; of the `candidates`, the winner may promote one.
    """

    side: str
    lost_by_class: Mapping[str, int]
    carry_by_class: Mapping[str, Fraction]
    removals: Mapping[str, tuple[str, ...]]
    keepers: Mapping[str, tuple[str, ...]]
    fought: frozenset[str]
    morale: Morale
    steps: tuple[Step, ...] = ()
    qualities: Mapping[str, str] = field(default_factory=dict)
    candidates: tuple[str, ...] = ()
    promoted: str = ""
    quality_steps: tuple[Step, ...] = ()
    leaders: tuple[LeaderAfter, ...] = ()
    leader_steps: tuple[Step, ...] = ()

    @property
    def lost(self) -> int:
        return sum(self.lost_by_class.values())

    @property
    def gone(self) -> frozenset[str]:
        return frozenset(item for items in self.removals.values() for item in items)


@dataclass(frozen=True)
class SettlingRoll:
    """A roll of the fixed grid that settles a battle: made whether it is needed or not."""

    rule: str
    subject: tuple[str, ...]
    count: int
    sides: int = 6


class HandOver(Protocol):
    """A bridge's `hand_over.py`."""

    def classes(self) -> Mapping[str, str]:
        """Return the classes in which points are lost, with their names."""

    def class_of(self, item: BriefItem) -> str:
        """Return the class of a strength point."""

    def rolls(self) -> tuple[SettlingRoll, ...]:
        """Return the rolls that settle any battle, on turn 0: the same whatever happened."""

    def verdict(self, brief: Brief, report: Report, house: Context) -> Verdict | None:
        """Return who won and who retreats, once both sides have reported."""

    def work_out_side(
        self,
        brief: Brief,
        side: str,
        said: ReportSide,
        house: Context,
        *,
        verdict: Verdict | None = None,
        dice: Dice | None = None,
    ) -> SideAftermath:
        """Work out one side's aftermath from its army, its part of the report, and who won.

        Without dice it is a dry run: what a roll would decide is left open.
        """

    def seasoned(self, army: BriefSide, *, won: bool, gone: frozenset[str], promote: str, house: Context) -> Seasoned:
        """Return the qualities of the survivors after strategic combat, in which all fought, and who is promoted."""

    def leader_after(self, brief: Brief, side: str, leader: BriefLeader, fate: Fate, house: Context) -> LeaderAfter:
        """Return what becomes of a leader who fought, with his promotion counter."""
