"""A war as its rules take it: the rows of a campaign with a scenario as the engine's state, and what a side sees of it.

Pieces have the ids of their rows. Whoever may not see the rows gets the view of a side, never the state.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, TypeVar, cast

from django.db.models import Q, QuerySet

from campaign.app_part import some
from campaign.ids import hex_id
from campaign.models import Campaign, CampaignState
from campaign.prepared import prepared
from campaign.visibility import Viewer
from rulesets.civil_war import tables as t
from rulesets.civil_war.war import State, View, World, view
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import (
    Army,
    Belief,
    Board,
    Clock,
    Cut,
    Depot,
    Leader,
    Point,
    Purse,
    Stance,
    Standing,
    Toll,
    Waiting,
    Work,
)
from rulesets.civil_war.war.state import Contact as Meeting
from rulesets.civil_war.words import Arm, Side
from rulesets.core.plain import Json
from rulesets.core.records import dataclass
from war import models as rows
from war.models import Marking
from war.selectors.worlds import world_of_campaign, world_seen_by

ValueT = TypeVar("ValueT")
OF_THE_CLOCK = ("left", "spent", "entered", "free_entry")  # what only the side that spends knows of the clock


@dataclass(frozen=True)
class WarRows:
    """The rows of a war, read together: five reads, and one more where sides see only nearby hexes."""

    purses: Sequence[rows.Purse]
    points: Sequence[rows.StrengthPoint]
    leaders: Sequence[rows.Leader]
    markers: Sequence[rows.Marker]
    contacts: Sequence[rows.Contact]
    beliefs: Sequence[rows.Belief] = ()

    @property
    def track(self) -> rows.TurnTrack:
        """Return the turn track, which is read with the purses."""
        return self.purses[0].track


def rows_of_war(campaign_id: int, *, sight: str) -> WarRows:
    """Read a war's rows; inside an act, so that it may write them."""
    return WarRows(
        purses=_purses(campaign_id),
        points=_points(campaign_id),
        leaders=_leaders(campaign_id),
        markers=_markers(campaign_id),
        contacts=unsettled(campaign_id),
        beliefs=() if sight == rows.BOARD else _beliefs(campaign_id),
    )


@prepared
def _purses(campaign_id: int) -> QuerySet[rows.Purse]:
    return rows.Purse.objects.filter(campaign_id=campaign_id).select_related("track").order_by("side")


@prepared
def _points(campaign_id: int) -> QuerySet[rows.StrengthPoint]:
    return rows.StrengthPoint.objects.filter(campaign_id=campaign_id).select_related("force").order_by("id")


@prepared
def _leaders(campaign_id: int) -> QuerySet[rows.Leader]:
    return rows.Leader.objects.filter(campaign_id=campaign_id).select_related("force").order_by("id")


@prepared
def _markers(campaign_id: int) -> QuerySet[rows.Marker]:
    return rows.Marker.objects.filter(campaign_id=campaign_id).order_by("id")


def running_track(campaign_id: int) -> rows.TurnTrack | None:
    """Return the turn track of a war that has begun, while its campaign is running."""
    return next(iter(_running_tracks(campaign_id)), None)


@prepared
def _running_tracks(campaign_id: int) -> QuerySet[rows.TurnTrack]:
    return rows.TurnTrack.objects.filter(
        campaign_id=campaign_id, campaign__state=CampaignState.RUNNING, since__isnull=False
    )


def under_way(*points: Q) -> Q:
    """Return the condition that a campaign is running, and its war has begun and is at such a point."""
    begun = rows.TurnTrack.objects.filter(*points, since__isnull=False)
    return Q(state=CampaignState.RUNNING) & some(begun)


def orders_are_awaited() -> Q:
    return under_way(Q(phase="action"))


@prepared
def unsettled(campaign_id: int) -> QuerySet[rows.Contact]:
    settled = rows.ContactState.SETTLED
    return rows.Contact.objects.filter(campaign_id=campaign_id).exclude(state=settled).order_by("id")


@prepared
def _beliefs(campaign_id: int) -> QuerySet[rows.Belief]:
    return rows.Belief.objects.filter(campaign_id=campaign_id).order_by("id")


def state_of(campaign: Campaign) -> State:
    """Return the true state of a campaign's war."""
    return state_in(rows_of_war(campaign.pk, sight=campaign.sight), world_of_campaign(campaign))


def is_war(campaign_id: int) -> bool:
    """Return whether a campaign is played from a scenario."""
    return Campaign.objects.filter(id=campaign_id).exclude(scenario="").exists()


def war_of(viewer: Viewer) -> State | None:
    """Return the true state, for the umpire alone; without a war there is none."""
    return _true(viewer) if viewer.is_umpire and viewer.scenario else None


def seen_by(viewer: Viewer) -> View | None:
    """Return what a commander's side sees of the war; without a war there is nothing."""
    return view(_true(viewer), cast(Side, viewer.side)) if viewer.is_commander and viewer.scenario else None


def _true(viewer: Viewer) -> State:
    return state_in(rows_of_war(viewer.campaign_id, sight=viewer.sight), world_seen_by(viewer))


def state_in(found: WarRows, world: World) -> State:
    """Return rows as the engine's state."""
    purses = {cast(Side, row.side): row for row in found.purses}
    board = _board(found.markers)
    bodies = {side: row.body for side, row in purses.items()}
    return State(
        world=world,
        clock=_clock(found.track, purses),
        points={point.id: point for point in map(point_of, found.points)},
        leaders={leader.id: leader for leader in map(leader_of, found.leaders)},
        armies={army.id: army for army in map(army_of, found.leaders) if army},
        works=board.works,
        depots=board.depots,
        held={**world.held_at_start, **board.held},
        purses={side: _purse(purses[side]) for side in SIDES},
        entered_at={(side, hex_): number for side in SIDES for hex_, number in bodies[side]["entered_at"].items()},
        available={side: bodies[side]["available"] for side in SIDES},
        beliefs={(cast(Side, row.side), row.hex): _belief(row.body) for row in found.beliefs},
        contact=meeting_of(found.track.pending),
        waiting=_waiting(found),
        stances={side: read_value(Stance, body["stance"]) for side, body in bodies.items() if body.get("stance")},
        cuts=board.cuts,
    )


