"""Which of many alike a run tries: another few for another tree, the same for the same seed.

The seed is the fingerprint of the tree, printed at the end of a run; `--rotation` takes another. A leak that a rotated
value has found becomes a fixed case, so that every run tries it from then on.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256

from campaign.tests.harness.tally import OPTIONS


def rotated(values: Iterable[str], count: int, about: str) -> list[str]:
    """Return a few of the values, in an order that the seed decides anew for each thing they are about."""
    return sorted(values, key=lambda value: sha256(f"{OPTIONS.rotation}|{about}|{value}".encode()).digest())[:count]


@dataclass(frozen=True)
class FixedCase:
    """A route and the row that its argument is filled with, by columns that find it in any world."""

    route: str
    argument: str
    table: str
    row: Mapping[str, object]
    why: str


FIXED_CASES = (
    FixedCase(
        "/c/<id:campaign_id>/map/force/<id:force_id>/",
        "force_id",
        "war_force",
        {"side": "USA", "hex": "0202"},
        "The picket is the one Union force that the Confederates have sighted; what is behind it must not show on it.",
    ),
)
