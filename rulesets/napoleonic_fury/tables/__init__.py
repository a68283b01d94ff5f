"""Every number of the book, with its section and origin."""

from rulesets.napoleonic_fury.tables.commanding import (
    ARMY_COMMANDER,
    COMMAND_RANGE,
    FALLEN_LEADERS,
    FATIGUE,
    FATIGUE_EFFECT,
    RANGE_CHANGES,
)
from rulesets.napoleonic_fury.tables.fighting import MELEE, MELEE_EFFECT, MELEE_LIMITS, MELEE_MODIFIERS, OUTNUMBERED
from rulesets.napoleonic_fury.tables.firing import (
    CASUALTY,
    FIRE,
    FIRE_EFFECT,
    FIRE_LIMITS,
    FIRE_MODIFIERS,
    FIRE_MULTIPLIERS,
    FIRE_POINTS,
    REACHES,
)
from rulesets.napoleonic_fury.tables.maneuvering import (
    DISORDER,
    DISORDER_EFFECT,
    EMERGENCY,
    EMERGENCY_MODIFIERS,
    GOOD_ORDER,
    GOOD_ORDER_EFFECT,
    MANEUVER_MODIFIERS,
)
from rulesets.napoleonic_fury.tables.moving import (
    BATTERY_FUNCTIONS,
    EVASION,
    INFANTRY_MOVEMENT,
    MOVEMENT_COSTS,
    OTHER_MOVEMENT,
)
from rulesets.napoleonic_fury.tables.nations import CONVERSION, NATIONAL_MODIFIERS, RESPONSE, SCALE

__all__ = [
    "ARMY_COMMANDER",
    "BATTERY_FUNCTIONS",
    "CASUALTY",
    "COMMAND_RANGE",
    "CONVERSION",
    "DISORDER",
    "DISORDER_EFFECT",
    "EMERGENCY",
    "EMERGENCY_MODIFIERS",
    "EVASION",
    "FALLEN_LEADERS",
    "FATIGUE",
    "FATIGUE_EFFECT",
    "FIRE",
    "FIRE_EFFECT",
    "FIRE_LIMITS",
    "FIRE_MODIFIERS",
    "FIRE_MULTIPLIERS",
    "FIRE_POINTS",
    "GOOD_ORDER",
    "GOOD_ORDER_EFFECT",
    "INFANTRY_MOVEMENT",
    "MANEUVER_MODIFIERS",
    "MELEE",
    "MELEE_EFFECT",
    "MELEE_LIMITS",
    "MELEE_MODIFIERS",
    "MOVEMENT_COSTS",
    "NATIONAL_MODIFIERS",
    "OTHER_MOVEMENT",
    "OUTNUMBERED",
    "RANGE_CHANGES",
    "REACHES",
    "RESPONSE",
    "SCALE",
]
