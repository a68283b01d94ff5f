"""A campaign's map as drawn: where its picture is, and the counters that one viewer sees on it."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from django.templatetags.static import static

from campaign.errors import BadInput
from rulesets.core.sheet import Hex, Sheet
from rulesets.core.sheet_form import load_sheet
from war.atlas.build import stem_of
from war.atlas.ground import frame_of
from war.drawing import center, outline
from war.parts import Counter, Drawing, Stack

SMALL = 30  # hexes: such a map is shown whole


def hex_named(sheet: Sheet | None, hex_id: str) -> Hex:
    """Return the hex that an address names, or refuse it."""
    found = sheet.hexes.get(hex_id) if sheet else None
    if found is None:
        raise BadInput("hex: There is no such hex on this map.", field="hex")
    return found


def drawing_of(
    sheet: Sheet, counters: Mapping[str, Sequence[Counter]], chosen: Hex | None, *, high_water: bool
) -> Drawing:
    """Return a map with the counters that a viewer knows of, by hex."""
    stem = stem_of(sheet)
    return Drawing(
        title=sheet.title,
        picture=static(f"maps/{stem}.svg"),
        index=static(f"maps/{stem}.json"),
        frame=_frame(sheet.id, sheet.hash),
        stacks=tuple(_stack(sheet.hexes[hex_id], pieces) for hex_id, pieces in sorted(counters.items())),
        chosen=outline(chosen.q, chosen.r, inset=2) if chosen else "",
        is_small=len(sheet.hexes) <= SMALL,
        low_water=not high_water,
    )


@lru_cache(maxsize=16)
def _frame(sheet_id: str, digest: str) -> tuple[int, int, int, int]:
    return frame_of(load_sheet(sheet_id, digest))


def _stack(here: Hex, pieces: Sequence[Counter]) -> Stack:
    x, y = center(*here.at)
    return Stack(hex=here.id, x=round(x), y=round(y), counters=tuple(pieces))
