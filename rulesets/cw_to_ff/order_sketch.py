"""An order of battle while it is being copied: commands that can still change, each with what it was."""

from collections.abc import Iterator
from dataclasses import field

from rulesets.core.records import dataclass
from rulesets.cw_to_ff.named_order import NamedBattery, NamedBrigade, NamedCorps, NamedDivision, NamedOrder
from rulesets.cw_to_ff.order_of_battle import INVENTED


@dataclass(eq=False)
class DivisionSketch:
    """A division; `were` are the points that it had, `open` the qualities of those that are gone."""

    name: str = ""
    commander: str = ""
    was: str = INVENTED
    leader: str = INVENTED
    were: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    points: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    brigades: tuple[NamedBrigade, ...] = ()
    batteries: list[NamedBattery] = field(default_factory=list)

    @property
    def has_parts(self) -> bool:
        return bool(self.points)

    @classmethod
    def of(cls, division: NamedDivision) -> "DivisionSketch":
        return cls(
            name=division.name,
            commander=division.commander,
            was=division.leader,
            were=division.points,
            carried=division.carried,
            brigades=division.brigades,
            batteries=list(division.batteries),
        )


@dataclass(eq=False)
class CorpsSketch:
    name: str = ""
    commander: str = ""
    was: str = INVENTED
    leader: str = INVENTED
    divisions: list[DivisionSketch] = field(default_factory=list)
    batteries: list[NamedBattery] = field(default_factory=list)

    @property
    def has_parts(self) -> bool:
        return bool(self.divisions)

    @classmethod
    def of(cls, corps: NamedCorps) -> "CorpsSketch":
        return cls(
            name=corps.name,
            commander=corps.commander,
            was=corps.leader,
            divisions=list(map(DivisionSketch.of, corps.divisions)),
            batteries=list(corps.batteries),
        )


@dataclass(eq=False)
class Sketch:
    """An army."""

    name: str
    was: str
    corps: list[CorpsSketch]
    divisions: list[DivisionSketch]
    batteries: list[NamedBattery]
    leader: str = INVENTED
    supernumerary: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, order: NamedOrder) -> "Sketch":
        corps, divisions = map(CorpsSketch.of, order.corps), map(DivisionSketch.of, order.divisions)
        return cls(order.name, order.leader, list(corps), list(divisions), list(order.batteries))

    def places(self) -> Iterator[tuple[CorpsSketch | None, DivisionSketch]]:
        """Yield every division with its corps."""
        yield from ((corps, division) for corps in self.corps for division in corps.divisions)
        yield from ((None, division) for division in self.divisions)

    def all_divisions(self) -> list[DivisionSketch]:
        return [division for _, division in self.places()]
