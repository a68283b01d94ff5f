"""Breaking in, individual combats, how a melee ends, and exhaustion."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.dice import ScriptedDice
from rulesets.core.errors import BeyondTheTable
from rulesets.core.registry import procedure
from rulesets.the_war_game.tests.helpers import carried_out, chances, odds, refusal, result, said, steps, switched

ALL_DICE = list(product(range(1, 7), repeat=2))


def fight(*bouts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"combats": list(bouts or ({},)), "charging": "neither", **more}


def bout(attackers: str, defenders: str, **more: Any) -> dict[str, Any]:
    """Spell a combat as the page does: 1 cav against 2 inf."""
    arms = {"inf": "infantry", "cav": "cavalry"}
    (ours, our_arm), (theirs, their_arm) = attackers.split(), defenders.split()
    sides = {"attackers": int(ours), "attacking": arms[our_arm], "defenders": int(theirs), "defending": arms[their_arm]}
    return {**sides, **more}


def lost(inputs: dict[str, Any], *dice: int, **more: Any) -> tuple[int, int]:
    found = result("melee", inputs, *dice, **more)
    return found.attacker_lost, found.defender_lost


def expected(attacking: Fraction, defending: Fraction) -> tuple[int, int]:
    return int(attacking < defending), int(attacking > defending)


WEIGHTS = {
    ("1 inf", "1 inf"): (Fraction(1), Fraction(1)),
    ("2 inf", "1 inf"): (Fraction(3, 2), Fraction(1)),
    ("1 inf", "2 inf"): (Fraction(1), Fraction(3, 2)),
    ("1 cav", "1 cav"): (Fraction(1), Fraction(1)),
    ("2 cav", "1 cav"): (Fraction(3, 2), Fraction(1)),
    ("1 cav", "2 cav"): (Fraction(1), Fraction(3, 2)),
    ("1 cav", "1 inf"): (Fraction(2), Fraction(1)),
    ("1 inf", "1 cav"): (Fraction(1), Fraction(2)),
    ("1 cav", "2 inf"): (Fraction(1), Fraction(1)),
    ("2 inf", "1 cav"): (Fraction(1), Fraction(1)),
    ("1 cav", "3 inf"): (Fraction(1), Fraction(3, 2)),
    ("3 inf", "1 cav"): (Fraction(3, 2), Fraction(1)),
}


@pytest.mark.rule("WG-MELEE")
class Test_combats:
    @pytest.mark.parametrize(("attackers", "defenders"), WEIGHTS)
    def test_every_combat_is_weighed_as_listed(self, attackers: str, defenders: str) -> None:
        ours, theirs = WEIGHTS[attackers, defenders]
        for attacking, defending in ALL_DICE:
            found = lost(fight(bout(attackers, defenders)), attacking, defending)
            assert found == expected(attacking * ours, defending * theirs)

    def test_halves_count(self) -> None:
        assert lost(fight(bout("2 inf", "1 inf")), 3, 4) == (0, 1)
        assert steps("melee", fight(bout("2 inf", "1 inf")), 3, 4)[-1] == (
            "1st combat: attacker 3 × 1 1/2 = 4 1/2, defender 4. The defender loses a figure."
        )

    def test_equal_totals_stay_locked(self) -> None:
        assert said("melee", fight({"times": 2}), 4, 2, 4, 2) == "attacker loses 0, defender 0; 2 combats locked"

    def test_each_pair_of_dice_is_a_combat(self) -> None:
        found = result("melee", fight({"times": 3}, bout("2 inf", "1 inf")), 1, 6, 3, 2, 5, 3, 4, 6)
        assert (found.attacker_lost, found.defender_lost, found.locked) == (1, 1, 2)

    @pytest.mark.parametrize(("face", "faces", "end"), [(5, (2, 2), (1, 0)), (4, (3, 1), (0, 0)), (6, (1, 2), (0, 1))])
    def test_ruling_gives_cavalry_two_dice_against_1_infantry(
        self, face: int, faces: tuple[int, int], end: tuple[int, int]
    ) -> None:
        """The third case has the higher single die."""
        option = switched(211, "rolls two dice")
        defends = lost(fight(bout("1 inf", "1 cav")), face, *faces, context=option)
        assert defends == expected(Fraction(face), Fraction(sum(faces)))
        assert lost(fight(bout("1 cav", "1 inf")), *faces, face, context=option) == defends[::-1]

    def test_ruling_doubles_cavalry_against_2_infantry(self) -> None:
        option = switched(212, "cavalry doubles its die")
        assert lost(fight(bout("1 cav", "2 inf")), 2, 3, context=option) == (0, 1)
        assert lost(fight(bout("1 cav", "2 inf")), 2, 3) == (1, 0)
        assert lost(fight(bout("1 cav", "3 inf")), 2, 2, context=option) == (1, 0)

    @pytest.mark.parametrize(("attackers", "defenders"), [("3 inf", "1 inf"), ("1 cav", "3 cav"), ("2 inf", "2 inf")])
    def test_like_troops_fight_at_most_2_to_1(self, attackers: str, defenders: str) -> None:
        sentence = refusal("melee", fight(bout(attackers, defenders)))
        assert sentence == f"Combats: like troops fight 1 or 2 to 1, not {attackers[0]} to {defenders[0]}."

    @pytest.mark.parametrize(("attackers", "defenders"), [("2 cav", "1 inf"), ("1 inf", "2 cav"), ("2 cav", "3 inf")])
    def test_combat_that_is_not_listed_is_left_to_the_umpire(self, attackers: str, defenders: str) -> None:
        with pytest.raises(BeyondTheTable, match=r"The umpire decides \(WG-Melee\)\."):
            procedure("the_war_game.melee").run(fight(bout(attackers, defenders)), ScriptedDice(3, 3, 3))

    def test_more_than_36_combats_are_refused(self) -> None:
        assert refusal("melee", fight({"times": 20}, {"times": 17})) == "Combats: must be 36 or fewer in all, not 37."

    def test_doubtful_lines_show_their_mark(self) -> None:
        marks = [step.mark for step in carried_out("melee", fight(bout("1 cav", "2 inf")), 1, 2).steps if step.table]
        assert marks == ["reconstructed", "reconstructed"]

    @given(st.lists(st.tuples(st.sampled_from(sorted(WEIGHTS)), st.integers(1, 3)), min_size=1, max_size=3))
    def test_losses_never_exceed_the_combats(self, listed: list[tuple[tuple[str, str], int]]) -> None:
        inputs = fight(*(bout(*sides, times=times) for sides, times in listed))
        combats = sum(times for _, times in listed)
        found = chances("melee", inputs, "attacker_lost", "defender_lost", "locked")
        assert sum(found.values()) == 1
        assert {sum(each) for each in found} == {combats}


BONUSES: list[tuple[dict[str, Any], dict[str, Any], int, int]] = [
    ({"charging": "attacker"}, {}, 1, 0),
    ({"charging": "defender"}, {}, 0, 1),
    ({"charging": "both"}, {}, 1, 1),
    ({"charging": "neither"}, {}, 0, 0),
    ({"charging": "both", "move": "second"}, {}, 0, 0),
    ({"charging": "attacker", "move": "third"}, {}, 0, 0),
    ({"downhill": True}, {}, 1, 0),
    ({"downhill": True, "move": "second"}, {}, 1, 0),
    ({}, {"behind_wall": True}, 0, 1),
    ({}, {"in_house": True}, 0, 2),
    ({"defender_exhausted": True}, {}, 2, 0),
    ({"defender_exhausted": True, "rest": "a move of rest"}, {}, 1, 0),
    ({"defender_exhausted": True, "move": "second"}, {}, 3, 0),
    ({"defender_exhausted": True, "rest": "a move of rest", "move": "second"}, {}, 2, 0),
    ({"charging": "attacker", "downhill": True, "defender_exhausted": True}, {"behind_wall": True}, 4, 1),
]


@pytest.mark.rule("WG-ADV")
class Test_advantages:
    @pytest.mark.parametrize(("all_over", "here", "attacker", "defender"), BONUSES)
    def test_advantages_add_up(
        self, all_over: dict[str, Any], here: dict[str, Any], attacker: int, defender: int
    ) -> None:
        for attacking, defending in ALL_DICE:
            found = lost(fight(here, **all_over), attacking, defending)
            assert found == expected(Fraction(attacking + attacker), Fraction(defending + defender))

    def test_they_are_added_after_multiplying(self) -> None:
        inputs = fight(bout("1 cav", "1 inf", behind_wall=True), charging="attacker")
        assert steps("melee", inputs, 2, 4)[-1] == (
            "1st combat: attacker 2 × 2 + 1 = 5, defender 4 + 1 = 5. They stay locked."
        )

    def test_only_infantry_gains_by_a_wall(self) -> None:
        sentence = refusal("melee", fight(bout("1 inf", "1 cav", behind_wall=True)))
        assert sentence == "1st combat, defenders behind a wall: only infantry has an advantage there."


@pytest.mark.rule("WG-BREAKIN")
class Test_break_in:
    @pytest.mark.parametrize(("die", "inside"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 1), (6, 1)])
    def test_4_or_more_enters(self, die: int, inside: int) -> None:
        found = result("break_in", {"attackers": 1}, die)
        assert (found.inside, found.outside) == (inside, 1 - inside)

    def test_occupants_have_2_against_those_outside(self) -> None:
        assert steps("break_in", {"attackers": 2}, 1, 6)[-1] == "Occupants, against 1 attacker outside: +2."
        assert len(steps("break_in", {"attackers": 2}, 4, 6)) == 3


def ending(attacker: Any = None, defender: Any = None, **more: Any) -> dict[str, Any]:
    """Take each side as its losses, or as its fields."""
    sides = [{"lost": side} if isinstance(side, int) else side or {} for side in (attacker, defender)]
    return {"attacker": sides[0], "defender": sides[1], **more}


def ends(*args: Any, dice: tuple[int, ...] = (), option: Any = None, **more: Any) -> tuple[str, str]:
    context = {"context": option} if option else {}
    found = result("melee_outcome", ending(*args, **more), *dice, **context)
    return ("goes on", "goes on") if found.fights_on else (found.attacker, found.defender)


ON = ("goes on", "goes on")


@pytest.mark.rule("WG-OUTCOME")
class Test_outcome:
    @pytest.mark.parametrize(
        ("attacker", "defender", "end"),
        [
            (4, 2, ("withdraws", "stands")),
            (2, 4, ("stands", "withdraws")),
            (5, 2, ("withdraws", "stands")),
            (1, 0, ("withdraws", "stands")),
            (0, 1, ("stands", "withdraws")),
            (3, 2, ON),
            (0, 0, ON),
            (2, 2, ON),
        ],
    )
    def test_twice_the_losses_withdraws(self, attacker: int, defender: int, end: tuple[str, str]) -> None:
        assert ends(attacker, defender, dice=(5, 2) if end == ON else ()) == end

    def test_losses_to_fire_count_on_the_first_move(self) -> None:
        assert ends({"lost": 1, "lost_to_fire": 3}, 2) == ("withdraws", "stands")
        assert ends({"lost": 2}, {"lost": 1, "lost_to_fire": 1}, dice=(2, 1)) == ON

    def test_losses_to_fire_are_refused_later(self) -> None:
        sentence = refusal("melee_outcome", ending({"lost_to_fire": 1}, move="second"))
        assert sentence == "Attacker, figures lost to fire: counts only on the first move of a melee."

    def test_bad_morale_withdraws_after_losses(self) -> None:
        assert ends({"lost": 1, "morale": "bad"}, 1) == ("withdraws", "stands")
        assert ends({"lost": 1, "morale": "bad"}, {"lost": 1, "morale": "bad"}) == ("withdraws", "withdraws")
        assert ends({"morale": "bad"}, 0, dice=(1, 2)) == ON

    def test_second_move_counts_morale_without_losses(self) -> None:
        assert ends(0, {"morale": "bad"}, move="second") == ("stands", "withdraws")

    def test_draw_of_the_second_move_retires_both(self) -> None:
        assert ends(2, 2, move="second") == ("retires", "retires")
        assert ends(2, 2, move="second", ordered_to_hold=True) == ("retires", "holds its ground")


@pytest.mark.rule("WG-DURATION")
class Test_duration:
    @pytest.mark.parametrize(
        ("move", "more", "goes_on"),
        [
            ("first", {}, True),
            ("second", {}, False),
            ("second", {"built_up": True}, True),
            ("second", {"part_fell_back": True}, True),
            ("third", {"built_up": True}, False),
            ("third", {"part_fell_back": True}, False),
        ],
    )
    def test_melee_lasts_two_moves_or_three(self, *, move: str, more: dict[str, bool], goes_on: bool) -> None:
        found = ends(1, 1, move=move, dice=(3, 2) if goes_on else (), **more)
        assert found == (ON if goes_on else ("retires", "retires"))


@pytest.mark.rule("WG-TWOTOONE")
class Test_two_to_one:
    @pytest.mark.parametrize(
        ("ours", "theirs", "end"),
        [
            (12, 6, ("stands", "surrenders")),
            (13, 6, ("stands", "surrenders")),
            (6, 12, ("surrenders", "stands")),
            (11, 6, ("retires", "retires")),
            (0, 0, ("retires", "retires")),
            (4, 0, ("stands", "surrenders")),
        ],
    )
    @pytest.mark.parametrize("move", ["second", "third"])
    def test_outnumbered_side_surrenders(self, move: str, ours: int, theirs: int, end: tuple[str, str]) -> None:
        assert ends({"lost": 2, "left": ours}, {"lost": 2, "left": theirs}, move=move) == end

    def test_withdrawing_side_may_have_to_surrender(self) -> None:
        assert ends({"left": 12}, {"lost": 3, "left": 5}, move="second") == ("stands", "surrenders")

    def test_first_move_is_too_early(self) -> None:
        assert ends({"lost": 2, "left": 12}, {"lost": 2, "left": 3}, dice=(4, 3)) == ON
        assert ends({"left": 12}, {"lost": 2, "left": 3}) == ("stands", "withdraws")

    def test_ruling_waits_for_the_third_move(self) -> None:
        option = switched(217, "only after a third move")
        sides = {"lost": 2, "left": 12}, {"lost": 2, "left": 6}
        assert ends(*sides, move="second", option=option) == ("retires", "retires")
        assert ends(*sides, move="third", option=option) == ("stands", "surrenders")


@pytest.mark.rule("WG-MOVE2")
class Test_second_move:
    def test_higher_die_moves_in_first_and_equal_dice_are_rolled_again(self) -> None:
        assert result("melee_outcome", ending(), 6, 2).moves_in_first == "attacker"
        assert result("melee_outcome", ending(), 3, 3, 1, 2).moves_in_first == "defender"

    def test_chances_are_even(self) -> None:
        found = chances("melee_outcome", ending(1, 1), "moves_in_first")
        assert found == {"attacker": Fraction(1, 2), "defender": Fraction(1, 2)}

    def test_sides_move_4_infantry_or_2_cavalry_in_turn(self) -> None:
        found = result("melee_outcome", ending({"in_reach": 9}, {"in_reach": 5, "arm": "cavalry"}), 2, 5)
        assert found.order == ("defender 2", "attacker 4", "defender 2", "attacker 4", "defender 1", "attacker 1")

    def test_contacted_figures_are_pinned(self) -> None:
        told = steps("melee_outcome", ending({"in_reach": 1}), 2, 1)
        assert told[-1] == "Figures move in: attacker 1. Contacted figures are pinned."

    def test_charge_bonus_is_lost(self) -> None:
        assert odds("melee", fight(charging="attacker", move="second")) == odds("melee", fight())


@pytest.mark.rule("WG-EXHAUST")
class Test_exhaustion:
    @pytest.mark.parametrize(
        ("moves", "state", "add", "later"),
        [
            (0, "falling back", 2, 3),
            (1, "falling back", 1, 2),
            (2, "resting", 1, 2),
            (3, "resting", 1, 2),
            (4, "fit", 0, 0),
            (99, "fit", 0, 0),
        ],
    )
    def test_every_move_after_the_melee(self, moves: int, state: str, add: int, later: int) -> None:
        found = result("exhaustion", {"clear_moves": moves})
        assert (found.state, found.attackers_add) == (state, add)
        assert result("exhaustion", {"clear_moves": moves, "later_move": True}).attackers_add == later

    def test_tired_attackers_add_nothing(self) -> None:
        assert result("exhaustion", {"fresh_attackers": False}).attackers_add == 0

    def test_ruling_ends_the_advantage_after_one_clear_move(self) -> None:
        option = switched(218, "nothing")
        added = [result("exhaustion", {"clear_moves": n}, context=option).attackers_add for n in range(4)]
        assert added == [2, 1, 0, 0]
