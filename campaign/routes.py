"""Write addresses by name, from routes that are looked up once per process.

Django's `reverse` walks through the namespaces, matches what it wrote against the pattern, and quotes it, each time: a
page with twenty links spends a tenth of its time there. A route whose arguments are ids or numbers needs that once.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from typing import Any

from django import urls
from django.urls import NoReverseMatch, get_script_prefix, set_script_prefix

from campaign.ids import hex_id

STAND_IN = 0x4D5A_9C3E_71B8_F260
BEYOND = 2**64  # more than 16 hexadecimal digits
PREFIX = ContextVar("PREFIX", default="/")  # Django's is looked up through several objects, for each address


def reverse(name: str, args: Sequence[Any] = ()) -> str:
    """Return the same address as Django's `reverse`."""
    route = _route(name, len(args))
    if route is None:
        return urls.reverse(name, args=args)
    for value in args:
        if type(value) is not int or not 0 <= value < BEYOND:
            return urls.reverse(name, args=args)
    return PREFIX.get() + route % tuple(args)


@contextmanager
def addresses_under(prefix: str) -> Iterator[None]:
    """Put a prefix before every address that is written inside, by Django too."""
    before, token = get_script_prefix(), PREFIX.set(prefix)
    set_script_prefix(prefix)
    try:
        yield
    finally:
        set_script_prefix(before)
        PREFIX.reset(token)


@cache
def _route(name: str, count: int) -> str | None:
    """Return the address of a name below the script prefix, with a place for each argument; None if only Django can."""
    numbers = range(STAND_IN, STAND_IN + count)
    try:
        route = urls.reverse(name, args=numbers).removeprefix(get_script_prefix())
    except NoReverseMatch:
        return None
    for number in numbers:
        route = route.replace(hex_id(number), "%016x").replace(str(number), "%d")
    return route if route.count("%") == count else None
