"""The contract for a book's flank forces that arrive in part, with the values it exchanges."""

from collections.abc import Iterable, Mapping
from typing import Protocol

from battles.conduct.base import FactsIn, Option, PlanIn
from rulesets.core.brief import Brief
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class ExcessUnit:
    """A brigade of a flank force, or a battery, which has no stands."""

    id: str
    name: str
    about: str
    stands: int = 0
    quality: str = ""


@dataclass(frozen=True)
class Excess:
    """A flank force of which only some stands and batteries come on, on this turn, under its leader."""

    edge: str
    where: str
    turn: int
    stands: int
    of: int
    guns: int
    brigades: tuple[ExcessUnit, ...]
    batteries: tuple[ExcessUnit, ...]
    leader: Option


@dataclass(frozen=True)
class Brought:
    """What comes on of a flank force: whole brigades and batteries, and one brigade more that comes reduced."""

    units: tuple[str, ...] = ()
    reduced: str = ""


@dataclass(frozen=True)
class CameOn:
    """A unit of a flank force on the table: since when, and with how many stands."""

    turn: int
    stands: int


class Arrivals(Protocol[PlanIn, FactsIn]):
    """A book's flank forces that arrive in part."""

    def excess(self, brief: Brief, side: str, plan: PlanIn, edge: str, found: Iterable[FactsIn]) -> Excess | None:
        """Return what may come on around an edge, or none if the force there isn't reduced."""

    def bring_on(self, excess: Excess, chosen: Brought | None) -> Brought:
        """Return the choice in its final form, or refuse it; without one, return the default."""

    def came_on(
        self,
        brief: Brief,
        side: str,
        plan: PlanIn,
        found: Iterable[FactsIn],
        before: int,
        brought: Mapping[str, Brought],
    ) -> Mapping[str, CameOn]:
        """Return the units of a side's flank forces that came on before a turn, by id."""

    def in_words(self, excess: Excess, brought: Brought) -> tuple[Option, ...]:
        """Return what comes on, unit by unit, each with its id."""

    def where(self, brief: Brief, side: str, edge: str) -> str:
        """Return an edge as this side names it or, without a side, as both do."""

    def last_turn(self) -> int:
        """Return the last turn on which a flank force may enter."""
