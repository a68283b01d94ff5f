"""The Civil War 1861-1865, the strategic game: turns, command, combat, supply, and victory."""

from rulesets.core.book import Book

BOOK = Book(
    id="civil_war",
    short="CW",
    title="The Civil War 1861-1865",
    edition="Victory Games, 1983, as far as public pages state it",
    about="The strategic game: turns, command, combat, supply, and victory.",
    sheets=("pittsburg_landing", "war"),
    phases={
        "Turn": ["calendar"],
        "Reinforcement": ["arrivals", "leader_draw"],
        "Command": ["command_points", "prices", "who_commands", "remove_commander"],
        "Action": ["pulse", "spending", "movement_cost", "room", "control", "build", "reaction"],
        "Combat": ["combat", "column", "column_shifts", "overrun", "demoralization_chance", "retreat", "leader_loss"],
        "Supply and rally": ["supply", "rally"],
        "Victory": ["victory"],
    },
    former={
        "civil_war.armies_in_a_theatre": "civil_war.armies_in_a_theater",
        "depots built in a turn in a theatre": "depots built in a turn in a theater",
        "forts built in a turn in a theatre": "forts built in a turn in a theater",
    },
)
