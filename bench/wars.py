"""Measure the war engine by processor time: orders of one piece, supply of both sides, and a random 19-turn campaign.

The whole war is 1861 on the whole map, with arrivals by the tables, as the engine's own tests set it up. The first war
of a process fills what later ones find ready, so that it has a line of its own.
"""

import statistics
import time
from collections.abc import Callable, Sequence
from itertools import count

from rulesets.civil_war.war import State, legal_orders, setup, view
from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.network import Supplies
from rulesets.civil_war.war.orders import MoveOffer, Order
from rulesets.civil_war.war.random_play import play
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import Leader, Point
from rulesets.civil_war.war.tests.builders import in_action, whole_war
from rulesets.civil_war.words import Side

FIRST, SEEDS = 2, (3, 7, 11)
EVERY = 50  # supply is timed at one in so many orders of a war


def milliseconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return (time.process_time() - began) * 1000


def everything_offered(state: State, side: Side, piece: str) -> None:
    """Work out a piece's orders, with every route."""
    for offer in legal_orders(view(state, side), piece):
        if isinstance(offer, MoveOffer):
            for hex_ in offer.to:
                offer.route(hex_)


def networks(state: State, side: Side) -> None:
    """Work out a side's supply, with nothing kept from before."""
    seen = view(state, side)
    supplies = Supplies(seen.world, seen.ground, seen.known, seen.supplies.depots)
    assert supplies.fed


def _ids(group: Sequence[Point | Leader]) -> list[str]:
    return [piece.id for piece in group]


def report() -> None:
    """Print the median and the slowest of each, and the time of whole campaigns."""
    states: list[State] = []
    orders_given = count()

    def watch(state: State, _order: Order, _result: Resolved) -> None:
        if next(orders_given) % EVERY == 0:
            states.append(state)

    first = [milliseconds(lambda: play(setup(whole_war()), FIRST))]
    wars = [milliseconds(lambda seed=seed: play(setup(whole_war()), seed, watch)) for seed in SEEDS]  # type: ignore[misc]
    pots = {"east": 9, "trans_mississippi": 9, "river_lift": 4, "rail_lift": 8}
    opening = in_action("USA", state=setup(whole_war()), **pots)
    seen = view(opening, "USA")
    pieces = [id_ for table in (seen.points_at, seen.leaders_at) for group in table.values() for id_ in _ids(group)]
    orders = [milliseconds(lambda piece=piece: everything_offered(opening, "USA", piece)) for piece in pieces]  # type: ignore[misc]
    supply = [
        sum(milliseconds(lambda state=state, side=side: networks(state, side)) for side in SIDES)  # type: ignore[misc]
        for state in states
    ]
    print("\nThe war, by processor time in milliseconds    median  slowest")
    lines: dict[str, Sequence[float]] = {
        "orders of one piece": orders,
        "supply of both sides": supply,
        "19 random turns": wars,
        "the first": first,
    }
    for name, taken in lines.items():
        print(f"{name:42} {statistics.median(taken):10.1f} {max(taken):8.1f}")


if __name__ == "__main__":
    report()
