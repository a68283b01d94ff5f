"""Random legal play: wars end, strength points are conserved, and the same dice and outcomes give the same states."""

import os
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from rulesets.civil_war.war import State, apply, setup
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.orders import (
    BuildHere,
    DrawLeader,
    EndHalf,
    EnterPoint,
    Instruct,
    Move,
    Order,
    PlaceLeader,
    Proceed,
    StandFast,
)
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.state import Changes, Leader, Point
from rulesets.civil_war.war.tests.builders import shiloh, whole_war
from rulesets.civil_war.war.world import World

WARS = int(os.environ.get("RANDOM_WARS", "80"))  # twice as many turns, half of them in each kind of sight
Watch = Callable[[State, Order, Resolved], None]


def strength(state: State) -> Counter[str]:
    return Counter(point.side for point in state.points.values())


def played(world: World, seed: int, turns: int = 19) -> tuple[list[Changes], State]:
    """Play so many turns at most; hold every state on the way to what is always true."""
    journal: list[Changes] = []
    start = setup(world)

    def watch(state: State, _order: Order, result: Resolved) -> None:
        journal.append(result.changes)
        after = apply(state, result.changes)
        hold(after)
        assert strength(after) == strength(start)

    return journal, play(start, seed, watch, turns=turns)


def filed(pieces: Iterable[Point | Leader]) -> dict[tuple[str, str], tuple[Point | Leader, ...]]:
    """Return the pieces on the map by side and hex, looked up one by one."""
    found: dict[tuple[str, str], tuple[Point | Leader, ...]] = {}
    for piece in pieces:
        if piece.standing == "map":
            key = piece.side, piece.hex
            found[key] = (*found.get(key, ()), piece)
    return found


def replayed(world: World, journal: Iterable[Changes]) -> State:
    state = setup(world)
    for changes in journal:
        state = apply(state, changes)
    return state


def hold(state: State) -> None:
    """Check what is true of every state."""
    assert state.points_filed.at == filed(state.points.values())
    assert state.leaders_filed.at == filed(state.leaders.values())
    for point in state.points.values():
        assert bool(point.hex) == (point.standing == "map")
    for leader in state.leaders.values():
        assert bool(leader.hex) == (leader.standing == "map")
    both = {hex_ for _, hex_ in state.points_at if {(side, hex_) for side in ("USA", "CSA")} <= state.points_at.keys()}
    assert both <= {*([state.contact.hex] if state.contact else []), *state.waiting}
    for army in state.armies.values():
        commander = state.leaders[army.commander]
        assert commander.standing == "map"
        assert state.contact or (army.side, commander.hex) in state.points_at
    for purse in state.purses.values():
        assert min(purse.east, purse.west, purse.trans_mississippi, purse.discretionary, purse.naval) >= 0
    assert state.clock.left >= 0


@pytest.mark.rule("CW-PHASE", "CW-PULSE", "CW-SPIN")
@pytest.mark.parametrize("sight", ["board", "near"])
@pytest.mark.parametrize("seed", range(0, WARS, 2))
def test_random_wars_end_and_conserve_strength(sight: str, seed: int) -> None:
    world = shiloh(sight)
    journal, end = played(world, seed)
    assert end.clock.phase == "over"
    assert end.clock.result
    assert not any(point.standing == "due" for point in end.points.values())
    arrived = Counter(point.side for point in end.points.values() if point.standing != "waiting")
    assert arrived == Counter(p.side for p in end.points.values() if p.standing == "map" or p.lost_at)
    assert replayed(world, journal) == end


def test_same_seed_plays_the_same_war_and_another_seed_another() -> None:
    journal, end = played(shiloh(), 8)
    assert (journal, end) == played(shiloh(), 8)
    assert end != played(shiloh(), 10)[1]


def test_unchanged_pieces_are_shared_between_states() -> None:
    start = setup(shiloh())
    seen: list[int] = []

    def watch(state: State, order: Order, result: Resolved) -> None:
        after = apply(state, result.changes)
        if isinstance(order, Move | Proceed):
            kept = state.points.keys() - result.changes.points.keys()
            assert all(after.points[id_] is state.points[id_] for id_ in kept)
            seen.append(len(kept))

    play(start, 3, watch)
    assert seen


def test_every_kind_of_order_is_given_in_some_war() -> None:
    kinds = Counter[str]()

    def watch(_state: State, order: Order, _result: Resolved) -> None:
        kinds[type(order).__name__] += 1

    for seed in (2, 4, 6):
        play(setup(shiloh()), seed, watch)
    wanted = {Move, StandFast, EnterPoint, DrawLeader, PlaceLeader, BuildHere, Instruct, EndHalf, Proceed}
    assert {kind.__name__ for kind in wanted} <= kinds.keys()


@pytest.mark.rule("CW-SPIN", "CW-PRIORITY")
def test_whole_war_begins_by_the_tables_and_plays_two_turns() -> None:
    journal, end = played(whole_war(), 2, turns=2)
    assert len(journal) > 100
    assert end.clock.turn == 3
    assert strength(end) == {"USA": 37 + 179, "CSA": 24 + 86}
