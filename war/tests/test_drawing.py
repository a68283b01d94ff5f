"""The geometry of a drawn map: corners agree, curves follow hexsides, names avoid rails."""

from itertools import pairwise
from math import dist

import pytest

from rulesets.core.hexes import around, corners
from war.drawing import (
    HEX_WIDTH,
    RADIUS,
    along_sides,
    center,
    corner,
    frame,
    points_along,
    spot_for_name,
    strewn,
    through_centers,
)
from war.parts import Counter
from war.templatetags import sheet


@pytest.mark.parametrize("here", [(0, 0), (3, -2), (-5, 7)])
def test_a_hex_is_regular_and_its_neighbours_share_two_corners(here: tuple[int, int]) -> None:
    keys = corners(here)
    assert all(dist(corner(key), center(*here)) == pytest.approx(RADIUS) for key in keys)
    assert all(dist(corner(a), corner(b)) == pytest.approx(RADIUS) for a, b in pairwise([*keys, keys[0]]))
    for there in around(here):
        assert dist(center(*here), center(*there)) == pytest.approx(HEX_WIDTH)
        assert len(set(keys) & set(corners(there))) == 2


def test_a_river_turns_at_a_corner_between_the_middles_of_its_sides() -> None:
    """Check curves with the corner as control point: never farther off than an eighth of a side."""
    keys = corners((0, 0))[:3]
    path = along_sides(keys)
    x, y = corner(keys[1])
    assert path.count("Q") == 1
    assert f"Q{x:.1f} {y:.1f}" in path


def test_a_railroad_runs_straight_through_a_town_and_round_elsewhere() -> None:
    hexes = [(0, 0), (1, 0), (1, 1)]
    assert "Q" not in through_centers(hexes, towns=frozenset({(1, 0)}))
    assert "Q" in through_centers(hexes)


@pytest.mark.parametrize("terrain", ["forest", "swamp", "mountain", "rough"])
def test_signs_stand_in_their_hex_off_the_middle_and_the_same_each_time(terrain: str) -> None:
    for here in [(0, 0), (4, -3), (-2, 9)]:
        places = list(strewn(*here, terrain))
        assert len(places) >= 5
        assert places == list(strewn(*here, terrain))
        assert all(10 < dist(place, center(*here)) < RADIUS for place in places)


def test_clear_ground_is_bare() -> None:
    assert list(strewn(0, 0, "clear")) == []


def test_a_name_gives_way_to_a_railroad_and_to_a_counter() -> None:
    """Prefer below, then right, left, and above, as lines block the others."""
    south = list(points_along([(0, 0), (0, 40)]))
    east, west = list(points_along([(0, 0), (80, 0)])), list(points_along([(0, 0), (-80, 0)]))
    assert spot_for_name("Corinth", [], ring=4, is_topped=False)[2] == "middle"
    assert spot_for_name("Corinth", south, ring=4, is_topped=False)[2] == "start"
    assert spot_for_name("Corinth", south + east, ring=4, is_topped=False)[2] == "end"
    above = spot_for_name("Corinth", south + east + west, ring=4, is_topped=False)
    assert above[1] < 0
    assert spot_for_name("Corinth", south + east + west, ring=4, is_topped=True)[1] > 0


def test_the_frame_holds_every_hex() -> None:
    left, top, width, height = map(float, frame([(0, 0), (2, -1)]).split())
    for q, r in [(0, 0), (2, -1)]:
        x, y = center(q, r)
        assert left < x - HEX_WIDTH / 2
        assert x + HEX_WIDTH / 2 < left + width
        assert top < y - RADIUS
        assert y + RADIUS < top + height


def test_an_unknown_counter_shows_nothing_of_what_is_inside() -> None:
    """Check that all unknown stacks look the same: no leader, no second block."""
    drawn = sheet.counter(Counter(side="CSA"))
    assert "strength unknown" in drawn
    assert 'class="second"' not in drawn
    assert 'class="plate"' not in drawn


def test_a_leaders_name_is_escaped() -> None:
    drawn = sheet.counter(Counter(side="USA", figure="1", leader="<b>Grant</b>", stars=1))
    assert "<b>" not in drawn
