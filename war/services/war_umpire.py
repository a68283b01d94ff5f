"""Let the umpire set the map of a war right: its pieces, what is built, and who holds a hex.

Each act has a reason. The side concerned reads it, and nobody else.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Literal, TypeVar, cast

from campaign.audiences import side_audience
from campaign.errors import Refusal
from campaign.ids import hex_id
from campaign.models import CAMPAIGN_STREAM, SideCode
from campaign.selectors.procedures import refusing
from campaign.services.decisions import ONLY_UMPIRE
from campaign.services.record import Act, open_act
from campaign.sources import SOURCES
from campaign.visibility import Viewer
from rulesets.civil_war.war import State
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.setting_right import Built, PutDown, check_room, hold, put_down, set_right
from rulesets.civil_war.war.state import Army, Cut, Depot, Leader, Point, Work
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.records import dataclass
from rulesets.core.words import listed, many
from war.models import BOARD, StrengthPoint
from war.selectors.built import PUT_DOWN_WORDS, Structure, all_built, hex_of, words_for
from war.selectors.war_state import WarRows, point_of
from war.services.war_orders import war_in
from war.services.war_rows import keep
from war.services.war_telling import tell_all

DIRECTED = "war.directed"
MOST_ADDED = 30
IN_BATTLE = "A battle is being settled there. Let it end first."
LeadersTo = Literal["removed", "pool"]
PieceT = TypeVar("PieceT", Point, Leader)


@dataclass(frozen=True)
class Chosen:
    """Pieces and buildings of one side."""

    side: Side
    points: tuple[Point, ...] = ()
    leaders: tuple[Leader, ...] = ()
    built: tuple[Structure, ...] = ()


def move(viewer: Viewer, *, pieces: Sequence[str], hex: str, reason: str, version: int | None, key: str | None) -> None:
    """Put pieces of one side in a hex: on the map, not yet in play, out of it, or back from among the lost."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        _require_land(state, hex)
        chosen = _chosen(state, pieces)
        if chosen.built:
            raise Refusal("pieces: choose strength points and leaders of one side.", field="pieces")
        _require_no_enemy(state, chosen.side, hex)
        right = _placed(state, chosen, hex)
        _carry_out(act, found, state, right)
        place = state.world.graph.hexes[hex].name
        act.tell(side_audience(chosen.side), f"The umpire moved {_counted(state, chosen)} to {place}. {reason}")


def remove(
    viewer: Viewer,
    *,
    pieces: Sequence[str],
    reason: str,
    version: int | None,
    key: str | None,
    leaders_to: LeadersTo = "removed",
) -> None:
    """Take pieces and buildings of one side off the map; their strength points count for nobody as losses."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        chosen = _chosen(state, pieces)
        right = _placed(state, chosen, "", leaders_to)
        _carry_out(act, found, state, right)
        to = " Its leaders are in the pool." if leaders_to == "pool" and chosen.leaders else ""
        act.tell(side_audience(chosen.side), f"The umpire removed {_counted(state, chosen)}.{to} {reason}")


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
        with refusing():
            check_room(state, cast(Side, side), hex, sp)
        rows = [_new_point(act, side, arm, quality) for _ in range(sp)]
        act.create_all(rows)
        more = replace(found, points=[*found.points, *rows])
        points = [replace(point_of(row), standing="map", hex=hex) for row in rows]
        wider = replace(state, points={**state.points, **{hex_id(row.pk): point_of(row) for row in rows}})
        _carry_out(act, more, wider, set_right(wider, points))
        place = state.world.graph.hexes[hex].name
        act.tell(side_audience(side), f"The umpire added {many(sp, 'strength point')} at {place}. {reason}")


def build(
    viewer: Viewer, *, side: str, what: PutDown, hex: str, reason: str, version: int | None, key: str | None
) -> None:
    """Put a work, a depot, or an army's headquarters in a hex that its side holds, or cut its rails."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        _require_land(state, hex)
        with refusing():
            right = put_down(state, cast(Side, side), what, hex)
        _carry_out(act, found, state, right)
        place = state.world.graph.hexes[hex].name
        act.tell(side_audience(side), f"The umpire put {PUT_DOWN_WORDS[what]} at {place}. {reason}")


def give_hex(viewer: Viewer, *, side: str, hex: str, reason: str, version: int | None, key: str | None) -> None:
    """Let a side hold a hex; on the board the other side reads that too, though not why."""
    with _directing(viewer, version, key) as act:
        found, state = war_in(act)
        _require_land(state, hex)
        with refusing():
            right = hold(state, cast(Side, side), hex)
        _carry_out(act, found, state, right)
        given = f"The umpire let the {SideCode(side).label} side hold {state.world.graph.hexes[hex].name}."
        act.tell(side_audience(side), f"{given} {reason}")
        if state.world.sight == BOARD:
            act.tell(side_audience(enemy_of(cast(Side, side))), given)


