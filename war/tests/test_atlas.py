"""The drawn map: the same bytes each time, small, current for every edition, and with names that cover nothing."""

import gzip
import json
import re
import xml.etree.ElementTree as ET
from functools import cache
from itertools import combinations
from math import dist

import pytest

from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import load_sheet
from war.atlas import names, water
from war.atlas.build import FOLDER, editions, index, parts_of, picture, stem_of
from war.atlas.pen import Pen, joined
from war.drawing import RADIUS, corner

WHOLE, THEATER = 250_000, 60_000  # compressed; a theater is a part of the whole, so the whole keeps to its limit


@pytest.fixture(scope="module")
def war() -> Sheet:
    return load_sheet("war")


@cache
def drawn(stem: str) -> dict[str, str]:
    """Return the layers of an edition, drawn once for all tests that only look at them."""
    return next(parts_of(sheet) for sheet in editions() if stem_of(sheet) == stem)


@pytest.mark.parametrize("sheet", editions(), ids=stem_of)
def test_shipped_files_are_what_the_sheet_draws(sheet: Sheet) -> None:
    assert (FOLDER / f"{stem_of(sheet)}.svg").read_text("utf-8") == picture(sheet, drawn(stem_of(sheet)))
    assert (FOLDER / f"{stem_of(sheet)}.json").read_text("utf-8") == index(sheet)


def test_every_edition_has_its_files_and_no_other_file_is_there() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {
        f"{stem_of(sheet)}.{kind}" for sheet in editions() for kind in ("svg", "json")
    }


def test_whole_war_fits_the_limit_of_a_theater(war: Sheet) -> None:
    size = len(gzip.compress((FOLDER / f"{stem_of(war)}.svg").read_bytes(), 9))
    print(f"the whole war: {size} bytes compressed")
    assert size <= THEATER < WHOLE


@pytest.mark.parametrize("sheet", editions(), ids=stem_of)
def test_picture_is_well_formed_and_names_no_color_of_its_own(sheet: Sheet) -> None:
    """Light, dark, and print look as the tokens say."""
    layers = drawn(stem_of(sheet))
    text = picture(sheet, layers)
    assert [group.get("id") for group in ET.fromstring(text)] == list(layers)
    assert re.findall(r'(?:fill|stroke)="(?!none|var\(--|color-mix\(in srgb,var\(--)[^"]*"', text) == []


def test_index_finds_every_hex_and_place(war: Sheet) -> None:
    found = json.loads(index(war))
    assert {row[0] for row in found["hexes"]} == set(war.hexes)
    assert {(row[0], row[2]) for row in found["places"]} == {
        (place.label, each.id) for each in war.hexes.values() for place in each.places
    }


@pytest.mark.parametrize("zoom", names.ZOOMS, ids=lambda zoom: f"zoom {zoom.number}")
def test_names_cover_no_other_name_and_no_town(war: Sheet, zoom: names.Zoom) -> None:
    towns = {town.name: town for town in names.towns_of(war)}
    boxes = []
    for size, group in re.findall(
        r'<g font-size="([\d.]+)" font-weight[^>]*>(.*?)</g>', drawn(stem_of(war))[f"names-{zoom.number}"]
    ):
        for x, y, name in re.findall(r'<text x="(-?\d+)" y="(-?\d+)">([^<]+)</text>', group):
            town = towns[name.replace("&amp;", "&").replace("&#x27;", "'")]
            width, tall = names.name_width(town.name, float(size), town.value), float(size) * names.TALL
            bottom = int(y) + tall * 0.12
            boxes.append((name, (int(x) + 1, bottom - tall + 1, int(x) + width - 1, bottom - 1)))
    assert len(boxes) >= (12, 30, 60, 120, 260, 260)[zoom.number - 1]
    assert [(a, b) for (a, one), (b, other) in combinations(boxes, 2) if names._overlap(one, other)] == []
    signs = [(town.x, town.y) for town in towns.values() if town.value in zoom.ring_px]
    assert [(n, at) for n, b in boxes for at in signs if b[0] < at[0] < b[2] and b[1] < at[1] < b[3]] == []


def test_important_towns_are_named_from_afar(war: Sheet) -> None:
    named = drawn(stem_of(war))["names-2"]
    assert all(name in named for name in ("RICHMOND", "WASHINGTON", "NASHVILLE", "Corinth", "Chattanooga"))


def test_tributary_ends_on_its_parents_curve(war: Sheet) -> None:
    """The Cumberland ends where the Ohio flows, not at the corner that the Ohio's curve leaves out."""
    lines = {name: points for name, points, _ in water.courses(war)}
    (line,) = joined(water.rivers_by_name(war)["Cumberland"])
    moved = [dist(point, corner(key)) for point, key in zip(lines["Cumberland"], line, strict=True)]
    assert max(moved[0], moved[-1]) == pytest.approx(RADIUS / 8)
    assert max(moved[1:-1]) == 0


def test_ring_closes_and_a_line_keeps_its_ends() -> None:
    ring, line = Pen(), Pen()
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    ring.smooth(square)
    assert ring.path.endswith("z")
    assert ring.path.count("q") == 4
    line.smooth(square[:-1])
    assert line.at == (0, 10)
    sharp = Pen()
    sharp.smooth(square, [True] * 5)
    assert "q" not in sharp.path


def test_lines_are_broken_only_where_three_meet() -> None:
    edges = [frozenset(pair) for pair in [((0, 0), (1, 0)), ((1, 0), (2, 0)), ((2, 0), (3, 0)), ((2, 0), (2, 1))]]
    assert sorted(map(len, joined(edges))) == [2, 2, 3]
