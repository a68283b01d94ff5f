"""All books, found by their folders; light to import: a book's chapters load when it is first asked for.

From Django:
    from rulesets.core.registry import procedure
    outcome = procedure("cw_to_ff.flank_march_arrival").run({"initiative": 2}, CupDice(throw), context)
    outcome.result, outcome.steps, outcome.to_json(); procedure(...).odds(inputs).named(); procedure(...).schema()

A book is a folder of `rulesets` (or of a folder named in NEUTRAL_PARTY_BOOKS) whose `__init__.py` has a `BOOK`;
its procedures are those of its chapters, its tables those of `tables.py`, its rulings those of `rulings.py`. A name
that changed is in the book's `former`, and still finds what it named.
"""

import importlib
import pkgutil
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, cast

import rulesets
from rulesets.core.book import Book
from rulesets.core.packages import book_folders
from rulesets.core.sheet import Sheet
from rulesets.core.sheet_form import load_sheet
from rulesets.core.words import listed, quoted

if TYPE_CHECKING:
    from rulesets.core.agreement import Agreement
    from rulesets.core.context import Ruling
    from rulesets.core.hand_over import HandOver
    from rulesets.core.procedure import Procedure
    from rulesets.core.setups import Setups
    from rulesets.core.strategic import StrategicBook
    from rulesets.core.table import Table
    from rulesets.core.units import UnitCards

NOT_BOOKS = frozenset({"core", "data", "tests"})
NOT_CHAPTERS = frozenset({"tables", "rulings", "state", "tests", "unit_cards"})
MOST_LETTERS = 60  # of a name that is compared with all others
MOST_NEAR, NEAR = 3, 0.7  # names suggested for a mistyped one, and how like it they must be


class NoSuchProcedure(LookupError):
    """There is no rule or book by that name."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


@cache
def books() -> tuple[Book, ...]:
    """Return all books, by folder name."""
    for folder in map(str, book_folders()):
        if folder not in rulesets.__path__:
            rulesets.__path__.append(folder)
    names = sorted(m.name for m in pkgutil.iter_modules(rulesets.__path__) if m.ispkg and m.name not in NOT_BOOKS)
    found = (getattr(importlib.import_module(f"rulesets.{name}"), "BOOK", None) for name in names)
    return tuple(book for book in found if isinstance(book, Book))


def book(book_id: str) -> Book:
    """Return the book of this folder."""
    for found in books():
        if found.id == book_id:
            return found
    raise NoSuchProcedure(f"Unknown book {quoted(book_id)}. Choose {listed(map(quoted, _ids(books())), 'or')}.")


def _ids(found: Iterable[Any]) -> list[str]:
    return [each.id for each in found]


def current(name: str, of: str = "") -> str:
    """Return today's name of a rule or table, or of a row or column `of` a table, that had another once."""
    book_id = (of or name).partition(".")[0]
    former = next((found.former for found in books() if found.id == book_id), {})
    return former.get(name, name)


def book_of_sheet(sheet_id: str) -> Book:
    """Return the strategic book that a map is drawn for."""
    for found in books():
        if sheet_id in found.sheets:
            return found
    raise NoSuchProcedure(f"No book plays on the map {quoted(sheet_id)}.")


def sheets_to_play() -> list[Sheet]:
    """Return the maps that the strategic books play on, by id."""
    return [load_sheet(sheet_id) for sheet_id in sorted({sheet_id for found in books() for sheet_id in found.sheets})]


@cache
def strategic_book(book_id: str) -> "StrategicBook":
    """Return how a strategic book's map is played."""
    if not book(book_id).sheets:
        raise NoSuchProcedure(f"{book(book_id).title} is played without a map.")
    return cast("StrategicBook", importlib.import_module(f"rulesets.{book_id}.contract"))


def bridge_from(played: str) -> Book:
    """Return the book that brings the battles of a strategic book to a table; a one-off battle's is one itself."""
    for found in books():
        if found.bridges and played in (found.id, found.bridges):
            return found
    raise NoSuchProcedure(f"No book brings the battles of {book(played).title} to a table.")


@cache
def hand_over_of(bridge: str) -> "HandOver":
    """Return what a bridge knows of the way back from its table."""
    return cast("HandOver", importlib.import_module(f"rulesets.{book(bridge).id}.hand_over"))


@cache
def setups_of(bridge: str) -> "Setups":
    """Return what a bridge knows of the setups of its battles."""
    return cast("Setups", importlib.import_module(f"rulesets.{book(bridge).id}.setups"))


@cache
def agreement_of(bridge: str) -> "Agreement":
    """Return what a bridge knows of agreeing to fight on its table."""
    return cast("Agreement", importlib.import_module(f"rulesets.{book(bridge).id}.agreement"))


