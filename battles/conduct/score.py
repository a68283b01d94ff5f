"""Victory points that a book works out itself from what an army lost and who holds the objectives."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from campaign.parts import TraceLine
from rulesets.core.brief import Brief
from rulesets.core.ground import Objective
from rulesets.core.records import dataclass
from rulesets.core.report import LeaderSaid, StandsLost

if TYPE_CHECKING:
    from battles.conduct.base import Unit

PlanIn = TypeVar("PlanIn", contravariant=True)


@dataclass(frozen=True)
class Points:
    """A side's victory points, and why: what its enemy lost, and the objectives that it holds."""

    total: int
    trace: tuple[TraceLine, ...] = ()


@dataclass(frozen=True)
class Beaten:
    """What an army lost where its enemy saw it: units, batteries, and whoever fell.

    `exceptional` names the units under an exceptional commander; `objectives` are those that the enemy holds.
    """

    units: Sequence["Unit"]
    losses: Mapping[str, StandsLost]
    batteries: Sequence[StandsLost]
    leaders: Mapping[str, LeaderSaid]
    exceptional: frozenset[str] = frozenset()
    objectives: Sequence[Objective] = ()


class Scoring(Protocol[PlanIn]):
    """A book's list of victory points."""

    def points(self, brief: Brief, side: str, plan: PlanIn, beaten: Beaten) -> Points:
        """Return what this side's losses give to its enemy."""


SomeScoring = Scoring[Any]
