"""CW-1.5 and 1.6: the leader pool and arriving strength points."""

from fractions import Fraction
from typing import Any

import pytest

from rulesets.core.context import Context, Override
from rulesets.core.dice import ScriptedDice
from rulesets.core.registry import procedure

UNION = (0, 15, 18, 12, 10, 10, 14, 10, 8, 8, 8, 8, 10, 10, 10, 8, 8, 8, 4)
SOUTH = (0, 8, 10, 9, 8, 6, 5, 5, 5, 4, 4, 4, 4, 4, 3, 2, 2, 2, 1)


def arrive(**inputs: Any) -> Any:
    return procedure("civil_war.arrivals").run({"side": "USA", "turn": 1, **inputs}).result


@pytest.mark.rule("CW-SPIN")
class Test_1_6_strength_points:
    @pytest.mark.parametrize(("side", "schedule"), [("USA", UNION), ("CSA", SOUTH)])
    def test_every_turn_follows_the_schedule(self, side: str, schedule: tuple[int, ...]) -> None:
        got = [arrive(side=side, turn=turn).strength_points for turn in range(1, 20)]
        assert got == list(schedule)

    def test_left_over_sp_stay_available(self) -> None:
        assert arrive(turn=2, left_over=3).strength_points == 18

    @pytest.mark.parametrize(
        ("place", "is_open"),
        [
            ({"points": 1}, True),
            ({"points": 1, "held": False}, False),
            ({"points": 1, "joined": False}, False),
            ({"points": 0}, False),
            ({"own_supply_source": True}, True),
            ({"own_supply_source": True, "joined": False}, False),
            ({"own_supply_source": True, "held": False}, False),
            ({"points": 1, "enemy_sp_here": True, "work": "fortress"}, False),
            ({"points": 1, "enemy_sp_adjacent": True}, False),
            ({"points": 1, "enemy_sp_adjacent": True, "work": "fort"}, True),
            ({"points": 1, "room_left": 0}, False),
        ],
    )
    def test_sp_arrive_at_safe_places_of_a_live_network(self, *, place: dict[str, Any], is_open: bool) -> None:
        got = arrive(turn=2, places=[{"name": "Here", **place}])
        assert ("Here" in got.at, "Here" in got.not_at) == (is_open, not is_open)

    @pytest.mark.parametrize(("entered", "is_open"), [(7, True), (8, False)])
    def test_half_of_the_sp_rounded_up_enter_at_one_place(self, *, entered: int, is_open: bool) -> None:
        got = arrive(turn=2, places=[{"name": "Here", "points": 1, "entered": entered}])
        assert (got.strength_points, got.most_at_a_place, bool(got.at)) == (15, 8, is_open)

    def test_switch_lifts_the_limit_of_a_place(self) -> None:
        house = Context.of(switches={"H-18": "no limit at a place"})
        inputs = {"side": "USA", "turn": 2, "places": [{"name": "Here", "points": 1, "entered": 14}]}
        assert procedure("civil_war.arrivals").run(inputs, context=house).result.at == ("Here",)


@pytest.mark.rule("CW-POOL")
class Test_1_5_pool:
    def test_union_leaders_of_turn_1_are_due(self) -> None:
        due = arrive(turn=1).leaders
        for leader in ("Halleck ***", "Banks ***", "Buell ***", "Pope **", "Burnside **", "Curtis *", "Foote **"):
            assert leader in due

    def test_fan_leaders_arrive_only_if_in_play(self) -> None:
        assert "R.H. Anderson *" not in arrive(side="CSA", turn=6).leaders
        assert "R.H. Anderson *" in arrive(side="CSA", turn=6, fan_leaders=True).leaders

    def test_override_changes_an_entry_turn(self) -> None:
        later = Override("civil_war.leaders", "USA Halleck 3", "entry turn", 2, "Club sheet", "the printed counter")
        run = procedure("civil_war.arrivals").run
        assert "Halleck ***" not in run({"side": "USA", "turn": 1}, context=Context.of([later])).result.leaders
        assert "Halleck ***" in run({"side": "USA", "turn": 2}, context=Context.of([later])).result.leaders

    def draw(self, *dice: int, pool: Any = None) -> Any:
        pool = pool or [{"name": "Pope", "stars": 2}, {"name": "Curtis", "stars": 1}]
        return procedure("civil_war.leader_draw").run({"side": "USA", "pool": pool}, ScriptedDice(*dice))

    def test_draw_ignores_the_order_of_the_pool(self) -> None:
        other_way = [{"name": "Curtis", "stars": 1}, {"name": "Pope", "stars": 2}]
        assert self.draw(1).result == self.draw(1, pool=other_way).result
        assert self.draw(1).result.name == "Curtis"

    def test_single_counter_needs_no_roll(self) -> None:
        assert self.draw(pool=[{"name": "Pope", "stars": 2}]).throws == ()

    def test_promotion_replaces_the_lower_counter(self) -> None:
        promoted = self.draw(pool=[{"name": "Grant", "stars": 2, "on_map_with": 1}]).result
        assert promoted.enters == "in place of his lower counter"
        late = self.draw(pool=[{"name": "Grant", "stars": 2, "on_map_with": 3}]).result
        assert late.enters.startswith("nowhere")

    def test_drawn_leader_is_known_only_to_his_side(self) -> None:
        drawn = self.draw(1).result
        assert (drawn.known_to, drawn.enemy_learns) == ("own side", "at his first combat")

    def test_counters_are_equally_likely(self) -> None:
        pool = [{"name": name, "stars": 1} for name in ("Ord", "Meade", "Reynolds", "Gibbon", "Couch")]
        odds = procedure("civil_war.leader_draw").odds({"side": "USA", "pool": pool})
        assert set(odds.chances.values()) == {Fraction(1, 5)}
