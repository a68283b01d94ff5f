"""The ground: its standard zones, its edges and flanks, and what is refused."""

from dataclasses import replace

import pytest

from rulesets.core.ground import (
    MOST_INCHES,
    Box,
    Ground,
    Objective,
    TableEdge,
    Zone,
    ZoneUse,
    faults_of,
    standard_ground,
)

NORTH, EAST, SOUTH, WEST = TableEdge


def sentences(ground: Ground) -> list[str]:
    return [fault.sentence for fault in faults_of(ground)]


def with_zone(zone: Zone) -> Ground:
    ground = standard_ground()
    return replace(ground, zones=(*ground.zones, zone))


@pytest.mark.parametrize("size", [(72, 48), (24, 25), (24, 24), (240, 240), (48, 240)])
def test_standard_ground_is_legal_at_any_size(size: tuple[int, int]) -> None:
    ground = standard_ground(*size)
    assert sentences(ground) == []
    assert ground.sides_to_choose == (NORTH, SOUTH)
    assert Ground.from_json(ground.to_json()) == ground


@pytest.mark.parametrize(
    ("edge", "left", "right"),
    [(NORTH, EAST, WEST), (EAST, SOUTH, NORTH), (SOUTH, WEST, EAST), (WEST, NORTH, SOUTH)],
)
def test_flanks_are_seen_from_the_own_edge(edge: TableEdge, left: TableEdge, right: TableEdge) -> None:
    assert (edge.flank("left"), edge.flank("right")) == (left, right)
    assert edge.opposite.flank("left") is right


def test_sectors_are_thirds_seen_from_the_own_edge() -> None:
    north, south, *_ = standard_ground().zones
    assert north.sectors[0] == ("right", Box(0, 0, 24, 12))
    assert south.sectors[0] == ("left", Box(0, 36, 24, 12))
    west = Zone("West", ZoneUse.DEPLOYMENT, WEST, Box(0, 0, 10, 50))
    assert [(name, box.top, box.depth) for name, box in west.sectors] == [
        ("left", 0, 16),
        ("center", 16, 17),
        ("right", 33, 17),
    ]


def test_march_is_open_only_where_a_force_may_enter() -> None:
    ground = standard_ground()
    ground = replace(ground, zones=tuple(zone for zone in ground.zones if zone.name != "West entry"))
    assert ground.is_open("left", defender=NORTH)
    assert not ground.is_open("left", defender=SOUTH)
    assert not ground.is_open("left", defender=None)


@pytest.mark.parametrize(
    ("ground", "sentence"),
    [
        (standard_ground(23, 48), "Enter a width from 24 to 240 inches."),
        (replace(standard_ground(), depth=MOST_INCHES + 1), "Enter a depth from 24 to 240 inches."),
        (replace(standard_ground(), notes="x" * 601), "Enter at most 600 characters."),
        (replace(standard_ground(), zones=()), "Name a deployment zone at two opposite edges"),
        (with_zone(Zone("", ZoneUse.OTHER, None, Box(0, 0, 1, 1))), "Enter a name of 1 to 40 characters."),
        (with_zone(Zone("Wood", ZoneUse.OTHER, None, Box(70, 0, 3, 1))), "leaves the table, which is 72 by 48 inches"),
        (with_zone(Zone("Wood", ZoneUse.OTHER, None, Box(-1, 0, 3, 1))), "leaves the table"),
        (with_zone(Zone("Wood", ZoneUse.OTHER, None, Box(0, 0, 0, 1))), "at least 1 inch"),
        (with_zone(Zone("Ford", ZoneUse.ENTRY, EAST, Box(60, 20, 3, 3))), "doesn’t reach the east edge"),
        (with_zone(Zone("NORTH", ZoneUse.OTHER, None, Box(60, 20, 3, 3))), "Two zones are called NORTH"),
        (with_zone(Zone("West", ZoneUse.DEPLOYMENT, WEST, Box(0, 0, 9, 48))), "North and West overlap"),
        (replace(standard_ground(), objectives=(Objective("Inn", 100, 1, 1),)), "Enter 0 to 99 points."),
        (replace(standard_ground(), objectives=(Objective("Inn", 1, 73, 1),)), "off the table"),
        (replace(standard_ground(), objectives=(Objective("", 1, 1, 1),)), "Enter a name"),
        (replace(standard_ground(), objectives=(Objective("Inn", 1, 1, 1),) * 13), "at most 12 objectives"),
    ],
)
def test_fault_is_named(ground: Ground, sentence: str) -> None:
    assert any(sentence in each for each in sentences(ground)), sentences(ground)
