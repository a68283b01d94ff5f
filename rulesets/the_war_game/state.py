"""The terms of this book."""

from enum import StrEnum
from typing import Literal

Arm = Literal["infantry", "cavalry"]


class Kind(StrEnum):
    """What terrain tells apart."""

    LINE = "line infantry"
    OPEN = "infantry in open order"
    CAVALRY = "cavalry"
    GUNS = "artillery and wagons"
    BARGE = "barge"


class Pace(StrEnum):
    """How troops move: the rows of the movement table."""

    LINE = "infantry in line"
    FIRING = "infantry in line, firing"
    COLUMN = "infantry in column"
    OPEN = "infantry in open order"
    CHARGING = "infantry charging"
    CAVALRY = "cavalry"
    CAVALRY_CHARGE = "cavalry charging"
    TEAM = "artillery with its team"
    MANHANDLED = "artillery by hand"
    WAGON = "wagon"
    UP_RIVER = "barge up the river"
    DOWN_RIVER = "barge down the river"
    CANAL = "barge on a canal"

    @property
    def kind(self) -> Kind:
        """Return what the troops are to the terrain table."""
        if self is Pace.OPEN:
            return Kind.OPEN
        begins = {"infantry": Kind.LINE, "cavalry": Kind.CAVALRY, "barge": Kind.BARGE}
        return begins.get(self.split()[0], Kind.GUNS)


class Ground(StrEnum):
    """The ground of a stretch of the path."""

    OPEN = "open"
    SCENIC = "scenic terrain"
    WOODS = "woods"
    SWAMP = "swamp or marsh"


class Slope(StrEnum):
    """The slope of a stretch of the path."""

    LEVEL = "level"
    UP = "uphill"
    DOWN = "downhill"


class Weapon(StrEnum):
    """What fires."""

    RIFLE = "rifle musket"
    SMOOTHBORE = "smoothbore musket"
    CARBINE = "carbine"
    BALL = "round shot"
    CANISTER = "canister"
    SHELL = "howitzer shell"


class Band(StrEnum):
    """The parts of a range."""

    NEAR = "near"
    MIDDLE = "middle"
    FAR = "far"
    LONG = "farthest"


class Sector(StrEnum):
    """Where a shell lands, seen from the gun."""

    CENTER = "center"
    BEYOND = "beyond"
    RIGHT = "right"
    SHORT = "short"
    LEFT = "left"
    MISFIRE = "misfire"


class Prey(StrEnum):
    """What skirmishers fire at."""

    BODY = "organized body"
    OPEN = "infantry in open order"
    PICKED = "selected individual"
    MOUNTED = "mounted officer"


class Rest(StrEnum):
    """The rest that exhausted troops have had before they are attacked."""

    NONE = "no rest"
    SOME = "a move of rest"


class Formation(StrEnum):
    """How infantry is formed."""

    LINE = "line"
    COLUMN = "column"
    OPEN = "open order"


class Cover(StrEnum):
    """What a unit stands behind or in."""

    NONE = "in the open"
    WALL = "behind a wall"
    HOUSE = "in a house"


class Order(StrEnum):
    """What a unit's morale lets it do."""

    GOOD = "in good order"
    HALTED = "halted, cannot fire"
    BACK = "falling back"
    RALLYING = "rallying"
    REAR = "going to the rear"
    DISPERSED = "dispersed"
    SURRENDERED = "surrendered"


class Fate(StrEnum):
    """Whether an officer is there."""

    PRESENT = "present"
    HIT = "hit, to be saved"
    FALLEN = "fallen"
    AWAY = "away"


class MeleeMove(StrEnum):
    """The move of melee that a unit fights next."""

    NONE = "none"
    FIRST = "first"
    SECOND = "second"
    THIRD = "third"


class GunState(StrEnum):
    """How a gun may fire."""

    WHOLE = "in action"
    SLOWED = "fires every other move"
    LOST = "destroyed"


class HouseState(StrEnum):
    """What has become of a house."""

    WHOLE = "stands"
    BURNING = "on fire"
    RUINED = "in ruins"
