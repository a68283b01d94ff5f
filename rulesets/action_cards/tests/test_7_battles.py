"""6.0 and 7.0: rounds, battles, and hits on a fortress."""

from collections import Counter
from fractions import Fraction
from itertools import product
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.action_cards.fighting import SAMPLES, Army, Fight, Reckoned, Unit, hit_weights, weight_of_all
from rulesets.action_cards.steps import joint
from rulesets.action_cards.tests.helpers import carried_out, odds, result, switched
from rulesets.core.context import Context, Override
from rulesets.core.dice import ChanceDice
from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedure

HIT, MISS = 1, 6
LETTERS = {"infantry": "B", "brigade": "B", "cavalry": "C", "artillery": "A", "heavy artillery": "A",
           "garrison": "C", "headquarters": "C"}  # fmt: skip
HITS_ON = {"infantry": 2, "brigade": 2, "cavalry": 2, "artillery": 2, "heavy artillery": 3, "garrison": 1,
           "headquarters": 1}  # fmt: skip


def block(steps: int, kind: str = "infantry", **more: Any) -> dict[str, Any]:
    return {"steps": steps, "kind": kind, **more}


def a_round(attacker: list[dict[str, Any]], defender: list[dict[str, Any]], *dice: int, **inputs: Any) -> Any:
    return result("block_battle_round", {"round": 2, "attacker": attacker, "defender": defender, **inputs}, *dice)


class Test_7_1_round:
    @pytest.mark.rule("AC-7.2")
    @pytest.mark.parametrize("kind", LETTERS)
    @pytest.mark.parametrize("die", range(1, 7))
    def test_block_hits_on_its_rating_or_less(self, kind: str, die: int) -> None:
        found = a_round([block(2)], [block(1, kind)], *_in_turn(kind, die))
        assert found.attacker == ((1,) if die <= HITS_ON[kind] else (2,))

    @pytest.mark.rule("AC-7.1")
    @pytest.mark.parametrize("steps", range(1, 5))
    def test_block_rolls_a_die_for_each_step(self, steps: int) -> None:
        (first, _) = carried_out(
            "block_battle_round",
            {"round": 1, "attacker": [block(4), block(4)], "defender": [block(steps)]},
            *[MISS] * (steps + 8),
        ).throws[:2]
        assert (first.sides, len(first.faces)) == (6, steps)

    @pytest.mark.rule("AC-7.1")
    @pytest.mark.parametrize(("attacker", "defender"), list(product(LETTERS, LETTERS)))
    def test_letters_fire_in_order_and_the_defender_first(self, attacker: str, defender: str) -> None:
        asked = {"round": 1, "attacker": [block(1, attacker)], "defender": [block(1, defender)]}
        throws = carried_out("block_battle_round", asked, MISS, MISS).throws
        order = [throw.subject[1] for throw in throws]
        assert order == (
            ["attacker", "defender"] if LETTERS[attacker] < LETTERS[defender] else ["defender", "attacker"]
        )

    @pytest.mark.rule("AC-7.3")
    def test_losses_count_at_once(self) -> None:
        """The attacker's only block is gone before its turn, so it never rolls."""
        assert str(a_round([block(1)], [block(2)], HIT, MISS)) == "attacker none; defender 2; defender holds the hex"

    @pytest.mark.rule("AC-7.3")
    @pytest.mark.parametrize(
        ("before", "hits", "after"),
        [
            ([4, 4, 2], 3, (2, 3, 2)),
            ([4, 4, 2], 2, (3, 3, 2)),
            ([3, 3, 3], 1, (2, 3, 3)),
            ([1, 3], 2, (1, 1)),
            ([2, 1], 4, ()),
        ],
    )
    def test_hits_go_to_the_strongest_and_the_first_listed(
        self, before: list[int], hits: int, after: tuple[int, ...]
    ) -> None:
        dice = [HIT] * hits + [MISS] * (4 - hits) + [MISS] * sum(after)
        assert a_round([block(steps) for steps in before], [block(4)], *dice).attacker == after

    @pytest.mark.rule("AC-7.1")
    def test_block_that_retreats_does_not_fire_but_may_be_hit_first(self) -> None:
        leaving = [block(2, "cavalry", does="retreat"), block(1)]
        found = a_round(leaving, [block(2, "artillery")], HIT, MISS, MISS)
        assert str(found) == "attacker 1, retreated 1; defender 2"
        assert a_round([block(2, does="retreat"), block(1)], [block(1, "cavalry")], MISS, HIT).attacker == ()

    @pytest.mark.rule("AC-7.1")
    @pytest.mark.parametrize(("number", "follows"), [(1, ""), (2, ""), (3, "attacker must retreat")])
    def test_after_three_rounds_the_attacker_must_retreat(self, number: int, follows: str) -> None:
        assert a_round([block(1)], [block(1)], MISS, MISS, round=number).follows == follows

    @pytest.mark.rule("AC-6.1")
    def test_side_that_was_there_first_defends_and_fires_first(self) -> None:
        assert str(a_round([block(1)], [block(1)], HIT)) == "attacker none; defender 1; defender holds the hex"

    def test_step_says_who_hit_and_what_is_left(self) -> None:
        asked = {"round": 1, "attacker": [block(2, name="Cheatham")], "defender": [block(1, name="Thomas")]}
        says = [step.says for step in carried_out("block_battle_round", asked, HIT, MISS).steps]
        assert "Rolled d6 for the defender's Thomas, round 1: 1." in says
        assert "Round 1, defender's Thomas: 1 hit on 2 or less." in says
        assert "Round 1: the attacker has 1." in says

    def test_roll_is_keyed_by_place_side_block_and_round(self) -> None:
        asked = {"round": 2, "attacker": [block(1)], "defender": [block(1)], "place": "Shiloh", "turn": 2}
        first, second = carried_out("block_battle_round", asked, MISS, MISS).throws
        assert first.subject == ("Shiloh", "defender", "block 1", "round 2")
        assert second.subject == ("Shiloh", "attacker", "block 1", "round 2")
        assert (first.rule, first.turn) == ("AC-7.1", 2)


