"""What a side reads on the pages of a war: clock, pieces, orders, marches, and odds, from its view alone."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.civil_war.fighting import combat
from rulesets.civil_war.war import State, legal_orders, view
from rulesets.civil_war.war.orders import GameOrder, Move, Order
from rulesets.civil_war.war.state import Contact
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    in_action,
    only,
    opening,
    points_at,
    settled,
    with_pieces,
)
from rulesets.civil_war.war.tests.test_two_worlds import changed, states
from rulesets.civil_war.war.world import Sight
from rulesets.civil_war.words import Side
from war.drawing import center
from war.selectors.war_clock import next_step, public_strip, strip_of, umpires_strip
from war.selectors.war_counters import all_counters, counters_of, known_signs
from war.selectors.war_drawing import supply_layer
from war.selectors.war_here import WarHere, war_here
from war.selectors.war_marches import march_along, moves_in
from war.selectors.war_orders import WORDINGS
from war.selectors.war_piece_orders import Asked, able_pieces, next_able, piece_orders
from war.selectors.war_pieces import off_map, own_stacks, why_not
from war.selectors.war_track import track_of
from war.selectors.war_words import Fact

GRANT = "USA Grant"


def orders_of(state: State, piece: str = GRANT, side: Side = "USA", **asked: Any) -> Any:
    found = piece_orders(view(state, side), Asked(piece, **asked))
    assert found is not None
    return found


class TestClock:
    """1.2 to 1.4: everyone sees the clock; what is left of the difference is its owner's."""

    pytestmark = pytest.mark.rule("CW-PULSE")

    def test_owner_reads_accounts_and_what_is_left(self) -> None:
        own, enemy = strip_of(view(in_action(left=7), "USA")).sides
        assert (own.side, own.left, own.is_spending) == ("USA", 7, True)
        assert [(each.name, each.points) for each in own.accounts] == [("West", 9), ("Discretionary", 2)]
        assert (enemy.left, enemy.accounts, enemy.is_done) == (None, (), True)

    def test_enemy_reads_only_what_was_paid(self) -> None:
        state = in_action(left=7, paid=4)
        union = strip_of(view(state, "CSA")).sides[1]
        assert (union.side, union.paid, union.left, union.accounts, union.waiting) == ("USA", 4, None, (), "")
        assert (union.river_lift, union.rail_lift) == (None, None)
        everybody = public_strip(state.world, state.clock, state.purses).sides[0]
        assert (everybody.paid, everybody.left, everybody.accounts) == (4, None, ())

    def test_umpire_reads_both_sides(self) -> None:
        union, confederate = umpires_strip(in_action(left=7)).sides
        assert (union.left, union.accounts[0].points) == (7, 9)
        assert confederate.accounts

    def test_free_reinforcement_comes_first(self) -> None:
        state = only(in_action(), "USA", "Pittsburg Landing", 7)
        owed = replace(
            state, clock=replace(state.clock, free_entry="owed", initiative="USA"), available={"USA": 1, "CSA": 0}
        )
        step = next_step(view(owed, "USA"))
        assert step.sentence == "Take your free reinforcement: enter a strength point."
        assert (step.is_yours, step.cites) == (True, "CW-1.4")
        grant = why_not(view(owed, "USA"), GRANT)
        assert grant.sentence == "Enter your free reinforcement first."

    def test_nothing_left_asks_for_the_end_of_the_half(self) -> None:
        state = in_action(left=0)
        assert next_step(view(state, "USA")).sentence.startswith("Nothing more has to be spent.")
        assert [group.kind for group in orders_of(state, "").common] == ["take_stance", "end_half"]

    @pytest.mark.rule("CW-RETREAT")
    def test_loser_chooses_a_retreat_and_the_other_side_waits(self) -> None:
        here = at("Corinth")
        contact = Contact(here, "USA", at("Pittsburg Landing"), "retreat", "CSA", (at("Tupelo"),))
        state = replace(in_action(), contact=contact)
        assert next_step(view(state, "CSA")).sentence == "Choose where your force at Corinth retreats."
        assert next_step(view(state, "USA")).sentence == "The Confederate side chooses its retreat from Corinth."
        (group,) = orders_of(state, "", "CSA").groups
        assert [option.label for option in group.choices[0].options] == ["Tupelo"]


