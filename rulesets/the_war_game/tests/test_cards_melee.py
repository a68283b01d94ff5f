"""Unit cards: charges and melees, and how they end."""

import pytest

from rulesets.core.registry import procedure
from rulesets.core.units import Card
from rulesets.the_war_game.tests.deck import a, after, enemy, filled


class Test_charge:
    @pytest.mark.rule("WG-CHARGEINF")
    def test_column_charges_and_fans_out(self) -> None:
        roles = {"attacker": a("infantry", formation="column"), "defender": enemy("infantry")}
        asked = filled("charge", **roles)
        assert (asked["formation"], asked["files"], asked["ranks"]) == ("column", 4, 6)
        assert after("charge", {"inches": 9}, 5, 2, **roles) == {
            "attacker.charging": True,
            "attacker.front": 12,
            "attacker.melee": "first",
            "defender.melee": "first",
        }

    @pytest.mark.rule("WG-CHARGEINF")
    def test_line_walks_to_contact_and_falls_short_from_afar(self) -> None:
        roles = {"attacker": a("infantry"), "defender": enemy("infantry", order="falling back")}
        assert after("charge", {"inches": 6}, **roles) == {"attacker.melee": "first", "defender.melee": "first"}
        assert after("charge", {"inches": 12}, **roles) == {}

    @pytest.mark.rule("WG-CHARGEFIRE")
    @pytest.mark.parametrize(
        ("defender", "fires"),
        [
            (enemy("infantry"), True),
            (enemy("skirmishers"), True),
            (enemy("infantry", order="halted, cannot fire"), False),
            (enemy("cavalry"), False),
        ],
    )
    def test_only_infantry_in_good_order_fires_at_a_charge(self, defender: Card, *, fires: bool) -> None:
        assert filled("charge", attacker=a("cavalry"), defender=defender)["defender_fires"] is fires

    @pytest.mark.rule("WG-CHARGECAV")
    @pytest.mark.parametrize(("failed", "bad"), [(0, False), (1, True)])
    def test_cavalry_that_failed_its_test_stays(self, failed: int, *, bad: bool) -> None:
        asked = filled("charge", attacker=a("cavalry", tests_failed=failed), defender=enemy("infantry"))
        assert (asked["troops"], asked["bad_morale"]) == ("cavalry", bad)

    @pytest.mark.rule("WG-RIDE")
    def test_ridden_down_figures_are_lost(self) -> None:
        roles = {"rider": a("cavalry", figures=3, heavy=True), "ridden": enemy("infantry")}
        found = after("ride_down", {"ranks": 2, "inches": 10}, 5, 4, 6, **roles)
        assert found == {"ridden.figures": 22, "ridden.melee_lost": 2}


def combats(attacker: Card, defender: Card) -> list[tuple[int, int, int]]:
    asked = filled("melee", attacker=attacker, defender=defender)["combats"]
    return [(each["attackers"], each["defenders"], each["times"]) for each in asked]


class Test_melee:
    @pytest.mark.rule("WG-MELEE")
    @pytest.mark.parametrize(
        ("attacker", "defender", "expected"),
        [
            (a("infantry", figures=8), enemy("infantry"), [(1, 1, 8)]),
            (a("infantry", figures=8, melee="second"), enemy("infantry", figures=10), [(1, 1, 6), (1, 2, 2)]),
            (a("infantry", figures=8, melee="second"), enemy("infantry", figures=24), [(1, 2, 8)]),
            (a("infantry", figures=24), enemy("infantry", figures=10), [(2, 1, 10)]),
            (a("infantry", figures=24, front=12), enemy("infantry"), [(1, 1, 12)]),
            (a("cavalry", melee="second", figures=4), enemy("infantry", figures=10), [(1, 2, 2), (1, 3, 2)]),
            (a("cavalry", melee="second", figures=4), enemy("infantry", figures=40), [(1, 3, 4)]),
            (a("infantry", melee="second", figures=10), enemy("cavalry", figures=4), [(2, 1, 2), (3, 1, 2)]),
            (a("cavalry", figures=4), enemy("cavalry", figures=4), [(1, 1, 4)]),
            (a("infantry", figures=48, melee="third"), enemy("infantry", figures=48), [(1, 1, 36)]),
        ],
    )
    def test_figures_are_paired(self, attacker: Card, defender: Card, expected: list[tuple[int, int, int]]) -> None:
        assert combats(attacker, defender) == expected
        procedure("the_war_game.melee").odds(filled("melee", attacker=attacker, defender=defender), exact=False)

    @pytest.mark.rule("WG-ADV")
    @pytest.mark.parametrize(("cover", "wall", "house"), [("behind a wall", 1, 0), ("in a house", 0, 1)])
    def test_cover_and_impetus_come_from_the_cards(self, cover: str, wall: int, house: int) -> None:
        asked = filled("melee", attacker=a("infantry", charging=True), defender=enemy("infantry", cover=cover))
        assert asked["charging"] == "attacker"
        assert {(each["behind_wall"], each["in_house"]) for each in asked["combats"]} == {(bool(wall), bool(house))}

    @pytest.mark.rule("WG-ADV")
    @pytest.mark.parametrize(("turn", "rest"), [(5, "no rest"), (6, "a move of rest"), (8, "a move of rest")])
    def test_exhausted_defender_is_known_by_its_last_drawn_melee(self, turn: int, rest: str) -> None:
        roles = {"attacker": a("infantry"), "defender": enemy("infantry", drawn_on=4)}
        asked = filled("melee", turn, **roles)
        assert (asked["defender_exhausted"], asked["rest"]) == (True, rest)
        tired = {**roles, "attacker": a("infantry", drawn_on=4)}
        assert "defender_exhausted" not in filled("melee", turn, **tired)

    @pytest.mark.rule("WG-MELEE")
    def test_both_sides_lose_figures(self) -> None:
        roles = {"attacker": a("infantry", figures=3), "defender": enemy("infantry", figures=3)}
        found = after("melee", {}, 6, 1, 3, 1, 6, 3, **roles)
        assert found == {
            "attacker.figures": 2,
            "attacker.melee_lost": 1,
            "defender.figures": 2,
            "defender.melee_lost": 1,
            "attacker.melee": "first",
            "defender.melee": "first",
        }

    @pytest.mark.rule("WG-BREAKIN")
    def test_all_figures_try_to_break_in(self) -> None:
        assert filled("break_in", attacker=a("infantry", figures=9))["attackers"] == 9


