"""Blocks see two hexes far, only one may leave a force at a time, and leaders never do."""

from functools import reduce

from rulesets.core.brief import Brief, BriefItem, BriefLeader
from rulesets.core.context import Context
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_words import Crossing
from rulesets.core.strategic import (
    DETACH,
    Effect,
    Event,
    ForceOnMap,
    LegalOrder,
    MapState,
    MapView,
    Order,
    Parted,
    Retreating,
    part,
)

SIGHT = 2


def check_leader(leader: BriefLeader) -> None:
    if leader.initiative > 9:
        raise IllegalOrder("must be 9 or less.", field="initiative")


def check_point(item: BriefItem) -> None:
    if item.quality not in ("A", "B"):
        raise IllegalOrder("must be A or B.", field="quality")


def worth(item: BriefItem) -> tuple[int, ...]:
    return (ord(item.quality),)


def setup(brief: Brief, sheet: Sheet, hex_id: str) -> MapState:
    """Keep a block as one block, whatever its size."""
    forces = {
        side: ForceOnMap(id=side, side=side, hex=hex_id, name=f"{side} blocks", strength=army.strength)
        for side, army in sorted(brief.sides.items())
    }
    return MapState(sheet, forces)


def view(state: MapState, side: str) -> MapView:
    assert state.sheet is not None
    own = {key: force for key, force in state.forces.items() if force.side == side}
    in_sight = state.sheet.within((force.hex for force in own.values()), SIGHT)
    enemy_at = in_sight & {force.hex for force in state.forces.values() if force.side != side}
    return MapView(side, own, frozenset(in_sight), frozenset(enemy_at))


def legal_orders(view: MapView, force_id: str) -> tuple[LegalOrder, ...]:
    blocks = tuple(block.id for block in view.forces[force_id].strength)
    return (LegalOrder(DETACH, force_id, blocks, (), least=1, most=1),)


def retreats(sheet: Sheet, army: Retreating) -> tuple[str, ...]:
    """Go anywhere that the enemy isn't known to be."""
    return tuple(near for near in sheet.neighbors(army.hex) if near not in army.enemy_at)


def high_water(season: str, context: Context) -> bool:
    return True


def ground(terrain: str, context: Context) -> tuple[Effect, ...]:
    """Let every hex cost a step."""
    return (Effect("To enter", "1 step", "BLK-1"),)


def hexside(crossed: Crossing, context: Context, *, ferry: bool) -> tuple[Effect, ...]:
    return ()


def resolve(state: MapState, order: Order, dice: Dice) -> Outcome[tuple[Event, ...]]:
    return Outcome((Parted(order.force, "new", order.pieces, "Scouts"),))


def apply(state: MapState, events: tuple[Event, ...]) -> MapState:
    return reduce(part, events, state)
