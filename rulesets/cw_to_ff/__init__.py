"""How a battle of the strategic game becomes a battle on the table, and back."""

from rulesets.core.book import Book

BOOK = Book(
    id="cw_to_ff",
    short="VG",
    title="Civil War battles fought with Fire and Fury",
    edition="Jim McConnell, revised 6/9/95",
    about="How a battle of the strategic game becomes a battle on the table, and back.",
    bridges="civil_war",
)
