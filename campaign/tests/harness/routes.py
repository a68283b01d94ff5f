"""Fill in the arguments of URLs.

Instead of every id, try each that differs between the two worlds, two of each kind of row, the fixed cases, and a few
of the rest, which rotate (rotation.py).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache
from itertools import chain, product
from math import prod

from django.urls import Resolver404, resolve

from campaign.models import TABLES
from campaign.tests.harness.rotation import rotated
from campaign.tests.our_apps import model_named_by
from campaign.tests.urlconf import ARGUMENT, ID, NOWHERE, Argument, CannotFill, Route
from rulesets.core.records import dataclass

OF_A_KIND = 2
MOST_FILLINGS = 12
ALL_NUMBERS = 60
ALL_FILLINGS = 60
OTHER_KINDS = 2
CAMPAIGN = Argument(ID, "campaign_id")
NUMBER = Argument("int", "n")
TABLE, ROW = Argument("str", "table"), Argument(ID, "row_id")
AN_ID = re.compile(r"[0-9a-f]{16}")  # a few tables have other keys
BEFORE_LINKED = {  # places in an order of battle, rows of a result, and sides, which pages link to only for a time
    Argument("slug", "post"): {"c0"},
    Argument("slug", "unit"): {"c0d0b0"},
    Argument("slug", "row"): {"u1"},
    Argument("slug", "side"): {"usa"},
}
Kind = tuple[str, ...]  # a row's campaign, its audience, and its state
Rows = Mapping[str, frozenset[str]]  # ids by table


def table_named_by(name: str) -> str:
    """Return the table that an argument such as `force_id` refers to; empty if none."""
    model = model_named_by(name)
    return model._meta.db_table if model else ""


@dataclass
class Met:
    """Everything a viewer has met: ids on pages, arguments of links, and lines of their own feed."""

    campaign: str
    ids: set[str] = field(default_factory=set)
    values: dict[Argument, set[str]] = field(default_factory=lambda: defaultdict(set))
    lines: dict[str, Kind] = field(default_factory=dict)

    def share(self, other: "Met") -> None:
        self.ids |= other.ids
        for argument, values in other.values.items():
            self.values[argument] |= values

    def like(self, argument: Argument) -> set[str]:
        """Return the values met for this argument; `book_id` in one address is `book` in another."""
        stem = argument.name.removesuffix("_id")
        same = [a for a in self.values if a.converter == argument.converter and a.name.removesuffix("_id") == stem]
        return set().union(*(self.values[a] for a in same))

    def follow(self, link: str) -> None:
        """Keep the arguments of a link."""
        for argument, value in arguments_in(link.partition("?")[0]):
            self.values[argument].add(value)


@lru_cache(maxsize=20_000)
def route_of(path: str) -> str:
    """Return the route that matches an address; empty if none does."""
    try:
        return "/" + resolve(path).route
    except Resolver404:
        return ""


@lru_cache(maxsize=20_000)
def arguments_in(path: str) -> tuple[tuple[Argument, str], ...]:
    """Return the arguments of an address, with their values."""
    route = route_of(path)
    found = re.fullmatch(ARGUMENT.sub(r"(?P<\g<name>>.+?)", route), path) if route else None
    return tuple((a, found[a.name]) for a in Route(route).arguments) if found else ()


@dataclass(frozen=True)
class Truth:
    """All rows by table, each with its kind.

    All `relevant` rows are tried, met or not: they differ between the two worlds, or hold a marker. `fixed` holds the
    rows of fixed cases, by route and argument. If `thorough`, everything that a viewer has met is tried; otherwise at
    `most` so many rows of each kind, if there is a limit.
    """

    tables: Mapping[str, Mapping[str, Kind]]
    relevant: Rows = field(default_factory=dict)
    fixed: Mapping[tuple[str, str], frozenset[str]] = field(default_factory=dict)
    thorough: bool = False
    most: int = 0

    def with_relevant(self, rows: Rows) -> "Truth":
        return replace(self, relevant=rows)

    def is_relevant(self, url: str) -> bool:
        """Return whether an address names a relevant row."""
        return any(value in rows for _, value in arguments_in(url) for rows in self.relevant.values())

    def is_fixed(self, route: str) -> bool:
        """Return whether a fixed case is tried on a route."""
        return any(route == text for text, _ in self.fixed)

    def beyond(self, met: Met) -> "Truth":
        """Return a copy with only the rows that a viewer has not met."""
        strange = {
            t: {row: kind for row, kind in rows.items() if row not in met.ids} for t, rows in self.tables.items()
        }
        relevant = {table: rows - met.ids for table, rows in self.relevant.items()}
        return replace(self, tables=strange, relevant=relevant)

    def rows_to_try(self, table: str, met: Met, about: str, *, of_a_kind: int = OF_A_KIND) -> list[str]:
        """Return the rows of a table to try, those that the viewer has met first."""
        rows = dict(sorted(self.tables.get(table, {}).items(), key=lambda item: (item[0] not in met.ids, item[0])))
        known = [row for row in rows if row in met.ids]
        own = known if self.thorough else some_of_each_kind(rows, known, about, of_a_kind)
        relevant = sorted(self.relevant.get(table, ()))
        if not self.most or self.thorough:
            return list(dict.fromkeys([*own, *relevant]))
        turned = rotated(relevant, len(relevant), about)  # all but one of each kind differ, if so many do
        return self._at_most([(self.most - 1, turned), (self.most, own), (self.most, turned)], rows)

    def _at_most(self, groups: Iterable[tuple[int, Iterable[str]]], kinds: Mapping[str, Kind]) -> list[str]:
        """Return rows from groups in their order, while there are no more of a kind than each group allows."""
        chosen: dict[str, Kind] = {}
        for most, rows in groups:
            for row in rows:
                kind = kinds.get(row, ())
                if row not in chosen and sum(kind == other for other in chosen.values()) < most:
                    chosen[row] = kind
        return [*chosen]

    def misplaced(self, table: str, met: Met, about: str) -> list[str]:
        """Return ids that don't fit a table: of rows in other tables, or of nothing."""
        rows = [
            sorted(filter(AN_ID.fullmatch, met.ids & {*rows})) for t, rows in sorted(self.tables.items()) if t != table
        ]
        firsts = [found[0] for found in rows if found]
        return [*firsts[:OTHER_KINDS], NOWHERE] if self.thorough else rotated([*firsts, NOWHERE], 1, about)


