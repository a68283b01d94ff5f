"""The tables of the strategic game: what is on the map, how far a war has come, and what each side saw of the enemy."""

from war.models.agreement import Combat, ContactOffer, OfferState
from war.models.course import BOARD, MOVED, Belief, Marker, Marking, Purse, Queue, TurnTrack
from war.models.map import (
    ON_MAP,
    UNDECIDED,
    Brigade,
    Contact,
    ContactState,
    Fate,
    Force,
    Leader,
    Sighting,
    StrengthPoint,
)
from war.models.outcome import CombatOutcome
from war.models.scenarios import ImportedScenario

__all__ = [
    "BOARD",
    "MOVED",
    "ON_MAP",
    "UNDECIDED",
    "Belief",
    "Brigade",
    "Combat",
    "CombatOutcome",
    "Contact",
    "ContactOffer",
    "ContactState",
    "Fate",
    "Force",
    "ImportedScenario",
    "Leader",
    "Marker",
    "Marking",
    "OfferState",
    "Purse",
    "Queue",
    "Sighting",
    "StrengthPoint",
    "TurnTrack",
]
