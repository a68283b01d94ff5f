"""A side's plan before the battle, as sealed (VG-5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from rulesets.core.plain import Json, as_json
from rulesets.cw_to_ff.state import Edge


@dataclass(frozen=True)
class FlankMarch:
    """One flank march: its leader and its strength-point items."""

    leader: str
    items: tuple[str, ...]


@dataclass(frozen=True)
class FlankMarches:
    """A side's march around each edge, or none. Edges are as the defender sees the table."""

    left: FlankMarch | None = None
    right: FlankMarch | None = None

    @property
    def by_edge(self) -> dict[Edge, FlankMarch]:
        marches = {Edge.LEFT: self.left, Edge.RIGHT: self.right}
        return {edge: march for edge, march in marches.items() if march is not None}

    @classmethod
    def of(cls, by_edge: Mapping[Edge, FlankMarch]) -> "FlankMarches":
        return cls(by_edge.get(Edge.LEFT), by_edge.get(Edge.RIGHT))

    def to_json(self) -> Json:
        """Return the marches by edge; an edge without one is left out."""
        plain: Json = as_json(self.by_edge)
        return plain

    @classmethod
    def from_json(cls, plain: Json) -> "FlankMarches":
        """Read what `to_json` wrote."""
        return cls(**{edge: FlankMarch(march["leader"], tuple(march["items"])) for edge, march in plain.items()})
