"""Where reinforcements may enter, as far as their owner knows (H-18)."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from rulesets.civil_war.entry import EntryPlace, is_open, most_at_a_place, trans_mississippi_takes
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.network import Live
from rulesets.civil_war.war.state import Leader, Point
from rulesets.civil_war.war.views import View
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Theater
from rulesets.core.weighing import Silent

MOST_KEPT = 4096
FAR_WEST: Theater = "Trans-Mississippi"


def point_hexes(view: View, point: Point) -> tuple[str, ...]:
    """Return the hexes where an SP may enter: the place that the scenario names, or another if it's closed."""
    if point.standing != "waiting":
        return ()
    named = view.world.graph.hex_of(point.enters_at) if point.enters_at else ""
    most = _most(view)
    if named and _may_enter(view, named, most):
        return (named,)
    if not named:
        return _anywhere(view, most)
    sources = [hex_ for hex_ in _anywhere(view, most) if hex_ in view.world.sources[view.side]]
    return tuple(sorted(sources, key=lambda hex_: (view.world.graph.apart(named, hex_), hex_))[:1])


def may_enter_point(view: View, point: Point) -> bool:
    """Return whether a waiting SP may enter anywhere."""
    if point.enters_at:
        return bool(point_hexes(view, point))
    return any(_may_enter(view, hex_, _most(view)) for hex_ in _joined(view))


def _joined(view: View) -> list[str]:
    """Return the hexes with points or sources that belong to a live network."""
    return sorted((view.world.sources[view.side] | view.world.point_hexes) & view.supplies.joined.keys())


def _anywhere(view: View, most: int) -> tuple[str, ...]:
    """Return all hexes where an SP may enter."""
    if "open to points" not in view.kept:
        view.kept["open to points"] = tuple(hex_ for hex_ in _joined(view) if _may_enter(view, hex_, most))
    found: tuple[str, ...] = view.kept["open to points"]
    return found


def _most(view: View) -> int:
    """Return how many SP may enter at one place this turn; a scenario that names places has no limit."""
    if view.world.scenario.entry_at_named_places:
        return view.available
    return most_at_a_place(view.available, Silent(context=view.world.house))


def _may_enter(view: View, hex_id: str, most: int) -> bool:
    """Return whether an SP may enter in a hex now."""
    if view.held.get(hex_id) != view.side or view.waits(hex_id):
        return False
    work = view.works.get(hex_id)
    already = len(view.points_at.get(hex_id, ()))
    here = (
        ("points", view.world.points_of(hex_id)),
        ("own_supply_source", hex_id in view.world.sources[view.side]),
        ("joined", hex_id in view.supplies.joined),
        ("enemy_sp_here", hex_id in view.enemy),
        ("enemy_sp_adjacent", view.is_beside_enemy(hex_id)),
        ("work", work.kind if work and work.side == view.side else "none"),
        ("entered", view.entered_at.get(hex_id, 0)),
        ("room_left", 1 if c.has_room(view.world, view.ground, view.known, hex_id, already, 1) else 0),
    )
    return _is_open(view.world, most, here) and _is_open(view.world, most, (*here, *_link(view, hex_id).items()))


@lru_cache(maxsize=MOST_KEPT)
def _is_open(world: World, most: int, place: Iterable[tuple[str, Any]]) -> bool:
    """Answer the same question of an own place once."""
    return is_open(EntryPlace(name="here", held=True, **dict(place)), most, Silent(context=world.house))


def _link(view: View, hex_id: str) -> dict[str, Any]:
    """Return how a hex is linked to the rest of its side: by boats, or to a network that raises men or not."""
    if view.side == "USA":
        by = view.supplies.joined_by(hex_id)
        return {"joined_by": by, "lift_left": view.purse.river_lift if by == "river" else 0}
    network = view.supplies.joined[hex_id]
    found = {"is_capitals": _has_capital(view, network), "network_points": network.points}
    if view.world.theater_of(hex_id) != FAR_WEST:
        return found
    left = max(0, _far_west_takes(view) - _entered_far_west(view))
    return {**found, "trans_mississippi": True, "theater_left": left}


def _has_capital(view: View, network: Live) -> bool:
    """Return whether a network reaches Richmond; where the map doesn't, the way there is a source."""
    richmond = view.world.richmond
    return view.supplies.joined.get(richmond) is network if richmond else network.sources > 0


def _far_west_takes(view: View) -> int:
    banks = view.world.mississippi
    holds = any(view.held.get(hex_) == "CSA" for hex_ in banks & view.world.point_hexes)
    works = any(view.works[hex_].side == "CSA" for hex_ in banks & view.works.keys())
    return trans_mississippi_takes(Silent(context=view.world.house), river_is_lost=not (holds or works))


def _entered_far_west(view: View) -> int:
    return sum(number for hex_, number in view.entered_at.items() if view.world.theater_of(hex_) == FAR_WEST)


def takes_boat(view: View, hex_id: str) -> bool:
    """Return whether an SP that enters in a hex takes a point of river lift, as far as its owner knows (H-18)."""
    return view.side == "USA" and view.supplies.joined_by(hex_id) == "river"


def may_enter_leader(view: View) -> bool:
    """Return whether a leader may be drawn: one is in the pool, and an SP is in supply for him to join."""
    in_pool = any(leader.standing == "pool" for leader in view.leaders.values())
    return in_pool and any(hex_ in view.supplies.fed and not view.waits(hex_) for hex_ in view.points_at)


def leader_hexes(view: View, leader: Leader) -> tuple[str, ...]:
    """Return the hexes where a leader may be placed; a scenario may name his place."""
    if c.is_naval(view.world, leader):
        own = (hex_ for hex_ in view.held if view.held[hex_] == view.side and hex_ not in view.enemy)
        return tuple(hex_ for hex_ in sorted(own) if view.world.has_river_port(hex_) and not view.waits(hex_))
    hexes = tuple(hex_ for hex_ in sorted(view.points_at) if hex_ in view.supplies.fed and not view.waits(hex_))
    named = view.world.graph.hex_of(leader.enters_at) if leader.enters_at else ""
    return (named,) if named in hexes else hexes
