"""Random legal play: the orders of a side that picks anything it's offered. For trials, not for people."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, TypeVar

from rulesets.civil_war.war.draft import Resolved
from rulesets.civil_war.war.engine import awaited, resolve
from rulesets.civil_war.war.legal import SIDE, has_points, legal_orders
from rulesets.civil_war.war.orders import (
    Burn,
    ChooseLosses,
    Dissolve,
    Instruct,
    LossOffer,
    Move,
    MoveOffer,
    Offer,
    Order,
    Prioritize,
    Proceed,
    Raze,
    TakeStance,
)
from rulesets.civil_war.war.scenario import SIDES
from rulesets.civil_war.war.state import State, apply
from rulesets.civil_war.war.views import View, view
from rulesets.civil_war.words import Side
from rulesets.core.dice import ChanceDice, Throw
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass

FREE = (Burn, Dissolve, Instruct, Prioritize, Raze, TakeStance)
SELDOM = 40  # free orders are looked at once in so many times
FREE_KINDS = frozenset(each.__name__ for each in FREE)
FREE_BY_KIND = 4  # and once in so many where the kind is drawn first
ATTACK = "attack"
T = TypeVar("T")


class Player(Protocol):
    """Plays a side from its views."""

    def order(self, seen: View) -> Order:
        """Return a legal order."""


@dataclass
class Chooser:
    """Picks at random from a seed."""

    dice: ChanceDice

    def one_of(self, number: int) -> int:
        """Return a number below this one."""
        return self.dice.throw(Throw("choice", (), 0, 0, number), 1).total - 1

    def order(self, seen: View) -> Order:
        """Return a legal order of one of the pieces, or of the side itself."""
        free = self._seldom()
        pieces = [SIDE, *_pieces(seen), *seen.purse.may_cut, *(_free_to_order(seen) if free else ())]
        while pieces:
            piece = pieces.pop(self.one_of(len(pieces)))
            offers = legal_orders(seen, piece)
            if not free:
                offers = tuple(offer for offer in offers if not isinstance(offer, FREE))
            if offers:
                return self._completed(seen, offers[self.one_of(len(offers))]) or self.order(seen)
        return self.order(seen)

    def order_by_kind(self, seen: View) -> Order:
        """Return a legal order whose kind is drawn first, then its piece, then the rest, so that rare kinds come up.

        An attack is a kind of its own; free orders, which could be given without end, come up once in a few times.
        """
        found = _by_kind(seen)
        while True:
            kinds = [kind for kind in found if kind not in FREE_KINDS] if self.one_of(FREE_BY_KIND) else []
            by_piece = self._one(found[self._one(kinds or list(found))])
            order = self._completed(seen, self._one(by_piece))
            if order is not None:
                return order

    def _one(self, of: Sequence[T]) -> T:
        return of[self.one_of(len(of))]

    def _seldom(self) -> bool:
        return self.one_of(SELDOM) == 0

    def _completed(self, seen: View, offer: Offer) -> Order | None:
        """Fill in a move: a route, and as many SP as chance has it, without broken ones into an attack, if any may."""
        if isinstance(offer, LossOffer):
            points = list(offer.points)
            return ChooseLosses(frozenset(points.pop(self.one_of(len(points))) for _ in range(offer.number)))
        if not isinstance(offer, MoveOffer):
            return offer
        if not offer.to:
            return None
        to = offer.to[self.one_of(len(offer.to))]
        path = offer.route(to).path
        attacks = path[-1] in seen.enemy
        points = [id_ for id_ in offer.points if not (attacks and seen.points[id_].demoralized)]
        most = min(offer.most_to(to), len(points))
        if most < offer.least:
            return None
        count = most - (self.one_of(most - offer.least + 1) if self.one_of(2) else 0)
        chosen = {points.pop(self.one_of(len(points))) for _ in range(count)}
        pot = offer.pots[self.one_of(len(offer.pots))]
        along = frozenset(id_ for id_ in offer.along if self.one_of(4))
        return Move(offer.leader, frozenset(chosen), path, pot, along, offer.by_water)


def _by_kind(seen: View) -> dict[str, list[list[Offer]]]:
    """Return all that a side is offered by kind, and by piece within a kind."""
    found: dict[str, list[list[Offer]]] = {}
    built = {*seen.depots, *seen.works, *seen.purse.may_cut}
    for piece in (SIDE, *sorted({*seen.points, *seen.leaders, *seen.armies, *built})):
        of_piece: dict[str, list[Offer]] = {}
        for offer in legal_orders(seen, piece):
            for kind, each in _kinds_of(seen, offer):
                of_piece.setdefault(kind, []).append(each)
        for kind, offers in of_piece.items():
            found.setdefault(kind, []).append(offers)
    return {kind: found[kind] for kind in sorted(found)}


def _kinds_of(seen: View, offer: Offer) -> Iterator[tuple[str, Offer]]:
    """Yield the kind of an offer; a move's attacks are another."""
    kind = type(offer).__name__
    if not isinstance(offer, MoveOffer):
        yield kind, offer
    elif offer.to:
        yield kind, offer
        enemies = seen.enemy.keys() & set(offer.to)
        if enemies and offer.most:
            yield ATTACK, replace(offer, ends=frozenset(enemies))


def _pieces(seen: View) -> Iterator[str]:
    """Yield the pieces that may have orders; of SP alike in one hex, one."""
    hexes_of = seen.world.hexes_of_theaters
    can_spend = frozenset[str]().union(*(hexes for theater, hexes in hexes_of.items() if has_points(seen, theater)))
    alike = {
        (point.standing, point.hex, point.enters_at, point.moved_in): point.id
        for point in seen.points.values()
        if point.standing == "waiting" or point.hex in can_spend
    }
    yield from alike.values()
    leaders = seen.leaders.values()
    yield from (each.id for each in leaders if each.standing == "drawn" or each.hex in can_spend)


def _free_to_order(seen: View) -> Iterator[str]:
    """Yield the armies and depots, whose orders are all free."""
    yield from seen.armies
    yield from (hex_ for hex_, depot in seen.depots.items() if depot.side == seen.side)


def play(
    state: State,
    seed: int,
    watch: Callable[[State, Order, Resolved], None] | None = None,
    *,
    turns: int = 19,
    players: Mapping[Side, Player] | None = None,
) -> State:
    """Play so many turns of a war, or to its end; `watch` gets each order with its outcome and the state before it.

    Without players of their own, both sides play at random.
    """
    chooser, dice = Chooser(ChanceDice(seed)), ChanceDice(seed + 1)
    by = players or dict.fromkeys(SIDES, chooser)
    last = state.clock.turn + turns
    while state.clock.phase != "over" and state.clock.turn < last:
        side = awaited(state)
        order = Proceed() if side is None else by[side].order(view(state, side))
        try:
            outcome = resolve(state, order, dice)
        except IllegalOrder:
            if isinstance(order, Move) and not players:  # a way that is too full for so many
                continue
            raise
        if watch:
            watch(state, order, outcome.result)
        state = apply(state, outcome.result.changes)
    return state