@cache
def procedures(book_id: str) -> "dict[str, Procedure[Any, Any]]":
    """Return a book's procedures by id, chapter by chapter."""
    from rulesets.core.procedure import Procedure

    found: dict[str, Procedure[Any, Any]] = {}
    for chapter in _chapters(book(book_id)):
        for value in vars(chapter).values():
            ours = isinstance(value, Procedure) and value.book == book_id
            if ours and found.setdefault(value.id, value) is not value:
                raise ValueError(f"{value.id} is declared twice")
    return found


def in_order(book_id: str) -> "list[tuple[str, list[Procedure[Any, Any]]]]":
    """Return a book's procedures as play needs them: the title of each phase with its rules."""
    found, phases = procedures(book_id), book(book_id).phases
    placed = [f"{book_id}.{name}" for names in phases.values() for name in names]
    if wrong := found.keys() ^ set(placed) or {each for each in placed if placed.count(each) > 1}:
        raise ValueError(f"{book_id}: its phases must list each rule once, unlike {', '.join(sorted(wrong))}")
    return [(title, [found[f"{book_id}.{name}"] for name in names]) for title, names in phases.items()]


def all_procedures() -> "list[Procedure[Any, Any]]":
    """Return the procedures of all books."""
    return [found for each in books() for found in procedures(each.id).values()]


def procedure(procedure_id: str) -> "Procedure[Any, Any]":
    """Return the procedure `book.name`, by a former name too."""
    book_id = procedure_id.partition(".")[0]
    found = procedures(book_id).get(current(procedure_id)) if book_id in _ids(books()) else None
    if found is None:
        near = nearest(procedure_id)
        choices = listed(map(quoted, near or procedures(book_id)), "or")
        meant = f"Did you mean {choices}?" if near else f"Choose {choices}."
        raise NoSuchProcedure(f"Unknown rule {quoted(procedure_id)}. {meant}")
    return found


def nearest(asked: str) -> list[str]:
    """Return the ids of the rules that are named most like a mistyped one, the nearest first."""
    from difflib import SequenceMatcher

    wanted = asked.rpartition(".")[2].lower().replace(" ", "_")
    matcher = SequenceMatcher(b=wanted[:MOST_LETTERS], autojunk=False)

    def likeness(name: str) -> float:
        matcher.set_seq1(name)
        if name == wanted:
            return 2
        if wanted and f"_{wanted}" in f"_{name}":
            return 1
        is_near = matcher.real_quick_ratio() >= NEAR and matcher.quick_ratio() >= NEAR  # upper bounds, cheaply
        return matcher.ratio() if is_near else 0

    found = []
    for each in all_procedures():
        names = (each.name, each.title.lower().replace(" ", "_"))
        found.append((max(map(likeness, names)), each.book == asked.partition(".")[0], -len(each.name), each.id))
    return [each_id for like, *_, each_id in sorted(found, reverse=True)[:MOST_NEAR] if like >= NEAR]


@cache
def tables(book_id: str) -> "dict[str, Table[Any]]":
    """Return a book's tables by id."""
    from rulesets.core.table import Table

    found = [value for value in vars(_part(book(book_id), "tables")).values() if isinstance(value, Table)]
    return {table.id: table for table in found if table.id.startswith(f"{book_id}.")}


def table(table_id: str) -> "Table[Any] | None":
    """Return the table `book.name`, by a former name too; None if there is none."""
    book_id = table_id.partition(".")[0]
    return tables(book_id).get(current(table_id)) if book_id in _ids(books()) else None


@cache
def rulings(book_id: str) -> "dict[str, Ruling]":
    """Return a book's rulings by number."""
    from rulesets.core.context import Ruling

    found = [value for value in vars(_part(book(book_id), "rulings")).values() if isinstance(value, Ruling)]
    return {ruling.id: ruling for ruling in found}


@cache
def unit_cards_of(book_id: str) -> "UnitCards | None":
    """Return what a book says of its unit cards, if it is fought from cards."""
    name = f"rulesets.{book(book_id).id}"
    if all(m.name != "unit_cards" for m in pkgutil.iter_modules(importlib.import_module(name).__path__)):
        return None
    return cast("UnitCards", importlib.import_module(f"{name}.unit_cards").CARDS)


def _chapters(book: Book) -> list[Any]:
    package = importlib.import_module(f"rulesets.{book.id}")
    names = [m.name for m in pkgutil.iter_modules(package.__path__) if m.name not in NOT_CHAPTERS]
    return [package, *(importlib.import_module(f"rulesets.{book.id}.{name}") for name in names)]


def _part(book: Book, name: str) -> Any:
    package = importlib.import_module(f"rulesets.{book.id}")
    if all(m.name != name for m in pkgutil.iter_modules(package.__path__)):
        return package
    return importlib.import_module(f"rulesets.{book.id}.{name}")
