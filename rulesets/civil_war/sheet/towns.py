"""One hex for each town: near its true place, on its bank, on water if a port, in the right direction of others."""

from collections import defaultdict
from dataclasses import field
from math import sqrt

from rulesets.civil_war.sheet.facts import Facts, RiverFact, Town, point_of
from rulesets.civil_war.sheet.land import Land
from rulesets.civil_war.sheet.matching import match
from rulesets.civil_war.sheet.plane import MILES, Point, apart, center, gap_to_ring, nearest_hex, outline, square
from rulesets.core.hexes import Axial, around
from rulesets.core.records import dataclass

FARTHEST_PUSH = 0.42  # of a hex, beyond its edge
NEIGHBORHOOD = 1.7 * MILES  # within it, directions count
ON_WATER = 0.6 * MILES
NEAR_RIVER = 0.5 * MILES
SLANT = 0.72  # the least cosine between the drawn and the true direction
ROUNDS = 12


@dataclass
class Placing:
    """What a town's hexes cost, and what its direction from another costs."""

    facts: Facts
    land: Land
    costs: dict[str, dict[Axial, float]]
    pairs: dict[str, list[tuple[str, Point, float, bool]]] = field(default_factory=lambda: defaultdict(list))
    seats: dict[str, Axial] = field(default_factory=dict)


def place_towns(facts: Facts, land: Land) -> dict[str, Axial]:
    """Return the hex of each town; two share one only where an override says so."""
    fixed = {row.where[0]: nearest_hex(point_of(row.what)) for row in facts.overrides_of("town")}
    costs = {
        town.name: {fixed[town.name]: 0.0} if town.name in fixed else _costs(town, facts, land)
        for town in sorted(facts.towns.values(), key=lambda town: (-town.value, town.name))
    }
    guests = {row.where[0]: row.what for row in facts.overrides_of("share")}
    for guest, host in guests.items():
        own = costs.pop(guest)
        costs[host] = {at: cost + own[at] for at, cost in costs[host].items() if at in own}
    placing = Placing(facts, land, costs)
    _pair_up(placing)
    placing.seats = match(costs)
    _improve(placing)
    return placing.seats | {guest: placing.seats[host] for guest, host in guests.items() if host in placing.seats}


def _costs(town: Town, facts: Facts, land: Land) -> dict[Axial, float]:
    """Return what each hex near a town costs: the push, a wrong bank, a port without water."""
    home = nearest_hex(town.at)
    near = {home, *around(home), *(far for each in around(home) for far in around(each))} & land.shares.keys()
    found = {}
    for at in sorted(near):
        push = gap_to_ring(outline(at), town.at) / MILES
        if push <= FARTHEST_PUSH:
            off = square(center(at), town.at) / (MILES * MILES)
            cost = sqrt(town.value) * (400 * push * push + 0.05 * off)
            cost += 3 * _wrong_banks(town, at, facts) + (3 if land.land_share(at) < 0.12 else 0)
            found[at] = cost + (6 if town.port and not _is_on_water(at, facts, land) else 0)
    return found


def _wrong_banks(town: Town, at: Axial, facts: Facts) -> float:
    total = 0.0
    for river in _rivers_of(town, facts):
        bank, beyond = river.line.bank(center(at))
        if bank != river.banks[town.name] and not beyond:
            far = river.line.gap(center(at)) / NEAR_RIVER
            total += far * far
    return total


def _rivers_of(town: Town, facts: Facts) -> list[RiverFact]:
    with_bank = [river for river in facts.rivers.values() if town.name in river.banks]
    return [river for river in with_bank if river.line.gap(town.at) <= NEAR_RIVER]


def _is_on_water(at: Axial, facts: Facts, land: Land) -> bool:
    if any(near in land.sea for near in around(at)):
        return True
    reaches = (reach for river in facts.rivers.values() for reach in river.reaches)
    return any(line.gap(center(at)) < ON_WATER for kind, line in reaches if kind in ("navigable", "estuary"))


def _pair_up(placing: Placing) -> None:
    towns = [placing.facts.towns[name] for name in placing.costs]
    for number, one in enumerate(towns):
        for other in towns[number + 1 :]:
            far = apart(one.at, other.at)
            if far <= NEIGHBORHOOD:
                weight = min(one.value, other.value) * min(1.0, far / (0.5 * MILES))
                true = ((other.at[0] - one.at[0]) / far, (other.at[1] - one.at[1]) / far)
                must = far > 0.35 * MILES
                placing.pairs[one.name].append((other.name, true, weight, must))
                placing.pairs[other.name].append((one.name, (-true[0], -true[1]), weight, must))


def _slants(placing: Placing, name: str, at: Axial, moved: dict[str, Axial]) -> float:
    """Return what the directions of a town from its neighbors cost if it were there."""
    total, here = 0.0, center(at)
    for other, (dx, dy), weight, must in placing.pairs[name]:
        seat = moved.get(other, placing.seats.get(other))
        if seat is None or seat == at:
            continue
        x, y = center(seat)
        x, y = x - here[0], y - here[1]
        cosine = (x * dx + y * dy) / sqrt(x * x + y * y)
        total += 0.6 * weight * (1 - cosine) + (15 * sqrt(weight) if must and cosine < SLANT else 0)
    return total


def _improve(placing: Placing) -> None:
    """Move one town, or two that make room for each other, as long as anything gets better."""
    for _ in range(ROUNDS):
        if not any([_move(placing, name) for name in placing.costs if name in placing.seats]):
            return


def _move(placing: Placing, name: str) -> bool:
    holder = {at: town for town, at in placing.seats.items()}
    old = placing.seats[name]
    best, found = -1e-6, None
    for at in placing.costs[name]:
        other = holder.get(at)
        if other == name:
            continue
        moves: list[dict[str, Axial]] = [{name: at}]
        if other is not None:
            moves = [
                {name: at, other: free}
                for free in placing.costs[other]
                if free != at and (free == old or free not in holder)
            ]
        for moved in moves:
            change = _price(placing, moved) - _price(placing, {town: placing.seats[town] for town in moved})
            if change < best:
                best, found = change, moved
    placing.seats |= found or {}
    return found is not None


def _price(placing: Placing, moved: dict[str, Axial]) -> float:
    return sum(placing.costs[name][at] + _slants(placing, name, at, moved) for name, at in moved.items())