def some_of_each_kind(
    values: Mapping[str, Kind], rest: Iterable[str], about: str, of_a_kind: int = OF_A_KIND
) -> list[str]:
    """Return the first few of each kind, and a few of the rest, which rotate."""
    kinds: dict[Kind, list[str]] = defaultdict(list)
    for value, kind in values.items():
        kinds[kind].append(value)
    firsts = [value for found in kinds.values() for value in found[:of_a_kind]]
    return [*firsts, *rotated(set(rest).difference(firsts), of_a_kind, about)]


def _slots(route: Route) -> list[tuple[Argument, ...]]:
    """Return the arguments of a route, with a row and its table as one slot."""
    single = [(argument,) for argument in route.arguments]
    if {TABLE, ROW} <= {*route.arguments}:
        return [*(slot for slot in single if slot not in ((TABLE,), (ROW,))), (TABLE, ROW)]
    return [*single]


def _combined(choices: list[list[tuple[str, ...]]], most: int) -> list[tuple[str, ...]]:
    """Return every combination; if there are too many, combine each value with only the first of every other slot."""
    if prod(map(len, choices)) <= most:
        combined = list(product(*choices))
    else:
        firsts = tuple(values[0] for values in choices)
        combined = [(*firsts[:at], value, *firsts[at + 1 :]) for at, values in enumerate(choices) for value in values]
    return list(dict.fromkeys(tuple(chain.from_iterable(one)) for one in combined))


@dataclass
class Filler:
    """Fill in the arguments of routes for one viewer, who may also use values that `everybody` has met."""

    met: Met
    truth: Truth
    everybody: Met
    about: str = ""

    def urls(self, route: Route, *, strict: bool = True) -> list[str]:
        """Return the filled URLs of a route; unless `strict`, none if an argument has never been met."""
        slots = _slots(route)
        choices = [self._choices(route, slot) for slot in slots]
        if not all(choices):
            if strict:
                raise CannotFill(f"{route.text}: an argument has no known value")
            return []
        names = [argument.name for slot in slots for argument in slot]
        combined = _combined(choices, ALL_FILLINGS if self.truth.thorough else MOST_FILLINGS)
        return [route.filled(dict(zip(names, one, strict=True))) for one in combined]

    def _choices(self, route: Route, slot: tuple[Argument, ...]) -> list[tuple[str, ...]]:
        about = f"{self.about} {route.text} {slot[0].name}"
        if slot == (TABLE, ROW):
            return self._rows_of_tables(about)
        return [(value,) for value in self._values(route, slot[0], about)]

    def _rows_of_tables(self, about: str) -> list[tuple[str, ...]]:
        """Return rows with the name of their own table, and an id with the name of another."""
        tables = sorted(
            self._like(TABLE) | TABLES.models.keys() & (self.truth.tables.keys() | self.truth.relevant.keys())
        )
        found = [(table, row) for table in tables for row in self._rows_of(table, about)]
        wrong = [(table, row) for table in tables[:1] for row in self.truth.misplaced(table, self.met, about)]
        return list(dict.fromkeys([*found, *wrong]))

    def _rows_of(self, table: str, about: str) -> list[str]:
        """Return one row of each kind of a table, where a route takes any table."""
        return self.truth.rows_to_try(table, self.met, about, of_a_kind=1) or [NOWHERE]

    def _values(self, route: Route, argument: Argument, about: str) -> list[str]:
        if argument == CAMPAIGN:
            return [self.met.campaign]
        if argument.converter == ID:
            table = table_named_by(argument.name)
            fixed = sorted(self.truth.fixed.get((route.text, argument.name), ()))
            rows = self.truth.rows_to_try(table, self.met, about)
            return list(dict.fromkeys([*rows, *fixed, *self.truth.misplaced(table, self.met, about)]))
        if argument == NUMBER:
            return self._numbers(about)
        if argument.choices:
            return argument.choices
        values = {value: () for value in sorted(self._like(argument) or BEFORE_LINKED.get(argument, set()))}
        return [*values] if self.truth.thorough else some_of_each_kind(values, values, about)

    def _numbers(self, about: str) -> list[str]:
        """Return line numbers of the viewer's own feed, and the number after the last."""
        lines, after = self.met.lines, str(len(self.met.lines) + 1)
        if self.truth.thorough:
            return [str(n) for n in range(1, min(len(lines), ALL_NUMBERS) + 2)]
        return [*some_of_each_kind(lines, lines, about), after]

    def _like(self, argument: Argument) -> set[str]:
        return self.met.like(argument) or self.everybody.like(argument)
