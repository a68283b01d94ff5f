"""Where a part of an order of battle is, by its address, and the same order with another part there."""

from collections.abc import Sequence
from dataclasses import replace
from re import fullmatch
from typing import TypeVar

from rulesets.core.errors import IllegalOrder
from rulesets.cw_to_ff.named_order import NamedCorps, NamedDivision, NamedOrder

ADDRESS = r"(?:c(\d{1,3}))?(?:d(\d{1,3}))?(?:([bpg])(\d{1,3}))?"
NEW = "new"  # before the address of a corps, or alone: a new division there
BRIGADE, POINT, BATTERY = "b", "p", "g"
UNKNOWN = "That part isn’t in this order of battle. Choose one from the page."
Taken = tuple[int | None, int | None, str, int]
T = TypeVar("T")


def refuse(sentence: str, *, field: str = "", cites: str = "") -> IllegalOrder:
    return IllegalOrder(sentence, field=field, cites=cites)


def taken(address: str, field: str) -> Taken:
    """Return the parts of an address: corps, division, kind, and number."""
    found = fullmatch(ADDRESS, address)
    if found is None:
        raise refuse(UNKNOWN, field=field)
    corps, division, kind, n = found.groups()
    return _number(corps), _number(division), kind or "", int(n or 0)


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)


def part_at(parts: Sequence[T], n: int, field: str) -> T:
    if not 0 <= n < len(parts):
        raise refuse(UNKNOWN, field=field)
    return parts[n]


def corps_at(order: NamedOrder, address: str, field: str) -> NamedCorps:
    corps, division, kind, _ = taken(address, field)
    if corps is None or division is not None or kind:
        raise refuse(UNKNOWN, field=field)
    return part_at(order.corps, corps, field)


def division_at(order: NamedOrder, address: str, field: str) -> NamedDivision:
    corps, division, kind, _ = taken(address, field)
    if division is None or kind:
        raise refuse("Choose a division." if field == "to" else UNKNOWN, field=field)
    among = order.divisions if corps is None else part_at(order.corps, corps, field).divisions
    return part_at(among, division, field)


def command_at(order: NamedOrder, address: str, field: str) -> NamedOrder | NamedCorps | NamedDivision:
    """Return the army, a corps, or a division."""
    if not address:
        return order
    _, division, kind, _ = taken(address, field)
    if kind:
        raise refuse("Choose the army, a corps, or a division.", field=field)
    return corps_at(order, address, field) if division is None else division_at(order, address, field)


def brigade_address(address: str, field: str) -> tuple[str, int]:
    """Return the division's address and the brigade's place in it."""
    _, division, kind, n = taken(address, field)
    if kind != BRIGADE or division is None:
        raise refuse("Choose a brigade.", field=field)
    return address.rpartition(BRIGADE)[0], n


def changed(order: NamedOrder, address: str, new: NamedOrder | NamedCorps | NamedDivision) -> NamedOrder:
    """Return the order with this command in place of the one at the address."""
    if isinstance(new, NamedOrder):
        return new
    corps, division, _, _ = taken(address, "what")
    if isinstance(new, NamedCorps):
        return replace(order, corps=put(order.corps, corps or 0, new))
    if corps is None:
        return replace(order, divisions=put(order.divisions, division or 0, new))
    holder = order.corps[corps]
    return replace(
        order, corps=put(order.corps, corps, replace(holder, divisions=put(holder.divisions, division or 0, new)))
    )


def put(parts: tuple[T, ...], n: int, new: T) -> tuple[T, ...]:
    return (*parts[:n], new, *parts[n + 1 :])


def without(parts: tuple[T, ...], n: int) -> tuple[T, ...]:
    return (*parts[:n], *parts[n + 1 :])
