"""Contacts that wait for the table: who decides, what is locked, who is lost, and how a Report settles them."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, apply, awaited, can_proceed, default_order, legal_orders, resolve, setup, view
from rulesets.civil_war.war.draft import Event
from rulesets.civil_war.war.legal import SIDE, has_left
from rulesets.civil_war.war.orders import (
    ChooseLosses,
    EndHalf,
    EnterPoint,
    FightHere,
    FreeOrder,
    Instruct,
    LossOffer,
    Move,
    MoveOffer,
    Order,
    PlaceLeader,
    Postpone,
    Proceed,
    Resume,
    Retreat,
    Settle,
    SideResult,
    StandFast,
    TakeStance,
    ToTable,
)
from rulesets.civil_war.war.state import Contact, Stance, Waiting
from rulesets.civil_war.war.tests.builders import (
    asking,
    at,
    done,
    ids_at,
    in_action,
    kinds,
    only,
    points_at,
    whole_war,
    with_pieces,
    without_leaders,
)
from rulesets.civil_war.words import Side
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder

LANDING, CORINTH = "Pittsburg Landing", "Corinth"
BOTH: tuple[Side, Side] = ("USA", "CSA")


def met(attackers: int = 9, defenders: int = 8) -> State:
    """Return a contact to be decided: so many Confederates have come to the Landing, with nobody to lead or react."""
    state = only(only(in_action("CSA", state=setup(asking())), "USA", LANDING, defenders), "CSA", CORINTH, attackers)
    state = without_leaders(replace(state, works={}), "USA", LANDING)
    came = [replace(point, hex=at(LANDING)) for point in points_at(state, "CSA", CORINTH)]
    state = without_leaders(with_pieces(state, *came), "CSA", CORINTH)
    return replace(state, contact=Contact(at(LANDING), "CSA", at(CORINTH), "decision"))


def at_table() -> State:
    return done(met(), ToTable())[0]


def refused(state: State, order: Order, side: Side | None = None) -> str:
    with pytest.raises(IllegalOrder) as error:
        resolve(state, order, ScriptedDice(), side=side)
    return str(error.value)


def settled_by(
    state: State, *, loser: Side | None = "CSA", retreat_to: str = "", surrenders: bool = False, **sides: SideResult
) -> tuple[State, list[Event]]:
    results: Mapping[Side, SideResult] = {side: sides.get(side, SideResult()) for side in BOTH}
    return done(state, Settle(at(LANDING), results, loser, retreat_to, surrenders))


@pytest.mark.rule("CW-CRT")
class Test_decision:
    def test_contact_waits_for_a_decision_after_the_reaction(self) -> None:
        state = without_leaders(in_action("CSA", state=setup(asking())), "USA", LANDING)
        move = Move("CSA Bragg", ids_at(state, "CSA", CORINTH, 1), (at(CORINTH), at(LANDING)), "theatre")
        state, events = done(state, move, Proceed())
        assert state.contact is not None
        assert (state.contact.step, kinds(events)[-1]) == ("decision", "to decide")
        assert (awaited(state), can_proceed(state)) == (None, False)
        refused(state, Proceed())

    def test_war_that_asks_nobody_fights_at_once(self) -> None:
        state = replace(met(), world=in_action().world, contact=Contact(at(LANDING), "CSA", at(CORINTH)))
        state, _ = done(state, Proceed())
        assert state.contact is not None
        assert state.contact.step == "fight"

    def test_fight_here_goes_to_the_combat_table(self) -> None:
        state, _ = done(met(), FightHere())
        assert can_proceed(state)
        after, events = done(state, Proceed(), dice=ScriptedDice(1, 1))
        assert "fought" in kinds(events)
        assert after.contact is None or after.contact.step != "decision"

    @pytest.mark.parametrize("order", [FightHere(), ToTable(), Postpone("2824"), Resume("2824"), FightHere("2824")])
    def test_nothing_is_decided_where_nothing_waits(self, order: Order) -> None:
        refused(in_action(), order)

    def test_view_of_a_decision_shows_nothing_of_strength(self) -> None:
        seen = view(met(), "USA").contact
        assert seen == Contact(at(LANDING), "CSA", at(CORINTH), "decision")


@pytest.mark.rule("CW-CRT")
class Test_table:
    def test_contact_waits_in_its_hex_and_locks_it_with_the_six_around(self) -> None:
        state = at_table()
        assert state.contact is None
        assert set(state.waiting) == {at(LANDING)}
        for side in BOTH:
            seen = view(state, side)
            assert seen.locked == {at(LANDING), *state.world.graph.near(at(LANDING))}
            assert seen.waiting == state.waiting

    def test_single_theater_waits_as_a_whole(self) -> None:
        state = at_table()
        assert (awaited(state), can_proceed(state)) == (None, False)
        assert refused(state, Proceed())
        assert refused(state, StandFast(points_at(state, "CSA", "Union City")[0].id, "theatre"), "CSA")
        assert refused(state, EndHalf(), "CSA")

    def test_free_orders_are_given_all_the_same_but_not_in_a_locked_hex(self) -> None:
        state = at_table()
        stance = TakeStance(Stance(table="decline"))
        for side in BOTH:
            after = _after(state, stance, side)
            assert after.stances == {side: stance.stance}
        assert _after(state, Instruct("USA Buell", "attack"), "USA").leaders["USA Buell"].instruction == "attack"
        sherman = replace(state.leaders["USA Sherman"], standing="map", hex=at(LANDING))
        assert refused(with_pieces(state, sherman), Instruct("USA Sherman", "attack"), "USA")

    def test_fight_here_calls_a_battle_off_the_table(self) -> None:
        state, events = done(at_table(), FightHere(at(LANDING)))
        assert (state.waiting, state.contact) == ({}, Contact(at(LANDING), "CSA", at(CORINTH), "fight"))
        assert kinds(events) == ["fights here"]

    def test_postponing_frees_the_theater_but_neither_the_battle_nor_the_six_hexes_around(self) -> None:
        state, _ = done(at_table(), Postpone(at(LANDING)))
        assert awaited(state) == "CSA"
        assert view(state, "CSA").locked == {at(LANDING), *state.world.graph.near(at(LANDING))}
        assert legal_orders(view(state, "CSA"), points_at(state, "CSA", "Union City")[0].id)
        assert not legal_orders(view(state, "CSA"), points_at(state, "CSA", LANDING)[0].id)
        again, _ = done(state, Resume(at(LANDING)))
        assert again.waiting == {at(LANDING): Waiting(Contact(at(LANDING), "CSA", at(CORINTH), "decision"))}

    def test_nothing_goes_into_the_hexes_around_a_postponed_battle_until_it_is_settled(self) -> None:
        state, _ = done(at_table(), Postpone(at(LANDING)))
        around = {at(LANDING), *state.world.graph.near(at(LANDING))}
        assert not _hexes_to_move_to(state) & around
        settled, _ = settled_by(state, loser="CSA", retreat_to=at(CORINTH))
        assert _hexes_to_move_to(settled) & around

    @pytest.mark.rule("CW-TIE")
    def test_points_that_a_postponed_battle_locks_are_not_nothing_left_but_hold_up_no_half(self) -> None:
        """H-19: the turn doesn't end for want of anything to do, and nobody must do the impossible."""
        state, _ = done(at_table(), Postpone(at(LANDING)))
        only_here = [replace(p, standing="lost", hex="") for p in state.points.values() if p.hex != at(LANDING)]
        nowhere = [replace(x, standing="due", due_on=5, hex="") for x in state.leaders.values() if x.hex != at(LANDING)]
        purses = {side: replace(state.purses[side], west=9) for side in BOTH}
        locked = replace(with_pieces(state, *only_here, *nowhere), purses=purses)
        assert [has_left(view(locked, side)) for side in BOTH] == [True, True]
        assert default_order(view(locked, "CSA")) == EndHalf()
        between = replace(locked, clock=replace(locked.clock, phase="pulse", spending=None))
        after, events = done(between, Proceed(), dice=ScriptedDice(5, 4, 4, 2))
        assert (after.clock.phase, kinds(events)) == ("action", ["initiative"])

    @pytest.mark.parametrize("order", [Postpone, Resume])
    def test_battle_is_postponed_once_and_resumed_once(self, order: type[Postpone | Resume]) -> None:
        state = at_table() if order is Postpone else done(at_table(), Postpone(at(LANDING)))[0]
        assert refused(done(state, order(at(LANDING)))[0], order(at(LANDING)))

    @pytest.mark.rule("CW-DEMORAL")
    def test_rally_phase_passes_over_a_force_whose_battle_waits(self) -> None:
        state, _ = done(at_table(), Postpone(at(LANDING)))
        shaken = with_pieces(state, *(replace(p, demoralized=True) for p in points_at(state, "USA", LANDING)))
        after, _ = done(replace(shaken, clock=replace(shaken.clock, phase="rally", spending=None)), Proceed())
        assert len(points_at(after, "USA", LANDING)) == len(points_at(state, "USA", LANDING))
        assert all(point.demoralized for point in points_at(after, "USA", LANDING))

    @pytest.mark.rule("CW-VP")
    def test_victory_waits_for_every_report_the_postponed_included(self) -> None:
        state, _ = done(at_table(), Postpone(at(LANDING)))
        last = replace(state, clock=replace(state.clock, phase="end", spending=None, turn=5))
        assert not can_proceed(last)
        assert refused(last, Proceed())
        assert can_proceed(replace(last, waiting={}))
        assert can_proceed(replace(last, clock=replace(last.clock, turn=4)))


