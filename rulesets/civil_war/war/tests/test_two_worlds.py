"""H-23: whatever is hidden may be different, and the other side's view and legal orders are the same."""

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.civil_war.war import (
    State,
    apply,
    awaited,
    can_proceed,
    default_order,
    legal_orders,
    resolve,
    setup,
    view,
)
from rulesets.civil_war.war.armies import settle_armies
from rulesets.civil_war.war.choices import STANCES
from rulesets.civil_war.war.draft import Draft, Resolved
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import FightHere, Move, MoveOffer, Order, Proceed, Retreat
from rulesets.civil_war.war.random_play import Chooser, play
from rulesets.civil_war.war.state import TABLES, Army, Belief, Contact, Cut, Leader, Point, Waiting, Work
from rulesets.civil_war.war.tests.builders import (
    asking,
    at,
    attack_of,
    in_action,
    opening,
    points_at,
    shiloh,
    with_pieces,
)
from rulesets.civil_war.war.views import View, in_sight, looked_around
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side, enemy_of
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder

QUALITIES = st.sampled_from(("green", "veteran", "crack"))
ARMS = st.sampled_from(("infantry", "cavalry"))
FEW = st.integers(0, 9)
EXAMPLES = int(os.environ.get("RANDOM_WORLDS", "25"))  # in each kind of sight
WARS = range(4, 8 + EXAMPLES // 25, 2)
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
Draw = Callable[[st.SearchStrategy[Any]], Any]


@cache
def states(sight: Sight) -> list[State]:
    """Return states of a random war: every seventh on the way."""
    found: list[State] = []

    def watch(state: State, _order: Order, _result: Resolved) -> None:
        found.append(state)

    for seed in WARS:
        play(setup(shiloh(sight)), seed, watch)
    return found[::7]


@cache
def asked_states(sight: Sight) -> list[State]:
    """Return states in which a contact is decided, its losses chosen, or its battle waits, now postponed, now not."""
    found: list[State] = []
    for seed in (1, 2):
        for state in contacts_of(setup(asking(sight)), seed):
            found += [state, *around(state)]
    return found


def contacts_of(state: State, seed: int) -> list[State]:
    """Return the decisions and choices of a war in which whoever can attack does, on the combat table."""
    chooser, dice, found = Chooser(ChanceDice(seed)), ChanceDice(seed + 1), list[State]()
    while state.clock.phase != "over":
        side = awaited(state)
        order: Order = Proceed()
        if side is not None:
            order = attack_of(view(state, side)) or chooser.order(view(state, side))
        elif state.contact is not None and state.contact.step == "decision":
            found.append(state)
            order = FightHere()
        try:
            result = resolve(state, order, dice).result
        except IllegalOrder:
            continue  # a way that is too full for so many
        state = apply(state, result.changes)
        found += [state] if state.contact is not None and state.contact.step in ("losses", "retreat") else []
    return found


def around(state: State) -> list[State]:
    """Return the state with its contact at the table, waiting and postponed, if it's to be decided."""
    if state.contact is None or state.contact.step != "decision":
        return []
    waits = replace(state, contact=None, waiting={state.contact.hex: Waiting(state.contact)})
    return [waits, replace(waits, waiting={state.contact.hex: Waiting(state.contact, postponed=True)})]


def everything_offered(seen: View) -> object:
    pieces = [SIDE, *seen.points, *seen.leaders, *seen.armies, *seen.depots, *seen.works, *seen.purse.may_cut]
    offers = {piece: legal_orders(seen, piece) for piece in pieces}
    routes = {
        (piece, number): [offer.route(hex_) for hex_ in offer.to]
        for piece, found in offers.items()
        for number, offer in enumerate(found)
        if isinstance(offer, MoveOffer)
    }
    return offers, routes


def changed(state: State, side: Side, draw: Draw) -> State:
    """Change at random what a side may not know of the other."""
    enemy = enemy_of(side)
    points = [*_points(state, enemy, draw), *_more_points(state, enemy, draw)]
    state = with_pieces(_moved_out_of_sight(state, side, draw), *points, *_leaders(state, side, draw))
    purse = state.purses[enemy]
    hidden = {
        name: draw(FEW)
        for name in ("east", "west", "trans_mississippi", "discretionary", "naval", "draws", "river_lift", "rail_lift")
    }
    ranking = draw(st.permutations(("East", "West", "Trans-Mississippi")))
    purse = replace(purse, **hidden, next_priorities=tuple(ranking), removed_on=draw(FEW), promotions=draw(FEW))
    purse = replace(purse, **{name: draw(st.sampled_from(((), (at("Corinth"),)))) for name in ("razes", "may_cut")})
    clock, contact = state.clock, state.contact
    if contact is not None and enemy in contact.tolls and contact.tolls[enemy].chosen is not None:
        toll = replace(contact.tolls[enemy], chosen=draw(st.sampled_from(((), ("CSA SP 1",)))))
        contact = replace(contact, tolls={**contact.tolls, enemy: toll})
    if contact is not None and contact.attacker == enemy:
        contact = replace(contact, passed=draw(st.sampled_from(((), (at("Corinth"),)))))
    if clock.spending == enemy:
        clock = replace(clock, left=draw(FEW), spent=draw(FEW), entered=draw(FEW))
    return replace(
        state,
        armies={id_: _under_another(state, army, side, draw) for id_, army in state.armies.items()},
        clock=clock,
        contact=contact,
        stances={**state.stances, enemy: draw(st.sampled_from(STANCES))},
        purses={**state.purses, enemy: purse},
        available={**state.available, enemy: draw(FEW)},
        entered_at={**state.entered_at, (enemy, at("Corinth")): draw(FEW)},
        beliefs={**state.beliefs, (enemy, at("Corinth")): Belief(enemy_seen_on=draw(FEW))},
    )


def _points(state: State, enemy: Side, draw: Draw) -> Iterator[Point]:
    """Yield the enemy's SP with other values of their own; markers and hexes stay."""
    for point in state.points.values():
        if point.side == enemy:
            yield replace(
                point,
                quality=draw(QUALITIES),
                arm=draw(ARMS),
                battles=draw(FEW),
                moved_in=draw(FEW),
                enters_at=draw(st.sampled_from(("Cairo", "Corinth"))),
            )


def _more_points(state: State, enemy: Side, draw: Draw) -> Iterator[Point]:
    """Yield further SP where the enemy has some, with the marker of their hex, and others that wait.

    There are none in a battle that was fought: it has revealed the strength of both sides.
    """
    fought = state.contact.hex if state.contact is not None and state.contact.tolls else ""
    for (side, hex_), points in state.points_at.items():
        for number in range(draw(st.integers(0, 2)) if side == enemy and hex_ != fought else 0):
            yield replace(points[0], id=f"{enemy} more {hex_} {number}", demoralized=False)
    for number in range(draw(st.integers(0, 3))):
        yield Point(f"{enemy} waits {number}", enemy, "waiting")


def _leaders(state: State, side: Side, draw: Draw) -> Iterator[Leader]:
    """Yield the enemy's leaders: nobody has seen them, so they may be in other hexes, also alone, or in the pool."""
    enemy = enemy_of(side)
    commanders = {army.commander for army in state.armies.values()}
    with_points = {hex_ for owner, hex_ in state.points_at if owner == enemy}
    own = {hex_ for owner, hex_ in state.points_at if owner == side}
    hexes = sorted(with_points | ({hex_ for hex_, holder in state.held.items() if holder == enemy} - own))
    for leader in state.leaders.values():
        if leader.side != enemy or leader.revealed or leader.id in commanders:
            continue
        said = replace(leader, instruction=draw(st.sampled_from(("stay", "support", "attack"))), rolled_in=draw(FEW))
        said = replace(said, counter_on=draw(FEW), promotable=draw(st.booleans()))
        if hexes and draw(st.booleans()):
            yield replace(said, standing="map", hex=draw(st.sampled_from(hexes)))
        else:
            yield replace(said, standing=draw(st.sampled_from(("pool", "away", "dead"))), hex="")


def _under_another(state: State, army: Army, side: Side, draw: Draw) -> Army:
    """Let an army of the enemy be under any of his leaders in its hex."""
    if army.side == side:
        return army
    here = state.leaders_at[army.side, state.leaders[army.commander].hex]
    return replace(army, commander=draw(st.sampled_from([leader.id for leader in here])))


def _moved_out_of_sight(state: State, side: Side, draw: Draw) -> State:
    """Near only: let the enemy be, and hold, other hexes that this side doesn't see."""
    if state.world.sight == "board":
        return state
    enemy, sight = enemy_of(side), in_sight(state, side)
    far = sorted(hex_ for hex_ in state.held if hex_ not in sight and state.held[hex_] == enemy)
    unseen = [p for p in state.points.values() if p.side == enemy and p.standing == "map" and p.hex not in sight]
    moved = [replace(point, hex=draw(st.sampled_from(far))) for point in unseen if far]
    burned = {hex_: depot for hex_, depot in state.depots.items() if hex_ in sight or depot.side == side}
    bare = [hex_ for hex_ in far if hex_ not in state.works]
    dug = {hex_: Work(hex_, enemy, "fort") for hex_ in bare if draw(st.integers(0, 9)) == 0}
    cut = {hex_: Cut(hex_, side, draw(FEW)) for hex_ in far if draw(st.integers(0, 9)) == 0}
    works, cuts = {**state.works, **dug}, {**state.cuts, **cut}
    return replace(with_pieces(state, *moved), depots=burned, works=works, cuts=cuts)


@pytest.mark.parametrize("sight", ["board", "near"])
@given(data=st.data())
@settings(
    max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
def test_hidden_facts_change_neither_view_nor_legal_orders(sight: Sight, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(states(sight)), label="state")
    side: Side = data.draw(st.sampled_from(("USA", "CSA")))
    other = changed(state, side, data.draw)
    assert other != state
    assert view(other, side) == view(state, side)
    assert everything_offered(view(other, side)) == everything_offered(view(state, side))


@pytest.mark.parametrize("sight", ["board", "near"])
@given(data=st.data())
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
def test_contact_shows_nothing_of_strength_before_it_is_resolved(sight: Sight, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(asked_states(sight)), label="state")
    side: Side = data.draw(st.sampled_from(("USA", "CSA")))
    other = changed(state, side, data.draw)
    assert view(other, side) == view(state, side)
    assert everything_offered(view(other, side)) == everything_offered(view(state, side))
    assert default_order(view(other, side)) == default_order(view(state, side))
    assert (awaited(other), can_proceed(other)) == (awaited(state), can_proceed(state))


@pytest.mark.parametrize("sight", ["board", "near"])
@given(data=st.data())
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=SLOW)
def test_order_writes_and_tells_the_same_whatever_is_hidden(sight: Sight, data: st.DataObject) -> None:
    """What it takes would tell. What shows at once, that something is in the way or overrun, is left aside."""
    state = data.draw(st.sampled_from([each for each in states(sight) + asked_states(sight) if awaited(each)]))
    side = awaited(state)
    assert side is not None
    order = Chooser(ChanceDice(data.draw(st.integers(1, 99)))).order(view(state, side))
    other = _with_somebody_to_find(changed(state, side, data.draw), side, order, data.draw)
    found = [_resolved(each, order) for each in (state, _settled(other))]
    assume(all(each is not None and SHOWS.isdisjoint(event.kind for event in each.events) for each in found))
    assert len({repr(_written(state, side, each)) for each in found if each is not None}) == 1


SHOWS = frozenset({"stopped", "overran", "entry blocked"})


def _with_somebody_to_find(state: State, side: Side, order: Order, draw: Draw) -> State:
    """Put a leader of the enemy whom nobody has seen, alone, into a hex where a move or retreat goes."""
    ways = order.path[1:] if isinstance(order, Move) else (order.hex,) if isinstance(order, Retreat) else ()
    empty = [hex_ for hex_ in ways if not any((each, hex_) in state.points_at for each in ("USA", "CSA"))]
    commanders = {army.commander for army in state.armies.values()}
    enemies = (each for each in state.leaders.values() if each.side != side and not each.revealed)
    leaders = [each for each in enemies if each.id not in commanders]
    if not empty or not leaders:
        return state
    found = draw(st.sampled_from(leaders))
    return with_pieces(state, replace(found, standing="map", hex=draw(st.sampled_from(empty))))


def _settled(state: State) -> State:
    """Return a state in which each army is under the leader who commands it by the rules, as after any order."""
    draft = Draft(state, ChanceDice(1))
    settle_armies(draft)
    return draft.state


def _resolved(state: State, order: Order) -> Resolved | None:
    try:
        return resolve(state, order, ChanceDice(1)).result
    except IllegalOrder:
        return None


def _written(state: State, side: Side, result: Resolved) -> object:
    """Return the rows that an order writes but for sight, what it tells, and where it leaves a contact."""
    rows = {table: sorted(map(str, getattr(result.changes, table))) for table in TABLES if table != "beliefs"}
    told = [(event.kind, event.known_to, event.hexes) for event in result.events]
    return rows, told, view(apply(state, result.changes), side).contact


def test_contacts_of_every_step_are_looked_at() -> None:
    asked = asked_states("board") + asked_states("near")
    steps = {state.contact.step for state in asked if state.contact}
    postponed = {each.postponed for state in asked for each in state.waiting.values()}
    assert (steps, postponed) == ({"decision", "losses", "retreat"}, {True, False})


class Test_H_23_sight:
    def test_board_shows_where_forces_are_but_not_what(self) -> None:
        seen = view(opening(), "USA")
        assert set(seen.enemy) == {at("Corinth"), at("Union City")}
        assert (seen.enemy[at("Corinth")].leaders, seen.enemy[at("Corinth")].armies) == ((), ("Army of Mississippi",))

    def test_near_shows_only_hexes_with_own_points_and_next_to_them(self) -> None:
        state = opening("near")
        assert set(view(state, "USA").enemy) == {at("Corinth")}
        near = with_pieces(state, *(replace(p, hex=at("Columbus KY")) for p in points_at(state, "CSA", "Union City")))
        assert set(view(near, "USA").enemy) == {at("Corinth"), at("Columbus KY")}

    def test_near_tells_at_once_of_a_place_lost_and_nothing_of_what_is_built_far_away(self) -> None:
        state = opening("near")
        fort = Work(at("Grenada"), "CSA", "fort")
        other = replace(state, held={**state.held, at("Paducah"): "CSA"}, works={**state.works, fort.hex: fort})
        seen = view(replace(other, beliefs={**other.beliefs, **looked_around(other, "USA")}), "USA")
        assert seen.held[at("Paducah")] == "CSA"
        assert fort.hex not in seen.works
        assert view(replace(other, beliefs={**other.beliefs, **looked_around(other, "CSA")}), "CSA").works[fort.hex]

    def test_near_tells_of_a_place_lost_but_not_what_the_enemy_built_there(self) -> None:
        state = opening("near")
        lost = at("Paducah")
        assert lost not in in_sight(state, "USA")
        other = replace(state, held={**state.held, lost: "CSA"}, works={**state.works, lost: Work(lost, "CSA", "fort")})
        seen = view(replace(other, beliefs={**other.beliefs, **looked_around(other, "USA")}), "USA")
        assert (seen.held[lost], lost in seen.works) == ("CSA", False)

    def test_near_hides_where_a_move_ended_out_of_sight(self) -> None:
        state = opening("near")
        far = replace(state, contact=Contact(at("Grenada"), "CSA", at("Memphis")))
        assert view(far, "USA") == view(state, "USA")
        assert view(far, "CSA").contact == far.contact

    def test_left_of_the_difference_is_the_owners_alone(self) -> None:
        state = in_action("CSA", left=5)
        assert (view(state, "CSA").clock.left, view(state, "USA").clock.left) == (5, 0)
        assert view(state, "USA").clock.difference == 5

    def test_markers_and_revealed_leaders_show(self) -> None:
        state = opening()
        shaken = replace(points_at(state, "CSA", "Corinth")[0], demoralized=True)
        known = replace(state.leaders["CSA Bragg"], revealed=True)
        seen = view(with_pieces(state, shaken, known), "USA").enemy[at("Corinth")]
        assert (seen.demoralized, seen.leaders) == (True, ("CSA Bragg",))
