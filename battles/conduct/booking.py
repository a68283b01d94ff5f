"""Assign a unit's losses to its strength points, in the order of their stands in the unit."""

from collections.abc import Mapping, Sequence

from rulesets.core.report import CAUSES, End, Fate, StandsLost

ENDS: Mapping[End, str] = {
    End.HELD: "held the field",
    End.WITHDREW: "withdrew",
    End.DRIVEN_OFF: "was driven off",
}
FATES: Mapping[Fate, str] = {
    Fate.UNHURT: "unhurt",
    Fate.STUNNED: "stunned or horse killed",
    Fate.DISABLED: "disabled",
    Fate.WOUNDED: "grievously wounded",
    Fate.CAPTURED: "captured",
    Fate.KILLED: "killed",
}


def book_losses(booked: Sequence[tuple[str, int]], lost: StandsLost) -> dict[str, StandsLost]:
    """Return each item's losses by cause: killed first, then captured and the rest, item by item."""
    left = lost.by_cause
    by_item: dict[str, StandsLost] = {}
    for item, stands in booked:
        mine = dict.fromkeys(CAUSES, 0)
        for cause in CAUSES:
            mine[cause] = min(left[cause], stands - sum(mine.values()))
            left[cause] -= mine[cause]
        by_item[item] = StandsLost(**mine)
    return by_item
