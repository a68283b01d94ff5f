"""The contract for playing a strategic book's map here, with its frozen values.

A strategic book names its maps in `Book.sheets` and implements the contract in its `contract.py`.
"""

from collections.abc import Mapping, Set
from dataclasses import replace
from typing import Protocol

from rulesets.core.brief import Brief, BriefItem, BriefLeader
from rulesets.core.context import Context
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.records import dataclass
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_words import Crossing

DETACH = "detach"


@dataclass(frozen=True, kw_only=True)
class ForceOnMap:
    """Pieces together in a hex under one command. Questions about places leave out the pieces."""

    id: str
    side: str
    hex: str
    name: str = ""
    scope: str = ""
    demoralized: bool = False
    in_supply: bool = True
    leaders: tuple[BriefLeader, ...] = ()
    strength: tuple[BriefItem, ...] = ()


@dataclass(frozen=True)
class MapState:
    """A map and its forces, or the forces that a question concerns."""

    sheet: Sheet | None
    forces: Mapping[str, ForceOnMap]


@dataclass(frozen=True)
class MapView:
    """A side's knowledge of a state: its own forces, the hexes in its sight, and those with enemies."""

    side: str
    forces: Mapping[str, ForceOnMap]
    in_sight: frozenset[str] = frozenset()
    enemy_at: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Order:
    """An order for a force: its kind, its pieces, and the name of the force that they form."""

    kind: str
    force: str
    pieces: frozenset[str]
    name: str = ""


@dataclass(frozen=True)
class LegalOrder:
    """A legal kind of order for a force: the pieces it may name, and the number of strength points."""

    kind: str
    force: str
    points: tuple[str, ...]
    leaders: tuple[str, ...]
    least: int
    most: int

    def check(self, order: Order) -> None:
        """Refuse an order that doesn't fit."""
        if not order.pieces <= {*self.points, *self.leaders}:
            raise IllegalOrder("Some of your choices are no longer in this force.", field="parts")
        number = len(order.pieces.intersection(self.points))
        if number < self.least:
            raise IllegalOrder("Choose at least one strength point to detach.", field="parts")
        if number > self.most:
            left = len(self.points) - self.most
            points = "one strength point" if left == 1 else f"{left} strength points"
            raise IllegalOrder(f"Leave at least {points} behind.", field="parts")


@dataclass(frozen=True)
class Parted:
    """Pieces left a force and formed another in its hex, under a new id."""

    force: str
    new: str
    pieces: frozenset[str]
    name: str


@dataclass(frozen=True)
class Retreating:
    """A side that has to leave a hex, and its knowledge: where it came from, if it attacked, and enemies nearby."""

    hex: str
    is_attacker: bool
    came_from: str = ""
    enemy_at: frozenset[str] = frozenset()


Event = Parted


def part(state: MapState, event: Parted) -> MapState:
    """Return the state after these pieces left their force."""
    old = state.forces[event.force]
    name = event.name or f"{(old.name or f'{old.side} at {old.hex}')[:49]} detachment"
    staying = ({leader.id for leader in old.leaders} | {item.id for item in old.strength}) - event.pieces
    new = _with(replace(old, id=event.new, name=name), event.pieces)
    return replace(state, forces={**state.forces, old.id: _with(old, staying), new.id: new})


def _with(force: ForceOnMap, pieces: Set[str]) -> ForceOnMap:
    leaders = tuple(leader for leader in force.leaders if leader.id in pieces)
    return replace(force, leaders=leaders, strength=tuple(item for item in force.strength if item.id in pieces))


@dataclass(frozen=True)
class Effect:
    """What a hex or hexside does to those who enter or attack over it: words, a figure, and the rule."""

    words: str
    figure: str
    cites: str


class StrategicBook(Protocol):
    """A strategic book's `contract.py`. Legal orders come from a view, never from the state."""

    def check_leader(self, leader: BriefLeader) -> None:
        """Refuse a leader's counter that doesn't exist in the book."""

    def check_point(self, item: BriefItem) -> None:
        """Refuse a strength point that doesn't exist in the book."""

    def worth(self, item: BriefItem) -> tuple[int, ...]:
        """Return the sort key of a strength point, best first."""

    def setup(self, brief: Brief, sheet: Sheet, hex_id: str) -> MapState:
        """Return what is on the map once the armies of a setup meet in a hex."""

    def view(self, state: MapState, side: str) -> MapView:
        """Return what a side may know."""

    def legal_orders(self, view: MapView, force_id: str) -> tuple[LegalOrder, ...]:
        """Return the orders that a side may give one of its forces."""

    def retreats(self, sheet: Sheet, army: Retreating) -> tuple[str, ...]:
        """Return the hexes to which an army may retreat as far as its side knows, the default first."""

    def high_water(self, season: str, context: Context) -> bool:
        """Return whether seasonal rivers are navigable; the season is "" before the first turn."""

    def ground(self, terrain: str, context: Context) -> tuple[Effect, ...]:
        """Return what a hex's terrain does to those who enter or attack it."""

    def hexside(self, crossed: Crossing, context: Context, *, ferry: bool) -> tuple[Effect, ...]:
        """Return what a hexside does to those who cross it or attack over it."""

    def resolve(self, state: MapState, order: Order, dice: Dice) -> Outcome[tuple[Event, ...]]:
        """Return what a legal order brings about."""

    def apply(self, state: MapState, events: tuple[Event, ...]) -> MapState:
        """Return the state after these events."""
