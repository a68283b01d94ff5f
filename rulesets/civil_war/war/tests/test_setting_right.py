"""What the umpire sets right: works, depots, armies, and holders, within the limits of the map (L-1, L-3, L-4)."""

from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, apply, setup
from rulesets.civil_war.war.setting_right import Built, PutDown, check_room, hold, put_down, set_right
from rulesets.civil_war.war.state import Army, Depot, Work
from rulesets.civil_war.war.tests.builders import at, in_action, points_at, whole_war, with_pieces
from rulesets.civil_war.war.views import true_supplies
from rulesets.civil_war.words import Side
from rulesets.core.errors import IllegalOrder

NASHVILLE, CAIRO, CORINTH = at("Nashville"), at("Cairo"), at("Corinth")


def put(state: State, what: PutDown, hex_id: str, side: Side = "USA") -> State:
    return apply(state, put_down(state, side, what, hex_id).changes)


def refused(state: State, what: PutDown, hex_id: str, side: Side = "USA") -> tuple[str, str]:
    with pytest.raises(IllegalOrder) as error:
        put_down(state, side, what, hex_id)
    return error.value.field, error.value.sentence


def bare(state: State, number: int) -> list[str]:
    """Return hexes that the Union holds without anything in them."""
    taken = {*state.works, *state.depots, *(hex_ for _, hex_ in state.points_at)}
    return [hex_ for hex_, side in sorted(state.held.items()) if side == "USA" and hex_ not in taken][:number]


def is_west(state: State, hex_id: str) -> bool:
    return state.world.theater_of(hex_id) == "West"


@pytest.mark.rule("CW-BUILD")
class Test_L_4_works:
    def test_fort_stands_at_once_and_uses_up_nothing_of_this_turn(self) -> None:
        state = in_action()
        (here,) = bare(state, 1)
        work = put(state, "fort", here).works[here]
        assert (work.kind, work.counts_from <= state.clock.pulses, work.built_on, work.printed) == (
            "fort",
            True,
            0,
            False,
        )

    def test_twelve_forts_of_the_union_are_the_most_without_those_printed(self) -> None:
        state = in_action()
        *built, last = bare(state, 13)
        full = replace(state, works={**state.works, **{hex_: Work(hex_, "USA", "fort") for hex_ in built}})
        field, sentence = refused(full, "fort", last)
        assert (field, sentence) == (
            "what",
            "what: the Union may have built 12 forts and has, not counting those printed.",
        )
        without = apply(full, set_right(full, gone=Built(works=(NASHVILLE,))).changes)
        assert put(without, "fort", NASHVILLE).works[NASHVILLE].printed

    def test_four_forts_of_the_union_may_be_raised_to_fortresses(self) -> None:
        state = in_action()
        raised = {hex_: Work(hex_, "USA", "fortress", raised=True) for hex_ in bare(state, 4)}
        assert put(state, "fortress", NASHVILLE).works[NASHVILLE].raised
        full = replace(state, works={**state.works, **raised})
        assert "may have raised 4 forts" in refused(full, "fortress", NASHVILLE)[1]

    def test_fortress_needs_a_place_or_a_port(self) -> None:
        state = in_action()
        here = next(
            hex_ for hex_ in bare(state, 99) if not state.world.points_of(hex_) and not state.world.has_river_port(hex_)
        )
        assert refused(state, "fortress", here)[0] == "hex"

    def test_enemys_fort_is_no_fortress_of_this_side(self) -> None:
        state = in_action()
        theirs = replace(state, works={**state.works, NASHVILLE: Work(NASHVILLE, "CSA", "fort")})
        assert "one fort or fortress" in refused(theirs, "fortress", NASHVILLE)[1]


@pytest.mark.rule("CW-BUILD")
class Test_L_4_depots:
    def test_depot_feeds_from_the_moment_that_it_is_there(self) -> None:
        state = in_action()
        gone = apply(state, set_right(state, gone=Built(depots=(NASHVILLE,))).changes)
        assert NASHVILLE not in gone.depots
        again = put(gone, "depot", NASHVILLE)
        assert again.depots[NASHVILLE] == Depot(NASHVILLE, "USA", counts_from=state.clock.pulses)
        assert NASHVILLE in true_supplies(again, "USA").fed

    def test_five_depots_of_the_union_are_the_most_in_this_scenario(self) -> None:
        state = in_action()
        *others, last = bare(state, 6)
        full = replace(state, depots={hex_: Depot(hex_, "USA") for hex_ in others})
        assert refused(full, "depot", last) == ("what", "what: the Union may have 5 depots on turn 4, and has 5.")

    def test_depots_of_a_side_lie_two_hexes_apart(self) -> None:
        state = in_action()
        near = next(hex_ for hex_ in state.world.graph.near(NASHVILLE) if state.held.get(hex_))
        mine = replace(state, held={**state.held, near: "USA"})
        field, sentence = refused(mine, "depot", near)
        assert (field, "at least 2 hexes apart, and one is at Nashville" in sentence) == ("hex", True)


