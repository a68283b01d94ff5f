"""What a campaign plays differently: replaced cells and switched rulings, each with a name and a reason."""

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

from rulesets.core.book import Book, Citation, Mark
from rulesets.core.plain import Json, as_json
from rulesets.core.records import dataclass
from rulesets.core.registry import current
from rulesets.core.words import quoted


@dataclass(frozen=True)
class Override:
    """One cell of one table, by its labels, with another value."""

    table: str
    row: str
    column: str
    value: Any
    name: str
    reason: str

    def __post_init__(self) -> None:
        if not (self.name and self.reason):
            raise ValueError(f"{self.table} {self.row} {self.column}: give the override a name and a reason")

    @property
    def place(self) -> tuple[str, str, str]:
        """Return the cell by today's names."""
        return current(self.table), current(self.row, of=self.table), current(self.column, of=self.table)


@dataclass(frozen=True)
class Ruling:
    """A numbered answer where a book is silent or contradicts itself. `options` are its switch, the default first;
    campaigns store them, so a better wording goes in `spoken`."""

    id: str
    cites: Citation
    question: str
    answer: str
    reason: str
    options: tuple[str, ...] = ()
    mark: Mark = Mark.HOUSE
    spoken: Mapping[str, str] = field(default_factory=dict)

    @property
    def default(self) -> str:
        return self.options[0] if self.options else ""

    def in_words(self, option: str) -> str:
        """Return an option as people read it."""
        return self.spoken.get(option, option)

    def played_as(self, option: str) -> str:
        """Say that a campaign plays this option."""
        return f"{self.question} This campaign plays: {self.in_words(option)}."

    @property
    def options_in_words(self) -> tuple[str, ...]:
        """Return all options as people read them."""
        return tuple(map(self.in_words, self.options))


@dataclass(frozen=True)
class Rulings:
    """Numbers a book's rulings, each on one of its sections. All their IDs begin with `prefix`."""

    book: Book
    prefix: str = "R-"

    def __call__(
        self,
        number: int,
        section: str,
        question: str,
        answer: str,
        reason: str,
        options: tuple[str, ...] = (),
        spoken: Mapping[str, str] | None = None,
    ) -> Ruling:
        return Ruling(
            f"{self.prefix}{number}", self.book.at(section), question, answer, reason, options, spoken=spoken or {}
        )


@dataclass(frozen=True)
class Context:
    """A campaign's overrides by (table, row, column), switches by ruling id, and why it switched them.

    It serves every book at once, since no two rulings share an id. An empty one is the book.
    """

    overrides: Mapping[tuple[str, str, str], Override] = field(default_factory=dict)
    switches: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        overrides: Iterable[Override] = (),
        switches: Mapping[str, str] | None = None,
        reasons: Mapping[str, str] | None = None,
    ) -> "Context":
        """Collect what a campaign stores. A cell under its former name gives way to the same cell under its own."""
        former_first = sorted(overrides, key=lambda o: o.place == (o.table, o.row, o.column))
        return cls({o.place: o for o in former_first}, dict(switches or {}), dict(reasons or {}))

    @classmethod
    def from_json(cls, plain: Json) -> "Context":
        """Read what `to_json` wrote."""
        if not plain:
            return BY_THE_BOOK
        return cls.of((Override(**cell) for cell in plain["overrides"]), plain["switches"], plain.get("reasons"))

    def to_json(self) -> Json:
        """Return the overrides as a list, and the switches; nothing at all for the book as it is."""
        if self == BY_THE_BOOK:
            return {}
        cells = as_json(list(self.overrides.values()))
        return {"overrides": cells, "switches": dict(self.switches), "reasons": dict(self.reasons)}

    def with_more(self, overrides: Iterable[Override]) -> "Context":
        """Return this context with further cells; those it has already stay."""
        more = {override.place: override for override in overrides}
        return replace(self, overrides={**more, **self.overrides})

    def override(self, table: str, row: str, column: str) -> Override | None:
        """Return what replaces this cell, if anything does."""
        return self.overrides.get((table, row, column))

    def chosen(self, ruling: Ruling) -> str:
        """Return the option that the campaign plays."""
        value = self.switches.get(ruling.id, ruling.default)
        if value not in ruling.options:
            options = " or ".join(map(quoted, ruling.options)) or "left as it is"
            raise ValueError(f"{ruling.id} must be {options}, not {quoted(value)}")
        return value


@dataclass(frozen=True)
class Noting(Context):
    """A context that notes what it replaced: odds have no steps to say so."""

    cells: dict[tuple[str, str, str], Override] = field(default_factory=dict)
    rulings: dict[str, Ruling] = field(default_factory=dict)

    @classmethod
    def uses_of(cls, context: Context) -> "Noting":
        return cls(context.overrides, context.switches, context.reasons)

    def override(self, table: str, row: str, column: str) -> Override | None:
        found = super().override(table, row, column)
        if found is not None:
            self.cells[found.place] = found
        return found

    def chosen(self, ruling: Ruling) -> str:
        value = super().chosen(ruling)
        if value != ruling.default:
            self.rulings[ruling.id] = ruling
        return value


BY_THE_BOOK = Context()
