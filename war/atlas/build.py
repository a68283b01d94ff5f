"""Write the pictures of all sheets: `python -m war.atlas.build`. The same sheet gives the same bytes.

Each edition of a sheet has its own picture and its own index, `static/maps/<id>.<12 digits of its hash>`, because a
campaign stays on the edition that it pinned.
"""

import json
from collections.abc import Mapping
from pathlib import Path

from rulesets.core.sheet import TERRAINS, Sheet
from rulesets.core.sheet_form import FOLDER as SHEETS
from rulesets.core.sheet_form import load_sheet
from war.atlas import ground, legend, names, rails, water

FOLDER = Path(__file__).resolve().parent.parent.parent / "static" / "maps"


def stem_of(sheet: Sheet) -> str:
    """Return the name of a sheet's files, without their kind."""
    return f"{sheet.id}.{sheet.hash[:12]}"


def editions() -> list[Sheet]:
    """Return every edition of every sheet that ships."""
    stems = [path.stem.partition(".") for path in sorted(SHEETS.glob("*.json"))]
    return [load_sheet(sheet_id, digest) for sheet_id, _, digest in stems]


def parts_of(sheet: Sheet) -> dict[str, str]:
    """Return the drawing's layers by name, the lowest first: a page hides `close` from afar and dashes `seasonal`."""
    return {
        "land": ground.base(sheet),
        "terrain": ground.terrain(sheet),
        "close": ground.signs(sheet) + ground.grid(sheet) + water.rivers(sheet, "unnavigable"),
        "borders": ground.borders(sheet) + ground.coast(sheet),
        "seasonal": water.rivers(sheet, "seasonal"),
        "lines": water.rivers(sheet, "estuary", "navigable") + water.heights(sheet),
        "rails": water.crossings(sheet) + rails.rails(sheet),
        "legend": legend.legend(),
        **{f"names-{zoom.number}": names.names(sheet, zoom) for zoom in names.ZOOMS},
    }


def picture(sheet: Sheet, parts: Mapping[str, str]) -> str:
    """Return the text of a sheet's SVG, made of its parts."""
    box = " ".join(map(str, ground.frame_of(sheet)))
    layers = "\n".join(f'<g id="{name}">{drawn}</g>' for name, drawn in parts.items())
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">\n{layers}\n</svg>\n'


def index(sheet: Sheet) -> str:
    """Return what a browser needs to find hexes and places: a row for each hex, and one for each place."""
    hexes = [[each.id, each.q, each.r, TERRAINS.index(each.terrain)] for each in sheet.hexes.values()]
    places = [[p.label, each.state, each.id, p.value] for each in sheet.hexes.values() for p in each.places]
    return json.dumps({"hexes": hexes, "places": places}, ensure_ascii=False, separators=(",", ":")) + "\n"


def write() -> None:
    """Write the files of every edition."""
    FOLDER.mkdir(exist_ok=True)
    for sheet in editions():
        for kind, text in (("svg", picture(sheet, parts_of(sheet))), ("json", index(sheet))):
            path = FOLDER / f"{stem_of(sheet)}.{kind}"
            path.write_bytes(text.encode())
            print(path.relative_to(FOLDER.parent.parent), len(text.encode()))


if __name__ == "__main__":
    write()
