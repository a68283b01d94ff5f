"""Count what an attack did, and collect what went wrong."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import field
from threading import Lock

from rulesets.core.records import dataclass

SHOWN = 40  # of the faults of one part
WIDTH = 50  # of a part's name


@dataclass
class Counts:
    """What was done, by part and kind, and the faults of each part."""

    done: dict[str, Counter[str]] = field(default_factory=dict)
    faults: dict[str, list[str]] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def add(self, part: str, kind: str, number: int = 1) -> None:
        with self._lock:
            self.done.setdefault(part, Counter())[kind] += number

    def blame(self, part: str, faults: Iterable[str]) -> None:
        found = list(faults)
        with self._lock:
            self.faults.setdefault(part, []).extend(found)

    @property
    def is_red(self) -> bool:
        return any(self.faults.values())

    def lines(self) -> list[str]:
        """Return the counts as text, then each part with its faults."""
        counted = [
            f"{part:<{WIDTH}}{kind:<36}{number:>9,}"
            for part, kinds in self.done.items()
            for kind, number in sorted(kinds.items())
        ]
        return [*counted, *(line for part in self.faults for line in self._judged(part))]

    def _judged(self, part: str) -> list[str]:
        found = Counter(self.faults[part])
        if not found:
            return [f"{part:<{WIDTH}}green"]
        shown = [f"    {text}" + (f" ({times} times)" if times > 1 else "") for text, times in found.most_common(SHOWN)]
        more = [f"    and {len(found) - SHOWN} more"] if len(found) > SHOWN else []
        return [f"{part:<{WIDTH}}RED: {len(found)}", *shown, *more]
