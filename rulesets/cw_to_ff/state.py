"""The terms of this book: edges, arms, qualities, ranks, ratings, speeds, ground."""

from enum import StrEnum


class Edge(StrEnum):
    """A table edge as the defender sees the table."""

    LEFT = "left"
    RIGHT = "right"


class Arm(StrEnum):
    INFANTRY = "infantry"
    CAVALRY = "cavalry"


class Quality(StrEnum):
    GREEN = "green"
    VETERAN = "veteran"
    CRACK = "crack"


class Rank(StrEnum):
    DIVISION = "division"
    CORPS = "corps"
    ARMY = "army"


class Rating(StrEnum):
    """E, average, or P for poltroon."""

    EXCELLENT = "excellent"
    AVERAGE = "average"
    POLTROON = "poltroon"


class Speed(StrEnum):
    SWIFT = "swift"
    DELIBERATE = "deliberate"
    PLODDING = "plodding"


class Terrain(StrEnum):
    CLEAR = "clear"
    FOREST = "forest"
    SWAMP = "swamp"
    MOUNTAIN = "mountain"


class Hexside(StrEnum):
    """The hexside that the attacker crossed."""

    NONE = "none"
    UNNAVIGABLE_RIVER = "unnavigable_river"
    NAVIGABLE_RIVER = "navigable_river"
    GAP_ROAD = "gap_road"


class Season(StrEnum):
    MAR_APR = "Mar-Apr"
    MAY_JUN = "May-Jun"
    JUL_AUG = "Jul-Aug"
    SEP_OCT = "Sep-Oct"
    NOV_FEB = "Nov-Feb"


def edge_of(flank: Edge, *, defends: bool) -> Edge:
    """Return the table edge of a side's own left or right: the attacker's right is the defender's left (R-13)."""
    if defends:
        return flank
    return Edge.LEFT if flank is Edge.RIGHT else Edge.RIGHT