class TestPieces:
    """1.3, 1.4, 2.1: what can act is lit, and what can't says why."""

    pytestmark = pytest.mark.rule("CW-PRICE")

    @pytest.mark.parametrize(
        ("state", "side", "sentence", "cites"),
        [
            (opening(), "USA", "Orders are given in the Action phase.", "CW-1.4"),
            (in_action("CSA"), "USA", "The other side spends its half of the pulse.", "CW-1.4"),
            (in_action(left=0), "USA", "Nothing is left of the difference.", "CW-1.4"),
            (
                in_action(west=0, discretionary=0),
                "USA",
                "No command points are left to pay for orders in the West.",
                "CW-1.3",
            ),
        ],
    )
    def test_why_not(self, state: State, side: Side, sentence: str, cites: str) -> None:
        found = why_not(view(state, side), GRANT)
        assert (found.sentence, found.cites) == (sentence, cites)

    def test_leader_due_later_says_when(self) -> None:
        lines = {line.name: line for line in off_map(view(in_action(), "USA"))}
        assert lines["Halleck"].why_not == "Due on turn 4 at Cairo."
        assert not lines["Halleck"].may_act

    def test_pieces_that_can_act_come_one_after_the_other(self) -> None:
        stacks = own_stacks(view(in_action(), "USA"))
        able = able_pieces(stacks)
        assert GRANT in able
        assert next_able(stacks) == able[0]
        assert next_able(stacks, able[0]) == able[1]
        assert next_able(stacks, able[-1]) == able[0]

    def test_strength_points_of_a_kind_are_one_line(self) -> None:
        stack = next(each for each in own_stacks(view(in_action(), "USA")) if each.place == "Pittsburg Landing")
        assert [line.name for line in stack.pieces if "infantry" in line.name] == [
            "4 green infantry",
            "4 veteran infantry",
        ]
        assert stack.words == "8 SP, in supply, depot"


class TestCounters:
    """H-23: own stacks have figures, the enemy's are unknown."""

    pytestmark = pytest.mark.rule("CW-H-23")

    def test_enemy_is_a_question_mark_until_he_shows(self) -> None:
        state = in_action()
        (corinth,) = counters_of(view(state, "USA"))[at("Corinth")]
        assert (corinth.figure, corinth.leader, corinth.leaders) == ("?", "", ("Army of Mississippi",))
        beauregard = replace(state.leaders["CSA Beauregard"], revealed=True)
        (shown,) = counters_of(view(with_pieces(state, beauregard), "USA"))[at("Corinth")]
        assert (shown.figure, shown.leader) == ("?", "Beauregard")

    def test_umpire_sees_both_sides_as_they_are(self) -> None:
        (corinth,) = all_counters(in_action())[at("Corinth")]
        assert (corinth.figure, corinth.leader) == ("9", "A.S. Johnston")

    def test_works_depots_and_control_are_signs(self) -> None:
        signs = {(sign.kind, sign.side) for sign in known_signs(view(in_action(), "USA"))}
        assert {("fort", "USA"), ("fort", "CSA"), ("depot", "USA"), ("held", "CSA")} <= signs


def test_every_order_of_a_side_has_its_words() -> None:
    """A side's orders are all offered in words; moves are chosen on the map."""
    assert set(WORDINGS) == set(get_args(Order)) - set(get_args(GameOrder)) - {Move}


