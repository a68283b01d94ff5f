"""Railroads from hex to hex, through their stops and no other town, over gaps rather than ridges."""

from collections import defaultdict
from itertools import pairwise

from rulesets.civil_war.sheet.facts import Facts, Railroad
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.plane import MILES, Line, center, corner_at, middle
from rulesets.civil_war.sheet.ridges import Ridges
from rulesets.civil_war.sheet.rivers import Rivers
from rulesets.civil_war.sheet.web import Side, cheapest_path, side_between
from rulesets.core.hexes import Axial
from rulesets.core.records import dataclass

FALSE_STOP, FALSE_JUNCTION = 6 * MILES, 1.5 * MILES
OVER_RIDGE = 6 * MILES
OVER_RIVER = {"navigable": 2 * MILES, "seasonal": 0.5 * MILES, "unnavigable": 0.2 * MILES}
LITTLE_LAND, ON_LITTLE_LAND = 0.25, 0.3 * MILES


@dataclass(frozen=True)
class Link:
    """Two neighbors joined by a railroad."""

    ends: tuple[Axial, Axial]
    line: str
    opened: int
    gauge: float
    owner: str


@dataclass
class Country:
    """What a railroad goes through, and which hexes older lines hold."""

    land: Land
    rivers: Rivers
    ridges: Ridges
    towns_at: dict[Axial, list[str]]
    lines_at: dict[Axial, set[str]]


def lay_rails(facts: Facts, land: Land, rivers: Rivers, ridges: Ridges, seats: dict[str, Axial]) -> list[Link]:
    """Lay every railroad, link by link in the order of the table."""
    country = Country(land, rivers, ridges, defaultdict(list), defaultdict(set))
    for name, at in seats.items():
        country.towns_at[at].append(name)
    for railroad in facts.railroads:
        for stop in seats.keys() & set(railroad.stops):
            country.lines_at[seats[stop]].add(railroad.line)
    return [link for railroad in facts.railroads for link in _lay(country, railroad, seats)]


def _lay(country: Country, railroad: Railroad, seats: dict[str, Axial]) -> list[Link]:
    """Return the links of one railroad, each once."""
    found: dict[tuple[Axial, Axial], None] = {}
    for start, end, bends in railroad.stretches:
        if seats[start] != seats[end]:
            line = Line([center(seats[start]), *bends, center(seats[end])])
            for here, there in pairwise(_way(country, railroad, seats[start], seats[end], line)):
                found[(here, there) if here < there else (there, here)] = None
    for ends in found:
        for at in ends:
            country.lines_at[at].add(railroad.line)
    return [Link(ends, railroad.line, railroad.opened, railroad.gauge, railroad.owner) for ends in found]


def _way(country: Country, railroad: Railroad, start: Axial, end: Axial, line: Line) -> list[Axial]:
    def price(here: Axial, there: Axial) -> float | None:
        return _price(country, railroad, line, here, there, is_end=there == end)

    return cheapest_path(start, end, price)


def _price(
    country: Country, railroad: Railroad, line: Line, here: Axial, there: Axial, *, is_end: bool
) -> float | None:
    side = side_between(here, there)
    halfway, at = line.nearest(middle(*map(corner_at, side))).square, line.nearest(center(there)).square
    if halfway > 9 * MILES * MILES or there not in country.land.shares or there in country.land.sea:
        return None
    cost = MILES * (0.25 + (halfway + at / 2) / (0.16 * MILES * MILES)) + _over(country, side)
    if country.land.land_share(there) < LITTLE_LAND:
        cost += ON_LITTLE_LAND
    if is_end:
        return cost
    if any(name not in railroad.stops for name in country.towns_at.get(there, ())):
        cost += FALSE_STOP
    return cost + (FALSE_JUNCTION if country.lines_at.get(there, set()) - {railroad.line} else 0)


def _over(country: Country, side: Side) -> float:
    river = country.rivers.greatest(side)
    cost = OVER_RIVER.get(river[1], 6 * MILES) if river else 0.0
    return cost + (OVER_RIDGE if side in country.ridges.along and side not in country.ridges.gaps else 0)
