"""H-19: a silent side makes its entries and stands fast, and the war goes on to its end."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, apply, awaited, default_order, legal_orders, resolve, setup, view
from rulesets.civil_war.war.orders import ChooseLosses, EndHalf, EnterPoint, FightHere, Proceed, Retreat, StandFast
from rulesets.civil_war.war.state import Contact, Stance, Toll, WhereTo, WhoIsLost
from rulesets.civil_war.war.tests.builders import asking, at, in_action, opening, points_at, whole_war, with_pieces
from rulesets.civil_war.war.tests.test_random_play import hold, strength
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side
from rulesets.core.dice import ChanceDice


def play_by_default(state: State, seed: int, *, turns: int = 19) -> tuple[State, list[str]]:
    """Let both sides be silent for so many turns, or to the end of the war."""
    dice, kinds, start, last = ChanceDice(seed), list[str](), strength(state), state.clock.turn + turns
    while state.clock.phase != "over" and state.clock.turn < last:
        side = awaited(state)
        is_to_decide = state.contact is not None and state.contact.step == "decision"
        order = (FightHere() if is_to_decide else Proceed()) if side is None else default_order(view(state, side))
        assert order is not None
        kinds.append(type(order).__name__)
        state = apply(state, resolve(state, order, dice).result.changes)
        hold(state)
        assert strength(state) == start
    return state, kinds


@pytest.mark.rule("CW-PULSE", "CW-PHASE")
class Test_H_19_defaults:
    @pytest.mark.parametrize("sight", ["board", "near"])
    @pytest.mark.parametrize("seed", [1, 2, 3])
    def test_war_of_two_silent_sides_ends(self, sight: Sight, seed: int) -> None:
        end, kinds = play_by_default(setup(asking(sight)), seed)
        assert end.clock.phase == "over"
        assert {"StandFast", "EnterPoint", "EndHalf"} <= set(kinds)
        assert "Move" not in kinds

    def test_whole_war_goes_on_in_silence(self) -> None:
        end, kinds = play_by_default(setup(whole_war()), 4, turns=3)
        assert end.clock.turn == 4
        assert {"StandFast", "EnterPoint", "EndHalf"} <= set(kinds)

    def test_rest_of_the_difference_is_stood_fast_and_paid_before_the_half_ends(self) -> None:
        state, given = in_action("USA", left=2, west=1, discretionary=1), []
        for _ in range(3):
            order = default_order(view(state, "USA"))
            assert order is not None
            given.append(type(order))
            state = apply(state, resolve(state, order, ChanceDice(1)).result.changes)
        assert given == [StandFast, StandFast, EndHalf]
        assert state.clock.spending == "CSA" or state.clock.phase == "pulse"

    def test_free_reinforcement_enters_with_the_largest_force_that_may_have_it(self) -> None:
        state = in_action("USA")
        spare = replace(points_at(state, "USA", "Cairo")[0], id="USA SP 99", standing="waiting", hex="", enters_at="")
        owed = replace(state.clock, free_entry="owed", initiative="USA")
        ready = replace(with_pieces(state, spare), clock=owed, available={"USA": 1})
        order = default_order(view(ready, "USA"))
        assert isinstance(order, EnterPoint)
        hexes = {each.hex for each in legal_orders(view(ready, "USA"), spare.id) if isinstance(each, EnterPoint)}
        sizes = {hex_: len(view(ready, "USA").points_at.get(hex_, ())) for hex_ in hexes}
        assert len(set(sizes.values())) > 1
        assert sizes[order.hex] == max(sizes.values())

    def test_nobody_acts_out_of_turn(self) -> None:
        assert default_order(view(in_action("USA"), "CSA")) is None
        assert default_order(view(opening(), "USA")) is None


@pytest.mark.rule("CW-CRT")
class Test_default_losses:
    @pytest.mark.parametrize(
        ("losses", "lost"), [("least worth", "green"), ("green first", "green"), ("most worth", "veteran")]
    )
    def test_follow_the_stance(self, losses: WhoIsLost, lost: str) -> None:
        tolls: Mapping[Side, Toll] = {"USA": Toll(4), "CSA": Toll(0)}
        contact = Contact(at("Pittsburg Landing"), "CSA", at("Corinth"), "losses", chooser="USA", tolls=tolls)
        state = replace(in_action("CSA"), contact=contact, stances={"USA": Stance(losses=losses)})
        order = default_order(view(state, "USA"))
        assert isinstance(order, ChooseLosses)
        assert {state.points[id_].quality for id_ in order.points} == {lost}
        assert len(order.points) == 4


@pytest.mark.rule("CW-RETREAT")
class Test_default_retreat:
    @pytest.mark.parametrize("where", ["supply", "depot", "away from enemy"])
    def test_follows_the_stance(self, where: WhereTo) -> None:
        landing = at("Pittsburg Landing")
        world = opening().world
        choices = tuple(hex_ for hex_ in world.graph.near(landing) if hex_ != at("Corinth"))
        contact = Contact(landing, "CSA", at("Corinth"), "retreat", "USA", choices)
        state = replace(in_action("CSA"), contact=contact, stances={"USA": Stance(retreat=where)})
        order = default_order(view(state, "USA"))
        assert isinstance(order, Retreat)
        goals = {
            "supply": {at(place) for place in ("Cairo", "Paducah", "Nashville")},
            "depot": {hex_ for hex_, depot in state.depots.items() if depot.side == "USA"},
            "away from enemy": set(view(state, "USA").enemy),
        }[where]
        steps = {hex_: min(world.graph.apart(hex_, goal) for goal in goals) for hex_ in choices}
        best = max(steps.values()) if where == "away from enemy" else min(steps.values())
        assert steps[order.hex] == best
