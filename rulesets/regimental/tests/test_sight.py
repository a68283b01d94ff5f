"""Fog and darkness."""

from fractions import Fraction

import pytest

from rulesets.regimental.tests.helpers import carried_out, odds, replaced, result, said

FOGGY = "fog: only command stands on the table"


@pytest.mark.rule("RG-FOG")
class Test_fog:
    @pytest.mark.parametrize("turn", [1, 2])
    def test_fog_holds_without_a_roll_before_turn_3(self, turn: int) -> None:
        assert odds("fog", {"fog_turn": turn}) == {FOGGY: 1}

    @pytest.mark.parametrize(
        ("dice", "clears"), [((6, 6), False), ((7, 1), True), ((1, 7), True), ((10, 10), True), ((1, 1), False)]
    )
    @pytest.mark.parametrize("turn", [3, 9])
    def test_7_by_either_side_clears_it(self, *, turn: int, dice: tuple[int, int], clears: bool) -> None:
        outcome = carried_out("fog", {"fog_turn": turn}, *dice)
        assert outcome.result.clears is clears
        assert [throw.subject for throw in outcome.throws] == [("USA",), ("CSA",)]

    def test_fog_clears_in_64_of_100_rolls(self) -> None:
        assert odds("fog", {"fog_turn": 3})["the fog clears"] == Fraction(64, 100)

    @pytest.mark.parametrize(
        ("inches", "in_woods", "seen"),
        [(4, False, True), (4.25, False, False), (2, True, True), (2.25, True, False), (None, False, False)],
    )
    def test_units_are_seen_at_4_inches_and_in_woods_at_2(
        self, *, inches: float | None, in_woods: bool, seen: bool
    ) -> None:
        found = result("fog", {"fog_turn": 1, "inches_apart": inches, "in_woods": in_woods})
        assert found.seen is seen
        assert str(found) == ("fog: the units see each other" if seen else FOGGY)

    @pytest.mark.parametrize(("turn", "reach"), [(3, 8), (4, 12), (5, 16)])
    def test_batteries_are_placed_within_half_their_moves(self, turn: int, reach: int) -> None:
        found = result("fog", {"fog_turn": turn, "battery_move": 8}, 9, 2)
        assert (found.seen, found.battery_inches) == (True, reach)


@pytest.mark.rule("RG-DARK")
class Test_darkness:
    @pytest.mark.parametrize(
        ("turn", "light", "sight", "radius"),
        [
            (12, "daylight", None, None),
            (13, "twilight", 8, 8),
            (14, "twilight", 8, 8),
            (15, "dark", 4, 8),
            (40, "dark", 4, 8),
        ],
    )
    def test_twilight_lasts_2_turns_and_then_it_is_dark(
        self, turn: int, light: str, sight: int | None, radius: int | None
    ) -> None:
        found = result("darkness", {"night_turn": turn, "twilight_turn": 13})
        assert (found.light, found.sight, found.command_radius) == (light, sight, radius)

    @pytest.mark.parametrize(("turn", "radius"), [(14, 8), (15, 6)])
    def test_campaign_sets_the_radius_in_the_dark(self, turn: int, radius: int) -> None:
        context = replaced("command_radius", "in the dark", 6)
        found = result("darkness", {"night_turn": turn, "twilight_turn": 13}, context=context)
        assert found.command_radius == radius

    @pytest.mark.parametrize(
        ("turn", "inches", "seen"),
        [(12, 60, True), (13, 8, True), (13, 8.25, False), (15, 4, True), (15, 4.25, False)],
    )
    def test_units_are_seen_as_far_as_sight_goes(self, *, turn: int, inches: float, seen: bool) -> None:
        asked = {"night_turn": turn, "twilight_turn": 13, "inches_apart": inches}
        assert result("darkness", asked).seen is seen

    def test_only_command_stands_are_left_of_unseen_units_in_the_dark(self) -> None:
        asked = {"night_turn": 15, "twilight_turn": 13, "inches_apart": 5}
        assert said("darkness", asked).endswith("; unseen units only as command stands")
        assert said("darkness", {**asked, "night_turn": 14, "inches_apart": 9}).endswith("; unseen")
