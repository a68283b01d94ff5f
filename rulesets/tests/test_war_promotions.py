"""VG-10 on the map: counters after battles, rolls in the Reinforcement phase, and promotions on odd winning rolls."""

from dataclasses import replace
from functools import cache

import pytest

from rulesets.civil_war.war import State, legal_orders, resolve, view, world_of
from rulesets.civil_war.war import command_here as c
from rulesets.civil_war.war.orders import EnterPoint, Proceed, Settle, SideResult, TakePromotion
from rulesets.civil_war.war.state import Contact, Leader, Stance, Waiting
from rulesets.civil_war.war.tests.builders import at, done, in_action, kinds, opening, points_at, with_pieces
from rulesets.civil_war.war.tests.test_battles import BRAGG, CORINTH, LANDING, SAFE, attack, shiloh
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Side
from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import IllegalOrder
from rulesets.cw_to_ff import hand_over


@cache
def bridged() -> World:
    return world_of("shiloh_to_corinth", conversion=hand_over)


def with_grant(**values: object) -> State:
    """Return the Reinforcement phase of turn 5, with Grant as a case needs him; nobody else has a counter."""
    state = replace(opening(), world=bridged())
    grant = replace(state.leaders["USA Grant"], **values)  # type: ignore[arg-type]
    return replace(with_pieces(state, grant), clock=replace(state.clock, turn=5))


def grant_of(state: State) -> Leader:
    return state.leaders["USA Grant"]


@pytest.mark.rule("VG-10A")
class Test_10A_counters:
    def fought(self, *dice: int) -> State:
        state = replace(shiloh(1, 2, leaders=True), world=bridged())
        stay = [replace(each, instruction="stay") for each in state.leaders.values()]
        away = [replace(x, hex=at("Cairo")) for x in state.leaders_at["USA", at(LANDING)] if x.name != "Grant"]
        rest = [replace(x, hex=at("Union City")) for x in state.leaders_at["CSA", at(CORINTH)] if x.id != BRAGG]
        return attack(with_pieces(state, *stay, *away, *rest), 1, 1, *SAFE, *dice)[0]

    def test_leader_who_fights_has_his_counter_on_the_turn_of_the_battle(self) -> None:
        assert grant_of(self.fought(*SAFE)).counter_on == 4

    @pytest.mark.rule("CW-LEADERLOSS")
    def test_wounded_leader_keeps_it_and_one_killed_does_not(self) -> None:
        assert (grant_of(self.fought(1, 2)).standing, grant_of(self.fought(1, 2)).counter_on) == ("away", 4)
        assert (grant_of(self.fought(1, 1)).standing, grant_of(self.fought(1, 1)).counter_on) == ("dead", 0)

    def test_without_the_seed_nobody_gets_one(self) -> None:
        state = shiloh(1, 2, leaders=True)
        assert {leader.counter_on for leader in attack(state, 1, 1, *SAFE * 9)[0].leaders.values()} == {0}

    def test_report_of_a_table_battle_places_it_and_an_earlier_one_stays(self) -> None:
        contact = Contact(at(LANDING), "CSA", at(CORINTH), "decision")
        for before, after in ((0, 5), (4, 4)):
            state = replace(with_grant(counter_on=before), waiting={at(LANDING): Waiting(contact)})
            came = replace(state.points["CSA SP 1"], hex=at(LANDING))
            sides: dict[Side, SideResult] = {"USA": SideResult(counters={"USA Grant": 5}), "CSA": SideResult()}
            settled, _ = done(with_pieces(state, came), Settle(at(LANDING), sides, "CSA", at(CORINTH)))
            assert grant_of(settled).counter_on == after


@pytest.mark.rule("VG-10B", "VG-10C")
class Test_10B_reinforcement:
    """Grant's tactical rating with two stars is what his counter in play says, and a turn has passed."""

    @pytest.mark.parametrize("off", [0, 1])
    def test_roll_less_the_turns_waited_against_his_tactical_rating(self, off: int) -> None:
        state = with_grant(counter_on=4)
        die = c.rating(state.world, grant_of(state), "tactical") + 1 + off
        outcome = resolve(state, Proceed(), ScriptedDice(die))
        after = outcome.result.changes.leaders.get("USA Grant", grant_of(state))
        assert after.promotable == (off == 0)
        assert [(throw.rule, throw.subject) for throw in outcome.throws] == [("VG-10B", ("USA", "Grant"))]

    def test_news_of_the_pool_is_the_owners_alone(self) -> None:
        _, events = done(with_grant(counter_on=1), Proceed(), dice=ScriptedDice(1))
        assert [event.known_to for event in events if event.kind == "promotion due"] == ["USA"]

    def test_no_roll_for_one_who_is_away_or_already_in_the_pool(self) -> None:
        for state in (
            with_grant(counter_on=4, standing="away", hex="", due_on=6),
            with_grant(counter_on=4, promotable=True),
        ):
            assert resolve(state, Proceed(), ScriptedDice()).throws == ()

    @pytest.mark.rule("CW-POOL")
    def test_wounded_leader_comes_back_through_the_pool(self) -> None:
        after, _ = done(with_grant(standing="away", hex="", due_on=5), Proceed())
        assert grant_of(after).standing == "pool"