class TestMarches:
    """4.2: a path says its price, hex by hex, before it's sent."""

    pytestmark = pytest.mark.rule("CW-MOVE")

    def test_cheapest_way_costs_what_the_route_costs(self) -> None:
        state = in_action()
        offer = moves_in(legal_orders(view(state, "USA"), GRANT))["led"]
        for to in offer.to:
            march = orders_of(state, how="led", to=to).march
            assert march.cost == offer.route(to).cost
            assert (march.broken, march.allowance) == ((), 4)

    def test_drawn_path_is_priced_as_it_is(self) -> None:
        seen = view(in_action(), "USA")
        offer = moves_in(legal_orders(seen, GRANT))["led"]
        start, one, two = offer.route(next(to for to in offer.to if len(offer.route(to).path) == 3)).path
        assert march_along(seen, offer, (start, one, two)).broken == ()
        apart = march_along(seen, offer, (start, two))
        assert apart.broken
        assert march_along(seen, offer, (start, one, start, one, start, one, start)).broken != ()

    def test_numbers_that_are_not_printed_show_their_origin(self) -> None:
        march = orders_of(in_action(), how="led", to=at("Corinth")).march
        assert {line.origin for line in march.why} == {"reconstructed", "sourced", "house"}
        assert all(line.cites.startswith("CW-") for line in (*march.why, *march.shifts))

    @pytest.mark.rule("CW-SHIFT", "CW-H-23")
    def test_attack_names_what_is_known_and_its_shifts(self) -> None:
        march = orders_of(in_action(), how="led", to=at("Corinth")).march
        assert march.is_attack
        assert march.known == "Confederate: Army of Mississippi, strength unknown, a fort."
        assert march.shifts[-1].words == "Column shift: 1 to the left."

    @pytest.mark.rule("CW-COMMAND")
    def test_leader_takes_as_many_points_as_his_stars(self) -> None:
        way = orders_of(in_action(), how="led").way
        assert (way.least, way.most, way.cp) == (1, 2, 2)
        assert [(kind.words, kind.chosen) for kind in way.points] == [
            ("4 veteran infantry", 2),
            ("4 green infantry", 0),
        ]

    def test_move_as_previewed_is_a_legal_order(self) -> None:
        state = in_action()
        found = orders_of(state, how="led", to=at("Jackson TN"))
        chosen = frozenset(id_ for kind in found.way.points for id_ in kind.ids[: kind.chosen])
        after, _ = done(state, Move(GRANT, chosen, found.march.path, found.way.pots[0].value))
        assert settled(after)[0].leaders[GRANT].hex == at("Jackson TN")

    @pytest.mark.rule("CW-SUPPLY")
    def test_supply_at_the_end_is_said_before_sending(self) -> None:
        seen = view(in_action(), "USA")
        offer = moves_in(legal_orders(seen, GRANT))["led"]
        for to in offer.to:
            if to not in seen.enemy:
                said = march_along(seen, offer, offer.route(to).path).supply
                assert said.startswith("In" if to in seen.supplies.fed else "Out")


def here_of(state: State, place: str, side: Side = "USA") -> WarHere:
    seen = view(state, side)
    found = war_here(seen, own_stacks(seen), at(place))
    assert found is not None
    return found


def said(facts: Sequence[Fact]) -> list[tuple[str, str]]:
    return [(fact.words, fact.cites) for fact in facts]


