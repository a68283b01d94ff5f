"""What a side chooses in a contact, and the orders it may give at any other time."""

from collections.abc import Iterator
from itertools import permutations, product
from typing import get_args

from rulesets.civil_war.war.orders import (
    Burn,
    ChooseLosses,
    CutRail,
    Instruct,
    LossOffer,
    Offer,
    Prioritize,
    Raze,
    Retreat,
    TakeStance,
)
from rulesets.civil_war.war.state import Contact, Instruction, Leader, Stance, ToTheTable, WhereTo, WhoIsLost, WhoRises
from rulesets.civil_war.war.views import View
from rulesets.civil_war.words import Theater
from rulesets.core.errors import IllegalOrder

THEATERS: tuple[Theater, ...] = get_args(Theater)
RANKINGS = tuple(permutations(THEATERS))
INSTRUCTIONS: tuple[Instruction, ...] = get_args(Instruction)
WISHES = (ToTheTable, WhoIsLost, WhereTo, WhoRises)
STANCES = tuple(Stance(*each) for each in product(*map(get_args, WISHES)))
TO_TAKE = tuple(map(TakeStance, STANCES))


def in_contact(view: View, contact: Contact) -> tuple[Offer, ...]:
    """Return what a side may choose in a contact: the SP that it loses, or where it retreats."""
    if contact.step == "losses" and contact.chooser == view.side:
        return (_losses(view, contact),)
    if contact.step == "retreat" and contact.loser == view.side:
        return tuple(Retreat(hex_) for hex_ in contact.choices)
    return ()


def _losses(view: View, contact: Contact) -> LossOffer:
    points = tuple(point.id for point in view.points_at.get(contact.hex, ()))
    return LossOffer(points, contact.tolls[view.side].lost)


def check_losses(view: View, order: ChooseLosses, not_offered: str) -> None:
    """Refuse losses that aren't asked for, or that are too many, too few, or not there."""
    contact = view.contact
    if contact is None or contact.step != "losses" or contact.chooser != view.side:
        raise IllegalOrder(not_offered)
    offer = _losses(view, contact)
    if len(order.points) != offer.number or not order.points <= set(offer.points):
        raise IllegalOrder(f"Choose {offer.number} of your strength points in the battle.")


def freely_of_side(view: View) -> Iterator[Offer]:
    """Offer what a side may order in anybody's half: its next priorities, and its standing instructions."""
    if not is_free(view):
        return
    if view.world.scenario.single_theater is None:
        yield from (Prioritize(ranking) for ranking in rankings(view) if ranking != view.purse.next_priorities)
    yield from (order for order in TO_TAKE if order.stance != view.stance)


def rankings(view: View) -> list[tuple[Theater, ...]]:
    """Return the priorities that a side may choose: with Washington fallen, the Union's begin with the East."""
    bound = view.side == "USA" and view.clock.washington_fell
    return [ranking for ranking in RANKINGS if not bound or ranking[0] == "East"]


def freely_of_leader(view: View, leader: Leader) -> Iterator[Offer]:
    """Offer a leader's instructions for reactions."""
    if is_free(view) and leader.standing == "map" and leader.hex not in view.locked:
        yield from (Instruct(leader.id, word) for word in INSTRUCTIONS if word != leader.instruction)


def freely_of_work(view: View, hex_id: str) -> Iterator[Offer]:
    """Offer to have a work razed in the End phase, or spared (H-22)."""
    work = view.works.get(hex_id)
    if work is not None and work.side == view.side and is_free(view) and hex_id not in view.locked:
        yield Raze(hex_id, spare=hex_id in view.purse.razes)


def freely_of_depot(view: View, hex_id: str) -> Iterator[Offer]:
    """Offer to burn a depot, at any time (H-22)."""
    depot = view.depots.get(hex_id)
    if depot is not None and depot.side == view.side and is_free(view) and hex_id not in view.locked:
        yield Burn(hex_id)


def freely_of_rail(view: View, hex_id: str) -> Iterator[Offer]:
    """Offer to cut the rails where a move of this half-pulse has ended, while SP are still there (H-22, R-197)."""
    may_cut = hex_id in view.purse.may_cut and hex_id in view.points_at and hex_id not in view.cuts
    if may_cut and is_free(view) and hex_id not in view.locked:
        yield CutRail(hex_id)


def is_free(view: View) -> bool:
    """Return whether orders may be given that belong to no half: the war goes on, and no contact is being settled."""
    return view.contact is None and view.clock.phase != "over"
