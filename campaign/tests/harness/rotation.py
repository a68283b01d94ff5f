"""Which of many alike a run tries: another few for another tree, the same for the same seed.

What rotates was tried nowhere else in the run. A leak that a rotated value has found becomes a fixed case, so that
every run tries it from then on.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256

from django.conf import settings

from rulesets.core.coverage import tree_hash

VARIABLE = "HARNESS_ROTATION"


@cache
def _seed_of_tree() -> str:
    return tree_hash(settings.BASE_DIR)[:12]


def seed() -> str:
    """Return the seed of this run: the one asked for, or the fingerprint of the tree."""
    return os.environ.get(VARIABLE) or _seed_of_tree()


def rotated(values: Iterable[str], count: int, about: str) -> list[str]:
    """Return a few of the values, in an order that the seed decides anew for each thing they are about."""
    return sorted(values, key=lambda value: sha256(f"{seed()}|{about}|{value}".encode()).digest())[:count]


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