@pytest.mark.rule("VG-10D", "VG-10E")
class Test_10D_promotions:
    def won(self, total: int, side: Side = "USA", **grant: object) -> State:
        """Return the Union's half of a pulse, with the initiative won on a total, and Grant in the promotion pool."""
        state = in_action("USA", state=with_grant(**{"counter_on": 4, "promotable": True, **grant}))
        clock = replace(
            state.clock, initiative=side, free_entry="owed" if side == "USA" else "none", winning_total=total
        )
        return replace(state, clock=clock)

    def test_odd_winning_roll_brings_a_promotion_as_the_free_reinforcement(self) -> None:
        state, events = done(self.won(7), TakePromotion())
        assert (grant_of(state).stars, grant_of(state).counter_on, grant_of(state).promotable) == (3, 0, False)
        assert grant_of(state).hex == at(LANDING)
        assert (state.clock.free_entry, state.clock.left) == ("promotion", 9)
        assert [(event.kind, event.known_to) for event in events] == [("promoted", "USA")]

    @pytest.mark.parametrize(("total", "side"), [(6, "USA"), (7, "CSA")])
    def test_even_roll_or_the_other_sides_brings_none(self, total: int, side: Side) -> None:
        with pytest.raises(IllegalOrder):
            resolve(self.won(total, side), TakePromotion(), ScriptedDice())

    def test_promotion_is_nobodys_duty(self) -> None:
        state = self.won(7)
        assert TakePromotion() in legal_orders(view(state, "USA"), "")
        assert not any(isinstance(offer, EnterPoint) for offer in legal_orders(view(state, "USA"), "USA Grant"))

    def test_pool_is_drawn_from_at_random_and_the_rest_stays(self) -> None:
        state = self.won(7)
        sherman = replace(state.leaders["USA Sherman"], counter_on=4, promotable=True)
        outcome = resolve(with_pieces(state, sherman), TakePromotion(), ScriptedDice(2))
        changed = outcome.result.changes.leaders
        assert (changed["USA Sherman"].stars, "USA Grant" in changed) == (2, False)
        assert [(throw.rule, throw.subject) for throw in outcome.throws] == [("VG-10E", ("USA", "draw 1"))]

    def test_promoted_leader_may_command_and_the_enemy_learns_nothing(self) -> None:
        state = self.won(7)
        after, events = done(state, TakePromotion())
        assert view(after, "CSA").enemy == view(state, "CSA").enemy
        assert "promoted" in kinds(events)


@pytest.mark.rule("VG-4F3")
class Test_4F3_winner_promotes:
    """Two veterans hold the Landing against one, a strength point of infantry and one of cavalry."""

    def crack(self, **stance: str) -> set[str]:
        """Return the arms of the Union's crack strength points after it has won."""
        state = replace(shiloh(1, 2), world=bridged())
        foot, horse = (replace(point, quality="veteran", arm="infantry") for point in points_at(state, "USA", LANDING))
        stances: dict[Side, Stance] = {"USA": Stance(**stance)}  # type: ignore[arg-type]
        ready = replace(with_pieces(state, foot, replace(horse, arm="cavalry")), stances=stances)
        after, _ = attack(ready, 1, 1, *SAFE)
        return {point.arm for point in after.points.values() if point.side == "USA" and point.quality == "crack"}

    def test_infantry_unless_instructed_otherwise(self) -> None:
        assert self.crack() == {"infantry"}

    @pytest.mark.parametrize(("promotion", "arm"), [("infantry first", "infantry"), ("cavalry first", "cavalry")])
    def test_arm_that_its_standing_instructions_prefer(self, promotion: str, arm: str) -> None:
        assert self.crack(promotion=promotion) == {arm}
