"""Read books and rules as pages show them."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from difflib import get_close_matches
from functools import cache
from typing import Any

from campaign.errors import Mistyped
from campaign.gate import heavy
from campaign.models import Cup, OwnerKind
from campaign.parts import OddsLine, TraceLine
from campaign.selectors.answers import Part, parts_of
from campaign.selectors.cups import today
from campaign.selectors.procedures import trace_of, within_tables
from campaign.selectors.rule_search import named_like
from rulesets.core import registry
from rulesets.core.book import Book, Mark
from rulesets.core.context import BY_THE_BOOK, Context, Noting, Ruling
from rulesets.core.outcome import Outcome
from rulesets.core.procedure import Procedure
from rulesets.core.records import dataclass
from rulesets.core.table import Table
from rulesets.core.words import spoken

MOST_LINES = 60
FEW_LINES = 12
RARE = 0.01
LONGEST_ID = 60  # of a mistyped book that is compared with the others


@dataclass(frozen=True)
class ProcedureCard:
    id: str
    name: str
    title: str
    rules: tuple[str, ...]
    help: str


@dataclass(frozen=True)
class Phase:
    """A part of a book's play, with its rules in the order of the book."""

    title: str
    procedures: list[ProcedureCard]


@dataclass(frozen=True)
class BookPage:
    """A book: the rules that every table needs again and again, then all by phase."""

    id: str
    title: str
    about: str
    edition: str
    common: list[ProcedureCard]
    phases: list[Phase]
    rulings: list[Ruling]

    @property
    def procedures(self) -> list[ProcedureCard]:
        return [card for phase in self.phases for card in phase.procedures]


@dataclass(frozen=True)
class DrawnCell:
    text: str
    mark: str = ""
    hit: bool = False
    column: str = ""


@dataclass(frozen=True)
class DrawnTable:
    """A printed table; the cells a result came from are highlighted."""

    id: str
    title: str
    cites: str
    mark: str
    down: str
    across: str
    unit: str
    note: str
    columns: tuple[str, ...]
    rows: list[tuple[str, list[DrawnCell]]]
    reasons: tuple[tuple[str, str], ...] = ()  # of the names that mark its cells

    @property
    def in_play(self) -> list[tuple[str, list[DrawnCell]]]:
        """Return the rows that a result came from."""
        return [row for row in self.rows if any(cell.hit for cell in row[1])]


@dataclass(frozen=True)
class Answer:
    """A rule's answer: in large type, in parts, and with its reasons."""

    says: str
    parts: tuple[Part, ...]
    trace: list[TraceLine]
    throws: list[tuple[int, tuple[int, ...], str]] = field(default_factory=list)
    by_hand: bool = False


def book_pages() -> list[BookPage]:
    return [book_page(book.id) for book in registry.books()]


@cache
def book_page(book_id: str) -> BookPage:
    book, in_order = _book(book_id), registry.in_order(book_id)
    phases = [Phase(title, [card(each) for each in rules]) for title, rules in in_order]
    common = [card(each) for _, rules in in_order for each in rules if each.is_common]
    rulings = list(registry.rulings(book.id).values())
    return BookPage(book.id, book.title, book.about, book.edition, common, phases, rulings)


def card(each: Procedure[Any, Any]) -> ProcedureCard:
    return ProcedureCard(each.id, each.name, each.title, each.rules, each.help)


def _book(book_id: str) -> Book:
    try:
        return registry.book(book_id)
    except registry.NoSuchProcedure:
        known = {book.id: book.title for book in registry.books()}
        near = get_close_matches(book_id[:LONGEST_ID], known, n=1)
        raise Mistyped(f"{book_id}/", [(known[each], f"{each}/") for each in near]) from None


def find_procedure(book_id: str, name: str) -> Procedure[Any, Any]:
    try:
        return registry.procedure(f"{book_id}.{name}")
    except registry.NoSuchProcedure:
        raise Mistyped(f"{book_id}/{name}/", named_like(f"{book_id}.{name}")) from None


def tables_of(each: Procedure[Any, Any], outcome: Outcome[Any] | None, context: Context) -> list[DrawnTable]:
    """Return the printed tables beside a form, with the cells that were read."""
    known = registry.tables(each.book)
    hits = {(step.table, *step.cell) for step in outcome.steps if step.cell} if outcome else set()
    return [_drawn(known[table_id], hits, context) for table_id in each.tables if table_id in known]


