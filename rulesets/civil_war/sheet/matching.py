"""Give each of many things one seat of its own so that the sum of the costs is least (successive shortest paths)."""

from collections.abc import Hashable, Mapping
from heapq import heappop, heappush
from typing import TypeVar

Thing = TypeVar("Thing", bound=Hashable)
Seat = TypeVar("Seat", bound=Hashable)


def match(costs: Mapping[Thing, Mapping[Seat, float]]) -> dict[Thing, Seat]:
    """Return the seat of each thing; one that can't get any is left out."""
    seat_of: dict[Thing, Seat] = {}
    thing_at: dict[Seat, Thing] = {}
    worth: dict[Seat, float] = {}
    for thing in costs:
        _seat(thing, costs, seat_of, thing_at, worth)
    return seat_of


def _seat(
    newcomer: Thing,
    costs: Mapping[Thing, Mapping[Seat, float]],
    seat_of: dict[Thing, Seat],
    thing_at: dict[Seat, Thing],
    worth: dict[Seat, float],
) -> None:
    """Seat one more thing by the cheapest chain of moves; prices keep every reduced cost at 0 or more."""
    base = {newcomer: 0.0}
    far: dict[Seat, float] = {}
    came: dict[Seat, Thing] = {}
    done: set[Seat] = set()
    queue: list[tuple[float, int, Seat]] = []
    count, thing, reached = 0, newcomer, 0.0
    while True:
        own = seat_of.get(thing)
        floor = costs[thing][own] - worth.get(own, 0.0) if own is not None else 0.0
        for seat, cost in costs[thing].items():
            length = base[thing] + cost - worth.get(seat, 0.0) - floor
            if seat not in done and length < far.get(seat, 1e18) - 1e-12:
                far[seat], came[seat] = length, thing
                count += 1
                heappush(queue, (length, count, seat))
        while queue and queue[0][2] in done:
            heappop(queue)
        if not queue:
            return
        reached, _, seat = heappop(queue)
        done.add(seat)
        if seat not in thing_at:
            break
        thing = thing_at[seat]
        base[thing] = reached
    for each in done:
        worth[each] = worth.get(each, 0.0) + far[each] - reached
    while True:
        thing = came[seat]
        seat_of[thing], thing_at[seat], seat = seat, thing, seat_of.get(thing, seat)
        if thing == newcomer:
            return
