"""What the rules do for a side that is silent, by its standing instructions; deterministic, from its view alone.

It chooses its losses, retreats, makes its entries, and pays for the rest by standing fast (H-19).
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from rulesets.civil_war.war import orders as o
from rulesets.civil_war.war.casualties import LOSSES
from rulesets.civil_war.war.legal import SIDE
from rulesets.civil_war.war.legal import legal_orders as offers_of
from rulesets.civil_war.war.state import Contact, Pot, WhereTo
from rulesets.civil_war.war.views import View

FAR = 999
HereT = TypeVar("HereT", o.PlaceLeader, o.EnterPoint)
POT_ORDER: dict[Pot, int] = {"theatre": 0, "discretionary": 1, "naval": 2}


def default_order(view: View) -> o.Order | None:
    """Return the order that a silent side is taken to give next, or None if it can only wait."""
    if view.contact is not None:
        return _in_contact(view, view.contact)
    if not view.is_spending:
        return None
    found = _placed(view) or _entered(view)
    if found is None and o.EndHalf() in offers_of(view, SIDE):
        return o.EndHalf()
    return found or _stood_fast(view) or _drawn(view) or _otherwise(view)


# In a contact


def _in_contact(view: View, contact: Contact) -> o.Order | None:
    for offer in offers_of(view, SIDE):
        if isinstance(offer, o.LossOffer):
            points = LOSSES[view.stance.losses]([view.points[id_] for id_ in offer.points])
            return o.ChooseLosses(frozenset(point.id for point in points[: offer.number]))
    choices = [offer.hex for offer in offers_of(view, SIDE) if isinstance(offer, o.Retreat)]
    if not choices:
        return None
    steps = RETREATS[view.stance.retreat]
    return o.Retreat(min(choices, key=lambda hex_: (steps(view, hex_), hex_)))


def _to_nearest(view: View, hex_id: str, hexes: Iterator[str]) -> int:
    return min((view.world.graph.apart(hex_id, each) for each in hexes), default=FAR)


def _to_source(view: View, hex_id: str) -> int:
    return _to_nearest(view, hex_id, (x for x in view.world.sources[view.side] if view.held.get(x) == view.side))


def _to_depot(view: View, hex_id: str) -> int:
    return _to_nearest(view, hex_id, (x for x, depot in view.depots.items() if depot.side == view.side))


def _from_enemy(view: View, hex_id: str) -> int:
    return -_to_nearest(view, hex_id, iter(view.enemy))


RETREATS: dict[WhereTo, Callable[[View, str], int]] = {
    "supply": _to_source,
    "depot": _to_depot,
    "away from enemy": _from_enemy,
}


# In a half-pulse


def _placed(view: View) -> o.Order | None:
    """Place a leader just drawn with the largest own force, or nowhere if there is no place."""
    return _largest(view, [offer for offer in offers_of(view, SIDE) if isinstance(offer, o.PlaceLeader)])


def _entered(view: View) -> o.Order | None:
    """Enter a waiting SP, where the most of its side are; a leader only as the free reinforcement."""
    for point in sorted(view.points.values(), key=lambda each: each.id):
        found = _largest(view, [offer for offer in offers_of(view, point.id) if isinstance(offer, o.EnterPoint)])
        if found is not None:
            return found
    return _drawn(view) if view.clock.free_entry == "owed" else None


def _largest(view: View, offers: Sequence[HereT]) -> HereT | None:
    return max(offers, key=lambda each: (len(view.points_at.get(each.hex, ())), each.hex), default=None)


def _drawn(view: View) -> o.Order | None:
    return next((offer for offer in offers_of(view, SIDE) if isinstance(offer, o.DrawLeader)), None)


def _stood_fast(view: View) -> o.Order | None:
    """Let the first piece stand fast that can be paid for, from its theater's points before others."""
    for piece in _pieces(view):
        found = [offer for offer in offers_of(view, piece) if isinstance(offer, o.StandFast)]
        if found:
            return min(found, key=lambda each: POT_ORDER[each.pot])
    return None


def _pieces(view: View) -> Iterator[str]:
    """Yield one SP of each hex, then the leaders: their offers cover all others'."""
    for hex_ in sorted(view.points_at):
        yield view.points_at[hex_][0].id
    for hex_ in sorted(view.leaders_at):
        yield from sorted(leader.id for leader in view.leaders_at[hex_])


def _otherwise(view: View) -> o.Order | None:
    """Where points must be spent but nobody can stand fast: the shortest move, or what else can be paid for."""
    moves, others = list[o.Move](), list[o.Order]()
    for piece in _pieces(view):
        for offer in offers_of(view, piece):
            if isinstance(offer, o.MoveOffer):
                moves += _shortest(view, offer)
            elif isinstance(offer, o.BuildHere | o.RallyForce | o.Remove):
                others.append(offer)
    if moves:
        return min(moves, key=lambda move: (len(move.points), len(move.path), move.leader, move.path))
    return next(iter(others), None)


def _shortest(view: View, offer: o.MoveOffer) -> Iterator[o.Move]:
    """Yield the shortest way of an offer to where the side's own are, with as few SP as may be."""
    ends = [hex_ for hex_ in offer.to if hex_ not in view.enemy]
    if ends:
        ways = (offer.route(hex_).path for hex_ in ends)
        path = min(ways, key=lambda way: (way[-1] not in view.points_at, len(way), way))
        yield o.Move(offer.leader, frozenset(offer.points[: offer.least]), path, offer.pots[0], by_water=offer.by_water)
