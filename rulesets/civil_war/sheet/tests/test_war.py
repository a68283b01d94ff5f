"""The sheet of the war: the same bytes every time, and true to the tables of facts."""

import os
import subprocess
import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from rulesets.civil_war.sheet import checks
from rulesets.civil_war.sheet.build import build, content, digest
from rulesets.civil_war.sheet.facts import Facts, facts, rows_of
from rulesets.civil_war.tables.places import PLACES, STATE_OF
from rulesets.core.hexes import lines_of, side_between
from rulesets.core.sheet import RIVER_CLASSES, TERRAINS, Sheet
from rulesets.core.sheet_form import FOLDER, exported, load_sheet

ROOT = Path(__file__).resolve().parents[4]
# Small places that the grid can't turn the right way: neither has a value of 2.
SLANTED = {
    "Gordon lies in a wrong direction from Milledgeville.",
    "Leesburg lies in a wrong direction from Manassas Junction.",
    "New Market lies in a wrong direction from Harrisonburg.",
    "Strasburg lies in a wrong direction from New Market.",
}
ISLANDS = {"Key West", "Fort Jefferson", "Hatteras Inlet"}
ON_BAYOUS = {"Houston", "Jefferson TX"}  # river ports on waters that the tables don't have


@pytest.fixture(scope="module")
def war() -> Sheet:
    return load_sheet("war")


@pytest.fixture(scope="module")
def known() -> Facts:
    return facts()


CROSSINGS = {  # away from any town of the sheet: at Pana and at Tolono
    ("Illinois Central", "Terre Haute, Alton & St. Louis"),
    ("Great Western of Illinois and Toledo & Wabash", "Illinois Central Chicago Branch"),
}


# The file.


def test_shipped_file_is_what_the_facts_make(war: Sheet) -> None:
    assert (FOLDER / "war.json").read_text("utf-8") == content()
    assert war.hash == digest()


def test_file_says_everything_that_was_built(war: Sheet) -> None:
    assert exported(war) == exported(build())


def test_facts_make_the_same_bytes_in_another_process() -> None:
    command = [sys.executable, "-c", "from rulesets.civil_war.sheet.build import digest; print(digest())"]
    variables = {**os.environ, "PYTHONHASHSEED": "1"}
    made = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True)
    assert made.stdout.strip() == digest()


# Hexes, sides, and rails.


def test_sheet_has_the_war_and_little_else(war: Sheet) -> None:
    terrains = Counter(row.terrain for row in war.hexes.values())
    assert set(terrains) == set(TERRAINS)
    assert 2000 < terrains.total() - terrains["sea"] < 2100
    assert all(row.id == f"{int(row.id[:2]):02}{int(row.id[2:]):02}" for row in war.hexes.values())
    assert len({row.at for row in war.hexes.values()}) == len(war.hexes)


def test_every_hex_has_its_state_and_theater(war: Sheet) -> None:
    for row in war.hexes.values():
        assert bool(row.state) is not row.is_sea, row.id
        assert bool(row.theater) is (not row.is_sea and row.state != "MX"), row.id
    assert {row.theater for row in war.hexes.values()} == {"", "east", "west", "trans_mississippi"}


def test_sides_lie_between_neighbors_once(war: Sheet) -> None:
    assert checks.lone_sides(war) == []
    assert len({frozenset((side.a, side.b)) for side in war.sides}) == len(war.sides)
    assert all(side.a < side.b for side in war.sides)


def test_greatest_river_of_a_side_counts(war: Sheet) -> None:
    for side in war.sides:
        ranks = [RIVER_CLASSES.index(river.kind) for river in side.rivers]
        assert ranks == sorted(ranks), side
        assert side.rivers or not side.river


def test_coast_is_where_land_meets_the_sea(war: Sheet) -> None:
    coasts = {frozenset((side.a, side.b)) for side in war.sides if side.coast}
    meets = {
        frozenset((row.id, near))
        for row in war.hexes.values()
        for near in war.neighbors(row.id)
        if row.is_sea and not war.hexes[near].is_sea
    }
    assert coasts == meets


def test_gaps_are_in_ridges_and_roads_in_mountains(war: Sheet) -> None:
    for side in war.sides:
        assert side.ridge or not side.gap, side
        if side.road:
            assert "mountain" in {war.hexes[side.a].terrain, war.hexes[side.b].terrain}, side
            assert not side.gap, side


def test_every_gap_of_the_facts_is_there_once(war: Sheet, known: Facts) -> None:
    names = Counter(side.gap for side in war.sides if side.gap)
    assert set(names.values()) == {1}
    assert set(names) == {gap.name for ridge in known.ridges for gap in ridge.gaps} | {"Harpers Ferry Water Gap"}


