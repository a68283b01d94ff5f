"""Read a campaign's house rules: its own numbers and rulings."""

from django.db.models import OuterRef, QuerySet

from campaign.models import RulingSwitch, TableOverride
from campaign.prepared import prepared
from rulesets.core import registry
from rulesets.core.book import Mark
from rulesets.core.cells import value_of
from rulesets.core.context import Context, Override, Ruling
from rulesets.core.records import dataclass
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
    """A ruling with options, and the one this campaign chose."""

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


def house_of(campaign_id: int) -> Context:
    """Return a campaign's own numbers and rulings, for every book; a battle keeps those it began with."""
    cells, switches = _cells(campaign_id), _switches(campaign_id)
    return Context.of(
        (Override(c.table, c.row, c.column, c.value, c.name, c.reason) for c in cells),
        {switch.ruling: switch.option for switch in switches},
        {switch.ruling: switch.reason for switch in switches},
    )


@prepared
def _cells(campaign_id: int) -> QuerySet[TableOverride]:
    return TableOverride.objects.filter(campaign_id=campaign_id).order_by("table", "row", "column")


@prepared
def _switches(campaign_id: int) -> QuerySet[RulingSwitch]:
    return RulingSwitch.objects.filter(campaign_id=campaign_id).order_by("ruling")


def typed_numbers(campaign_id: int) -> list[TableOverride]:
    """Return the cells that were unknown before the campaign typed them."""
    return _typed(campaign_id)


@prepared
def _typed(campaign_id: int) -> QuerySet[TableOverride]:
    return typed_cells(campaign_id).order_by("id")


def typed_cells(campaign_id: int | OuterRef) -> QuerySet[TableOverride]:
    return TableOverride.objects.filter(campaign_id=campaign_id, typed_at__isnull=False)


def as_first_typed(cell: TableOverride) -> Override:
    """Return a cell that was unknown as it was first typed, whatever replaced it later."""
    assert cell.first is not None
    return Override(cell.table, cell.row, cell.column, **cell.first)


def is_unknown(table_id: str, row: str, column: str) -> bool:
    """Return whether no book states this cell."""
    table = registry.table(table_id)
    cell = table.printed.get((row, column)) if table else None
    return cell is not None and cell.mark is Mark.UNKNOWN


def house_page(campaign_id: int) -> HousePage:
    titles = {table.id: table.title for book in registry.books() for table in registry.tables(book.id).values()}
    switched = {(s.book, s.ruling): s for s in _switches(campaign_id)}
    replaced = [
        ReplacedCell(
            c.table,
            titles.get(current(c.table), c.table),
            spoken(c.row),
            spoken(c.column),
            _in_words(c),
            c.name,
            c.reason,
        )
        for c in _cells(campaign_id)
    ]
    return HousePage(replaced, [_choice(book, ruling, switched) for book, ruling in switchable()])


def _in_words(cell: TableOverride) -> str:
    """Return a replaced value as people read it: 1 1/2, no, driven back."""
    table = registry.table(cell.table)
    if table is None:
        return str(cell.value)
    return table.in_words(value_of(table, cell.row, current(cell.column, of=cell.table), cell.value))


def switchable() -> list[tuple[str, Ruling]]:
    """Return every ruling with options, book by book."""
    return [(book.id, r) for book in registry.books() for r in registry.rulings(book.id).values() if len(r.options) > 1]


def switch_of(book: str, ruling: str) -> Ruling | None:
    """Return a book's ruling if it has options."""
    return next((r for owner, r in switchable() if (owner, r.id) == (book, ruling)), None)


def _choice(book: str, ruling: Ruling, switched: dict[tuple[str, str], RulingSwitch]) -> Choice:
    row = switched.get((book, ruling.id))
    return Choice(book, ruling, row.option if row else ruling.default, row.reason if row else "")
