"""H-25: moves by rail, with the lift they take, and where no train goes."""

from dataclasses import replace

import pytest

from rulesets.civil_war import tables as t
from rulesets.civil_war.war import State, legal_orders, resolve, view
from rulesets.civil_war.war.orders import Move, MoveOffer, Proceed
from rulesets.civil_war.war.reach import NO_LIMIT
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    ids_at,
    in_action,
    kinds,
    opening,
    points_at,
    settled,
    with_pieces,
)
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder

BRAGG = "CSA Bragg"


def south(lift: int = 6, *, state: State | None = None) -> State:
    return in_action("CSA", state=state, rail_lift=lift)


def by_land(state: State, piece: str = BRAGG, *, alone: bool = False) -> MoveOffer:
    """Return a move by land: of a leader with SP, a leader alone, or one SP."""
    offers = legal_orders(view(state, "CSA"), piece)
    found = (offer for offer in offers if isinstance(offer, MoveOffer) and not offer.by_water)
    return next(offer for offer in found if bool(offer.most) != alone)


def ride(state: State, to: str, sp: int = 2) -> Move:
    return Move(BRAGG, ids_at(state, "CSA", "Corinth", sp), by_land(state).route(at(to)).path, "theatre")


def lift_left(state: State) -> int:
    return state.purses["CSA"].rail_lift


def union_at(state: State, place: str) -> State:
    """Put a Union SP of Nashville in a hex."""
    return with_pieces(state, replace(points_at(state, "USA", "Nashville")[0], hex=at(place)))


@pytest.mark.rule("CW-MOVE")
class Test_H_25_rail_lift:
    @pytest.mark.parametrize(("turn", "union", "south"), [(1, 8, 6), (3, 8, 6), (8, 10, 6), (13, 12, 4), (19, 14, 3)])
    def test_lift_of_a_turn(self, turn: int, union: int, south: int) -> None:
        assert (t.RAIL_LIFT.at(turn, "USA"), t.RAIL_LIFT.at(turn, "CSA")) == (union, south)

    def test_turn_opens_with_its_lift(self) -> None:
        state, _ = settled(opening())
        assert [state.purses[side].rail_lift for side in ("USA", "CSA")] == [0, 0]
        opened = resolve(state, Proceed(), ScriptedDice()).result.changes.purses
        assert [opened[side].rail_lift for side in ("USA", "CSA")] == [10, 6]

    def test_each_point_takes_one_of_the_lift(self) -> None:
        state = south()
        after, _ = done(state, ride(state, "Union City"))
        assert (lift_left(after), after.leaders[BRAGG].hex) == (4, at("Union City"))

    def test_march_along_the_rails_takes_none(self) -> None:
        state = south()
        after, _ = done(state, ride(state, "Tupelo"))
        assert (lift_left(after), after.leaders[BRAGG].hex) == (6, at("Tupelo"))

    def test_leader_alone_takes_none(self) -> None:
        state = south(0)
        offer = by_land(state, alone=True)
        assert at("Union City") in offer.to
        after, _ = done(state, Move(BRAGG, frozenset(), offer.route(at("Union City")).path, "theatre"))
        assert after.leaders[BRAGG].hex == at("Union City")

    def test_no_more_points_go_than_there_is_lift_for(self) -> None:
        state = south(1)
        offer = by_land(state)
        assert [offer.most_to(at(place)) for place in ("Tupelo", "Union City")] == [2, 1]
        with pytest.raises(IllegalOrder, match=r"^Trains can take 1 more strength point this turn"):
            resolve(state, ride(state, "Union City"), ScriptedDice())
        after, _ = done(state, ride(state, "Union City", 1))
        assert lift_left(after) == 0

    def test_without_lift_only_marches_are_offered(self) -> None:
        point = points_at(south(), "CSA", "Corinth")[0].id
        for piece in (BRAGG, point):
            assert at("Union City") in by_land(south(), piece).to
            assert at("Union City") not in by_land(south(0), piece).to
            assert at("Tupelo") in by_land(south(0), piece).to

    def test_switch_lifts_the_limit(self) -> None:
        state = south(0, state=opening(house=Context.of(switches={"H-25": "no limit"})))
        assert by_land(state).search.most_to(at("Union City")) == NO_LIMIT
        after, _ = done(state, ride(state, "Union City"))
        assert (lift_left(after), after.leaders[BRAGG].hex) == (0, at("Union City"))


@pytest.mark.rule("CW-MOVE")
class Test_H_25_where_trains_go:
    def test_no_train_passes_a_hex_next_to_the_enemy(self) -> None:
        """A Union SP by the line from Corinth to Union City, which runs through Memphis."""
        assert at("Brownsville TN") in by_land(south()).route(at("Union City")).path
        state = union_at(south(), "Fort Pillow")
        offer = by_land(state)
        assert at("Brownsville TN") in offer.to
        assert at("Union City") not in offer.to

    def test_train_passes_where_own_points_are(self) -> None:
        state = union_at(south(), "Fort Pillow")
        guard = replace(points_at(state, "CSA", "Corinth")[-1], hex=at("Brownsville TN"))
        halted = view(state, "CSA").halts - view(with_pieces(state, guard), "CSA").halts
        assert halted == {at("Brownsville TN")}

    def test_leader_alone_leaves_the_train_there_and_goes_on_by_road(self) -> None:
        offers = [by_land(each, alone=True) for each in (south(), union_at(south(), "Fort Pillow"))]
        rides, walks = (offer.route(at("Union City")).cost for offer in offers)
        assert rides == 0 < walks

    def test_train_that_meets_an_unseen_enemy_halts_beside_him(self) -> None:
        state = union_at(south(state=opening("near")), "Fort Pillow")
        order = ride(state, "Union City")
        after, events = done(state, order)
        assert at("Fort Pillow") not in view(state, "CSA").enemy
        assert "stopped" in kinds(events)
        assert after.leaders[BRAGG].hex in order.path[1:-1]
        assert lift_left(after) == 4
