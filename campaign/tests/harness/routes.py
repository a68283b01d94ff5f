"""What the arguments of a URL may be filled with."""

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import product
from math import prod

from django.db.models import Model
from django.urls import Resolver404, resolve

from campaign.tests.our_apps import our_models
from campaign.tests.urlconf import ARGUMENT, ID, NOWHERE, Argument, CannotFill, Route

MOST_NUMBERS = 60
MOST_FILLINGS = 60
OTHER_KINDS = 2


@cache
def model_named_by(name: str) -> type[Model] | None:
    """The table whose rows an argument such as `force_id` names."""
    wanted = name.removesuffix("_id").replace("_", "")
    found = [model for model in our_models() if model._meta.model_name == wanted]
    return found[0] if found else None


@dataclass
class Met:
    """What a viewer has met: ids in what he was shown, arguments of the links among it, numbers of his own list."""

    campaign: str
    ids: set[str] = field(default_factory=set)
    values: dict[Argument, set[str]] = field(default_factory=lambda: defaultdict(set))
    last: int = 0

    def share(self, other: "Met") -> None:
        self.ids |= other.ids
        for argument, values in other.values.items():
            self.values[argument] |= values

    def like(self, argument: Argument) -> set[str]:
        """Values met for this argument; `book_id` of one address is the `book` of another."""
        stem = argument.name.removesuffix("_id")
        same = [a for a in self.values if a.converter == argument.converter and a.name.removesuffix("_id") == stem]
        return set().union(*(self.values[a] for a in same))

    def follow(self, link: str) -> None:
        """Keep the arguments of a link."""
        for argument, value in arguments_in(link.partition("?")[0]):
            self.values[argument].add(value)


@lru_cache(maxsize=20_000)
def route_of(path: str) -> str:
    """The route that answers an address; empty if none does."""
    try:
        return "/" + resolve(path).route
    except Resolver404:
        return ""


@lru_cache(maxsize=20_000)
def arguments_in(path: str) -> tuple[tuple[Argument, str], ...]:
    """What an address puts into its route."""
    route = route_of(path)
    found = re.fullmatch(ARGUMENT.sub(r"(?P<\g<name>>.+?)", route), path) if route else None
    return tuple((a, found[a.name]) for a in Route(route).arguments) if found else ()


@dataclass(frozen=True)
class Truth:
    """Which rows there are, by table: an id is tried where such an id belongs, and two of other kinds beside."""

    tables: dict[str, frozenset[str]]

    def fitting(self, argument: Argument, ids: Iterable[str]) -> list[str]:
        """Of these ids, all that name a row of the argument's kind, and two of other kinds.

        Where the name says no kind, such as `row_id`, one of each kind.
        """
        model = model_named_by(argument.name)
        kinds = {table: sorted(rows.intersection(ids)) for table, rows in sorted(self.tables.items())}
        own = kinds.pop(model._meta.db_table, []) if model else []
        firsts = [rows[0] for rows in kinds.values() if rows]
        return [*own, *(firsts[:OTHER_KINDS] if model else firsts)]


def _combined(choices: list[list[str]]) -> list[tuple[str, ...]]:
    """Every combination; where those are too many, every value once beside the first of each other argument.

    Combinations that mean something, such as a table with a row of it, are met as links besides.
    """
    if prod(map(len, choices)) <= MOST_FILLINGS:
        return list(product(*choices))
    firsts = [values[0] for values in choices]
    ones = [(*firsts[:at], value, *firsts[at + 1 :]) for at, values in enumerate(choices) for value in values]
    return list(dict.fromkeys(ones))


class Filler:
    """Fills the arguments of a route for one viewer."""

    def __init__(self, met: Met, truth: Truth, everybody: Met) -> None:
        self.met, self.truth, self.everybody = met, truth, everybody

    def urls(self, route: Route, *, strict: bool = True) -> list[str]:
        """All fillings of a route; without `strict`, none where an argument has never been met."""
        choices = [self._values(argument) for argument in route.arguments]
        empty = next((a for a, values in zip(route.arguments, choices, strict=True) if not values), None)
        if empty is not None and strict:
            raise CannotFill(f"{route.text}: nobody has met a value for {empty.name}")
        return [route.filled(dict(zip(route.converters, one, strict=True))) for one in _combined(choices)]

    def _values(self, argument: Argument) -> list[str]:
        if argument == Argument(ID, "campaign_id"):
            return [self.met.campaign]
        if argument.converter == ID:
            return [*self.truth.fitting(argument, self.met.ids), NOWHERE]
        if argument == Argument("int", "n"):
            return [str(n) for n in range(1, min(self.met.last, MOST_NUMBERS) + 2)]
        return sorted(self.met.like(argument) or self.everybody.like(argument))
