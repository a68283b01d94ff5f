"""Write what the engine changed: only the rows that are different, table by table, inside the act that changed them.

Pieces of a side that stand in one hex belong to one force. It follows them if all of them go; otherwise they join the
force where they arrive, or form a new one.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from campaign.audiences import side_audience
from campaign.ids import hex_id
from campaign.services.record import Act
from campaign.sources import SOURCES
from rulesets.civil_war.war import State, apply
from rulesets.civil_war.war import state as engine
from rulesets.civil_war.war.state import Changes
from rulesets.core.plain import as_json
from rulesets.core.records import dataclass
from war.models import Belief, Force, Leader, Marker, Marking, Queue, StrengthPoint
from war.selectors.war_state import WarRows
from war.services.war_values import (
    cut_values,
    depot_values,
    describe,
    new_marker,
    set_armies,
    set_leader,
    set_point,
    set_purse,
    set_track,
    work_values,
)

Piece = StrengthPoint | Leader


def keep(act: Act, found: WarRows, before: State, changes: Changes) -> State:
    """Write an outcome's changes; return the state after them. What sight tells a side is left to the sweep."""
    after = apply(before, changes)
    writer = Writer(act, found, after)
    writer.pieces(changes)
    writer.markers(changes)
    writer.course(before)
    return after


def forces_of(found: WarRows) -> dict[tuple[str, str], Force]:
    """Return the forces on the map by side and hex."""
    pieces: tuple[Piece, ...] = (*found.points, *found.leaders)
    return {(row.force.side, row.force.hex): row.force for row in pieces if row.force}


