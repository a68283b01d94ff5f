"""How each book is played between the Brief and the Report: one conduct a book, found by the book's name.

A conduct maps the pages' typed values onto the book's procedures and back. It holds no rule of its own, knows no
database and no viewer. A book without a conduct is played plainly: empty plans, a clock that counts, losses by unit.
"""

from typing import cast

from battles.conduct.base import BookPlan, Conduct
from battles.conduct.plain import PlainDay, PlainPlanning, PlainResult
from rulesets.core.context import BY_THE_BOOK, Context

SomeConduct = Conduct[BookPlan, object]


def conduct_of(book: str, house: Context = BY_THE_BOOK) -> SomeConduct:
    """Return the conduct of a book, by a campaign's own numbers; any other book is played plainly.

    Its plans and facts are the book's own types. Callers get them from the conduct and give them back to it.
    """
    if book == "cw_to_ff":
        from battles.conduct import cw_to_ff  # its chapters are heavy to load

        return cast(SomeConduct, cw_to_ff.conduct(house))
    return cast(SomeConduct, Conduct(PlainPlanning(book), PlainDay(), PlainResult()))


__all__ = ["SomeConduct", "conduct_of"]
