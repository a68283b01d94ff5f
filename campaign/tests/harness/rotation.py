"""Choose which of many similar values a run tries: the choice changes with the tree, and repeats for the same seed.

The seed is the fingerprint of the tree, printed at the end of a run; `--rotation` sets another. If a rotated value
finds a leak, add it as a fixed case, so that every later run tries it.
"""

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import TypeVar

from campaign.tests.harness.tally import OPTIONS
from rulesets.core.records import dataclass

ValueT = TypeVar("ValueT")
MARKED, FILES = "marked", "files"  # what takes turns in a run of all tests


def rotated(values: Iterable[str], count: int, about: str) -> list[str]:
    """Return a few of the values, shuffled by the seed and by what they are about."""
    return sorted(values, key=lambda value: _number(f"{about}|{value}"))[:count]


def in_turn(values: Sequence[ValueT], parts: int, about: str, step: int = 0) -> list[ValueT]:
    """Return one of so many parts of the values, the next part at each step; the seed says where they begin.

    A soak takes all values each time.
    """
    count = len(values) if OPTIONS.soak else -(-len(values) // parts)
    start = _number(about) + step * count
    chosen = {(start + n) % len(values) for n in range(count)}
    return [value for n, value in enumerate(values) if n in chosen]


def is_its_turn(about: str, parts: int) -> bool:
    """Return whether a run takes this value, as it does one in `parts` of all; a soak takes each."""
    return OPTIONS.soak or _number(about) % parts == 0


def is_due(about: str, parts: int) -> bool:
    """Return whether a test takes this value: any, but in a run of all tests only one in `parts` of all."""
    return not OPTIONS.in_turn or is_its_turn(about, parts)


def _number(about: str) -> int:
    return int(sha256(f"{OPTIONS.rotation}|{about}".encode()).hexdigest(), 16)


@dataclass(frozen=True)
class FixedCase:
    """A route and the row to fill in, given by column values that find it in any world."""

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
        "The Confederates have sighted only this picket; its page must not reveal what is behind it.",
    ),
)
