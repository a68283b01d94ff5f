"""How each book is played between the Brief and the Report: one conduct a book, found by the book's name.

A conduct maps the pages' typed values onto the book's procedures and back. It holds no rule of its own, knows no
database and no viewer. A book without a conduct is played plainly: empty plans, a clock that counts, losses by unit.
"""

from battles.conduct.base import (
    Chances,
    Clock,
    Conduct,
    Dispatch,
    Found,
    HandThrow,
    Option,
    PlanChoices,
    Terms,
    Throw,
    Unit,
)
from battles.conduct.booking import CAUSES, ENDS, FATES, PERMANENT, book_losses
from battles.conduct.plain import PlainConduct

_conducts: dict[str, Conduct] = {}


def conduct_of(book: str) -> Conduct:
    """The conduct of a book; any other book is played plainly."""
    if not _conducts:
        from battles.conduct.cw_to_ff import FlankMarchConduct

        _conducts.update({book: FlankMarchConduct() for book in ("cw_to_ff",)})
    return _conducts.get(book) or PlainConduct(book)


__all__ = [
    "CAUSES",
    "ENDS",
    "FATES",
    "PERMANENT",
    "Chances",
    "Clock",
    "Conduct",
    "Dispatch",
    "Found",
    "HandThrow",
    "Option",
    "PlainConduct",
    "PlanChoices",
    "Terms",
    "Throw",
    "Unit",
    "book_losses",
    "conduct_of",
]
