"""Let the umpire set the map of a war right: move, remove, or add any piece, with a reason that its side reads."""

from collections.abc import Sequence
from dataclasses import replace
from typing import cast

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM
from campaign.services.decisions import ONLY_UMPIRE
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.civil_war.war import State
from rulesets.civil_war.war.directing import set_right
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.state import Leader, Point
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.words import many
from war.models import StrengthPoint
from war.selectors.war_state import WarRows, point_of
from war.services.war_orders import war_in
from war.services.war_rows import keep
from war.services.war_telling import tell_all

DIRECTED = "war.directed"
MOST_ADDED = 30
IN_BATTLE = "A battle is being settled there. Let it end first."


def move(viewer: Viewer, *, pieces: Sequence[str], hex: str, reason: str, version: int | None, key: str | None) -> None:
    """Put pieces of one side in a hex: on the map, from the pool, or back from among the lost."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        _require_land(state, hex)
        side, right = _placed(state, pieces, hex)
        _require_no_enemy(state, side, hex)
        _carry_out(act, found, state, right)
        place = state.world.graph.hexes[hex].name
        act.tell(side_audience(side), f"The umpire moved {_counted(state, pieces)} to {place}. {reason}")


def remove(viewer: Viewer, *, pieces: Sequence[str], reason: str, version: int | None, key: str | None) -> None:
    """Take pieces of one side off the map; their strength points count for nobody as losses."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        side, right = _placed(state, pieces, "")
        _carry_out(act, found, state, right)
        act.tell(side_audience(side), f"The umpire removed {_counted(state, pieces)}. {reason}")


def add(
    viewer: Viewer,
    *,
    side: str,
    hex: str,
    sp: int,
    arm: str,
    quality: str,
    reason: str,
    version: int | None,
    key: str | None,
) -> None:
    """Add new strength points in a hex."""
    if not 1 <= sp <= MOST_ADDED:
        raise Refusal(f"sp: add 1 to {MOST_ADDED} strength points at a time.", field="sp")
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        _require_land(state, hex)
        _require_no_enemy(state, cast(Side, side), hex)
        rows = [_new_point(act, side, arm, quality) for _ in range(sp)]
        act.create_all(rows)
        more = replace(found, points=[*found.points, *rows])
        points = [replace(point_of(row), standing="map", hex=hex) for row in rows]
        wider = replace(state, points={**state.points, **{hex_id(row.pk): point_of(row) for row in rows}})
        _carry_out(act, more, wider, set_right(wider, points))
        place = state.world.graph.hexes[hex].name
        act.tell(side_audience(side), f"The umpire added {many(sp, 'strength point')} at {place}. {reason}")


def _directing(viewer: Viewer, version: int | None, key: str | None) -> Act:
    if not viewer.is_umpire:
        raise Refusal(ONLY_UMPIRE)
    return open_act(viewer, stream=CAMPAIGN_STREAM, kind=DIRECTED, version=version, key=key)


def _require_land(state: State, hex_: str) -> None:
    there = state.world.graph.hexes.get(hex_)
    if there is None or there.is_sea or not there.theater:
        raise Refusal("hex: choose a land hex of this scenario’s map.", field="hex")
    if (state.contact is not None and state.contact.hex == hex_) or hex_ in state.waiting:
        raise Refusal(IN_BATTLE, field="hex")


def _require_no_enemy(state: State, side: Side, hex_: str) -> None:
    if (enemy_of(side), hex_) in state.points_at:
        raise Refusal("hex: the enemy has strength points there.", field="hex")


def _placed(state: State, pieces: Sequence[str], hex_: str) -> tuple[Side, Resolved]:
    """Return the side of some pieces, and what comes of putting them in a hex, or off the map."""
    points = [state.points[id_] for id_ in pieces if id_ in state.points]
    leaders = [state.leaders[id_] for id_ in pieces if id_ in state.leaders]
    chosen: list[Point | Leader] = [*points, *leaders]
    sides = {piece.side for piece in chosen}
    if len(points) + len(leaders) != len(set(pieces)) or len(sides) != 1:
        raise Refusal("pieces: choose strength points and leaders of one side.", field="pieces")
    busy = {state.contact.hex if state.contact else "", *state.waiting} - {""}
    if any(piece.hex in busy for piece in chosen):
        raise Refusal(IN_BATTLE, field="pieces")
    right = set_right(state, [_set(point, hex_) for point in points], [_set_leader(each, hex_) for each in leaders])
    return sides.pop(), right


def _set(point: Point, hex_: str) -> Point:
    if hex_:
        return replace(point, standing="map", hex=hex_, lost_at="", corrected=False)
    if point.standing == "lost":
        return point
    return replace(point, standing="lost", hex="", lost_at=point.hex, demoralized=False, corrected=True)


def _set_leader(leader: Leader, hex_: str) -> Leader:
    return replace(leader, standing="map" if hex_ else "removed", hex=hex_, due_on=0)


def _carry_out(act: Act, found: WarRows, state: State, right: Resolved) -> None:
    tell_all(act, state, keep(act, found, state, right.changes), right)


def _new_point(act: Act, side: str, arm: str, quality: str) -> StrengthPoint:
    new_id = SOURCES.new_id(side_audience(side))
    row = StrengthPoint(id=new_id, campaign_id=act.campaign_id, side=side, arm=arm, quality=quality)
    row.battles = int(quality != "green")
    return row


def _counted(state: State, pieces: Sequence[str]) -> str:
    leaders = [state.leaders[id_].name for id_ in pieces if id_ in state.leaders]
    points = sum(id_ in state.points for id_ in pieces)
    return " and ".join([*leaders, *([many(points, "strength point")] if points else [])])
