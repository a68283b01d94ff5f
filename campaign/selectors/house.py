"""What a campaign plays by: the books with its own numbers and choices."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from campaign.models import RulingSwitch, TableOverride
from rulesets.core import registry
from rulesets.core.context import BY_THE_BOOK, Context, Override, Ruling
from rulesets.core.registry import current
from rulesets.core.words import spoken


@dataclass(frozen=True)
class ReplacedCell:
    table: str
    title: str
    row: str
    column: str
    value: str
    name: str
    reason: str


@dataclass(frozen=True)
class Choice:
    """A ruling that can be switched, with what this campaign has chosen."""

    book: str
    ruling: Ruling
    chosen: str
    reason: str

    @property
    def is_default(self) -> bool:
        return self.chosen == self.ruling.default

    @property
    def chosen_words(self) -> str:
        return self.ruling.in_words(self.chosen)

    @property
    def default_words(self) -> str:
        return self.ruling.in_words(self.ruling.default)


@dataclass(frozen=True)
class HousePage:
    cells: list[ReplacedCell]
    choices: list[Choice]


def house_of(campaign_id: int, *, book: str) -> dict[str, Any]:
    """A campaign's own numbers, and its choices in one book, as plain values: a battle keeps those it began with."""
    cells = TableOverride.objects.filter(campaign_id=campaign_id).order_by("table", "row", "column")
    switches = RulingSwitch.objects.filter(campaign_id=campaign_id, book=book).order_by("ruling")
    return {
        "overrides": [[c.table, c.row, c.column, c.value, c.name, c.reason] for c in cells],
        "switches": {switch.ruling: switch.option for switch in switches},
    }


def context_from(house: Mapping[str, Any] | None) -> Context:
    """The context in which procedures are carried out."""
    if not house:
        return BY_THE_BOOK
    return Context.of((Override(*cell) for cell in house["overrides"]), house["switches"])


def house_page(campaign_id: int) -> HousePage:
    titles = {table.id: table.title for book in registry.books() for table in registry.tables(book.id).values()}
    cells = TableOverride.objects.filter(campaign_id=campaign_id).order_by("table", "row", "column")
    switched = {(s.book, s.ruling): s for s in RulingSwitch.objects.filter(campaign_id=campaign_id)}
    replaced = [
        ReplacedCell(
            c.table,
            titles.get(current(c.table), c.table),
            spoken(c.row),
            spoken(c.column),
            str(c.value),
            c.name,
            c.reason,
        )
        for c in cells
    ]
    return HousePage(replaced, [_choice(book, ruling, switched) for book, ruling in switchable()])


def switchable() -> list[tuple[str, Ruling]]:
    """Every ruling with a switch, book by book."""
    return [(book.id, r) for book in registry.books() for r in registry.rulings(book.id).values() if len(r.options) > 1]


def switch_of(book: str, ruling: str) -> Ruling | None:
    """A ruling of this book, if it has a switch."""
    return next((r for owner, r in switchable() if (owner, r.id) == (book, ruling)), None)


def _choice(book: str, ruling: Ruling, switched: dict[tuple[str, str], RulingSwitch]) -> Choice:
    row = switched.get((book, ruling.id))
    return Choice(book, ruling, row.option if row else ruling.default, row.reason if row else "")
