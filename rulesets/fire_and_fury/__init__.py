"""Fire and Fury, the tabletop game: maneuver, fire, charge, fallen leaders, and victory points."""

from rulesets.core.book import Book

BOOK = Book(
    id="fire_and_fury",
    short="FF",
    title="Fire and Fury",
    edition="Richard Hasenauer, 1990, as far as public pages state it",
    about="The tabletop game: maneuver, fire, charge, fallen leaders, and victory points.",
    phases={
        "Drawing up": ["draw_quality", "draw_size", "draw_leader", "effectiveness"],
        "Maneuver": ["maneuver", "movement", "command_radius", "battery_functions"],
        "Musketry and cannonade": ["fire"],
        "Charge": ["charge", "fallen_leader"],
        "Victory": ["victory_points", "winner"],
    },
    former={
        "fire_and_fury.manoeuvre": "fire_and_fury.maneuver",
        "fire_and_fury.manoeuvre_modifiers": "fire_and_fury.maneuver_modifiers",
        "favourable ground": "favorable ground",
    },
)
