"""Declarations for two worlds: the steps of their play, the hidden facts that differ, and the columns affected."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field
from typing import Any

from campaign.models import TABLES
from campaign.tests.harness.world import BY_ROW, World
from campaign.tests.our_apps import our_models
from rulesets.core.records import dataclass


@dataclass(frozen=True)
class Play:
    """The steps of a game. A hidden action has its own step, which does nothing in a world without that action.

    After each step the world is swept, except after those that are `unswept`: their looks fall before the sweep.
    """

    name: str
    begin: Callable[[World], None]
    steps: Mapping[str, Callable[[World], None]]
    unswept: frozenset[str] = frozenset()

    def between(self, first: str, last: str) -> list[str]:
        labels = list(self.steps)
        return labels[labels.index(first) : labels.index(last) + 1]


@dataclass(frozen=True)
class Pair:
    """One hidden fact: the columns it changes, the people it is hidden from, and its first and last step.

    A column ` by row` has the same values in both worlds, but in different rows.
    The second world has `facts` (by default the pair's own name) or draws `other_seeds`.
    """

    name: str
    blind: tuple[str, ...]
    columns: tuple[str, ...]
    since: str
    until: str
    full: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    other_seeds: Mapping[tuple[str, str], str] = field(default_factory=dict)
    hides_commitments: bool = False

    def __str__(self) -> str:
        return self.name

    @property
    def full_at(self) -> str:
        """Return the step at which every URL is requested, even by strangers."""
        return self.full or self.since

    @property
    def planted(self) -> Mapping[str, Any]:
        """Return the facts given to the world in which this one is true."""
        return self.facts or {self.name: True}


@dataclass(frozen=True)
class Apart:
    """A fact that cannot share a world with the `others` named, or with any fact if none is named."""

    name: str
    others: tuple[str, ...]
    why: str

    def parts(self, one: Pair, other: Pair) -> bool:
        names = {one.name, other.name}
        return self.name in names and (not self.others or not names.isdisjoint(self.others))


# Secret columns.


def secret_columns() -> list[str]:
    """Return every column of a recorded table that its model does not declare public."""
    return sorted(
        f"{table}.{field.name}"
        for table, model in TABLES.models.items()
        for field in model._meta.concrete_fields
        if field.name not in model.PUBLIC
    )


def without_pair(pairs: Iterable[Pair]) -> list[str]:
    """Return the secret columns that no pair covers."""
    covered = _columns_of(pairs)
    return [column for column in secret_columns() if column not in covered]


def unknown_columns(pairs: Iterable[Pair]) -> list[str]:
    """Return the columns that a pair names but no table has."""
    known = {f"{m._meta.db_table}.{f.name}" for m in our_models() for f in m._meta.concrete_fields}
    return sorted(_columns_of(pairs) - known)


def _columns_of(pairs: Iterable[Pair]) -> set[str]:
    return {column.removesuffix(BY_ROW) for pair in pairs for column in pair.columns}
