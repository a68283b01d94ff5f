"""Orders in words, as their side reads them in its queue: every piece and place by name."""

from collections.abc import Callable
from typing import Any

from rulesets.civil_war.war import View
from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war.queueing import Queued
from rulesets.core.words import listed, many
from war.selectors.war_words import INSTRUCTIONS, SIDES, place_of


def order_in_words(view: View, order: o.Order) -> str:
    """Return an order as a sentence."""
    words = WORDS.get(type(order))
    return words(view, order) if words else type(order).__name__


def conditions_in_words(view: View, queued: Queued) -> str:
    """Return a queued order's conditions, or nothing."""
    said = []
    if queued.least_sp:
        said.append(f"only with {many(queued.least_sp, 'strength point')} or more there")
    if queued.place and queued.held_by:
        said.append(f"only if the {SIDES[queued.held_by]} side holds {place_of(view.world, queued.place)}")
    if queued.stop_on_contact:
        said.append("not after a battle in the same pulse")
    return ", ".join(said)


def _name(view: View, piece: str) -> str:
    if piece in view.leaders:
        return view.leaders[piece].name
    point = view.points.get(piece)
    return f"{point.quality} {point.arm}" if point else "a piece that is gone"


def _move(view: View, order: o.Move) -> str:
    leaders = [_name(view, id_) for id_ in (order.leader, *sorted(order.along)) if id_]
    who = " with ".join(filter(None, (listed(leaders) if leaders else "", _points(order))))
    by = " by river" if order.by_water else ""
    return f"Move {who} from {place_of(view.world, order.path[0])} to {place_of(view.world, order.path[-1])}{by}."


def _points(order: o.Move) -> str:
    return many(len(order.points), "strength point") if order.points else ""


def _stance(view: View, order: o.TakeStance) -> str:
    stance = order.stance
    table, promotion = f"Battles on the table: {stance.table}.", f"Promotion: {stance.promotion}."
    return f"{table} Losses: {stance.losses}. Retreats: {stance.retreat}. {promotion}"


WORDS: dict[type, Callable[[View, Any], str]] = {
    o.Move: _move,
    o.StandFast: lambda view, order: f"{_name(view, order.piece)} stands fast.",
    o.EnterPoint: lambda view, order: f"A strength point enters at {place_of(view.world, order.hex)}.",
    o.DrawLeader: lambda view, order: "Draw a leader from the pool.",
    o.PlaceLeader: lambda view, order: f"Place {_name(view, order.leader)} at {place_of(view.world, order.hex)}.",
    o.BuildHere: lambda view, order: f"Build here: {order.what}. Builder: {_name(view, order.piece)}.",
    o.Dissolve: lambda view, order: (
        f"Dissolve the {view.armies[order.army].name if order.army in view.armies else 'army'}."
    ),
    o.Remove: lambda view, order: f"Remove {_name(view, order.leader)} from command.",
    o.Recall: lambda view, order: f"Recall {_name(view, order.leader)}.",
    o.RallyForce: lambda view, order: f"Rally the force with {_name(view, order.leader)}.",
    o.Burn: lambda view, order: f"Burn the depot at {place_of(view.world, order.hex)}.",
    o.CutRail: lambda view, order: f"Cut the rails at {place_of(view.world, order.hex)}.",
    o.Raze: lambda view, order: f"Raze the works at {place_of(view.world, order.hex)}.",
    o.Instruct: lambda view, order: f"{_name(view, order.leader)}: {INSTRUCTIONS[order.instruction].lower()}.",
    o.Prioritize: lambda view, order: f"Priorities of the next turn: {listed(order.theaters)}.",
    o.EndHalf: lambda view, order: "End the half-pulse.",
    o.Retreat: lambda view, order: f"Retreat to {place_of(view.world, order.hex)}.",
    o.ChooseLosses: lambda view, order: f"Lose {many(len(order.points), 'strength point')}.",
    o.TakeStance: _stance,
}
