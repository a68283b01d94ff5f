"""H-22, R-197: cut rails: who may cut them, what doesn't run through them, and what mends them."""

from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, legal_orders, resolve, view
from rulesets.civil_war.war.draft import STOPPED, Event
from rulesets.civil_war.war.orders import CutRail, EndHalf, Move, MoveOffer, Order, Proceed
from rulesets.civil_war.war.state import Belief, Cut, Purse
from rulesets.civil_war.war.supply_lines import cut_by
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    ids_at,
    in_action,
    opening,
    points_at,
    settled,
    with_pieces,
)
from rulesets.civil_war.war.views import looked_around, true_supplies
from rulesets.civil_war.words import Side
from rulesets.core.context import Context
from rulesets.core.dice import ChanceDice, ScriptedDice
from rulesets.core.errors import IllegalOrder

BRAGG, BUELL, NASHVILLE = "CSA Bragg", "USA Buell", "Nashville"
FRANKLIN, COLUMBIA, DECATUR, TUSCUMBIA = (
    at(place) for place in ("Franklin TN", "Columbia TN", "Decatur AL", "Tuscumbia")
)

HUMBOLDT, NORTH_OF_IT = at("Humboldt TN"), "2820"


def march(state: State, to: str, sp: int = 2, side: Side = "USA", leader: str = BUELL) -> Move:
    """Return the move of a leader with SP from where he is to a hex, by land."""
    offers = legal_orders(view(state, side), leader)
    offer = next(each for each in offers if isinstance(each, MoveOffer) and not each.by_water and each.most)
    return Move(leader, frozenset(offer.points[:sp]), offer.route(to).path, "theatre")


def moved(state: State, *orders: Order) -> State:
    """Carry out orders, and what the game does after them."""
    for order in orders:
        state, _ = done(state, order)
        state, _ = settled(state)
    return state


def at_franklin(state: State | None = None) -> State:
    """Return a state in which Buell has just marched from Nashville into the Confederate rail hex of Franklin."""
    state = state or in_action("USA")
    return moved(state, march(state, FRANKLIN))


def offered(state: State, hex_: str = FRANKLIN, side: Side = "USA") -> bool:
    return CutRail(hex_) in legal_orders(view(state, side), hex_)


def with_cut(state: State, hex_: str, side: Side = "USA", turn: int = 4) -> State:
    return replace(state, cuts={**state.cuts, hex_: Cut(hex_, side, turn)})


def told(events: list[Event], kind: str) -> list[tuple[str, Side | None, tuple[str, ...]]]:
    return [(event.known_to, event.side, event.hexes) for event in events if event.kind == kind]


