"""Collect what each app adds to the site's common work: one value per app, read in app order."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import field
from datetime import datetime
from enum import IntEnum, auto
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from rulesets.core.records import dataclass

if TYPE_CHECKING:
    from campaign.models import Campaign, Recorded
    from campaign.selectors.todos import Todo
    from campaign.services.record import Act
    from campaign.visibility import Viewer

Payload = dict[str, Any]
Owner = tuple[str, int]  # of cups: the kind, and the id of what the dice are rolled for
TodoProvider = Callable[[Sequence["Viewer"]], Iterable["Todo"]]


@dataclass(frozen=True)
class Decision:
    """Something the umpire decides, or both sides if the site umpires: its kind, its title, and its effect.

    `carry_out` runs inside the deciding act. Acts in other streams follow at once in `afterwards`. If the time they
    take would tell the agreeing side about rows it may not see, they run in the sweep, in `in_sweep`. If
    `silence_agrees`, a side that doesn't answer within a time limit agrees: nobody may stop the game by silence.
    `page` names the page that shows all of a proposal, if its words don't. Both sides together may also make a
    decision that is `by_sides` where a person umpires. `dropped` tidies up after a proposal that was declined.
    """

    kind: str
    title: str
    carry_out: "Callable[[Act, Payload], None]"
    allowed: frozenset[Any] | None = None
    afterwards: Callable[[int, Payload], None] | None = None
    in_sweep: Callable[[int, Payload], None] | None = None
    silence_agrees: bool = False
    page: str = ""
    by_sides: bool = False
    dropped: Callable[[Payload], None] = field(default=lambda payload: None)

    @property
    def title_within(self) -> str:
        """Return the title as it reads inside a sentence: pause the campaign."""
        return self.title[0].lower() + self.title[1:]


class SweepPhase(IntEnum):
    """The order of a sweep's work."""

    CHAIR = auto()
    AGREED = auto()
    SIGHT = auto()
    BATTLES = auto()
    CLOCKS = auto()
    DELETION = auto()


@dataclass(frozen=True)
class SweepStep:
    """One piece of a sweep's work on a campaign, at the sweep's one moment.

    What `run` does follows from the campaign's rows and the time. If time alone can give it work, `next_due` returns
    when, from public columns only: which campaigns are swept must not tell what is hidden. `run` does nothing unless
    the campaign's row meets what it `needs`; one query asks this for all steps.
    """

    phase: SweepPhase
    name: str
    run: Callable[[int, datetime], None]
    next_due: Callable[[int, datetime], datetime | None] = field(default=lambda campaign_id, now: None)
    needs: Callable[[], Q] = field(default=lambda: Q(pk__isnull=False))


def some(rows: QuerySet[Any]) -> Q:
    """Return the condition that one of these rows belongs to the campaign."""
    return Q(Exists(rows.filter(campaign=OuterRef("pk"))))


@dataclass(frozen=True)
class RowCheck:
    """The rules a corrected row must still meet, and the columns that can't be corrected.

    `check` gets the row and the changed columns; it refuses them, or updates what follows from them. `follows` names
    the other rows that it updated. `keeps` names the columns that acts of their own change, each with the kind of
    entry that sets it right. `audience` returns who may already know the value at a path, column first, or "" for the
    row's readers; `when` says at what point of the game the row was corrected.
    """

    model: "type[Recorded]"
    check: Callable[[Any, Set[str]], None] = field(default=lambda row, changed: None)
    keeps: Mapping[str, str] = field(default_factory=dict)
    follows: "Callable[[Any], Iterable[Recorded]]" = field(default=lambda row: ())
    audience: Callable[[Any, Sequence[str]], str] = field(default=lambda row, path: "")
    when: Callable[[Any], str] = field(default=lambda row: "")


@dataclass(frozen=True)
class NavPlace:
    """A campaign page in the navigation bar; places are sorted by number.

    A phone's bar has room for five: `in_bar` is false for a page that the first place links to.
    """

    number: int
    word: str
    url_name: str
    icon: str
    is_shown: "Callable[[Viewer], bool]" = field(default=lambda viewer: True)
    in_bar: bool = True

    @property
    def namespace(self) -> str:
        return self.url_name.partition(":")[0]


@dataclass(frozen=True)
class ScenarioOffer:
    """A scenario on which a campaign can be founded. It fixes the book and the map; `turns` says how long it is."""

    id: str
    hash: str
    title: str
    turns: str
    book: str
    sheet: str
    sheet_hash: str

    @property
    def label(self) -> str:
        return f"{self.title}: {self.turns}"


