"""The end of a war: a scenario's own lines of victory, or the points on the calendar's turns (CW-4.5, H-11)."""

from collections.abc import Callable
from functools import cache

from rulesets.civil_war import tables as t
from rulesets.civil_war.war.battles import in_supply
from rulesets.civil_war.war.capitals import ends_early, is_covered
from rulesets.civil_war.war.scenario import Condition
from rulesets.civil_war.war.state import State
from rulesets.civil_war.winning import PlaceHeld, Victory, victory
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.reckoning import Reckoning


def verdict(state: State, work: Reckoning) -> str:
    """Return the result if the war is over with this turn, or nothing."""
    scenario = state.world.scenario
    if scenario.victory:
        return _by_lines(state) if state.clock.turn == scenario.turns[1] else ""
    early = ends_early(state)
    if early:
        return early
    neutral = state.clock.kentucky_neutral
    found = victory(Victory(turn=state.clock.turn, places=_places(state), kentucky_neutral=neutral), work)
    return found.verdict if found.war_over else ""


def _by_lines(state: State) -> str:
    """Return the result of the first line that holds."""
    for line in state.world.scenario.victory:
        if any(all(FACTS[clause.fact](state, clause) for clause in group) for group in line.any_of):
            return line.result
    return ""


def _places(state: State) -> tuple[PlaceHeld, ...]:
    """Return who holds each place with points."""
    return tuple(
        _held(name, state.held[hex_])
        for name, (hex_, _) in state.world.graph.places.items()
        if name in t.STATE_OF and hex_ in state.held
    )


@cache
def _held(name: str, by: Side) -> PlaceHeld:
    return PlaceHeld(name=name, by=by)


def lost(state: State, side: Side) -> int:
    """Count a side's strength points removed since the set-up, the umpire's corrections aside."""
    of_side = (point for point in state.points.values() if point.side == side)
    return sum(point.standing == "lost" and not point.corrected for point in of_side)


def _holds(state: State, clause: Condition) -> bool:
    return all(state.held.get(state.world.graph.hex_of(place)) == clause.side for place in clause.places)


def _holds_in_supply(state: State, clause: Condition) -> bool:
    """Tell whether a side holds places with infantry in supply."""
    hexes = [state.world.graph.hex_of(place) for place in clause.places]
    return _holds(state, clause) and all(
        any(point.arm == "infantry" for point in state.points_at.get((clause.side, hex_), ()))
        and in_supply(state, clause.side, hex_)
        for hex_ in hexes
    )


def _lost_more(state: State, clause: Condition) -> bool:
    return lost(state, clause.side) >= lost(state, enemy_of(clause.side)) + clause.by


def _lost_as_many(state: State, clause: Condition) -> bool:
    return lost(state, clause.side) >= lost(state, enemy_of(clause.side))


def _none_shaken(state: State, clause: Condition) -> bool:
    return clause.side not in state.clock.shaken


def _covers(state: State, clause: Condition) -> bool:
    return clause.side == getattr(state.world.scenario.cover, "side", None) and is_covered(state)


FACTS: dict[str, Callable[[State, Condition], bool]] = {
    "holds": _holds,
    "holds in supply": _holds_in_supply,
    "has lost more than the enemy": _lost_more,
    "has lost as many": _lost_as_many,
    "no army demoralized": _none_shaken,
    "covers": _covers,
}
