"""The grid: which hexes there are, how much of each is land, and of which state."""

from itertools import product

from rulesets.civil_war.sheet.facts import Facts
from rulesets.civil_war.sheet.plane import MILES, RADIUS, SHIFT, center, project, shares, unproject
from rulesets.core.hexes import Axial, around
from rulesets.core.records import dataclass

SOUTH, NORTH, WEST, EAST = 24.3, 41.95, -98.9, -73.1
LAST_LAND = -73.5  # the longitude where land ends; the sea goes on, so that ships pass New York
LEAST_LAND = 0.36  # of a hex that counts as land
OFFSHORE = 2  # hexes of sea along the coast
ABROAD = "MX"


@dataclass
class Land:
    """The grid with each hex's share of land by state; `sea` holds the hexes that count as sea."""

    shares: dict[Axial, dict[str, float]]
    sea: set[Axial]

    def land_share(self, at: Axial) -> float:
        return sum(self.shares[at].values())


def survey(facts: Facts) -> Land:
    """Measure the land in every hex of the sheet's frame."""
    grid = _frame()
    rows = range(min(r for _, r in grid), max(r for _, r in grid) + 1)
    found: dict[Axial, dict[str, float]] = {at: {} for at in grid}
    for code, rings in facts.states.items():
        for ring in rings:
            for at, share in shares(ring, rows).items():
                if at in found:
                    found[at][code] = found[at].get(code, 0.0) + share
    land = Land(found, set())
    land.sea = {at for at in grid if land.land_share(at) < LEAST_LAND}
    return land


def _frame() -> list[Axial]:
    edges = [project(lat, lon) for lat, lon in product((SOUTH, NORTH), (WEST, -86.0, EAST))]
    top, bottom = max(y for _, y in edges), min(y for _, y in edges)
    reach = max(abs(x) for x, _ in edges)
    found = []
    for r in range(int((SHIFT[1] - top) / (1.5 * RADIUS)) - 3, int((SHIFT[1] - bottom) / (1.5 * RADIUS)) + 4):
        for q in range(int(-reach / MILES - r / 2) - 3, int(reach / MILES - r / 2) + 4):
            lat, lon = unproject(center((q, r)))
            if SOUTH <= lat <= NORTH and WEST <= lon <= EAST:
                found.append((q, r))
    return found


def keep_what_is_drawn(land: Land, settled: set[Axial]) -> None:
    """Make land of every hex with a town; drop the open sea, and the land abroad that no hex of the states touches."""
    land.sea -= settled
    home = {at for at in land.shares if at not in land.sea and not _is_abroad(land, at) and _is_in_reach(at)}
    near = set(home)
    for _ in range(OFFSHORE):
        near |= {next_to for at in near for next_to in around(at) if next_to in land.sea}
    border = {at for at in land.shares if _is_abroad(land, at) and any(near_by in home for near_by in around(at))}
    kept = home | near | border
    land.shares = {at: found for at, found in land.shares.items() if at in kept}
    land.sea &= kept


def _is_in_reach(at: Axial) -> bool:
    return unproject(center(at))[1] <= LAST_LAND


def _is_abroad(land: Land, at: Axial) -> bool:
    found = land.shares[at]
    return at not in land.sea and bool(found) and max(found, key=lambda code: (found[code], code)) == ABROAD
