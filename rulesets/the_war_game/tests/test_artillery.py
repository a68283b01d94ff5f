"""Round shot, canister, shell, and fire at guns and houses."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.book import Mark
from rulesets.core.registry import procedure
from rulesets.the_war_game.tables import BURST_SIZE, CANISTER_CONE
from rulesets.the_war_game.tests.helpers import carried_out, chances, odds, refusal, result, said, switched

SECTORS = {1: "misfire", 2: "left", 3: "short", 4: "right", 5: "beyond", 6: "center"}
BALL_KILLS_FROM = [(0, 3), (24, 3), (25, 4), (36, 4), (37, 5), (48, 5), (49, 6), (60, 6)]


@pytest.mark.rule("WG-BALL")
class Test_round_shot:
    @pytest.mark.parametrize(("inches", "least"), BALL_KILLS_FROM)
    def test_each_figure_is_rolled_for(self, inches: int, least: int) -> None:
        assert result("round_shot", {"inches": inches, "figures": 6}, *range(1, 7)).killed == 7 - least

    def test_ball_flies_60_inches(self) -> None:
        assert refusal("round_shot", {"inches": 61, "figures": 1}) == "Range: must be 60 or less, not 61."


@pytest.mark.rule("WG-CANISTER")
class Test_canister:
    @pytest.mark.parametrize(("third", "least"), [("near", 4), ("middle", 5), ("far", 6)])
    def test_each_third_has_its_number(self, third: str, least: int) -> None:
        assert result("canister", {third: 6}, *range(1, 7)).killed == 7 - least

    def test_thirds_add_up(self) -> None:
        assert result("canister", {"near": 1, "middle": 1, "far": 1}, 4, 4, 6).killed == 2

    def test_odds_have_a_part_for_each_third(self) -> None:
        parts = procedure("the_war_game.canister").odds({"near": 2, "far": 1}).parts or {}
        assert {name: list(part.chances.values()) for name, part in parts.items()} == {
            "near third": [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)],
            "far third": [Fraction(5, 6), Fraction(1, 6)],
        }

    def test_empty_cone_is_refused(self) -> None:
        sentence = refusal("canister", {})
        assert sentence == "Figures in the near third: enter the figures in at least 1 third of the cone."


@pytest.mark.rule("WG-TEMPLATE")
class Test_templates:
    def test_cone_is_a_house_size_in_thirds_of_the_range(self) -> None:
        assert [cell.mark for cell in CANISTER_CONE.cells()] == [Mark.HOUSE] * 6
        assert said("ranges", {"weapon": "canister", "inches": CANISTER_CONE.at("far", "reaches")}) == (
            "in range, far band"
        )
        assert "the_war_game.canister_cone" in procedure("the_war_game.canister").tables
        assert said("canister", {"near": 1}, 4) == "1 figure killed"

    def test_burst_indicator_is_a_house_size(self) -> None:
        assert [(cell.row, cell.value, cell.mark) for cell in BURST_SIZE.cells()] == [
            ("whole circle", 6, Mark.HOUSE),
            ("center", 2, Mark.HOUSE),
        ]
        assert "the_war_game.burst_size" in procedure("the_war_game.howitzer").tables
        assert said("howitzer", {"inches": 30}, 6) == "bursts in the center: 0 figures killed"


@pytest.mark.rule("WG-SHELL")
class Test_howitzer:
    @pytest.mark.parametrize("die", SECTORS)
    def test_die_gives_the_sector(self, die: int) -> None:
        assert result("howitzer", {"inches": 30}, die).sector == SECTORS[die]

    @pytest.mark.parametrize("die", range(2, 7))
    def test_only_figures_of_that_sector_are_rolled_for(self, die: int) -> None:
        figures = {"center": 6, "beyond": 6, "right": 6, "short": 6, "left": 6}
        assert result("howitzer", {"inches": 30, **figures}, die, *range(1, 7)).killed == 3

    def test_misfire_harms_nobody(self) -> None:
        assert said("howitzer", {"inches": 30, "center": 6}, 1) == "misfire"

    @pytest.mark.parametrize(
        ("inches", "sentence"),
        [(19, "Range: must be 20 or more, not 19."), (51, "Range: must be 50 or less, not 51.")],
    )
    def test_range_is_20_to_50(self, inches: int, sentence: str) -> None:
        assert refusal("howitzer", {"inches": inches}) == sentence
        assert said("howitzer", {"inches": 20}, 1) == said("howitzer", {"inches": 50}, 1) == "misfire"

    def test_napoleon_may_fire_shell_unless_the_campaign_forbids_it(self) -> None:
        inputs = {"inches": 30, "piece": "12-pdr Napoleon"}
        assert said("howitzer", inputs, 1) == "misfire"
        assert refusal("howitzer", inputs, switched(225, "no")) == "Piece: this campaign's Napoleons fire no shell."
        assert said("howitzer", {"inches": 30}, 1, context=switched(225, "no")) == "misfire"


@pytest.mark.rule("WG-COUNTER")
class Test_counter_battery:
    @pytest.mark.parametrize(("inches", "least"), BALL_KILLS_FROM)
    def test_ball_hits_a_gun_as_it_hits_figures(self, inches: int, least: int) -> None:
        assert result("counter_battery", {"inches": inches}, least - 1).added == 0
        assert result("counter_battery", {"inches": inches}, least, 6).added >= 4

    @pytest.mark.parametrize(("inches", "less"), [(0, 0), (35, 0), (36, 1), (47, 1), (48, 2), (60, 2)])
    @pytest.mark.parametrize("die", range(1, 7))
    def test_distance_reduces_the_damage(self, inches: int, less: int, die: int) -> None:
        assert result("counter_battery", {"inches": inches}, 6, die).added == max(die - less, 0)

    @pytest.mark.parametrize(
        ("total", "die", "state"),
        [
            (4, 5, "in action"),
            (4, 6, "fires every other move"),
            (9, 1, "fires every other move"),
            (13, 6, "fires every other move"),
            (14, 6, "destroyed"),
            (19, 1, "destroyed"),
        ],
    )
    def test_damage_adds_up_to_10_and_20(self, total: int, die: int, state: str) -> None:
        assert result("counter_battery", {"inches": 20, "total": total}, 6, die).state == state

    def test_missed_gun_keeps_its_state(self) -> None:
        assert said("counter_battery", {"inches": 60, "total": 10}, 5) == (
            "the gun is missed, total 10: fires every other move"
        )


@pytest.mark.rule("WG-SHELL")
@pytest.mark.rule("WG-COUNTER")
class Test_shell_at_a_gun:
    @pytest.mark.parametrize("die", SECTORS)
    def test_shell_hits_in_the_sector_of_the_gun(self, die: int) -> None:
        for sector in set(SECTORS.values()) - {"misfire"}:
            hits = SECTORS[die] == sector
            inputs = {"inches": 30, "shot": "shell", "sector": sector}
            assert result("counter_battery", inputs, die, *((5,) if hits else ())).added == (5 if hits else 0)

    @pytest.mark.parametrize(("option", "added"), [("at guns only", 3), ("at guns and houses", 3), ("never", 4)])
    def test_ruling_says_whether_distance_counts(self, option: str, added: int) -> None:
        inputs = {"inches": 40, "shot": "shell"}
        assert result("counter_battery", inputs, 6, 4, context=switched(222, option)).added == added

    @pytest.mark.parametrize("inches", [19, 51])
    def test_range_is_that_of_a_howitzer(self, inches: int) -> None:
        sentence = refusal("counter_battery", {"inches": inches, "shot": "shell"})
        assert sentence == f"Range: must be from 20 to 50 for a shell, not {inches}."


SHOT = {
    36: [(0, False), (0, False), (1, False), (1, False), (2, True), (3, True)],
    48: [(0, False), (0, False), (0, False), (1, False), (2, True), (2, True)],
    60: [(0, False), (0, False), (0, False), (0, False), (1, False), (1, False)],
}


@pytest.mark.rule("WG-HOUSE")
class Test_round_shot_at_a_house:
    @pytest.mark.parametrize("inches", SHOT)
    @pytest.mark.parametrize("die", range(1, 7))
    def test_die_and_range_give_the_effect(self, inches: int, die: int) -> None:
        found = result("house_shot", {"inches": inches}, die)
        kills, goes_on = SHOT[inches][die - 1]
        assert (found.penetrates, found.killed, found.goes_further) == (kills > 0, kills, goes_on)

    @pytest.mark.parametrize(("inches", "less"), [(35, 0), (36, 1), (48, 2)])
    @pytest.mark.parametrize("die", range(1, 7))
    def test_every_die_adds_to_the_damage(self, inches: int, less: int, die: int) -> None:
        assert result("house_shot", {"inches": inches, "total": 3}, die).total == 3 + max(die - less, 0)

    def test_ruling_counts_only_balls_that_penetrate(self) -> None:
        option = switched(223, "only balls that penetrate")
        assert [result("house_shot", {"inches": 20}, die, context=option).total for die in (2, 3)] == [0, 3]

    @pytest.mark.parametrize(("die", "state"), [(4, "stands"), (5, "in ruins"), (6, "in ruins")])
    def test_20_points_ruin_it(self, die: int, state: str) -> None:
        assert result("house_shot", {"inches": 20, "total": 15}, die).state == state

    def test_no_more_are_killed_than_are_inside(self) -> None:
        assert result("house_shot", {"inches": 20, "garrison": 2}, 6).killed == 2


@pytest.mark.rule("WG-HOUSESHELL")
class Test_shell_at_a_house:
    @pytest.mark.parametrize(("die", "killed"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3)])
    def test_second_die_kills_and_always_damages(self, die: int, killed: int) -> None:
        found = result("house_shell", {"inches": 48}, 6, die)
        assert (found.killed, found.total) == (killed, die)

    def test_ruling_reduces_the_damage_by_distance(self) -> None:
        option = switched(222, "at guns and houses")
        assert result("house_shell", {"inches": 48}, 6, 5, context=option).total == 3

    @pytest.mark.parametrize("die", SECTORS)
    def test_burst_must_be_over_the_house(self, die: int) -> None:
        over = {"inches": 30, "sectors": ["center", "short"]}
        hit = SECTORS[die] in ("center", "short")
        assert result("house_shell", over, die, *((2,) if hit else ())).hit is hit

    @pytest.mark.parametrize(
        ("total", "die", "state"),
        [(3, 6, "stands"), (4, 6, "on fire"), (13, 6, "on fire"), (14, 6, "in ruins"), (19, 1, "in ruins")],
    )
    def test_10_points_set_it_on_fire(self, total: int, die: int, state: str) -> None:
        assert result("house_shell", {"inches": 30, "total": total}, 6, die).state == state

    def test_missed_house_stays_as_it_was(self) -> None:
        found = result("house_shell", {"inches": 30, "total": 12}, 1)
        assert (found.hit, found.total, found.state) == (False, 12, "as before")

    def test_range_is_that_of_a_howitzer(self) -> None:
        assert "must be from 20 to 50 for a shell" in refusal("house_shell", {"inches": 19})


@pytest.mark.rule("WG-FIRESPREAD")
class Test_fire_spread:
    @pytest.mark.parametrize(("die", "catches"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1)])
    def test_3_or_more_catches(self, die: int, catches: int) -> None:
        assert result("fire_spread", {}, die).caught_on == catches

    def test_it_is_rolled_each_move_until_it_catches(self) -> None:
        assert result("fire_spread", {"moves": 15}, 1, 2, 2, 6).caught_on == 4

    @pytest.mark.parametrize("moves", [1, 2, 15])
    def test_chance_of_no_catch_falls_to_a_third_each_move(self, moves: int) -> None:
        assert chances("fire_spread", {"moves": moves}, "caught_on")[0] == Fraction(1, 3**moves)
        assert sum(odds("fire_spread", {"moves": moves}).values()) == 1

    def test_fire_burns_no_more_than_15_moves(self) -> None:
        assert refusal("fire_spread", {"moves": 16}) == "Moves to roll for: must be 15 or less, not 16."


def some(**more: Any) -> dict[str, Any]:
    return {"side": "USA", "unit": "Battery B", "turn": 3, **more}


@pytest.mark.parametrize(
    ("name", "inputs", "dice", "subjects"),
    [
        ("round_shot", some(inches=10, figures=1), (1,), [()]),
        ("howitzer", some(inches=30, center=1), (6, 1), [(), ("effect",)]),
        ("counter_battery", some(inches=10), (6, 1), [("gun",), ("damage",)]),
        ("canister", some(near=1, far=1), (6, 1), [("near",), ("far",)]),
    ],
)
def test_rolls_are_keyed_by_side_gun_and_purpose(
    name: str, inputs: dict[str, Any], dice: tuple[int, ...], subjects: list[tuple[str, ...]]
) -> None:
    throws = carried_out(name, inputs, *dice).throws
    assert [(throw.subject, throw.turn) for throw in throws] == [(("USA", "Battery B", *more), 3) for more in subjects]