def _hexes_to_move_to(state: State) -> set[str]:
    seen = view(state, awaited(state) or "CSA")
    offers = [offer for piece in (*seen.points, *seen.leaders) for offer in legal_orders(seen, piece)]
    return {hex_ for offer in offers if isinstance(offer, MoveOffer) for hex_ in offer.to}


def _after(state: State, order: Order, side: Side) -> State:
    return apply(state, resolve(state, order, ScriptedDice(), side=side).result.changes)


@pytest.mark.rule("CW-PHASE")
class Test_theater_waits:
    """In the whole war a battle at Manassas holds up the East; the West plays on."""

    def whole(self, side: Side = "USA") -> State:
        state = in_action(side, state=setup(whole_war()), east=5)
        manassas = state.world.graph.hex_of("Manassas Junction")
        contact = Contact(manassas, "USA", state.world.graph.hex_of("Alexandria VA"), "decision")
        attackers = [p for p in state.points.values() if p.side == "USA" and p.hex == contact.came_from][:2]
        state = with_pieces(state, *(replace(point, hex=manassas) for point in attackers))
        return replace(state, waiting={manassas: Waiting(contact)})

    def test_pieces_of_that_theater_get_no_orders_and_others_do(self) -> None:
        state = self.whole()
        seen = view(state, "USA")
        assert awaited(state) == "USA"
        given = {
            state.world.theater_of(point.hex)
            for point in seen.points.values()
            if point.standing == "map" and legal_orders(seen, point.id)
        }
        assert "West" in given
        assert "East" not in given

    def test_locked_points_are_not_nothing_left(self) -> None:
        state = self.whole()
        purse = replace(state.purses["USA"], west=0, discretionary=0)
        pool = [replace(x, standing="due", due_on=2) for x in state.leaders.values() if x.standing == "pool"]
        only_east = replace(with_pieces(state, *pool), purses={**state.purses, "USA": purse})
        seen = view(only_east, "USA")
        assert has_left(seen)
        assert EndHalf() not in legal_orders(seen, SIDE)
        assert refused(only_east, EndHalf())
        assert default_order(seen) is None
        assert default_order(view(replace(only_east, waiting={}), "USA")) is not None

    def test_leader_just_drawn_waits_while_every_place_for_him_is_locked(self) -> None:
        state = self.whole()
        east = {hex_ for (side, hex_) in state.points_at if state.world.theater_of(hex_) == "East"}
        rest = [p for p in state.points.values() if p.side == "USA" and p.standing == "map" and p.hex not in east]
        drawn = replace(state.leaders["USA Grant"], standing="drawn", hex="", enters_at="")
        ready = with_pieces(state, drawn, *(replace(point, standing="waiting", hex="") for point in rest))
        seen = view(ready, "USA")
        assert not [offer for offer in legal_orders(seen, SIDE) if not isinstance(offer, FreeOrder)]
        assert default_order(seen) is None
        assert isinstance(default_order(view(replace(ready, waiting={}), "USA")), PlaceLeader)

    def test_next_pulse_is_not_rolled(self) -> None:
        state = self.whole()
        between = replace(state, clock=replace(state.clock, phase="pulse", spending=None))
        assert (awaited(between), can_proceed(between)) == (None, False)
        assert refused(between, Proceed())

    def test_no_move_ends_in_or_passes_a_locked_hex(self) -> None:
        state = self.whole()
        hexes = view(state, "USA").locked
        for leader in view(state, "USA").leaders.values():
            for offer in legal_orders(view(state, "USA"), leader.id):
                if isinstance(offer, MoveOffer):
                    paths = [offer.route(to).path for to in offer.to]
                    assert all(hexes.isdisjoint(path) for path in paths)

    def test_no_entry_ends_in_the_theater(self) -> None:
        state = self.whole()
        spare = replace(next(iter(state.points.values())), id="USA SP 999", standing="waiting", hex="")
        ready = replace(with_pieces(state, spare), available={"USA": 9})
        offers = legal_orders(view(ready, "USA"), spare.id)
        hexes = [offer.hex for offer in offers if isinstance(offer, EnterPoint)]
        assert hexes
        assert "East" not in {state.world.theater_of(hex_) for hex_ in hexes}

    @pytest.mark.rule("CW-H-6")
    def test_no_reaction_leaves_a_locked_hex(self) -> None:
        state = self.whole()
        ring = sorted(view(state, "USA").locked - set(state.waiting))
        world = state.world
        pairs = [(near, hex_) for hex_ in ring for near in world.graph.near(hex_)]
        beyond = [pair for pair in pairs if pair[0] not in view(state, "USA").locked]
        goal, guard = next(pair for pair in beyond if all(world.graph.hexes[hex_].theater for hex_ in pair))
        csa = [p for p in state.points.values() if p.side == "CSA" and p.standing == "map"][:1]
        usa = [p for p in state.points.values() if p.side == "USA" and p.standing == "map"][:1]
        chief = next(x for x in state.leaders.values() if x.side == "CSA" and x.standing == "map")
        ready = with_pieces(
            state,
            replace(csa[0], hex=guard),
            replace(usa[0], hex=goal),
            replace(chief, hex=guard, instruction="attack"),
        )
        moved = replace(ready, contact=Contact(goal, "USA", goal))
        after, events = done(moved, Proceed())
        assert "reacted" not in kinds(events)
        assert after.leaders[chief.id].rolled_in == 0
        free = replace(moved, waiting={})
        rolled, _ = done(free, Proceed(), dice=ScriptedDice(1))
        assert rolled.leaders[chief.id].rolled_in == 1


