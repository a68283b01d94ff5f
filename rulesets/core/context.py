"""What a campaign plays differently: overridden cells and switched rulings, each with a name and a reason."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rulesets.core.book import Citation, Mark
from rulesets.core.plain import Json, as_json


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
            raise ValueError(f"{self.table} {self.row} {self.column}: an override needs a name and a reason")


@dataclass(frozen=True)
class Ruling:
    """A numbered answer where a book is silent or contradicts itself; `options` are its switch, the default first."""

    id: str
    cites: Citation
    question: str
    answer: str
    reason: str
    options: tuple[str, ...] = ()
    mark: Mark = Mark.HOUSE

    @property
    def default(self) -> str:
        return self.options[0] if self.options else ""


@dataclass(frozen=True)
class Context:
    """A campaign's overrides by (table, row, column) and switches by ruling id. Empty is the book."""

    overrides: Mapping[tuple[str, str, str], Override] = field(default_factory=dict)
    switches: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, overrides: Iterable[Override] = (), switches: Mapping[str, str] | None = None) -> "Context":
        return cls({(o.table, o.row, o.column): o for o in overrides}, dict(switches or {}))

    @classmethod
    def from_json(cls, plain: Json) -> "Context":
        """Read what `to_json` wrote."""
        if not plain:
            return BY_THE_BOOK
        return cls.of((Override(**cell) for cell in plain["overrides"]), plain["switches"])

    def to_json(self) -> Json:
        """Return the overrides as a list, and the switches; nothing at all for the book as it is."""
        if self == BY_THE_BOOK:
            return {}
        return {"overrides": as_json(list(self.overrides.values())), "switches": dict(self.switches)}

    def override(self, table: str, row: str, column: str) -> Override | None:
        return self.overrides.get((table, row, column))

    def chosen(self, ruling: Ruling) -> str:
        value = self.switches.get(ruling.id, ruling.default)
        if value not in ruling.options:
            raise ValueError(f"{ruling.id} knows {', '.join(ruling.options) or 'no switch'}, not {value!r}")
        return value


BY_THE_BOOK = Context()
