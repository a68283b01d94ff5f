"""Kentucky's neutrality: closed to leaders alone, entries, and lines of supply until SP of a side enter it (H-7)."""

from dataclasses import replace

from rulesets.civil_war.rulings import H_7
from rulesets.civil_war.war.ground import Known, shared
from rulesets.civil_war.war.state import Clock
from rulesets.civil_war.war.world import World

OPENS_ON = 2
UNTIL_TURN_2, FROM_THE_START, UNTIL_ENTERED = H_7.options


def opens_neutral(world: World) -> bool:
    """Return whether Kentucky is neutral as a war opens."""
    return world.scenario.kentucky_neutral and world.house.chosen(H_7) != FROM_THE_START


def is_over(world: World, clock: Clock) -> bool:
    """Return whether a turn opens Kentucky to whoever enters it."""
    return clock.kentucky_neutral and clock.turn >= OPENS_ON and world.house.chosen(H_7) != UNTIL_ENTERED


def neutral_ground(world: World, clock: Clock) -> frozenset[str]:
    """Return the hexes of Kentucky while it's neutral."""
    return world.kentucky if clock.kentucky_neutral else frozenset()


def for_supply(world: World, clock: Clock, known: Known) -> Known:
    """Return what decides about supply: no line runs through neutral ground."""
    closed = neutral_ground(world, clock)
    return shared(world, replace(known, enemy_at=known.enemy_at | closed)) if closed else known
