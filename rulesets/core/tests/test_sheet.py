"""Hexes and maps: neighbors, distance, sight, lines of supply, rivers joined from their hexsides."""

import json
import os
import subprocess
import sys
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from rulesets.core.brief_values import HEXSIDES, SEASONS
from rulesets.core.hexes import around, corners, distance, end_to_end, side_between
from rulesets.core.sheet import TERRAINS, Hex, Sheet, Side, SideRiver
from rulesets.core.sheet_form import (
    FOLDER,
    export_text,
    load_sheet,
    pinned_sheet,
    read_sheet,
    shipped_sheets,
    written,
)
from rulesets.core.sheet_words import crossing, is_high_water

ROOT = Path(__file__).resolve().parents[3]
FORMER = "96b8a50eee6736d775a28e98a3d7f14403b9444d66b92b5051b4bdeedd4d3338"
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
    assert (tennessee.name, tennessee.kind, len(tennessee.line)) == ("Tennessee River", "navigable", 4)


def test_every_shipped_sheet_is_read_by_its_id() -> None:
    assert [load_sheet(sheet.id) for sheet in shipped_sheets()] == shipped_sheets()


def test_former_edition_is_found_by_its_hash_alone(sheet: Sheet) -> None:
    former = load_sheet("pittsburg_landing", FORMER)
    assert (former.hash, former.hash == sheet.hash) == (FORMER, False)
    assert [row.at for row in former.hexes.values()] == [row.at for row in sheet.hexes.values()]
    assert former.rivers == sheet.rivers
    with pytest.raises(LookupError, match="fingerprint"):
        load_sheet("pittsburg_landing", "0" * 64)


def test_every_file_is_named_after_its_sheet_and_hash() -> None:
    for path in FOLDER.glob("*.json"):
        sheet_id, _, digest = path.stem.partition(".")
        assert load_sheet(sheet_id, sha256(path.read_bytes()).hexdigest()).id == sheet_id
        assert sha256(path.read_bytes()).hexdigest().startswith(digest)


def test_campaign_without_a_map_has_none() -> None:
    assert pinned_sheet("", "") is None


def test_unknown_schema_is_refused() -> None:
    with pytest.raises(ValueError, match="schema"):
        read_sheet({"schema": 3}, "")


def test_written_sheet_reads_back_alike(sheet: Sheet) -> None:
    text = written({"schema": 2, "id": sheet.id, "title": sheet.title}, sheet)
    assert read_sheet(json.loads(text), sheet.hash) == sheet


def test_export_has_every_field_and_null_for_what_is_absent() -> None:
    data = json.loads(export_text("pittsburg_landing"))
    assert data["hash"] == load_sheet("pittsburg_landing").hash
    assert set(data["hexes"][0]) == {"id", "q", "r", "terrain", "state", "theater", "places"}
    assert data["sides"][0] == {
        "a": "0201",
        "b": "0302",
        "river": "navigable",
        "river_name": "Tennessee River",
        "rivers": [{"name": "Tennessee River", "class": "navigable"}],
        **dict.fromkeys(("ridge", "gap", "ferry", "coast", "road")),
    }
    assert data["rails"][0] == {
        "a": "0103",
        "b": "0203",
        "line": "Memphis & Charleston",
        "opened": 1857,
        "gauge": 60.0,
        "owner": "CSA",
    }


def export(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command with a database and settings that can't be used."""
    broken = {**os.environ, "DATABASE_URL": "postgres://nobody@127.0.0.1:1/none", "DJANGO_SETTINGS_MODULE": "none"}
    command = [sys.executable, "manage.py", "campaign", "export-sheet", *arguments]
    return subprocess.run(command, cwd=ROOT, env=broken, capture_output=True, text=True, check=False)


def test_command_prints_a_sheet_without_database_or_settings() -> None:
    made = export("war")
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == export_text("war")


@pytest.mark.parametrize(("arguments", "says"), [(("atlantis",), "“pittsburg_landing” or “war”"), ((), "usage:")])
def test_command_refuses_in_one_line(arguments: tuple[str, ...], says: str) -> None:
    made = export(*arguments)
    assert (made.returncode, made.stdout) == (2, "")
    assert says in made.stderr
    assert len(made.stderr.splitlines()) == 1


# Words for setups and rules.

RIVER = SideRiver("Duck", "unnavigable"), SideRiver("Tennessee", "seasonal")


@pytest.mark.parametrize(
    ("side", "high", "low"),
    [
        (Side("1", "2"), "none", "none"),
        (Side("1", "2", RIVER[:1]), "unnavigable_river", "unnavigable_river"),
        (Side("1", "2", RIVER[1:]), "navigable_river", "unnavigable_river"),
        (Side("1", "2", (SideRiver("Ohio", "navigable"),)), "navigable_river", "navigable_river"),
        (Side("1", "2", (SideRiver("Bay", "estuary"),)), "estuary", "estuary"),
        (Side("1", "2", (SideRiver("Bay", "estuary"),), ferry="Steam ferry"), "none", "none"),
        (Side("1", "2", ridge="Blue Ridge"), "ridge", "ridge"),
        (Side("1", "2", RIVER[1:], ridge="Blue Ridge", gap="James River Gap"), "gap_or_road", "gap_or_road"),
        (Side("1", "2", RIVER[1:], road="National Road"), "gap_or_road", "gap_or_road"),
    ],
)
def test_side_is_one_thing_to_the_rules(side: Side, high: str, low: str) -> None:
    into = Hex("2", 0, 0, "forest", "TN", ())
    assert crossing(into, side, high_water=True).hexside == high
    assert crossing(into, side, high_water=False).hexside == low
    assert crossing(into, side).setup_hexside in HEXSIDES


@pytest.mark.parametrize("terrain", TERRAINS)
def test_rough_ground_is_clear_to_the_rules(terrain: str) -> None:
    here = crossing(Hex("1", 0, 0, terrain, "TN", ()))
    assert (here.terrain, here.hexside) == ("clear" if terrain == "rough" else terrain, "none")


def test_water_is_low_from_july_to_october() -> None:
    assert [season for season in SEASONS if not is_high_water(season)] == ["Jul-Aug", "Sep-Oct"]


@pytest.mark.parametrize("name", ["atlantis", "../catalogue", ""])
def test_unknown_sheet_is_not_found(name: str) -> None:
    with pytest.raises(LookupError):
        load_sheet(name)
