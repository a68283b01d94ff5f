"""Geometry of a drawn map: corners agree, curves follow their hexsides, names avoid railroads."""

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
def test_hex_is_regular_and_shares_two_corners_with_neighbors(here: tuple[int, int]) -> None:
    keys = corners(here)
    assert all(dist(corner(key), center(*here)) == pytest.approx(RADIUS) for key in keys)
    assert all(dist(corner(a), corner(b)) == pytest.approx(RADIUS) for a, b in pairwise([*keys, keys[0]]))
    for there in around(here):
        assert dist(center(*here), center(*there)) == pytest.approx(HEX_WIDTH)
        assert len(set(keys) & set(corners(there))) == 2


def test_river_curves_around_a_corner() -> None:
    """The corner is the control point of a quadratic curve, so it is at most an eighth of a side away."""
    keys = corners((0, 0))[:3]
    path = along_sides(keys)
    x, y = corner(keys[1])
    assert path.count("Q") == 1
    assert f"Q{x:.1f} {y:.1f}" in path


def test_railroad_is_straight_through_towns_and_curved_elsewhere() -> None:
    hexes = [(0, 0), (1, 0), (1, 1)]
    assert "Q" not in through_centers(hexes, towns=frozenset({(1, 0)}))
    assert "Q" in through_centers(hexes)


@pytest.mark.parametrize("terrain", ["forest", "swamp", "mountain", "rough"])
def test_terrain_signs_are_inside_the_hex_off_center_and_fixed(terrain: str) -> None:
    for here in [(0, 0), (4, -3), (-2, 9)]:
        places = list(strewn(*here, terrain))
        assert len(places) >= 5
        assert places == list(strewn(*here, terrain))
        assert all(10 < dist(place, center(*here)) < RADIUS for place in places)


def test_clear_ground_is_bare() -> None:
    assert list(strewn(0, 0, "clear")) == []


def test_name_avoids_railroads_and_counters() -> None:
    """A name goes below; if lines are there, right, then left, then above, unless a counter is there."""
    south = list(points_along([(0, 0), (0, 40)]))
    east, west = list(points_along([(0, 0), (80, 0)])), list(points_along([(0, 0), (-80, 0)]))
    assert spot_for_name("Corinth", [], ring=4, is_topped=False)[2] == "middle"
    assert spot_for_name("Corinth", south, ring=4, is_topped=False)[2] == "start"
    assert spot_for_name("Corinth", south + east, ring=4, is_topped=False)[2] == "end"
    above = spot_for_name("Corinth", south + east + west, ring=4, is_topped=False)
    assert above[1] < 0
    assert spot_for_name("Corinth", south + east + west, ring=4, is_topped=True)[1] > 0


def test_frame_holds_every_hex() -> None:
    left, top, width, height = map(float, frame([(0, 0), (2, -1)]).split())
    for q, r in [(0, 0), (2, -1)]:
        x, y = center(q, r)
        assert left < x - HEX_WIDTH / 2
        assert x + HEX_WIDTH / 2 < left + width
        assert top < y - RADIUS
        assert y + RADIUS < top + height


def test_unknown_counter_hides_its_contents() -> None:
    """Every unknown stack has the same size and marks, without a leader or a second block."""
    drawn = sheet.counter(Counter(side="CSA"))
    assert "strength unknown" in drawn
    assert 'class="second"' not in drawn
    assert 'class="plate"' not in drawn


def test_leader_name_is_escaped() -> None:
    drawn = sheet.counter(Counter(side="USA", figure="1", leader="<b>Grant</b>", stars=1))
    assert "<b>" not in drawn
