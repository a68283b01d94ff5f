"""A side's plan before the battle, as sealed: its order of battle, flank marches, and deployment (VG-4 to 6)."""

from collections.abc import Mapping

from rulesets.core.deployment import NO_DEPLOYMENT, Deployment, Sight
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.state import Edge

ORDER, DEPLOYMENT = "order", "deployment"


@dataclass(frozen=True)
class FlankMarch:
    """One flank march: its leader, and its brigades and batteries by their addresses in the order of battle."""

    leader: str
    units: tuple[str, ...]


@dataclass(frozen=True)
class Plan:
    """A side's march around each edge, or none, its order of battle, and its deployment.

    Edges are as the defender sees the table.
    """

    left: FlankMarch | None = None
    right: FlankMarch | None = None
    order: NamedOrder | None = None
    deployment: Deployment = NO_DEPLOYMENT

    @property
    def by_edge(self) -> dict[Edge, FlankMarch]:
        marches = {Edge.LEFT: self.left, Edge.RIGHT: self.right}
        return {edge: march for edge, march in marches.items() if march is not None}

    @property
    def place_of(self) -> dict[str, Edge]:
        """Return the edge around which each marching brigade and battery goes, by address."""
        return {unit: edge for edge, march in self.by_edge.items() for unit in march.units}

    @property
    def hidden(self) -> frozenset[str]:
        """Return the brigades and batteries on the table that the enemy doesn't see from its zone, by address."""
        if self.order is None:
            return frozenset()
        sight = {line.at: line.sight for line in self.deployment.lines}
        marching = self.place_of
        parts = [*self.order.all_brigades(), *self.order.batteries_by_address()]
        marks = {at: sight.get(at) or sight.get(division) for at, division, _ in parts if at not in marching}
        return frozenset(at for at, mark in marks.items() if mark is Sight.HIDDEN)

    @classmethod
    def of(
        cls,
        by_edge: Mapping[Edge, FlankMarch],
        order: NamedOrder | None = None,
        deployment: Deployment = NO_DEPLOYMENT,
    ) -> "Plan":
        return cls(by_edge.get(Edge.LEFT), by_edge.get(Edge.RIGHT), order, deployment)

    def to_json(self) -> Json:
        """Return the marches by edge, the order of battle, and the deployment; what there isn't is left out."""
        plain: Json = as_json(self.by_edge)
        if self.order is not None:
            plain[ORDER] = self.order.to_json()
        if self.deployment != NO_DEPLOYMENT:
            plain[DEPLOYMENT] = as_json(self.deployment)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "Plan":
        """Read what `to_json` wrote."""
        order, deployment = plain.get(ORDER), plain.get(DEPLOYMENT)
        marches = {
            edge: FlankMarch(plain[edge]["leader"], tuple(plain[edge]["units"])) for edge in Edge if edge in plain
        }
        return cls.of(
            marches,
            NamedOrder.from_json(order) if order else None,
            Deployment.from_json(deployment) if deployment else NO_DEPLOYMENT,
        )
