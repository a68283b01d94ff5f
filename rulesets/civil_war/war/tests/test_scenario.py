"""Shiloh to Corinth (limits, section 6): its window, set-up, arrivals, limits, and lines of victory."""

from collections import Counter
from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, view
from rulesets.civil_war.war.command_here import is_naval
from rulesets.civil_war.war.draft import Draft
from rulesets.civil_war.war.ending import verdict
from rulesets.civil_war.war.scenario import load_scenario
from rulesets.civil_war.war.tests.builders import at, opening, points_at, with_pieces
from rulesets.civil_war.words import Side
from rulesets.core.dice import NoDice


def test_window_holds_every_place_that_the_scenario_names() -> None:
    scenario = load_scenario("shiloh_to_corinth")
    for side in scenario.sides.values():
        troops = [*side.troops, *(row for each in side.arrivals for row in each.troops)]
        leaders = [*side.leaders, *(row for each in side.arrivals for row in each.leaders)]
        named = {row.place for row in troops} | {row.place for row in leaders if row.place}
        for place in (*named, *side.depots, *side.sources, *side.forts):
            assert at(place)


@pytest.mark.rule("CW-SPIN")
@pytest.mark.parametrize(("side", "on_map", "due"), [("USA", 21, {4: 1, 5: 3}), ("CSA", 11, {4: 1, 5: 4})])
def test_each_side_has_its_strength_points_and_arrivals(side: Side, on_map: int, due: dict[int, int]) -> None:
    own = [point for point in opening().points.values() if point.side == side]
    assert sum(point.standing == "map" for point in own) == on_map
    assert Counter(point.due_on for point in own if point.standing == "due") == due


@pytest.mark.rule("CW-SUPPLY")
def test_every_force_of_the_setup_is_in_supply() -> None:
    for side in ("USA", "CSA"):
        seen = view(opening(), side)
        assert seen.points_at.keys() <= seen.supplies.fed


def test_corinth_has_veterans_and_cavalry_as_listed() -> None:
    kinds = Counter((point.arm, point.quality) for point in points_at(opening(), "CSA", "Corinth"))
    assert kinds == {("infantry", "veteran"): 1, ("infantry", "green"): 7, ("cavalry", "veteran"): 1}


@pytest.mark.rule("CW-COMMAND")
def test_both_armies_have_their_commanders_and_foote_leads_ships() -> None:
    state = opening()
    assert {army.name: army.commander for army in state.armies.values()} == {
        "Army of the Ohio": "USA Buell",
        "Army of Mississippi": "CSA A.S. Johnston",
    }
    assert is_naval(state.world, state.leaders["USA Foote"])


def test_fan_leaders_come_only_if_in_play() -> None:
    assert "CSA Cheatham" not in opening().leaders
    assert {leader.due_on for leader in opening().leaders.values() if leader.name in ("Cleburne", "Halleck")} == {4}


@pytest.mark.parametrize(
    ("place", "holder"),
    [("Nashville", "USA"), ("Pittsburg Landing", "USA"), ("Paducah", "USA"), ("Memphis", "CSA"), ("Corinth", "CSA")],
)
def test_places_are_held_as_listed(place: str, holder: Side) -> None:
    assert opening().held[at(place)] == holder


@pytest.mark.rule("CW-VP")
class Test_victory:
    def ended(self, state: State) -> str:
        last = replace(state, clock=replace(state.clock, turn=5, phase="end"))
        return verdict(last, Draft(last, NoDice()).work)

    def held(self, **holders: Side) -> State:
        state = opening()
        names = {"PL": "Pittsburg Landing"}
        return replace(state, held={**state.held, **{at(names.get(name, name)): by for name, by in holders.items()}})

    def lost(self, state: State, side: Side, number: int) -> State:
        gone = [point for point in state.points.values() if point.side == side and point.standing == "map"][-number:]
        return with_pieces(state, *(replace(point, standing="lost", hex="") for point in gone))

    def test_nothing_is_decided_before_the_last_turn(self) -> None:
        state = self.held(Corinth="USA", Memphis="USA")
        assert verdict(state, Draft(state, NoDice()).work) == ""

    def test_union_with_corinth_and_memphis_wins_decisively_if_the_south_lost_as_many(self) -> None:
        state = self.held(Corinth="USA", Memphis="USA")
        assert self.ended(state) == "USA decisive"
        assert self.ended(self.lost(state, "USA", 1)) == "USA"

    def test_union_with_corinth_alone_wins(self) -> None:
        assert self.ended(self.held(Corinth="USA")) == "USA"

    def test_south_with_corinth_and_memphis_wins_unless_an_army_was_demoralized(self) -> None:
        state = opening()
        assert self.ended(state) == "CSA"
        assert self.ended(replace(state, clock=replace(state.clock, shaken=("CSA",)))) == "draw"

    def test_union_that_lost_4_more_is_beaten_decisively(self) -> None:
        assert self.ended(self.lost(opening(), "USA", 3)) == "CSA"
        assert self.ended(self.lost(opening(), "USA", 4)) == "CSA decisive"

    def test_south_at_nashville_wins_decisively_only_with_infantry_in_supply(self) -> None:
        state = self.held(Nashville="CSA")
        assert self.ended(state) == "CSA"
        there = [replace(point, hex=at("Nashville")) for point in points_at(state, "CSA", "Union City")]
        away = [replace(point, hex=at("Cairo")) for point in points_at(state, "USA", "Nashville")]
        taken = with_pieces(state, *there, *away)
        assert self.ended(taken) == "CSA decisive"
        assert self.ended(with_pieces(taken, *(replace(point, arm="cavalry") for point in there))) == "CSA"
        south = {at(place) for place in ("Nashville", "Corinth", "Memphis")}
        cut_off = {hex_: by if hex_ in south else "USA" for hex_, by in taken.held.items()}
        assert self.ended(replace(taken, held=cut_off)) == "CSA"