def meeting_of(pending: Json) -> Meeting | None:
    """Return the contact that is being settled, if there is one."""
    if not pending:
        return None
    tolls = {cast(Side, side): read_value(Toll, toll) for side, toll in pending.get("tolls", {}).items()}
    return read_value(Meeting, {**pending, "tolls": tolls})


def _waiting(found: WarRows) -> dict[str, Waiting]:
    """Return the contacts that wait for the table: all that aren't settled but the one being settled."""
    here = found.track.pending.get("hex")
    return {
        row.hex: Waiting(Meeting(row.hex, cast(Side, row.attacker), row.came_from, "decision"), row.postponed)
        for row in found.contacts
        if row.hex != here
    }


def read_value(kind: type[ValueT], values: Mapping[str, Any], **more: Any) -> ValueT:
    """Return a frozen value from a row's JSON, whose lists are tuples."""
    known = {each.name for each in fields(cast(Any, kind))}
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    return kind(**{name: value for name, value in plain.items() if name in known}, **more)


def _clock(track: rows.TurnTrack, purses: Mapping[Side, rows.Purse]) -> Clock:
    of_spender = purses[cast(Side, track.spending)].body if track.spending else {}
    values = {each.name: getattr(track, each.name) for each in fields(Clock) if each.name not in OF_THE_CLOCK}
    values |= {"initiative": track.initiative or None, "spending": track.spending or None}
    own = {name: of_spender[name] for name in OF_THE_CLOCK if name in of_spender}
    return Clock(**values | {"shaken": tuple(track.shaken)} | own)


def _purse(row: rows.Purse) -> Purse:
    return read_value(Purse, row.body, paid=row.paid, priorities=tuple(row.priorities))


def point_of(row: rows.StrengthPoint) -> Point:
    """Return a strength point's row as the engine's value."""
    standing: Any = "lost" if row.lost else "map" if row.force else "due" if row.due_turn else "waiting"
    return Point(
        id=hex_id(row.pk),
        side=cast(Side, row.side),
        standing=standing,
        hex=row.force.hex if row.force and not row.lost else "",
        arm=cast(Arm, row.arm),
        quality=row.quality,
        due_on=row.due_turn or 0,
        enters_at=row.enters_at,
        demoralized=row.demoralized,
        battles=row.battles,
        fought_on=row.fought_turn,
        moved_in=row.moved_in,
        lost_at=row.lost_at,
        corrected=row.corrected,
    )


def leader_of(row: rows.Leader) -> Leader:
    """Return a leader's row as the engine's value."""
    return Leader(
        id=hex_id(row.pk),
        side=cast(Side, row.side),
        name=row.counter,
        stars=row.stars,
        standing=cast(Standing, row.standing),
        hex=row.force.hex if row.force else "",
        due_on=row.back_turn or 0,
        enters_at=row.enters_at,
        revealed=row.revealed,
        instruction=cast(Any, row.instruction),
        moved_in=row.moved_in,
        alone_in=row.alone_in,
        rolled_in=row.rolled_in,
        counter_on=row.counter_turn or 0,
        promotable=row.promotable,
    )


def is_afloat(row: rows.Leader) -> bool:
    """Return whether a leader leads ships; he takes no part in a battle on land."""
    key = t.counter_key(row.side, row.counter, row.stars)
    return key in t.LEADERS.rows and t.LEADERS.at(key, "arm") == "naval"


def army_of(row: rows.Leader) -> Army | None:
    """Return the army that a leader commands."""
    side = cast(Side, row.side)
    return Army(army_id(side, row.army), side, row.army, hex_id(row.pk)) if row.army else None


def army_id(side: str, name: str) -> str:
    return f"{side} {name}"


def _board(found: Sequence[rows.Marker]) -> Board:
    """Return markers as the engine's values; of hexes that are held, those that changed hands."""
    return Board(
        works={row.hex: work_of(row) for row in found if row.kind in (Marking.FORT, Marking.FORTRESS)},
        depots={row.hex: depot_of(row) for row in found if row.kind == Marking.DEPOT},
        cuts={row.hex: cut_of(row) for row in found if row.kind == Marking.CUT},
        held={row.hex: cast(Side, row.side) for row in found if row.kind == Marking.HELD},
    )


def work_of(row: rows.Marker) -> Work:
    """Return a work's marker as the engine's value."""
    kind, side = cast(Any, row.kind), cast(Side, row.side)
    return Work(row.hex, side, kind, row.built_turn, row.counts_from, row.printed, row.raised)


def depot_of(row: rows.Marker) -> Depot:
    """Return a depot's marker as the engine's value."""
    return Depot(row.hex, cast(Side, row.side), row.built_turn, row.counts_from)


def cut_of(row: rows.Marker) -> Cut:
    """Return a marker of cut rails as the engine's value."""
    return Cut(row.hex, cast(Side, row.side), row.built_turn)


def _belief(body: Json) -> Belief:
    work, depot, cut = body.get("work"), body.get("depot"), body.get("cut")
    return Belief(
        held=body.get("held"),
        work=read_value(Work, work) if work else None,
        depot=read_value(Depot, depot) if depot else None,
        enemy_seen_on=body.get("enemy_seen_on", 0),
        cut=read_value(Cut, cut) if cut else None,
    )
