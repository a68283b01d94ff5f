"""How a battle of the strategic game is fought on the table, and what it does to the strategic game."""

from rulesets.core.book import Book

BOOK = Book(
    id="cw_to_ff",
    short="VG",
    title="Civil War battles fought with Fire and Fury",
    edition="Jim McConnell, revised 6/9/95",
    about="How a battle of the strategic game is fought on the table, and what it does to the strategic game.",
    former={
        "cw_to_ff.manoeuvre_modifiers": "cw_to_ff.maneuver_modifiers",
        "breastworks, per cent": "breastworks, percent",
    },
)