def _in_turn(kind: str, die: int) -> list[int]:
    """Return the dice of an infantry block of 2 that misses against a block of this kind that rolls `die`."""
    if LETTERS[kind] == "C":
        return [MISS, MISS, die]
    return [die, MISS] if die <= HITS_ON[kind] else [die, MISS, MISS]


RESERVE: dict[str, Any] = {"reserve": True}


class Test_6_reserves:
    @pytest.mark.rule("AC-6.2")
    def test_attacking_reserves_neither_fire_nor_are_hit_in_round_1(self) -> None:
        found = a_round([block(1), block(4, **RESERVE)], [block(1)], MISS, MISS, round=1)
        assert str(found) == "attacker 1, 4; defender 1"
        later = a_round([block(1), block(4, **RESERVE)], [block(2)], HIT, HIT, *[MISS] * 3, round=2)
        assert later.attacker == (1, 2)

    @pytest.mark.rule("AC-6.3")
    def test_defending_reserves_neither_fire_nor_are_hit_in_round_1(self) -> None:
        found = a_round([block(2)], [block(2), block(4, **RESERVE)], MISS, MISS, HIT, MISS, round=1)
        assert found.defender == (1, 4)
        assert a_round([block(1)], [block(1), block(4, **RESERVE)], *[MISS] * 5, HIT, round=2).defender == (1, 3)

    @pytest.mark.rule("AC-6.2")
    def test_attacking_reserves_of_a_lost_main_attack_retreat(self) -> None:
        found = a_round([block(1), block(4, **RESERVE)], [block(1)], HIT, round=1)
        assert str(found) == "attacker 4; defender 1; defender holds the hex; attacker's reserves must retreat"

    @pytest.mark.rule("AC-6.3")
    def test_defending_reserves_retreat_if_nobody_is_left_in_round_1(self) -> None:
        defender = [block(1), block(4, **RESERVE), block(3, **RESERVE)]
        found = a_round([block(1)], defender, MISS, HIT, round=1)
        assert str(found) == "attacker 1; defender 4, 3; attacker takes the hex; defender's reserves must retreat"

    @pytest.mark.rule("AC-6.2")
    def test_ruling_sends_the_victors_reserves_back(self) -> None:
        asked = {"round": 1, "attacker": [block(1), block(4, **RESERVE)], "defender": [block(1)]}
        said = str(result("block_battle_round", asked, MISS, HIT))
        assert said == "attacker 1, 4; defender none; attacker takes the hex"
        back = result("block_battle_round", asked, MISS, HIT, context=switched("R-406", "they retreat"))
        assert back.follows == "attacker takes the hex; attacker's reserves must retreat"

    @pytest.mark.rule("AC-6.2", "AC-6.3")
    @pytest.mark.parametrize("side", ["attacker", "defender"])
    def test_somebody_must_be_in_front(self, side: str) -> None:
        sides = {"attacker": [block(1)], "defender": [block(1)], side: [block(1, **RESERVE)]}
        for name, inputs in (("block_battle_round", {"round": 1, **sides}), ("block_battle", sides)):
            with pytest.raises(IllegalOrder, match="in round 1 at least one block must be in front"):
                result(name, inputs)

    @pytest.mark.rule("AC-6.2", "AC-6.3")
    @pytest.mark.parametrize("side", ["attacker", "defender"])
    def test_battle_that_ends_in_round_1_leaves_waiting_reserves_whole(self, side: str) -> None:
        sides = {"attacker": [block(1)], "defender": [block(1)]}
        sides[side] = [block(1), block(4, **RESERVE)]
        ends = procedure("action_cards.block_battle").odds(sides).chances
        lost = [end for end in ends if end.holder != side and getattr(end, side) == ("infantry 4",)]  # type: ignore[attr-defined]
        assert lost


