"""Roads into the mountains and ferries over estuaries: rows of the overrides table."""

from itertools import pairwise

from rulesets.civil_war.sheet.facts import Facts
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.ridges import Ridges
from rulesets.civil_war.sheet.rivers import Rivers
from rulesets.civil_war.sheet.web import Side, cheapest_path, side_between
from rulesets.core.hexes import Axial

MOUNTAIN = "mountain"
STEP, OVER_RIVER = 10, 3


def lay_roads(
    facts: Facts,
    land: Land,
    ridges: Ridges,
    rivers: Rivers,
    terrains: dict[Axial, str],
    seats: dict[str, Axial],
) -> dict[Side, str]:
    """Return the name of the road over each side of a mountain hex; a road crosses a ridge at its gaps alone."""
    roads: dict[Side, str] = {}
    for row in facts.overrides_of("road"):
        stops = [facts.place(where, seats) for where in row.where]
        for start, end in pairwise(stops):
            for here, there in pairwise(_way(start, end, land, ridges, rivers)):
                side = side_between(here, there)
                if MOUNTAIN in (terrains[here], terrains[there]) and side not in ridges.gaps:
                    roads.setdefault(side, row.what)
    return roads


def _way(start: Axial, end: Axial, land: Land, ridges: Ridges, rivers: Rivers) -> list[Axial]:
    def price(here: Axial, there: Axial) -> float | None:
        side = side_between(here, there)
        if there not in land.shares or there in land.sea or _is_closed(side, ridges, rivers):
            return None
        return STEP + (OVER_RIVER if side in rivers.along else 0)

    return cheapest_path(start, end, price)


def _is_closed(side: Side, ridges: Ridges, rivers: Rivers) -> bool:
    river = rivers.greatest(side)
    return (side in ridges.along and side not in ridges.gaps) or (river is not None and river[1] == "estuary")


def lay_ferries(facts: Facts, seats: dict[str, Axial]) -> dict[Side, str]:
    """Return the name of the ferry over each side that has one."""
    found = {}
    for row in facts.overrides_of("ferry"):
        one, other = (facts.place(where, seats) for where in row.where)
        found[side_between(one, other)] = row.what
    return found