@pytest.mark.rule("CW-MOVE")
class Test_R_197_who_may_cut:
    def test_force_that_ends_its_move_in_an_enemy_rail_hex_cuts_it_for_nothing(self) -> None:
        state = at_franklin()
        assert offered(state)
        after, events = done(state, CutRail(FRANKLIN))
        assert after.cuts == {FRANKLIN: Cut(FRANKLIN, "USA", 4)}
        assert told(events, "cut") == [("all", "USA", (FRANKLIN,))]
        assert after.clock == state.clock
        assert after.purses["USA"] == replace(state.purses["USA"], may_cut=())
        assert not offered(after)

    def test_single_unled_point_may_cut(self) -> None:
        state = in_action("USA")
        point = points_at(state, "USA", NASHVILLE)[0].id
        after = moved(state, Move("", frozenset({point}), (at(NASHVILLE), FRANKLIN), "theatre"))
        assert offered(after)

    def test_cavalry_may_cut(self) -> None:
        state = in_action("CSA")
        rider = replace(points_at(state, "CSA", "Corinth")[0], hex=FRANKLIN, arm="cavalry")
        forrest = replace(state.leaders["CSA Forrest"], hex=FRANKLIN)
        ready = with_pieces(state, rider, forrest)
        after = moved(ready, march(ready, at("Murfreesboro"), 1, "CSA", forrest.id))
        assert offered(after, at("Murfreesboro"), "CSA")

    def test_leader_alone_may_not(self) -> None:
        guard = replace(points_at(in_action("USA"), "USA", NASHVILLE)[0], hex=FRANKLIN)
        state = with_pieces(in_action("USA"), guard)
        after = moved(state, Move(BUELL, frozenset(), (at(NASHVILLE), FRANKLIN), "theatre"))
        assert (after.leaders[BUELL].hex, after.purses["USA"].may_cut) == (FRANKLIN, ())

    def test_only_the_hex_where_the_move_ends_may_be_cut(self) -> None:
        state = in_action("USA")
        order = march(state, COLUMBIA)
        assert FRANKLIN in order.path
        assert moved(state, order).purses["USA"].may_cut == (COLUMBIA,)

    def test_own_rail_hex_and_hex_without_rail_are_not_offered(self) -> None:
        state = in_action("USA")
        own = replace(state, held={**state.held, FRANKLIN: "USA"})
        assert at_franklin(own).purses["USA"].may_cut == ()
        bare = next(
            hex_
            for hex_ in state.world.graph.near(at(NASHVILLE))
            if hex_ not in view(state, "USA").ground.rails and state.held.get(hex_) == "CSA"
        )
        assert moved(state, march(state, bare)).purses["USA"].may_cut == ()

    def test_it_is_for_the_same_half_pulse_while_points_are_there(self) -> None:
        state = at_franklin()
        gone = with_pieces(
            state, *(replace(point, hex=at(NASHVILLE)) for point in points_at(state, "USA", "Franklin TN"))
        )
        assert not offered(gone)
        over, _ = done(replace(state, clock=replace(state.clock, left=0)), EndHalf())
        assert (over.purses["USA"].may_cut, offered(over)) == ((), False)

    def test_other_side_may_not_give_the_order(self) -> None:
        with pytest.raises(IllegalOrder):
            resolve(at_franklin(), CutRail(FRANKLIN), ScriptedDice(), side="CSA")

    def test_attacker_who_wins_the_hex_may_cut_and_the_loser_of_a_retreat_may_not(self) -> None:
        start = with_pieces(
            in_action("USA"), replace(points_at(in_action("USA"), "CSA", "Union City")[0], hex=FRANKLIN)
        )
        state, _ = done(start, march(start, FRANKLIN, 8))
        while state.contact is not None:
            state, _ = done(state, Proceed(), dice=ChanceDice(3))
        assert state.sp_hexes("USA") >= {FRANKLIN}
        assert (offered(state), state.purses["CSA"].may_cut) == (True, ())

    def test_switch_forbids_it(self) -> None:
        state = at_franklin(in_action("USA", state=opening(house=Context.of(switches={"R-197": "no"}))))
        assert (state.held[FRANKLIN], state.purses["USA"].may_cut) == ("USA", ())


