"""Fire and Fury Regimental: the extensions that bring Fire and Fury down to regiments and sections of guns."""

from rulesets.core.book import Book

BOOK = Book(
    id="regimental",
    short="RG",
    title="Fire and Fury Regimental",
    edition="D. J. Hynds, version 2.1",
    about="Extensions to Fire and Fury for regiments and sections: weapons, skirmishers, cover, surprise, and sight.",
    phases={
        "Drawing up": ["scale", "weapons", "leader_quality"],
        "Command": ["command", "fallen_leader"],
        "Maneuver": [
            "maneuver",
            "maneuver_modifiers",
            "formation",
            "obstacles",
            "rapid_move",
            "passage_of_lines",
            "prolonge",
        ],
        "Cover": ["lying_down", "skirmishers", "works", "building"],
        "Fire": [
            "fire",
            "targets",
            "fire_points",
            "artillery_fire_points",
            "low_ammunition",
            "flank_fire",
            "sniper",
            "surprise_fire",
            "over_friends",
            "disordered_battery",
        ],
        "Charge": ["charge", "combat", "combat_modifiers", "surprise_attack", "captured_guns"],
        "Weather and night": ["fog", "darkness"],
    },
)
