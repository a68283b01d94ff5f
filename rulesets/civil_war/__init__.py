"""The Civil War 1861-1865, the strategic game: turns, command, combat, supply, and victory."""

from rulesets.core.book import Book

BOOK = Book(
    id="civil_war",
    short="CW",
    title="The Civil War 1861-1865",
    edition="Victory Games, 1983, as far as public pages state it",
    about="The strategic game: turns, command, combat, supply, and victory.",
    former={
        "civil_war.armies_in_a_theatre": "civil_war.armies_in_a_theater",
        "depots built in a turn in a theatre": "depots built in a turn in a theater",
        "forts built in a turn in a theatre": "forts built in a turn in a theater",
    },
)
