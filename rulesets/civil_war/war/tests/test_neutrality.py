"""H-7, H-22: Kentucky, neutral and open."""

from dataclasses import replace
from functools import cache

import pytest

from rulesets.civil_war.war import State, legal_orders, setup, view
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.orders import Move, MoveOffer, Proceed
from rulesets.civil_war.war.state import Depot
from rulesets.civil_war.war.taking import enter
from rulesets.civil_war.war.tests.builders import done, in_action, kinds, whole_war, with_pieces
from rulesets.civil_war.war.views import true_supplies
from rulesets.civil_war.war.world import World
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice


@cache
def neutral(option: str = "") -> World:
    world = whole_war()
    house = Context.of(switches={"H-7": option}) if option else world.house
    return replace(world, scenario=replace(world.scenario, kentucky_neutral=True), house=house)


def summer(option: str = "", turn: int = 1) -> State:
    """Return the Union spending a pulse of turn 1 in 1861, with a leader and points at Cairo."""
    state = in_action("USA", state=setup(neutral(option)))
    return replace(state, clock=replace(state.clock, turn=turn))


def hex_of(place: str) -> str:
    return whole_war().graph.hex_of(place)


def entering(state: State) -> Move:
    """Return a leader's move with a point from Cairo into Kentucky."""
    for leader in state.leaders_at["USA", hex_of("Cairo")]:
        for offer in legal_orders(view(state, "USA"), leader.id):
            if isinstance(offer, MoveOffer) and offer.least and not offer.by_water:
                to = next(hex_ for hex_ in offer.to if hex_ in state.world.kentucky)
                return Move(leader.id, frozenset(offer.points[:1]), offer.route(to).path, "theatre")
    raise AssertionError


class Test_H_7_neutral:
    def test_nobody_holds_kentucky_as_the_war_opens(self) -> None:
        state = summer()
        assert state.clock.kentucky_neutral
        assert state.held.keys().isdisjoint(state.world.kentucky)
        assert not setup(whole_war()).clock.kentucky_neutral

    def test_other_side_takes_what_nobody_holds_as_soon_as_points_enter(self) -> None:
        state = summer()
        order = entering(state)
        after, events = done(state, order)
        assert not after.clock.kentucky_neutral
        assert "kentucky" in kinds(events)
        entered = set(order.path) & state.world.kentucky
        assert {after.held[hex_] for hex_ in entered} == {"USA"}
        assert {after.held[hex_] for hex_ in state.world.kentucky - entered} == {"CSA"}

    def test_no_line_of_supply_runs_through_it(self) -> None:
        state = summer()
        fed = true_supplies(state, "USA").fed
        assert fed.isdisjoint(state.world.kentucky)
        opened = replace(state, clock=replace(state.clock, kentucky_neutral=False))
        assert not true_supplies(opened, "USA").fed.isdisjoint(state.world.kentucky)
        assert view(state, "USA").supplies.fed.isdisjoint(state.world.kentucky)

    def test_leader_alone_does_not_pass_it(self) -> None:
        state = summer()
        for leader in state.leaders_at["USA", hex_of("Cairo")]:
            for offer in legal_orders(view(state, "USA"), leader.id):
                if isinstance(offer, MoveOffer) and not offer.least and not offer.by_water:
                    assert all(state.world.kentucky.isdisjoint(offer.route(to).path) for to in offer.to)

    def test_nothing_enters_there(self) -> None:
        state = summer()
        depot = Depot(hex_of("Louisville"), "USA")
        waits = replace(state.points_at["USA", hex_of("Cairo")][0], id="USA SP 999", standing="waiting", hex="")
        ready = replace(with_pieces(state, waits), depots={**state.depots, depot.hex: depot}, available={"USA": 9})
        hexes = {offer.hex for offer in legal_orders(view(ready, "USA"), waits.id) if hasattr(offer, "hex")}
        assert hexes
        assert hexes.isdisjoint(state.world.kentucky)


class Test_H_7_open:
    def test_turn_2_opens_it_to_whoever_enters(self) -> None:
        state = summer(turn=2)
        state, events = done(replace(state, clock=replace(state.clock, phase="reinforcement")), Proceed())
        assert (state.clock.kentucky_neutral, kinds(events)[0]) == (False, "kentucky")
        assert state.held.keys().isdisjoint(state.world.kentucky)
        draft = Draft(state, ScriptedDice())
        enter(draft, "CSA", hex_of("Columbus KY"), "led infantry", stays=True)
        assert draft.state.held.keys() & state.world.kentucky == {hex_of("Columbus KY")}

    @pytest.mark.parametrize(
        ("option", "turn", "is_neutral"), [("open from the start", 1, False), ("neutral until entered", 4, True)]
    )
    def test_switches(self, option: str, turn: int, is_neutral: bool) -> None:  # noqa: FBT001
        state = summer(option, turn)
        after, _ = done(replace(state, clock=replace(state.clock, phase="reinforcement")), Proceed())
        assert after.clock.kentucky_neutral == is_neutral

    @pytest.mark.rule("CW-VP")
    def test_nobody_scores_there_while_it_is_neutral(self) -> None:
        state = summer(turn=19)
        over, _ = done(replace(state, clock=replace(state.clock, phase="end")), Proceed())
        assert over.clock.phase == "over"
