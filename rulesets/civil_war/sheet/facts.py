"""The tables of facts, read once: towns, rivers, banks, ridges, regions, railroads, and overrides."""

import csv
import json
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from rulesets.civil_war.sheet.plane import Line, Point, Ring, nearest_hex, project
from rulesets.core.hexes import Axial
from rulesets.core.records import dataclass

FOLDER = Path(__file__).resolve().parent / "data"
POINTS = FOLDER.parent.parent / "data" / "place_points.csv"
DETAIL = 25  # of the tables: what a map of 25 miles a hex shows
Bends = dict[tuple[str, ...], list[Point]]  # of a line between two stops
SIDES = {"US": "USA", "CS": "CSA", "NEUTRAL": "neutral"}


@dataclass(frozen=True)
class Town:
    """A town, fort, or landing."""

    name: str
    state: str
    at: Point
    value: int
    points: int
    port: bool
    river_port: bool
    fortress: bool
    supply_source: bool


@dataclass(frozen=True)
class RiverFact:
    """A river from source to mouth: its reaches by class, and the towns on its banks."""

    name: str
    into: str
    leaves: str
    reaches: tuple[tuple[str, Line], ...]
    line: Line
    banks: dict[str, str]

    @property
    def is_estuary(self) -> bool:
        return self.reaches[0][0] == "estuary"


@dataclass(frozen=True)
class Gap:
    name: str
    at: Point


@dataclass(frozen=True)
class RidgeFact:
    """A crest, with the towns left and right of it and the gaps through it."""

    name: str
    line: Line
    left: tuple[str, ...]
    right: tuple[str, ...]
    gaps: tuple[Gap, ...]


@dataclass(frozen=True)
class Region:
    """A stretch of one kind of terrain."""

    name: str
    kind: str
    ring: Ring


@dataclass(frozen=True)
class Railroad:
    """A railroad with the stretches between its stops that are drawn, and the points it bends at."""

    line: str
    gauge: float
    opened: int
    owner: str
    stops: tuple[str, ...]
    stretches: tuple[tuple[str, str, tuple[Point, ...]], ...]


@dataclass(frozen=True)
class Border:
    """A river that parts states, between some latitudes and longitudes."""

    river: str
    left: frozenset[str]
    right: frozenset[str]
    south: float
    north: float
    west: float
    east: float

    def covers(self, lat: float, lon: float) -> bool:
        return self.south <= lat <= self.north and self.west <= lon <= self.east


@dataclass(frozen=True)
class Override:
    """What a person corrects: its kind, where, what is put there, why, and the check that proves it."""

    kind: str
    where: tuple[str, ...]
    what: str
    reason: str
    check: str


@dataclass(frozen=True)
class Facts:
    """All tables, as far as a map of 25 miles a hex shows them."""

    towns: dict[str, Town]
    small_towns: dict[str, Point]
    rivers: dict[str, RiverFact]
    ridges: tuple[RidgeFact, ...]
    regions: tuple[Region, ...]
    railroads: tuple[Railroad, ...]
    borders: tuple[Border, ...]
    states: dict[str, list[Ring]]
    theaters: dict[str, str]
    overrides: tuple[Override, ...]

    def place(self, where: str, seats: dict[str, Axial]) -> Axial:
        """Return the hex that a row of the overrides names: a town's, or that of a point."""
        return seats[where] if where in seats else nearest_hex(point_of(where))

    def overrides_of(self, kind: str) -> Iterator[Override]:
        return (row for row in self.overrides if row.kind == kind)


