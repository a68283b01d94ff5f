"""L-4, H-22, CW-1.3: Washington's works, its cover and its fall, and how a war may end before its last turn."""

from dataclasses import replace

import pytest

from rulesets.civil_war.rulings import H_22
from rulesets.civil_war.war import State, legal_orders, setup, view
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.orders import EndHalf, Prioritize, Proceed
from rulesets.civil_war.war.scenario import Condition, Cover, VictoryLine
from rulesets.civil_war.war.state import Contact, Phase, Waiting
from rulesets.civil_war.war.tests.builders import done, in_action, kinds, whole_war, with_pieces
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice


def war(phase: Phase = "end", turn: int = 5, option: str = "") -> State:
    world = whole_war()
    if option:
        world = replace(world, house=Context.of(switches={"H-22": option}))
    state = setup(world)
    return replace(state, clock=replace(state.clock, phase=phase, turn=turn))


def hex_of(place: str) -> str:
    return whole_war().graph.hex_of(place)


WASHINGTON = hex_of("Washington")


def taken(state: State, *, arm: str = "infantry", garrison: bool = False) -> State:
    """Put a Confederate point into Washington; its garrison is in Baltimore unless it stays."""
    gone = [] if garrison else [replace(p, hex=hex_of("Baltimore")) for p in state.points_at["USA", WASHINGTON]]
    point = next(p for p in state.points.values() if p.side == "CSA" and p.standing == "map")
    state = with_pieces(state, *gone, replace(point, hex=WASHINGTON, arm=arm))  # type: ignore[arg-type]
    return replace(state, held={**state.held, WASHINGTON: "CSA"})


def with_battle(state: State) -> State:
    """Let a postponed battle wait for the table at Richmond."""
    hex_ = hex_of("Richmond VA")
    contact = Contact(hex_, "USA", state.world.graph.near(hex_)[0], "decision")
    return replace(state, waiting={hex_: Waiting(contact, postponed=True)})


def pulse_over(state: State) -> State:
    """Let the Union end the second half of a pulse."""
    return done(in_action("USA", left=0, state=state), EndHalf())[0]


class Test_L_4_fortress:
    def test_washingtons_fort_is_a_fortress_from_turn_3(self) -> None:
        for turn, kind in ((2, "fort"), (3, "fortress")):
            after, _ = done(war("reinforcement", turn), Proceed())
            assert after.works[WASHINGTON].kind == kind

    def test_not_while_the_enemy_has_it(self) -> None:
        state = war("reinforcement", 3)
        lost = replace(state, works={WASHINGTON: replace(state.works[WASHINGTON], side="CSA")})
        assert done(lost, Proceed())[0].works[WASHINGTON].kind == "fort"


