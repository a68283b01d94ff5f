"""VG-4F on the map: the bridge to the table gives the war engine the qualities of survivors."""

from dataclasses import replace

import pytest

from rulesets.civil_war.war import setup, world_of
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.tests.builders import points_at, with_pieces
from rulesets.civil_war.war.tests.test_battles import LANDING, SAFE, attack, shiloh
from rulesets.cw_to_ff import hand_over


@pytest.mark.rule("VG-4F2")
def test_green_points_are_green_no_more_after_a_battle() -> None:
    world = world_of("shiloh_to_corinth", conversion=hand_over)
    state = replace(shiloh(1, 2), world=world)
    green = [replace(point, quality="green", battles=0) for point in points_at(state, "USA", LANDING)]
    after, _ = attack(with_pieces(state, *green), 1, 1, *SAFE)
    assert [point.quality for point in points_at(after, "USA", LANDING)].count("green") == 0


def test_random_war_with_the_bridge_ends() -> None:
    world = world_of("shiloh_to_corinth", conversion=hand_over)
    assert play(setup(world), 6).clock.result