@pytest.mark.rule("CW-MOVE")
class Test_H_22_what_does_not_run_through:
    def ride(self, state: State) -> MoveOffer:
        offers = legal_orders(view(state, "CSA"), BRAGG)
        return next(each for each in offers if isinstance(each, MoveOffer) and each.most and not each.by_water)

    def test_no_train_runs_through_a_cut_hex_or_ends_in_it(self) -> None:
        """Decatur is four hexes along the line from Corinth, so that it's reached on foot, and Pulaski lies beyond."""
        state = in_action("CSA", rail_lift=6)
        open_, cut = self.ride(state), self.ride(with_cut(state, DECATUR))
        assert {DECATUR, at("Pulaski")} <= {*open_.to}
        assert at("Pulaski") not in cut.to
        assert open_.route(DECATUR).cost == 0 < cut.route(DECATUR).cost

    def test_train_ordered_over_a_cut_is_refused(self) -> None:
        state = in_action("CSA", rail_lift=6)
        path = self.ride(state).route(at("Pulaski")).path
        order = Move(BRAGG, ids_at(state, "CSA", "Corinth", 2), path, "theatre")
        with pytest.raises(IllegalOrder):
            resolve(with_cut(state, DECATUR), order, ScriptedDice())

    def test_no_supply_comes_through_a_cut_hex_by_rail(self) -> None:
        """North of Humboldt, the line to Union City and McKenzie has no source of its own."""
        state = in_action("CSA")
        cut = with_cut(state, HUMBOLDT)
        assert NORTH_OF_IT in view(state, "CSA").supplies.fed
        assert NORTH_OF_IT not in view(cut, "CSA").supplies.fed
        assert NORTH_OF_IT not in true_supplies(cut, "CSA").fed

    def test_cut_that_ends_a_line_is_named(self) -> None:
        lines = view(with_cut(in_action("CSA"), HUMBOLDT), "CSA").supplies
        assert cut_by(lines, NORTH_OF_IT) == frozenset({HUMBOLDT})

    def test_train_that_comes_upon_an_unknown_cut_stops_before_it_and_stays_paid(self) -> None:
        state = in_action("CSA", state=opening("near"), rail_lift=6)
        path = self.ride(state).route(at("Pulaski")).path
        order = Move(BRAGG, ids_at(state, "CSA", "Corinth", 2), path, "theatre")
        hidden = with_cut(state, path[-2])
        assert view(hidden, "CSA") == view(state, "CSA")
        after, events = done(hidden, order)
        free, _ = done(state, order)
        assert after.leaders[BRAGG].hex == path[-3]
        assert [event.words for event in events if event.kind == "stopped"] == [STOPPED]
        assert after.purses["CSA"] == free.purses["CSA"]
        assert after.purses["CSA"].rail_lift == 4


@pytest.mark.rule("CW-MOVE")
class Test_H_22_what_mends:
    def test_points_of_the_holder_mend_where_they_end_a_move(self) -> None:
        """What they find there is for the step after the move, so that the order tells nothing of it."""
        state = with_cut(in_action("CSA"), TUSCUMBIA)
        ordered, _ = done(state, march(state, TUSCUMBIA, 2, "CSA", BRAGG))
        assert TUSCUMBIA in ordered.cuts
        after, events = done(ordered, Proceed())
        assert (after.cuts, told(events, "mended")) == ({}, [("all", "CSA", (TUSCUMBIA,))])

    def test_points_that_only_pass_do_not_mend(self) -> None:
        state = with_cut(in_action("USA"), FRANKLIN)
        after = moved(state, march(state, COLUMBIA))
        assert (after.held[FRANKLIN], set(after.cuts)) == ("USA", {FRANKLIN})

    def test_leader_alone_does_not_mend(self) -> None:
        guard = replace(points_at(in_action("CSA"), "CSA", "Corinth")[0], hex=TUSCUMBIA)
        state = with_cut(with_pieces(in_action("CSA"), guard), TUSCUMBIA)
        after = moved(state, Move(BRAGG, frozenset(), (at("Corinth"), at_2826(state), TUSCUMBIA), "theatre"))
        assert (after.leaders[BRAGG].hex, set(after.cuts)) == (TUSCUMBIA, {TUSCUMBIA})

    def test_side_that_takes_its_line_back_mends_it(self) -> None:
        state = with_cut(in_action("CSA"), TUSCUMBIA)
        lost = replace(state, held={**state.held, TUSCUMBIA: "USA"})
        after = moved(lost, march(lost, TUSCUMBIA, 2, "CSA", BRAGG))
        assert (after.held[TUSCUMBIA], after.cuts) == ("CSA", {})

    @pytest.mark.parametrize(("turn", "is_mended"), [(4, False), (3, True), (2, True)])
    def test_end_phase_of_a_later_turn_mends(self, turn: int, is_mended: bool) -> None:  # noqa: FBT001
        state = with_cut(in_action("CSA"), TUSCUMBIA, turn=turn)
        state = replace(state, clock=replace(state.clock, phase="end", spending=None))
        after, events = done(state, Proceed())
        assert (TUSCUMBIA not in after.cuts, bool(told(events, "mended"))) == (is_mended, is_mended)

    @pytest.mark.parametrize("place", ["Tuscumbia", "Decatur"])
    def test_enemy_in_the_hex_or_next_to_it_keeps_it_cut(self, place: str) -> None:
        state = in_action("CSA")
        near = next(hex_ for hex_ in state.world.graph.near(TUSCUMBIA) if hex_ != TUSCUMBIA)
        there = TUSCUMBIA if place == "Tuscumbia" else near
        raider = replace(points_at(state, "USA", NASHVILLE)[0], hex=there)
        state = with_cut(with_pieces(state, raider), TUSCUMBIA, turn=3)
        after, _ = done(replace(state, clock=replace(state.clock, phase="end", spending=None)), Proceed())
        assert set(after.cuts) == {TUSCUMBIA}

    def test_it_is_the_holders_enemy_who_counts(self) -> None:
        """The Union holds Franklin; its own points at Nashville, next to it, keep nobody from mending."""
        state = with_cut(in_action("CSA"), FRANKLIN, turn=3)
        ended = replace(state, clock=replace(state.clock, phase="end", spending=None))
        assert done(ended, Proceed())[0].cuts
        assert not done(replace(ended, held={**ended.held, FRANKLIN: "USA"}), Proceed())[0].cuts


