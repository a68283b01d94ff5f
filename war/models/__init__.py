"""The tables of the strategic game: what is on the map, and each side's sightings of the enemy."""

from war.models.agreement import Combat, ContactOffer, OfferState
from war.models.map import (
    UNDECIDED,
    Brigade,
    Contact,
    ContactState,
    Fate,
    Force,
    Leader,
    Sighting,
    StrengthPoint,
    TurnTrack,
)
from war.models.outcome import CombatOutcome

__all__ = [
    "UNDECIDED",
    "Brigade",
    "Combat",
    "CombatOutcome",
    "Contact",
    "ContactOffer",
    "ContactState",
    "Fate",
    "Force",
    "Leader",
    "OfferState",
    "Sighting",
    "StrengthPoint",
    "TurnTrack",
]
