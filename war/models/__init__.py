"""The tables of the strategic game: what stands on the map, and what each side believes of the other."""

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