@pytest.mark.rule("CW-CRT")
class Test_3_7_owners_choice_of_losses:
    """Nine against eight in a forest: with two sixes both lose one and keep others."""

    def fought(self) -> State:
        state, _ = done(met(), FightHere())
        return done(state, Proceed(), dice=ScriptedDice(6, 6))[0]

    def test_attacker_is_asked_first_then_the_defender(self) -> None:
        state = self.fought()
        assert (awaited(state), state.contact and state.contact.step) == ("CSA", "losses")
        (offer,) = legal_orders(view(state, "CSA"), SIDE)
        assert isinstance(offer, LossOffer)
        assert (set(offer.points), offer.number) == ({p.id for p in points_at(state, "CSA", LANDING)}, 1)
        assert legal_orders(view(state, "USA"), SIDE) == ()
        after, _ = done(state, ChooseLosses(frozenset(offer.points[:1])))
        assert awaited(after) == "USA"

    def test_neither_sees_what_the_other_chose(self) -> None:
        state = self.fought()
        chosen = frozenset(point.id for point in points_at(state, "CSA", LANDING)[:1])
        after, _ = done(state, ChooseLosses(chosen))
        mine, theirs = (view(after, side).contact for side in ("CSA", "USA"))
        assert mine is not None
        assert theirs is not None
        assert (mine.tolls["CSA"].chosen, theirs.tolls["CSA"].chosen) == (tuple(chosen), None)

    def test_those_chosen_are_lost_and_nobody_else(self) -> None:
        state = self.fought()
        mine = frozenset(point.id for point in points_at(state, "CSA", LANDING)[-1:])
        state, _ = done(state, ChooseLosses(mine))
        (offer,) = legal_orders(view(state, "USA"), SIDE)
        assert isinstance(offer, LossOffer)
        yours = frozenset(offer.points[: offer.number])
        after, _ = done(state, ChooseLosses(yours), Proceed())
        assert {point.id for point in after.points.values() if point.standing == "lost"} == mine | yours

    def test_last_choice_leaves_losses_and_fates_to_the_game(self) -> None:
        """H-23: what an order writes and rolls would tell what became of the enemy's leaders."""
        state = self.fought()
        for side in ("CSA", "USA"):
            chosen = default_order(view(state, side))
            assert chosen is not None
            before, (state, events) = state, done(state, chosen, dice=ScriptedDice())
        assert (state.points, state.leaders, events) == (before.points, before.leaders, [])
        assert (awaited(state), can_proceed(state), state.contact and state.contact.step) == (None, True, "aftermath")

    @pytest.mark.parametrize("number", [0, 2, 3])
    def test_other_numbers_are_refused(self, number: int) -> None:
        state = self.fought()
        chosen = frozenset(point.id for point in points_at(state, "CSA", LANDING)[:number])
        assert refused(state, ChooseLosses(chosen)) == "Choose 1 of your strength points in the battle."

    def test_points_elsewhere_are_refused(self) -> None:
        state = self.fought()
        assert refused(state, ChooseLosses(frozenset(p.id for p in points_at(state, "CSA", "Union City"))))
        assert refused(state, ChooseLosses(ids_at(state, "USA", LANDING, 1)))

    def test_losses_out_of_turn_are_refused(self) -> None:
        assert refused(in_action("CSA"), ChooseLosses(frozenset()))
        assert refused(self.fought(), ChooseLosses(ids_at(self.fought(), "USA", LANDING, 1)), "USA")

    def test_equal_points_are_asked_too_so_that_a_wait_says_nothing(self) -> None:
        state = met()
        alike = [replace(p, quality="green", battles=0) for p in points_at(state, "CSA", LANDING)]
        state, _ = done(with_pieces(state, *alike), FightHere())
        state, _ = done(state, Proceed(), dice=ScriptedDice(6, 6))
        assert awaited(state) == "CSA"


