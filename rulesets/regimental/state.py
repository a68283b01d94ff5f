"""The terms of this book."""

from enum import StrEnum
from typing import Literal

Side = Literal["USA", "CSA"]
Rank = Literal["regimental", "brigade", "divisional"]
SIDES = {"USA": "Union", "CSA": "Confederate"}


class Quality(StrEnum):
    CRACK = "crack"
    VETERAN = "veteran"
    GREEN = "green"


class Condition(StrEnum):
    GOOD_ORDER = "good order"
    DISORDERED = "disordered"


class Commander(StrEnum):
    """The quality of a unit's commander."""

    EXCEPTIONAL = "exceptional"
    AVERAGE = "average"
    WEAK = "weak"


class Fall(StrEnum):
    """What befalls a leader or the colors."""

    KILLED = "killed"
    WOUNDED = "wounded"
    STUNNED = "stunned"
    HORSE = "horse killed"
    COLORS = "colors down"
    NONE = "no effect"


class Formation(StrEnum):
    COLUMN = "column"
    ROAD_COLUMN = "road column"
    LINE = "single line"
    SUPPORTED_LINE = "supported line"


class Obstacle(StrEnum):
    """A linear obstacle."""

    FENCE = "fence"
    HEDGE = "hedge"
    WALL = "wall"
    WORKS = "works"


class Passed(StrEnum):
    """What happens to a unit whose lines are passed."""

    QUITS = "quits the field"
    DRIVEN = "disordered, 1 stand skedaddles, retires"
    SHAKEN = "disordered, 1 stand skedaddles"
    THINNED = "1 stand skedaddles"
    DISORDERED = "disordered"
    NONE = "no effect"


class Weapon(StrEnum):
    """The arms of infantry and cavalry."""

    RIFLE = "Springfield or Enfield"
    RIFLED_SMOOTHBORE = "rifled smoothbore"
    CARBINE = "breech-loading carbine"
    REPEATER = "repeater"
    SMOOTHBORE = "smoothbore"
    PISTOL = "pistol or shotgun"


class Gun(StrEnum):
    """The guns of a section."""

    NAPOLEON = "12-pdr smoothbore"
    RIFLE = "3-inch rifle"
    SIX_POUNDER = "6-pdr smoothbore"


class Ammunition(StrEnum):
    DOUBLE_CANISTER = "double canister"
    CANISTER = "canister"
    SHRAPNEL = "shrapnel"
    SHELL = "shell"
    SHOT = "shot"

    @property
    def is_canister(self) -> bool:
        """Tell what is fired up to its range from what is fired only over it."""
        return self in (Ammunition.DOUBLE_CANISTER, Ammunition.CANISTER)


class Cover(StrEnum):
    """What a unit is behind; only the best counts."""

    NONE = "none"
    LIGHT_WORKS = "light works"
    BREASTWORKS = "breastworks"
    BUILDING = "building"


class Charged(StrEnum):
    """The target of a charge."""

    FORMED = "formed infantry or dismounted cavalry"
    MOUNTED = "mounted cavalry"
    UNLIMBERED = "unlimbered guns"
    LIMBERED = "limbered guns"
    SKIRMISHERS = "skirmishers"


class Reaction(StrEnum):
    """What the target of a charge does."""

    HOLD = "hold and fire"
    RECEIVE = "receive the charge"
    COUNTER = "counter-charge"
    RETIRE = "retire"
    FALL_BACK = "fall back"


class Surprise(StrEnum):
    """What surprise fire does to the unit it hits."""

    DRIVEN = "driven back"
    RECOILS = "recoils"
    CHECKED = "checked"
    NONE = "no effect"


class Light(StrEnum):
    DAY = "daylight"
    TWILIGHT = "twilight"
    DARK = "dark"
