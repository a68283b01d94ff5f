"""The hex where the armies of a Brief meet."""

from campaign.errors import Refusal
from rulesets.core.brief import Brief
from rulesets.core.sheet import Hex, load_sheet


def place_of(sheet_id: str, brief: Brief) -> Hex:
    """Return the hex that a Brief names, checked against the Brief's terrain."""
    found = load_sheet(sheet_id).hex_of_place(brief.place) if sheet_id else None
    if found is None:
        raise Refusal(f"{brief.place} is not on this campaign’s map.", field="brief")
    if found.terrain != brief.hex_terrain:
        sentence = f"The map has {found.terrain} at {brief.place}, but the setup has {brief.hex_terrain}."
        raise Refusal(sentence, field="brief")
    return found