class TestHere:
    """A chosen hex says what is there, who goes from and to it, how it's supplied, and what its pieces can do."""

    @pytest.mark.rule("CW-MOVE", "CW-PRICE")
    def test_hex_lists_own_pieces_and_who_can_come_at_what_price(self) -> None:
        here = here_of(in_action(), "Jackson TN")
        assert (here.stack, here.facts, here.goals) == (None, (), ())
        assert here.known == "No enemy is known to be there."
        prices = {line.name: line.price for line in here.reached_by}
        assert prices["Grant"] == "1 MP, 2 CP"
        assert "Sherman" in prices

    @pytest.mark.rule("CW-MOVE")
    def test_reach_is_what_the_orders_of_its_pieces_offer(self) -> None:
        state = in_action()
        seen, here = view(state, "USA"), here_of(state, "Pittsburg Landing")
        assert here.stack is not None
        offers = [moves_in(legal_orders(seen, piece.id)).values() for piece in here.stack.pieces]
        assert {goal.hex for goal in here.goals} == {to for each in offers for offer in each for to in offer.to}
        assert {goal.hex for goal in here.goals if goal.is_attack} == seen.enemy.keys() & {g.hex for g in here.goals}

    def test_no_reach_in_the_other_sides_half(self) -> None:
        here = here_of(in_action("CSA"), "Pittsburg Landing")
        assert (here.goals, here.reached_by) == ((), ())

    @pytest.mark.rule("CW-COMMAND")
    def test_stack_that_nobody_can_lead_together_says_so(self) -> None:
        facts = said(here_of(in_action(), "Pittsburg Landing").facts)
        assert facts[0] == ("Grant commands.", "CW-2.1")
        assert facts[1] == ("No leader here can lead all 8 SP at once: Grant leads 2 at most.", "CW-2.2")
        few = said(here_of(only(in_action(), "USA", "Pittsburg Landing", 2), "Pittsburg Landing").facts)
        assert [cites for _, cites in few] == ["CW-2.1", "CW-L-3", "CW-L-1"]
        army = said(here_of(in_action(), "Corinth", "CSA").facts)
        assert army[0] == ("A.S. Johnston commands the army.", "CW-2.1")
        alone = said(here_of(in_action(), "Cairo").facts)
        assert alone[0] == ("No leader commands here; strength points move one by one.", "CW-2.1")

    @pytest.mark.rule("CW-STACK")
    def test_room_left_is_said(self) -> None:
        full = ("Room for 22 more SP.", "CW-L-3")
        assert full in said(here_of(in_action(), "Pittsburg Landing").facts)
        less = said(here_of(only(in_action(), "USA", "Pittsburg Landing", 2), "Pittsburg Landing").facts)
        assert ("Room for 28 more SP.", "CW-L-3") in less

    @pytest.mark.rule("CW-BUILD")
    def test_army_may_be_formed_or_why_not(self) -> None:
        state = in_action()
        facts = said(here_of(state, "Pittsburg Landing").facts)
        assert facts[-1] == ("No army: An army needs a leader of at least 3 stars.", "CW-L-1")
        risen = with_pieces(state, replace(state.leaders[GRANT], stars=3))
        assert said(here_of(risen, "Pittsburg Landing").facts)[-1][0].startswith("An army may be formed here for ")
        few = said(here_of(only(risen, "USA", "Pittsburg Landing", 2), "Pittsburg Landing").facts)
        assert few[-1] == ("No army: An army needs at least 3 SP.", "CW-L-1")

    @pytest.mark.rule("CW-SUPPLY", "CW-H-17")
    def test_supply_names_the_line_place_by_place(self) -> None:
        assert said(here_of(in_action(), "Pittsburg Landing").supply) == [
            ("In supply by depot.", "CW-H-17"),
            ("By water from Pittsburg Landing to Cairo.", "CW-H-20"),
            ("Cairo is a supply source.", "CW-H-17"),
        ]

    @pytest.mark.rule("CW-SUPPLY", "CW-H-17")
    def test_known_enemy_who_cuts_the_line_is_named(self) -> None:
        state = in_action("CSA")
        near = sorted(state.world.graph.near(at("Tupelo")))
        many = [*points_at(state, "USA", "Pittsburg Landing")]
        ring = [replace(point, hex=here) for point, here in zip(many, near, strict=False)]
        own = replace(points_at(state, "CSA", "Corinth")[0], hex=at("Tupelo"))
        facts = said(here_of(with_pieces(state, own, *ring), "Tupelo", "CSA").supply)
        assert facts[0][0].startswith("Out of supply")
        assert facts[1][0].startswith("As far as you know, cut by the enemy at ")


