"""Hexes and maps: neighbors, distance, sight, lines of supply, rivers joined from their hexsides."""

from itertools import pairwise

import pytest

from rulesets.core.hexes import around, corners, distance, end_to_end, side_between
from rulesets.core.sheet import Sheet, load_sheet, shipped_sheets

CENTER = "0202"
ALL = {"0101", "0201", "0102", "0202", "0302", "0103", "0203"}


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return load_sheet("pittsburg_landing")


def test_six_hexes_touch_one_and_each_other_in_a_ring() -> None:
    ring = around((3, -2))
    assert {distance((3, -2), each) for each in ring} == {1}
    assert {distance(one, other) for one, other in pairwise([*ring, ring[0]])} == {1}


def test_distance_counts_steps_either_way() -> None:
    assert distance((0, 0), (2, -1)) == distance((2, -1), (0, 0)) == 2
    assert distance((0, 0), (-3, 1)) == 3
    assert distance((5, 5), (5, 5)) == 0


def test_neighbors_share_one_side_and_others_none() -> None:
    assert all(len(side_between((0, 0), there)) == 2 for there in around((0, 0)))
    assert side_between((0, 0), (2, 0)) == frozenset()


def test_sides_are_joined_into_one_line_whatever_their_order() -> None:
    keys = corners((0, 0))[:4]
    sides = [frozenset(pair) for pair in pairwise(keys)]
    assert end_to_end(sides) == end_to_end(sides[::-1])
    assert end_to_end(sides) in (keys, keys[::-1])


def test_sheet_knows_its_places_by_name(sheet: Sheet) -> None:
    corinth = sheet.hex_of_place("Corinth")
    assert corinth is not None
    assert (corinth.id, corinth.terrain, sheet.name_of("0103")) == ("0103", "clear", "Corinth")
    assert sheet.hex_of_place("Richmond") is None
    assert sheet.name_of("9999") == "hex 9999"


def test_state_letters_are_left_out_of_a_label(sheet: Sheet) -> None:
    assert [place.label for place in sheet.hexes["0302"].places] == ["Savannah"]


def test_sight_reaches_one_hex_around_and_stays_on_the_sheet(sheet: Sheet) -> None:
    assert sheet.within({CENTER}, 1) == ALL
    assert sheet.within({"0101"}, 1) == {"0101", "0201", "0102", "0202"}
    assert sheet.within({"9999"}, 1) == set()
    assert sheet.within({"0101"}, 2) == ALL


def test_line_of_supply_is_a_shortest_open_one(sheet: Sheet) -> None:
    assert sheet.trace("0101", {"0203"}, longest=2) == ("0101", "0202", "0203")
    assert sheet.trace("0101", {"0203"}, longest=1) is None
    round_the_center = sheet.trace("0101", {"0203"}, longest=4, may_enter=lambda hex_id: hex_id != CENTER)
    assert round_the_center is not None
    assert len(round_the_center) == 4
    assert sheet.trace("0101", {"0203"}, longest=4, may_enter=lambda hex_id: False) is None
    assert sheet.trace("0101", {"0101"}, longest=0) == ("0101",)


def test_river_is_one_line_of_corners(sheet: Sheet) -> None:
    (tennessee,) = sheet.rivers
    assert (tennessee.name, tennessee.kind, len(tennessee.line)) == ("Tennessee River", "navigable_river", 4)


def test_every_shipped_sheet_is_read_by_its_id() -> None:
    assert [load_sheet(sheet.id) for sheet in shipped_sheets()] == shipped_sheets()


@pytest.mark.parametrize("name", ["atlantis", "../catalogue", ""])
def test_unknown_sheet_is_not_found(name: str) -> None:
    with pytest.raises(LookupError):
        load_sheet(name)