@pytest.mark.rule("AC-7.5")
class Test_7_5_fortress:
    def test_two_hits_cost_a_step_and_half_hits_carry_between_units(self) -> None:
        """Hits of 1, then 2, on blocks of 3 and 2."""
        one = result("fortress_hits", {"blocks": [3, 2], "hits": [1], "round_ends": False})
        assert (one.blocks, one.half) == ((3, 2), True)
        two = result("fortress_hits", {"blocks": [3, 2], "hits": [1, 2], "round_ends": False})
        assert (two.blocks, two.half) == ((2, 2), True)
        assert not result("fortress_hits", {"blocks": [3, 2], "hits": [1, 2]}).half

    def test_half_hit_is_forgotten_at_the_end_of_a_round(self) -> None:
        assert result("fortress_hits", {"blocks": [3], "hits": [1]}).blocks == (3,)
        asked = {"attacker": [block(1, "artillery"), block(1)], "defender": [block(1)], "works": "fortress"}
        outcome = carried_out("block_battle", asked, HIT, MISS, MISS, HIT, MISS, MISS, HIT, MISS, MISS)
        assert str(outcome.result) == "defender holds the hex with 1 step; attacker retreats with 2 steps"

    @pytest.mark.parametrize("hits", range(10))
    @pytest.mark.parametrize("half", [False, True])
    def test_any_number_of_hits_is_halved_downward(self, hits: int, *, half: bool) -> None:
        found = result("fortress_hits", {"blocks": [4], "hits": [hits], "half": half, "round_ends": False})
        assert found.lost == min(4, (hits + half) // 2)

    @pytest.mark.parametrize(
        ("works", "manned", "doubled"),
        [("none", True, False), ("fort", False, False), ("fort", True, True), ("fortress", False, True)],
    )
    def test_works_double_the_defense(self, works: str, *, manned: bool, doubled: bool) -> None:
        asked = {"blocks": [4], "hits": [2], "works": works, "manned": manned}
        assert result("fortress_hits", asked).lost == (1 if doubled else 2)

    @pytest.mark.parametrize(("second", "lost"), [(True, 1), (False, 2)])
    def test_ruling_doubles_only_for_player_2(self, lost: int, *, second: bool) -> None:
        asked = {"blocks": [4], "hits": [2], "defender_second": second}
        assert result("fortress_hits", asked).lost == 1
        assert result("fortress_hits", asked, context=switched("R-412", "the defender if Player 2")).lost == lost

    def test_fort_needs_heavy_artillery_or_a_garrison(self) -> None:
        for kind in LETTERS:
            dice = [MISS, MISS, HIT, HIT] if LETTERS[kind] == "A" else [HIT, HIT]
            steps_left = 1 if kind in ("heavy artillery", "garrison") else 0
            dice += [MISS] * steps_left if LETTERS[kind] != "A" else []
            found = a_round([block(2, "artillery")], [block(2, kind)], *dice, works="fort", round=1)
            assert found.defender == ((1,) if steps_left else ())

    def test_reserves_are_doubled_too_once_they_come_up(self) -> None:
        asked = [block(1), block(4, **RESERVE)]
        found = a_round([block(2, "artillery")], asked, HIT, HIT, *[MISS] * 4, works="fortress", round=2)
        assert found.defender == (1, 3)


class Test_7_battle:
    @pytest.mark.rule("AC-7.1")
    def test_attacker_retreats_after_three_rounds(self) -> None:
        found = result("block_battle", {"attacker": [block(1)], "defender": [block(1)]}, *[MISS] * 6)
        assert str(found) == "defender holds the hex with 1 step; attacker retreats with 1 step"

    @pytest.mark.rule("AC-7.1", "AC-7.3")
    def test_one_against_one_is_worked_out_by_hand(self) -> None:
        """Each fires on a third, the defender first, for three rounds."""
        found = odds("block_battle", {"attacker": [block(1)], "defender": [block(1)]})
        again = Fraction(4, 9)
        rounds = 1 + again + again**2
        assert found == {
            "defender holds the hex with 1 step; attacker is eliminated": Fraction(1, 3) * rounds,
            "attacker takes the hex with 1 step; defender is eliminated": Fraction(2, 9) * rounds,
            "defender holds the hex with 1 step; attacker retreats with 1 step": again**3,
        }

    @pytest.mark.parametrize(("side", "other"), [("attacker", "defender"), ("defender", "attacker")])
    @pytest.mark.parametrize("number", [1, 2, 3])
    def test_retreat_in_a_round_ends_the_battle_there(self, side: str, other: str, number: int) -> None:
        sides = {"attacker": [block(1)], "defender": [block(1)], f"{side}_retreats": f"round {number}"}
        dice = [MISS] * (2 * (number - 1) + (1 if side == "attacker" else 0))
        assert result("block_battle", sides, *dice).holder == other

    def test_retreating_blocks_leave_by_letter(self) -> None:
        """The defending artillery leaves before anyone fires, the cavalry after the attacking artillery."""
        sides = {
            "attacker": [block(2, "artillery")],
            "defender": [block(2, "artillery"), block(2, "cavalry")],
            "defender_retreats": "round 1",
        }
        found = result("block_battle", sides, HIT, MISS)
        assert (found.holder, found.defender) == ("attacker", ("artillery 2", "cavalry 1"))

    def test_best_choice_is_not_that_of_the_list(self) -> None:
        sides = {
            "attacker": [block(1, "artillery"), block(1, "headquarters")],
            "defender": [block(1, "heavy artillery"), block(1, "cavalry")],
        }
        best = odds("block_battle", sides)
        listed = odds("block_battle", {**sides, "equals": "first listed"})
        assert best != listed
        assert sum(best.values()) == sum(listed.values()) == 1

    def test_order_of_the_list_decides_by_choice(self) -> None:
        sides = {"attacker": [block(1), block(1, "cavalry")], "defender": [block(1, "heavy artillery")],
                 "equals": "first listed"}  # fmt: skip
        found = result("block_battle", sides, HIT, HIT)
        assert found.attacker == ("cavalry 1",)

    def test_more_than_twelve_blocks_are_refused(self) -> None:
        with pytest.raises(IllegalOrder, match="Attacking blocks: must be 12 blocks or fewer in all, not 13"):
            result("block_battle", {"attacker": [block(1, blocks=12), block(1)], "defender": [block(1)]})


MIXED = [block(4, kind, blocks=2) for kind in ("infantry", "cavalry", "artillery", "heavy artillery", "garrison")]


class Test_limit_of_exact_odds:
    ASKED = {"attacker": MIXED, "defender": MIXED}

    def test_too_large_a_battle_says_so_and_offers_samples(self) -> None:
        said = (
            "Odds: these forces have more than 700,000 positions to weigh. "
            "Choose sampled odds, or hits on the first listed."
        )
        with pytest.raises(IllegalOrder) as refused:
            odds("block_battle", self.ASKED)
        assert refused.value.sentence == said
        with pytest.raises(IllegalOrder, match=r"Hits among equals: .* Choose hits on the first listed\."):
            procedure("action_cards.block_battle").run(self.ASKED, ChanceDice(1))

    def test_first_listed_is_exact_at_any_size(self) -> None:
        largest = {"attacker": [block(4, blocks=12)], "defender": [block(4, blocks=12)], "works": "fortress"}
        assert sum(odds("block_battle", {**largest, "equals": "first listed"}).values()) == 1

    def test_sampled_odds_say_so_and_are_the_same_every_time(self) -> None:
        asked = {**self.ASKED, "odds": "sampled"}
        found = odds("block_battle", asked)
        assert sum(found.values()) == 1
        assert all(said.startswith("sampled: ") for said in found)
        assert all((chance * SAMPLES).denominator == 1 for chance in found.values())
        assert odds("block_battle", asked) == found

    @pytest.mark.parametrize(
        "sides",
        [
            {"attacker": [block(4), block(3, "artillery")], "defender": [block(2, "garrison"), block(3)]},
            {
                "attacker": [block(3), block(4, **RESERVE), block(2, "cavalry", **RESERVE)],
                "defender": [block(2, "heavy artillery"), block(3, **RESERVE)],
                "works": "fortress",
            },
            {"attacker": [block(4, blocks=2)], "defender": [block(4)], "attacker_retreats": "round 2"},
        ],
    )
    def test_samples_agree_with_the_exact_odds(self, sides: dict[str, Any]) -> None:
        exact = odds("block_battle", {**sides, "equals": "first listed"})
        found = odds("block_battle", {**sides, "odds": "sampled"})
        assert {said.removeprefix("sampled: ") for said in found} <= exact.keys()
        for said, chance in exact.items():
            apart = abs(float(found.get(f"sampled: {said}", 0) - chance))
            assert apart <= 5 * sqrt(chance * (1 - chance) / SAMPLES) + 1 / SAMPLES


class Test_steps_against_steps:
    def test_plain_case_counts_only_steps(self) -> None:
        plain = {"plain": True, "attacker": [block(2, "cavalry", **RESERVE), block(1)], "defender": [block(2)]}
        same = {"plain": True, "attacker": [block(3)], "defender": [block(1, "headquarters", blocks=2)]}
        assert odds("block_battle", plain) == odds("block_battle", same)

    def test_one_against_one_is_worked_out_by_hand(self) -> None:
        found = odds("block_battle", {"plain": True, "attacker": [block(1)], "defender": [block(1)]})
        again = Fraction(1, 2) * Fraction(2, 3)
        rounds = 1 + again + again**2
        assert found["defender holds the hex with 1 step; attacker is eliminated"] == Fraction(1, 2) * rounds
        assert found["attacker takes the hex with 1 step; defender is eliminated"] == Fraction(1, 6) * rounds

    @pytest.mark.parametrize(("attacker", "defender"), [(1, 1), (4, 4), (3, 11), (24, 24), (24, 1), (1, 24)])
    def test_floats_agree_with_the_exact_odds(self, attacker: int, defender: int) -> None:
        fight = Fight(Army((Unit("A", 3, defender),)), Army((Unit("A", 2, attacker),)), (1, 3))
        ends, whole = Reckoned(fight).fought()
        found = joint(defender, attacker, 3)
        assert sum(map(sum, found)) == pytest.approx(1, abs=1e-12)
        exact: Counter[tuple[int, int]] = Counter()
        for (mine_left, theirs_left, _), weight in ends.items():
            exact[mine_left[0][0], theirs_left[0][0]] += weight
        for mine, theirs in product(range(defender + 1), range(attacker + 1)):
            assert found[mine][theirs] == pytest.approx(exact[mine, theirs] / whole, abs=1e-12)

    @pytest.mark.parametrize("side", [[block(4, blocks=7)], [block(4, blocks=6)]])
    def test_rule_in_floats_is_the_rule_in_fractions(self, side: list[dict[str, Any]]) -> None:
        """With more steps than fit, and with as many."""
        asked = {"plain": True, "attacker": side, "defender": side}
        each = procedure("action_cards.block_battle")
        exact, floats = each.odds(asked).chances, each.odds(asked, exact=False).chances
        assert floats.keys() <= exact.keys()
        assert max(abs(floats.get(end, 0) - float(chance)) for end, chance in exact.items()) <= 1e-12

    def test_other_numbers_of_a_campaign_reach_the_plain_case(self) -> None:
        cell = Override("action_cards.steps_against_steps", "attacker", "", 6, "Ours", "They never miss.")
        each = procedure("action_cards.block_battle")
        asked = {"plain": True, "attacker": [block(2)], "defender": [block(1)]}
        for exact in (True, False):
            named = each.odds(asked, Context.of([cell]), exact=exact).named()
            assert named["attacker takes the hex with 1 step; defender is eliminated"] == 0.5


class Test_engine:
    @pytest.mark.parametrize(("dice", "hits_on"), list(product(range(5), range(1, 7))))
    def test_weights_of_hits_are_binomial(self, dice: int, hits_on: int) -> None:
        whole = weight_of_all(hits_on, 4)
        weights = hit_weights(dice, hits_on, 4)
        assert sum(weights) == whole
        assert Fraction(weights[0], whole) == Fraction(6 - hits_on, 6) ** dice

    FORCES = st.lists(
        st.tuples(st.sampled_from(sorted(LETTERS)), st.integers(1, 4), st.booleans()), min_size=1, max_size=3
    )

    @settings(max_examples=40)
    @given(
        st.tuples(FORCES, FORCES),
        st.sampled_from(["none", "fort", "fortress"]),
        st.sampled_from(["best for the owner", "first listed"]),
        st.integers(0, 999),
    )
    def test_odds_include_every_roll_and_add_up(
        self,
        forces: tuple[list[tuple[str, int, bool]], ...],
        works: str,
        equals: str,
        seed: int,
    ) -> None:
        sides = {
            role: [block(steps, kind, reserve=reserve and n > 0) for n, (kind, steps, reserve) in enumerate(side)]
            for role, side in zip(("attacker", "defender"), forces, strict=True)
        }
        asked = {**sides, "works": works, "equals": equals}
        each = procedure("action_cards.block_battle")
        exact, floats = each.odds(asked).chances, each.odds(asked, exact=False).chances
        assert sum(exact.values()) == 1
        assert max(abs(floats[end] - float(chance)) for end, chance in exact.items()) <= 1e-12
        assert exact[each.run(asked, ChanceDice(seed)).result] > 0

    @settings(max_examples=60)
    @given(data=st.data())
    def test_reckoning_a_choice_reaches_no_new_state(self, data: st.DataObject) -> None:
        """Whoever comes up from reserve or leaves the line: a block hit later was never hit earlier on."""
        unit = st.builds(
            Unit, st.sampled_from("ABC"), st.just(2), st.integers(1, 2), st.booleans(), st.sampled_from([0, 1, 2, 3])
        )
        army = st.builds(Army, st.tuples(unit, unit), st.sampled_from([1, 2]), chooses=st.just(True))
        reckoned = Reckoned(Fight(data.draw(army), data.draw(army), (1, 3)))
        numbered = [len(side.states) for side in reckoned.states]
        weights, whole = reckoned.fought()
        assert sum(weights.values()) == whole
        assert [len(side.states) for side in reckoned.states] == numbered

    @pytest.mark.parametrize(
        "defender",
        [
            [block(1), block(1)],
            [block(1), block(1, **RESERVE)],
        ],
    )
    def test_line_that_changes_is_fought_to_an_end(self, defender: list[dict[str, Any]]) -> None:
        """A defender that leaves in round 2, or comes up in it and leaves in round 3."""
        sides = {"attacker": [block(1), block(1, "cavalry")], "defender": defender}
        for number in (2, 3):
            asked = {**sides, "works": "fortress", "defender_retreats": f"round {number}"}
            each = procedure("action_cards.block_battle")
            assert each.run(asked, ChanceDice(1)).result in each.odds(asked).chances

    @pytest.mark.parametrize("works", ["none", "fortress"])
    def test_best_choice_is_worth_what_was_reckoned(self, works: str) -> None:
        """Carried forward, the choices leave exactly the steps that were expected backward."""
        units = tuple(Unit(letter, on, steps) for letter, on, steps in (("A", 3, 2), ("B", 2, 3), ("C", 2, 3)))
        fight = Fight(Army(units, 1 + (works == "fortress"), chooses=True), Army(units, chooses=True), (1, 3))
        reckoned = Reckoned(fight)
        weights, whole = reckoned.fought()
        left = sum((sum(theirs[0]) - sum(mine[0])) * weight for (mine, theirs, _), weight in weights.items()) / whole
        assert reckoned.values[0][0][0] == pytest.approx(left, abs=1e-9)
