"""A sheet's file: where it is, how it is read and written, and the documented form that is printed.

The newest file of a sheet is `<id>.json`. What campaigns were founded on stays beside it as `<id>.<hash>.json`, so
that a campaign is always played on the map whose hash it pinned. Files of schema 1 are read into the same graph.
"""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from sys import intern
from typing import Any, TextIO

from rulesets.core.plain import Json
from rulesets.core.sheet import Hex, Place, Rail, Sheet, Side, SideRiver
from rulesets.core.words import listed, quoted

FOLDER = Path(__file__).resolve().parent.parent / "data" / "sheets"
SCHEMA = 2
WRONG_INPUT = 2
OLD_KINDS = {"navigable_river": "navigable", "unnavigable_river": "unnavigable"}  # of schema 1
PLACE_FLAGS = ("port", "river_port", "fortress", "supply_source")
SIDE_NAMES = ("ridge", "gap", "ferry", "road")


@lru_cache(maxsize=16)
def load_sheet(sheet_id: str, digest: str = "") -> Sheet:
    """Return the sheet with that id and the hash that a campaign pinned, or its beginning; without one, the newest."""
    for path in _files_of(sheet_id):
        content = path.read_bytes()
        found = sha256(content).hexdigest()
        if found.startswith(digest):
            return read_sheet(json.loads(content, object_pairs_hook=_without_copies), found)
    raise LookupError(f"There is no map {sheet_id!r}" + (f" with the fingerprint {digest}." if digest else "."))


def pinned_sheet(sheet_id: str, digest: str) -> Sheet | None:
    """Return the map that a campaign pinned, or None if it has none."""
    return load_sheet(sheet_id, digest) if sheet_id else None


def _files_of(sheet_id: str) -> list[Path]:
    """Return the newest file of a sheet, then the older ones."""
    if not sheet_id.replace("_", "").isalnum():
        return []
    newest = FOLDER / f"{sheet_id}.json"
    return [*([newest] if newest.is_file() else []), *sorted(FOLDER.glob(f"{sheet_id}.*.json"))]


def shipped_sheets() -> list[Sheet]:
    """Return the newest of every sheet that ships, by id."""
    return [load_sheet(path.stem) for path in sorted(FOLDER.glob("*.json")) if "." not in path.stem]


def read_sheet(data: Mapping[str, Any], digest: str) -> Sheet:
    """Return the graph of a sheet's file."""
    if data["schema"] == 1:
        data = _of_schema_1(data)
    if data["schema"] != SCHEMA:
        raise ValueError(f"schema: must be {SCHEMA}, not {data['schema']}")
    hexes = {row["id"]: _hex(row) for row in data["hexes"]}
    sides = tuple(_side(row) for row in data["sides"])
    return Sheet(data["id"], data["title"], digest, hexes, sides, tuple(Rail(**row) for row in data["rails"]))


def _without_copies(pairs: list[tuple[str, Any]]) -> Json:
    """Return an object in which equal words are one: a map names each hex in up to seven rows."""
    return {key: intern(value) if isinstance(value, str) else value for key, value in pairs}


def _hex(row: Mapping[str, Any]) -> Hex:
    places = tuple(Place(**place) for place in row.get("places", ()))
    state, theater = row.get("state", ""), row.get("theater", "")
    return Hex(row["id"], row["q"], row["r"], row["terrain"], state, places, theater)


def _side(row: Mapping[str, Any]) -> Side:
    names = {name: row[name] for name in SIDE_NAMES if name in row}
    rivers = tuple(_river(river["name"], river["class"]) for river in row.get("rivers", ()))
    return Side(row["a"], row["b"], rivers, coast=row.get("coast", False), **names)


@lru_cache(maxsize=512)
def _river(name: str, kind: str) -> SideRiver:
    """Return a river of a class, one object for all its hexsides."""
    return SideRiver(name, kind)


