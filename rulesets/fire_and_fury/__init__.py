"""Fire and Fury: the tabletop game: manoeuvre, fire, charge, fallen leaders and victory points."""

from rulesets.core.book import Book

BOOK = Book(
    id="fire_and_fury",
    short="FF",
    title="Fire and Fury",
    edition="Richard Hasenauer, 1990, as far as public pages state it",
    about="The tabletop game: manoeuvre, fire, charge, fallen leaders and victory points.",
)
