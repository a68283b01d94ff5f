"""Give each of many things one seat of its own so that the sum of the costs is least (successive shortest paths)."""

from collections.abc import Hashable, Iterator, Mapping
from heapq import heappop, heappush
from typing import Generic, TypeVar

Thing = TypeVar("Thing", bound=Hashable)
Seat = TypeVar("Seat", bound=Hashable)


def match(costs: Mapping[Thing, Mapping[Seat, float]]) -> dict[Thing, Seat]:
    """Return the seat of each thing; one that can't get any is left out."""
    table = _Table(costs)
    for thing in costs:
        table.seat(thing)
    return table.seat_of


class _Table(Generic[Thing, Seat]):
    """Who sits where, and what each seat is worth, so that every reduced cost stays at 0 or more."""

    def __init__(self, costs: Mapping[Thing, Mapping[Seat, float]]) -> None:
        self.costs = costs
        self.seat_of: dict[Thing, Seat] = {}
        self.thing_at: dict[Seat, Thing] = {}
        self.worth: dict[Seat, float] = {}

    def seat(self, newcomer: Thing) -> None:
        """Seat one more thing by the cheapest chain of moves."""
        far: dict[Seat, float] = {}
        came: dict[Seat, Thing] = {}
        done: dict[Seat, None] = {}
        queue: list[tuple[float, int, Seat]] = []
        thing, reached = newcomer, 0.0
        while True:
            for seat, cost in self._steps(thing):
                if seat not in done and reached + cost < far.get(seat, 1e18) - 1e-12:
                    far[seat], came[seat] = reached + cost, thing
                    heappush(queue, (reached + cost, len(far), seat))
            while queue and queue[0][2] in done:
                heappop(queue)
            if not queue:
                return
            reached, _, seat = heappop(queue)
            done[seat] = None
            if seat not in self.thing_at:
                break
            thing = self.thing_at[seat]
        for each in done:
            self.worth[each] = self.worth.get(each, 0.0) + far[each] - reached
        self._move_along(newcomer, seat, came)

    def _steps(self, thing: Thing) -> Iterator[tuple[Seat, float]]:
        """Return what each seat would cost more than the one that a thing has."""
        own = self.seat_of.get(thing)
        least = self.costs[thing][own] - self.worth.get(own, 0.0) if own is not None else 0.0
        return ((seat, cost - self.worth.get(seat, 0.0) - least) for seat, cost in self.costs[thing].items())

    def _move_along(self, newcomer: Thing, seat: Seat, came: Mapping[Seat, Thing]) -> None:
        while True:
            thing = came[seat]
            self.seat_of[thing], self.thing_at[seat], seat = seat, thing, self.seat_of.get(thing, seat)
            if thing == newcomer:
                return
