"""States to test with: Shiloh to Corinth as it opens, with whatever a case needs different."""

import json
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.civil_war.war import State, View, World, apply, legal_orders, resolve, setup, world_of
from rulesets.civil_war.war.draft import Event, Resolved
from rulesets.civil_war.war.orders import Move, MoveOffer, Order, Proceed
from rulesets.civil_war.war.scenario import read_scenario
from rulesets.civil_war.war.state import Point
from rulesets.civil_war.war.turning import STEPS
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side
from rulesets.core.context import BY_THE_BOOK, Context
from rulesets.core.dice import ChanceDice, Dice, ScriptedDice

WHOLE_WAR = Path(__file__).with_name("whole_war.json")
SEVEN_HEXES = Path(__file__).with_name("seven_hexes.json")


@cache
def shiloh(sight: Sight = "board") -> World:
    return world_of("shiloh_to_corinth", sight=sight)


@cache
def asking(sight: Sight = "board") -> World:
    """Return Shiloh to Corinth with sides that are asked how to fight, and whom they lose."""
    return world_of("shiloh_to_corinth", sight=sight, asks=True)


@cache
def whole_war(sight: Sight = "board") -> World:
    """Return the opening of 1861 on the whole map, with all 19 turns; Kentucky is simply Union."""
    return world_of(read_scenario(json.loads(WHOLE_WAR.read_text("utf-8"))), sight=sight)


@cache
def near_landing(sight: Sight = "near") -> World:
    """Return two turns on the map of seven hexes, where most of the enemy is out of sight."""
    return world_of(read_scenario(json.loads(SEVEN_HEXES.read_text("utf-8"))), sight=sight)


def at(place: str) -> str:
    """Return the hex of a place."""
    return shiloh().graph.hex_of(place)


def opening(sight: Sight = "board", house: Context = BY_THE_BOOK) -> State:
    return setup(shiloh(sight) if house is BY_THE_BOOK else world_of("shiloh_to_corinth", house, sight))


def in_action(side: Side = "USA", *, left: int = 9, state: State | None = None, **purse: Any) -> State:
    """Return a state in which a side spends a difference, with points in its pots."""
    state = state or opening()
    clock = replace(
        state.clock,
        phase="action",
        pulse=1,
        pulses=1,
        spending=side,
        initiative="CSA" if side == "USA" else "USA",
        difference=left,
        left=left,
    )
    pots = {"west": 9, "discretionary": 2} | purse
    return replace(state, clock=clock, purses={**state.purses, side: replace(state.purses[side], **pots)})


def with_pieces(state: State, *pieces: Any) -> State:
    """Return a state with these SP and leaders in place of those with their ids."""
    points = {piece.id: piece for piece in pieces if isinstance(piece, Point)}
    leaders = {piece.id: piece for piece in pieces if not isinstance(piece, Point)}
    return replace(state, points={**state.points, **points}, leaders={**state.leaders, **leaders})


def points_at(state: State, side: Side, place: str) -> list[Point]:
    return list(state.points_at.get((side, at(place)), ()))


def ids_at(state: State, side: Side, place: str, number: int) -> frozenset[str]:
    return frozenset(point.id for point in points_at(state, side, place)[:number])


def only(state: State, side: Side, place: str, number: int) -> State:
    """Leave a side so many SP at a place; the others wait."""
    rest = points_at(state, side, place)[number:]
    return with_pieces(state, *(replace(point, standing="waiting", hex="") for point in rest))


def without_leaders(state: State, side: Side, place: str) -> State:
    leaders = state.leaders_at.get((side, at(place)), ())
    gone = with_pieces(state, *(replace(leader, standing="pool", hex="") for leader in leaders))
    ids = {leader.id for leader in leaders}
    return replace(gone, armies={id_: army for id_, army in gone.armies.items() if army.commander not in ids})


def done(state: State, *orders: Order, dice: Dice | None = None) -> tuple[State, list[Event]]:
    """Carry out orders one after the other; return the state after them, and what happened."""
    events: list[Event] = []
    for order in orders:
        result: Resolved = resolve(state, order, dice or ScriptedDice()).result
        events += result.events
        state = apply(state, result.changes)
    return state, events


def settled(state: State, *faces: int) -> tuple[State, list[Event]]:
    """Let the game proceed until a side's order is due again."""
    events: list[Event] = []
    dice = ScriptedDice(*faces) if faces else ChanceDice(1)
    while state.contact is not None and state.contact.step in STEPS:
        state, more = done(state, Proceed(), dice=dice)
        events += more
    return state, events


def attack_of(seen: View) -> Order | None:
    """Return an attack by as many as may go, if there is one."""
    for leader in seen.leaders:
        for offer in legal_orders(seen, leader):
            if isinstance(offer, MoveOffer) and offer.most and not seen.enemy.keys().isdisjoint(offer.to):
                to = min(seen.enemy.keys() & set(offer.to))
                fit = [id_ for id_ in offer.points if not seen.points[id_].demoralized][: offer.most]
                return Move(leader, frozenset(fit), offer.route(to).path, offer.pots[0]) if fit else None
    return None


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]
