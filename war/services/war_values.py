"""What the rows of a war say, set from the engine's values; `war_rows.py` decides which rows those are."""

from collections.abc import Mapping
from dataclasses import fields
from datetime import datetime
from typing import Any, cast

from campaign.audiences import PUBLIC, UMPIRE
from campaign.sources import SOURCES
from rulesets.civil_war import tables as t
from rulesets.civil_war.war import State
from rulesets.civil_war.war import state as engine
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side
from rulesets.core.context import Context
from rulesets.core.plain import Json, as_json
from war.models import BOARD, Fate, Force, Leader, Marker, Marking, Purse, StrengthPoint, TurnTrack
from war.selectors.war_state import OF_THE_CLOCK

PUBLIC_OF_A_PURSE = ("paid", "priorities")
OF_THE_TRACK = tuple(each.name for each in fields(engine.Clock) if each.name not in OF_THE_CLOCK)


def set_point(row: StrengthPoint, point: engine.Point) -> None:
    """Set a strength point's row but for its force."""
    row.arm, row.quality, row.battles = point.arm, point.quality, point.battles
    row.lost, row.lost_at = point.standing == "lost", point.lost_at
    row.due_turn = point.due_on if point.standing == "due" else None
    row.enters_at, row.demoralized = point.enters_at, point.demoralized
    row.fought_turn, row.moved_in, row.corrected = point.fought_on, point.moved_in, point.corrected


def set_leader(row: Leader, leader: engine.Leader, house: Context) -> None:
    """Set a leader's row but for his force and his army; a promoted leader has the ratings of his new counter."""
    if row.stars != leader.stars or row._state.adding:
        set_counter(row, leader, house)
    row.standing, row.revealed, row.instruction = leader.standing, leader.revealed, leader.instruction
    row.enters_at, row.rolled_in = leader.enters_at, leader.rolled_in
    row.moved_in, row.alone_in = leader.moved_in, leader.alone_in
    row.back_turn, row.counter_turn = leader.due_on or None, leader.counter_on or None
    row.promotable = leader.promotable
    row.fate = Fate.KILLED if leader.standing == "dead" else Fate.FIT


def set_counter(row: Leader, leader: engine.Leader, house: Context) -> None:
    """Set what stands on a leader's counter."""
    key = t.counter_key(leader.side, leader.name, leader.stars)

    def cell(name: str) -> Any:
        found = t.LEADERS.at(key, name, context=house)
        return None if found == "none" else found

    row.stars, row.counter, row.name = leader.stars, leader.name, leader.name
    row.initiative, row.tactical, row.command = cell("initiative"), cell("tactical"), cell("command")
    row.cavalry, row.seniority = cell("arm") == "cavalry", t.SENIORITY.at(key, context=house)


def set_armies(leaders: Mapping[str, Leader], after: State) -> None:
    names = {army.commander: army.name for army in after.armies.values()}
    for id_, row in leaders.items():
        row.army = names.get(id_, "")


def describe(force: Force, after: State) -> None:
    """Set what a force is called, whose theater it's in, and whether it is demoralized."""
    here = (cast(Side, force.side), force.hex)
    commanders = {army.commander: army.name for army in after.armies.values() if army.side == force.side}
    leaders, points = after.leaders_at.get(here, ()), after.points_at.get(here, ())
    force.name = next((commanders[leader.id] for leader in leaders if leader.id in commanders), "")
    force.scope = after.world.theater_of(force.hex)
    force.demoralized = any(point.demoralized for point in points)


def work_values(work: engine.Work) -> dict[str, Any]:
    return {
        "side": work.side,
        "kind": work.kind,
        "built_turn": work.built_on,
        "counts_from": work.counts_from,
        "printed": work.printed,
        "raised": work.raised,
    }


def depot_values(depot: engine.Depot) -> dict[str, Any]:
    values = {"side": depot.side, "kind": Marking.DEPOT, "built_turn": depot.built_on}
    return values | {"counts_from": depot.counts_from}


def cut_values(cut: engine.Cut) -> dict[str, Any]:
    return {"side": cut.side, "kind": Marking.CUT, "built_turn": cut.cut_on}


def new_marker(campaign_id: int, world: World, hex_: str, values: Mapping[str, Any]) -> Marker:
    """Return a new marker; where sides see only nearby hexes its id is the umpire's."""
    label = PUBLIC if world.sight == BOARD else UMPIRE
    return Marker(id=SOURCES.new_id(label), campaign_id=campaign_id, hex=hex_, **values)


def set_track(row: TurnTrack, after: State, at: datetime | None = None) -> None:
    """Set the turn track from the clock, without what only the side that spends may know.

    A new choice has a clock of its own, from `at`.
    """
    clock = after.clock
    for name in OF_THE_TRACK:
        value = getattr(clock, name)
        setattr(row, name, list(value) if isinstance(value, tuple) else "" if value is None else value)
    row.season = after.world.turn(clock.turn).name
    row.pending = _pending(row.pending, as_json(after.contact) if after.contact else {}, at)


def _pending(old: Json, new: Json, at: datetime | None) -> Json:
    if not new:
        return {}
    is_same = all(old.get(name) == new[name] for name in ("step", "hex", "chooser", "loser"))
    return {**new, "since": old["since"] if is_same else at.isoformat() if at else ""}


def set_purse(row: Purse, after: State) -> None:
    """Set a side's purse from the state, with its part of the clock while it spends."""
    side: Any = row.side
    purse = after.purses[side]
    own = {name: getattr(after.clock, name) for name in OF_THE_CLOCK} if after.clock.spending == side else {}
    row.paid, row.priorities = purse.paid, list(purse.priorities)
    row.body = {
        **{name: as_json(value) for name, value in vars(purse).items() if name not in PUBLIC_OF_A_PURSE},
        **own,
        "available": after.available.get(side, 0),
        "stance": as_json(after.stances[side]) if side in after.stances else {},
        "entered_at": {hex_: n for (owner, hex_), n in sorted(after.entered_at.items()) if owner == side},
    }
