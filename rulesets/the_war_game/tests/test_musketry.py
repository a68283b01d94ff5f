"""Ranges, who fires first, volleys, who is hit, and skirmishers."""

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulesets.core.context import Context, Override
from rulesets.the_war_game.tests.helpers import carried_out, chances, odds, refusal, result, said, steps, switched

OLDER = ("carbine", "smoothbore musket")


@pytest.mark.rule("WG-RANGE")
class Test_ranges:
    @pytest.mark.parametrize(
        ("weapon", "inches", "reach"),
        [
            ("rifle musket", 0, "in range, near band"),
            ("rifle musket", 8, "in range, near band"),
            ("rifle musket", 9, "in range, middle band"),
            ("rifle musket", 16, "in range, middle band"),
            ("rifle musket", 17, "in range, far band"),
            ("rifle musket", 24, "in range, far band"),
            ("rifle musket", 25, "out of range"),
            ("smoothbore musket", 6, "in range, near band"),
            ("smoothbore musket", 7, "in range, middle band"),
            ("carbine", 18, "in range, far band"),
            ("carbine", 19, "out of range"),
            ("round shot", 24, "in range, 0 to 24″"),
            ("round shot", 25, "in range, 25 to 36″"),
            ("round shot", 60, "in range, 49 to 60″"),
            ("round shot", 61, "out of range"),
            ("canister", 8, "in range, near band"),
            ("canister", 16, "in range, middle band"),
            ("canister", 24, "in range, far band"),
            ("canister", 25, "out of range"),
            ("howitzer shell", 19, "too near"),
            ("howitzer shell", 20, "in range"),
            ("howitzer shell", 50, "in range"),
            ("howitzer shell", 51, "out of range"),
        ],
    )
    def test_every_edge_of_a_range(self, weapon: str, inches: int, reach: str) -> None:
        assert said("ranges", {"weapon": weapon, "inches": inches}) == reach

    def test_ruling_ends_the_near_band_at_6_for_rifles_only(self) -> None:
        narrow = switched(202, "6 inches")
        assert said("ranges", {"inches": 7}, context=narrow) == "in range, middle band"
        assert said("ranges", {"inches": 6}, context=narrow) == "in range, near band"

    def test_canister_bands_follow_the_cone_of_the_campaign(self) -> None:
        cone = Override("the_war_game.canister_cone", "near", "reaches", 10, "Our cone", "We cut it so.")
        found = said("ranges", {"weapon": "canister", "inches": 10}, context=Context.of([cone]))
        assert found == "in range, near band"


@pytest.mark.rule("WG-WHOFIRST")
class Test_who_fires_first:
    @pytest.mark.parametrize(("usa", "csa"), list(product(range(1, 7), repeat=2)))
    def test_higher_die_fires_first_and_a_draw_is_simultaneous(self, usa: int, csa: int) -> None:
        first = result("who_fires_first", {}, usa, csa).first
        assert first == ("USA" if usa > csa else "CSA" if csa > usa else "")

    def test_second_side_replies_with_what_is_left(self) -> None:
        assert said("who_fires_first", {}, 1, 6) == "CSA fires first; USA replies with the figures left"

    def test_odds_are_15_15_6(self) -> None:
        found = chances("who_fires_first", {}, "first")
        assert found == {"USA": Fraction(15, 36), "CSA": Fraction(15, 36), "": Fraction(6, 36)}

    def test_rolls_are_keyed_by_side_and_units(self) -> None:
        rolled = carried_out("who_fires_first", {"union": "69th NY", "turn": 4}, 1, 2).throws
        assert [(throw.subject, throw.turn) for throw in rolled] == [
            (("USA", "69th NY", ""), 4),
            (("CSA", "69th NY", ""), 4),
        ]


DEDUCTION = {
    (8, False, False): 2,
    (8, True, False): 3,
    (8, False, True): 1,
    (8, True, True): 2,
    (16, False, False): 3,
    (16, True, False): 4,
    (16, False, True): 2,
    (16, True, True): 3,
    (24, False, False): 4,
    (24, True, False): 5,
    (24, False, True): 3,
    (24, True, True): 4,
}


def volley(inches: int = 8, firers: int = 6, weapon: str = "rifle musket", **more: Any) -> dict[str, Any]:
    return {"firers": firers, "inches": inches, "weapon": weapon, **more}


