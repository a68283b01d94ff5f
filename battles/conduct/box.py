"""What a book puts in a battle's box: the values that are printed, and the contract that returns them.

An army's box is made from its sealed plan alone: nothing that the umpire rolled is in it.
"""

from typing import Protocol

from rulesets.core.brief import Brief
from rulesets.core.plain import Json
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class StandGroup:
    """The stands that a brigade can lose in one state. `opens` says that an earlier state ends where it begins."""

    state: str
    stands: int
    opens: bool = False


@dataclass(frozen=True)
class BrigadeCard:
    """A brigade with a box for each stand. `place` says where it is, if not on the table."""

    name: str
    commander: str
    kind: str
    command: str
    triple: str
    groups: tuple[StandGroup, ...]
    starts: str
    booked: str
    place: str = ""


@dataclass(frozen=True)
class BatteryCard:
    name: str
    kind: str
    command: str
    place: str = ""


@dataclass(frozen=True)
class LeaderCard:
    """A leader; `average` says why he can be neither E nor P, if he can't."""

    name: str
    rank: str
    command: str
    place: str = ""
    average: str = ""


@dataclass(frozen=True)
class StandLabel:
    """A label for a leader's or command's stand."""

    name: str
    command: str


@dataclass(frozen=True)
class TreeLine:
    """A line of the order of battle; the army has depth 0, a brigade or battery 3."""

    depth: int
    name: str
    about: str = ""
    figure: str = ""
    place: str = ""


@dataclass(frozen=True)
class ArmyBox:
    """One army, ready to print. `plan` says in words what its side sealed."""

    name: str
    about: str
    plan: tuple[str, ...]
    tree: tuple[TreeLine, ...]
    brigades: tuple[BrigadeCard, ...]
    batteries: tuple[BatteryCard, ...]
    leaders: tuple[LeaderCard, ...]
    labels: tuple[StandLabel, ...]
    cites: str


@dataclass(frozen=True)
class RuleBlock:
    """A rule in our own words, or a table of it, with its citation and the origin of its numbers."""

    title: str
    cites: str
    lines: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


class Boxes(Protocol):
    """A book's battles in a box."""

    def army(self, brief: Brief, side: str, plan: Json) -> ArmyBox:
        """Return the army of a sealed plan as its owner prints it."""

    def fates(self) -> tuple[str, ...]:
        """Return what can happen to a leader, to tick."""

    def rules(self) -> tuple[RuleBlock, ...]:
        """Return the procedures of the table on one page, with this campaign's own numbers."""

    def day_cites(self) -> str:
        """Return the rule of the turns and their hours."""
