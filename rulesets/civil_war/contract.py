"""This book's map on the site: pieces, sight, and orders."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce

from rulesets.civil_war.aftermath import Role, retreat
from rulesets.civil_war.going import ground as ground
from rulesets.civil_war.going import hexside as hexside
from rulesets.civil_war.going import high_water as high_water
from rulesets.core.brief import Brief, BriefItem, BriefLeader, BriefSide
from rulesets.core.dice import Dice
from rulesets.core.errors import IllegalOrder
from rulesets.core.outcome import Outcome
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_words import crossing
from rulesets.core.strategic import (
    DETACH,
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
from rulesets.core.words import listed, quoted

SIGHT = 1  # hexes
ARMS = ("infantry", "cavalry")
QUALITIES = ("crack", "veteran", "green")  # the best first
RATINGS = {"rank_stars": (1, 4), "initiative": (1, 4), "tactical": (-3, 3), "command": (-3, 3), "seniority": (1, 500)}
ARMIES = {"USA": "Union army", "CSA": "Confederate army"}


def check_leader(leader: BriefLeader) -> None:
    """Refuse ratings that no counter has; the command rating may be missing."""
    for name, (least, most) in RATINGS.items():
        rating = getattr(leader, name)
        if not (least <= rating <= most if rating is not None else name == "command"):
            word = name.removeprefix("rank_")
            sentence = f"{leader.name}: {word} must be from {least} to {most}, not {rating}."
            raise IllegalOrder(sentence, field=word)


def check_point(item: BriefItem) -> None:
    """Refuse an unknown arm or quality."""
    for name, known in (("arm", ARMS), ("quality", QUALITIES)):
        if getattr(item, name) not in known:
            sentence = f"{name} must be {listed(map(quoted, known), 'or')}, not {quoted(getattr(item, name))}."
            raise IllegalOrder(sentence, field=name)


def worth(item: BriefItem) -> tuple[int, ...]:
    """Rank crack before veteran before green, infantry before cavalry, then the longest history."""
    return QUALITIES.index(item.quality), ARMS.index(item.arm), -item.battles


def setup(brief: Brief, sheet: Sheet, hex_id: str) -> MapState:
    """Form one force per side, of single strength points; the first keeps an item's carryover."""
    return MapState(sheet, {side: _army(side, hex_id, army) for side, army in sorted(brief.sides.items())})


def _army(side: str, hex_id: str, army: BriefSide) -> ForceOnMap:
    for leader in army.leaders:
        check_leader(leader)
    for item in army.strength:
        check_point(item)
    return ForceOnMap(
        id=side,
        side=side,
        hex=hex_id,
        name=ARMIES[side],
        demoralized=army.demoralized,
        in_supply=army.in_supply,
        leaders=army.leaders,
        strength=tuple(point for item in army.strength for point in _single(item)),
    )


def _single(item: BriefItem) -> list[BriefItem]:
    later = replace(item, size=1, carried_loss=Fraction(0))
    first = replace(item, size=1)
    return [replace(later if n else first, id=f"{item.id} {n + 1}") for n in range(item.size)]


def view(state: MapState, side: str) -> MapView:
    """Show a side its own forces, and the enemy's hexes among its own and adjacent hexes."""
    own = {key: force for key, force in state.forces.items() if force.side == side}
    in_sight = state.sheet.within((force.hex for force in own.values()), SIGHT) if state.sheet else set()
    enemy_at = in_sight & {force.hex for force in state.forces.values() if force.side != side}
    return MapView(side, own, frozenset(in_sight), frozenset(enemy_at))


def legal_orders(view: MapView, force_id: str) -> tuple[LegalOrder, ...]:
    """Let a force of at least two strength points detach some of them, with any leaders."""
    force = view.forces.get(force_id)
    if force is None or len(force.strength) < 2:
        return ()
    points = tuple(item.id for item in force.strength)
    leaders = tuple(leader.id for leader in force.leaders)
    return (LegalOrder(DETACH, force_id, points, leaders, least=1, most=len(points) - 1),)


def retreats(sheet: Sheet, army: Retreating) -> tuple[str, ...]:
    """Send the attacker back the way it came, else to another open hex; the defender never there (R-114)."""
    who: Role = "attacker" if army.is_attacker else "defender"
    neighbors = [_neighbor(sheet, army, near, who) for near in sheet.neighbors(army.hex)]
    asked = {"attacker_left": 1, "defender_left": 1, "lost_on_the_table": who, "neighbours": neighbors}
    found = retreat.run(asked).result
    return (*found.to, *found.further)


def _neighbor(sheet: Sheet, army: Retreating, near: str, who: Role) -> dict[str, object]:
    side = sheet.side(army.hex, near)
    crossed = crossing(sheet.hexes[near], side)
    return {
        "hex": near,
        "terrain": crossed.terrain,
        "hexside": "ferry" if side.ferry else crossed.hexside,
        "rail": bool(sheet.rails_between(army.hex, near)),
        "strength_of": ("defender" if army.is_attacker else "attacker") if near in army.enemy_at else "nobody",
        "attacker_came_from": near == army.came_from,
    }


def resolve(state: MapState, order: Order, dice: Dice) -> Outcome[tuple[Event, ...]]:
    """Detach at once, without a roll."""
    return Outcome((Parted(order.force, f"{order.force} {len(state.forces) + 1}", order.pieces, order.name),))


def apply(state: MapState, events: tuple[Event, ...]) -> MapState:
    """Move the pieces between forces."""
    return reduce(part, events, state)
