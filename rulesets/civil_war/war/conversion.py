"""What the war needs from a bridge to the table: rules of its seed that hold after every battle, wherever fought."""

from typing import Protocol

from rulesets.core.brief import BriefSide
from rulesets.core.context import Context
from rulesets.core.hand_over import Seasoned


class Conversion(Protocol):
    """A bridge's `hand_over.py` has all of it; without one, a war has no qualities that change."""

    def seasoned(self, army: BriefSide, *, won: bool, gone: frozenset[str], promote: str, house: Context) -> Seasoned:
        """Return the quality of each survivor of a battle in which all fought, and who is promoted (VG-4F)."""
