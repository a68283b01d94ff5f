"""H-20 and H-17: open waters, moves by river with their lift and price, and supply by water."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from rulesets.civil_war.supply import longest_line
from rulesets.civil_war.war import State, legal_orders, resolve, view
from rulesets.civil_war.war.ground import PRODUCTION
from rulesets.civil_war.war.network import Supplies
from rulesets.civil_war.war.orders import Move, MoveOffer
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import Work
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    ids_at,
    in_action,
    kinds,
    opening,
    points_at,
    settled,
    whole_war,
    with_pieces,
)
from rulesets.civil_war.war.waters import stretches
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.weighing import Silent

LANDING, FOOTE = "Pittsburg Landing", "USA Foote"


def union(lift: int = 10, *, state: State | None = None, naval: int = 2) -> State:
    return in_action("USA", state=state, river_lift=lift, naval=naval)


def afloat(state: State, piece: str) -> Iterator[MoveOffer]:
    offers = legal_orders(view(state, "USA"), piece)
    return (offer for offer in offers if isinstance(offer, MoveOffer) and offer.by_water)


def henry(state: State) -> State:
    """Make Fort Henry a Confederate work."""
    fort = Work(at("Fort Henry"), "CSA", "fort")
    return replace(state, works={**state.works, fort.hex: fort})


class Test_H_20_river_moves:
    def test_naval_leader_takes_2_in_place_of_a_leader(self) -> None:
        led, alone = afloat(union(), FOOTE)
        assert (led.most, alone.most) == (2, 0)
        assert led.pots == ("discretionary", "naval")

    def test_naval_points_pay_for_a_ground_leader_but_not_for_a_point_alone(self) -> None:
        point = points_at(union(), "USA", "Cairo")[0].id
        assert "naval" in next(afloat(union(naval=4), "USA Pope")).pots
        assert "naval" not in next(afloat(union(), point)).pots

    def test_boats_go_where_no_work_closes_the_river(self) -> None:
        to = next(afloat(union(), FOOTE)).to
        assert {at("Cairo"), at(LANDING), at("Paducah")} <= set(to)
        assert at("Memphis") not in to

    def test_enemy_work_on_the_bank_closes_the_river(self) -> None:
        assert at(LANDING) not in next(afloat(henry(union()), FOOTE)).to

    def test_move_takes_a_point_of_lift_for_each_point(self) -> None:
        state = union(lift=2)
        path = (at("New Madrid"), at(LANDING))
        order = Move(FOOTE, ids_at(state, "USA", "New Madrid", 2), path, "naval", by_water=True)
        after, _ = settled(done(state, order)[0])
        purse = after.purses["USA"]
        assert (purse.river_lift, purse.naval, len(points_at(after, "USA", LANDING))) == (0, 0, 10)
        assert after.leaders[FOOTE].hex == at(LANDING)
        assert not any(offer.points for offer in afloat(replace(after, contact=None), "USA Grant"))

    def test_without_lift_only_leaders_go(self) -> None:
        assert [offer.most for offer in afloat(union(lift=0), FOOTE)] == [0]

    @pytest.mark.parametrize("end", ["Memphis", "Corinth", "New Madrid"])
    def test_move_to_a_hex_that_boats_do_not_reach_is_refused(self, end: str) -> None:
        state = union()
        path = (at("New Madrid"), at(end))
        order = Move(FOOTE, ids_at(state, "USA", "New Madrid", 1), path, "naval", by_water=True)
        with pytest.raises(IllegalOrder):
            resolve(state, order, ScriptedDice())

    def test_move_that_an_unseen_work_closes_stays_paid(self) -> None:
        state = henry(union(state=opening("near")))
        path = (at("New Madrid"), at(LANDING))
        order = Move(FOOTE, ids_at(state, "USA", "New Madrid", 2), path, "naval", by_water=True)
        after, events = done(state, order)
        assert after.leaders[FOOTE].hex == at("New Madrid")
        assert after.purses["USA"].naval == 0
        assert "stopped" in kinds(events)

    def test_seasonal_reaches_carry_boats_in_high_water_only(self) -> None:
        high, low = (stretches(whole_war(), high_water=high) for high in (True, False))
        assert {water.hexes for water in low} < {water.hexes for water in high}


@pytest.mark.rule("CW-SUPPLY")
class Test_H_17_supply:
    def test_landing_is_fed_by_the_tennessee_until_fort_henry_is_the_enemys(self) -> None:
        for state, fed in ((union(), True), (henry(union()), False)):
            assert (at(LANDING) in view(state, "USA").supplies.fed) == fed

    def test_every_hex_is_fed_exactly_if_the_rule_says_so(self) -> None:
        for side in ("USA", "CSA"):
            supplies = view(opening(), side).supplies
            for hex_ in supplies.known.held:
                if hex_ not in supplies.known.enemy_at:
                    assert (hex_ in supplies.fed) == supplies.answer(hex_).in_supply, hex_

    def test_source_in_enemy_hands_feeds_nobody(self) -> None:
        seen = view(opening(), "USA")
        none = dict.fromkeys(seen.held, "CSA")
        known = replace(seen.known, held=none)  # type: ignore[arg-type]
        assert not Supplies(seen.world, seen.ground, known, frozenset()).fed

    def test_source_on_the_edge_of_the_window_feeds_like_any_other(self) -> None:
        """A window closes its edge but for supply: a source counts whatever lies beyond, and stands for it."""
        world = opening().world
        on_the_edge = [
            (side, hex_) for side in SIDES for hex_ in world.sources[side] if len(world.graph.near(hex_)) < 6
        ]
        assert on_the_edge == [("USA", at("Cairo")), ("CSA", at("Columbus MS"))]
        for side, source in on_the_edge:
            seen = view(opening(), side)
            known = replace(seen.known, held={source: side}, enemy_at=frozenset())
            alone = Supplies(seen.world, seen.ground, known, frozenset())
            assert {net.sources for net in alone.live} == {1}
            assert alone.fed == alone.spread((source,), longest_line(side, PRODUCTION, Silent(), to_rail=False)).keys()

    def test_enemy_points_cut_a_railroad(self) -> None:
        state = opening()
        cut = with_pieces(state, *(replace(p, hex=at("Jackson TN")) for p in points_at(state, "USA", "Cairo")))
        rails = view(cut, "CSA").supplies.rail_hexes
        assert at("Jackson TN") not in rails
        assert at("Jackson TN") in view(state, "CSA").supplies.rail_hexes