@dataclass(frozen=True)
class AppPart:
    """Everything one app adds.

    `awaited` returns the owners of cups whose public moment is still to come. `scenarios` offers what a campaign can be
    founded on, and `scenario_title` names what one was founded on, by ID and hash. `opening` does what founding a
    campaign asks of the app, in the founding act; `ending` does what closing it asks, in the closing act. `commands`
    are those of `manage.py campaign`: each takes a word and returns what to print.
    """

    todos: tuple[TodoProvider, ...] = ()
    decisions: tuple[Decision, ...] = ()
    sweep: tuple[SweepStep, ...] = ()
    row_checks: tuple[RowCheck, ...] = ()
    entry_titles: Mapping[str, str] = field(default_factory=dict)
    places: tuple[NavPlace, ...] = ()
    awaited: Callable[[int], Set[Owner]] = field(default=lambda campaign_id: frozenset())
    scenarios: Callable[[], Sequence[ScenarioOffer]] = field(default=lambda: ())
    scenario_title: Callable[[str, str], str] = field(default=lambda scenario_id, digest: "")
    opening: "Callable[[Act, Campaign], None] | None" = None
    ending: "Callable[[Act], None]" = field(default=lambda act: None)
    commands: Mapping[str, Callable[[str], str]] = field(default_factory=dict)


class Installed:
    """The parts of all apps, in the order of their layers, loaded at their first use.

    They bring most of the site's code with them, which a process that only answers a log-in, or keeps the time, never
    needs.
    """

    def __init__(self) -> None:
        self._apps: tuple[str, ...] = ()

    def install(self, apps: Sequence[str]) -> None:
        """Name the apps whose part counts: the lowest layer first."""
        self._apps = tuple(apps)

    def load(self) -> None:
        """Load the parts before anybody waits for them."""
        _ = self.parts

    @cached_property
    def parts(self) -> tuple[AppPart, ...]:
        return tuple(import_module(f"{app}.part").PART for app in self._apps)

    @cached_property
    def decisions(self) -> Mapping[str, Decision]:
        """Return every decision by its kind."""
        return {decision.kind: decision for part in self.parts for decision in part.decisions}

    @cached_property
    def places(self) -> Sequence[NavPlace]:
        """Return the pages of the navigation bar in their order."""
        return sorted((place for part in self.parts for place in part.places), key=lambda place: place.number)

    @cached_property
    def _row_checks(self) -> Mapping[str, RowCheck]:
        return {check.model._meta.db_table: check for part in self.parts for check in part.row_checks}

    def row_check(self, table: str) -> RowCheck | None:
        return self._row_checks.get(table)

    def awaited(self, campaign_id: int) -> set[Owner]:
        """Return every owner of cups in the campaign that can still be fought."""
        return {owner for part in self.parts for owner in part.awaited(campaign_id)}

    def scenarios(self) -> list[ScenarioOffer]:
        """Return every scenario that is offered at founding."""
        return [offer for part in self.parts for offer in part.scenarios()]

    def scenario_title(self, scenario_id: str, digest: str) -> str:
        """Return the title of a scenario that a campaign was founded on."""
        return next(filter(None, (part.scenario_title(scenario_id, digest) for part in self.parts)), "")

    def commands(self) -> dict[str, Callable[[str], str]]:
        """Return the apps' commands of `manage.py campaign` by their names."""
        return {name: run for part in self.parts for name, run in part.commands.items()}

    def open(self, act: "Act", campaign: "Campaign") -> None:
        """Do what founding a campaign asks of each app, the first layer first."""
        for part in self.parts:
            if part.opening is not None:
                part.opening(act, campaign)

    def end(self, act: "Act") -> None:
        """Do what closing a campaign asks of each app, the last layer first."""
        for part in reversed(self.parts):
            part.ending(act)

    def todos(self) -> Iterator[TodoProvider]:
        return (provider for part in self.parts for provider in part.todos)

    def sweep_steps(self) -> list[SweepStep]:
        """Return the steps of a sweep in the order of their phases."""
        return sorted((step for part in self.parts for step in part.sweep), key=lambda step: step.phase)

    def entry_title(self, kind: str) -> str:
        """Return the name of this kind of entry for readers."""
        found = (part.entry_titles[kind] for part in self.parts if kind in part.entry_titles)
        return next(found, kind.replace(".", " "))


INSTALLED = Installed()
