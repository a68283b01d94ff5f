"""The ids of hexes: column and row, two digits each, from the northwest corner."""

from collections.abc import Iterable

from rulesets.core.hexes import Axial


class Numbers:
    """Ids for the hexes of the sheet's frame; they stay as long as the frame does."""

    def __init__(self, frame: Iterable[Axial]) -> None:
        """Count columns from the frame's west edge and rows from its north edge."""
        places = [(q + r // 2, r) for q, r in frame]
        self.first_column = min(column for column, _ in places) - 1
        self.first_row = min(row for _, row in places) - 1

    def id_of(self, at: Axial) -> str:
        q, r = at
        return f"{q + r // 2 - self.first_column:02}{r - self.first_row:02}"
