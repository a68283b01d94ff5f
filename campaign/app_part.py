"""What each app adds to the site's common work: one value an app, installed once at start-up, read in app order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum, auto
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from campaign.models import Recorded
    from campaign.selectors.todos import Todo
    from campaign.services.record import Act
    from campaign.visibility import Viewer

Payload = dict[str, Any]
TodoProvider = Callable[[Sequence["Viewer"]], Iterable["Todo"]]


@dataclass(frozen=True)
class Decision:
    """Something the umpire decides, or without a human umpire both sides: its kind, its title, and how it is done.

    `carry_out` runs inside the deciding act. Acts in other streams follow at once in `afterwards`; or in the sweep, in
    `in_sweep`, where the time they take would tell the side that agrees about rows it may not see.
    """

    kind: str
    title: str
    carry_out: "Callable[[Act, Payload], None]"
    allowed: frozenset[Any] | None = None
    afterwards: Callable[[int, Payload], None] | None = None
    in_sweep: Callable[[int, Payload], None] | None = None

    @property
    def title_within(self) -> str:
        """Return the title as it reads inside a sentence: pause the campaign."""
        return self.title[0].lower() + self.title[1:]


class SweepPhase(IntEnum):
    """The order of a sweep's work."""

    AGREED = auto()
    SIGHT = auto()
    BATTLES = auto()
    CLOCKS = auto()
    DELETION = auto()


@dataclass(frozen=True)
class SweepStep:
    """One piece of a sweep's work on a campaign, at the sweep's one moment."""

    phase: SweepPhase
    name: str
    run: Callable[[int, datetime], None]


@dataclass(frozen=True)
class RowCheck:
    """What a corrected row must still be, and which columns no correction is offered for.

    `check` gets the row and the changed columns; it refuses, or brings what follows from them up to date. `follows`
    names the other rows that it brought up to date.
    """

    model: "type[Recorded]"
    check: Callable[[Any, Set[str]], None] | None = None
    keeps: frozenset[str] = frozenset()
    follows: "Callable[[Any], Iterable[Recorded]]" = field(default=lambda row: ())


@dataclass(frozen=True)
class NavPlace:
    """A place of a campaign in the navigation bar; places go in the order of their numbers."""

    number: int
    word: str
    url_name: str
    icon: str
    is_shown: "Callable[[Viewer], bool]" = field(default=lambda viewer: True)

    @property
    def namespace(self) -> str:
        return self.url_name.partition(":")[0]


@dataclass(frozen=True)
class AppPart:
    """Everything that one app adds."""

    todos: tuple[TodoProvider, ...] = ()
    decisions: tuple[Decision, ...] = ()
    sweep: tuple[SweepStep, ...] = ()
    row_checks: tuple[RowCheck, ...] = ()
    entry_titles: Mapping[str, str] = field(default_factory=dict)
    places: tuple[NavPlace, ...] = ()


class Installed:
    """The parts of all apps, from the ground up."""

    def __init__(self) -> None:
        self.parts: tuple[AppPart, ...] = ()
        self._decisions: dict[str, Decision] = {}
        self._row_checks: dict[str, RowCheck] = {}

    def install(self, parts: Sequence[AppPart]) -> None:
        self.parts = tuple(parts)
        self._decisions = {decision.kind: decision for part in parts for decision in part.decisions}
        self._row_checks = {check.model._meta.db_table: check for part in parts for check in part.row_checks}

    @property
    def decisions(self) -> Mapping[str, Decision]:
        """Return every decision by its kind."""
        return self._decisions

    def row_check(self, table: str) -> RowCheck | None:
        return self._row_checks.get(table)

    def todos(self) -> Iterator[TodoProvider]:
        return (provider for part in self.parts for provider in part.todos)

    def sweep_steps(self) -> list[SweepStep]:
        """Return the steps of a sweep in the order of their phases."""
        return sorted((step for part in self.parts for step in part.sweep), key=lambda step: step.phase)

    def entry_title(self, kind: str) -> str:
        """Return what an entry of this kind is called where people read it."""
        found = (part.entry_titles[kind] for part in self.parts if kind in part.entry_titles)
        return next(found, kind.replace(".", " "))

    def places(self) -> list[NavPlace]:
        return sorted((place for part in self.parts for place in part.places), key=lambda place: place.number)


INSTALLED = Installed()
