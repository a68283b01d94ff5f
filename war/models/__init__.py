"""The tables of the strategic game: what stands on the map, and what each side believes of the other."""

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
