"""CW-1.2 to 1.4, H-18, and H-19: the phases of a turn, its pulses, and what a side must spend."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.civil_war.war import State, legal_orders, resolve, setup, view
from rulesets.civil_war.war.legal import has_left
from rulesets.civil_war.war.orders import (
    DrawLeader,
    EndHalf,
    EnterPoint,
    FreeOrder,
    MoveOffer,
    PlaceLeader,
    Proceed,
    RallyForce,
    StandFast,
)
from rulesets.civil_war.war.state import Clock, Phase, Stance, WhoIsLost
from rulesets.civil_war.war.tests.builders import at, done, in_action, kinds, opening, points_at, whole_war, with_pieces
from rulesets.civil_war.words import Side
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder


def reached(phase: Phase) -> State:
    return replace(opening(), clock=Clock(4, phase=phase))


@pytest.mark.rule("CW-PHASE")
class Test_1_2_phases:
    def test_phases_follow_one_another(self) -> None:
        state, seen = opening(), []
        for _ in range(2):
            seen.append(state.clock.phase)
            state, _ = done(state, Proceed(), dice=ScriptedDice(3, 4, 3, 4))
        for phase, after in [("table use", "rally"), ("rally", "end"), ("end", "reinforcement")]:
            assert done(reached(phase), Proceed())[0].clock.phase == after  # type: ignore[arg-type]
        assert (seen, state.clock.phase) == (["reinforcement", "command"], "pulse")

    def test_sea_keeps_its_place_in_the_track_of_a_war_of_several_theaters(self) -> None:
        state, seen = setup(whole_war()), []
        for _ in range(4):
            seen.append(state.clock.phase)
            state, _ = done(state, Proceed(), dice=ScriptedDice(3, 4, 3, 4))
        assert (seen, state.clock.phase) == (["reinforcement", "command", "raider", "blockade"], "pulse")

    def test_reinforcement_makes_points_available_and_fills_the_pool(self) -> None:
        state, _ = done(opening(), Proceed())
        assert state.available == {"USA": 1, "CSA": 1}
        pool = {leader.name for leader in state.leaders.values() if leader.standing == "pool"}
        assert pool == {"Halleck", "Ord", "Cleburne", "Morgan"}

    def test_leader_who_is_away_returns_to_the_pool(self) -> None:
        hurt = replace(opening().leaders["USA Grant"], standing="away", hex="", due_on=4)
        state, _ = done(with_pieces(opening(), hurt), Proceed())
        assert state.leaders["USA Grant"].standing == "pool"

    def test_points_left_are_lost_as_the_turn_ends(self) -> None:
        state = replace(in_action("USA"), clock=Clock(4, phase="table use"))
        assert not done(state, Proceed())[0].purses["USA"].has_points

    def test_war_ends_after_the_last_turn(self) -> None:
        state = replace(opening(), clock=Clock(5, phase="end"))
        over, events = done(state, Proceed())
        assert (over.clock.phase, over.clock.result, kinds(events)) == ("over", "CSA", ["war over"])
        with pytest.raises(IllegalOrder):
            resolve(over, Proceed(), ScriptedDice())


@pytest.mark.rule("CW-CP", "CW-PRIORITY")
class Test_1_3_command_points:
    def test_single_theater_reads_the_primary_column(self) -> None:
        state, _ = done(replace(opening(), clock=Clock(4, phase="command")), Proceed(), dice=ScriptedDice(3, 4, 5, 6))
        union, south = state.purses["USA"], state.purses["CSA"]
        assert (union.west, union.discretionary, union.naval) == (7, 2, 2)
        assert (south.west, south.discretionary, south.naval) == (9, 3, 0)

    def test_priorities_chosen_a_turn_ago_are_revealed(self) -> None:
        state = reached("command")
        chosen = replace(state.purses["USA"], next_priorities=("West", "East", "Trans-Mississippi"))
        after, _ = done(
            replace(state, purses={**state.purses, "USA": chosen}), Proceed(), dice=ScriptedDice(3, 4, 3, 4)
        )
        assert after.purses["USA"].priorities == ("West", "East", "Trans-Mississippi")
        assert (after.purses["USA"].west, after.purses["USA"].east) == (7, 5)


@pytest.mark.rule("CW-PULSE", "CW-TIE")
class Test_1_4_pulses:
    def pulse(self, *faces: int, **clock: Any) -> State:
        state = in_action("USA")
        south = replace(state.purses["CSA"], west=5)
        ready = replace(state, clock=Clock(4, phase="pulse", **clock), purses={**state.purses, "CSA": south})
        return done(ready, Proceed(), dice=ScriptedDice(*faces))[0]

    def test_higher_roll_spends_the_difference_first_then_the_other_side(self) -> None:
        state = self.pulse(5, 4, 4, 2)
        assert (state.clock.spending, state.clock.left, state.clock.pulse) == ("USA", 3, 1)
        spent, _ = done(replace(state, clock=replace(state.clock, left=0, spent=3)), EndHalf())
        assert (spent.clock.spending, spent.clock.left) == ("CSA", 3)
        over, _ = done(replace(spent, clock=replace(spent.clock, left=0, spent=3)), EndHalf())
        assert (over.clock.phase, over.clock.spending) == ("pulse", None)

    def test_tie_draws_points_for_both_and_moves_the_track(self) -> None:
        state = self.pulse(5, 2, 4, 3)
        assert (state.clock.phase, state.clock.use_track, state.clock.pulse) == ("pulse", 2, 0)
        assert (state.purses["USA"].west, state.purses["CSA"].west) == (16, 12)

    def test_tie_on_the_tracks_total_ends_the_turn(self) -> None:
        assert self.pulse(5, 2, 4, 3, use_track=2).clock.phase == "table use"

    def test_turn_ends_without_a_roll_when_both_have_nothing_left(self) -> None:
        state, events = done(reached("pulse"), Proceed())
        assert (state.clock.phase, kinds(events)) == ("table use", ["turn ended"])


@pytest.mark.rule("CW-PULSE")
class Test_H_19_nothing_left:
    def test_side_may_not_end_while_it_can_spend(self) -> None:
        state = in_action("USA", left=1)
        assert EndHalf() not in legal_orders(view(state, "USA"), "")
        with pytest.raises(IllegalOrder):
            resolve(state, EndHalf(), ScriptedDice())

    def test_standing_fast_spends_one_point(self) -> None:
        piece = points_at(opening(), "USA", "Nashville")[0].id
        state, _ = done(in_action("USA", left=1), StandFast(piece, "theatre"))
        assert (state.clock.left, state.purses["USA"].west, state.purses["USA"].paid) == (0, 8, 1)
        assert EndHalf() in legal_orders(view(state, "USA"), "")

    @pytest.mark.parametrize("pot", ["west", "discretionary", "naval"])
    def test_points_count_as_left_if_an_order_can_use_them(self, pot: str) -> None:
        nothing: dict[str, Any] = {"west": 0, "discretionary": 0}
        assert not has_left(view(in_action("USA", **nothing), "USA"))
        assert has_left(view(in_action("USA", **{**nothing, pot: 1}), "USA"))

    def test_points_of_a_theater_without_a_man_are_nothing_left(self) -> None:
        state = in_action("USA", west=0, discretionary=0, trans_mississippi=3)
        assert not has_left(view(state, "USA"))

    def test_naval_points_are_nothing_left_without_a_naval_leader(self) -> None:
        state = in_action("USA", west=0, discretionary=0, naval=2)
        away = replace(state.leaders["USA Foote"], standing="away", hex="")
        assert not has_left(view(with_pieces(state, away), "USA"))

    def test_price_above_every_pot_is_nothing_left_without_standing_fast(self) -> None:
        house = Context.of(switches={"H-19": "may not stand fast"})
        state = in_action("CSA", west=0, discretionary=0, state=opening(house=house))
        assert not has_left(view(state, "CSA"))

    def test_half_ends_with_points_that_nothing_can_use(self) -> None:
        state = in_action("USA", left=3, west=0, discretionary=0)
        assert done(state, EndHalf())[0].clock.phase == "pulse"


def waiting(side: Side = "USA", **clock: object) -> State:
    """Return a state of turn 4 with its arrivals in hand."""
    state, _ = done(opening(), Proceed())
    ready = in_action(side, state=state)
    return replace(ready, clock=replace(ready.clock, **clock))  # type: ignore[arg-type]


@pytest.mark.rule("CW-SPIN", "CW-POOL")
class Test_1_5_entries:
    def test_point_enters_at_its_place_for_one_of_the_difference(self) -> None:
        state = waiting()
        (point,) = [point.id for point in state.points.values() if point.side == "USA" and point.standing == "waiting"]
        assert legal_orders(view(state, "USA"), point) == (EnterPoint(point, at("Cairo")),)
        after, _ = done(state, EnterPoint(point, at("Cairo")))
        assert (after.points[point].hex, after.clock.left, after.clock.entered) == (at("Cairo"), 8, 1)

    def test_free_reinforcement_comes_first_and_costs_nothing(self) -> None:
        state = waiting(free_entry="owed", initiative="USA")
        assert not any(
            isinstance(offer, StandFast | MoveOffer) for offer in legal_orders(view(state, "USA"), "USA Grant")
        )
        after, _ = done(state, DrawLeader(), dice=ScriptedDice(1))
        assert (after.clock.free_entry, after.clock.left) == ("leader", 9)

    def test_drawn_leader_is_placed_before_anything_else(self) -> None:
        state, _ = done(waiting(), DrawLeader(), dice=ScriptedDice(1))
        offers = [offer for piece in ("USA Grant", "") for offer in legal_orders(view(state, "USA"), piece)]
        bound = [offer for offer in offers if not isinstance(offer, FreeOrder)]
        assert bound == [PlaceLeader("USA Halleck", at("Cairo"))]
        after, _ = done(state, PlaceLeader("USA Halleck", at("Cairo")))
        assert after.leaders["USA Halleck"].hex == at("Cairo")

    def test_leader_enters_with_own_strength_in_supply(self) -> None:
        state, _ = done(waiting(), DrawLeader(), dice=ScriptedDice(2))
        hexes = {offer.hex for offer in legal_orders(view(state, "USA"), "") if isinstance(offer, PlaceLeader)}
        assert hexes == {at(place) for place in ("Cairo", "Nashville", "New Madrid", "Pittsburg Landing")}

    def test_point_waits_while_its_places_are_the_enemys(self) -> None:
        state = waiting()
        (point,) = [point.id for point in state.points.values() if point.side == "USA" and point.standing == "waiting"]
        lost = {at(place): "CSA" for place in ("Cairo", "Paducah", "Nashville")}
        cut = replace(state, held={**state.held, **lost})  # type: ignore[dict-item]
        assert legal_orders(view(cut, "USA"), point) == ()

    def test_point_enters_at_the_nearest_source_while_its_place_is_lost(self) -> None:
        state = waiting()
        (point,) = [point.id for point in state.points.values() if point.side == "USA" and point.standing == "waiting"]
        cut = replace(state, held={**state.held, at("Cairo"): "CSA"})
        assert legal_orders(view(cut, "USA"), point) == (EnterPoint(point, at("Paducah")),)


@pytest.mark.rule("CW-PULSE")
class Test_1_4_switches:
    def at_pulse(self, pulse: int, **switches: str) -> State:
        house = Context.of(switches={name.replace("_", "-"): option for name, option in switches.items()})
        state = in_action("USA", state=opening(house=house))
        return replace(state, clock=replace(state.clock, phase="pulse", pulse=pulse, spending=None))

    @pytest.mark.parametrize(
        ("pulse", "option", "after"),
        [
            (24, "after 24 pulses", "table use"),
            (23, "after 24 pulses", "action"),
            (24, "no limit", "action"),
        ],
    )
    def test_turn_may_end_after_24_pulses(self, pulse: int, option: str, after: str) -> None:
        state, _ = done(self.at_pulse(pulse, R_194=option), Proceed(), dice=ScriptedDice(6, 6, 1, 2))
        assert state.clock.phase == after

    @pytest.mark.parametrize(
        ("option", "left"),
        [
            ("the difference", 9),
            ("twice the difference", 18),
            ("three times the difference", 27),
        ],
    )
    def test_pulse_may_be_larger(self, option: str, left: int) -> None:
        state, _ = done(self.at_pulse(1, R_195=option), Proceed(), dice=ScriptedDice(6, 6, 1, 2))
        assert (state.clock.left, state.clock.difference) == (left, left)
        spent = replace(state, clock=replace(state.clock, left=0, spent=left, free_entry="sp"))
        assert done(spent, EndHalf())[0].clock.left == left


@pytest.mark.rule("CW-DEMORAL")
class Test_3_8_rally:
    def shaken(self, number: int, place: str = "Pittsburg Landing") -> State:
        state = in_action("USA")
        return with_pieces(
            state, *(replace(point, demoralized=True) for point in points_at(state, "USA", place)[:number])
        )

    def test_leader_rallies_his_hex_for_his_initiative(self) -> None:
        state, _ = done(self.shaken(3, "Nashville"), RallyForce("USA Thomas", "theatre"))
        assert not any(point.demoralized for point in state.points.values())
        assert state.purses["USA"].west == 6

    @pytest.mark.rule("CW-H-26")
    def test_nobody_rallies_next_to_the_enemy_or_out_of_supply(self) -> None:
        assert RallyForce("USA Grant", "theatre") not in legal_orders(view(self.shaken(3), "USA"), "USA Grant")
        far = self.shaken(3, "Nashville")
        cut = replace(far, depots={}, held={hex_: "CSA" for hex_ in far.held})
        assert RallyForce("USA Thomas", "theatre") not in legal_orders(view(cut, "USA"), "USA Thomas")

    @pytest.mark.parametrize("number", [1, 3])
    def test_rally_phase_costs_each_hex_one_point(self, number: int) -> None:
        state = replace(self.shaken(number), clock=Clock(4, phase="rally"))
        after, _ = done(state, Proceed())
        assert len(points_at(after, "USA", "Pittsburg Landing")) == 7
        assert not any(point.demoralized for point in after.points.values())

    @pytest.mark.parametrize(("losses", "lost"), [("least worth", "green"), ("most worth", "veteran")])
    def test_point_lost_in_the_rally_phase_is_the_stances_choice(self, losses: WhoIsLost, lost: str) -> None:
        state = replace(self.shaken(8), clock=Clock(4, phase="rally"), stances={"USA": Stance(losses=losses)})
        after, _ = done(state, Proceed())
        assert [point.quality for point in after.points.values() if point.standing == "lost"] == [lost]

    def test_leaders_of_a_force_that_dies_there_go_to_the_next_turn(self) -> None:
        state = self.shaken(1)
        alone = [
            replace(p, hex=at("Nashville")) for p in points_at(state, "USA", "Pittsburg Landing") if not p.demoralized
        ]
        after, _ = done(with_pieces(replace(state, clock=Clock(4, phase="rally")), *alone), Proceed())
        assert (after.leaders["USA Grant"].standing, after.leaders["USA Grant"].due_on) == ("away", 5)
