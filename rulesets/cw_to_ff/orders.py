"""A side's plan before the battle, as sealed (VG-5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.core.plain import Json, as_json
from rulesets.cw_to_ff.named_order import NamedOrder
from rulesets.cw_to_ff.state import Edge

ORDER = "order"


@dataclass(frozen=True)
class FlankMarch:
    """One flank march: its leader and its strength-point items."""

    leader: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class FlankMarches:
    """A side's march around each edge, or none, and its order of battle. Edges are as the defender sees the table."""

    left: FlankMarch | None = None
    right: FlankMarch | None = None
    order: NamedOrder | None = None

    @property
    def by_edge(self) -> dict[Edge, FlankMarch]:
        marches = {Edge.LEFT: self.left, Edge.RIGHT: self.right}
        return {edge: march for edge, march in marches.items() if march is not None}

    @classmethod
    def of(cls, by_edge: Mapping[Edge, FlankMarch], order: NamedOrder | None = None) -> "FlankMarches":
        return cls(by_edge.get(Edge.LEFT), by_edge.get(Edge.RIGHT), order)

    def to_json(self) -> Json:
        """Return the marches by edge, and the order of battle; what there isn't is left out."""
        plain: Json = as_json(self.by_edge)
        return plain if self.order is None else {**plain, ORDER: self.order.to_json()}

    @classmethod
    def from_json(cls, plain: Json) -> "FlankMarches":
        """Read what `to_json` wrote."""
        order = plain.get(ORDER)
        marches = {
            Edge(edge): FlankMarch(march["leader"], tuple(march["items"]))
            for edge, march in plain.items()
            if edge != ORDER
        }
        return cls.of(marches, NamedOrder.from_json(order) if order else None)
