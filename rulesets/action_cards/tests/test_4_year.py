"""4.4 and 4.5: Winter, and victory."""

from typing import Any

import pytest

from rulesets.action_cards.tests.helpers import result, switched
from rulesets.core.errors import IllegalOrder

MUD = {
    "clear": (2, 1, 2, 1),
    "forest": (1, 0.5, 1, 0),
    "marsh": (1, 0.5, 1, 0),
    "mountain": (1, 0.5, 1, 0),
}
SPEEDS = {
    "infantry": 1,
    "brigade": 1,
    "cavalry": 2,
    "artillery": 1,
    "heavy artillery": 0,
    "garrison": 0,
    "headquarters": 1,
}


def ordered(**inputs: Any) -> Any:
    return result("winter", inputs)


@pytest.mark.rule("AC-4.4")
class Test_4_4_winter:
    @pytest.mark.parametrize("ground", MUD)
    def test_limits_are_those_of_mud(self, ground: str) -> None:
        found = ordered(ground=ground)
        assert (found.attack, found.reinforce, found.retreat, found.forage) == MUD[ground]

    @pytest.mark.parametrize("kind", SPEEDS)
    def test_march_is_a_hex_shorter(self, kind: str) -> None:
        for order in ("Group Move", "forced march"):
            found = ordered(kind=kind, order=order)
            assert (found.allowed, found.hexes) == (SPEEDS[kind] > 0, SPEEDS[kind])

    @pytest.mark.parametrize("kind", SPEEDS)
    @pytest.mark.parametrize("order", ["retreat", "regroup"])
    def test_way_out_of_a_battle_is_at_least_a_hex(self, kind: str, order: str) -> None:
        found = ordered(kind=kind, order=order)
        assert (found.allowed, found.hexes) == (True, max(1, SPEEDS[kind]))

    @pytest.mark.parametrize("kind", SPEEDS)
    def test_rail_and_naval_movement_are_not_affected(self, kind: str) -> None:
        assert ordered(kind=kind, order="Strategic Move").allowed

    @pytest.mark.parametrize("order", ["Build", "Supply card"])
    def test_builds_and_supply_cards_need_a_supply_line(self, order: str) -> None:
        assert ordered(order=order).allowed
        assert ordered(order=order, supplied=False).broken == (f"A {order} needs a supply line.",)

    def test_town_feeds_more_than_mud(self) -> None:
        assert ordered(ground="marsh", town_value=3).forage == 3

    def test_garrison_may_not_march_but_may_go_by_rail(self) -> None:
        assert str(ordered(kind="garrison")) == "not allowed: A garrison cannot march in Winter."
        assert ordered(kind="garrison", order="Strategic Move").allowed


# the score from which the Union wins, the one up to which the South does, Game Turns, theaters
BANDS = {
    "1862 West": (5, 2, 6, 1),
    "1863 West": (14, 10, 6, 1),
    "1864 West": (20, 16, 6, 1),
    "1862-64 West": (9, 5, 18, 1),
    "1861 East": (-1, -4, 3, 1),
    "1862 East": (0, -4, 6, 1),
    "1863 East": (0, -4, 6, 1),
    "1864 East": (4, 0, 4, 1),
    "1861-64 East": (-12, -18, 21, 1),
    "1862 both": (5, 1, 6, 2),
    "1862-64 both": (2, -3, 18, 2),
}


def scored(scenario: str, **inputs: Any) -> Any:
    return result("victory", {"scenario": scenario, **inputs})


@pytest.mark.rule("AC-4.5")
class Test_4_5_victory:
    @pytest.mark.parametrize("scenario", BANDS)
    def test_every_edge_of_every_band(self, scenario: str) -> None:
        usa, csa, turns, theaters = BANDS[scenario]
        time = turns * theaters
        for score, verdict in ((usa, "USA wins"), (usa - 1, "draw"), (csa + 1, "draw"), (csa, "CSA wins")):
            towns = score + time
            held = {"red_points": towns} if towns >= 0 else {"blue_points": -towns}
            found = scored(scenario, **held)
            assert (found.s, found.verdict) == (score, verdict)

    @pytest.mark.parametrize("scenario", BANDS)
    def test_time_counts_at_the_start_of_each_turn(self, scenario: str) -> None:
        _, _, turns, theaters = BANDS[scenario]
        for begun in range(turns):
            found = scored(scenario, turns=begun)
            assert (found.s, found.verdict) == (-begun * theaters, "not over")
        assert scored(scenario, turns=turns).verdict != "not over"

    def test_towns_count_for_the_side_that_took_them(self) -> None:
        assert scored("1862 West", red_points=10, blue_points=3, turns=1).s == 10 - 3 - 1

    @pytest.mark.parametrize(("option", "points"), [("2 points", 2), ("1 point", 1), ("3 points", 3)])
    def test_braggs_corps_costs_points_by_ruling(self, option: str, points: int) -> None:
        asked = {"scenario": "1862 West", "bragg": True, "turns": 0}
        assert result("victory", asked, context=switched("R-429", option)).s == points

    @pytest.mark.parametrize(("option", "points"), [("1 point", 1), ("2 points", 2)])
    def test_time_costs_points_by_ruling(self, option: str, points: int) -> None:
        asked = {"scenario": "1862 both", "turns": 2}
        assert result("victory", asked, context=switched("R-428", option)).s == -4 * points

    @pytest.mark.parametrize(
        ("scenario", "held", "verdict"),
        [
            ("1862 East", "csa_holds_washington", "CSA wins"),
            ("1862 both", "csa_holds_washington", "CSA wins"),
            ("1862 East", "usa_holds_richmond", "USA wins"),
            ("1862-64 West", "usa_holds_four", "USA wins"),
            ("1862-64 both", "usa_holds_four", "USA wins"),
            ("1862 West", "usa_holds_four", "not over"),
        ],
    )
    def test_sudden_victory_ends_the_game(self, scenario: str, held: str, verdict: str) -> None:
        assert scored(scenario, turns=1, **{held: True}).verdict == verdict

    @pytest.mark.parametrize(
        ("scenario", "field", "said"),
        [
            ("1862 East", "bragg", "Bragg's Corps has entered: this isn't part of an eastern scenario"),
            ("1862 West", "usa_holds_richmond", "USA holds Richmond: this isn't part of a western scenario"),
        ],
    )
    def test_other_theater_is_refused(self, scenario: str, field: str, said: str) -> None:
        with pytest.raises(IllegalOrder, match=said):
            scored(scenario, **{field: True})