@pytest.mark.rule("CW-CP", "CW-PRIORITY")
class Test_H_22_fall:
    def test_infantry_in_its_hex_at_the_end_of_a_pulse_takes_it(self) -> None:
        assert pulse_over(taken(war("action"))).clock.washington_fell
        assert not pulse_over(taken(war("action"), arm="cavalry")).clock.washington_fell
        assert not pulse_over(taken(war("action"), garrison=True)).clock.washington_fell

    def test_retaking_it_heals_nothing(self) -> None:
        fallen = pulse_over(taken(war("action")))
        back = replace(fallen, held={**fallen.held, WASHINGTON: "USA"}, points=war().points)
        assert pulse_over(back).clock.washington_fell

    def test_east_is_the_unions_primary_theater_from_the_next_allocation(self) -> None:
        state = war("command")
        west = replace(state.purses["USA"], next_priorities=("West", "Trans-Mississippi", "East"))
        fallen = replace(state, purses={**state.purses, "USA": west}, clock=replace(state.clock, washington_fell=True))
        after, _ = done(fallen, Proceed(), dice=ScriptedDice(3, 4, 3, 4))
        assert after.purses["USA"].priorities == ("East", "West", "Trans-Mississippi")
        offers = legal_orders(view(after, "USA"), SIDE)
        assert {offer.theaters[0] for offer in offers if isinstance(offer, Prioritize)} == {"East"}
        assert len([offer for offer in legal_orders(view(after, "CSA"), SIDE) if isinstance(offer, Prioritize)]) == 5

    @pytest.mark.rule("CW-VP")
    @pytest.mark.parametrize(("option", "over"), [("", True), ("never", False)])
    def test_held_in_three_end_phases_running_it_ends_the_war(self, option: str, over: bool) -> None:  # noqa: FBT001
        state = pulse_over(taken(war("action", option=option)))
        for number in range(1, 4):
            state, _ = done(replace(state, clock=replace(state.clock, phase="end")), Proceed())
            assert state.clock.washington_lost == number
        result = "Confederate decisive victory" if over else ""
        assert (state.clock.phase == "over", state.clock.result) == (over, result)

    def test_retaken_it_has_to_be_held_three_times_anew(self) -> None:
        state = pulse_over(taken(war("action")))
        state, _ = done(replace(state, clock=replace(state.clock, phase="end", washington_lost=2)), Proceed())
        assert state.clock.phase == "over"
        clock = replace(state.clock, phase="end", result="")
        back = replace(state, held={**state.held, WASHINGTON: "USA"}, clock=clock)
        assert done(back, Proceed())[0].clock.washington_lost == 0

    def test_switch_may_end_the_war_at_once(self) -> None:
        assert "at once" in H_22.options
        state = pulse_over(taken(war("action", option="at once")))
        assert (state.clock.phase, state.clock.result) == ("over", "Confederate decisive victory")

    def test_victory_waits_for_the_report_of_a_postponed_battle(self) -> None:
        state = pulse_over(with_battle(taken(war("action", option="at once"))))
        assert (state.clock.washington_fell, state.clock.phase) == (True, "pulse")
        again = in_action("USA", left=0, state=replace(state, waiting={}))
        assert done(again, EndHalf())[0].clock.result == "Confederate decisive victory"


@pytest.mark.rule("CW-VP")
class Test_H_22_the_souths_end:
    def test_no_confederate_point_on_the_map(self) -> None:
        state = war()
        gone = [replace(p, standing="lost", hex="") for p in state.points.values() if p.side == "CSA"]
        after, _ = done(with_pieces(state, *gone), Proceed())
        assert (after.clock.phase, after.clock.result) == ("over", "Union decisive victory")
        waits, _ = done(with_battle(with_pieces(state, *gone)), Proceed())
        assert (waits.clock.phase, waits.clock.turn, waits.clock.result) == ("reinforcement", 6, "")

    def test_all_places_with_points_of_the_eleven_states(self) -> None:
        state = war()
        all_union = replace(state, held=dict.fromkeys(state.held, "USA"))
        assert done(all_union, Proceed())[0].clock.result == "Union decisive victory"
        one_left = replace(all_union, held={**all_union.held, hex_of("Richmond VA"): "CSA"})
        assert done(one_left, Proceed())[0].clock.phase == "reinforcement"


class Test_cover:
    def covered(self, sp: int, turn: int = 5) -> State:
        """Return an End phase of a scenario in which the Union has to cover Washington with so many points."""
        state = war("end", turn)
        scenario = replace(state.world.scenario, cover=Cover("USA", "Washington", sp, 2))
        return replace(state, world=replace(state.world, scenario=scenario))

    def near(self) -> int:
        state = war()
        hexes = (WASHINGTON, *state.world.graph.near(WASHINGTON))
        return sum(len(state.points_at.get(("USA", hex_), ())) for hex_ in hexes)

    @pytest.mark.parametrize(("more", "less"), [(0, 0), (1, 2)])
    def test_side_that_does_not_cover_its_capital_gets_less_next_turn(self, more: int, less: int) -> None:
        state, _ = done(self.covered(self.near() + more), Proceed(), Proceed())
        assert state.clock.phase == "command"
        after, events = done(state, Proceed(), dice=ScriptedDice(3, 4, 3, 4))
        assert after.purses["USA"].discretionary == 2 - less
        assert ("uncovered" in kinds(events)) == bool(less)

    def test_victory_may_ask_for_it(self) -> None:
        for more, result in ((0, "USA"), (1, "draw")):
            state = self.covered(self.near() + more, turn=19)
            lines = (VictoryLine("USA", ((Condition("USA", "covers"),),)),)
            scenario = replace(state.world.scenario, victory=lines)
            asked = replace(state, world=replace(state.world, scenario=scenario))
            assert done(asked, Proceed())[0].clock.result == result
