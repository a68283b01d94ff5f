"""The terms of this book, and the three numbers of a unit."""

import re
from enum import StrEnum

from rulesets.core.records import dataclass
from rulesets.core.words import quoted


class Nation(StrEnum):
    FRANCE = "France"
    HESSE = "Hesse"
    BADEN = "Baden"
    VISTULA = "Vistula Legion"
    BRITAIN = "Britain"
    AUSTRIA = "Austria"
    PRUSSIA = "Prussia"
    RUSSIA = "Russia"
    SPAIN = "Spain"
    SAXONY = "Saxony"
    NAPLES = "Naples"
    RHINEBUND = "Rhinebund"
    OTTOMANS = "Ottoman Empire"
    PORTUGAL = "Portugal"
    MINOR = "another minor"


class Troops(StrEnum):
    """Everything that moves. Light infantry are LT, JG, and Grenz."""

    LINE = "line infantry"
    LIGHT = "light infantry"
    LANDWEHR = "Landwehr"
    MILITIA = "militia infantry"
    GUERRILLAS = "guerrillas"
    LIGHT_CAVALRY = "light cavalry"
    HEAVY_CAVALRY = "heavy cavalry"
    COSSACKS = "Cossacks"
    MILITIA_CAVALRY = "militia cavalry"
    HORSE_BATTERY = "horse battery"
    HEAVY_BATTERY = "heavy battery"
    LEADER = "leader"

    @property
    def is_infantry(self) -> bool:
        return self in INFANTRY

    @property
    def is_cavalry(self) -> bool:
        return self in CAVALRY

    @property
    def is_battery(self) -> bool:
        return self in (Troops.HORSE_BATTERY, Troops.HEAVY_BATTERY)


INFANTRY = (Troops.LINE, Troops.LIGHT, Troops.LANDWEHR, Troops.MILITIA, Troops.GUERRILLAS)
CAVALRY = (Troops.LIGHT_CAVALRY, Troops.HEAVY_CAVALRY, Troops.COSSACKS, Troops.MILITIA_CAVALRY)


class Elite(StrEnum):
    NONE = "none"
    GRENADIERS = "grenadiers"
    GUARD = "guard"
    OLD_GUARD = "French Old Guard"


class Formation(StrEnum):
    COLUMN = "column"
    LINE = "line"
    MARCH = "march column"
    SQUARE = "square"


class Status(StrEnum):
    FRESH = "Fresh"
    WORN = "Worn"
    SPENT = "Spent"


class Rating(StrEnum):
    """What a commander is worth, from best to worst."""

    EXCELLENT = "excellent"
    GOOD = "good"
    AVERAGE = "average"
    POOR = "poor"


class Rank(StrEnum):
    DIVISION = "division"
    CORPS = "corps"
    WING = "wing or small army"
    ARMY = "large army"


class Handling(StrEnum):
    """How a unit handles its orders: disordered, then in good order, each from worst to best."""

    ROUTS = "routs"
    BROKEN = "broken"
    WAVERING = "wavering"
    SHAKEN = "shaken"
    RALLIES = "rallies"
    ELAN = "rallies with elan"
    RETREATS = "retreat"
    HOLDS = "hold"
    MAY_CHANGE = "hold or formation change"
    EITHER = "half move or formation change"
    BOTH = "half move and formation change"
    WELL_HANDLED = "well handled"


class Allowed(StrEnum):
    """What a unit may do by its maneuver result."""

    FULL = "full move"
    HALF = "half move"
    EITHER = "half move or formation change"
    BOTH = "half move and formation change"
    CHANGE = "formation change"
    NONE = "none"


class Afterwards(StrEnum):
    """The state that a maneuver result leaves a unit in."""

    GOOD_ORDER = "good order"
    DISORDERED = "disordered"
    REMOVED = "off the table"


class Attempt(StrEnum):
    """The results of an emergency formation change."""

    DISORDERED = "fails, and the unit is disordered"
    FAILS = "fails"
    SUCCEEDS = "succeeds"


class Firing(StrEnum):
    """The troops that fire."""

    INFANTRY = "infantry"
    LIGHT = "light infantry"
    DISMOUNTED = "dismounted cavalry"
    HORSE = "horse artillery"
    HEAVY = "heavy artillery"

    @property
    def is_infantry(self) -> bool:
        return self in (Firing.INFANTRY, Firing.LIGHT)

    @property
    def is_artillery(self) -> bool:
        return self in (Firing.HORSE, Firing.HEAVY)


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
    """How a melee ends, from the defender swept away to the attacker repulsed."""

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


class Fate(StrEnum):
    """The fates of an officer under fire."""

    SNIPER = "felled by a sniper"
    CRUSHED = "crushed under a falling horse"
    STAFF = "staff officer hit, no effect"
    DISABLED = "disabled"
    IGNORES = "coolly ignores the fire, no effect"
    SHOT = "shot dead in the saddle"
    HORSE = "horse killed, no effect"
    WOUNDED = "grievously wounded"
    FLESH = "mere flesh wound, no effect"
    STUNNED = "stunned"
    COAT = "coat pierced, no effect"


class Quality(StrEnum):
    """The columns of the conversion chart, from best to worst."""

    OLD_GUARD = "Old Guard"
    GUARD = "guard or grenadier"
    VETERAN = "veteran"
    REGULAR = "regular"
    CONSCRIPT = "conscript"
    MILITIA = "militia"


@dataclass(frozen=True)
class Triple:
    """Stands at full strength, when Worn, and when Spent. None is the dash: no such state."""

    full: int
    worn: int | None
    spent: int | None

    @classmethod
    def parse(cls, text: str) -> "Triple":
        """Read 6/4/2 or 4/-/3; a ValueError says what is wrong."""
        found = re.fullmatch(r"\s*([0-9]{1,2})[./]([0-9]{1,2}|-)[./]([0-9]{1,2}|-)\s*", text)
        if not found:
            raise ValueError(f"must be three numbers or dashes, such as 6/4/2 or 4/-/3, not {quoted(text)}")
        full, worn, spent = (None if part == "-" else int(part) for part in found.groups())
        known = [stands for stands in (full, worn, spent) if stands is not None]
        if full is None or known != sorted(set(known), reverse=True) or 0 in known:
            raise ValueError(f"must fall from number to number and stay above 0, unlike {quoted(text)}")
        return cls(full, worn, spent)

    def status(self, stands: int) -> Status:
        """Return the state of a unit with this many stands."""
        if self.spent is not None and stands <= self.spent:
            return Status.SPENT
        if self.worn is not None and stands <= self.worn:
            return Status.WORN
        return Status.FRESH

    def __str__(self) -> str:
        return "/".join("-" if n is None else str(n) for n in (self.full, self.worn, self.spent))
