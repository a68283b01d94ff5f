"""Random legal play: the orders of a side that picks anything it's offered. For trials, not for people."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.engine import awaited, resolve
from rulesets.civil_war.war.legal import SIDE, has_points, legal_orders
from rulesets.civil_war.war.orders import Burn, Dissolve, Instruct, Move, MoveOffer, Offer, Order, Prioritize, Proceed
from rulesets.civil_war.war.state import State, apply
from rulesets.civil_war.war.views import View, view
from rulesets.core.dice import ChanceDice, Throw
from rulesets.core.errors import IllegalOrder

FREE = (Burn, Dissolve, Instruct, Prioritize)
SELDOM = 40  # free orders are looked at once in so many times


@dataclass
class Chooser:
    """Picks at random from a seed."""

    dice: ChanceDice

    def one_of(self, number: int) -> int:
        """Return a number below this one."""
        return self.dice.throw(Throw("choice", (), 0, 0, number), 1).total - 1

    def order(self, seen: View) -> Order:
        """Return a legal order of one of the pieces, or of the side itself."""
        pieces, free = [SIDE, *_pieces(seen)], self._seldom()
        while pieces:
            piece = pieces.pop(self.one_of(len(pieces)))
            offers = legal_orders(seen, piece)
            if not free:
                offers = tuple(offer for offer in offers if not isinstance(offer, FREE))
            if offers:
                return self._completed(seen, offers[self.one_of(len(offers))])
        return self.order(seen)

    def _seldom(self) -> bool:
        return self.one_of(SELDOM) == 0

    def _completed(self, seen: View, offer: Offer) -> Order:
        """Fill in a move: a route, and as many SP as chance has it, without broken ones into an attack."""
        if not isinstance(offer, MoveOffer):
            return offer
        if not offer.to:
            return self.order(seen)
        path = offer.route(offer.to[self.one_of(len(offer.to))]).path
        attacks = path[-1] in seen.enemy
        points = [id_ for id_ in offer.points if not (attacks and seen.points[id_].demoralized)]
        most = min(offer.most, len(points))
        if most < offer.least:
            return self.order(seen)
        count = most - (self.one_of(most - offer.least + 1) if self.one_of(2) else 0)
        chosen = {points.pop(self.one_of(len(points))) for _ in range(count)}
        pot = offer.pots[self.one_of(len(offer.pots))]
        along = frozenset(id_ for id_ in offer.along if self.one_of(4))
        return Move(offer.leader, frozenset(chosen), path, pot, along, offer.by_water)


def _pieces(seen: View) -> Iterator[str]:
    alike = {
        (point.standing, point.hex, point.enters_at, point.moved_in): point.id
        for point in seen.points.values()
        if point.standing == "waiting" or (point.standing == "map" and _can_spend(seen, point.hex))
    }
    yield from alike.values()
    leaders = seen.leaders.values()
    yield from (each.id for each in leaders if each.standing == "drawn" or (each.hex and _can_spend(seen, each.hex)))
    yield from seen.armies
    yield from (hex_ for hex_, depot in seen.depots.items() if depot.side == seen.side)


def _can_spend(seen: View, hex_id: str) -> bool:
    return has_points(seen, seen.world.theater_of(hex_id))


def play(
    state: State, seed: int, watch: Callable[[State, Order, Resolved], None] | None = None, *, turns: int = 19
) -> State:
    """Play so many turns of a war, or to its end; `watch` gets each order with its outcome and the state before it."""
    chooser, dice = Chooser(ChanceDice(seed)), ChanceDice(seed + 1)
    last = state.clock.turn + turns
    while state.clock.phase != "over" and state.clock.turn < last:
        side = awaited(state)
        order = Proceed() if side is None else chooser.order(view(state, side))
        try:
            outcome = resolve(state, order, dice)
        except IllegalOrder:
            if isinstance(order, Move):  # a way that is too full for so many
                continue
            raise
        if watch:
            watch(state, order, outcome.result)
        state = apply(state, outcome.result.changes)
    return state
