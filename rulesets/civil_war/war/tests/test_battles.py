"""CW-3: contacts on the map: reactions, the combat table, losses, leaders, retreats, and overruns."""

from dataclasses import replace

import pytest

from rulesets.civil_war.war import State, awaited, legal_orders, resolve, view
from rulesets.civil_war.war.draft import Event
from rulesets.civil_war.war.orders import Move, MoveOffer, Proceed, Retreat
from rulesets.civil_war.war.state import Contact
from rulesets.civil_war.war.tests.builders import (
    at,
    done,
    ids_at,
    in_action,
    kinds,
    only,
    points_at,
    settled,
    with_pieces,
    without_leaders,
)
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder

LANDING, CORINTH, BRAGG = "Pittsburg Landing", "Corinth", "CSA Bragg"
SAFE = (6, 6)


def shiloh(attackers: int, defenders: int, *, leaders: bool = False) -> State:
    """Return the Confederates about to attack: so many from Corinth against so many at the Landing.

    Unless all leaders are there, Bragg alone leads them; he changes no roll.
    """
    state = only(only(in_action("CSA"), "USA", LANDING, defenders), "CSA", CORINTH, attackers)
    plain = replace(state, works={})
    return plain if leaders else led_by_bragg(without_leaders(plain, "USA", LANDING))


def led_by_bragg(state: State) -> State:
    """Return a state in which Bragg is the only leader at Corinth."""
    bragg = replace(state.leaders[BRAGG], standing="map", hex=at(CORINTH))
    return with_pieces(without_leaders(state, "CSA", CORINTH), bragg)


def attack(state: State, *faces: int, number: int = 1, leader: str = BRAGG) -> tuple[State, list[Event]]:
    order = Move(leader, ids_at(state, "CSA", CORINTH, number), (at(CORINTH), at(LANDING)), "theatre")
    state, events = done(state, order)
    after, more = settled(state, *faces)
    return after, events + more


@pytest.mark.rule("CW-CRT")
class Test_3_1_combat:
    def test_move_into_the_enemy_is_a_contact_before_anything_is_rolled(self) -> None:
        state = shiloh(1, 1)
        after, events = done(
            state, Move(BRAGG, ids_at(state, "CSA", CORINTH, 1), (at(CORINTH), at(LANDING)), "theatre")
        )
        assert after.contact == Contact(at(LANDING), "CSA", at(CORINTH))
        assert (awaited(after), kinds(events)) == (None, ["moved"])
        with pytest.raises(IllegalOrder):
            resolve(after, Move("", frozenset(), (), "theatre"), ScriptedDice())

    def test_points_without_a_leader_never_attack(self) -> None:
        """H-26: no such hex is offered to them, and an order into it is refused."""
        state = shiloh(1, 1)
        (point,) = ids_at(state, "CSA", CORINTH, 1)
        moves = [offer for offer in legal_orders(view(state, "CSA"), point) if isinstance(offer, MoveOffer)]
        assert moves
        assert all(at(LANDING) not in offer.to for offer in moves)
        with pytest.raises(IllegalOrder, match="without a leader cannot attack"):
            resolve(state, Move("", frozenset({point}), (at(CORINTH), at(LANDING)), "theatre"), ScriptedDice())

    def test_both_sides_lose_by_the_table(self) -> None:
        after, events = attack(shiloh(1, 1), 5, 1, *SAFE)
        assert kinds(events)[:4] == ["moved", "fought", "lost", "lost"]
        assert (len(points_at(after, "USA", LANDING)), len(points_at(after, "CSA", LANDING))) == (0, 1)
        assert after.held[at(LANDING)] == "CSA"

    def test_beaten_attacker_goes_back_where_he_came_from(self) -> None:
        after, _ = attack(shiloh(1, 2), 1, 1, *SAFE)
        assert len(points_at(after, "CSA", CORINTH)) + len(points_at(after, "CSA", LANDING)) <= 1
        assert not points_at(after, "CSA", LANDING)

    def test_survivors_have_fought_once_more(self) -> None:
        after, _ = attack(shiloh(1, 2), 1, 1, *SAFE)
        union = points_at(after, "USA", LANDING)
        assert {(point.battles, point.fought_on) for point in union} == {(2, 4)}

    def test_force_out_of_supply_ends_demoralized(self) -> None:
        state = replace(shiloh(1, 2), depots={}, held={hex_: "CSA" for hex_ in shiloh(1, 2).held})
        after, _ = attack(state, 1, 1, *SAFE)
        assert not any(p.demoralized for p in points_at(after, "CSA", CORINTH))
        assert all(point.demoralized for point in after.points.values() if point.side == "USA" and point.fought_on == 4)

    def test_demoralized_point_may_not_attack(self) -> None:
        state = shiloh(1, 1)
        broken = with_pieces(state, *(replace(point, demoralized=True) for point in points_at(state, "CSA", CORINTH)))
        with pytest.raises(IllegalOrder):
            attack(broken, 1, 1)

    def test_two_battles_in_a_hex_and_pulse_have_rolls_of_their_own(self) -> None:
        state = shiloh(2, 2)
        hardee = replace(state.leaders["CSA Hardee"], standing="map", hex=at(CORINTH))
        state, keys = with_pieces(state, hardee), []
        for leader, point in zip((BRAGG, hardee.id), points_at(state, "CSA", CORINTH), strict=True):
            state, _ = done(state, Move(leader, frozenset({point.id}), (at(CORINTH), at(LANDING)), "theatre"))
            while state.contact is not None:
                outcome = resolve(state, Proceed(), ScriptedDice(1, 1, *SAFE))
                keys += [(throw.rule, throw.subject, throw.turn) for throw in outcome.throws]
                state, _ = done(state, Proceed(), dice=ScriptedDice(1, 1, *SAFE))
        assert len(keys) == len(set(keys)) == 6  # two of each battle, and its leader’s fate


