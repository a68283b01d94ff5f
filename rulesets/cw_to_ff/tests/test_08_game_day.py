"""8: the game day."""

from typing import Any

import pytest

from rulesets.core.registry import procedure


def day(season: str, turn: int = 1) -> Any:
    return procedure("cw_to_ff.game_day").run({"season": season, "turn": turn}).result


@pytest.mark.rule("VG-8")
class Test_8:
    @pytest.mark.parametrize(
        ("season", "dawn", "dusk", "turns"),
        [
            ("Mar-Apr", 600, 1800, 25),
            ("May-Jun", 500, 1930, 30),
            ("Jul-Aug", 500, 1930, 30),
            ("Sep-Oct", 600, 1800, 25),
            ("Nov-Feb", 700, 1700, 21),
        ],
    )
    def test_turns_are_half_hours_from_dawn_to_dusk(self, season: str, dawn: int, dusk: int, turns: int) -> None:
        first, last = day(season), day(season, turns)
        assert (first.dawn, first.dusk, first.turns, first.hour, last.hour) == (dawn, dusk, turns, dawn, dusk)
        assert last.is_last_of_day

    @pytest.mark.parametrize(
        ("season", "hours"),
        [("Jul-Aug", (630, 900, 1130)), ("Mar-Apr", (730, 1000, 1230)), ("Nov-Feb", (830, 1100, 1330))],
    )
    def test_flank_forces_enter_by_the_clock(self, season: str, hours: tuple[int, int, int]) -> None:
        assert tuple(day(season, turn).hour for turn in (4, 9, 14)) == hours

    def test_turns_count_through_all_days(self) -> None:
        second = day("Nov-Feb", 22)
        assert (second.day, second.turn_of_day, second.hour) == (2, 1, 700)