@pytest.mark.rule("WG-MUSKET")
class Test_musketry:
    @pytest.mark.parametrize(("inches", "cover", "first"), DEDUCTION)
    @pytest.mark.parametrize("die", range(1, 7))
    def test_each_die_loses_its_deduction(self, *, inches: int, cover: bool, first: bool, die: int) -> None:
        inputs = volley(inches, in_cover=cover, first_volley=first)
        assert result("musketry", inputs, die).casualties == max(0, die - DEDUCTION[inches, cover, first])

    @pytest.mark.parametrize(("inches", "hits"), [(0, 4), (8, 4), (9, 3), (16, 3), (17, 2), (24, 2)])
    def test_border_belongs_to_the_nearer_band(self, inches: int, hits: int) -> None:
        assert result("musketry", volley(inches), 6).casualties == hits

    @pytest.mark.parametrize(("firers", "dice"), [(6, 1), (11, 1), (12, 2), (23, 3), (24, 4), (120, 20)])
    def test_each_full_group_of_6_rolls_a_die(self, firers: int, dice: int) -> None:
        assert result("musketry", volley(firers=firers), *[6] * dice).casualties == 4 * dice

    def test_fewer_than_6_roll_nothing(self) -> None:
        assert said("musketry", volley(firers=5)) == "0 casualties"
        assert odds("musketry", volley(firers=5)) == {"0 casualties": 1}

    def test_ruling_takes_the_deduction_from_the_sum(self) -> None:
        once = switched(203, "the sum of the dice")
        assert result("musketry", volley(firers=18), 1, 2, 6, context=once).casualties == 7
        assert result("musketry", volley(firers=18), 1, 2, 6).casualties == 4
        assert result("musketry", volley(24, firers=6, in_cover=True), 3, context=once).casualties == 0

    @pytest.mark.parametrize(("firers", "dice", "hits"), [(8, (6,), 4), (9, (6, 6), 6), (9, (6, 5), 5), (3, (6,), 2)])
    def test_ruling_lets_half_a_group_fire(self, firers: int, dice: tuple[int, ...], hits: int) -> None:
        half = switched(204, "3 or more roll a die for half its casualties, rounded down")
        assert result("musketry", volley(firers=firers), *dice, context=half).casualties == hits

    def test_ruling_ends_the_near_band_at_6(self) -> None:
        narrow = switched(202, "6 inches")
        assert [result("musketry", volley(n), 6, context=narrow).casualties for n in (6, 7, 8)] == [4, 3, 3]
        assert result("musketry", volley(6, weapon="carbine"), 6, context=narrow).casualties == 4

    @pytest.mark.parametrize(("inches", "hits"), [(6, 4), (7, 3), (12, 3), (13, 2), (18, 2)])
    @pytest.mark.parametrize("weapon", OLDER)
    def test_older_weapons_have_bands_of_6(self, inches: int, hits: int, weapon: str) -> None:
        assert result("musketry", volley(inches, weapon=weapon), 6).casualties == hits

    def test_older_weapons_reach_18(self) -> None:
        assert refusal("musketry", volley(19, weapon="carbine")) == "Range: must be 18 or less for a carbine, not 19."

    def test_doubtful_band_shows_its_mark(self) -> None:
        marks = {step.cell: step.mark for step in carried_out("musketry", volley(9), 1).steps if step.cell}
        assert marks["rifle musket", "near"] == "reconstructed"
        assert marks["rifle musket", "middle"] == "printed"

    @given(firers=st.integers(1, 24), inches=st.integers(0, 23), cover=st.booleans(), first=st.booleans())
    def test_farther_or_in_cover_never_hits_more(self, *, firers: int, inches: int, cover: bool, first: bool) -> None:
        def expected(**inputs: Any) -> Fraction:
            return sum((n * p for n, p in chances("musketry", inputs, "casualties").items()), Fraction(0))

        here = expected(firers=firers, inches=inches, in_cover=cover, first_volley=first)
        assert expected(firers=firers, inches=inches + 1, in_cover=cover, first_volley=first) <= here
        assert expected(firers=firers, inches=inches, in_cover=True, first_volley=first) <= here
        assert expected(firers=firers, inches=inches, in_cover=cover, first_volley=True) >= here