class Test_melee_outcome:
    @pytest.mark.rule("WG-OUTCOME")
    def test_losses_and_morale_are_filled(self) -> None:
        roles = {
            "attacker": a("infantry", melee="first", melee_lost=4, fire_lost=2, figures=18, tests_failed=1),
            "defender": enemy("cavalry", melee="first", melee_lost=3, figures=9),
        }
        asked = filled("melee_outcome", **roles)
        assert asked["attacker"] == {"lost": 4, "morale": "bad", "left": 18, "arm": "infantry", "lost_to_fire": 2}
        assert asked["defender"] == {"lost": 3, "morale": "good", "left": 9, "arm": "cavalry", "lost_to_fire": 0}
        assert asked["move"] == "first"

    @pytest.mark.rule("WG-OUTCOME")
    def test_beaten_side_falls_back(self) -> None:
        roles = {
            "attacker": a("infantry", melee="first", melee_lost=4, charging=True, front=12),
            "defender": enemy("infantry", melee="first", melee_lost=1),
        }
        assert after("melee_outcome", {}, **roles) == {
            "attacker.melee": "none",
            "attacker.charging": False,
            "attacker.front": 0,
            "attacker.order": "falling back",
            "defender.melee": "none",
        }

    @pytest.mark.rule("WG-MOVE2")
    def test_undecided_melee_goes_on_to_its_next_move(self) -> None:
        roles = {
            "attacker": a("infantry", melee="first", melee_lost=2),
            "defender": enemy("infantry", melee="first", melee_lost=2),
        }
        found = after("melee_outcome", {}, 5, 3, **roles)
        assert found == {"attacker.melee": "second", "defender.melee": "second"}

    @pytest.mark.rule("WG-DURATION")
    def test_draw_exhausts_who_retires(self) -> None:
        roles = {"attacker": a("infantry", melee="second"), "defender": enemy("infantry", melee="second")}
        found = after("melee_outcome", {"ordered_to_hold": True}, turn=7, **roles)
        assert found == {
            "attacker.melee": "none",
            "attacker.order": "falling back",
            "attacker.drawn_on": 7,
            "defender.melee": "none",
        }

    @pytest.mark.rule("WG-TWOTOONE")
    def test_outnumbered_side_surrenders(self) -> None:
        roles = {
            "attacker": a("infantry", melee="second", melee_lost=1),
            "defender": enemy("infantry", melee="second", melee_lost=1, figures=12),
        }
        assert after("melee_outcome", {}, **roles)["defender.order"] == "surrendered"

    @pytest.mark.rule("WG-EXHAUST")
    @pytest.mark.parametrize(("turn", "clear"), [(5, 0), (6, 1), (8, 3), (9, 4)])
    def test_exhaustion_counts_moves_since_the_melee(self, turn: int, clear: int) -> None:
        unit = a("infantry", drawn_on=4, order="falling back")
        assert filled("exhaustion", turn, unit=unit) == {"clear_moves": clear}
        fit = {"unit.order": "in good order", "unit.drawn_on": 0} if clear == 4 else {}
        assert after("exhaustion", {}, turn=turn, unit=unit) == fit
        assert after("exhaustion", {}, turn=turn, unit=a("infantry")) == {}