def test_every_link_joins_neighbors_once_for_its_line(war: Sheet) -> None:
    assert all(rail.b in war.neighbors(rail.a) for rail in war.rails)
    assert len({(rail.a, rail.b, rail.line) for rail in war.rails}) == len(war.rails)


# Places.


def test_every_town_of_the_facts_is_there_with_its_values(war: Sheet, known: Facts) -> None:
    assert {place.name for place in war.places} == set(known.towns)
    for place in war.places:
        town = known.towns[place.name]
        assert (place.value, place.port, place.fortress) == (town.value, town.port, town.fortress)
        assert checks.at_place(war, place.name).state == town.state


def test_every_point_is_on_the_sheet(war: Sheet) -> None:
    points = {place.name: place.points for place in war.places}
    assert {name: points[name] for name in STATE_OF} == {name: PLACES.at(name) for name in STATE_OF}
    assert {name for name, number in points.items() if number} <= STATE_OF.keys()


def test_aliases_of_the_setups_lead_to_the_sheet(war: Sheet) -> None:
    assert [row["alias"] for row in rows_of("setup_aliases.csv") if not war.hex_of_place(row["city_name"])] == []


def test_only_the_two_forts_share_a_hex(war: Sheet) -> None:
    assert checks.shared_hexes(war) == ["Fort Donelson, Fort Henry"]


def test_towns_lie_in_their_true_directions(war: Sheet, known: Facts) -> None:
    assert set(checks.slanted(war, known)) == SLANTED


def test_distances_are_true_within_the_grid(war: Sheet, known: Facts) -> None:
    assert checks.misplaced(war, known, most=2.05) == []


def test_ports_are_on_the_water(war: Sheet) -> None:
    assert checks.dry_ports(war) == []
    assert {fault.split(" is a river port")[0] for fault in checks.dry_river_ports(war)} == ON_BAYOUS


# The tables of checks.


@pytest.mark.parametrize("kind", sorted(checks.CHECKS))
def test_checks_of_the_facts_hold(war: Sheet, known: Facts, kind: str) -> None:
    assert checks.failed_checks(war, known, kind) == []


def test_all_checks_but_one_are_on_the_sheet(war: Sheet) -> None:
    assert len(checks.checks_on(war)) == 95


def test_every_town_is_on_its_bank(war: Sheet, known: Facts) -> None:
    assert len(list(checks.bank_facts(known))) == 693
    assert checks.wrong_banks(war, known) == []


def test_towns_touch_their_river(war: Sheet, known: Facts) -> None:
    assert checks.off_their_river(war, known) == [
        "Columbia SC does not touch the Broad SC.",
        "Columbia SC does not touch the Saluda.",
        "Pittsburgh does not touch the Allegheny.",
    ]


def test_rivers_run_through_their_reaches_in_order(war: Sheet, known: Facts) -> None:
    for river in known.rivers.values():
        kinds = {
            side_between(war.hexes[side.a].at, war.hexes[side.b].at): each.kind
            for side in war.sides
            for each in side.rivers
            if each.name == river.name
        }
        for line in lines_of(list(kinds)):
            along = [kinds[frozenset(pair)] for pair in pairwise(line)]
            order = [kind for n, kind in enumerate(along) if n == 0 or along[n - 1] != kind]
            true = [kind for kind, _ in river.reaches]
            assert order in (true, true[::-1]), river.name


def test_every_override_does_what_it_says(war: Sheet, known: Facts) -> None:
    assert checks.failed_overrides(war, known) == []
    assert all(row.reason for row in known.overrides)
    first = known.overrides[0]
    assert (first.kind, first.where, first.what) == ("terrain", ("Pittsburg Landing",), "forest")


# Railroads.


def test_no_railroad_passes_a_town_without_stopping(war: Sheet, known: Facts) -> None:
    assert checks.false_stops(war, known) == []


def test_railroads_meet_only_where_they_met(war: Sheet, known: Facts) -> None:
    assert checks.junctions(war, known) == CROSSINGS


def test_every_railroad_runs_through_all_its_stops(war: Sheet, known: Facts) -> None:
    for railroad in known.railroads:
        ends = {end for rail in war.rails if rail.line == railroad.line for end in (rail.a, rail.b)}
        stops = [stop for stop in railroad.stops if stop in known.towns]
        if len(stops) > 1:
            assert {checks.at_place(war, stop).id for stop in stops} <= ends, railroad.line
        assert {rail.gauge for rail in war.rails if rail.line == railroad.line} <= {railroad.gauge}


# Marching.


def test_led_infantry_reaches_every_place_but_islands(war: Sheet) -> None:
    assert set(checks.never_reached(war)) == ISLANDS


def test_no_mountain_is_closed_for_good(war: Sheet) -> None:
    closed = [war.hexes[hex_id] for hex_id in checks.closed_for_good(war)]
    assert {place.name for row in closed for place in row.places} == ISLANDS
    assert len(closed) == len(ISLANDS)