@pytest.mark.rule("CW-LEADERCOMBAT", "CW-LEADERLOSS")
class Test_3_7_leaders:
    def with_grant(self) -> State:
        state = shiloh(1, 2, leaders=True)
        away = [replace(x, hex=at("Cairo")) for x in state.leaders_at["USA", at(LANDING)] if x.name != "Grant"]
        stay = [replace(x, instruction="stay") for x in state.leaders.values() if x.side == "USA" and x not in away]
        return led_by_bragg(with_pieces(state, *stay, *away))

    def test_combat_reveals_the_leaders_engaged(self) -> None:
        state = self.with_grant()
        assert "USA Grant" not in view(state, "CSA").enemy[at(LANDING)].leaders
        after, _ = attack(state, 1, 1, *SAFE, *SAFE)
        assert view(after, "CSA").enemy[at(LANDING)].leaders == ("USA Grant",)

    @pytest.mark.parametrize(("dice", "standing", "back"), [((1, 1), "dead", 0), ((1, 2), "away", 5), (SAFE, "map", 0)])
    def test_leader_rolls_for_his_fate(self, dice: tuple[int, int], standing: str, back: int) -> None:
        after, _ = attack(self.with_grant(), 1, 1, *SAFE, *dice)
        grant = after.leaders["USA Grant"]
        assert (grant.standing, grant.due_on) == (standing, back)


@pytest.mark.rule("CW-OVERRUN")
class Test_3_2_overrun:
    def overrun(self, attackers: int) -> tuple[State, list[Event]]:
        state = only(in_action("CSA"), "USA", LANDING, 1)
        clear = replace(state, works={})
        extra = [replace(points_at(state, "CSA", CORINTH)[0], id=f"CSA SP {90 + n}") for n in range(attackers - 9)]
        ready = with_pieces(without_leaders(clear, "USA", LANDING), *extra)
        return attack(ready, number=attackers, leader="CSA A.S. Johnston")

    def test_overrun_destroys_the_defender_and_is_not_combat(self) -> None:
        after, events = self.overrun(13)
        assert "overran" in kinds(events)
        assert "fought" not in kinds(events)
        assert not points_at(after, "USA", LANDING)
        assert {point.fought_on for point in points_at(after, "CSA", LANDING)} == {0}

    def test_move_goes_on_after_an_overrun(self) -> None:
        state = only(in_action("CSA"), "USA", LANDING, 1)
        extra = [replace(points_at(state, "CSA", CORINTH)[0], id=f"CSA SP {90 + n}") for n in range(4)]
        ready = with_pieces(without_leaders(replace(state, works={}), "USA", LANDING), *extra)
        beyond = next(hex_ for hex_ in ready.world.graph.near(at(LANDING)) if hex_ == "2823" or hex_ == "2724")
        path = (at(CORINTH), at(LANDING), beyond)
        order = Move("CSA A.S. Johnston", ids_at(ready, "CSA", CORINTH, 13), path, "theatre")
        after, events = done(ready, order)
        assert "overran" in kinds(events)
        assert after.leaders["CSA A.S. Johnston"].hex == beyond


