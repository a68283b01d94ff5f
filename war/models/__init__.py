"""The tables of the strategic game: what is on the map, and each side's sightings of the enemy."""

from war.models.map import (
    Arm,
    Contact,
    ContactState,
    Fate,
    Force,
    Leader,
    Quality,
    Sighting,
    StrengthPoint,
    TurnTrack,
)

__all__ = [
    "Arm",
    "Contact",
    "ContactState",
    "Fate",
    "Force",
    "Leader",
    "Quality",
    "Sighting",
    "StrengthPoint",
    "TurnTrack",
]