def rows_of(name: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@lru_cache(maxsize=1)
def facts() -> Facts:
    """Read every table."""
    cities = rows_of("cities.csv")
    towns = _towns([row for row in cities if int(row["detail"]) >= DETAIL])
    small = {row["name"]: _point(row) for row in cities if int(row["detail"]) < DETAIL}
    overrides = tuple(_override(row) for row in rows_of("overrides.csv"))
    bends: Bends = {(*row.where,): _points(row.what) for row in overrides if row.kind == "bend"}
    regions = json.loads((FOLDER / "terrain_regions.json").read_text("utf-8"))
    return Facts(
        towns=towns,
        small_towns=small,
        rivers=_rivers(set(towns)),
        ridges=tuple(_ridge(ridge) for ridge in regions["ridges"] if ridge["detail"] >= DETAIL),
        regions=tuple(_region(area) for area in regions["areas"] if area["detail"] >= DETAIL),
        railroads=tuple(_railroad(row, towns, small, bends) for row in rows_of("railroads.csv")),
        borders=tuple(_border(row) for row in rows_of("border_rivers.csv")),
        states=_states(),
        theaters=_theaters(),
        overrides=overrides,
    )


def point_of(text: str) -> Point:
    """Return the point of a latitude and a longitude, such as 38.22 -80.10."""
    lat, lon = map(float, text.split())
    return project(lat, lon)


def _point(row: dict[str, str]) -> Point:
    return project(float(row["lat"]), float(row["lon"]))


def _towns(rows: list[dict[str, str]]) -> dict[str, Town]:
    with POINTS.open(encoding="utf-8", newline="") as file:
        points = {row["name"]: int(row["points"]) for row in csv.DictReader(file)}
    flags = ("port", "river_port", "fortress", "supply_source")
    return {
        row["name"]: Town(
            name=row["name"],
            state=row["state"],
            at=_point(row),
            value=int(row["value"]),
            points=points.get(row["name"], 0),
            **{flag: row[flag] == "1" for flag in flags},
        )
        for row in rows
    }


def _line(text: str) -> list[Point]:
    return [point_of(pair) for pair in text.split(";")]


def _rivers(towns: set[str]) -> dict[str, RiverFact]:
    banks: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows_of("river_banks.csv"):
        if row["city"] in towns:
            banks[row["river"]][row["city"]] = row["bank"]
    reaches: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows_of("rivers.csv"):
        if int(row["detail"]) >= DETAIL:
            reaches[row["river"]].append(row)
    return {name: _river(name, rows, banks[name]) for name, rows in reaches.items()}


def _river(name: str, rows: list[dict[str, str]], banks: dict[str, str]) -> RiverFact:
    parts = [(row["class"], _line(row["polyline"])) for row in rows]
    whole = Line(point for _, points in parts for point in points)
    reaches = tuple((kind, Line(points)) for kind, points in parts)
    return RiverFact(name, rows[0]["flows_into"], rows[0]["branches_from"], reaches, whole, banks)


def _ridge(ridge: dict[str, Any]) -> RidgeFact:
    gaps = (Gap(gap["name"], project(gap["lat"], gap["lon"])) for gap in ridge["gaps"] if gap["detail"] >= DETAIL)
    line = Line(project(lat, lon) for lat, lon in ridge["polyline"])
    return RidgeFact(ridge["name"], line, tuple(ridge["left"]), tuple(ridge["right"]), tuple(gaps))


def _region(area: dict[str, Any]) -> Region:
    return Region(area["name"], area["kind"], [project(lat, lon) for lat, lon in area["polygon"]])


def _railroad(row: dict[str, str], towns: dict[str, Town], small: dict[str, Point], bends: Bends) -> Railroad:
    stops = row["stops"].split(";")
    for text in filter(None, row["via"].split(";")):
        ends, points = text.split("=")
        start, end = ends.split(">")
        bends.setdefault((row["line"], start, end), _points(points))
    drawn = [number for number, stop in enumerate(stops) if stop in towns]
    stretches = []
    for first, last in pairwise(drawn):
        points_between: list[Point] = []
        for start, end in pairwise(stops[first : last + 1]):
            points_between += [*bends.get((row["line"], start, end), []), *([small[end]] if end in small else [])]
        stretches.append((stops[first], stops[last], tuple(points_between)))
    owner = SIDES[row["side_1861"]]
    return Railroad(row["line"], float(row["gauge_in"]), int(row["opened"]), owner, tuple(stops), tuple(stretches))


def _points(text: str) -> list[Point]:
    return [point_of(pair) for pair in text.split("|")]


def _border(row: dict[str, str]) -> Border:
    left, right = (frozenset(row[f"{bank}_states"].split(";")) for bank in ("left", "right"))
    south, north, west, east = (float(row[edge]) for edge in ("south", "north", "west", "east"))
    return Border(row["river"], left, right, south, north, west, east)


def _states() -> dict[str, list[Ring]]:
    """Return the rings of each state; what a second ring of one shape cuts out counts against it."""
    found: dict[str, list[Ring]] = {}
    for feature in json.loads((FOLDER / "states.geojson").read_text("utf-8"))["features"]:
        shape = feature["geometry"]
        shapes = [shape["coordinates"]] if shape["type"] == "Polygon" else shape["coordinates"]
        rings = [[project(lat, lon) for lon, lat in ring] for rings in shapes for ring in rings[:1]]
        found[feature["properties"]["code"]] = rings
    return found


def _theaters() -> dict[str, str]:
    """Return the theater of each state; Louisiana lies in two."""
    theaters = json.loads((FOLDER / "theatres.json").read_text("utf-8"))["theatres"]
    return {state.split()[0]: theater["id"] for theater in reversed(theaters) for state in theater["states"]}


def _override(row: dict[str, str]) -> Override:
    return Override(row["kind"], tuple(row["where"].split(";")), row["what"], row["reason"], row["check"])