@pytest.mark.rule("CW-RETREAT")
class Test_3_7_retreat:
    def pending(self) -> State:
        """Return a state in which the defender has to choose where to go."""
        state = shiloh(9, 4, leaders=True)
        state = without_leaders(without_leaders(state, "USA", LANDING), "CSA", CORINTH)
        johnston = replace(state.leaders["CSA A.S. Johnston"], standing="map", hex=at(CORINTH))
        army = {"CSA Army of Mississippi": in_action("CSA").armies["CSA Army of Mississippi"]}
        ready = replace(with_pieces(state, johnston), armies={**state.armies, **army})
        after, _ = attack(ready, 6, 1, 1, 1, *SAFE, number=9, leader="CSA A.S. Johnston")
        return after

    def test_loser_chooses_among_open_hexes_and_the_enemy_is_not_told(self) -> None:
        state = self.pending()
        assert (awaited(state), state.contact and state.contact.step) == ("USA", "retreat")
        choices = {offer.hex for offer in legal_orders(view(state, "USA"), "") if isinstance(offer, Retreat)}
        assert at(CORINTH) not in choices
        assert len(choices) > 1
        assert legal_orders(view(state, "CSA"), "") == ()
        contact = view(state, "CSA").contact
        assert contact is not None
        assert contact.choices == ()

    def test_retreat_moves_the_force_and_leaves_the_hex_to_the_winner(self) -> None:
        state = self.pending()
        to = next(offer.hex for offer in legal_orders(view(state, "USA"), "") if isinstance(offer, Retreat))
        after, events = done(state, Retreat(to), Proceed())
        assert after.points_at["USA", to]
        assert (after.held[at(LANDING)], after.contact, "retreated" in kinds(events)) == ("CSA", None, True)

    def test_retreat_elsewhere_is_refused(self) -> None:
        with pytest.raises(IllegalOrder):
            resolve(self.pending(), Retreat(at(CORINTH)), ScriptedDice())

    def test_force_without_a_way_out_surrenders(self) -> None:
        state = self.pending()
        ring = [hex_ for hex_ in state.world.graph.near(at(LANDING)) if hex_ != at(CORINTH)]
        before = shiloh(9, 4)
        guards = [replace(before.points["CSA SP 10"], id=f"CSA SP {80 + n}", hex=hex_) for n, hex_ in enumerate(ring)]
        johnston = replace(before.leaders["CSA A.S. Johnston"], standing="map", hex=at(CORINTH))
        army = {"CSA Army of Mississippi": in_action("CSA").armies["CSA Army of Mississippi"]}
        ready = replace(with_pieces(before, johnston, *guards), armies={**before.armies, **army})
        after, events = attack(ready, 6, 1, 1, 1, *SAFE, number=9, leader="CSA A.S. Johnston")
        assert "surrendered" in kinds(events)
        assert not points_at(after, "USA", LANDING)


class Test_H_6_reaction:
    def bowling_green(self, instruction: str, place: str = CORINTH) -> State:
        """Return the Union about to move a point next to Bragg, who has his instruction."""
        state = without_leaders(in_action("USA"), "CSA", CORINTH)
        bragg = replace(state.leaders["CSA Bragg"], standing="map", hex=at(place), instruction=instruction)  # type: ignore[arg-type]
        return with_pieces(without_leaders(state, "USA", LANDING), bragg)

    def moved(self, state: State, to: str, *faces: int, leader: str = "") -> tuple[State, list[Event]]:
        point = points_at(state, "USA", LANDING)[0].id
        after, events = done(state, Move(leader, frozenset({point}), (at(LANDING), to), "theatre"))
        after, more = settled(after, *faces)
        return after, events + more

    def beside(self, state: State) -> str:
        near = set(state.world.graph.near(at(LANDING))) & set(state.world.graph.near(at(CORINTH)))
        return next(hex_ for hex_ in sorted(near) if hex_ not in (at(LANDING), at(CORINTH)))

    def test_leader_above_his_initiative_attacks_those_who_ended_next_to_him(self) -> None:
        state = self.bowling_green("attack")
        after, events = self.moved(state, self.beside(state), 6, 6, 1, *SAFE)
        assert "reacted" in kinds(events)
        assert "fought" in kinds(events)
        assert after.leaders["CSA Bragg"].revealed

    def test_leader_who_fails_his_roll_stays(self) -> None:
        state = self.bowling_green("attack")
        after, events = self.moved(state, self.beside(state), 1)
        assert "reacted" not in kinds(events)
        assert after.leaders["CSA Bragg"].rolled_in == 1

    @pytest.mark.parametrize("instruction", ["stay", "support"])
    def test_leader_without_that_instruction_does_not_roll(self, instruction: str) -> None:
        state = self.bowling_green(instruction)
        _, events = self.moved(state, self.beside(state), 6)
        assert kinds(events) == ["moved"] or kinds(events) == ["moved", "took"]

    def test_one_leader_in_a_hex_rolls_in_a_pulse(self) -> None:
        """H-26: the senior one who is told to; after him, nobody in his hex."""
        state = self.bowling_green("attack")
        others = [replace(state.leaders[f"CSA {name}"], standing="map", hex=at(CORINTH), instruction="attack")
                  for name in ("Hardee", "Breckinridge")]  # fmt: skip
        after, events = self.moved(with_pieces(state, *others), self.beside(state), 1)
        assert "reacted" not in kinds(events)
        assert {after.leaders[each.id].rolled_in for each in others} == {after.clock.pulses}

    def test_support_joins_the_battle_before_it_is_rolled(self) -> None:
        state = self.bowling_green("support")
        beside = self.beside(state)
        lone = replace(points_at(state, "CSA", "Union City")[0], hex=beside)
        sherman = replace(state.leaders["USA Sherman"], standing="map", hex=at(LANDING))
        ready = with_pieces(state, lone, sherman)
        _, events = self.moved(ready, beside, 6, 6, 1, *SAFE, *SAFE, leader=sherman.id)
        assert kinds(events)[:3] == ["moved", "reacted", "fought"]
