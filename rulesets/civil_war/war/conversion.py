"""What the war needs from a bridge to the table: rules of its seed that hold after every battle, wherever fought."""

from collections.abc import Sequence
from typing import Protocol

from rulesets.core.brief import BriefSide
from rulesets.core.context import Context
from rulesets.core.hand_over import Seasoned
from rulesets.core.reckoning import Reckoning


class Conversion(Protocol):
    """A bridge's `hand_over.py` has all of it; without one, a war has no qualities that change, and no promotions."""

    def seasoned(self, army: BriefSide, *, won: bool, gone: frozenset[str], promote: str, house: Context) -> Seasoned:
        """Return the quality of each survivor of a battle in which all fought, and who is promoted (VG-4F)."""

    def promotion_enters(
        self, side: str, leader: str, *, counter_on: int, turn: int, tactical: int, work: Reckoning
    ) -> bool:
        """Return whether a leader's counter goes from the turn track to the promotion pool (VG-10B, VG-10C)."""

    def promotion_drawn(self, side: str, pool: Sequence[str], *, turn: int, draw: int, work: Reckoning) -> str:
        """Return the leader whose counter is drawn from the promotion pool (VG-10E)."""
