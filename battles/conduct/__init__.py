"""How each book's battles are fought between the setup and the report: one conduct per book.

A conduct turns typed values into inputs of the book's procedures and back. It has no rules, no database, and no
viewer. A book without one is fought plainly: empty plans, a counting clock, losses by unit.
"""

from typing import cast

from battles.conduct.base import BookPlan, Conduct
from battles.conduct.plain import PlainDay, PlainPlanning, PlainResult
from rulesets.core.context import BY_THE_BOOK, Context

SomeConduct = Conduct[BookPlan, object]


def conduct_of(book: str, house: Context = BY_THE_BOOK) -> SomeConduct:
    """Return the conduct of a book, with a campaign's own numbers; fight any other book plainly.

    Its plans and facts are the book's own types. Callers only pass them on.
    """
    if book == "cw_to_ff":
        from battles.conduct import cw_to_ff  # slow to import

        return cast(SomeConduct, cw_to_ff.conduct(house))
    return cast(SomeConduct, Conduct(PlainPlanning(book), PlainDay(), PlainResult()))


__all__ = ["SomeConduct", "conduct_of"]
