"""The terms of this book, and the triple of a brigade."""

import re
from enum import StrEnum

from rulesets.core.records import dataclass
from rulesets.core.words import quoted


class Quality(StrEnum):
    CRACK = "crack"
    VETERAN = "veteran"
    GREEN = "green"


class Status(StrEnum):
    FRESH = "Fresh"
    WORN = "Worn"
    SPENT = "Spent"
    DESTROYED = "destroyed"


class Condition(StrEnum):
    GOOD_ORDER = "good order"
    DISORDERED = "disordered"


class Handling(StrEnum):
    """How a brigade handles its orders."""

    QUITS = "quits the field"
    BROKEN = "broken"
    WAVERING = "wavering"
    SHAKEN = "shaken"
    RALLIES = "rallies"
    ELAN = "rallies with elan"
    RETIRES = "retires"
    DISENGAGES = "disengages"
    HOLDS = "holds"
    TARDY = "tardy"
    WELL_HANDLED = "well handled"


class Arm(StrEnum):
    """The troops that move."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    DISMOUNTED = "dismounted cavalry"
    LEADER = "leader"
    FOOT_ARTILLERY = "foot artillery"
    HORSE_ARTILLERY = "horse artillery"


class Firing(StrEnum):
    """The troops that fire: a brigade's stands, or a battery by its guns."""

    INFANTRY = "infantry"
    DISMOUNTED = "dismounted cavalry"
    MOUNTED = "mounted cavalry"
    SIX_POUNDER = "6-pdr smoothbore"
    HOWITZER = "12-pdr howitzer"
    NAPOLEON = "12-pdr Napoleon"
    ORDNANCE = "3-inch Ordnance rifle"
    PARROTT = "10-pdr Parrott"
    HEAVY_PARROTT = "20-pdr Parrott"
    HORSE = "horse artillery"

    @property
    def is_brigade(self) -> bool:
        """Tell brigades from batteries."""
        return self in (Firing.INFANTRY, Firing.DISMOUNTED, Firing.MOUNTED)


class Battery(StrEnum):
    """The state of a battery."""

    GOOD = "good"
    SILENCED = "silenced"
    DAMAGED = "damaged"
    WRECKED = "wrecked"
    CAPTURED = "captured"


class Fire(StrEnum):
    """The five columns of the fire table."""

    DESULTORY = "desultory"
    LIVELY = "lively"
    TELLING = "telling"
    DEADLY = "deadly"
    WITHERING = "withering"


class Clash(StrEnum):
    """How a charge ends, from the defender swept away to the attacker repulsed."""

    SWEPT = "swept from the field"
    DRIVEN = "driven back"
    PRESSED = "hard pressed"
    STRUGGLE = "desperate struggle"
    CHECKED = "assault checked"
    FALTERS = "assault falters"
    REPULSED = "charge repulsed"
    ATTACKER_GONE = "attacker fought to the last stand"
    DEFENDER_GONE = "defender fought to the last stand"
    BOTH_GONE = "both fought to the last stand"


@dataclass(frozen=True)
class Triple:
    """Full strength, Worn at, Spent at. None is the dash: no such state."""

    full: int | None
    worn: int | None
    spent: int | None

    @classmethod
    def parse(cls, text: str) -> "Triple":
        """Read 10.8.6 or 10/8/6; a ValueError says what is wrong."""
        found = re.fullmatch(r"\s*([0-9]{1,2}|-)[./]([0-9]{1,2}|-)[./]([0-9]{1,2}|-)\s*", text)
        if not found:
            raise ValueError(f"must be three numbers or dashes, such as 10.8.6 or -.10.6, not {quoted(text)}")
        triple = cls(*(None if part == "-" else int(part) for part in found.groups()))
        known = triple._known
        if known != sorted(set(known), reverse=True) or 0 in known:
            raise ValueError(f"must fall from number to number and stay above 0, unlike {quoted(text)}")
        if triple.full is None and triple.worn is None:
            raise ValueError(f"must have a Fresh or a Worn strength, unlike {quoted(text)}")
        return triple

    @property
    def _known(self) -> list[int]:
        return [n for n in (self.full, self.worn, self.spent) if n is not None]

    @property
    def most(self) -> int:
        """Return the stands it begins with; without a Fresh state it begins Worn."""
        return self._known[0]

    def status(self, stands: int) -> Status:
        """Return the state of a brigade with this many stands."""
        if stands < 1:
            return Status.DESTROYED
        if self.spent is not None and stands <= self.spent:
            return Status.SPENT
        if self.worn is not None and stands <= self.worn:
            return Status.WORN
        return Status.FRESH

    def __str__(self) -> str:
        return ".".join("-" if n is None else str(n) for n in (self.full, self.worn, self.spent))
