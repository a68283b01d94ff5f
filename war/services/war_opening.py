"""Put a scenario on the map as its campaign is founded: pieces, markers, purses, and the turn track."""

from collections.abc import Iterator, Mapping
from typing import TypeVar

from campaign.audiences import PUBLIC, side_audience
from campaign.models import Campaign
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.civil_war.war import State, setup
from rulesets.civil_war.war import state as engine
from rulesets.civil_war.war.scenario import SIDES
from rulesets.core.plain import as_json
from war.models import Belief, Force, Leader, Marker, Purse, Queue, StrengthPoint, TurnTrack
from war.selectors.worlds import world_of_campaign
from war.services.turn_cups import open_turn
from war.services.war_values import (
    depot_values,
    describe,
    new_marker,
    set_leader,
    set_point,
    set_purse,
    set_track,
    work_values,
)

Forces = Mapping[tuple[str, str], Force]
PieceT = TypeVar("PieceT", engine.Point, engine.Leader)


def open_war(act: Act, campaign: Campaign) -> None:
    """Set up a campaign's scenario; a campaign without one has nothing to set up."""
    if not campaign.scenario:
        return
    state = setup(world_of_campaign(campaign))
    forces = {(side, hex_): _force(act, state, side, hex_) for side, hex_ in sorted(_stacks(state))}
    act.create_all(list(forces.values()))
    act.create_all([_point(act, point, forces) for point in state.points.values()])
    act.create_all([_leader(act, state, leader, forces) for leader in state.leaders.values()])
    act.create_all(list(_markers(act, state)))
    track = TurnTrack(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id)
    set_track(track, state)
    act.create(track)
    act.create_all([_purse(act, state, track, side) for side in SIDES])
    act.create_all([_queue(act, side) for side in SIDES])
    act.create_all(list(_beliefs(act, state)))
    open_turn(act, state.clock.turn)
    act.tell(PUBLIC, f"{state.world.scenario.title}: both armies are on the map.", turn=state.clock.turn)


def _stacks(state: State) -> set[tuple[str, str]]:
    return {(side, hex_) for side, hex_ in (*state.points_at, *state.leaders_at)}


def _force(act: Act, state: State, side: str, hex_: str) -> Force:
    row = Force(id=SOURCES.new_id(side_audience(side)), campaign_id=act.campaign_id, side=side, hex=hex_)
    describe(row, state)
    return row


def _point(act: Act, point: engine.Point, forces: Forces) -> StrengthPoint:
    row = StrengthPoint(
        id=SOURCES.new_id(side_audience(point.side)), campaign_id=act.campaign_id, side=point.side, arm=point.arm
    )
    row.force = forces.get((point.side, point.hex))
    set_point(row, point)
    return row


def _leader(act: Act, state: State, leader: engine.Leader, forces: Forces) -> Leader:
    row = Leader(id=SOURCES.new_id(side_audience(leader.side)), campaign_id=act.campaign_id, side=leader.side)
    row.force = forces.get((leader.side, leader.hex))
    set_leader(row, leader, state.world.house)
    row.army = next((army.name for army in state.armies.values() if army.commander == leader.id), "")
    return row


def _markers(act: Act, state: State) -> Iterator[Marker]:
    """Yield works and depots; hexes are held as the world says until one changes hands."""
    for hex_, work in sorted(state.works.items()):
        yield new_marker(act.campaign_id, state.world, hex_, work_values(work))
    for hex_, depot in sorted(state.depots.items()):
        yield new_marker(act.campaign_id, state.world, hex_, depot_values(depot))


def _purse(act: Act, state: State, track: TurnTrack, side: str) -> Purse:
    row = Purse(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id, track=track, side=side)
    set_purse(row, state)
    return row


def _queue(act: Act, side: str) -> Queue:
    return Queue(id=SOURCES.new_id(PUBLIC), campaign_id=act.campaign_id, side=side)


def _beliefs(act: Act, state: State) -> Iterator[Belief]:
    for (side, hex_), belief in sorted(state.beliefs.items()):
        new_id = SOURCES.new_id(side_audience(side))
        yield Belief(id=new_id, campaign_id=act.campaign_id, side=side, hex=hex_, body=as_json(belief))