@dataclass
class Writer:
    """Brings a war's rows up to a state."""

    act: Act
    found: WarRows
    after: State
    forces: dict[tuple[str, str], Force] = field(init=False)

    def __post_init__(self) -> None:
        self.forces = forces_of(self.found)

    # Strength points, leaders, and their forces

    def pieces(self, changes: Changes) -> None:
        """Write the pieces that changed, and move them between forces."""
        points = {hex_id(row.pk): row for row in self.found.points}
        leaders = {hex_id(row.pk): row for row in self.found.leaders}
        moved: dict[str, str] = {}
        for id_, point in changes.points.items():
            set_point(points[id_], point)
            moved[id_] = point.hex
        for id_, leader in changes.leaders.items():
            set_leader(leaders[id_], leader, self.after.world.house)
            moved[id_] = leader.hex
        if changes.armies:
            set_armies(leaders, self.after)
        emptied = self._regroup({**points, **leaders}, moved)
        self.act.save_all(list(points.values()))
        self.act.save_all(list(leaders.values()))
        for force in emptied:
            self.act.delete(force)
        self._describe()

    def _regroup(self, rows: Mapping[str, Piece], moved: Mapping[str, str]) -> list[Force]:
        """Give each piece the force of its hex; return the forces left empty, which are to be deleted."""
        self._follow(rows, moved)
        for id_ in sorted(moved):
            row, hex_ = rows[id_], moved[id_]
            row.force = self._force_at(row.side, hex_) if hex_ else None
        used = {row.force_id for row in rows.values()}
        emptied = [force for force in self.forces.values() if force.pk not in used]
        self.forces = {key: force for key, force in self.forces.items() if force.pk in used}
        return sorted(emptied, key=lambda force: force.pk)

    def _follow(self, rows: Mapping[str, Piece], moved: Mapping[str, str]) -> None:
        """Let a force go where all its pieces go, if its side has no other force there."""
        of_force: dict[int, set[str]] = defaultdict(set)
        for id_, row in rows.items():
            if row.force_id:
                of_force[row.force_id].add(id_)
        for (side, hex_), force in sorted(self.forces.items()):
            going = {moved.get(id_, hex_) for id_ in of_force[force.pk]}
            to = going.pop() if len(going) == 1 else ""
            if to and to != hex_ and (side, to) not in self.forces:
                del self.forces[side, hex_]
                force.hex = to
                self.forces[side, to] = force

    def _force_at(self, side: str, hex_: str) -> Force:
        if (side, hex_) not in self.forces:
            label = side_audience(side)
            made = Force(id=SOURCES.new_id(label), campaign_id=self.act.campaign_id, side=side, hex=hex_)
            describe(made, self.after)
            self.forces[side, hex_] = self.act.create(made)
        return self.forces[side, hex_]

    def _describe(self) -> None:
        for force in self.forces.values():
            describe(force, self.after)
        self.act.save_all(list(self.forces.values()))

    # Markers

    def markers(self, changes: Changes) -> None:
        """Write holders of hexes, works, depots, and cut rails that changed."""
        rows = {(row.hex, _sort_of(row.kind)): row for row in self.found.markers}
        new: list[Marker] = []
        for hex_, side in changes.held.items():
            values = None if side == self.after.world.held_at_start.get(hex_) else {"side": side, "kind": Marking.HELD}
            self._mark(rows.get((hex_, Marking.HELD)), hex_, values, new)
        for hex_, work in changes.works.items():
            self._mark(rows.get((hex_, Marking.FORT)), hex_, work_values(work) if work else None, new)
        for hex_, depot in changes.depots.items():
            self._mark(rows.get((hex_, Marking.DEPOT)), hex_, depot_values(depot) if depot else None, new)
        for hex_, cut in changes.cuts.items():
            self._mark(rows.get((hex_, Marking.CUT)), hex_, cut_values(cut) if cut else None, new)
        if new:
            self.act.create_all(new)

    def _mark(self, row: Marker | None, hex_: str, values: Mapping[str, Any] | None, new: list[Marker]) -> None:
        if row is None and values:
            new.append(new_marker(self.act.campaign_id, self.after.world, hex_, values))
        elif row is not None and values:
            for name, value in values.items():
                setattr(row, name, value)
            self.act.save(row)
        elif row is not None:
            self.act.delete(row)

    # The turn track and the purses

    def course(self, before: State) -> None:
        """Write where the war stands, and what each side may spend."""
        set_track(self.found.track, self.after, self.act.at)
        if is_new_wait(before, self.after):
            self.found.track.since = self.act.at
            self._no_longer_ready(before)
        self.act.save(self.found.track)
        for row in self.found.purses:
            set_purse(row, self.after)
        self.act.save_all(list(self.found.purses))

    def _no_longer_ready(self, before: State) -> None:
        """Take out of a queue the word that was to end the half-pulse which has just ended."""
        for row in Queue.objects.filter(campaign_id=self.act.campaign_id, side=before.clock.spending or ""):
            if Queue.READY in row.orders:
                row.orders = [entry for entry in row.orders if entry != Queue.READY]
                self.act.save(row)


def is_new_wait(before: State, after: State) -> bool:
    """Return whether another half-pulse or phase has begun: its clock counts from then."""

    def waits(state: State) -> tuple[object, ...]:
        clock = state.clock
        return clock.turn, clock.phase, clock.pulses, clock.spending

    return waits(before) != waits(after)


def _sort_of(kind: str) -> str:
    """Return the kind under which a marker is found: a hex has one work."""
    return Marking.FORT if kind == Marking.FORTRESS else kind


def keep_beliefs(act: Act, found: WarRows, side: str, seen: Mapping[tuple[Any, str], engine.Belief]) -> None:
    """Write what a side has come to know by its own sight."""
    rows = {(row.side, row.hex): row for row in found.beliefs}
    known: list[Belief] = []
    new: list[Belief] = []
    for (owner, hex_), belief in sorted(seen.items()):
        row = rows.get((owner, hex_))
        if row is None:
            row = Belief(id=SOURCES.new_id(side_audience(side)), campaign_id=act.campaign_id, side=side, hex=hex_)
            new.append(row)
        else:
            known.append(row)
        row.body = as_json(belief)
    act.save_all(known)
    if new:
        act.create_all(new)
