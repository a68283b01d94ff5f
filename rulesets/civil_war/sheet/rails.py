"""Railroads from hex to hex, through their stops and no other town, over gaps rather than ridges."""

from collections import defaultdict
from dataclasses import dataclass
from heapq import heappop, heappush

from rulesets.civil_war.sheet.facts import Facts, Railroad
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.plane import MILES, Line, center, corner_at, middle
from rulesets.civil_war.sheet.ridges import Ridges
from rulesets.civil_war.sheet.rivers import Rivers
from rulesets.civil_war.sheet.web import Side, side_between
from rulesets.core.hexes import Axial, around

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
    towns_at: dict[Axial, list[str]] = defaultdict(list)
    for name, at in seats.items():
        towns_at[at].append(name)
    country = Country(land, rivers, ridges, towns_at, defaultdict(set))
    for railroad in facts.railroads:
        for stop in railroad.stops:
            if stop in seats:
                country.lines_at[seats[stop]].add(railroad.line)
    links: dict[tuple[tuple[Axial, Axial], str], Link] = {}
    for railroad in facts.railroads:
        for start, end, bends in railroad.stretches:
            line = Line([center(seats[start]), *bends, center(seats[end])]) if seats[start] != seats[end] else None
            for here, there in _way(country, railroad, seats[start], seats[end], line) if line else ():
                ends = (here, there) if here < there else (there, here)
                links.setdefault(
                    (ends, railroad.line), Link(ends, railroad.line, railroad.opened, railroad.gauge, railroad.owner)
                )
                for at in ends:
                    country.lines_at[at].add(railroad.line)
    return list(links.values())


def _way(country: Country, railroad: Railroad, start: Axial, end: Axial, line: Line) -> list[tuple[Axial, Axial]]:
    queue, far, came = [(0.0, start)], {start: 0.0}, {}
    while queue:
        cost, here = heappop(queue)
        if here == end:
            break
        if cost > far[here]:
            continue
        for there in around(here):
            if there in country.land.shares and there not in country.land.sea:
                step = _price(country, railroad, line, here, there, is_end=there == end)
                if step is not None and cost + step < far.get(there, 1e18):
                    far[there], came[there] = cost + step, here
                    heappush(queue, (cost + step, there))
    if end not in came:
        raise LookupError(f"{railroad.line} finds no way.")
    steps = [end]
    while steps[-1] != start:
        steps.append(came[steps[-1]])
    return list(zip(steps, steps[1:], strict=False))


def _price(
    country: Country, railroad: Railroad, line: Line, here: Axial, there: Axial, *, is_end: bool
) -> float | None:
    side = side_between(here, there)
    halfway, at = line.nearest(middle(*map(corner_at, side))).square, line.nearest(center(there)).square
    if halfway > 9 * MILES * MILES:
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