def _of_schema_1(data: Mapping[str, Any]) -> Json:
    """Return a file of schema 1 in today's words."""
    sides = [
        {"a": a, "b": b, "rivers": [{"name": row["name"], "class": OLD_KINDS[row["kind"]]}]}
        for row in data["hexsides"]
        for a, b in [row["between"]]
    ]
    rails = [{"a": a, "b": b, "line": row["name"]} for row in data["rails"] for a, b in [row["between"]]]
    return {**data, "schema": SCHEMA, "sides": sides, "rails": rails}


def export_text(sheet_id: str) -> str:
    """Return the newest sheet of an id in the form of docs/sheet.md, one row a line."""
    path = next(iter(_files_of(sheet_id)), None)
    if path is None:
        known = listed([quoted(sheet.id) for sheet in shipped_sheets()], "or")
        raise LookupError(f"There is no map {quoted(sheet_id)}. Choose {known}.")
    sheet = load_sheet(sheet_id)
    data = json.loads(path.read_text("utf-8"))
    head = {key: value for key, value in data.items() if key not in ("hexes", "sides", "rails")}
    return _lines({**head, "hash": sheet.hash}, exported(sheet), spaced=True)


def export_command(words: Sequence[str], out: TextIO, errors: TextIO) -> int:
    """Carry out `manage.py campaign export-sheet`; wrong input is one line and exit code 2."""
    if len(words) != 1:
        print("usage: manage.py campaign export-sheet MAP", file=errors)
        return WRONG_INPUT
    try:
        out.write(export_text(words[0]))
    except LookupError as error:
        print(error.args[0], file=errors)
        return WRONG_INPUT
    return 0


def written(head: Json, sheet: Sheet) -> str:
    """Return the text of a sheet's file: compact, one row a line, without what is absent."""
    rows = {name: [_without_nothing(row) for row in rows] for name, rows in exported(sheet).items()}
    return _lines(head, rows, spaced=False)


def _lines(head: Json, parts: Mapping[str, Sequence[Json]], *, spaced: bool) -> str:
    space = " " if spaced else ""

    def plain(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(f",{space}", f":{space}"))

    texts = [f"{plain(key)}:{space}{plain(value)}" for key, value in head.items()]
    texts += [f"{plain(name)}:{space}[\n" + ",\n".join(map(plain, rows)) + "\n]" for name, rows in parts.items()]
    return "{" + ",\n".join(texts) + "}\n"


def _without_nothing(row: Json) -> Json:
    """Leave out what a reader takes for granted; a side's first river says which one counts."""
    kept = {key: value for key, value in row.items() if value is not None and value is not False and value != []}
    kept = {key: value for key, value in kept.items() if key not in ("river", "river_name")}
    if "places" in kept:
        kept["places"] = [{key: value for key, value in place.items() if value} for place in row["places"]]
    return kept


def exported(sheet: Sheet) -> dict[str, list[Json]]:
    """Return a sheet in the form of docs/sheet.md: every field, null where absent."""
    return {
        "hexes": [
            {
                "id": row.id,
                "q": row.q,
                "r": row.r,
                "terrain": row.terrain,
                "state": row.state or None,
                "theater": row.theater or None,
                "places": [_place(place) for place in row.places],
            }
            for row in sheet.hexes.values()
        ],
        "sides": [_exported_side(side) for side in sheet.sides],
        "rails": [
            {"a": r.a, "b": r.b, "line": r.line, "opened": r.opened, "gauge": r.gauge, "owner": r.owner}
            for r in sheet.rails
        ],
    }


def _place(place: Place) -> Json:
    flags = {flag: getattr(place, flag) for flag in PLACE_FLAGS}
    return {"name": place.name, "value": place.value, "points": place.points, **flags}


def _exported_side(side: Side) -> Json:
    return {
        "a": side.a,
        "b": side.b,
        "river": side.river or None,
        "river_name": side.river_name or None,
        "rivers": [{"name": river.name, "class": river.kind} for river in side.rivers],
        "ridge": side.ridge or None,
        "gap": side.gap or None,
        "ferry": side.ferry or None,
        "coast": side.coast or None,
        "road": side.road or None,
    }
