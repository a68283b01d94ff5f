"""The hex where the armies of a Brief meet."""

from campaign.errors import Refusal
from rulesets.core.brief import Brief
from rulesets.core.sheet import Hex, Sheet
from rulesets.core.sheet_words import crossing


def place_of(sheet: Sheet | None, brief: Brief) -> Hex:
    """Return the hex that a Brief names, checked against the Brief's terrain."""
    found = sheet.hex_of_place(brief.place) if sheet else None
    if found is None:
        raise Refusal(f"{brief.place} is not on this campaign’s map.", field="brief")
    terrain = crossing(found).terrain
    if terrain != brief.hex_terrain:
        sentence = f"The map has {terrain} at {brief.place}, but the setup has {brief.hex_terrain}."
        raise Refusal(sentence, field="brief")
    return found
