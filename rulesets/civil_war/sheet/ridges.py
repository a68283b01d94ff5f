"""Ridges along hexsides, with their gaps; a ridge keeps its towns left and right."""

from dataclasses import field
from itertools import pairwise

from rulesets.civil_war.sheet.facts import Facts, RidgeFact
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.matching import match
from rulesets.civil_war.sheet.plane import MILES, RADIUS, corner_at, middle, nearest_hex, square
from rulesets.civil_war.sheet.rivers import Rivers
from rulesets.civil_war.sheet.web import Side, Web, cheapest_way, from_line, side_between, side_of
from rulesets.core.hexes import Axial, Corner
from rulesets.core.records import dataclass

WRONG_SIDE, ON_RIDGE = 40 * RADIUS, 3 * RADIUS
ON_RIVER, ON_BROAD_RIVER = 0.6 * RADIUS, 2.4 * RADIUS


@dataclass
class Ridges:
    """The name of the ridge on each side, and of the gap through it."""

    along: dict[Side, str] = field(default_factory=dict)
    gaps: dict[Side, str] = field(default_factory=dict)


def lay_ridges(facts: Facts, land: Land, web: Web, rivers: Rivers, seats: dict[str, Axial]) -> Ridges:
    """Lay every ridge, then give each gap the nearest hexside of its own."""
    ridges = Ridges()
    for ridge in facts.ridges:
        left, right = ({seats[name] for name in names if name in seats} for names in (ridge.left, ridge.right))

        def price(
            start: Corner, end: Corner, ridge: RidgeFact = ridge, left: set[Axial] = left, right: set[Axial] = right
        ) -> float | None:
            return _price(ridge, land, web, rivers, ridges, (left, right), start, end)

        points = [point for point in ridge.line.points if nearest_hex(point) in land.shares]
        starts, goals = (
            {key: 3 * RADIUS * far * far / (0.09 * MILES * MILES) for key, far in web.corners_near(end, MILES).items()}
            for end in (points[0], points[-1])
        )
        line = cheapest_way(web, price, starts, goals) or []
        sides = [side_of(*pair) for pair in pairwise(line)]
        ridges.along |= dict.fromkeys(sides, ridge.name)
        costs = {
            gap.name: {side: square(middle(*map(corner_at, side)), gap.at) for side in sides} for gap in ridge.gaps
        }
        ridges.gaps |= {side: gap for gap, side in match(costs).items()}
    for row in facts.overrides_of("gap"):
        one, other = (facts.place(where, seats) for where in row.where)
        ridges.gaps[side_between(one, other)] = row.what
    return ridges


def _price(
    ridge: RidgeFact,
    land: Land,
    web: Web,
    rivers: Rivers,
    ridges: Ridges,
    banks: tuple[set[Axial], set[Axial]],
    start: Corner,
    end: Corner,
) -> float | None:
    side = side_of(start, end)
    hexes = web.hexes_of[side]
    cost = from_line(ridge.line, start, end)
    if cost is None or len(hexes) < 2 or any(at in land.sea for at in hexes):
        return None
    left, right = web.banks(start, end)
    cost += WRONG_SIDE * ((left in banks[1]) + (right in banks[0])) + (ON_RIDGE if side in ridges.along else 0)
    for _, kind in rivers.along.get(side, ()):
        cost += ON_RIVER if kind == "unnavigable" else ON_BROAD_RIVER
    return cost
