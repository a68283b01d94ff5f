"""Booking: a unit's losses fall on its items in the order in which its stands were booked (design.md 2)."""

from collections.abc import Mapping, Sequence

PERMANENT = ("killed", "captured")
ENDS = {"held": "held the field", "withdrew": "withdrew", "driven_off": "was driven off"}
FATES = {
    "unhurt": "unhurt",
    "stunned": "stunned or horse killed",
    "disabled": "disabled",
    "wounded": "grievously wounded",
    "captured": "captured",
    "killed": "killed",
}
CAUSES = (*PERMANENT, "skedaddled", "quit", "never_arrived")


def book_losses(booked: Sequence[tuple[str, int]], losses: Mapping[str, int]) -> dict[str, dict[str, int]]:
    """Losses by cause for each item of a unit: killed first, then captured and the rest, item after item."""
    left = {cause: losses.get(cause, 0) for cause in CAUSES}
    by_item: dict[str, dict[str, int]] = {}
    for item, stands in booked:
        mine = dict.fromkeys(CAUSES, 0)
        for cause in CAUSES:
            mine[cause] = min(left[cause], stands - sum(mine.values()))
            left[cause] -= mine[cause]
        by_item[item] = mine
    return by_item