@pytest.mark.rule("CW-BUILD")
class Test_L_1_armies:
    def test_army_goes_to_the_senior_leader_of_three_stars(self) -> None:
        state = in_action()
        without = apply(state, set_right(state, gone=Built(armies=tuple(state.armies))).changes)
        assert not without.armies
        (army,) = put(without, "army", NASHVILLE).armies.values()
        assert without.leaders[army.commander].name == "Buell"

    def test_army_needs_three_strength_points_and_a_leader(self) -> None:
        state = in_action()
        without = replace(state, armies={})
        few = [replace(point, standing="lost", hex="") for point in points_at(without, "USA", "Nashville")[2:]]
        for poor in (with_pieces(without, *few), without):
            here = NASHVILLE if poor is not without else CAIRO
            assert "3 stars and 3 strength points" in refused(poor, "army", here)[1]

    def test_two_armies_of_the_union_are_the_most_in_this_scenario(self) -> None:
        state = in_action()
        others = sorted(id_ for id_, each in state.leaders.items() if each.side == "USA" and each.hex != NASHVILLE)
        armies = {f"USA {n}": Army(f"USA {n}", "USA", str(n), others[n]) for n in range(2)}
        field, sentence = refused(replace(state, armies=armies), "army", NASHVILLE)
        assert (field, sentence) == ("what", "what: the Union may have 2 armies on this turn, and has.")

    def test_four_armies_of_the_union_are_the_most_in_the_west(self) -> None:
        state = in_action("USA", state=setup(whole_war()), west=9)
        in_west = [hex_ for side, hex_ in sorted(state.points_at) if side == "USA" and is_west(state, hex_)]
        here, *others = in_west[:5]
        troops = [replace(point, hex=here) for hex_ in in_west for point in state.points_at["USA", hex_]][:3]
        three = [each for each in state.leaders.values() if each.side == "USA" and each.stars == 3][:5]
        placed = [
            replace(leader, standing="map", hex=hex_) for leader, hex_ in zip(three, (here, *others), strict=False)
        ]
        armies = {f"USA {n}": Army(f"USA {n}", "USA", str(n), leader.id) for n, leader in enumerate(placed[1:])}
        later = replace(state.clock, turn=4)
        full = replace(with_pieces(state, *placed, *troops), armies=armies, clock=later)
        assert refused(full, "army", here)[1] == "what: the Union may have 4 armies in the West, and has."


class Test_holder:
    def test_hex_changes_hands_and_what_is_built_there_stays(self) -> None:
        state = in_action()
        empty = next(
            hex_ for hex_, side in state.held.items() if side == "CSA" and ("CSA", hex_) not in state.points_at
        )
        after = apply(state, hold(state, "USA", empty).changes)
        assert (after.held[empty], after.works, after.depots) == ("USA", state.works, state.depots)

    @pytest.mark.parametrize(("side", "hex_id", "field"), [("USA", CAIRO, "side"), ("USA", CORINTH, "hex")])
    def test_own_hex_and_one_with_enemy_troops_are_refused(self, side: Side, hex_id: str, field: str) -> None:
        with pytest.raises(IllegalOrder) as error:
            hold(in_action(), side, hex_id)
        assert error.value.field == field


@pytest.mark.rule("CW-STACK")
def test_room_in_a_hex_is_the_stacking_limit() -> None:
    state = in_action()
    here = len(state.points_at["USA", NASHVILLE])
    check_room(state, "USA", NASHVILLE, 30 - here)
    with pytest.raises(IllegalOrder, match="at most 30 strength points"):
        check_room(state, "USA", NASHVILLE, 31 - here)


@pytest.mark.rule("CW-MOVE")
class Test_H_22_cut_rails:
    def test_rails_are_cut_and_mended(self) -> None:
        state = in_action()
        assert NASHVILLE in true_supplies(state, "USA").rail_hexes
        cut = put(state, "cut", NASHVILLE)
        assert cut.cuts[NASHVILLE].side == "USA"
        assert NASHVILLE not in true_supplies(cut, "USA").rail_hexes
        assert refused(cut, "cut", NASHVILLE) == ("what", "what: the rails are cut already.")
        assert apply(cut, set_right(cut, gone=Built(cuts=(NASHVILLE,))).changes).cuts == {}

    def test_only_rails_are_cut(self) -> None:
        state = in_action()
        none = next(hex_ for hex_ in bare(state, 99) if hex_ not in true_supplies(state, "USA").ground.rails)
        assert refused(state, "cut", none) == ("what", "what: there are no rails to cut.")
