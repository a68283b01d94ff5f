"""What waits for battles on the table: the hexes around them, and their theaters. All of it is public."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from rulesets.civil_war.war.ground import Ground, Way
from rulesets.civil_war.war.state import State, Waiting
from rulesets.civil_war.war.world import World
from rulesets.civil_war.words import Theater

KEPT = 16


def locked_hexes(world: World, waiting: Mapping[str, Waiting]) -> frozenset[str]:
    """Return the hexes of contacts that wait, and those next to them: until it's settled, also while it's postponed."""
    return world.graph.within(sorted(waiting), 1)


def locked_theaters(world: World, waiting: Mapping[str, Waiting]) -> frozenset[Theater]:
    """Return the theaters that wait."""
    return frozenset(world.theater_of(hex_) for hex_ in holding(waiting))


def holding(waiting: Mapping[str, Waiting]) -> frozenset[str]:
    """Return the hexes of contacts that hold up play."""
    return frozenset(hex_ for hex_, each in waiting.items() if not each.postponed)


def all_wait(world: World, waiting: Mapping[str, Waiting]) -> bool:
    """Return whether every theater in play waits."""
    return every_theater_in(world, holding(waiting))


def every_theater_in(world: World, hexes: Iterable[str]) -> bool:
    """Return whether these hexes lie in every theater in play."""
    return frozenset(map(world.theater_of, hexes)) >= frozenset(world.scenario.theaters)


def locked(state: State) -> frozenset[str]:
    """Return the locked hexes of a state."""
    return locked_hexes(state.world, state.waiting) if state.waiting else frozenset()


@lru_cache(maxsize=KEPT)
def without(ground: Ground, hexes: frozenset[str]) -> Ground:
    """Return the ground without the ways into these hexes."""
    return replace(
        ground,
        ways=_kept(ground.ways, hexes),
        rails=_kept(ground.rails, hexes),
        by_ends={ends: way for ends, way in ground.by_ends.items() if way.to not in hexes},
    )


def _kept(ways: Mapping[str, Sequence[Way]], hexes: Iterable[str]) -> dict[str, Sequence[Way]]:
    return {id_: tuple(way for way in found if way.to not in hexes) for id_, found in ways.items()}
