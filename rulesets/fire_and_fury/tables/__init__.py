"""Every number of the game that public pages give, with its source; the others are marked unknown.

Nobody here has read the rule book: sections are named after the game's parts, and `note` says where numbers come from.
"""

from rulesets.fire_and_fury.tables.charging import (
    CHARGE,
    CHARGE_EFFECT,
    CHARGE_MODIFIERS,
    FALLEN_ONE_DIE,
    FALLEN_TWO_DICE,
    OUTNUMBERED,
)
from rulesets.fire_and_fury.tables.drawing_up import BRIGADE_SIZE, LEADER_QUALITY, TROOP_QUALITY
from rulesets.fire_and_fury.tables.firing import (
    FIRE,
    FIRE_EFFECT,
    FIRE_MODIFIERS,
    FIRE_MULTIPLIERS,
    FIRE_POINTS,
    FIRE_RANGES,
    NATURAL_FACES,
)
from rulesets.fire_and_fury.tables.moving import (
    BATTERY_FUNCTIONS,
    COMMAND_RADIUS,
    EFFECTIVENESS,
    HANDLING_EFFECT,
    MANEUVER,
    MANEUVER_MODIFIERS,
    MOVEMENT,
    STATUS_MODIFIER,
)
from rulesets.fire_and_fury.tables.winning import OBJECTIVES, VICTORY_POINTS

__all__ = [
    "BATTERY_FUNCTIONS",
    "BRIGADE_SIZE",
    "CHARGE",
    "CHARGE_EFFECT",
    "CHARGE_MODIFIERS",
    "COMMAND_RADIUS",
    "EFFECTIVENESS",
    "FALLEN_ONE_DIE",
    "FALLEN_TWO_DICE",
    "FIRE",
    "FIRE_EFFECT",
    "FIRE_MODIFIERS",
    "FIRE_MULTIPLIERS",
    "FIRE_POINTS",
    "FIRE_RANGES",
    "HANDLING_EFFECT",
    "LEADER_QUALITY",
    "MANEUVER",
    "MANEUVER_MODIFIERS",
    "MOVEMENT",
    "NATURAL_FACES",
    "OBJECTIVES",
    "OUTNUMBERED",
    "STATUS_MODIFIER",
    "TROOP_QUALITY",
    "VICTORY_POINTS",
]
