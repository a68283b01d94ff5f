"""The options of a harness run, and the counts of what it has done."""

from dataclasses import field

from rulesets.core.records import dataclass

KNOWN_TO = "known to "  # begins the name of every bundle, and so the case of its test


@dataclass
class Options:
    """The seed that rotates ids, whether each fact is planted by itself and every id tried, and whether what repeats
    other tests takes turns."""

    rotation: str = ""
    soak: bool = False
    in_turn: bool = False


@dataclass
class Tally:
    """The requests, worlds, planted leaks found, and pages known to be alike so far in this process."""

    requests: int = 0
    worlds: int = 0
    found: list[str] = field(default_factory=list)
    alike: int = 0

    def since(self, other: "Tally") -> "Tally":
        """Return the counts since an earlier tally."""
        return Tally(
            self.requests - other.requests,
            self.worlds - other.worlds,
            self.found[len(other.found) :],
            self.alike - other.alike,
        )

    def __bool__(self) -> bool:
        return self != Tally()

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.requests + other.requests,
            self.worlds + other.worlds,
            self.found + other.found,
            self.alike + other.alike,
        )

    def __str__(self) -> str:
        return (
            f"{self.requests:,} requests, {self.alike:,} pages alike by what they read, {self.worlds} worlds, "
            f"{len(self.found)} planted leaks found"
        )


OPTIONS, TALLY = Options(), Tally()