class TestLayers:
    """H-17: the supply layer is the side's own knowledge, hex by hex."""

    pytestmark = pytest.mark.rule("CW-SUPPLY", "CW-H-17")

    def test_rows_cover_the_hexes_in_supply_and_no_others(self) -> None:
        seen = view(in_action(), "USA")
        layer = supply_layer(seen)
        graph = seen.world.graph
        middles = {hex_: center(*graph.hexes[hex_].at) for hex_ in graph.hexes}
        covered = {
            hex_
            for hex_, (x, y) in middles.items()
            if any(level == round(y) and left < x < left + long for left, level, long in layer.rows)
        }
        assert covered == seen.supplies.fed
        assert len(layer.network) == len(seen.supplies.joined)


class TestTrack:
    """VG-10B, 3.6: leaders away and promotion counters are on the turn track, the owner's alone."""

    pytestmark = pytest.mark.rule("VG-10B")

    def test_leaders_away_and_counters_are_named_by_turn(self) -> None:
        state = in_action()
        grant = replace(state.leaders[GRANT], counter_on=4)
        sherman = replace(state.leaders["USA Sherman"], standing="away", hex="", due_on=5)
        after = with_pieces(state, grant, sherman)
        lines = [(line.turn, line.words) for line in track_of(view(after, "USA"))]
        assert lines == [
            (4, ("Grant: promotion counter, to 3 stars (CW-VG-10B)",)),
            (5, ("Sherman returns",)),
        ]
        assert track_of(view(after, "CSA")) == track_of(view(state, "CSA"))


class TestOdds:
    """3.1: odds for an assumed strength rest on known facts only."""

    pytestmark = pytest.mark.rule("CW-CRT")

    def test_odds_are_those_of_the_combat_table(self) -> None:
        found = orders_of(in_action(), how="led", to=at("Corinth"), sp=8, against=6).odds
        asked = {
            "attacker_sp": 8,
            "defender_sp": 6,
            "work": "fort",
            "attacker": {"commander": 1},
            "turn": 4,
        }
        assert {line.words: line.chance for line in found.lines} == combat.odds(asked).named()
        assert sum(line.chance for line in found.lines) == 1

    def test_no_odds_without_an_assumption_or_an_attack(self) -> None:
        assert orders_of(in_action(), how="led", to=at("Corinth")).odds is None
        assert orders_of(in_action(), how="led", to=at("Jackson TN"), against=3).odds is None

    def test_true_strength_changes_nothing(self) -> None:
        many, few = in_action(), only(in_action(), "CSA", "Corinth", 1)
        assert len(points_at(few, "CSA", "Corinth")) == 1
        asked: dict[str, Any] = {"how": "led", "to": at("Corinth"), "sp": 8, "against": 6}
        assert orders_of(many, **asked) == orders_of(few, **asked)


@pytest.mark.rule("CW-H-23")
@pytest.mark.parametrize("sight", ["board", "near"])
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_pages_say_the_same_whatever_is_hidden(sight: Sight, data: Any) -> None:
    state = data.draw(st.sampled_from(states(sight)))
    side: Side = data.draw(st.sampled_from(("USA", "CSA")))
    other = changed(state, side, data.draw)
    one, two = view(state, side), view(other, side)
    stacks = own_stacks(one)
    assert stacks == own_stacks(two)
    assert strip_of(one) == strip_of(two)
    assert counters_of(one) == counters_of(two)
    assert known_signs(one) == known_signs(two)
    pieces = [piece.id for stack in stacks for piece in stack.pieces]
    assert supply_layer(one) == supply_layer(two)
    assert track_of(one) == track_of(two)
    hex_ = data.draw(st.sampled_from(sorted(state.world.graph.ids)))
    assert war_here(one, stacks, hex_) == war_here(two, own_stacks(two), hex_)
    piece = data.draw(st.sampled_from(["", *pieces]))
    first = piece_orders(one, Asked(piece))
    assert first == piece_orders(two, Asked(piece))
    if first is not None and first.way is not None:
        to = data.draw(st.sampled_from(first.way.destinations)).hex
        asked = Asked(piece, first.way.how, to, against=4)
        assert piece_orders(one, asked) == piece_orders(two, asked)
