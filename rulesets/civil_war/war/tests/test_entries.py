"""H-18: where SP enter, with the boats they take, and what a Southern network without Richmond is worth."""

from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, setup, view, world_of
from rulesets.civil_war.war.entries import point_hexes
from rulesets.civil_war.war.orders import EnterPoint
from rulesets.civil_war.war.state import Depot
from rulesets.civil_war.war.tests.builders import done, in_action, whole_war, with_pieces
from rulesets.civil_war.words import Side
from rulesets.core.context import Context


def hexes(*places: str) -> set[str]:
    return {whole_war().graph.hex_of(place) for place in places}


def waiting(side: Side, number: int = 1, *, state: State | None = None, **purse: int) -> State:
    """Return the war of 1861 in the action phase, with SP that may enter anywhere."""
    state = in_action(side, state=state or setup(whole_war()), **purse)
    mine = [point for point in state.points.values() if point.side == side and point.standing == "map"][:number]
    ready = with_pieces(state, *(replace(point, standing="waiting", hex="", enters_at="") for point in mine))
    return replace(ready, available={**ready.available, side: 20})


def held_by(state: State, side: Side, *places: str) -> State:
    """Give a side places, and take the enemy's SP and all works away that are in them."""
    taken = hexes(*places)
    works = {hex_: work for hex_, work in state.works.items() if hex_ not in taken}
    gone = [point for point in state.points.values() if point.side != side and point.hex in taken]
    state = with_pieces(state, *(replace(point, standing="lost", hex="") for point in gone))
    return replace(state, held={**state.held, **dict.fromkeys(taken, side)}, works=works)


def open_to(state: State, side: Side) -> set[str]:
    seen = view(state, side)
    point = next(point for point in seen.points.values() if point.standing == "waiting")
    return set(point_hexes(seen, point))


def entered(state: State, side: Side, place: str) -> State:
    seen = view(state, side)
    point = next(point for point in seen.points.values() if point.standing == "waiting")
    after, _ = done(state, EnterPoint(point.id, whole_war().graph.hex_of(place)))
    return after


@pytest.mark.rule("CW-SPIN")
class Test_H_18_boats:
    def memphis(self, lift: int) -> State:
        """Return a war in which the Union holds Memphis with a depot, and no fort closes the river to Cairo."""
        state = setup(whole_war())
        state = replace(state, works={hex_: work for hex_, work in state.works.items() if work.side == "USA"})
        (hex_,) = hexes("Memphis")
        depots = {**state.depots, hex_: Depot(hex_, "USA")}
        return waiting("USA", 2, state=replace(held_by(state, "USA", "Memphis"), depots=depots), river_lift=lift)

    def test_place_that_only_a_river_connects_takes_a_point_of_lift_for_each_sp(self) -> None:
        state = self.memphis(1)
        assert hexes("Memphis") <= open_to(state, "USA")
        after = entered(state, "USA", "Memphis")
        assert after.purses["USA"].river_lift == 0
        assert not hexes("Memphis") & open_to(after, "USA")

    def test_place_that_land_connects_takes_none(self) -> None:
        state = self.memphis(0)
        assert not hexes("Memphis") & open_to(state, "USA")
        assert entered(self.memphis(1), "USA", "Cairo").purses["USA"].river_lift == 1

    def test_place_that_only_the_sea_connects_takes_no_sp(self) -> None:
        state = waiting("USA", state=held_by(setup(whole_war()), "USA", "New Bern"), river_lift=9)
        assert hexes("New Bern") <= view(state, "USA").supplies.joined.keys()
        assert not hexes("New Bern") & open_to(state, "USA")

    def test_enemy_fort_on_the_river_closes_it(self) -> None:
        state = self.memphis(4)
        (hex_,) = hexes("Memphis")
        fort = replace(next(iter(state.works.values())), hex=hex_, side="CSA")
        assert not hexes("Memphis") & open_to(replace(state, works={**state.works, hex_: fort}), "USA")


@pytest.mark.rule("CW-SPIN")
class Test_H_18_networks_of_the_South:
    def test_network_with_richmond_needs_no_points(self) -> None:
        assert hexes("Richmond VA", "Atlanta", "Little Rock") <= open_to(waiting("CSA"), "CSA")

    def test_another_network_needs_9_points_beside_its_sources(self) -> None:
        lost = ("Richmond VA",)
        state = waiting("CSA", state=held_by(setup(whole_war()), "USA", *lost))
        networks = view(state, "CSA").supplies.joined
        worth = {hex_: networks[hex_].points for hex_ in open_to(state, "CSA")}
        east = {hex_: points for hex_, points in worth.items() if state.world.theater_of(hex_) != "Trans-Mississippi"}
        assert east
        assert min(east.values()) >= 9
        assert min(worth.values()) >= 3

    def test_three_points_are_enough_beyond_the_mississippi(self) -> None:
        """Texas: Houston and Galveston are worth 2 together; San Antonio makes 3 where a depot joins them."""
        alone = waiting("CSA")
        assert not hexes("Galveston", "San Antonio") & open_to(alone, "CSA")
        seen = view(alone, "CSA")
        assert all(seen.supplies.joined[hex_].points < 3 for hex_ in hexes("Galveston", "San Antonio"))

    @pytest.mark.parametrize(("holder", "takes"), [("CSA", 2), ("USA", 1)])
    def test_trans_mississippi_takes_2_a_turn_and_1_once_the_river_is_lost(self, holder: Side, takes: int) -> None:
        state = setup(whole_war())
        if holder == "USA":
            banks = state.world.mississippi
            works = {hex_: work for hex_, work in state.works.items() if hex_ not in banks}
            state = replace(state, held={**state.held, **dict.fromkeys(banks, "USA")}, works=works)
        state = waiting("CSA", 4, state=state)
        for _ in range(takes):
            place = min(hexes("Fort Smith", "Little Rock", "Shreveport", "Marshall") & open_to(state, "CSA"))
            already = state.entered_at.get(("CSA", place), 0)
            state = replace(state, entered_at={**state.entered_at, ("CSA", place): 1 + already})
        beyond = {hex_ for hex_ in open_to(state, "CSA") if state.world.theater_of(hex_) == "Trans-Mississippi"}
        assert not beyond


@pytest.mark.rule("CW-SPIN")
class Test_R_198_beside_the_enemy:
    @pytest.mark.parametrize(("plays", "places"), [("behind a work only", 0), ("anywhere", 1)])
    def test_sp_enter_beside_the_enemy_behind_a_work_or_anywhere(self, plays: str, places: int) -> None:
        house = Context.of(switches={"R-198": plays}, reasons={"R-198": "Tried."})
        state = waiting("CSA", state=setup(world_of(whole_war().scenario, house)))
        near = next(hex_ for hex_ in state.world.graph.near(*hexes("Atlanta")) if state.world.graph.hexes[hex_].theater)
        spare = next(point for point in state.points.values() if point.side == "USA" and point.standing == "map")
        beside = with_pieces(state, replace(spare, hex=near))
        assert len(hexes("Atlanta") & open_to(beside, "CSA")) == places
