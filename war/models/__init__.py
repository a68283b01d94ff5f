"""The tables of the strategic game: what is on the map, and each side's sightings of the enemy."""

from war.models.map import (
    Contact,
    ContactState,
    Fate,
    Force,
    Leader,
    Sighting,
    StrengthPoint,
    TurnTrack,
)

__all__ = [
    "Contact",
    "ContactState",
    "Fate",
    "Force",
    "Leader",
    "Sighting",
    "StrengthPoint",
    "TurnTrack",
]