def _directing(viewer: Viewer, version: int | None, key: str | None) -> Act:
    if not viewer.is_umpire:
        raise Refusal(ONLY_UMPIRE)
    return open_act(viewer, stream=CAMPAIGN_STREAM, kind=DIRECTED, version=version, key=key)


def _require_land(state: State, hex_: str) -> None:
    there = state.world.graph.hexes.get(hex_)
    if there is None or there.is_sea or not there.theater:
        raise Refusal("hex: choose a land hex of this scenario’s map.", field="hex")
    if hex_ in _in_battle(state):
        raise Refusal(IN_BATTLE, field="hex")


def _in_battle(state: State) -> set[str]:
    return {state.contact.hex if state.contact else "", *state.waiting} - {""}


def _require_no_enemy(state: State, side: Side, hex_: str) -> None:
    if (enemy_of(side), hex_) in state.points_at:
        raise Refusal("hex: the enemy has strength points there.", field="hex")


def _chosen(state: State, pieces: Sequence[str]) -> Chosen:
    """Return the pieces of one side that are named, if no battle holds any of them."""
    points = tuple(state.points[id_] for id_ in pieces if id_ in state.points)
    leaders = tuple(state.leaders[id_] for id_ in pieces if id_ in state.leaders)
    built = tuple(each for id_, each in all_built(state) if id_ in pieces)
    all_of_them: tuple[Point | Leader | Structure, ...] = (*points, *leaders, *built)
    sides = {each.side for each in all_of_them}
    if len(all_of_them) != len(set(pieces)) or len(sides) != 1:
        raise Refusal("pieces: choose pieces of one side.", field="pieces")
    hexes = {point.hex for point in points} | {leader.hex for leader in leaders}
    hexes |= {hex_of(state, each) for each in built}
    if _in_battle(state) & hexes:
        raise Refusal(IN_BATTLE, field="pieces")
    return Chosen(sides.pop(), points, leaders, built)


def _placed(state: State, chosen: Chosen, hex_: str, leaders_to: LeadersTo = "removed") -> Resolved:
    """Return what comes of putting pieces in a hex, or off the map."""
    points = _different(chosen.points, [_set(point, hex_) for point in chosen.points])
    leaders = _different(chosen.leaders, [_set_leader(each, hex_, leaders_to) for each in chosen.leaders])
    if not (points or leaders or chosen.built):
        raise Refusal(f"pieces: these are {'there' if hex_ else 'off the map'} already.", field="pieces")
    with refusing():
        if hex_:
            check_room(state, chosen.side, hex_, sum(state.points[point.id].hex != hex_ for point in points))
        return set_right(state, points, leaders, _gone(chosen.built))


def _different(before: Iterable[PieceT], after: Iterable[PieceT]) -> list[PieceT]:
    return [new for old, new in zip(before, after, strict=True) if new != old]


def _gone(built: Sequence[Structure]) -> Built:
    return Built(
        works=tuple(each.hex for each in built if isinstance(each, Work)),
        depots=tuple(each.hex for each in built if isinstance(each, Depot)),
        cuts=tuple(each.hex for each in built if isinstance(each, Cut)),
        armies=tuple(each.id for each in built if isinstance(each, Army)),
    )


def _set(point: Point, hex_: str) -> Point:
    """Return a strength point where it is put; one that comes from off the map isn't demoralized."""
    if hex_:
        shaken = point.demoralized and point.standing == "map"
        return replace(point, standing="map", hex=hex_, due_on=0, lost_at="", demoralized=shaken, corrected=False)
    if point.standing == "lost":
        return point
    return replace(point, standing="lost", hex="", due_on=0, lost_at=point.hex, demoralized=False, corrected=True)


def _set_leader(leader: Leader, hex_: str, leaders_to: LeadersTo) -> Leader:
    if leader.standing == "dead" and not hex_ and leaders_to == "removed":
        return leader
    return replace(leader, standing="map" if hex_ else leaders_to, hex=hex_, due_on=0)


def _carry_out(act: Act, found: WarRows, state: State, right: Resolved) -> None:
    tell_all(act, state, keep(act, found, state, right.changes), right)


def _new_point(act: Act, side: str, arm: str, quality: str) -> StrengthPoint:
    new_id = SOURCES.new_id(side_audience(side))
    row = StrengthPoint(id=new_id, campaign_id=act.campaign_id, side=side, arm=arm, quality=quality)
    row.battles = int(quality != "green")
    return row


def _counted(state: State, chosen: Chosen) -> str:
    names = [leader.name for leader in chosen.leaders]
    built = [words_for(state, each) for each in chosen.built]
    points = [many(len(chosen.points), "strength point")] if chosen.points else []
    return listed([*names, *points, *built])