@pytest.mark.rule("CW-MOVE")
class Test_H_23_who_knows_of_a_cut:
    def learned(self, state: State, side: Side) -> State:
        return replace(state, beliefs={**state.beliefs, **looked_around(state, side)})

    def test_everybody_knows_on_the_board(self) -> None:
        state = with_cut(in_action("CSA"), TUSCUMBIA)
        assert set(view(state, "USA").cuts) == set(view(state, "CSA").cuts) == {TUSCUMBIA}

    def test_near_shows_a_cut_in_sight_alone(self) -> None:
        """The Union has taken Franklin and cut it: nobody on the Confederate side is near."""
        state = at_franklin(in_action("USA", state=opening("near")))
        after, _ = done(state, CutRail(FRANKLIN))
        assert set(view(after, "USA").cuts) == {FRANKLIN}
        assert view(after, "CSA") == view(state, "CSA")
        scout = replace(points_at(after, "CSA", "Corinth")[0], hex=COLUMBIA)
        assert set(view(self.learned(with_pieces(after, scout), "CSA"), "CSA").cuts) == {FRANKLIN}

    def test_what_was_last_seen_is_believed_out_of_sight(self) -> None:
        state = in_action("USA", state=opening("near"))
        believed = replace(
            state, beliefs={**state.beliefs, ("CSA", FRANKLIN): Belief("USA", cut=Cut(FRANKLIN, "USA", 3))}
        )
        assert self.learned(believed, "CSA").beliefs["CSA", FRANKLIN].cut is None  # it holds the hex itself
        taken = replace(believed, held={**state.held, FRANKLIN: "USA"})
        assert set(view(self.learned(taken, "CSA"), "CSA").cuts) == {FRANKLIN}

    def test_holder_knows_whether_its_own_hex_is_cut(self) -> None:
        state = with_cut(opening("near"), TUSCUMBIA)
        assert set(view(self.learned(state, "CSA"), "CSA").cuts) == {TUSCUMBIA}
        assert view(self.learned(state, "USA"), "USA") == view(opening("near"), "USA")

    def test_where_a_side_may_cut_is_its_own_affair(self) -> None:
        state = at_franklin()
        assert view(state, "CSA").purse == Purse(priorities=state.purses["CSA"].priorities)


def at_2826(state: State) -> str:
    """Return the hex between Corinth and Tuscumbia."""
    ground = view(state, "CSA").ground
    return next(iter(ground.joined_by_rail[at("Corinth")] & ground.joined_by_rail[TUSCUMBIA]))
