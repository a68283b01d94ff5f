"""Unit cards: what fire, morale, and guns read from them and write back."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.errors import IllegalOrder
from rulesets.core.registry import procedures
from rulesets.core.units import Card, NewUnit, Strength
from rulesets.the_war_game.tests.deck import THEM, US, a, after, changes, enemy, filled
from rulesets.the_war_game.unit_cards import CARDS

NEAR = {"inches": 8}


class Test_movement:
    @pytest.mark.rule("WG-MOVE")
    @pytest.mark.parametrize(
        ("unit", "pace"),
        [
            (a("infantry"), "infantry in line"),
            (a("infantry", formation="column"), "infantry in column"),
            (a("infantry", formation="open order"), "infantry in open order"),
            (a("skirmishers"), "infantry in open order"),
            (a("cavalry"), "cavalry"),
            (a("howitzer"), "artillery with its team"),
        ],
    )
    def test_unit_moves_as_it_is_formed(self, unit: Card, pace: str) -> None:
        assert filled("movement", unit=unit) == {"troops": pace}
        assert changes("movement", {}, unit=unit) == []

    @pytest.mark.rule("WG-TERRAIN")
    def test_unit_that_finds_room_is_in_the_house(self) -> None:
        small, large = a("infantry", figures=7), a("infantry")
        assert after("movement", {"garrison": 7}, unit=small) == {"unit.cover": "in a house"}
        assert after("movement", {"garrison": 24}, unit=large) == {}


class Test_musketry:
    @pytest.mark.rule("WG-MUSKET")
    def test_volley_is_filled_from_both_units(self) -> None:
        firer, target = a("infantry", name="2nd Wisconsin"), enemy("infantry", cover="behind a wall")
        assert filled("musketry", firer=firer, target=target) == {
            "turn": 3,
            "side": "USA",
            "unit": "2nd Wisconsin",
            "firers": 24,
            "weapon": "rifle musket",
            "first_volley": True,
            "in_cover": True,
        }
        fired = a("infantry", has_fired=True, weapon="smoothbore musket", figures=12)
        later = filled("musketry", firer=fired, target=enemy("gun"))
        assert (later["first_volley"], later["weapon"], later["firers"]) == (False, "smoothbore musket", 12)
        assert later["in_cover"] is False

    @pytest.mark.rule("WG-MUSKET")
    def test_casualties_wait_to_be_placed_and_the_first_volley_is_spent(self) -> None:
        roles = {"firer": a("infantry"), "target": enemy("infantry", to_place=2)}
        found = after("musketry", NEAR, 6, 3, 4, 1, **roles)
        assert found == {"firer.has_fired": True, "target.to_place": 2 + 5 + 2 + 3}

    @pytest.mark.rule("WG-WHOHIT")
    def test_casualties_fall_on_numbered_figures_and_officers(self) -> None:
        target = enemy("infantry", figures=4, to_place=3, first_officer="fallen")
        asked = filled("who_is_hit", target=target)
        assert (asked["figures"], asked["casualties"], asked["officers"]) == (6, 3, [5, 6])
        found = after("who_is_hit", {}, 1, 6, 1, target=target)
        assert found == {
            "target.figures": 3,
            "target.fire_lost": 1,
            "target.second_officer": "hit, to be saved",
            "target.to_place": 0,
        }

    @pytest.mark.rule("WG-WHOHIT")
    def test_unit_without_casualties_leaves_their_number_open(self) -> None:
        assert "casualties" not in filled("who_is_hit", target=a("infantry"))

    @pytest.mark.rule("WG-OFFSAVE")
    def test_each_officer_hit_has_his_own_die(self) -> None:
        hit = "hit, to be saved"
        unit = a("infantry", colonel=hit, first_officer=hit, second_officer="away")
        assert filled("officer_save", unit=unit)["officers"] == 2
        assert after("officer_save", {}, 4, 5, unit=unit) == {
            "unit.colonel": "fallen",
            "unit.first_officer": "present",
        }
        assert after("officer_save", {}, 1, unit=a("general", officer=hit)) == {"unit.officer": "fallen"}

    @pytest.mark.rule("WG-WHOFIRST")
    @pytest.mark.parametrize("side", [US, THEM])
    def test_units_are_named_by_side(self, side: str) -> None:
        other = THEM if side == US else US
        asked = filled("who_fires_first", unit=a("infantry", side), enemy=a("infantry", other))
        assert asked == {"turn": 3, "union": "USA infantry", "confederate": "CSA infantry"}

    @pytest.mark.rule("WG-RANGE")
    def test_range_is_that_of_the_units_weapon(self) -> None:
        assert filled("ranges", firer=a("cavalry")) == {"weapon": "carbine"}


class Test_skirmish_fire:
    @pytest.mark.rule("WG-SKIRM")
    @pytest.mark.parametrize(
        ("target", "prey", "covered"),
        [
            (enemy("infantry"), "organized body", False),
            (enemy("infantry", cover="in a house"), "organized body", True),
            (enemy("infantry", formation="open order"), "infantry in open order", False),
            (enemy("skirmishers", cover="behind a wall"), "infantry in open order", True),
            (enemy("cavalry"), "organized body", False),
            (enemy("general"), "mounted officer", False),
            (enemy("general", mounted=False), "selected individual", False),
        ],
    )
    def test_target_is_what_its_card_says(self, target: Card, prey: str, *, covered: bool) -> None:
        asked = filled("skirmish_fire", firer=a("skirmishers"), target=target)
        assert (asked["firers"], asked["target"], asked["in_cover"]) == (8, prey, covered)

    @pytest.mark.rule("WG-SKIRM")
    def test_dead_come_off_at_once_and_a_general_rolls_a_save(self) -> None:
        firer = a("skirmishers", figures=3)
        body = after("skirmish_fire", NEAR, 5, 6, 1, firer=firer, target=enemy("infantry", figures=1))
        assert body == {"target.figures": 0, "target.fire_lost": 1}
        assert after("skirmish_fire", NEAR, 6, 6, 1, firer=firer, target=enemy("general")) == {
            "target.officer": "hit, to be saved"
        }
        assert after("skirmish_fire", NEAR, 5, 5, 1, firer=firer, target=enemy("general")) == {}

    @pytest.mark.rule("WG-SKIRM")
    def test_officer_who_is_picked_off_in_a_unit_is_its_first(self) -> None:
        picked, target = {**NEAR, "target": "selected individual"}, enemy("infantry", colonel="fallen")
        found = after("skirmish_fire", picked, 6, firer=a("skirmishers", figures=1), target=target)
        assert found == {"target.first_officer": "hit, to be saved"}


class Test_morale:
    @pytest.mark.rule("WG-MORALE")
    def test_test_is_filled_with_losses_officers_and_earlier_tests(self) -> None:
        unit = a("infantry", detached=8, figures=12, second_officer="away", colonel="fallen", tests_failed=2,
                 order="falling back")  # fmt: skip
        asked = filled("morale", unit=unit)
        assert (asked["lost"], asked["original"], asked["test"], asked["doing"]) == (4, 24, 3, "falling back")
        assert (asked["colonel"], asked["first_officer"], asked["second_officer"]) == (False, True, False)

    @pytest.mark.rule("WG-MORALE")
    def test_bad_morale_halts_and_good_morale_lets_it_go_on(self) -> None:
        unit = a("infantry", figures=18, colonel="fallen")
        halted = {"unit.tests_failed": 1, "unit.order": "halted, cannot fire"}
        assert after("morale", {}, 4, unit=unit) == halted
        assert after("morale", {}, 6, unit=a("infantry", order="halted, cannot fire", tests_failed=1)) == {
            "unit.tests_failed": 0,
            "unit.order": "in good order",
        }
        assert after("morale", {}, 6, unit=a("infantry")) == {}

    @pytest.mark.rule("WG-MORALE")
    def test_unit_in_melee_falls_back_and_the_fifth_failure_disperses(self) -> None:
        alone = {"colonel": "fallen", "first_officer": "fallen", "second_officer": "fallen"}
        assert after("morale", {}, 1, unit=a("infantry", melee="second", **alone))["unit.order"] == "falling back"
        last = a("infantry", tests_failed=4, order="falling back", **alone)
        assert after("morale", {}, 6, unit=last) == {"unit.tests_failed": 5, "unit.order": "dispersed"}

    @pytest.mark.rule("WG-MORALE")
    def test_exhausted_unit_with_good_morale_still_falls_back(self) -> None:
        unit = a("infantry", order="falling back", drawn_on=2, tests_failed=1)
        assert after("morale", {}, 6, unit=unit) == {"unit.tests_failed": 0}

    @pytest.mark.rule("WG-FIFTY")
    @pytest.mark.parametrize(
        ("values", "where"),
        [
            ({}, "in the open"),
            ({"melee": "first"}, "first move of melee"),
            ({"cover": "in a house"}, "in houses"),
            ({"melee": "second"}, "in the open"),
        ],
    )
    def test_half_strength_goes_to_the_rear_unless_it_may_stay(self, values: dict[str, str], where: str) -> None:
        unit = a("infantry", figures=12, **values)
        assert filled("morale", unit=unit)["at_half"] == where
        if where == "in the open":
            assert after("morale", {}, unit=unit) == {"unit.order": "going to the rear"}
        else:
            assert after("morale", {}, 6, unit=unit) == {}

    @pytest.mark.rule("WG-RALLY")
    def test_general_rallies_a_unit_in_so_many_moves(self) -> None:
        unit, general = a("infantry", name="2nd Wisconsin", order="falling back", tests_failed=2), a("general")
        assert after("rally", {}, 2, general=general, unit=unit) == {
            "unit.order": "rallying",
            "unit.rallies_in": 2,
            "general.joined": "2nd Wisconsin",
        }
        rallying = a("infantry", order="rallying", rallies_in=2, tests_failed=2)
        assert turned(rallying) == {"rallies_in": 1}
        assert turned(replace(rallying, values={**rallying.values, "rallies_in": 1})) == {
            "rallies_in": 0,
            "order": "in good order",
            "tests_failed": 0,
        }

    @pytest.mark.rule("WG-RALLY")
    def test_unit_at_half_strength_is_not_rallied(self) -> None:
        with pytest.raises(IllegalOrder, match="a unit at half strength or less can't be rallied"):
            changes("rally", {}, 3, general=a("general"), unit=a("infantry", figures=12))

    @pytest.mark.rule("WG-DETACH")
    @pytest.mark.parametrize(
        ("values", "retires"),
        [({}, False), ({"figures": 5}, False), ({"figures": 4}, True), ({"officer": "fallen"}, True)],
    )
    def test_detachment_retires_after_its_losses(self, values: dict[str, Any], *, retires: bool) -> None:
        unit = a("infantry", name="parent", detached=8, figures=16, second_officer="away")
        roles = {"detachment": a("skirmishers", **values), "unit": unit}
        asked = filled("detachment", **roles)
        assert (asked["unit_officers"], asked["unit_privates"]) == (3, 24)
        assert after("detachment", {}, **roles) == ({"detachment.order": "falling back"} if retires else {})


class Test_artillery:
    @pytest.mark.rule("WG-BALL")
    def test_ball_kills_and_the_gun_has_fired(self) -> None:
        roles = {"gun": a("gun"), "target": enemy("infantry", fire_lost=1)}
        found = after("round_shot", {"inches": 24, "figures": 4}, 3, 2, 6, 1, **roles)
        assert found == {"gun.fired_on": 3, "target.figures": 22, "target.fire_lost": 3}

    @pytest.mark.rule("WG-CANISTER")
    def test_canister_kills_no_more_than_there_are(self) -> None:
        roles = {"gun": a("howitzer"), "target": enemy("skirmishers", figures=1)}
        assert after("canister", {"near": 2}, 6, 6, **roles)["target.figures"] == 0

    @pytest.mark.rule("WG-SHELL")
    @pytest.mark.parametrize(("kind", "piece"), [("howitzer", "howitzer"), ("napoleon", "12-pdr Napoleon")])
    def test_shell_knows_its_piece(self, kind: str, piece: str) -> None:
        roles = {"gun": a(kind), "target": enemy("cavalry")}
        assert filled("howitzer", **roles)["piece"] == piece
        assert after("howitzer", {"inches": 30, "center": 2}, 6, 4, 1, **roles)["target.figures"] == 11

    @pytest.mark.rule("WG-COUNTER")
    @pytest.mark.parametrize(
        ("before", "total", "state"),
        [(2, 8, "in action"), (4, 10, "fires every other move"), (14, 20, "destroyed")],
    )
    def test_damage_adds_up_on_the_guns_card(self, before: int, total: int, state: str) -> None:
        roles = {"gun": a("napoleon"), "target": enemy("gun", damage=before)}
        found = after("counter_battery", {"inches": 20}, 6, 6, **roles)
        assert found["target.damage"] == total
        assert found.get("target.state", "in action") == state
        assert filled("counter_battery", gun=a("howitzer"), target=enemy("gun"))["shot"] == "shell"

    @pytest.mark.rule("WG-HOUSE")
    def test_ball_at_a_house_kills_its_garrison(self) -> None:
        roles = {"gun": a("gun"), "house": enemy("house", damage=16), "garrison": enemy("infantry", figures=2)}
        assert filled("house_shot", **roles) == {
            "turn": 3, "side": "USA", "unit": "USA gun", "total": 16, "garrison": 2
        }  # fmt: skip
        assert after("house_shot", {"inches": 30}, 6, **roles) == {
            "gun.fired_on": 3,
            "house.damage": 22,
            "house.state": "in ruins",
            "garrison.figures": 0,
            "garrison.fire_lost": 2,
        }
        assert "garrison" not in filled("house_shot", gun=a("gun"), house=enemy("house"))

    @pytest.mark.rule("WG-HOUSESHELL")
    def test_shell_sets_a_house_on_fire_and_a_missed_house_stays(self) -> None:
        roles = {"gun": a("howitzer"), "house": enemy("house", damage=7)}
        found = after("house_shell", {"inches": 45}, 6, 3, **roles)
        assert found == {"gun.fired_on": 3, "house.damage": 10, "house.state": "on fire"}
        assert after("house_shell", {"inches": 45}, 4, **roles) == {"gun.fired_on": 3}

    @pytest.mark.rule("WG-FIRESPREAD")
    def test_second_section_catches_and_the_house_burns_down_in_15_moves(self) -> None:
        house = enemy("house", sections=2, state="on fire", damage=10)
        assert after("fire_spread", {}, 3, house=house) == {"house.second_burns": True}
        assert after("fire_spread", {}, 2, house=house) == {}
        assert turned(house) == {"burned": 1}
        assert turned(enemy("house", state="on fire", burned=14)) == {"burned": 15, "state": "in ruins"}
        assert turned(enemy("house", burned=3)) == {}


def turned(card: Card) -> dict[str, Any]:
    """Return what a new move resets."""
    return {each.field: each.after for each in CARDS.new_turn(card, 4)}


class Test_cards:
    @pytest.mark.parametrize(
        ("card", "left"),
        [
            (a("infantry"), Strength(27, 27, "figure")),
            (a("infantry", figures=10, colonel="fallen"), Strength(12, 27, "figure")),
            (a("infantry", detached=8, figures=16, second_officer="away"), Strength(18, 18, "figure")),
            (a("infantry", figures=10, order="dispersed"), Strength(0, 27, "figure", {"skedaddled": 13})),
            (a("cavalry", figures=2, order="surrendered"), Strength(0, 15, "figure", {"captured": 5})),
            (a("skirmishers", figures=0, officer="fallen"), Strength(0, 9, "figure")),
            (a("gun"), Strength(1, 1, "gun")),
            (a("gun", state="destroyed"), Strength(0, 1, "gun")),
            (a("gun", figures=0), Strength(0, 1, "gun")),
            (a("general", officer="hit, to be saved"), Strength(1, 1, "general")),
            (a("general", officer="fallen"), Strength(0, 1, "general")),
            (a("house", state="on fire"), Strength(1, 1, "house")),
            (a("house", state="in ruins"), Strength(0, 0, "house")),
        ],
    )
    def test_strength_is_what_is_left(self, card: Card, left: Strength) -> None:
        assert CARDS.strength(card) == left

    def test_losses_of_a_move_are_forgotten_on_the_next(self) -> None:
        card = a("infantry", fire_lost=2, melee_lost=1, melee="second", charging=True)
        assert turned(card) == {"fire_lost": 0, "melee_lost": 0}

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ({"figures": 25}, "figures: must be at most the 24 it began with"),
            ({"detached": 8}, "figures: must be at most the 24 it began with, less the 8 detached"),
            ({"original": 8, "figures": 0, "detached": 8}, "detached: must be less than the 8 it began with"),
            ({"original": 49}, "original: must be a whole number from 1 to 48"),
            ({"weapon": "howitzer shell"}, "weapon: must be rifle musket, smoothbore musket, or carbine"),
            ({"colonel": "dead"}, "colonel: must be present"),
        ],
    )
    def test_fault_names_the_field_and_its_limit(self, values: dict[str, Any], said: str) -> None:
        (fault,) = CARDS.faults([NewUnit(US, "infantry", "2nd Wisconsin", values)])
        assert said in str(fault)

    def test_every_rule_is_rolled_from_cards(self) -> None:
        assert {use.procedure for use in CARDS.uses} == set(procedures("the_war_game"))