@pytest.mark.rule("CW-RETREAT", "CW-DEMORAL", "VG-9", "VG-4F2")
class Test_settle:
    def test_losses_marks_quality_and_battles_are_those_of_the_result(self) -> None:
        state = at_table()
        ids = [point.id for point in points_at(state, "USA", LANDING)]
        result = SideResult(
            gone=frozenset(ids[:2]), demoralized=True, fought=frozenset(ids[:5]), quality={ids[2]: "veteran"}
        )
        before = {id_: state.points[id_].battles for id_ in ids}
        after, events = settled_by(state, USA=result, retreat_to=at(CORINTH))
        assert {after.points[id_].standing for id_ in ids[:2]} == {"lost"}
        assert {point.id for point in points_at(after, "USA", LANDING)} == set(ids[2:])
        assert after.points[ids[2]].quality == "veteran"
        assert [after.points[id_].battles - before[id_] for id_ in ids[2:]] == [1, 1, 1, 0, 0, 0]
        assert [after.points[id_].fought_on for id_ in ids[2:]] == [4, 4, 4, 0, 0, 0]
        assert all(point.demoralized for point in points_at(after, "USA", LANDING))
        assert kinds(events)[:3] == ["settled", "lost", "lost"]
        assert after.waiting == {}

    def test_losing_attacker_goes_back_and_the_hex_stays_with_the_defender(self) -> None:
        state = at_table()
        after, _ = settled_by(state, retreat_to=at(CORINTH))
        assert len(points_at(after, "CSA", CORINTH)) == 9
        assert after.held[at(LANDING)] == "USA"
        assert awaited(after) == "CSA"

    def test_losing_defender_leaves_the_hex_to_the_attacker(self) -> None:
        state = at_table()
        to = next(hex_ for hex_ in state.world.graph.near(at(LANDING)) if hex_ != at(CORINTH))
        after, _ = settled_by(state, loser="USA", retreat_to=to)
        assert len(after.points_at["USA", to]) == 8
        assert (after.held[at(LANDING)], at(LANDING) in after.depots) == ("CSA", False)

    def test_loser_without_a_way_named_chooses_it(self) -> None:
        after, _ = settled_by(at_table(), loser="USA")
        assert awaited(after) == "USA"
        assert any(isinstance(offer, Retreat) for offer in legal_orders(view(after, "USA"), SIDE))

    def test_without_a_loser_the_rule_of_the_combat_table_decides(self) -> None:
        after, _ = settled_by(at_table(), loser=None)
        assert len(points_at(after, "CSA", CORINTH)) == 9
        beaten, _ = settled_by(at_table(), loser=None, USA=SideResult(demoralized=True))
        assert awaited(beaten) == "USA"

    def test_surrender_takes_the_whole_force(self) -> None:
        after, events = settled_by(at_table(), loser="USA", surrenders=True)
        assert not points_at(after, "USA", LANDING)
        assert "surrendered" in kinds(events)

    @pytest.mark.rule("VG-9D")
    @pytest.mark.parametrize(("fate", "back", "standing"), [("killed", 0, "dead"), ("wounded", 5, "away")])
    def test_leaders_leave_the_map_by_their_fate(self, fate: str, back: int, standing: str) -> None:
        state = at_table()
        grant = replace(state.leaders["USA Grant"], standing="map", hex=at(LANDING))
        result = SideResult(leaders={grant.id: fate}, due_on={grant.id: back} if back else {})  # type: ignore[dict-item]
        after, _ = settled_by(with_pieces(state, grant), retreat_to=at(CORINTH), USA=result)
        gone = after.leaders[grant.id]
        assert (gone.standing, gone.hex, gone.due_on) == (standing, "", back)

    def test_leaders_seen_on_the_table_are_known_to_the_enemy(self) -> None:
        state = at_table()
        grant = replace(state.leaders["USA Grant"], standing="map", hex=at(LANDING), revealed=False)
        after, _ = settled_by(
            with_pieces(state, grant), retreat_to=at(CORINTH), USA=SideResult(seen=frozenset({grant.id}))
        )
        assert view(after, "CSA").enemy[at(LANDING)].leaders == (grant.id,)

    def test_hex_can_be_fought_over_again_once_it_is_settled(self) -> None:
        after, _ = settled_by(at_table(), retreat_to=at(CORINTH))
        again = replace(after, contact=Contact(at(LANDING), "CSA", at(CORINTH), "decision"))
        waiting, _ = done(again, ToTable())
        assert set(waiting.waiting) == {at(LANDING)}

    @pytest.mark.parametrize(
        ("field", "result"),
        [
            ("gone", SideResult(gone=frozenset({"CSA SP 1"}))),
            ("fought", SideResult(fought=frozenset({"USA SP 99"}))),
            ("quality", SideResult(quality={"USA SP 99": "crack"})),
            ("leaders", SideResult(leaders={"USA Buell": "killed"})),
            ("due_on", SideResult(due_on={"USA Grant": 5})),
            ("seen", SideResult(seen=frozenset({"USA Buell"}))),
        ],
    )
    def test_pieces_that_are_not_in_the_battle_are_refused(self, field: str, result: SideResult) -> None:
        order = Settle(at(LANDING), {"USA": result, "CSA": SideResult()}, "CSA", at(CORINTH))
        assert refused(at_table(), order).startswith(f"{field}: ")

    def test_impossible_ends_are_refused(self) -> None:
        state = at_table()
        none: Mapping[Side, SideResult] = {"USA": SideResult(), "CSA": SideResult()}
        assert refused(state, Settle(at(LANDING), {"USA": SideResult()}, "CSA")).startswith("sides: ")
        assert refused(state, Settle(at(LANDING), none, "CSA", at("Nashville"))).startswith("retreat_to: ")
        assert refused(state, Settle(at(LANDING), none, "CSA", "nowhere")).startswith("retreat_to: ")
        assert refused(state, Settle(at(LANDING), none, None, at(CORINTH))).startswith("retreat_to: ")
        assert refused(state, Settle(at(LANDING), none, None, surrenders=True)).startswith("surrenders: ")
        assert refused(state, Settle(at(CORINTH), none, "CSA"))
        assert refused(met(), Settle(at(LANDING), none, "CSA"))


class Test_stance:
    def test_stance_is_taken_in_the_enemys_half_and_stays_secret(self) -> None:
        state = in_action("USA")
        stance = Stance("decline", "most worth", "depot")
        after = _after(state, TakeStance(stance), "CSA")
        assert view(after, "CSA").stance == stance
        assert view(after, "USA") == view(state, "USA")
        assert view(state, "CSA").stance == Stance()

    def test_only_free_orders_are_taken_out_of_turn(self) -> None:
        state = in_action("USA")
        piece = points_at(state, "CSA", CORINTH)[0].id
        assert refused(state, StandFast(piece, "theatre"), "CSA")
        assert refused(met(), TakeStance(Stance("accept")), "USA")
        assert refused(replace(state, clock=replace(state.clock, phase="over")), TakeStance(Stance("accept")), "USA")

    def test_the_same_stance_is_refused(self) -> None:
        assert refused(in_action("USA"), TakeStance(Stance()))
