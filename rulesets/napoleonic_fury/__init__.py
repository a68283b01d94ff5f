"""Napoleonic Fury, a variant of Fire and Fury: maneuver, fire, melee, fatigue, and command with two dice."""

from rulesets.core.book import Book

BOOK = Book(
    id="napoleonic_fury",
    short="NF",
    title="Napoleonic Fury",
    edition="David Bush, version 2.2, MWAN 107, 2000",
    about="A Napoleonic variant of Fire and Fury with 2d6: maneuver, reaction, fire, melee, fatigue, and command.",
    phases={
        "Drawing up": ["nations", "convert_unit", "scale", "command_range"],
        "Maneuver": [
            "maneuver_modifiers",
            "disorder",
            "good_order",
            "movement",
            "functions",
            "unlimber",
            "charge_over_ground",
            "emergency_formation_change",
        ],
        "Reaction": ["reaction", "evade"],
        "Musketry and cannonade": ["fire_points", "fire", "fallen_leader"],
        "Melee": ["melee", "pass_through_disorder", "fatigue"],
    },
)
