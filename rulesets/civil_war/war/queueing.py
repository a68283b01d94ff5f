"""Orders for coming half-pulses, each with simple conditions that are read in the owner's view at that moment."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rulesets.civil_war.war.orders import GameOrder, Order
from rulesets.civil_war.war.state import ACCOUNTS
from rulesets.civil_war.war.views import View
from rulesets.civil_war.war.written import as_data, order_from
from rulesets.civil_war.words import Side
from rulesets.core.errors import IllegalOrder
from rulesets.core.records import dataclass

MOST_QUEUED, MOST_SP, PLANNED = 40, 99, 9
FIELDS = frozenset({"order", "least_sp", "place", "held_by", "stop_on_contact"})


@dataclass(frozen=True)
class Queued:
    """An order that waits: only with so many SP where its piece stands, only if a side holds a hex as far as is known,
    and, if it stops on contact, not after a battle in the same pulse, whoever began it."""

    order: Order
    least_sp: int = 0
    place: str = ""
    held_by: Side | None = None
    stop_on_contact: bool = False


def queued_from(data: Mapping[str, Any]) -> Queued:
    """Return the queued order in JSON; refuse an unknown field, a wrong value, and what only the game orders."""
    if not isinstance(data, Mapping) or not set(data) <= FIELDS:
        raise IllegalOrder(f"queue: an entry has {', '.join(sorted(FIELDS))}, and nothing else.", field="queue")
    return queued_with(order_from(data.get("order") or {}), data)


def queued_with(order: Order, data: Mapping[str, Any]) -> Queued:
    """Return an order with its conditions in JSON."""
    if isinstance(order, GameOrder):
        raise IllegalOrder("order: this isn't an order of yours.", field="order")
    least, place, held_by = data.get("least_sp", 0), data.get("place", ""), data.get("held_by")
    if isinstance(least, bool) or not isinstance(least, int) or not 0 <= least <= MOST_SP:
        raise IllegalOrder(f"least_sp: must be from 0 to {MOST_SP}.", field="least_sp")
    if not isinstance(place, str) or held_by not in (None, "USA", "CSA") or bool(place) != bool(held_by):
        raise IllegalOrder("place: name a hex, and in held_by the side that must hold it.", field="place")
    if not isinstance(data.get("stop_on_contact", False), bool):
        raise IllegalOrder("stop_on_contact: must be true or false.", field="stop_on_contact")
    return Queued(order, least, place, held_by, stop_on_contact=data.get("stop_on_contact", False))


def queued_data(queued: Queued) -> dict[str, Any]:
    """Return a queued order as JSON."""
    return {**vars(queued), "order": as_data(queued.order)}


def why_not(view: View, queued: Queued, *, has_met: bool) -> str:
    """Return which condition of a queued order doesn't hold, or nothing. `has_met` is whether a battle came before."""
    if queued.stop_on_contact and has_met:
        return "a battle came first"
    if queued.place and view.held.get(queued.place) != queued.held_by:
        return f"the {'Union' if queued.held_by == 'USA' else 'Confederacy'} doesn't hold that place"
    here = _hex_of(view, queued.order)
    if queued.least_sp and len(view.points_at.get(here, ())) < queued.least_sp:
        return f"there are fewer than {queued.least_sp} strength points"
    return ""


def as_if_spending(view: View) -> View:
    """Return a view as it would be in a half-pulse of its side, with points to spend: orders to plan ahead with."""
    purse = view.purse
    ready = replace(purse, **{name: max(getattr(purse, name), PLANNED) for name in ACCOUNTS})
    clock = replace(view.clock, phase="action", spending=view.side, difference=PLANNED, left=PLANNED, free_entry="none")
    return view.as_if(clock=clock, purse=ready, contact=None)


def _hex_of(view: View, order: Order) -> str:
    """Return where the piece that an order names stands."""
    for value in vars(order).values():
        for name in (value,) if isinstance(value, str) else value if isinstance(value, frozenset | tuple) else ():
            piece = view.leaders.get(name) or view.points.get(name)
            if piece is not None and piece.hex:
                return piece.hex
    return ""
