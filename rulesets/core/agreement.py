"""The contract for agreeing to fight a meeting on the table, with its frozen value.

A bridge (`Book.bridges`) implements it in its `agreement.py`.
"""

from typing import Protocol

from rulesets.core.brief import BriefSide, Ratio
from rulesets.core.context import Context
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class OnTable:
    """What one army brings to the table at a ratio, by kind, with the rule that says so."""

    kinds: tuple[tuple[str, int], ...]
    words: str
    cites: str


class Agreement(Protocol):
    """A bridge's `agreement.py`."""

    def on_table(self, army: BriefSide, ratio: Ratio, house: Context) -> OnTable:
        """Return what an army brings to the table at this ratio."""

    def warning(self, ratio: Ratio, house: Context) -> str:
        """Return what is unusual about a ratio, or ""."""

    def silence_agrees(self, house: Context) -> bool:
        """Return whether a silent side agrees to an offer that was made early enough."""

    def silence_in_words(self, house: Context) -> str:
        """Return what follows a deadline without an agreement."""
