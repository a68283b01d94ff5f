"""How units wear down on the table: what a book says of their states, and who may fall with them."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from rulesets.core.brief import Brief

if TYPE_CHECKING:
    from battles.conduct.arrivals import Brought
    from battles.conduct.base import Option

OF_COMMAND = "@"  # begins the id of a commander who is no counter: the address of what he commands
PlanIn = TypeVar("PlanIn", contravariant=True)
FactsIn = TypeVar("FactsIn", contravariant=True)


class Wear(Protocol[PlanIn, FactsIn]):
    """A book's states of units by the stands present.

    A `triple` is the book's own text for the stands at which a unit is Fresh, Worn, and Spent; "" if it has none.
    """

    def triples(self, brief: Brief, side: str, plan: PlanIn, sizes: Mapping[str, int]) -> Mapping[str, str]:
        """Return the triple of each unit of the plan that came on the table with so many stands."""

    def status(self, triple: str, stands: int, *, morning: int = 0) -> str:
        """Return the state of a unit; `morning` is how many stands it began a later day with."""

    def status_cites(self) -> str:
        """Return the rule of the states, with its origin."""

    def next_morning(self, triple: str, on_table: int, skedaddled: int, lost: int) -> int:
        """Return the stands that a unit on the table at nightfall begins the next day with."""

    def commanders(self, brief: Brief, side: str, plan: PlanIn) -> "tuple[Option, ...]":
        """Return everyone who may fall: the leaders, then invented leaders and brigade commanders."""

    def absent_batteries(
        self,
        batteries: Mapping[str, str],
        found: Iterable[FactsIn],
        side: str,
        turn: int,
        brought: "Mapping[str, Brought]",
    ) -> frozenset[str]:
        """Return the batteries, by id and place, that aren't on the table on this turn."""


SomeWear = Wear[Any, Any]