@pytest.mark.rule("WG-WHOHIT")
class Test_who_is_hit:
    def test_second_hit_on_a_figure_is_lost(self) -> None:
        found = result("who_is_hit", {"figures": 6, "casualties": 4}, 3, 3, 5, 3)
        assert (found.killed, found.officers, found.numbers) == (2, 0, (3, 5))

    def test_casualties_go_to_the_groups_in_turn(self) -> None:
        found = result("who_is_hit", {"figures": 18, "casualties": 4}, 1, 1, 1, 2)
        assert found.numbers == (1, 2, 7, 13)

    def test_number_without_a_figure_is_a_miss(self) -> None:
        inputs = {"figures": 8, "casualties": 2}
        assert result("who_is_hit", inputs, 6, 3).numbers == (6,)
        assert "2nd casualty, 2nd group: nobody has this number, a miss." in steps("who_is_hit", inputs, 6, 3)

    def test_ruling_rolls_such_a_number_again(self) -> None:
        again = switched(206, "rolled again")
        found = result("who_is_hit", {"figures": 8, "casualties": 2}, 6, 3, 5, 2, context=again)
        assert found.numbers == (6, 8)

    def test_officers_are_told_apart(self) -> None:
        inputs = {"figures": 12, "casualties": 3, "officers": [1, 9]}
        found = result("who_is_hit", inputs, 1, 3, 4)
        assert str(found) == "1 figure killed, 2 officers hit"
        assert found.numbers == (1, 4, 9)

    @pytest.mark.parametrize(
        ("officers", "sentence"),
        [
            ([7], "Numbers of the officers: must be 6 or less, not 7."),
            ([2, 2], "Numbers of the officers: 2 is listed twice."),
        ],
    )
    def test_impossible_officer_is_refused(self, officers: list[int], sentence: str) -> None:
        assert refusal("who_is_hit", {"figures": 6, "casualties": 1, "officers": officers}) == sentence

    @pytest.mark.parametrize("option", ["a miss", "rolled again"])
    @pytest.mark.parametrize(
        ("figures", "casualties", "officers"), [(1, 3, []), (6, 4, [2]), (8, 4, [7]), (7, 5, [1, 7]), (14, 5, [3, 13])]
    )
    def test_odds_match_a_count_of_all_dice(
        self, option: str, figures: int, casualties: int, officers: list[int]
    ) -> None:
        """Each casualty's die is counted in its group; with the ruling a small group has a smaller die."""
        groups = [range(n, min(n + 6, figures + 1)) for n in range(1, figures + 1, 6)]
        dice = []
        for n in range(casualties):
            group = list(groups[n % len(groups)])
            dice.append(group if option == "rolled again" else group + [0] * (6 - len(group)))
        expected: dict[tuple[int, int], Fraction] = {}
        every = list(product(*dice))
        for faces in every:
            hit = set(faces) - {0}
            key = len(hit - set(officers)), len(hit & set(officers))
            expected[key] = expected.get(key, Fraction(0)) + Fraction(1, len(every))
        inputs = {"figures": figures, "casualties": casualties, "officers": officers}
        assert chances("who_is_hit", inputs, "killed", "officers", context=switched(206, option)) == expected

    @given(st.data())
    def test_result_has_a_chance_and_counts_its_numbers(self, data: st.DataObject) -> None:
        figures, casualties = data.draw(st.integers(1, 20)), data.draw(st.integers(1, 12))
        officers = data.draw(st.lists(st.integers(1, figures), max_size=3, unique=True))
        inputs = {"figures": figures, "casualties": casualties, "officers": officers}
        dice = data.draw(st.lists(st.integers(1, 6), min_size=casualties, max_size=casualties))
        found = result("who_is_hit", inputs, *dice)
        assert len(found.numbers) == found.killed + found.officers <= min(figures, casualties)
        assert chances("who_is_hit", inputs, "killed", "officers")[found.killed, found.officers] > 0


def skirmish(inches: int, target: str = "organized body", **more: Any) -> dict[str, Any]:
    return {"firers": 6, "inches": inches, "target": target, **more}


KILLS_FROM = {
    ("organized body", False): (5, 6),
    ("organized body", True): (6, 7),
    ("infantry in open order", False): (5, 6),
    ("infantry in open order", True): (6, 7),
    ("selected individual", False): (6, 7),
    ("mounted officer", False): (6, 6),
}


@pytest.mark.rule("WG-SKIRM")
class Test_skirmish_fire:
    @pytest.mark.parametrize(("target", "cover"), KILLS_FROM)
    @pytest.mark.parametrize(("inches", "band"), [(0, 0), (12, 0), (13, 1), (24, 1)])
    def test_each_target_is_killed_from_its_number(self, *, target: str, cover: bool, inches: int, band: int) -> None:
        least = KILLS_FROM[target, cover][band]
        dice = range(1, 7) if least < 7 else ()
        hits = 7 - least
        found = result("skirmish_fire", skirmish(inches, target, in_cover=cover), *dice)
        assert found.killed == (min(hits, 1) if target in ("selected individual", "mounted officer") else hits)

    def test_several_hits_on_one_man_are_one(self) -> None:
        assert said("skirmish_fire", skirmish(5, "selected individual"), *[6] * 6) == "he is hit"
        assert said("skirmish_fire", skirmish(5, "selected individual"), *[5] * 6) == "he is missed"

    @pytest.mark.parametrize("target", ["selected individual", "mounted officer"])
    def test_nobody_is_picked_off_in_cover(self, target: str) -> None:
        sentence = refusal("skirmish_fire", skirmish(5, target, in_cover=True))
        assert sentence == "Target in cover: nobody in cover can be picked off."

    def test_beyond_24_inches_is_refused(self) -> None:
        assert refusal("skirmish_fire", skirmish(25)) == "Range: must be 24 or less, not 25."

    def test_impossible_shot_has_no_dice_and_no_chance(self) -> None:
        assert odds("skirmish_fire", skirmish(13, in_cover=True)) == {"0 figures killed": 1}