def _drawn(table: Table[Any], hits: set[Any], context: Context) -> DrawnTable:
    rows: dict[str, list[DrawnCell]] = {}
    reasons: dict[tuple[str, str], None] = {}
    for cell in table.cells(context=context):
        mark = "" if cell.mark is table.mark and not cell.override else cell.override or str(cell.mark)
        text = "–" if cell.value is None else table.in_words(cell.value)
        if cell.override:
            reasons[cell.override, cell.reason] = None
        hit = (table.id, cell.row, cell.column) in hits
        rows.setdefault(spoken(cell.row), []).append(DrawnCell(text, mark, hit, spoken(cell.column)))
    return DrawnTable(
        table.id,
        table.title,
        str(table.cites),
        "" if table.mark is Mark.PRINTED else str(table.mark),
        table.down,
        table.across,
        table.unit,
        table.note,
        tuple(spoken(column) for column in table.columns),
        list(rows.items()),
        tuple(reasons),
    )


def answer_of(outcome: Outcome[Any], *, book: str, by_hand: bool, names: Mapping[str, str] | None = None) -> Answer:
    """Return a result as a page shows it; `names` are those of the leaders by id."""
    throws = [(throw.sides, throw.faces, throw.rule) for throw in outcome.throws]
    trace = list(trace_of(outcome.steps))
    return Answer(str(outcome.result), parts_of(outcome.result, book, names), trace, throws, by_hand)


def names_of(asked: Mapping[str, Any]) -> dict[str, str]:
    """Return the names of the leaders that were typed, by id."""
    leaders = asked.get("leaders")
    rows = [row for row in leaders if isinstance(row, Mapping)] if isinstance(leaders, list) else []
    return {str(row["id"]): str(row["name"]) for row in rows if row.get("id") and row.get("name")}


@dataclass(frozen=True)
class ExampleLine:
    """A worked example as the page shows it."""

    title: str
    asked: str
    dice: tuple[int, ...]
    says: str


def examples_of(each: Procedure[Any, Any]) -> list[ExampleLine]:
    """Return the worked examples of a rule, with their inputs in words."""
    return [ExampleLine(e.title, each.asked_in_words(e.inputs), e.dice, e.says) for e in each.examples]


@dataclass(frozen=True)
class HouseLine:
    """A number or ruling of the campaign that odds rest on: in words, with its origin and reason."""

    words: str
    origin: str
    reason: str


@dataclass(frozen=True)
class OddsPage:
    lines: list[OddsLine]
    way: str
    left_out: int = 0
    house: tuple[HouseLine, ...] = ()

    @property
    def rare(self) -> list[OddsLine]:
        """Return the results under 1% if there are many, except the actual one."""
        rare = [line for line in self.lines if line.chance < RARE and not line.came]
        return rare if len(self.lines) > FEW_LINES else []

    @property
    def likely(self) -> list[OddsLine]:
        return [line for line in self.lines if line not in self.rare]


def odds_of(each: Procedure[Any, Any], inputs: Any, *, came: str = "", context: Context = BY_THE_BOOK) -> OddsPage:
    """Return the exact chance of every result, in the rule's order."""
    noting = Noting.uses_of(context)
    named = chances_of(each, inputs, noting)
    lines = [OddsLine(words=words, chance=chance, came=words == came) for words, chance in _first(named.items())]
    return OddsPage(lines, each.odds_way.name, max(0, len(named) - MOST_LINES), house_lines(noting))


@heavy
def chances_of(each: Procedure[Any, Any], inputs: Any, context: Context = BY_THE_BOOK) -> dict[str, Any]:
    """Return the exact chance of every result by its words."""
    with within_tables():
        return each.odds(inputs, context).named()


def house_lines(noting: Noting) -> tuple[HouseLine, ...]:
    """Return what a calculation used of a campaign's own numbers and rulings."""
    cells = [
        HouseLine(cell_in_words(cell.place, cell.value), cell.name, cell.reason)
        for cell in sorted(noting.cells.values(), key=lambda cell: cell.place)
    ]
    rulings = [
        HouseLine(ruling.played_as(noting.chosen(ruling)), ruling.id, noting.reasons.get(ruling.id, ""))
        for ruling in noting.rulings.values()
    ]
    return (*cells, *rulings)


def cell_in_words(place: tuple[str, str, str], value: object) -> str:
    """Return a cell and its value as people read them."""
    table_id, *labels = place
    table = registry.table(table_id)
    assert table is not None
    return f"{table.cell_words(*labels)}: {table.in_words(value)}"


def _first(items: Iterable[Any]) -> list[Any]:
    return [item for n, item in enumerate(items) if n < MOST_LINES]


def next_practice_number(user_id: int) -> int:
    """Return the number of this person's next roll today."""
    cups = Cup.objects.filter(owner_kind=OwnerKind.PRACTICE, owner_id=user_id, opened_on=today())
    count = cups.values_list("count", flat=True).first()
    return (count or 0) + 1
