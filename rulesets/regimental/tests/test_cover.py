"""Lying down, skirmishers, works, and buildings."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said, switched

HALF = Fraction(1, 2)


@pytest.mark.rule("RG-LYING")
class Test_lying_down:
    @pytest.mark.parametrize(("act", "lying", "cost"), [("lie down", True, HALF), ("get up", False, HALF)])
    def test_lying_down_and_getting_up_take_half_a_move(self, *, act: str, lying: bool, cost: Fraction) -> None:
        found = result("lying_down", {"act": act})
        assert (found.lying, found.share_of_move_used) == (lying, cost)

    def test_staying_down_takes_nothing(self) -> None:
        found = result("lying_down", {"act": "stay down"})
        assert (found.lying, found.share_of_move_used) == (True, 0)

    @pytest.mark.parametrize(
        ("weapon", "share"),
        [
            ("Springfield or Enfield", HALF),
            ("rifled smoothbore", HALF),
            ("smoothbore", HALF),
            ("breech-loading carbine", 1),
            ("repeater", 1),
        ],
    )
    def test_breechloaders_fire_in_full(self, weapon: str, share: Fraction) -> None:
        found = result("lying_down", {"weapon": weapon})
        assert (found.own_fire, found.fire_modifier, found.combat_modifier) == (share, -1, -1)

    def test_those_who_are_up_have_no_modifiers(self) -> None:
        found = result("lying_down", {"act": "get up"})
        assert (found.own_fire, found.fire_modifier, found.combat_modifier) == (1, 0, 0)

    @pytest.mark.parametrize(
        ("inputs", "words"),
        [
            ({"troops": "mounted cavalry"}, "Troops: mounted cavalry cannot lie down"),
            ({"troops": "artillery"}, "Troops: artillery cannot lie down"),
            ({"charges": True}, "Charges this turn: troops lying down cannot charge"),
            ({"charges": True, "act": "stay down"}, "troops lying down cannot charge"),
            ({"weapon": "pistol or shotgun"}, "Weapon: pistols and shotguns are fired only in melee"),
        ],
    )
    def test_impossible_act_is_refused(self, inputs: dict[str, Any], words: str) -> None:
        with pytest.raises(IllegalOrder, match=words):
            result("lying_down", inputs)

    def test_dismounted_cavalry_lies_down_and_charges_once_up(self) -> None:
        assert result("lying_down", {"troops": "dismounted cavalry"}).lying
        assert not result("lying_down", {"act": "get up", "charges": True}).lying

    def test_campaign_replaces_the_penalty(self) -> None:
        context = replaced("lying_fire", "smoothbore", "1/4")
        assert result("lying_down", {"weapon": "smoothbore"}, context=context).own_fire == Fraction(1, 4)


@pytest.mark.rule("RG-SKIRM")
class Test_skirmishers:
    @pytest.mark.parametrize(("stands", "out"), [(1, 1), (3, 1), (4, 1), (7, 1), (8, 2), (11, 2), (12, 3), (40, 10)])
    def test_infantry_sends_one_stand_in_four_and_at_least_one(self, stands: int, out: int) -> None:
        found = result("skirmishers", {"stands": stands})
        assert (found.stands_out, found.figures, found.horse_holding_stands) == (out, 3 * out, 0)
        assert found.fire_modifier == 0

    @pytest.mark.parametrize(("stands", "out", "holders"), [(1, 1, 0), (3, 3, 0), (4, 3, 1), (7, 6, 1), (8, 6, 2)])
    def test_dismounted_cavalry_leaves_one_stand_in_four_with_the_horses(
        self, stands: int, out: int, holders: int
    ) -> None:
        found = result("skirmishers", {"stands": stands, "troops": "dismounted cavalry"})
        assert (found.stands_out, found.figures, found.horse_holding_stands) == (out, 3 * out, holders)
        assert found.fire_modifier == -2

    def test_mounted_cavalry_skirmishes_whole(self) -> None:
        found = result("skirmishers", {"stands": 8, "troops": "mounted cavalry"})
        assert (found.stands_out, found.figures, found.horse_holding_stands, found.fire_modifier) == (8, 24, 0, -2)

    @pytest.mark.parametrize(("inches", "driven_in"), [(4, True), (4.25, False), (None, False)])
    def test_formed_enemies_drive_them_in_at_4_inches(self, *, inches: float | None, driven_in: bool) -> None:
        assert result("skirmishers", {"stands": 8, "formed_enemy": inches}).driven_in is driven_in

    def test_skirmishers_go_up_to_8_inches_ahead(self) -> None:
        assert result("skirmishers", {"stands": 8, "inches_ahead": 8}).stands_out == 2
        with pytest.raises(IllegalOrder, match="Inches ahead of the unit: must be 8 or less, not 8 1/4"):
            result("skirmishers", {"stands": 8, "inches_ahead": 8.25})

    def test_hidden_unit_has_none_out(self) -> None:
        with pytest.raises(IllegalOrder, match="a hidden unit has no skirmishers out"):
            result("skirmishers", {"stands": 8, "hidden": True})

    @pytest.mark.parametrize(("inches", "points"), [(8, 6), (8.25, 3), (16, 3)])
    def test_screen_halves_infantry_fire_beyond_8_inches(self, inches: float, points: int) -> None:
        asked = {"firers": [{"stands": 6, "range_inches": inches}], "screened": True}
        skirmishers = carried_out("skirmishers", {"stands": 8}).result
        assert skirmishers.screens_beyond == 8
        assert result("fire_points", asked).points == points


@pytest.mark.rule("RG-WORKS")
class Test_works:
    @pytest.mark.parametrize(
        ("turns", "kind", "fire", "combat"),
        [
            (0, "none", 0, 0),
            (1, "none", 0, 0),
            (2, "light works", -1, 1),
            (5, "light works", -1, 1),
            (6, "breastworks", -2, 2),
            (99, "breastworks", -2, 2),
        ],
    )
    def test_works_grow_with_turns_on_the_ground(self, turns: int, kind: str, fire: int, combat: int) -> None:
        found = result("works", {"turns": turns})
        assert (found.works, found.fire_modifier, found.combat_modifier) == (kind, fire, combat)

    def test_nothing_is_built_without_materials(self) -> None:
        assert said("works", {"turns": 9, "materials": False}) == "no works"

    def test_light_works_are_printed_and_breastworks_a_house_value(self) -> None:
        marks = {step.cell[0]: step.mark for step in carried_out("works", {"turns": 6}).steps if step.cell}
        assert marks["breastworks"] == marks["target in breastworks"] == marks["defender in breastworks"] == "house"
        marks = {step.cell[0]: step.mark for step in carried_out("works", {"turns": 2}).steps if step.cell}
        assert marks["light works"] == marks["target in light works"] == marks["defender in light works"] == "printed"


@pytest.mark.rule("RG-BUILD")
class Test_building:
    def test_building_is_hard_cover_for_one_regiment(self) -> None:
        found = result("building", {})
        assert (found.fire_modifier, found.combat_modifier, found.burning) == (-2, 2, False)
        with pytest.raises(IllegalOrder, match="Regiments inside: must be 1 or less, not 2"):
            result("building", {"regiments": 2})

    @pytest.mark.parametrize("die", range(1, 11))
    @pytest.mark.parametrize("typed", [False, True])
    def test_9_or_10_sets_it_on_fire(self, *, die: int, typed: bool) -> None:
        asked = {"guns_fire": True} | ({"fire_roll": die} if typed else {})
        assert result("building", asked, *([] if typed else [die])).burning is (die >= 9)

    def test_one_shot_in_five_sets_it_on_fire(self) -> None:
        burning = sum(chance for words, chance in odds("building", {"guns_fire": True}).items() if "on fire" in words)
        assert burning == Fraction(1, 5)

    def test_nobody_fires_and_nothing_burns(self) -> None:
        assert odds("building", {}) == {"−2 to fire at it, +2 in combat": 1}

    def test_ruling_lets_only_shells_set_fire(self) -> None:
        only = switched("R-320", "shell only")
        asked = {"guns_fire": True, "fire_roll": 10}
        assert result("building", {**asked, "ammunition": "shell"}, context=only).burning
        assert not result("building", {**asked, "ammunition": "shot"}, context=only).burning
        assert result("building", {**asked, "ammunition": "shot"}).burning

    @pytest.mark.parametrize(
        ("turn", "stays", "must_leave", "lost"),
        [(3, True, False, 0), (4, False, True, 0), (4, True, True, 1), (9, True, True, 1)],
    )
    def test_defenders_leave_in_the_turn_after_or_lose_a_stand_each_turn(
        self, *, turn: int, stays: bool, must_leave: bool, lost: int
    ) -> None:
        found = result("building", {"burning_since": 3, "turn": turn, "stays": stays})
        assert (found.burning, found.must_leave, found.stands_lost) == (True, must_leave, lost)

    def test_empty_building_costs_nobody(self) -> None:
        asked = {"burning_since": 3, "turn": 5, "stays": True, "regiments": 0}
        assert result("building", asked).stands_lost == 0

    def test_building_cannot_burn_before_it_caught_fire(self) -> None:
        with pytest.raises(IllegalOrder, match="Turn: must be 3 or later"):
            result("building", {"burning_since": 3, "turn": 2})
