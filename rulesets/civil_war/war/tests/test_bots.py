"""The two plain players: what they assume, what they do at the opening, and that they play whole wars by the rules."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from rulesets.civil_war.fighting import combat
from rulesets.civil_war.war import State, setup, view
from rulesets.civil_war.war.assumed import chance_to_win, enemy_strength
from rulesets.civil_war.war.bots import Bot, attacker, defender, objectives
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.orders import BuildHere, Move, Order
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.tests.builders import (
    at,
    in_action,
    only,
    opening,
    points_at,
    shiloh,
    whole_war,
    with_pieces,
)
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side

Seeded = Callable[[int], Bot]
PAIRS = [(attacker, defender), (defender, attacker)]


def moved_to(state: State, side: Side, start: str, to: str) -> State:
    """Let all SP and leaders of a side at a place be at another."""
    points = [replace(point, hex=at(to)) for point in points_at(state, side, start)]
    leaders = [replace(leader, hex=at(to)) for leader in state.leaders_at.get((side, at(start)), ())]
    return with_pieces(state, *points, *leaders)


def where_to(order: Order) -> str:
    assert isinstance(order, Move)
    return order.path[-1]


class Test_assumptions:
    def test_a_hex_of_the_setup_has_what_the_scenario_prints(self) -> None:
        assumed = enemy_strength(view(in_action("USA"), "USA"))
        assert (round(assumed[at("Corinth")]), round(assumed[at("Union City")])) == (10, 2)

    def test_a_hex_that_its_army_has_left_counts_for_little(self) -> None:
        away = moved_to(in_action("USA"), "CSA", "Corinth", "Memphis")
        rearguard = with_pieces(away, replace(points_at(away, "CSA", "Memphis")[0], hex=at("Corinth")))
        assumed = enemy_strength(view(rearguard, "USA"))
        assert assumed[at("Corinth")] < assumed[at("Memphis")]

    def test_chance_is_that_of_the_combat_table(self) -> None:
        seen = view(in_action("USA"), "USA")
        asked = {
            "attacker_sp": 8,
            "defender_sp": 10,
            "terrain": "clear",
            "work": "fort",
            "attacker": {"commander": 1},
            "turn": 4,
        }
        table = combat.odds(asked).of(lambda found: found.defender.demoralized and not found.attacker.demoralized)
        found = chance_to_win(seen, "USA Grant", 8, at("Pittsburg Landing"), at("Corinth"))
        assert found == pytest.approx(float(table))

    def test_objectives_are_the_places_of_the_lines_of_victory(self) -> None:
        names = ("Corinth", "Memphis", "Nashville", "Pittsburg Landing")
        assert objectives(view(opening(), "USA")) == {at(name) for name in names}

    def test_without_such_lines_objectives_are_the_hexes_with_points(self) -> None:
        seen = view(setup(whole_war()), "USA")
        assert objectives(seen) == seen.world.point_hexes


class Test_attacker:
    def test_walks_into_an_objective_that_nobody_holds(self) -> None:
        state = moved_to(in_action("USA"), "CSA", "Corinth", "Columbus MS")
        assert where_to(attacker(1).order(view(state, "USA"))) == at("Corinth")

    def test_attacks_an_objective_at_good_odds(self) -> None:
        order = attacker(1).order(view(only(in_action("CSA"), "USA", "Pittsburg Landing", 8), "CSA"))
        assert isinstance(order, Move)
        assert (order.leader, order.path[-1]) == ("CSA A.S. Johnston", at("Pittsburg Landing"))

    def test_gathers_beside_the_objective_when_the_odds_are_bad(self) -> None:
        order = attacker(1).order(view(in_action("USA"), "USA"))
        assert isinstance(order, Move)
        assert (order.leader, order.path[0]) == ("USA Buell", at("Nashville"))
        apart = shiloh().graph.apart
        assert apart(order.path[-1], at("Pittsburg Landing")) < apart(order.path[0], at("Pittsburg Landing"))


class Test_defender:
    def test_raises_the_fort_where_the_enemy_is_near(self) -> None:
        state = in_action("CSA")
        order = defender(1).order(view(state, "CSA"))
        assert isinstance(order, BuildHere)
        assert (order.what, state.points[order.piece].hex) == ("fortress", at("Corinth"))

    def test_keeps_to_its_objective_while_the_enemy_is_near(self) -> None:
        end = play(setup(shiloh()), 3, players={"USA": defender(1), "CSA": defender(2)})
        assert end.held[at("Corinth")] == "CSA"
        assert len(points_at(end, "CSA", "Corinth")) >= 5


@pytest.mark.parametrize("sight", ["board", "near"])
@pytest.mark.parametrize(("union", "confederate"), PAIRS)
def test_bots_play_whole_wars_by_the_rules(union: Seeded, confederate: Seeded, sight: Sight) -> None:
    end = play(setup(shiloh(sight)), 3, players={"USA": union(1), "CSA": confederate(2)})
    assert end.clock.phase == "over"


def test_same_seed_plays_the_same_war() -> None:
    def orders(seed: int) -> list[Order]:
        given: list[Order] = []

        def watch(_state: State, order: Order, _result: Resolved) -> None:
            given.append(order)

        play(setup(shiloh()), seed, watch, players={"USA": attacker(1), "CSA": defender(2)})
        return given

    assert orders(3) == orders(3)
    assert orders(3) != orders(5)


def test_bots_play_a_turn_of_the_whole_war() -> None:
    end = play(setup(whole_war()), 3, turns=1, players={"USA": attacker(1), "CSA": defender(2)})
    assert end.clock.turn == 2
