"""CW-2.2, 4.2, 4.3, and L-2 to L-4: moves of pieces, what they take, what stops them, and what they build."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from rulesets.civil_war.movement import movement_cost
from rulesets.civil_war.war import State, View, legal_orders, resolve, setup, view
from rulesets.civil_war.war.draft import STOPPED
from rulesets.civil_war.war.ground import ground_of, priced
from rulesets.civil_war.war.orders import (
    BuildHere,
    Burn,
    Dissolve,
    Instruct,
    Move,
    MoveOffer,
    PlaceLeader,
    Proceed,
    Raze,
    Recall,
    Remove,
)
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.reach import Route, Search
from rulesets.civil_war.war.state import Contact, Depot, Work
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    ids_at,
    in_action,
    kinds,
    only,
    opening,
    points_at,
    settled,
    shiloh,
    whole_war,
    with_pieces,
    without_leaders,
)
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side
from rulesets.core.context import Context
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.weighing import Silent

LANDING, CORINTH, NASHVILLE = "Pittsburg Landing", "Corinth", "Nashville"


def moves(state: State, side: Side, piece: str) -> Iterator[MoveOffer]:
    return (
        offer for offer in legal_orders(view(state, side), piece) if isinstance(offer, MoveOffer) and not offer.by_water
    )


def routes(offer: MoveOffer) -> list[Route]:
    return [offer.route(hex_) for hex_ in offer.to]


def route(state: State, side: Side, piece: str, to: str) -> tuple[str, ...]:
    return next(each.path for offer in moves(state, side, piece) for each in routes(offer) if each.path[-1] == to)


def pieces(seen: View) -> list[str]:
    return [*seen.points, *seen.leaders]


def wrongly_priced(state: State, side: Side, piece: str) -> list[Route]:
    """Return the routes of a piece that the rule forbids, or for which it has another price."""
    seen, found = view(state, side), []
    for offer in moves(state, side, piece):
        for each in routes(offer):
            asked = priced(each.path, offer.mover, seen.known, seen.world, seen.ground, halts=seen.halts)
            cost = movement_cost(asked, Silent()) if asked else None
            if cost is None or (cost.broken, cost.cost) != ((), each.cost):
                found.append(each)
    return found


@pytest.mark.rule("CW-MOVE")
class Test_4_2_reach:
    def test_every_offered_path_costs_what_the_rule_says(self) -> None:
        for side in ("USA", "CSA"):
            state = in_action(side)
            assert (
                sum(len(offer.to) for piece in pieces(view(state, side)) for offer in moves(state, side, piece)) > 250
            )
            assert not any(wrongly_priced(state, side, piece) for piece in pieces(view(state, side)))

    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
    @given(seed=st.integers(0, 10**6), sight=st.sampled_from(["board", "near"]), every=st.integers(3, 9))
    def test_so_does_every_one_in_any_state_of_a_war(self, seed: int, sight: Sight, every: int) -> None:
        """A piece is drawn in every few states of a turn that is played at random."""
        states: list[State] = []
        play(setup(shiloh(sight)), seed, lambda state, _order, _result: states.append(state), turns=1)
        due = [state for state in states if state.clock.spending and view(state, state.clock.spending).is_spending]
        assume(due)  # a tie in the first pulse ends the turn
        for at_, state in enumerate(due[::every]):
            side = state.clock.spending
            assert side is not None
            mine = pieces(view(state, side))
            assert wrongly_priced(state, side, mine[(seed + at_) % len(mine)]) == []

    @pytest.mark.parametrize("turn", [4, 6])
    def test_search_reaches_what_the_rule_allows_and_nothing_else_on_the_whole_map(self, turn: int) -> None:
        world = whole_war()
        seen = view(in_action("USA", state=opening()), "USA")
        ground = ground_of(world, turn)
        known = replace(seen.known, held=world.held_at_start, enemy_at=frozenset({world.graph.hex_of(CORINTH)}))
        for place in ("Washington", "Romney", "Cumberland Gap", "Memphis", "Vicksburg"):
            start = world.graph.hex_of(place)
            search = Search("led infantry", start, known, world, ground)
            routes = {hex_: search.route(hex_) for hex_ in search.ends}
            for near in world.graph.near(start):
                asked = priced((start, near), "led infantry", known, world, ground)
                assert asked is not None
                direct, found = movement_cost(asked, Silent()), routes.get(near)
                if direct.broken:
                    assert found is None or len(found.path) > 2
                else:
                    assert found is not None
                    assert found.cost <= direct.cost

    def test_leader_takes_sp_by_his_stars_and_an_army_commander_the_stack(self) -> None:
        most = {
            name: max(o.most for o in moves(in_action("USA"), "USA", f"USA {name}"))
            for name in ("Grant", "Sherman", "Buell")
        }
        assert most == {"Grant": 2, "Sherman": 1, "Buell": 8}

    def test_leader_alone_ends_only_with_own_sp_or_a_depot(self) -> None:
        (alone,) = [o for o in moves(in_action("USA"), "USA", "USA Grant") if o.mover == "leader alone"]
        ends = {*alone.to}
        assert ends <= {at(place) for place in (NASHVILLE, "Cairo", "New Madrid")}

    def test_cavalry_leader_moves_6(self) -> None:
        (led, _) = moves(in_action("CSA"), "CSA", "CSA Forrest")
        assert (led.mover, max(found.cost for found in routes(led))) == ("led cavalry", 6)

    def test_army_takes_its_leaders_along(self) -> None:
        (army, _) = moves(in_action("USA"), "USA", "USA Buell")
        assert army.along == ("USA Thomas",)


@pytest.mark.rule("CW-PRICE")
class Test_1_3_paying:
    def test_leader_with_sp_pays_his_initiative_in_points_and_difference(self) -> None:
        state = in_action("USA")
        path = route(state, "USA", "USA Buell", at("Murfreesboro"))
        after, _ = done(state, Move("USA Buell", ids_at(state, "USA", NASHVILLE, 3), path, "theatre"))
        price = 9 - after.purses["USA"].west
        assert price == after.clock.spent == 9 - after.clock.left >= 3

    @pytest.mark.parametrize("wrong", [{"left": 1}, {"west": 1, "discretionary": 1}])
    def test_move_that_nobody_can_pay_is_refused(self, wrong: dict[str, Any]) -> None:
        path = route(in_action("USA"), "USA", "USA Buell", at("Murfreesboro"))
        state = in_action("USA", **wrong)
        with pytest.raises(IllegalOrder):
            resolve(state, Move("USA Buell", ids_at(state, "USA", NASHVILLE, 3), path, "theatre"), ScriptedDice())

    def test_path_passes_each_hex_once(self) -> None:
        """By rail, there and back and there again would be free."""
        state = in_action("CSA")
        found = [each for offer in moves(state, "CSA", "CSA Bragg") for each in routes(offer)]
        start, to = next(each.path for each in found if each.cost == 0 and len(each.path) == 2)
        order = Move("CSA Bragg", ids_at(state, "CSA", CORINTH, 1), (start, to, start, to), "theatre")
        with pytest.raises(IllegalOrder, match="each hex only once"):
            resolve(state, order, ScriptedDice())

    def test_leader_moves_once_with_sp_and_once_alone_in_a_pulse(self) -> None:
        """H-26: in either order; nobody of those SP moves again."""
        state = in_action("USA")
        path = route(state, "USA", "USA Buell", at("Murfreesboro"))
        led = Move("USA Buell", ids_at(state, "USA", NASHVILLE, 3), path, "theatre")
        after, _ = settled(done(state, led)[0])
        assert [offer.most for offer in moves(after, "USA", "USA Buell")] == [0]
        back = next(moves(after, "USA", "USA Buell")).route(at(NASHVILLE)).path
        home, _ = settled(done(after, Move("USA Buell", frozenset(), back, "theatre"))[0])
        assert home.leaders["USA Buell"].hex == at(NASHVILLE)
        assert not [*moves(home, "USA", "USA Buell")]

    def test_leader_who_went_alone_may_still_lead(self) -> None:
        state = in_action("USA")
        alone = next(offer for offer in moves(state, "USA", "USA Thomas") if not offer.most)
        path = alone.route(at(LANDING)).path
        after, _ = settled(done(state, Move("USA Thomas", frozenset(), path, "theatre"))[0])
        assert [offer.most for offer in moves(after, "USA", "USA Thomas")] == [1]

    def test_nothing_moves_twice_in_a_pulse(self) -> None:
        state = in_action("USA")
        path = route(state, "USA", "USA Buell", at("Murfreesboro"))
        after, _ = settled(done(state, Move("USA Buell", ids_at(state, "USA", NASHVILLE, 3), path, "theatre"))[0])
        assert [offer.points for offer in moves(after, "USA", "USA Buell")] == [()]
        assert not any(list(moves(after, "USA", point.id)) for point in points_at(after, "USA", "Murfreesboro"))

    def test_order_for_the_enemys_piece_is_refused(self) -> None:
        state = in_action("USA")
        path = (at(CORINTH), at(LANDING))
        with pytest.raises(IllegalOrder):
            resolve(state, Move("CSA Bragg", ids_at(state, "CSA", CORINTH, 1), path, "theatre"), ScriptedDice())

    @pytest.mark.parametrize(
        "path", [(), ("2824",), ("2824", "2824"), ("2824", "3221"), ("3221", "2824"), ("2824", "x")]
    )
    def test_path_that_leads_nowhere_is_refused(self, path: tuple[str, ...]) -> None:
        state = in_action("USA")
        with pytest.raises(IllegalOrder):
            resolve(state, Move("USA Grant", ids_at(state, "USA", LANDING, 1), path, "theatre"), ScriptedDice())


def marched(state: State, side: Side, leader: str, to: str, number: int, *faces: int) -> State:
    piece = state.leaders[leader]
    points = frozenset(point.id for point in state.points_at[side, piece.hex][:number])
    order = Move(leader, points, route(state, side, leader, to), "theatre")
    return settled(done(state, order)[0], *faces)[0]


@pytest.mark.rule("CW-MOVE", "CW-CAVALRY")
class Test_4_3_control:
    def test_infantry_takes_what_it_passes(self) -> None:
        state = marched(in_action("USA"), "USA", "USA Buell", at("Columbia TN"), 3)
        assert state.held[at("Columbia TN")] == "USA"

    def test_cavalry_takes_nothing_of_the_enemys_by_right(self) -> None:
        state = without_leaders(only(in_action("CSA"), "USA", NASHVILLE, 0), "USA", NASHVILLE)
        forrest = replace(state.leaders["CSA Forrest"], hex=at("Union City"))
        with_him = [replace(point, hex=at("Union City")) for point in points_at(state, "CSA", "Union City")]
        after = marched(with_pieces(state, forrest, *with_him), "CSA", "CSA Forrest", at("Columbus KY"), 1)
        assert after.held[at("Columbus KY")] == "CSA"  # Kentucky is neutral by right
        back = replace(after, clock=replace(after.clock, pulses=2, left=9))
        assert marched(back, "CSA", "CSA Forrest", at("Cairo"), 1, 1, 1, 1, 1, 1, 1, 1, 1, 1).held[at("Cairo")] == "USA"

    def test_depot_goes_and_fort_falls_to_whoever_enters(self) -> None:
        state = without_leaders(only(in_action("USA"), "CSA", CORINTH, 0), "CSA", CORINTH)
        after = marched(state, "USA", "USA Grant", at(CORINTH), 2)
        assert at(CORINTH) not in after.depots
        assert (after.works[at(CORINTH)].side, after.works[at(CORINTH)].kind) == ("USA", "fort")

    def test_fortress_falls_back_to_a_fort(self) -> None:
        state = without_leaders(only(in_action("USA"), "CSA", CORINTH, 0), "CSA", CORINTH)
        state = replace(state, works={**state.works, at(CORINTH): Work(at(CORINTH), "CSA", "fortress")})
        assert marched(state, "USA", "USA Grant", at(CORINTH), 2).works[at(CORINTH)].kind == "fort"

    def test_leaders_found_alone_go_to_the_next_turn(self) -> None:
        state = only(in_action("USA"), "CSA", CORINTH, 0)
        after = marched(state, "USA", "USA Grant", at(CORINTH), 2)
        assert {(x.standing, x.due_on) for x in after.leaders.values() if x.side == "CSA"} == {
            ("away", 5),
            ("due", 4),
            ("due", 5),
        }
        assert "CSA Army of Mississippi" not in after.armies

    def test_move_itself_touches_nothing_that_it_finds(self) -> None:
        """H-23: what an order writes and costs would tell of a leader whom nobody saw."""
        state = only(in_action("USA"), "CSA", CORINTH, 0)
        path = route(state, "USA", "USA Grant", at(CORINTH))
        move = Move("USA Grant", ids_at(state, "USA", LANDING, 2), path, "theatre")
        after, events = done(state, move)
        assert {id_: each for id_, each in after.leaders.items() if each.side == "CSA"} == {
            id_: each for id_, each in state.leaders.items() if each.side == "CSA"
        }
        assert (after.works, after.depots, after.armies) == (state.works, state.depots, state.armies)
        assert [event for event in events if event.known_to == "CSA"] == []
        assert "leader lost" in kinds(done(after, Proceed())[1])


@pytest.mark.rule("CW-STACK")
def test_no_more_enter_a_hex_than_have_room() -> None:
    state = in_action("USA")
    (guard,) = points_at(state, "USA", "Cairo")
    extra = [replace(guard, id=f"USA SP {100 + number}", hex=at("Murfreesboro")) for number in range(30)]
    full = with_pieces(state, *extra)
    ends = {found.path[-1] for offer in moves(full, "USA", "USA Buell") for found in routes(offer) if offer.least}
    assert at("Murfreesboro") not in ends
    assert at("Murfreesboro") in {f.path[-1] for o in moves(state, "USA", "USA Buell") for f in routes(o)}


@pytest.mark.rule("CW-COMMAND")
class Test_L_1_armies:
    def test_senior_leader_who_arrives_takes_over(self) -> None:
        state = in_action("USA")
        halleck = replace(state.leaders["USA Halleck"], standing="map", hex=at("Cairo"))
        ready = with_pieces(state, halleck)
        path = route(ready, "USA", "USA Halleck", at(NASHVILLE))
        after, _ = settled(done(ready, Move("USA Halleck", frozenset(), path, "theatre"))[0])
        assert after.armies["USA Army of the Ohio"].commander == "USA Halleck"

    def test_army_dissolves_on_order_and_with_its_last_point(self) -> None:
        assert not done(in_action("USA"), Dissolve("USA Army of the Ohio"))[0].armies.get("USA Army of the Ohio")
        with pytest.raises(IllegalOrder):
            resolve(in_action("USA"), Dissolve("CSA Army of Mississippi"), ScriptedDice())

    def test_commander_of_3_stars_forms_an_army_of_3(self) -> None:
        state, _ = done(in_action("USA"), Dissolve("USA Army of the Ohio"))
        after, _ = done(state, BuildHere("USA Buell", "army", "theatre"))
        (army,) = [army for army in after.armies.values() if army.side == "USA"]
        assert (army.name, army.commander, after.clock.left) == ("Army at Nashville", "USA Buell", 8)
        assert BuildHere("USA Buell", "army", "theatre") not in legal_orders(
            view(only(state, "USA", NASHVILLE, 2), "USA"), "USA Buell"
        )

    def test_commander_is_removed_once_a_turn_for_2(self) -> None:
        state, _ = done(in_action("CSA"), Remove("CSA A.S. Johnston", "theatre"))
        assert (state.leaders["CSA A.S. Johnston"].standing, state.purses["CSA"].west) == ("removed", 7)
        assert state.armies["CSA Army of Mississippi"].commander == "CSA Beauregard"
        assert not [o for o in legal_orders(view(state, "CSA"), "CSA Beauregard") if isinstance(o, Remove)]

    def test_commander_stays_where_a_campaign_removes_none(self) -> None:
        """R-199."""
        for switches, may in (({}, True), ({"R-199": "never"}, False)):
            state = in_action("CSA", state=opening(house=Context.of(switches=switches)))
            offers = legal_orders(view(state, "CSA"), "CSA A.S. Johnston")
            assert any(isinstance(each, Remove) for each in offers) == may

    def test_removed_commander_comes_back_two_turns_later_for_2(self) -> None:
        state, _ = done(in_action("CSA"), Remove("CSA A.S. Johnston", "theatre"))
        recall = Recall("CSA A.S. Johnston", "discretionary")
        for turn, may in ((4, False), (5, False), (6, True)):
            later = replace(state, clock=replace(state.clock, turn=turn), world=whole_war())
            assert (recall in legal_orders(view(later, "CSA"), "CSA A.S. Johnston")) == may
        later = replace(state, clock=replace(state.clock, turn=6), world=whole_war())
        after, _ = done(later, recall)
        assert (after.leaders["CSA A.S. Johnston"].standing, after.purses["CSA"].discretionary) == ("pool", 0)

    def test_commander_with_a_lower_counter_may_be_demoted(self) -> None:
        state = in_action("CSA")
        bragg = replace(state.leaders["CSA Bragg"], stars=3, counter_on=3)
        armies = {"CSA Army of Mississippi": replace(state.armies["CSA Army of Mississippi"], commander=bragg.id)}
        others = [replace(x, standing="pool", hex="") for x in state.leaders_at["CSA", at(CORINTH)] if x.id != bragg.id]
        ready = replace(with_pieces(state, bragg, *others), armies=armies)
        after, _ = done(ready, Remove(bragg.id, "theatre", demoted=True))
        lower = after.leaders[bragg.id]
        assert (lower.stars, lower.hex, lower.counter_on) == (2, at(CORINTH), 0)
        assert "CSA Army of Mississippi" not in after.armies
        with pytest.raises(IllegalOrder):
            done(in_action("CSA"), Remove("CSA A.S. Johnston", "theatre", demoted=True))


@pytest.mark.rule("CW-BUILD")
class Test_H_22_burning:
    def test_owner_burns_a_depot_at_any_time(self) -> None:
        state, burns = in_action("CSA"), Burn(at(NASHVILLE))
        assert burns in legal_orders(view(state, "USA"), at(NASHVILLE))
        after = resolve(state, burns, ScriptedDice(), side="USA").result.changes
        assert after.depots == {at(NASHVILLE): None}

    def test_nobody_burns_the_enemys_depot(self) -> None:
        with pytest.raises(IllegalOrder):
            resolve(in_action("CSA"), Burn(at(NASHVILLE)), ScriptedDice(), side="CSA")


@pytest.mark.rule("CW-BUILD")
class Test_H_12_building:
    def test_fort_is_built_by_a_point_that_stands_still(self) -> None:
        state = in_action("CSA")
        free = replace(state, works={hex_: work for hex_, work in state.works.items() if hex_ != at("Union City")})
        point = points_at(free, "CSA", "Union City")[0].id
        after, _ = done(free, BuildHere(point, "fort", "theatre"))
        work = after.works[at("Union City")]
        assert (work.kind, work.built_on, work.counts_from, work.printed) == ("fort", 4, 2, False)
        assert not list(moves(after, "CSA", point))

    def test_depot_needs_a_leader_in_supply_and_distance(self) -> None:
        state = in_action("USA")
        assert not [
            o for o in legal_orders(view(state, "USA"), "USA Buell") if isinstance(o, BuildHere) and o.what == "depot"
        ]
        burned, _ = done(state, Burn(at(NASHVILLE)))
        after, _ = done(burned, BuildHere("USA Buell", "depot", "theatre"))
        assert after.depots[at(NASHVILLE)] == Depot(at(NASHVILLE), "USA", 4, 2)
        assert at(NASHVILLE) not in view(after, "USA").supplies.depots
        later = replace(after, clock=replace(after.clock, pulses=2))
        assert at(NASHVILLE) in view(later, "USA").supplies.depots

    def test_scenarios_limit_of_depots_holds(self) -> None:
        burned, _ = done(in_action("USA"), Burn(at(NASHVILLE)))
        more = {hex_: Depot(hex_, "USA") for hex_ in ("2618", "2719", "2819", "2920", "3020")}
        full = replace(burned, depots=more)
        assert BuildHere("USA Buell", "depot", "theatre") not in legal_orders(view(full, "USA"), "USA Buell")

    def test_printed_fort_becomes_a_fortress_for_3(self) -> None:
        state = in_action("USA")
        point = points_at(state, "USA", NASHVILLE)[0].id
        after, _ = done(state, BuildHere(point, "fortress", "theatre"))
        assert (after.works[at(NASHVILLE)].kind, after.purses["USA"].west) == ("fortress", 6)


@pytest.mark.rule("CW-BUILD")
class Test_H_22_razing:
    def ended(self, state: State, *orders: Raze) -> State:
        state, _ = done(state, *orders)
        return done(replace(state, clock=replace(state.clock, phase="end", spending=None)), Proceed())[0]

    def test_fort_is_razed_in_the_end_phase_by_whoever_holds_it(self) -> None:
        state, order = in_action("USA"), Raze(at(NASHVILLE))
        noted, events = done(state, order)
        assert at(NASHVILLE) in noted.works
        assert view(noted, "CSA") == view(state, "CSA")
        assert [event.known_to for event in events] == ["USA"]
        after = self.ended(state, order)
        assert at(NASHVILLE) not in after.works
        assert after.purses["USA"].razes == ()

    def test_it_may_be_spared_after_all(self) -> None:
        hex_ = at(NASHVILLE)
        assert hex_ in self.ended(in_action("USA"), Raze(hex_), Raze(hex_, spare=True)).works

    @pytest.mark.parametrize("manned", [True, False])
    def test_fortress_needs_a_point_in_it(self, manned: bool) -> None:  # noqa: FBT001
        state = in_action("USA")
        state = replace(state, works={at(NASHVILLE): replace(state.works[at(NASHVILLE)], kind="fortress")})
        gone = [] if manned else [replace(p, hex=at("Cairo")) for p in points_at(state, "USA", NASHVILLE)]
        after = self.ended(with_pieces(state, *gone), Raze(at(NASHVILLE)))
        assert (at(NASHVILLE) in after.works) != manned

    def test_work_lost_before_the_end_phase_stands(self) -> None:
        state, _ = done(in_action("USA"), Raze(at(NASHVILLE)))
        lost = replace(state, works={at(NASHVILLE): replace(state.works[at(NASHVILLE)], side="CSA")})
        assert at(NASHVILLE) in self.ended(lost).works

    def test_the_enemys_work_is_refused(self) -> None:
        with pytest.raises(IllegalOrder):
            done(in_action("USA"), Raze(at(CORINTH)))


class Test_H_23_what_only_hidden_facts_forbid:
    def near(self) -> State:
        """Return a state in which Buell sees nobody, and a Confederate point blocks his way."""
        state = in_action("USA", state=opening("near"))
        blocker = replace(points_at(state, "CSA", "Union City")[0], hex=at("Columbia TN"))
        return with_pieces(state, blocker)

    def test_move_stops_before_an_unseen_enemy_and_stays_paid(self) -> None:
        state = self.near()
        free = replace(state, points={id_: p for id_, p in state.points.items() if p.hex != at("Columbia TN")})
        offered = [found.path for offer in moves(state, "USA", "USA Buell") for found in routes(offer)]
        through = [path for path in offered if at("Columbia TN") in path[1:-1]]
        assert at("Columbia TN") not in view(state, "USA").enemy
        order = Move("USA Buell", ids_at(state, "USA", NASHVILLE, 2), through[0], "theatre")
        open_, _ = done(free, order)
        after, events = done(state, order)
        assert open_.leaders["USA Buell"].hex == through[0][-1]
        assert after.leaders["USA Buell"].hex == through[0][through[0].index(at("Columbia TN")) - 1]
        assert (after.contact and after.contact.hex) == after.leaders["USA Buell"].hex
        assert [event.words for event in events if event.kind == "stopped"] == [STOPPED]
        assert replace(after.purses["USA"], may_cut=()) == open_.purses["USA"]
        assert "moved" in kinds(events)

    def test_led_move_that_was_to_end_there_meets_him(self) -> None:
        state = self.near()
        offered = [found.path for offer in moves(state, "USA", "USA Buell") for found in routes(offer)]
        path = next(path for path in offered if path[-1] == at("Columbia TN"))
        after, _ = done(state, Move("USA Buell", ids_at(state, "USA", NASHVILLE, 2), path, "theatre"))
        assert after.contact == Contact(at("Columbia TN"), "USA", path[-2], passed=path[1:-1])

    @pytest.mark.rule("CW-POOL")
    def test_entry_that_only_hidden_facts_forbid_returns_to_the_pool_and_stays_used(self) -> None:
        state = in_action("USA", state=opening("near"), left=3)
        raider = replace(points_at(state, "CSA", "Union City")[0], hex=at("Paducah"))
        drawn = replace(state.leaders["USA Halleck"], standing="drawn", enters_at="Cairo")
        cut_off = {hex_: "CSA" for hex_ in state.held}
        blind = replace(with_pieces(state, drawn, raider), depots={}, held=cut_off)  # type: ignore[arg-type]
        assert PlaceLeader("USA Halleck", at("Cairo")) in legal_orders(view(blind, "USA"), "")
        after, events = done(blind, PlaceLeader("USA Halleck", at("Cairo")))
        assert (after.leaders["USA Halleck"].standing, after.leaders["USA Halleck"].hex) == ("pool", "")
        assert [(event.kind, event.words) for event in events] == [("entry blocked", STOPPED)]

    def test_truth_is_looked_up_on_the_same_world_every_time(self) -> None:
        world = opening("near").world
        assert world.on_board is world.on_board
        assert (world.on_board.sight, world.on_board.scenario) == ("board", world.scenario)
        assert world.on_board.on_board is world.on_board

    def test_instructions_are_the_owners_alone(self) -> None:
        state, events = done(in_action("USA"), Instruct("USA Grant", "stay"))
        assert {event.known_to for event in events} == {"USA"}
        assert view(state, "CSA") == view(in_action("USA"), "CSA")
